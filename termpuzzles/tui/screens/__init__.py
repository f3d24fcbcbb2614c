"""The screens. In the order in which to read them:

- `home/`       the first screen: what to go on with, the boards of the day, lessons, a new board, and all levels
- `play/`       the board, and what opens over it: overview, review, questions
- `help`        the help screen: the rules of the game, how a board is read, every key, and the techniques
- `learn`       lessons: the list of them, and the board on which one is given, with its sentences above
- `practise`    one technique at a time, and boards that were finished with help, to be played again
- `new`         a new board: what it is to be like, made beside the keys, and kept as "again"
- `daily`       the boards of the day, and a calendar of the days before
- `watch`       another player's game, which is looked at and not played
- `statistics`  statistics: what was solved, how fast, which ideas were met, and what needs practice
- `palette`     the command palette: whatever can be done on the screen below it
- `themes`      choosing a theme: each is seen at once, on a board that shows every state
- `options`     the options screen: what the program does for the player, and what it shows, each switched on or off
"""
