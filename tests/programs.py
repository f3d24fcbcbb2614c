"""The programs beside the tests: each is run as `.venv/bin/python -m NAME` and answers `--help`."""

import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
INNER = (  # started by other programs and tests, never by hand
    "tests.bench.load.attacker",
    "tests.bench.load.racers",
    "tests.bench.load.samples",
    "tests.bench.load.own_times",
    "tests.bench.load.steps",
    "tests.bench.revisions.worker",
    "tests.build.single_file",  # which holds the first lines of the file that it makes
    "tests.cli.other_system",
    "tests.company.service.visiting",
    "tests.data.releases.make",  # by the code of each release, once
    "tests.games.web",
    "tests.tui.inside.beside",
    "tests.tui.inside.renaming",
)
_BEGINS = re.compile(r'^if __name__ == "__main__":$|^sys\.exit\(main', re.MULTILINE)


@cache
def programs() -> tuple[str, ...]:
    """The dotted names of all of them, as `-m` takes them."""
    begun = (path for path in TESTS.rglob("*.py") if _BEGINS.search(path.read_text(encoding="utf-8")))
    parts = (path.relative_to(TESTS.parent).with_suffix("").parts for path in begun)
    names = (".".join(part[:-1] if part[-1] == "__main__" else part) for part in parts)
    return tuple(sorted(name for name in names if name not in INNER))
