"""What is drawn in each cell, in which glyphs, and a board as a text diagram."""
