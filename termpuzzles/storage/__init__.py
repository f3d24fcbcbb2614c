"""What outlives the program. In the order in which to read them:

- `store`         the questions to ask of any store of journals; and a store in memory, for lessons, which are not
                  continued later
- `held_file`     files that a window holds for itself: locked where there are locks, written whole or not at all
- `folder_store`  a store in a folder: a held file for each journal, and files kept beside them
- `journal`       a journal: what keeps one session, in any store; how it is mended, and taken over
- `journal_text`  the text of a journal: its head, its events, and a tail that cannot be read. Every byte of it is
                  checked here
- `summaries`     what a journal shows without being played, kept from one start to the next, so that a list of twenty
                  thousand need not read them all
- `library`       what one player has played: journals, the list of them, and settings
- `settings`      settings: typed, checked once, with a warning for what cannot be used; and choices made in the app
- `courses`       the different games that two machines have kept of one board: merged, and put in order
- `transfer`      all that was played, in one file: written here, merged there, and nothing lost
"""
