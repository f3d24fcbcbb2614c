"""The command line: arguments in, lines and an exit status out; the one place where errors are printed."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command line (by default the program's own) and return its exit status; nothing is raised."""
    try:
        from termpuzzles.cli.run import run  # here, so that an interrupt while it loads is no traceback either

        return run(arguments)
    except KeyboardInterrupt:
        print("termpuzzles: interrupted", file=sys.stderr)
        return 130
