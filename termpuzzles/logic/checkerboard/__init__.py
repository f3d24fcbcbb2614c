"""Boards as checkerboards, where every line joins a black cell to a white one: balance, flow, parity.

In the order in which to read them:

- `flow`         two lines in every open cell: a 2-factor of the board
- `balance`      a region of cells: how many are black and white, its exits, and what these numbers say, in words
- `parity`       counting black and white cells: which lines a loop through every open cell must and must not use
- `merging`      one loop made of many
- `degrees`      boards on which only the numbers of lines matter, as bitboards
- `taking`       takes lines greedily on a whole board at once
- `forests`      alternating ways from all nodes that lack a line at once
- `seeking`      alternating ways one by one, for the few that are far from each other
- `whole_board`  solutions of such a board: one, two, or a proof that there is none
"""
