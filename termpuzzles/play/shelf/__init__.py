"""What there is to play, and what was played. In the order in which to read them:

- `levels`        the levels that come with the program: packs of boards, listed by an index without reading the boards
- `learning/`     lessons, practice, and the techniques
- `finding`       finds levels by a few words or by number, while one types
- `suggestions`   what to play next: the easiest unsolved level that needs one technique more than the hardest one
                  solved, or just the next one
- `daily`         the boards of the day: one a game and date, the same for everyone, made offline; streaks, and the text
                  to share
- `daily_recipe`  how the boards of the day are drawn, frozen for ever: nothing here may change, whatever becomes of the
                  generator
- `wishes`        the player's choices for a new board, in words; presets
- `statistics`    what was played, counted from the journals themselves: one row for each game, size and rating, and
                  what needs practice
- `times`         the times of boards like the one that is played
- `continuing`    what a list shows of a board in progress: how far it has come, and a corner of it
"""
