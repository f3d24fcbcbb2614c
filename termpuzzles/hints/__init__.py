"""What to tell a stuck player: the simplest next step, what it rests on, and how it is said.

In the order in which to read them:

- `hint`           a hint as a value: technique, conclusion and steps, each page of it in words and in marked cells
- `position`       a position as its player knows it: what is certain for the reader, and which of what is found would
                   be news
- `clash`          what can be seen to be wrong without any rule: a pin or note against a border, a wall, a note or a
                   pinned tile
- `agenda`         findings in rounds: the easiest rule that finds anything, again and again, until something wanted
                   is found
- `justification`  from findings put in one after the other back to what they rest on: which of them were needed, and
                   which cells
- `proof`          what is certain of a board before anything is shown on it: kept from one hint to the next
- `suspects`       what the player has shown that cannot be: wrong pins, lines and notes, and parts that only look
                   finished
- `refutation`     why something shown cannot be: suppose it, and follow where it leads with what can be seen, to a
                   contradiction
- `wording`        how each kind of hint is told
- `turns`          questions about one turn of a tile: why it is not to be, and which turns are still possible
- `guide`          what to tell a stuck player: the simplest next step from what the player knows, with its reason
- `check`          whether what the player has settled can be right: pins, lines and notes, and tiles that look
                   finished
- `why`            why each technique holds, in words for players: shown with its rule and an example that can be
                   played
- `examples`       for each rule of the game of drawing a small position on which it fires: shown in help, kept by a
                   test
"""
