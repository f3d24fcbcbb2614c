"""What is known of a board, what follows from it, and what one asks. In the order in which to read them:

- `store`         what is left of each cell's domain: the arrays, read by everybody and changed in one place
- `propagators/`  what must hold of the whole board: components, reach, and the balance of a 2-factor
- `knowledge`     what is known of a board while it is being deduced: the logic's only mutable object
- `fixpoint`      what is certain of a board by propagation alone, found on whole boards first and finished cell by cell
- `agenda`        the chain of steps: easiest rule first, restarting from the easiest after each success
- `rounds`        the canonical chain: of the easiest rule that finds anything all the least findings together, again
                  and again
- `likeness`      which cells look alike, whichever way round the board lies: what an order goes by that is canonical
- `tellers`       of findings that tell of lines, each from one cell at them, as few as tell of all
- `judging`       full boards that a search comes to, judged: the first whole, later ones by what differs from it
- `search`        complete search: whatever the rules leave open is tried out, with the knowledge's trail in place of
                  copies
- `effort`        how much a finding asks of a person: a weight by its rule and by how much there is to see for it
- `solver`        what one asks of the logic where only the answer counts: a solution, or several
- `rating`        how a person gets through a board: the chain of its steps, and how hard these make it
"""
