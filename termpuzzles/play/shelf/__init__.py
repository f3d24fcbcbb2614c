"""What there is to play, and what was played. In the order in which to read them:

- `levels`        the levels that come with the program: packs of boards, listed by an index without reading the boards
- `lessons`       lessons: tiny boards, each just before one deduction, with a sentence before it and one after
- `practice`      boards already played up to the point where a technique is needed next, for lessons and practice
- `techniques`    the techniques of a game as its help explains them: each with a sentence and a small board where it is
                  needed
- `grades`        how hard a board is, in the words that players read
- `finding`       finding a level by a few words or by its number, as one types
- `suggestions`   what to play next: the easiest unsolved level that needs one technique more than the hardest one
                  solved, or just the next one
- `daily`         the boards of the day: one a game and date, the same for everyone, made offline; streaks, and the text
                  to share
- `daily_recipe`  how the boards of the day are drawn, frozen for ever: nothing here may change, whatever becomes of the
                  generator
- `statistics`    what was played, counted from the journals themselves: a row a game, size and rating, and what needs
                  practice
- `continuing`    what a list shows of a board that was begun: how far it is, and a corner of it
"""
