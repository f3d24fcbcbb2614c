"""`.venv/bin/python -m tests.mutants --count 400 --seed 1`: how many small faults the tests notice."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.mutants.run import fate_of, fates, sample

COVERING = Path(tempfile.gettempdir(), "termpuzzles-covering")
EQUIVALENT = Path(__file__).with_name("equivalent.txt")


def main() -> None:
    """Sample, run, report."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=400, help="how many mutants (400)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed samples the same mutants of a line")
    parser.add_argument("--slice", default=":", metavar="FROM:TO", help="only these of the sample, from 0 (all)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--below", default="termpuzzles", help="the folder or module in which they are put")
    parser.add_argument(
        "--covering",
        type=Path,
        default=COVERING,
        metavar="FOLDER",
        help="which tests run what; made if it is not there",
    )
    parser.add_argument(
        "--also", action="append", default=[], metavar="FILE", help="try this file of tests first; may be given again"
    )
    parser.add_argument("--again", type=Path, metavar="FILE", help="only those that survive according to this output")
    parser.add_argument("--verbose", action="store_true", help="say of each mutant what noticed it")
    options = parser.parse_args()
    known = {line for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line and line[0] not in "# "}
    killed = equivalent = 0
    survivors = []
    first, _, end = options.slice.partition(":")
    chosen = sample(options.count, options.seed, options.below)[int(first or 0) : int(end or options.count)]
    if options.again:
        before = options.again.read_text(encoding="utf-8")
        chosen = [(path, mutant) for path, mutant in chosen if f"survives: {fate_of(path, mutant)}" in before]
    found = fates(chosen, options.jobs, options.covering, options.also)
    for number, fate in enumerate(found, 1):
        killed += bool(fate.noticed)
        if not fate.noticed and fate.key in known:
            equivalent += 1
        elif not fate.noticed:
            survivors.append(fate)
            print(f"{number}. survives: {fate}", flush=True)
        if options.verbose and fate.noticed:
            print(f"{number}. {fate}\n    {fate.noticed}", flush=True)
    counted = killed + len(survivors)
    print(f"{killed} of {counted} mutants noticed ({100 * killed / max(1, counted):.1f} %), {equivalent} equivalent")


if __name__ == "__main__":
    main()
