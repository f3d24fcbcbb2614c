"""The board on the screen, and what opens over it. In the order in which to read them:

- `screen`       the screen on which a puzzle is played: it passes keys and clicks to its controller, and shows the
                 results
- `ticking`      the clock on the screen: checked whenever it shows another second, and drawn alone
- `saving`       takes the board elsewhere: copies its id, or saves it as a picture or as text
- `overview`     the overview of a large board: all of it at once, with the part in view marked; arrows move that, Enter
                 goes there
- `review`       a look back on a game: wrong pins, long pauses, and the board as it stood at any of these points
- `dialogs`      small questions over a screen: a line of text, or one of several names
- `taking_over`  asks whether to take over a puzzle that another window holds
"""
