"""The commands that a player can give on the board in play. In the order in which to read them:

- `controller`  the controller of one board: its session, the hint and the check that are shown, and the message
- `command`     a command: something that a player can ask for with a key, in the palette, or by its row in the help
- `commands`    all commands of play
- `acting`      commands that act at the cursor: turn and pin tiles, draw lines, note them
- `moving`      commands that move the cursor
- `advising`    commands that ask the logic: hints and the check
- `past`        commands on the past: undo, redo, restart, marked positions, trials, giving up
- `going_on`    commands that go on: to the next open cell, to the next puzzle, to a new board
"""
