"""What is known of a board, what follows from it, and what one asks. In the order in which to read them:

- `store`       what is left of each cell's domain: the arrays, read by everybody and changed in one place
- `knowledge`   what is known of a board while it is being deduced: the logic's only mutable object
- `propagator`  what every propagator does: it follows what is narrowed, and says what that comes to for the whole
                board
- `components`  which cells are joined by drawn lines, where no loop may close: disjoint sets that can be taken back
- `reach`       how many cells may lie beyond a line, at most: what seals off a component that is too small for the
                whole
- `balance`     the 2-factor of what is known, kept from one look at the board to the next, and what is found by it
- `fixpoint`    what is certain of a board by propagation alone, found on whole boards first and finished cell by cell
- `agenda`      the chain of steps: easiest rule first, restarting from the easiest after each success
- `rounds`      the canonical chain: of the easiest rule that finds anything all the least findings together, again
                and again
- `search`      complete search: whatever the rules leave open is tried out, with the knowledge's trail in place of
                copies
- `effort`      how much a finding asks of a person: a weight by its rule and by how much there is to see for it
- `solver`      what one asks of the logic: a chain of steps, solutions, how many there are, and how hard the board is
"""
