"""What a terminal is: what it can show, and what Textual is made to send it."""
