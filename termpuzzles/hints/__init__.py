"""Hints for a stuck player: the simplest next step, the reasons it rests on, and the words for it.

In the order in which to read them:

- `hint`        a hint as a value: technique, conclusion and steps, each page of it in words and in marked cells
- `reasoning/`  finds the simplest next step from what the player knows, and what it rests on
- `mistakes/`   finds what the player has shown that cannot be right, and why
- `wording`     the words for each kind of hint
- `turns`       questions about one turn of a tile: why it is impossible, and which turns are still possible
- `guide`       chooses the hint: a mistake, or the simplest next step from what the player knows, with its reason
- `check`       whether what the player has settled can be right: pins, lines and notes, and tiles that look finished
"""
