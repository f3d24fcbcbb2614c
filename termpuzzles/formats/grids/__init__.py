"""Formats that show a board row by row, below a header. In the order in which to read them:

- `header`       the `# key: value` lines above a picture or number grid
- `text_grid`    shared by pictures and number grids: a header, then rows
- `picture`      `picture`: box-drawing pictures
- `number_grid`  `numbers`: number grids
"""
