"""What a player can ask of the board that is played, command by command. In the order in which to read them:

- `controller`  the controller of one board: the session at it, the hint and the check that are shown, and what is
                said
- `command`     a command: something that a player can ask for by a key, by the palette, or by its row in the help
- `commands`    all commands of play
- `acting`      commands that act at the cursor: turn and pin tiles, draw lines, note them
- `moving`      commands that move the cursor
- `advising`    commands that ask the logic: hints and the check
- `past`        commands that go through what was played: undo, redo, begin again, marked positions, trials, giving up
- `going_on`    commands that go on: to the next open cell, to the next puzzle, to a new board
"""
