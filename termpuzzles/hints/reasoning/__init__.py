"""From what the player knows to the simplest next step. In the order in which to read them:

- `position`       a position as its player knows it: what is certain for the reader, and which of what is found would
                   be news
- `agenda`         findings in rounds: the easiest rule that finds anything, again and again, until something wanted is
                   found
- `justification`  from findings put in one after the other back to what they rest on: which of them were needed, and
                   which cells
- `witnesses`      solutions as witnesses of what may be: where two of them differ nothing is certain
- `proof`          what is certain of a board before anything is shown on it: kept from one hint to the next
"""
