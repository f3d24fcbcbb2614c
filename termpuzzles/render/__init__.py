"""What is drawn in each cell, in which glyphs, and whole boards as text and pictures.

In the order in which to read them:

- `picture`       what to draw in each cell of a position, as values: no screen, no colour, and no game by name
- `ink`           the means of drawing a cell: pieces of text, and the tone, weight, ground and attributes that each
                  state gives them
- `glyph_sets`    which character shows which strokes: four weights, one for each side of a cell, in two glyph sets
- `zooms`         the zooms: how many characters a cell takes, and where in them its middle lies
- `drawing`       looks drawn as characters at five zooms: the one door to all that draws a cell
- `block`         a cell drawn in several rows: at the medium, the large and the largest zoom
- `text_diagram`  a position as plain text, with numbered columns and rows and marked cells, to read without a screen
- `svg`           a board as a picture in SVG: small, crisp, black on white and readable without colour
- `paper`         boards on paper: pages with the solutions at the end
"""
