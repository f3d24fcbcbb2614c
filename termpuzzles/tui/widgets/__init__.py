"""What screens are made of: the board, lists, lines of words. In the order in which to read them:

- `board`     the board: one scrollable view that draws the lines on the screen, and asks for what keys and clicks
              mean
- `geometry`  where each cell lies in the view of a board, copies of wrapped boards included, at each zoom
- `axis`      where the cells of a row or of a column lie in the view: one axis of a drawn board
- `strips`    looks made into strips: one line of the view of a board
- `hands`     what the mouse does on a board: turn and pin tiles, or draw lines
- `choices`   textual's list of options, with words in our tones and with values in place of ids
- `lines`     a few lines of words that change in place: the line above the board, the one below it, the panel beside
              it
- `words`     what is said above the board and below it
- `panel`     what stands in the panel beside it: figures, the hint that is being given, the keys that matter now
- `around`    which of these words there is room for, and where a hint stands
"""
