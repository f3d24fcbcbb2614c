"""What the player has shown that cannot be, and why. In the order in which to read them:

- `clash`       what can be seen to be wrong without any rule: a pin or note against a border, a wall, a note or a
                pinned tile
- `suspects`    what the player has shown that cannot be: wrong pins, lines and notes, and parts that only look finished
- `refutation`  why something shown cannot be: suppose it, and follow where it leads with what can be seen, to a
                contradiction
"""
