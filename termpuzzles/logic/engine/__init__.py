"""What is known of a board, what follows from it, and the questions one asks. In the order in which to read them:

- `domain_store`     what is left of each cell's domain: the arrays, read by everybody and changed in one place; the
                     base of all propagators, and the one for clues printed on a board
- `components`       what must hold of the whole board: which cells are joined by drawn lines, where no loop may close
- `reach`            likewise: how many cells may lie beyond a line, at most, which finds what would seal off too small
                     a component
- `two_factor`       likewise: the 2-factor of what is known, kept from one look at the board to the next, and what
                     follows from it
- `one_loop`         likewise, for one loop that may leave cells out: where it crosses the only line out of a part, and
                     which cells it cannot reach
- `knowledge`        what is known of a board while it is being deduced: the logic's only mutable object
- `agenda`           the chain of steps: easiest rule first, restarting from the easiest after each success
- `search`           complete search: tries out whatever the rules leave open, and judges the full boards that this
                     comes to
- `solver`           the questions where only the answer counts: a solution, several, or what is certain by propagation
                     alone
- `rating`           how a person gets through a board: the canonical chain, in each round all the lightest findings of
                     the easiest rule that finds anything, whichever way round the board lies; the effort of a finding,
                     and how hard the chain makes a board
"""
