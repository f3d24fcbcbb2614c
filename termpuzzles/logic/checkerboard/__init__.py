"""Black and white cells, of which every line joins one to the other: balance, flow, parity.

In the order in which to read them:

- `flow`         two lines in every open cell: a 2-factor of the board, and what all of them share
- `balance`      a region of cells, its black and white ones counted and its exits named, in words
- `parity`       counting black and white cells: which lines a loop through every open cell must and must not use
- `merging`      one loop made of many
- `degrees`      boards where only numbers of lines are asked for, as bitboards
- `taking`       lines taken greedily on a whole board at once
- `forests`      alternating ways from all nodes that lack a line at once
- `seeking`      alternating ways one by one, for the few that are far from each other
- `whole_board`  solutions of such a board: one, two, or a proof that there is none
"""
