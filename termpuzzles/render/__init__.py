"""What is drawn in each cell, in which glyphs, and whole boards as text and pictures.

In the order in which to read them:

- `picture`       what to draw in each cell of a position, as values: no screen, no colour, and no game by name
- `ink`           the means of drawing a cell at each zoom: pieces of text, and the tone, weight, ground and attributes
                  of each state
- `glyph_sets`    which character shows which strokes: four weights, one for each side of a cell, in two glyph sets
- `drawing`       looks drawn as characters at five zooms: the one door to all that draws a cell
- `pixels`        a tile as square pixels: pipes, plates, blocks and ribbons, in every state at four sizes
- `thumbnail`     a whole board as a small picture, two pixels a tile
- `text_diagram`  a position as plain text, with numbered columns and rows and marked cells, to read without a screen
- `svg`           a board as a picture in SVG: small, crisp, black on white, or in pipes as the app shows it; and boards
                  on paper, with the solutions at the end
"""
