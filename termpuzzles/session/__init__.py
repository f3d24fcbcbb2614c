"""One session at a puzzle, for any front end. In the order in which to read them:

- `session`           one session at a puzzle: its attempt, its clock, and the journal that keeps its events
- `attempt`           one attempt at a board, and the events that change it, whether played or read from a journal
- `ghost`             a ghost beside a game: made from a journal, and who is ahead
- `history`           the moves played, for undo and redo: the past is kept and played again, never inverted
- `open_cells`        which cells are still open, and which of them a player will want to look at next
- `assistance`        what the program does for players who wish it: pin settled tiles, and say whether all is still
                      right
- `questions`         slow questions as values: each can be answered in a thread, a process or on another machine
- `staged_hint`       a hint as it is given in play, one key press after the other: where to look, which technique, why,
                      done
- `supposition`       a position with what a hint supposes drawn on it, only to be looked at
"""
