"""What is known of a board, what follows from it, and the questions one asks. In the order in which to read them:

- `store`         what is left of each cell's domain: the arrays, read by everybody and changed in one place
- `propagators/`  what must hold of the whole board: components, reach, and the balance of a 2-factor
- `knowledge`     what is known of a board while it is being deduced: the logic's only mutable object
- `fixpoint`      what is certain of a board by propagation alone, found on whole boards first and finished cell by cell
- `agenda`        the chain of steps: easiest rule first, restarting from the easiest after each success
- `rounds`        the canonical chain: in each round all the lightest findings of the easiest rule that finds anything
- `likeness`      which cells look alike, whichever way round the board lies: the basis of a canonical order
- `tellers`       the fewest findings about single cells that still settle every line
- `judging`       judges the full boards that a search comes to: the first whole, later ones by how they differ from it
- `search`        complete search: tries out whatever the rules leave open, with the knowledge's trail in place of
                  copies
- `effort`        how much a finding asks of a person: a weight by its rule and by how much there is to see
- `solver`        the questions where only the answer counts: a solution, or several
- `rating`        how a person gets through a board: the chain of its steps, and how hard these make it
"""
