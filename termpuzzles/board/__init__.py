"""The board: cells and lines, with no game in it. In the order in which to read them:

- `surface`      how a board's borders are glued together
- `grid`         cells, their four sides, which cell lies beyond which side, and the characters of the masks
- `byteboard`    a whole board as a byte a cell: walks and shifts, dangling lines, the cells that are marked
- `graph`        connectivity of any graph: disjoint sets, bridges, and cuts of one or two lines
- `directed`     directed graphs: strong components, dominators, and the arcs without which they fall apart
- `rooted_tree`  a tree that joins all cells, and knows for each of them the way to one root
- `survey`       what drawn lines show: which are joined, loose or on a loop, and which groups are closed
- `resurvey`     a survey after a few cells have changed, by difference: a turn on a huge board costs what it touches
"""
