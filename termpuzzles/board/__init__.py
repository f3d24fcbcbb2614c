"""The board: cells, sides, masks and turning (`grid`), joined cells and bridges (`graph`), characters (`glyphs`)."""
