"""Print each number with its limit: `.venv/bin/python -m tests.bench.load [MEASURE...]`; 1 if any is past it."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable

from tests.bench.load import attacks
from tests.bench.load.measures import MEASURES, Found, Measure, load_of_machine
from tests.bench.load.shared import MEASURES as SHARED

LONGEST = 1_800.0  # seconds that a measure may take


def _as_found(measure: Callable[[], Awaitable[list[attacks.Row]]]) -> Measure:
    async def found() -> list[Found]:
        return [Found(*row) for row in await measure()]

    found.__doc__ = measure.__doc__
    return found


ALL = MEASURES | SHARED | {name: _as_found(measure) for name, measure in attacks.MEASURES.items()}


def main(words: list[str]) -> int:
    """Run the named measures, by default all of them."""
    parser = ArgumentParser(prog=".venv/bin/python -m tests.bench.load", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="MEASURE", help=f"of {', '.join(ALL)}; by default all")
    names = parser.parse_args(words).names
    if unknown := [name for name in names if name not in ALL]:
        parser.error(f"expected some of {', '.join(ALL)}, found {', '.join(unknown)}")
    over = 0
    for name in names or ALL:
        print(f"{name}: {ALL[name].__doc__}  ({next(load_of_machine())})", flush=True)
        for found in asyncio.run(asyncio.wait_for(ALL[name](), LONGEST)):
            print(found, flush=True)
            over += found.value > found.limit
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
