"""What to tell a stuck player: the simplest next step, what it rests on, and how it is said.

In the order in which to read them:

- `hint`        a hint as a value: technique, conclusion and steps, each page of it in words and in marked cells
- `reasoning/`  from what the player knows to the simplest next step, and to what it rests on
- `mistakes/`   what the player has shown that cannot be, and why
- `wording`     how each kind of hint is told
- `turns`       questions about one turn of a tile: why it is not to be, and which turns are still possible
- `guide`       what to tell a stuck player: the simplest next step from what the player knows, with its reason
- `check`       whether what the player has settled can be right: pins, lines and notes, and tiles that look finished
- `why`         why each technique holds, in words for players: shown with its rule and an example that can be played
- `examples`    for each rule of the game of drawing a small position on which it fires: shown in help, kept by a test
"""
