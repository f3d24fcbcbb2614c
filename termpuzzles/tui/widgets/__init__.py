"""The widgets of the screens: the board, lists, lines of words. In the order in which to read them:

- `board`     the board: one scrollable view that draws the visible lines, and turns clicks into gestures
- `geometry`  where each cell lies in the view of a board at each zoom, axis by axis, including copies on wrapped boards
- `strips`    turns looks into strips, one line of the view of a board each
- `light`     light that runs along the lines of a board
- `thumbnail` a board as a small picture, in pipes or in lines
- `mouse`     what the mouse does on a board: turn and pin tiles, or draw lines
- `choices`   Textual's list of options, with words in our tones and with values in place of ids
- `cards`     boards as cards, row by row, to choose from
- `solved_card` the card of a solved board: its picture, how it went, and what comes next
- `lines`     a few lines of words that change in place, keys in a line, and strips drawn by hand for the room there is
- `table`     columns that rows of a list or lines have in common, and cells for them
- `plots`     numbers as pictures: big figures, bars, the latest times, a histogram
- `days`      a month whose days fill, a small square for each board; and a year of days, each as bright as it was busy
- `captions`  the words above and below the board
- `layout`    what has room around a board: these words, the panel beside it with figures, hint and keys, and the zoom
- `frame`     fits a board into its screen, and shows these words, the panel or the card as its controller is now
"""
