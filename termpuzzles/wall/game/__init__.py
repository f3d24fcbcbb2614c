"""The Wall Game: your cat hunts their mouse, and each wall is for both. In the order in which to read them:

- `model`     what every duel shares: the sides, how a game ends
- `position`  cells, walls and pieces; distances and ways, on boards held as integers
- `notation`  turns and positions as text
- `rules`     which turns are legal and how a game ends, by flooding the board; a game from its start on
- `cuts`      which walls would leave a cat without a way, by bridges and labels: the second, independent way
- `records`   games as one line, as JSON and as tagged text, read and written
- `candidates`  the turns that matter in a position, by the shortest ways of both cats
- `engine`    the best turn that a search finds within its time
- `proof`     whether a win can be forced, by full search
- `lessons`   five positions, each with an idea to understand
- `puzzles`   positions with a goal; what is wrong with a try
"""
