"""What each command does: puzzles in, answers out, one after the other; no terminal and no argument parsing here.

In the order in which to read them:

- `answers`      the answers of commands: results, how they are written, and what is shown when time runs out
- `reading`      from arguments (files, folders, ids, standard input) to puzzles, one after the other
- `solve`        each puzzle solved, or proved to have no solution; on request with every deduction on the way
- `explanation`  the lesson of `solve --explain`: the steps in words, as text or as a page of HTML
- `check`        how many solutions each puzzle has, and how hard it is; on request two solutions side by side
- `hint`         the next step in each position, with its reason and the board marked; or all of them to the end
- `convert`      each puzzle in another format
- `generate`     new puzzles, each with exactly one solution unless any will do, and rated as asked
- `daily`        the boards of a day, the same for everyone who asks
- `stats`        what was solved, by game, size and rating, from the journals themselves
- `data`         everything that was played, written to one file or read from one
- `render`       pictures of boards, and pages to print

A command is a generator of `Answer`s, so each is written as soon as it is known and an interrupt loses none.
"""
