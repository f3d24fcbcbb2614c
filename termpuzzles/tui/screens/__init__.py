"""The screens. In the order in which to read them:

- `welcome`     the first start: the game is learnt on a tiny board
- `home`        today's boards, what to go on with, lessons, a new board, the levels, and what to play next
- `home_rows`   its rows: their words, and what each opens
- `home_pictures` what stands beside its rows
- `levels`      all levels: the games with their packs, and a pack with its boards as small pictures
- `play`        the screen on which a puzzle is played: it passes keys and clicks to its controller, and shows the
                results and the clock
- `play_commands` the commands of play that only a screen has: zoom, overview, options, help
- `overview`    the overview of a large board: all of it at once, with the part in view marked; arrows move that, Enter
                goes there
- `review`      a look back on a game: wrong pins, long pauses, and the board as it stood at any of these points
- `dialogs`     small questions over a screen: a line of text, one of several names, taking over, saving
- `palette`     the command palette: what can be done, by its name or by what players call it
- `help`        the help screen: the rules of the game, how a board is read, every key, and the techniques
- `ten_keys`    the ten keys of turning and of drawing games, in pictures
- `state_tiles` how a board in pipes is read: each state as a tile beside its name
- `reading`     a page of the documentation
- `found`       what the palette finds beside commands: settings with their values, pages; and the words for all of them
- `lesson`      a lesson: a tiny board, and the words beside it
- `learn`       the list of lessons
- `practise`    practice: each technique with its board, what needs it, and boards to play again
- `new`         a new board: choices for it, made in the background, and kept as "again"
- `daily`       the boards of the day, and a calendar of the days before
- `days_played` what was done of the boards of the days, as words
- `rush`        a rush: which one, its boards with its clock above them, and what came of it
- `statistics`  statistics: what was solved, how fast, which ideas were met, and what needs practice
- `figures`     what statistics are made of: what the journals tell, and its tables and charts in words
- `options`     the options: everything in `settings.toml`, and the keys
- `value_pictures` a picture for each value of an option
- `themes`      the themes with a preview of each
"""
