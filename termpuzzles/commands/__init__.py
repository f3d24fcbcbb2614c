"""What each command does: puzzles in, answers out, one after the other; no terminal and no argument parsing here.

In the order in which to read them:

- `answers/`  what a command answers: results, how they are written, and what is told when time runs out
- `reading`   from what was asked for (files, folders, ids, standard input) to puzzles, one after the other
- `solve`     each puzzle solved, or proved to have no solution; with every deduction on the way if that is asked
              for
- `lesson/`   the lesson of `solve --explain`: the steps told for a reader, as text or as a page of HTML
- `check`     how many solutions each puzzle has, and how hard it is; two of them side by side where that is asked
              for
- `hint`      the next step of each position, with its reason and the board marked; or all of them to the end
- `convert`   each puzzle in another format
- `generate`  new puzzles, each with exactly one solution unless any will do, and rated as asked
- `daily`     the boards of a day, the same for everyone who asks
- `stats`     what was solved, by game, size and rating, from the journals themselves
- `data`      everything that was played, written to one file or taken in from one
- `render`    pictures of boards, and pages to print
- `plain/`    the game played in lines of text

A command is a generator of `Answer`s, so that each stands as soon as it is known and an interrupt keeps what came.
"""
