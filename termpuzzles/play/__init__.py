"""A look back on what was played.

- `review`  a look back on a finished game: the first wrong pin, and what could be seen at each long pause
"""
