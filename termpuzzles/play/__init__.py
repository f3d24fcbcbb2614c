"""The player of a board, for every front end. In the order in which to read them:

- `stage`             what a front end offers, and what it is told
- `opening`           opening a board: it is here, another window has it, or the store does not answer now
- `afterwards`        what comes after a board: the next one of its file, pack or day; and praise
- `controller`        the controller of one board: its session, the hint and the check that are shown, and the message;
                      and what a command is
- `board_commands`    commands at the cursor, and commands that move it
- `hint_commands`     commands that ask the logic: hints and the check
- `region_commands`   the region tool: cells that the player marks, and what is counted of them
- `history_commands`  commands on the past, and commands that go on to the next cell, the next puzzle or a new board
- `ghost_commands`    a ghost: one's own game as a line, one's own best beside the game
- `result`            the result of a solved board as a text to share
- `command_table`     all commands of play
- `rush`              a rush: boards in a row, its clock and mistakes, and what was missed
- `lesson`            the controller of a lesson: what it may say, what follows it, and that it was done
- `review`            a look back on a finished game: the first wrong pin, and what could be seen at each long pause
"""
