"""What is known of a board, what follows from it, and what it takes to find out. In the order in which to read them:

- `domain_store`     what is left of each cell's domain: the arrays, read by everybody and changed in one place; the
                     base of all propagators, and the one for clues printed on a board
- `components`       what must hold of the whole board: which cells are joined by drawn lines, where no loop may close
- `reach`            likewise: how many cells may lie beyond a line, at most, which finds what would seal off too small
                     a component
- `two_factor`       likewise: the 2-factor of what is known, kept from one look at the board to the next, and what
                     follows from it
- `knowledge`        what is known of a board while it is being deduced: the logic's only mutable object
- `rule`             the record of a deduction
- `agenda`           the chain of steps: easiest rule first, restarting from the easiest after each success
"""
