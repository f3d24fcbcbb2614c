"""What must hold of the whole board, followed while cells are narrowed. In the order in which to read them:

- `propagator`  what every propagator does: it follows what is narrowed, and says what that comes to for the whole board
- `components`  which cells are joined by drawn lines, where no loop may close: disjoint sets that can be taken back
- `reach`       how many cells may lie beyond a line, at most: what seals off a component that is too small for the
                whole
- `balance`     the 2-factor of what is known, kept from one look at the board to the next, and what is found by it
"""
