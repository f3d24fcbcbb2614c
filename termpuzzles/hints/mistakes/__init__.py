"""What the player has shown that cannot be right, and why. In the order in which to read them:

- `clash`       mistakes that show without any rule: a pin or note against a border, a wall, a note or a pinned tile
- `suspects`    all that is wrong: wrong pins, lines and notes, and parts that only look finished
- `refutation`  why something shown is wrong: suppose it, and follow it to a contradiction with what can be seen
"""
