"""The widgets of the screens: the board, lists, lines of words. In the order in which to read them:

- `board`     the board: one scrollable view that draws the visible lines, and turns clicks into gestures
- `geometry`  where each cell lies in the view of a board at each zoom, including copies on wrapped boards
- `axis`      where the cells of a row or of a column lie in the view: one axis of a drawn board
- `strips`    turns looks into strips, one line of the view of a board each
- `hands`     what the mouse does on a board: turn and pin tiles, or draw lines
- `choices`   Textual's list of options, with words in our tones and with values in place of ids
- `lines`     a few lines of words that change in place: the line above the board, the one below it, the panel beside
              it
- `words`     the words above and below the board
- `panel`     the contents of the panel beside it: figures, the current hint, the keys that matter now
- `around`    which of these words have room, and where a hint is shown
"""
