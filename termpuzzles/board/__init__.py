"""The board: cells and lines, with no game in it. In the order in which to read them:

- `grid`        cells, their four sides, and which cell lies beyond which side
- `glyphs`      the characters of the masks: read in any weight, written in the weight asked for
- `bitboard`    a whole board in one integer: the mask of each cell in a byte of its own, the first cell's lowest
- `dangling`    lines that dangle, taken away all over the board at once
- `graph`       connectivity of any graph: disjoint sets, bridges, two-line cuts and strong components
- `rooted`      a tree that knows for each cell the way to one root, so that a line is moved without walking half of it
- `dominators`  arcs of a directed graph without which it falls apart, in nearly linear time, by dominators
- `cells`       the cells for which something holds, from a byte a cell
- `survey`      what drawn lines show: which are joined, loose or on a loop, and which groups are closed
- `resurvey`    a survey after a few cells have changed, by difference: a turn on a huge board costs what it touches
- `closed`      groups without a loose end, without a survey: most boards have few
"""
