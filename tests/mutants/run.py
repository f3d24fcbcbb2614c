"""Tries one mutant after the other, each in a copy of the checkout, never in the checkout itself."""

from __future__ import annotations

import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from hashlib import sha256
from heapq import nsmallest
from itertools import chain, count
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import Any, NamedTuple

from tests.mutants.covering import Covering, record
from tests.mutants.mutate import Mutant, mutants
from tests.mutants.plugin import ANEW, AT_MOST, ENDLESS, exchanges

ROOT = Path(__file__).parents[2]
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
_PYTEST = [sys.executable, "-m", "pytest", "--all", "-p", "no:cacheprovider", "-p", "tests.mutants.plugin", "-q"]


class Fate(NamedTuple):
    """The outcome of a mutant: its module, the mutant, the line before and after, and the test that noticed, if any."""

    path: str
    mutant: Mutant
    before: str
    after: str
    noticed: str

    def __str__(self) -> str:
        return f"{self.path}:{self.mutant.line}\n    - {self.before.strip()}\n    + {self.after.strip()}"

    @property
    def key(self) -> str:
        """The mutant as `equivalent.txt` names it."""
        return f"{self.path}: {self.before.strip()} -> {self.after.strip()}"


def sample(count: int, seed: int, below: str) -> list[tuple[str, Mutant]]:
    """That many mutants of the modules below a folder, all equally likely.

    Changes elsewhere do not affect whether the mutants of an unchanged line are in the sample.
    """
    paths = sorted(path for path in (ROOT / below).rglob("*.py") if "__pycache__" not in path.parts)
    lots = chain.from_iterable(_lots(seed, path) for path in paths or [ROOT / below])
    return [(place, mutant) for _, place, mutant in nsmallest(count, lots) if _is_valid(mutant.text)]


def _lots(seed: int, path: Path) -> Iterator[tuple[bytes, str, Mutant]]:
    """The mutants of a module, each with its lot and the path of the module in the checkout."""
    source, place = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
    for mutant in mutants(source):
        lot = f"{seed} {place}: {' -> '.join(_changed(source, mutant.text))}"
        yield sha256(lot.encode()).digest(), place, mutant


