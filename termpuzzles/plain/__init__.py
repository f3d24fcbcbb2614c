"""Plain mode: the whole game as lines in and lines out, for screen readers, simple terminals and scripts.

In the order in which to read them:

- `words`         cells, surroundings, boards and times as words that make sense when read aloud
- `conversation`  the stack of places where the player can be, from Home down to a board; lines in, lines out
- `menus`         Home, packs, lessons, new boards and statistics as numbered choices
- `play`          one puzzle in play: its commands
"""
