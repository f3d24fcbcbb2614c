"""The app; the only floor that loads textual. In the order in which to read them:

- `context`      what the app and its screens depend on, given to them in one value and asked of nothing else
- `base`         what a screen may ask of the app: to open and to close
- `app`          the app: one factory for the command line, for SSH and for tests
- `asking`       slow questions asked by a screen: answered beside the keys, cancelled when nobody wants to know any
                 more
- `slips`        wrong pins of the latest games, found beside the keys and kept for as long as a screen lives
- `opening`      opening boards and screens: what a row or a key leads to, and the question where another window holds
                 a puzzle
- `keys`         which keys do what: asked of the bindings as they are in force, so that remapped keys are shown so
- `keymaps`      the keys that a player wishes, and what is doubtful about them
- `colours`      how far apart colours are: for normal eyes, for colour-blind ones, and with few colours
- `own_colours`  the colours of our own themes, and the 16 that simple terminals have for them
- `added_themes` themes that a player adds: a file of TOML each
- `theme`        colours: what a tone and a ground look like, in the dark, in the light, and without any colour
- `terminal/`    what a terminal is: its driver, its questions and answers, what is sent
- `widgets/`     the board, lists, lines of words
- `controller/`  what a player can ask of a board, command by command
- `screens/`     home, play, help, learn, new, statistics, options and others
"""
