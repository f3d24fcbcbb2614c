"""What outlives the program. In the order in which to read them:

- `folder_store`  files that one window holds for itself, and files kept beside them
- `journal`       a journal: the file that keeps one session, and outlives the program and whatever ends it
- `journal_text`  the text of a journal: its head, its events, and a tail that cannot be read. Every byte of it is
                  checked here
- `summaries`     what a journal shows without being played, kept from one start to the next, so that a list of twenty
                  thousand need not read them all
- `library`       the folders in which journals outlive the program, and the list of what is there
- `unkept`        a library in which nothing is kept: for lessons and practice, which are not continued later
- `settings`      settings: typed, checked once, with a sentence for each doubt; and what the program itself remembers
- `transfer`      all that was played, in one file: written here, merged there, and nothing lost
"""
