"""A search that learns, which answers all that is not a person's deduction. In the order in which to read them:

- `tables`         what a cell says about its lines, as tables over its state
- `line_order`     which line the search chooses next
- `search`         the search: literals, clauses, contradictions and what they teach, assumptions and their cores
- `wholes`         what must hold of the whole board: one loop, one tree
- `board_search`   what is left open of a board, as a search that is kept from question to question
- `cores`          the fewest rules that cannot all hold
- `conflicts`      marks that no solution has together, and none of them too many
"""
