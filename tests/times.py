"""Which tests are slow: `.venv/bin/python -m tests.times` times every test and compares that with `tests/slow.txt`.

A line there is a test that takes longer than about 60 ms of processor time, or a function or a file all of whose tests
are meant; `conftest.py` marks these as `slow`, and leaves them out of a run of the whole suite without `--all`. With
`--write` the list is written anew.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("slow.txt")
SLOW = 0.060  # seconds of processor time, from which on a test is slow
DOUBT = 1.5  # a line is wrong only if the test's time is this many times beyond that
NEVER = (  # cross every room, in any run
    *("tests/test_every_room.py", "tests/company/test_every_room.py"),
    *("tests/test_layers.py", "tests/test_programs.py"),
)
HEAD = "# Tests that take longer than about 60 ms; written by `.venv/bin/python -m tests.times --write`."


@cache
def listed() -> frozenset[str]:
    """The lines of the list."""
    lines = LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def is_slow(test: str) -> bool:
    """Whether the list has a test of that id, the function whose parameters it is one of, or its whole file."""
    name = test.partition("[")[0]
    return not listed().isdisjoint((test, name, name.partition("::")[0]))


def slow_lines(seconds: Mapping[str, float]) -> list[str]:
    """The list for these times: files and functions whose tests are slow at the median, and single tests of others."""
    files = defaultdict[str, dict[str, dict[str, float]]](lambda: defaultdict(dict))
    for test, took in seconds.items():
        name = test.partition("[")[0]
        files[name.partition("::")[0]][name][test] = took
    return sorted(line for file, functions in files.items() for line in _lines(file, functions))


def _lines(file: str, functions: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    if file in NEVER:
        return
    slow = {name for name, tests in functions.items() if median(tests.values()) > SLOW}
    if len(slow) == len(functions) > 1:
        yield file
        return
    for name, tests in functions.items():
        yield from (name,) if name in slow else (test for test, took in tests.items() if took > SLOW)


def _without_files(lines: Iterable[str], seconds: Mapping[str, float]) -> set[str]:
    """These lines with the functions of a file, as far as they were measured, in the place of the file."""
    given = {*lines}
    functions = {test.partition("[")[0] for test in seconds}
    of_files = {name for name in functions if name.partition("::")[0] in given}
    return {line for line in given if "::" in line} | of_files


def wrong(seconds: Mapping[str, float]) -> Iterator[str]:
    """A sentence for each line of the list that is wrong or missing, well beyond doubt."""
    wanted = _without_files(slow_lines(seconds), seconds)
    for line in sorted(wanted ^ _without_files(listed(), seconds)):
        took = [each for test, each in seconds.items() if line in (test, test.partition("[")[0])]
        if not took:
            yield f"{line}: there is no such test"
        elif line in wanted and median(took) > SLOW * DOUBT:
            yield f"{line}: is slow, it takes {1000 * median(took):.0f} ms"
        elif line not in wanted and median(took) < SLOW / DOUBT:
            yield f"{line}: is quick, it takes {1000 * median(took):.0f} ms"


def measured(jobs: int, tests: list[str]) -> dict[str, float]:
    """The seconds of processor time of each test by its id, which a busy machine hardly changes."""
    with TemporaryDirectory() as folder:
        times = Path(folder, "times")
        given = ["-q", "-p", "tests.times", "-n", str(jobs), "--all", *tests]
        subprocess.run([sys.executable, "-m", "pytest", *given], cwd=ROOT, env=os.environ | {"TIMES": str(times)})
        if not times.exists():
            sys.exit("no test has run")
        return dict(map(json.loads, times.read_text(encoding="utf-8").splitlines()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """As a plugin of that run: write down what a test took with its setup and teardown."""
    before = _processor_time()
    result = yield
    if "TIMES" in os.environ:
        with open(os.environ["TIMES"], "a", encoding="utf-8") as file:  # each line at once, by whichever process
            file.write(json.dumps([item.nodeid, _processor_time() - before]) + "\n")
    return result


def _processor_time() -> float:
    """Seconds of this process, and of those that it has waited for."""
    return sum(os.times()[:4])


def main() -> int:
    """Measure and report; the exit status is 1 if a line is wrong."""
    parser = ArgumentParser(prog=".venv/bin/python -m tests.times", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the list anew")
    parser.add_argument("--jobs", type=int, default=1, help="how many tests at a time (1)")
    parser.add_argument("tests", nargs="*", metavar="TEST", help="only these files of tests; by default all")
    given = parser.parse_args()
    seconds = measured(given.jobs, given.tests)
    found = list(wrong(seconds)) if not given.tests else [line for line in wrong(seconds) if "no such" not in line]
    print("\n".join(found) or "Every line of tests/slow.txt is right.")
    if given.write:
        kept = [] if not given.tests else [line for line in listed() if not line.startswith(tuple(given.tests))]
        LIST.write_text("\n".join([HEAD, *sorted([*kept, *slow_lines(seconds)])]) + "\n", encoding="utf-8")
    return 1 if found and not given.write else 0


if __name__ == "__main__":
    sys.exit(main())
