"""Hints for a stuck player: the simplest next step, the reasons it rests on, and the words for it.

In the order in which to read them:

- `hint`           a hint as a value: technique, conclusion and steps, each page of it in words and in marked cells
- `position`       a position as its player knows it: what the player can be certain of, and what would be news
- `breach`         what marks break at a glance: the own rule of a cell, a loop closed early, a part sealed off
- `news`           what of a finding's news one hint tells, and whether it asks for a move
- `witness`        solutions that hold what the player has shown, found within a budget of work
- `several`        what all of several solutions have in common though it is not shown
- `justification`  findings in rounds until something wanted is found, traced back to what it rests on
- `agenda`         the next steps by each rule, the nearest first, kept from one hint to the next
- `region`         what counting shows of a region that the player has chosen
- `choice`         what a hint can say, as values: each chosen from a position, and worded later
- `nearer`         a step over fewer cells than one that was found: a chain among those of a core
- `shortest`       the reason of fewest steps, among all chains over a few cells
- `mistakes`       what the player has shown that cannot be right, and why
- `wording`        the words for whatever a hint can say
- `guide`          chooses the hint: a mistake, or the simplest next step from what the player knows, with its reason
- `check`          whether what the player has settled can be right, why a turn is impossible, and which are still
                   possible
"""
