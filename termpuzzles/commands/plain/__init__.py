"""Plain mode: the whole game as lines in and lines out, for screen readers, simple terminals and scripts.

words.py         cells, boards and times as words that make sense when read aloud
place.py         a place where the player can be: the lines said on arrival, and answers to commands
conversation.py  the stack of places, from the shelf down to a board; lines in, lines out
shelf.py         Home, packs, new boards and statistics as numbered choices
naming_cells.py  cells, rows and columns as a player names them
lesson.py        lessons, in the words of this mode
help_lines.py    the text of help on a board
board.py         one puzzle in play: its commands
around.py        questions about the player's surroundings: here, neighbours, row, group, trace, open
"""
