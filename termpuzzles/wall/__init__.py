"""The Wall Game, a guest beside the core: two cats, two mice, and walls. In the order in which to read them:

- `guest`       what it adds to the program, as data
- `slots`       what it brings into a player's context
- `picture`     the board of the Wall Game as rows of characters
- `pixels`      the same in square pixels, with cats and mice as small pictures
- `command`     the Wall Game, for scripts: replay, count turns, best turns, forced wins
- `service`     matches of the Wall Game by words: `ssh HOST wall …`
- `game/`       its rules, notation, engine and puzzles
- `match/`      a match in play, kept, and between players
- `screens/`    its screens
- `plain/`      its conversation in plain mode
"""
