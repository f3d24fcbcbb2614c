"""From what the player knows to the simplest next step. In the order in which to read them:

- `position`       a position as its player knows it: what the player can be certain of, and what would be news
- `agenda`         findings in rounds: the easiest rule that finds anything, again and again, until something wanted is
                   found
- `justification`  traces a finding back to what it rests on: the earlier findings and the cells that it needs
- `witnesses`      solutions as witnesses of what is possible: where two of them differ nothing is certain
- `proof`          what is certain about a board before anything is shown on it: kept from one hint to the next
"""
