"""The app; the only floor that loads textual. In the order in which to read them:

- `context`      everything that the app and its screens depend on, in one value
- `screen`       the base of our screens; what the app may ask of them, and they of the app
- `framed`       the grid on which most of them stand, the list that most of them hold, and the base of dialogs
- `app`          the app: one factory for the command line, for SSH and for tests; opens boards and screens
- `page`         the app on a page of a browser, where there are no threads
- `plain_page`   plain mode on a page of its own, which the app's start does not load
- `opening`      the question whether to take over what another window has, and the wait for a store
- `background`   slow questions asked by a screen: answered in the background, cancelled when no longer wanted
- `keys`         which keys do what, found in the bindings in force, so that remapped keys are shown correctly
- `warnings`     what cannot be used of the settings, themes and keys that a player wishes
- `colours`      the colours of our own themes, and how far apart colours are: for normal eyes, for colour-blind ones,
                 and with few colours
- `dyes`         the colours of pipes: each tone of a tile's picture in a theme, faded or not, with 256 colours or more
- `theme`        how tones and grounds look in a dark theme, in a light one, and without colour; themes that a player
                 adds
- `adapter/`     Textual on a terminal of ours: driver, and what relies on Textual's internals
- `widgets/`     the board, lists, lines of words
- `screens/`     home, play, help, learn, new, statistics, options and others
"""
