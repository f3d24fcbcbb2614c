"""Boards as checkerboards, where every line joins a black cell to a white one: balance, flow, parity.

In the order in which to read them:

- `flow`         two lines in every open cell: a 2-factor of the board; and how many black and white cells and exits a
                 region has, in words
- `parity`       counting black and white cells: which lines a loop through every open cell must and must not use
- `merging`      one loop made of many
- `degrees`      boards on which only the numbers of lines matter, as bitboards; lines taken greedily all over them
- `alternating`  solutions of such a board: one, two, or a proof that there is none, by alternating ways
"""
