"""One session and what outlives it. In the order in which to read them:

- `session`       one session at a puzzle: its history, clock and hints taken, with no screen in it
- `history`       the moves played, for undo and redo: the past is kept and played again, never inverted
- `clock`         the time spent on a session: a stopwatch over any source of time
- `near`          which cells are still open, and which of them a player will want to look at next
- `aids`          what the program does for players who wish it: pin tiles that a turn has settled
- `soundness`     whether what a player has settled agrees with the solution, now and at each point of the past
- `questions`     slow questions as values: each can be answered in a thread, a process or on another machine
- `advice`        a hint as it is given in play, one key press after the other: where to look, which technique, why,
                  done
- `review`        a look back on a finished game: the first wrong pin, and what could be seen at each long pause
- `open_session`  a session together with the journal that keeps it
- `shelf/`        what there is to play, and what was played: levels, lessons, boards of the day, statistics
"""
