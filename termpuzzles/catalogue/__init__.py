"""What there is to play, and what was played. In the order in which to read them:

- `levels`        the levels that come with the program: packs of boards, listed by an index without reading the boards,
                  and found by a few words or by number
- `lessons`       lessons: tiny boards, each just before one deduction, with a sentence before it and one after
- `practice`      the techniques of a game, boards that need each, and practice chosen by the wrong pins it would have
                  avoided
- `suggestions`   what to play next: the easiest unsolved level that needs one technique more than the hardest one
                  solved, or just the next one; and a board in progress at a glance
- `day`           what a board says of its day, and the text in which its result is shared
- `daily`         the boards of the day: one a game and date, the same for everyone, made offline; and streaks
- `daily_recipe`  how the boards of the day are drawn, frozen for ever: nothing here may change, whatever becomes of the
                  generator
- `daily_recipe_2` how they are drawn from a later date on, frozen likewise: harder ones, of the same parts
- `new_board`     the player's choices for a new board, in words; presets
- `statistics`    what was played, counted from the journals themselves, what needs practice, and the times of boards
                  like one
- `ladder`        how strong a player is in each game, by all boards that were finished, and which level comes next
- `rush`          rushes: their kinds, their boards by a seed, and what came of them
- `pages`         the pages of the documentation, and where they speak of something
- `home`          what a player finds who comes home: what the journals show
"""
