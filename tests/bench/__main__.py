"""`python3 -m tests.bench [TABLE...]`: our times, each peer's, and the ratio, all in one run."""

from __future__ import annotations

import sys
from platform import python_version

from tests.bench.tables import TABLES


def main(names: list[str]) -> int:
    """Print the tables of these names, by default all."""
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        print(f"expected some of {', '.join(TABLES)}, found {', '.join(unknown)}", file=sys.stderr)
        return 2
    print(f"Python {python_version()}; the quickest of repeated runs; (2x) means twice our time")
    for name in names or TABLES:
        print(f"\n{name}: {TABLES[name].__doc__}")
        for line in TABLES[name]():
            print(line, flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
