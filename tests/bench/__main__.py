"""`.venv/bin/python -m tests.bench [TABLE...]`: our times, each peer's, and the ratio, all in one run."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from functools import partial
from platform import python_version

from tests.bench.cliffs import cliffs, load
from tests.bench.hints import hints
from tests.bench.likeness import early_and_again, likeness, written
from tests.bench.load.attacker import FROM_ADDRESSES
from tests.bench.load.fairness import main as attacks
from tests.bench.peers.report import report
from tests.bench.revisions.against import against
from tests.bench.tables import TABLES


def main(arguments: list[str]) -> int:
    """Print the named tables, by default all of them, or compare this checkout with another revision."""
    parser = ArgumentParser(prog=".venv/bin/python -m tests.bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"a table ({', '.join(TABLES)}), a word of a task, load, or attacks"
    )
    parser.add_argument("--against", metavar="REVISION", help="compare this checkout with that revision of it")
    parser.add_argument("--report", action="store_true", help="the table of the README: ratios to the peers")
    parser.add_argument(
        "--quick", action="store_true", help="in the table cliffs: one board of each kind; shorter attacks"
    )
    parser.add_argument(
        "--only", metavar="WORDS", default="", help="in the table hints: the kinds named so; in likeness: asked"
    )
    parser.add_argument("--boards", type=int, default=40, help="in the table likeness: of each kind")
    parser.add_argument(
        "--write", action="store_true", help="in the table likeness: its part on Masyu alone, into docs/benchmarks.md"
    )
    options = parser.parse_intermixed_args(arguments)
    if options.against or options.report:
        for line in report() if options.report else against(options.against, options.names):
            print(line, flush=True)
        return 0
    if options.names[:1] == ["load"]:
        from tests.bench.load.__main__ import main as measure_load

        return measure_load(options.names[1:])
    if options.names[:1] == ["attacks"]:
        if unknown := [name for name in options.names[1:] if name not in FROM_ADDRESSES]:
            parser.error(f"expected some of {', '.join(FROM_ADDRESSES)}, found {', '.join(unknown)}")
        return attacks(options.names[1:], options.quick)
    if unknown := [name for name in options.names if name not in TABLES]:
        parser.error(f"expected some of {', '.join(TABLES)}, found {', '.join(unknown)}")
    print(
        f"Python {python_version()}; {load()}; CPU time: medians over boards (quartiles); "
        "(2x) means twice our time, and `!` that a peer takes less"
    )
    tables = TABLES | {
        "cliffs": partial(cliffs, options.quick),
        "hints": partial(hints, options.only),
        "likeness": partial(
            written if options.write else early_and_again if options.only == "asked" else likeness, options.boards
        ),
    }
    for name in options.names or TABLES:
        print(f"\n{name}: {TABLES[name].__doc__}")
        for line in tables[name]():
            print(line, flush=True)
    print(f"\n{load()} at the end")
    return 0


sys.exit(main(sys.argv[1:]))
