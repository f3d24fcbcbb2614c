"""The command line: arguments in, lines and an exit status out; the one place where errors are printed."""

import sys

from termpuzzles.cli.interrupts import STATUS, interrupts_end_at_once


def main(arguments: list[str] | None = None) -> int:
    """Run one command line (by default the program's own) and return its exit status; nothing is raised."""
    try:
        with interrupts_end_at_once():
            from termpuzzles.cli.run import run  # 20 ms, in which an interrupt may come

        return run(arguments)
    except KeyboardInterrupt:
        print("termpuzzles: interrupted", file=sys.stderr)
        return STATUS
