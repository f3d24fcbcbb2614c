"""The screens of the Wall Game. In the order in which to read them:

- `menu`        the menu of the Wall Game
- `board`       the board of the Wall Game: a cursor on cells and on the sides between them, and the staged turn
- `drawing`     the pixels of a board in colours, as strips
- `small_boards` boards only to look at: one as large as it fits, or one for each value of a setting
- `cursor`      where the cursor goes
- `words`       the words beside a board
- `match`       a game in play: against the engine, or two at this keyboard
- `analysis`    a game of the Wall Game looked through: the engine's best turns, and other turns tried
- `puzzles`     the puzzles of the Wall Game, and the engine's answers
- `results`     results against the program and against other players, with ratings
- `lobby`       other players of a service: challenges, matches that go on, and what one has come to
- `help`        the rules, and the keys of the screen below
- `seat`        a match with another player: waited for, played, or watched
"""
