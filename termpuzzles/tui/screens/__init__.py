"""The screens. In the order in which to read them:

- `home/`       the first screen: what to go on with, the boards of the day, lessons, a new board, and all levels
- `play/`       the board, and what opens over it: overview, review, questions
- `help`        the help screen: the rules of the game, how a board is read, every key, and the techniques
- `learn`       lessons: the list of them, and the board on which one is given, with its sentences above
- `practise`    one technique at a time, and boards that were finished with help, to play again
- `new`         a new board: choices for it, made in the background, and kept as "again"
- `daily`       the boards of the day, and a calendar of the days before
- `watch`       another player's game, to look at but not to play
- `statistics`  statistics: what was solved, how fast, which ideas were met, and what needs practice
- `palette`     the command palette: everything that can be done on the screen below it
- `themes`      choosing a theme, with a preview of each on a board that shows every state
- `options`     the options: everything in `settings.toml`, and the keys
"""
