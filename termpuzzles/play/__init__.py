"""One session and what outlives it. In the order in which to read them:

- `review`  a look back on a finished game: the first wrong pin, and what could be seen at each long pause
"""
