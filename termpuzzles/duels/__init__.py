"""Games for two, beside the games for one; nothing below the screens imports them. In the order in which to read them:

- `model`  what every duel shares: the sides, how a game ends
- `wall/`  the Wall Game: two cats, two mice, and walls
"""
