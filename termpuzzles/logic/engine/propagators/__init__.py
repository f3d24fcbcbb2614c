"""What must hold of the whole board, kept up to date while cells are narrowed. In the order in which to read them:

- `propagator`  what every propagator does: it takes in what is narrowed, and concludes what follows for the whole board
- `components`  which cells are joined by drawn lines, where no loop may close: disjoint sets that can be taken back
- `reach`       how many cells may lie beyond a line, at most: finds what would seal off too small a component
- `balance`     the 2-factor of what is known, kept from one look at the board to the next, and what follows from it
"""
