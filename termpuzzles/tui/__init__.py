"""The app; the only floor that loads textual. In the order in which to read them:

- `context`      everything that the app and its screens depend on, in one value
- `base`         what a screen may ask of the app: to open and to close
- `app`          the app: one factory for the command line, for SSH and for tests
- `asking`       slow questions asked by a screen: answered in the background, cancelled when no longer wanted
- `slips`        wrong pins of the latest games, found in the background and kept as long as the screen
- `opening`      opens boards and screens, and asks if another window holds a puzzle
- `keys`         which keys do what, found in the bindings in force, so that remapped keys are shown correctly
- `keymaps`      the keys that a player wishes, and what is doubtful about them
- `colours`      how far apart colours are: for normal eyes, for colour-blind ones, and with few colours
- `own_colours`  the colours of our own themes, and those of the 16 that simple terminals use for them
- `added_themes` themes that a player adds, each a TOML file
- `theme`        how tones and grounds look in a dark theme, in a light one, and without colour
- `terminal/`    one player's terminal: its driver, its questions and answers, what is sent
- `widgets/`     the board, lists, lines of words
- `controller/`  the commands that a player can give on a board
- `screens/`     home, play, help, learn, new, statistics, options and others
"""
