"""One session at a puzzle, for any front end. In the order in which to read them:

- `session`           one session at a puzzle: its history, clock and hints taken, with no screen in it
- `ghost`             a ghost beside a game: made from a journal, and who is ahead
- `history`           the moves played, for undo and redo: the past is kept and played again, never inverted
- `open_cells`        which cells are still open, and which of them a player will want to look at next
- `assistance`        what the program does for players who wish it: pin settled tiles, and say whether all is still
                      right
- `questions`         slow questions as values: each can be answered in a thread, a process or on another machine
- `staged_hint`       a hint as it is given in play, one key press after the other: where to look, which technique, why,
                      done
- `recorded_session`  a session together with the journal that keeps it
- `duel`              a game for two in play: the staged turn, the clocks, the journal; the engine's turn as a question
- `referee`           a game between two players of a service: who judges it, and how one who plays or watches sees it
- `ratings`           the ledger of a player's matches on a service, and Elo ratings by variant and clock
- `wall_analysis`     a game of the Wall Game looked through: a place in a record, and turns that lead away from it
"""
