"""Runs one kind of fuzzing by name and prints a line about it; stops at the first input that breaks anything."""

import argparse
import tempfile
from pathlib import Path

from tests.fuzz import driver, foreign, gate, journals, kills, limits, painter, settings
from tests.guests import added

KINDS = {
    "driver": driver.run,
    "foreign": foreign.run,
    "gate": gate.run,
    "journals": journals.run,
    "kills": kills.run,
    "limits": limits.run,
    "painter": painter.run,
    "settings": settings.run,
}
for each in added("fuzz"):
    KINDS |= each.KINDS


def main() -> None:
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.fuzz", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"{options.kind}: {KINDS[options.kind](Path(folder), options.count, options.seed)}")


if __name__ == "__main__":
    main()
