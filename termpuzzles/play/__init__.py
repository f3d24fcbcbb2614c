"""One sitting and what lasts. In the order in which to read them:

- `session`        one sitting at a puzzle: its history, clock and hints taken, with no screen in it
- `history`        what was played, and what undo and redo bring back: the past is kept and played again, never
                   inverted
- `clock`          the time spent on a sitting: a stopwatch over whatever tells the time
- `near`           which cells are still open, and which of them a player will want to look at next
- `aids`           what the program does for a player who wishes it: pin what a turn has settled
- `soundness`      whether what a player has settled agrees with the solution, now and at each point of the past
- `questions`      slow questions as values: each can be answered in a thread, a process or on another machine
- `advice`         a hint as it is given in play, one key press after the other: where to look, which technique, why,
                   done
- `techniques`     the techniques of a game as its help explains them: each with a sentence and a small board where it
                   is needed
- `lessons`        lessons: tiny boards, each just before one deduction, with a sentence before it and one after
- `practice`       boards already played up to the point where a technique is needed next, for lessons and practice
- `review`         a finished game looked back on: the first wrong pin, and what could be seen at each long pause
- `journal`        a journal: the file that keeps one sitting, and outlives the program and whatever ends it
- `journal_text`   what the file of a journal says: its head, its events, and the tail that cannot be read. Every byte
                   is a gate here
- `summaries`      what a journal tells without being played: what a list shows of it, and what statistics count
- `summary_cache`  summaries of journals kept from one start to the next, so that a list of twenty thousand need not
                   read them all
- `library`        the folders in which journals outlive the program, and the list of what lies there
- `open_session`   a player's seat at a puzzle: the session together with the journal that keeps it
- `unkept`         a library in which nothing is kept: for lessons and practice, which are no games to go on with
- `continuing`     what a list shows of a board that was begun: how far it is, and a corner of it
- `levels`         the levels that come with the program: packs of boards, listed by an index without reading the
                   boards
- `grades`         how hard a board is, in the words that players read
- `finding`        finding a level by a few words or by its number, as one types
- `suggestions`    what to play next: the easiest unsolved level that needs one technique more than the hardest one
                   solved
- `daily`          the boards of the day: one a game and date, the same for everyone, made offline; streaks, and the
                   text to share
- `daily_recipe`   how the boards of the day are drawn, frozen for ever: nothing here may change, whatever becomes of
                   the generator
- `statistics`     what was played, counted from the journals themselves: a row a game, size and rating, and what
                   needs practice
- `settings`       settings: typed, checked once, each doubt told in a sentence; the player's own file is read and
                   never written
- `remembered`     what the program itself remembers (zooms, choices made in the app): in the data folder, merged key
                   by key
- `transfer`       all that was played, in one file: written here, merged there, and nothing lost
"""
