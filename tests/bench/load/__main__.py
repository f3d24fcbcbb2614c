"""`python3 -m tests.bench.load [MEASURE...]`: prints each number with its limit; exits with 1 if any exceeds it."""

from __future__ import annotations

import asyncio
import sys

from tests.bench.load.measures import MEASURES, load_of_machine

LONGEST = 600.0  # seconds that a measure may take


def main(names: list[str]) -> int:
    """Run the named measures, by default all of them."""
    over = 0
    for name in names or MEASURES:
        print(f"{name}: {MEASURES[name].__doc__}  ({next(load_of_machine())})", flush=True)
        for found in asyncio.run(asyncio.wait_for(MEASURES[name](), LONGEST)):
            print(found, flush=True)
            over += found.value > found.limit
    return 1 if over else 0


sys.exit(main(sys.argv[1:]))
