"""What outlives the program. In the order in which to read them:

- `locked_file`    files that one window holds for itself, and what lies beside them
- `journal`        a journal: the file that keeps one sitting, and outlives the program and whatever ends it
- `journal_text`   what the file of a journal says: its head, its events, and the tail that cannot be read. Every byte
                   is a gate here
- `summaries`      what a journal tells without being played: what a list shows of it, and what statistics count
- `summary_cache`  summaries of journals kept from one start to the next, so that a list of twenty thousand need not
                   read them all
- `library`        the folders in which journals outlive the program, and the list of what lies there
- `unkept`         a library in which nothing is kept: for lessons and practice, which are no games to go on with
- `settings`       settings: typed, checked once, each doubt told in a sentence; the player's own file is read and never
                   written
- `remembered`     what the program itself remembers (zooms, choices made in the app): in the data folder, merged key by
                   key
- `transfer`       all that was played, in one file: written here, merged there, and nothing lost
"""
