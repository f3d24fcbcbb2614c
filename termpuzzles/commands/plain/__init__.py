"""Plain mode: the whole game as lines in and lines out, for screen readers, simple terminals and scripts.

words.py         cells, boards and times as words that make sense read aloud
place.py         where the player is: what is said on arriving there, and how a line is answered
conversation.py  the places one inside the other, from the shelf down to a board; lines in, lines out
shelf.py         Home, packs, new boards and statistics as numbered choices
naming_cells.py  cells, rows and columns as a player names them
lesson.py        lessons, in the words of this mode
help_lines.py    what help says on a board
board.py         one puzzle being played: its commands
around.py        questions from where the player stands: here, neighbours, row, group, trace, open
"""
