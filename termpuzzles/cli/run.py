"""One command line, from its arguments to its exit status."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from termpuzzles.cli.output import close_quietly, refuse, say, show
from termpuzzles.cli.parser import make_parser
from termpuzzles.commands.outcome import INTERRUPTED, YES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def run(arguments: list[str] | None = None) -> int:
    """Run one command line (by default the program's own) and return its exit status; nothing is raised."""
    try:
        status = _serve(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        close_quietly()
        return YES  # whoever read our answers had enough of them
    except Exception as bug:  # no traceback may reach a player, whatever it is
        from termpuzzles.cli.bugs import report

        return report(bug)
    return status


def _serve(arguments: list[str] | None) -> int:
    try:
        options = make_parser().parse_args(arguments)
    except SystemExit as end:  # the parser has printed the help, or what is wrong
        sys.stdout.flush()
        return int(end.code or 0)
    if options.version:
        return _version()
    return SERVED[options.command or "play"](options)


def _version() -> int:
    from importlib.metadata import version  # 30 ms, needed for this alone

    print(f"termpuzzles {version('termpuzzles')}")
    return YES
