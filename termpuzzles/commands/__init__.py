"""What each command does: puzzles in, answers out, one after the other; no terminal and no argument parsing here.

In the order in which to read them:

- `result`       what a command answers for one puzzle, and the exit status that many answers come to
- `reading`      from what was asked for (files, folders, ids, standard input) to puzzles, one after the other
- `printing`     how answers are written: a puzzle in a format, a fact as JSON, a failure in the place of its puzzle
- `limit`        a limit of time for one puzzle, and what can be shown of the puzzle when it runs out
- `solve`        each puzzle solved, or proved to have no solution; with every deduction on the way if that is asked
                 for
- `lesson`       the chain of steps as a lesson, what is easy told together, with the board after what is not
- `lesson_page`  the lesson of `solve --explain` as one page of HTML that needs nothing else
- `check`        how many solutions each puzzle has, and how hard it is; two of them side by side where that is asked
                 for
- `hint`         the next step of each position, with its reason and the board marked; or all of them to the end
- `convert`      each puzzle in another format
- `generate`     new puzzles, each with exactly one solution unless any will do, and rated as asked
- `daily`        the boards of a day, the same for everyone who asks
- `stats`        what was solved, by game, size and rating, from the journals themselves
- `data`         everything that was played, written to one file or taken in from one
- `render`       pictures of boards, and pages to print
- `plain/`       the game played in lines of text

A command is a generator of `Answer`s, so that each stands as soon as it is known and an interrupt keeps what came.
"""
