"""The command line: arguments in, lines and an exit status out; the one place where errors are printed.

In the order in which to read them:

- `run`         one command line, from its arguments to its exit status
- `startup`     makes the program start and end sooner; an interrupt while it starts is one line and its status
- `arguments/`  the arguments of the command line; the manual page and the completions, which are made from them
- `output`      the streams: answers go to stdout as UTF-8, whatever the terminal uses, words to stderr; and the log of
                an error that is our fault
- `play`        `play`: opens the app, if there is a terminal to draw on
- `generate`    `generate`: makes new puzzles, shows progress and writes whole files
- `serve`       `serve`: runs the SSH service
- `remote`      commands of visitors of the SSH service without a screen: the same commands, but without files
"""

import sys

from termpuzzles.cli.startup import STATUS, collecting_rarely, interrupts_end_at_once, leave_garbage


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
    finally:
        if arguments is None:  # else the caller goes on, and its garbage with it
            leave_garbage()
