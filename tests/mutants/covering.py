"""Which tests run a line, the quickest first, as coverage.py recorded it in one run of the suite."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import accumulate, chain
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).parents[2]
FIRST = 60  # the number of tests that are tried before any others
LONGEST = 60.0  # seconds that the tests tried for one mutant may take together
_SUITE = ["--all", "-p", "no:cacheprovider", "-p", "tests.mutants.recorder", "--cov=termpuzzles", "--cov-context=test"]
_SUITE += ["--cov-report=", "--ignore=tests/bench", "--ignore=tests/mutants"]
# A program that a test starts inherits the name of that test, and records its coverage under that name.
_SETTINGS = "[run]\nparallel = true\ncontext = ${PYTEST_CURRENT_TEST-}\ndata_file = %s\n"


def record(checkout: Path, folder: Path, jobs: int) -> None:
    """Run the suite of a checkout once, and keep in a folder which test ran which line, and how long each took."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "coverage.ini"
    settings.write_text(_SETTINGS % (folder / "lines"), encoding="utf-8")
    environment = os.environ | {
        "PYTHONPATH": str(checkout),
        "DURATIONS": str(folder / "durations.json"),
        "SETTINGS_OF_CHILDREN": str(settings),
        "TERMPUZZLES_CORPUS": str(checkout / "no corpus"),
    }
    command = [sys.executable, "-m", "pytest", f"-n{jobs}", *_SUITE, f"--cov-config={settings}"]
    subprocess.run(command, cwd=checkout, env=environment, stdin=subprocess.DEVNULL, check=False)


class Covering:
    """What `record` kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self._seconds: dict[str, float] = json.loads((folder / "durations.json").read_text(encoding="utf-8"))
        self._lines = CoverageData(str(folder / "lines"))
        self._lines.read()
        self._by_line = cache(self._read)

    def tests(self, path: str, line: int | None) -> tuple[list[str], list[str]]:
        """Tests that run a line (from 1) of a module, given by its path in the checkout: first some of files that
        import the module or lie in the folder of its floor, then others that take at most `LONGEST` together, then as
        many of those that run other lines of the module: what a test found in a cache, it did not run.

        None means any line run on loading the module. Loading happens only once, in whichever test comes first, so the
        tests are those of all its lines, followed by those of its floor. A line that no test runs gets the tests of all
        the other lines.
        """
        lines = self._by_line(path)
        beside = "tests/" + "/".join(Path(path).parts[1:2])
        found = self._tests(lines.get(line, ())) if line else []
        found = found or self._tests(chain.from_iterable(lines.values()))
        if line is None:
            ran = set(found)
            found += [test for test in self._tests(self._seconds) if test.startswith(f"{beside}/") and test not in ran]
        about = [test for test in found if test.partition("::")[0] in files_about(path)]
        first = list(dict.fromkeys([*about, *(test for test in found if test.startswith(beside))]))[:FIRST]
        others = [test for test in found if test not in set(first)]
        if line is None:  # a constant may be told by a quick test that runs no line of its module
            return first, self._within(LONGEST, self._tests(others))
        ran = set(found)
        elsewhere = [test for test in self._tests(chain.from_iterable(lines.values())) if test not in ran]
        return first, self._within(LONGEST, others) + self._within(LONGEST, elsewhere)

    def loads(self, path: str, line: int | None) -> bool:
        """Whether a line is run outside any test: on loading the program, or to list the parameters of a test."""
        return line is not None and "" in self._by_line(path).get(line, ())

    def _tests(self, contexts: Iterable[str]) -> list[str]:
        """The tests in these contexts, the quickest first; of one function, whose tests look at much the same, the
        second counts as twice as slow, and so on.
        """
        found = {_test(context) for context in contexts} & self._seconds.keys()
        turns = Counter[str]()
        order = []
        for test in sorted(found, key=lambda test: (self._seconds[test], test)):
            turns[function := test.partition("[")[0]] += 1
            order.append((self._seconds[test] * turns[function], test))
        return [test for _, test in sorted(order)]

    def _within(self, seconds: float, tests: list[str]) -> list[str]:
        ends = accumulate(self._seconds[test] for test in tests)
        return [test for test, end in zip(tests, ends, strict=True) if end <= seconds] or tests[:1]

    def _read(self, path: str) -> dict[int, set[str]]:
        """The contexts of each line, whichever checkout or copy of it was run."""
        found: dict[int, set[str]] = {}
        for measured in self._lines.measured_files():
            if measured.endswith("/" + path):
                for line, contexts in self._lines.contexts_by_lineno(measured).items():
                    found.setdefault(line, set()).update(contexts)
        return found


@cache
def files_about(path: str) -> frozenset[str]:
    """The files of tests that import a module, by their paths in the checkout."""
    package, _, name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".").rpartition(".")
    dotted = re.escape(f"{package}.{name}")
    imports = re.compile(
        rf"^\s*(from {dotted} import|import {dotted}\b|from {re.escape(package)} import .*\b{name}\b)", re.M
    )
    files = (ROOT / "tests").rglob("*.py")
    return frozenset(file.relative_to(ROOT).as_posix() for file in files if imports.search(file.read_text("utf-8")))


def _test(context: str) -> str:
    """The test that a context names: `test|run` in the process of the tests, `test (call)` in a program they start."""
    test = context.partition("|")[0]
    return test.rpartition(" (")[0] or test
