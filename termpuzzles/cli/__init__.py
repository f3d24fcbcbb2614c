"""The command line: arguments in, lines and an exit status out; the one place where errors are printed.

In the order in which to read them:

- `run`         one command line, from its arguments to its exit status
- `interrupts`  an interrupt while the program starts: one line and its status, from wherever it is, never a traceback
- `arguments/`  what may be written on the command line; the manual page and the completions, which are made from it
- `collecting`  how rarely Python looks for garbage while the program starts
- `output`      where answers and words go: answers to stdout as UTF-8, whatever the terminal says; words to stderr
- `play`        from the command line into the app, where there is a terminal to draw on
- `generate`    from the command line to new puzzles, with their progress shown and whole files written
- `serve`       the SSH service, from the command line
- `remote`      what a visitor of the SSH service asks for without a screen: the same commands as at home, without any
                file
- `crash_log`   what happens to an error that is nobody's but ours: the traceback goes to a log, the player reads where
                it is
"""

import sys

from termpuzzles.cli.collecting import collecting_rarely
from termpuzzles.cli.interrupts import STATUS, interrupts_end_at_once


def main(arguments: list[str] | None = None) -> int:
    """Run one command line (by default the program's own) and return its exit status; nothing is raised."""
    try:
        with collecting_rarely():
            with interrupts_end_at_once():
                from termpuzzles.cli.run import run  # 20 ms, in which an interrupt may come

            return run(arguments)
    except KeyboardInterrupt:
        print("termpuzzles: interrupted", file=sys.stderr)
        return STATUS
