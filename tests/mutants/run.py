"""One mutant after the other, each in a copy of the checkout, never in the checkout itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Lock
from typing import NamedTuple

from tests.mutants.covering import Covering, record
from tests.mutants.mutate import Mutant, mutants
from tests.mutants.plugin import ENDLESS

ROOT = Path(__file__).parents[2]
AT_MOST = 900  # seconds for all tests of a mutant: a fault may let every one of them crawl
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
_OPTIONS = ["-p", "no:cacheprovider", "-p", "tests.mutants.plugin", "-q", "-x", "--no-header", "--tb=no"]


class Fate(NamedTuple):
    """What became of a mutant: its module and itself, the line before and after, and what noticed it, if anything."""

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
    """That many mutants, any as likely as any other, of the modules below a folder."""
    paths = sorted(path for path in (ROOT / below).rglob("*.py") if "__pycache__" not in path.parts)
    paths = paths or [ROOT / below]
    found = [
        (path.relative_to(ROOT).as_posix(), mutant)
        for path in paths
        for mutant in mutants(path.read_text(encoding="utf-8"))
    ]
    return Random(seed).sample(found, min(count, len(found)))


class Checkouts:
    """Copies of the checkout to put mutants in, one a job, and one without any fault, to see what fails even there."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self._free = SimpleQueue[Path]()
        for number in range(jobs):
            self._free.put(self._copy(folder / str(number)))
        self.faultless = self._copy(folder / "faultless")
        self._asking = Lock()
        self._fails_anyway: dict[str, bool] = {}

    def _copy(self, folder: Path) -> Path:
        return Path(shutil.copytree(ROOT, folder / "checkout", ignore=_LEFT_OUT))

    def noticed(self, path: str, text: str, stages: Iterable[list[str]]) -> str:
        """Which test notices that the module has this text; nothing where all of these pass."""
        copy = self._free.get()
        try:
            (copy / path).write_text(text, encoding="utf-8")
            return next((found for tests in stages if tests and (found := self._first_to_fail(copy, tests))), "")
        finally:
            shutil.copyfile(self.faultless / path, copy / path)
            self._free.put(copy)

    def _first_to_fail(self, copy: Path, tests: list[str]) -> str:
        """The first test that fails here and passes in the faultless copy."""
        while True:
            found = _run(copy, [*tests, *(f"--deselect={test}" for test, fails in self._fails_anyway.items() if fails)])
            if not found or "::" not in found or not self._does_anyway(found):
                return found

    def _does_anyway(self, test: str) -> bool:
        with self._asking:
            if test not in self._fails_anyway:
                self._fails_anyway[test] = bool(_run(self.faultless, [test]))
            return self._fails_anyway[test]


def _run(copy: Path, tests: list[str]) -> str:
    """The first of the tests that fails in that copy, or how they end; nothing where all of them pass."""
    chosen = copy.parent / "chosen"  # a file: they may be more than a command line holds
    chosen.write_text("\n".join(tests), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", *_OPTIONS, f"@{chosen}"]
    environment = os.environ | {
        "PYTHONPATH": str(copy),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TERMPUZZLES_CORPUS": str(copy / "no corpus"),
    }
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=AT_MOST)
    except subprocess.TimeoutExpired:
        return "the tests do not end"
    if done.returncode in (0, ENDLESS):
        return "a test does not end" if done.returncode else ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].partition(" ")[2].partition(" - ")[0] if failed else f"pytest gives {done.returncode}"


def fates(chosen: list[tuple[str, Mutant]], jobs: int, kept: Path) -> Iterator[Fate]:
    """What becomes of each mutant, as soon as it is known; which tests run which line is kept in a folder."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        checkouts = Checkouts(Path(folder), jobs)
        if not kept.exists():
            record(checkouts.faultless, kept, jobs)
        covering = Covering(kept)
        sources = {path: (ROOT / path).read_text(encoding="utf-8") for path, _ in chosen}
        stages = {(path, mutant.line): covering.tests(path, mutant.line) for path, mutant in chosen}

        def fate(one: tuple[str, Mutant]) -> Fate:
            path, mutant = one
            noticed = checkouts.noticed(path, mutant.text, stages[path, mutant.line])
            return Fate(path, mutant, *_changed(sources[path], mutant.text), noticed)

        for done in as_completed([pool.submit(fate, one) for one in chosen]):
            yield done.result()


def _changed(source: str, text: str) -> tuple[str, str]:
    """The first line that differs, before and after."""
    pairs = zip(source.splitlines(), text.splitlines(), strict=False)
    return next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
