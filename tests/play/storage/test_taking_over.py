"""Two windows on one puzzle, as two processes: one of them is frozen, woken up, and killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import Opened, open_session
from termpuzzles.storage.library import Folders, Library
from tests.play.storage.opened import taken
from tests.play.storage.test_library import paths, ring

PROJECT = Path(__file__).parents[3]
HOLDER = """
import sys, time
from pathlib import Path
from termpuzzles.games.model import Gesture
from termpuzzles.storage.library import Folders, Library
from termpuzzles.play.opening import open_session
from tests.play.storage.test_library import ring

kept = open_session(Library(Folders(Path(sys.argv[1]) / "data", Path(sys.argv[1]) / "config")), ring(), time.monotonic)
print(kept.session.do(Gesture("turn", 0)), flush=True)
for line in sys.stdin:
    if line == "look\\n":
        print(kept.check_claim() or "mine", flush=True)
    else:
        print(kept.session.do(Gesture("turn", int(line))), kept.session.turns, kept.lost, flush=True)
"""


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the journal after one turn."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=PROJECT,
    )
    try:
        assert _line(process) == "turn 1,1 1"
        yield process
    finally:
        process.kill()
        process.communicate()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def _ask(process: subprocess.Popen[str], words: str) -> str:
    assert process.stdin
    process.stdin.write(words + "\n")
    process.stdin.flush()
    return _line(process)


def test_a_frozen_holder_loses_the_board_and_learns_it_before_anything_is_shown(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    with holder(tmp_path) as process:
        os.kill(process.pid, signal.SIGSTOP)
        journal = taken(library, ring(), time.monotonic, time.sleep)
        kept = open_session(library, ring(), time.monotonic, Opened(ring(), journal))
        assert kept.session.turns == 1
        assert kept.session.do(Gesture("turn", 1))
        written = paths(library).path.read_bytes()
        os.kill(process.pid, signal.SIGCONT)
        assert _ask(process, "2").startswith("None 1 Another window has taken this puzzle over.")
        assert paths(library).path.read_bytes() == written
        assert kept.session.do(Gesture("turn", 2))
        kept.leave()


def test_a_killed_holder_leaves_the_board_free(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    with holder(tmp_path) as process:
        assert _ask(process, "1") == "turn 2,1 1 2"
        process.kill()
        process.wait()
        kept = open_session(library, ring(), time.monotonic)
        assert (kept.session.turns, kept.trouble) == (2, "")
        kept.leave()


def test_a_holder_that_looks_leaves_at_once(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    with holder(tmp_path) as process:
        answers = []

        def sleep(_: float) -> None:
            answers.append(_ask(process, "look"))

        journal = taken(library, ring(), time.monotonic, sleep)
        assert answers[-1].startswith("Another window has taken this puzzle over.")
        kept = open_session(library, ring(), time.monotonic, Opened(ring(), journal))
        assert kept.session.turns == 1
        kept.leave()
