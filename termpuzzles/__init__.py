"""termpuzzles: line puzzles on a square grid, played, solved and explained in a terminal."""
