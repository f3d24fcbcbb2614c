"""One board in play, for every front end. In the order in which to read them:

- `stage`   what a front end offers to the player of a board, and what one tells the other
- `review`  a look back on a finished game: the first wrong pin, and what could be seen at each long pause
"""