def _is_valid(text: str) -> bool:
    try:
        compile(text, "", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


class Checkouts:
    """Copies of the checkout for mutants, one per job, each with its suite collected."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self._free = SimpleQueue[Suite]()
        self._suites = [Suite(_copy(folder / str(number))) for number in range(jobs)]
        for suite in self._suites:
            self._free.put(suite)
        self._asking = Lock()
        self._fails_anyway: dict[str, bool] = {}

    def noticed(self, path: str, text: str, tests: Iterable[str], anew: bool) -> str:
        """The first test that fails when the module has this text; empty if all pass."""
        suite = self._free.get()
        try:
            left = [test for test in tests if not self._fails_anyway.get(test)]
            while found := suite.first_to_fail(left, path, text, anew):
                if found not in left or not self._does_anyway(suite, found):
                    return found
                left.remove(found)
            return ""
        finally:
            self._free.put(suite)

    def _does_anyway(self, suite: Suite, test: str) -> bool:
        with self._asking:
            if test not in self._fails_anyway:
                self._fails_anyway[test] = bool(suite.first_to_fail([test]))
            return self._fails_anyway[test]

    def close(self) -> None:
        """End the processes."""
        for suite in self._suites:
            suite.close()


def _copy(folder: Path) -> Path:
    copy = Path(shutil.copytree(ROOT, folder / "checkout", ignore=_LEFT_OUT))
    compileall.compile_dir(copy, quiet=1)
    return copy


_times = count(1)


def put(module: Path, text: str) -> None:
    """Write a module, at another time than ever before: Python knows compiled files that are out of date only by their
    size and the second of their time, and most texts with a fault have the same size.
    """
    module.write_text(text, encoding="utf-8")
    os.utime(module, (next(_times),) * 2)


class Suite:
    """A copy of the checkout, and a process in which pytest has collected its tests and waits for mutants."""

    def __init__(self, copy: Path) -> None:
        self._copy = copy
        (theirs, requests), (answers, their_answers) = os.pipe(), os.pipe()
        pipes = {"MUTANT_PIPES": f"{theirs} {their_answers}"}
        temporary = f"--basetemp={copy.parent / 'temporary'}"
        self._process = subprocess.Popen(
            [*_PYTEST, temporary, "--ignore=tests/bench", "--ignore=tests/mutants"],
            cwd=copy,
            env=_environment(copy) | pipes,
            pass_fds=(theirs, their_answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(their_answers)
        self._requests = open(requests, "w", encoding="utf-8")  # noqa: SIM115 - until it is closed
        self._answers = open(answers, encoding="utf-8")  # noqa: SIM115 - until it is closed
        self._tests = set(self._answer())

    def _answer(self) -> Any:
        return json.loads(self._answers.readline())

    def first_to_fail(self, tests: list[str], path: str = "", text: str = "", anew: bool = False) -> str:
        """The first test that fails when a module has this text, or how the run ended; empty if all pass.

        `anew` loads the module again if no test fails: functions that loading calls may have left their results.
        """
        if not (chosen := [each for test in tests for each in self._tests_of(test)]):
            return ""
        place = self._copy / path
        before = place.read_text(encoding="utf-8") if path else ""
        try:
            if path:
                put(place, text)
            print(json.dumps((chosen, path, before, text)), file=self._requests, flush=True)
            found: str = self._answer()
            return _run(self._copy, chosen) if found == ANEW or (anew and not found) else found
        finally:
            if path:
                put(place, before)

    def _tests_of(self, name: str) -> list[str]:
        """A test, or those of a file; none if there is none of that name."""
        return [name] if name in self._tests else sorted(test for test in self._tests if test.startswith(f"{name}::"))

    def close(self) -> None:
        """End the process."""
        self._requests.close()
        self._answers.close()
        self._process.wait()


def _environment(copy: Path) -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": str(copy),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TERMPUZZLES_CORPUS": str(copy / "no corpus"),
    }


def _run(copy: Path, tests: list[str]) -> str:
    """The first test that fails in a new process, or how the run ended; empty if all pass."""
    chosen = copy.parent / "chosen"  # in a file, because there may be too many for a command line
    chosen.write_text("\n".join(tests), encoding="utf-8")
    command = [*_PYTEST, "-x", "--no-header", "--tb=no", f"@{chosen}"]
    try:
        done = subprocess.run(
            command, cwd=copy, env=_environment(copy), capture_output=True, text=True, timeout=AT_MOST
        )
    except subprocess.TimeoutExpired:
        return "the tests do not end"
    if done.returncode in (0, ENDLESS):
        return "a test does not end" if done.returncode else ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].partition(" ")[2].partition(" - ")[0] if failed else f"pytest gives {done.returncode}"


def fates(chosen: list[tuple[str, Mutant]], jobs: int, kept: Path, also: Sequence[str] = ()) -> Iterator[Fate]:
    """Yield the outcome of each mutant as soon as it is known; the folder keeps which tests run which line. Tests in
    the files of `also`, which may be newer than that, are tried first.
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        if not kept.exists():
            record(_copy(Path(folder, "recorded")), kept, jobs)
        covering = Covering(kept)
        lines = [(path, _line(path, mutant)) for path, mutant in chosen]
        with closing(Checkouts(Path(folder), jobs)) as checkouts:
            tried = [
                pool.submit(
                    _fate,
                    checkouts,
                    path,
                    mutant,
                    [*also, *chain(*covering.tests(path, line))],
                    covering.loads(path, line),
                )
                for (path, mutant), (_, line) in zip(chosen, lines, strict=True)
            ]
            for done in as_completed(tried):
                yield done.result()


def _line(path: str, mutant: Mutant) -> int | None:
    """The line of the mutant; None if it changes code that runs on loading the module."""
    source = (ROOT / path).read_text(encoding="utf-8")
    return None if exchanges(source, mutant.text) is None else mutant.line


def _fate(checkouts: Checkouts, path: str, mutant: Mutant, tests: list[str], anew: bool) -> Fate:
    return fate_of(path, mutant, checkouts.noticed(path, mutant.text, tests, anew))


def fate_of(path: str, mutant: Mutant, noticed: str = "") -> Fate:
    """What became of a mutant, with its line before and after."""
    source = (ROOT / path).read_text(encoding="utf-8")
    return Fate(path, mutant, *_changed(source, mutant.text), noticed)


def _changed(source: str, text: str) -> tuple[str, str]:
    """The first line that differs, before and after."""
    pairs = zip(source.splitlines(), text.splitlines(), strict=False)
    return next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
