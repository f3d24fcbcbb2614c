"""The questions one asks of a board. In the order in which to read them:

- `solver`           where only the answer counts: a solution, several, or what is certain by propagation alone
- `effort`           what a finding asks of a person
- `canonical_chain`  in each round all the lightest findings of the easiest rule that finds anything, whichever way
                     round the board lies
- `rating`           how a person gets through a board, and how hard the canonical chain makes it
- `grades`           how hard a board is in five grades, as players read it: by its effort
- `contradiction`    why a board has no solution: a small group of tiles that already contradict each other
"""
