"""`python3 -m tests.bench.load [MEASURE...]`: prints each number with its limit; exits with 1 if any exceeds it."""

from __future__ import annotations

import asyncio
import sys
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


def main(names: list[str]) -> int:
    """Run the named measures, by default all of them."""
    over = 0
    for name in names or ALL:
        print(f"{name}: {ALL[name].__doc__}  ({next(load_of_machine())})", flush=True)
        for found in asyncio.run(asyncio.wait_for(ALL[name](), LONGEST)):
            print(found, flush=True)
            over += found.value > found.limit
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
