"""The Wall Game in plain mode. In the order in which to read them:

- `menu`       the Wall Game: its menu, a game in play, and a look through one that is over
- `board`      a board of the Wall Game: how a turn is put together by words, and what is said of the board
- `puzzles`    puzzles and lessons of the Wall Game
- `matches`    matches of the Wall Game with other players of a service
"""
