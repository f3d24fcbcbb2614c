"""The command line: arguments in, lines and an exit status out; the one place where errors are printed.

In the order in which to read them:

- `run`     one command line, from its arguments to its exit status; the standard streams, and the log of our errors
- `parser`  the parser of the command line; also the source of the manual page and of the completions
- `first_word`  what is meant by a first word that is no exact name
"""

import sys

from termpuzzles.commands.startup import (
    STATUS,
    collecting_rarely,
    interrupts_are_silent,
    interrupts_end_at_once,
    leave_garbage,
)


def main(arguments: list[str] | None = None) -> int:
    """Run one command line (by default the program's own) and return its exit status; nothing is raised."""
    try:
        with collecting_rarely():
            with interrupts_end_at_once():
                from termpuzzles.cli.run import run  # 20 ms, in which an interrupt may come

            return run(arguments)
    except KeyboardInterrupt:
        if arguments is None:
            interrupts_are_silent()
        print("termpuzzles: interrupted", file=sys.stderr)
        return STATUS
    finally:
        if arguments is None:  # else the caller goes on, and its garbage with it
            interrupts_are_silent()
            leave_garbage()
