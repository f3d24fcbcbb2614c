"""What there is to play, and what was played. In the order in which to read them:

- `levels`        the levels that come with the program: packs of boards, listed by an index without reading the boards
- `learning/`     lessons, practice, and the techniques
- `grades`        how hard a board is, in the words that players read
- `finding`       finding a level by a few words or by its number, as one types
- `suggestions`   what to play next: the easiest unsolved level that needs one technique more than the hardest one
                  solved, or just the next one
- `daily`         the boards of the day: one a game and date, the same for everyone, made offline; streaks, and the text
                  to share
- `daily_recipe`  how the boards of the day are drawn, frozen for ever: nothing here may change, whatever becomes of the
                  generator
- `wishes`        what a new board is to be like, each part by the word that a player chooses; presets
- `statistics`    what was played, counted from the journals themselves: a row a game, size and rating, and what needs
                  practice
- `continuing`    what a list shows of a board that was begun: how far it is, and a corner of it
"""
