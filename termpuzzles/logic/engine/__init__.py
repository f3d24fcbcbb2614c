"""What is known of a board while it is being deduced, and what one asks: solve, count, rate."""
