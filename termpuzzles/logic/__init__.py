"""The logic: deduces what follows from a `Problem`, and explains it; it knows cells and lines but no game.

In the order in which to read them:

- `problem`        what the logic is asked: a grid, the masks each cell may take, what holds of the whole, and a judge;
                   and tables over domains
- `task`           tasks, which can be stopped anywhere: generators that yield often; the loop that runs one to its end;
                   and what an asker may spend
- `bitboards/`     whole boards at once
- `explain/`       steps, reasons and their words
- `checkerboard/`  balance, flow and parity types 1 and 2
- `engine/`        knowledge and its propagators, and the chain of steps
- `learning/`      a search that learns, for all that is not a person's deduction
- `rules/`         the named deductions, each in a file; and their names, reasons and examples as players read them
- `counting/`      solutions where only lines are asked for
- `answers/`       the questions one asks: solutions, ratings, grades, and why there is no solution
"""
