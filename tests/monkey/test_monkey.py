"""The monkey notices what it is there to notice, and makes it small."""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

import pytest

from tests.monkey import bursts, ideas, pairs, plain, program, sessions
from tests.monkey.program import Step, Trouble, Watch
from tests.monkey.worlds import Fresh
from tests.tui.screen import Process

FAKE = r"""
import os, sys, termios, time, tty

def show(text):
    os.write(1, ("\x1b[H\x1b[2J" + text).encode())

before = termios.tcgetattr(0)
tty.setraw(0)
os.write(1, b"\x1b[?1049h")
show("a board")
while True:
    keys = os.read(0, 100).decode()
    show("\u2594" * 80 if "\x1bOQ" in keys else "a board")
    keys = keys.replace("\x1b[27u", "")
    if "f" in keys:
        time.sleep(1000)
    if "w" in keys:
        while True:
            pass
    if "u" in keys:
        os.read(0, 100)
        sys.exit(0)
    for key in keys:
        if key in "tbeq":
            os.write(1, b"\x1b[?1049l")
            termios.tcsetattr(0, termios.TCSANOW, before)
        if key == "t":
            raise IndexError("list index out of range")
        if key == "b":
            print("termpuzzles: this is a bug, sorry (KeyError: 'x'); the details are nowhere")
            sys.exit(70)
        if key in "eq":
            sys.exit(0)
"""
PLAIN_FAKE = r"""
import sys, time
print("What would you like to do?", flush=True)
for line in sys.stdin:
    if "freeze" in line:
        time.sleep(1000)
    if "silence" not in line and line.strip():
        print(f"I do not know {line.strip()!r}.", flush=True)
    if "crash" in line:
        raise IndexError("list index out of range")
    if "end" in line.split():
        break
"""
START: list[Step] = [(0.0, "start first 80x24"), (0.0, "drawn")]
HARMLESS: list[Step] = [(0.0, b"z"), (0.01, b"jkl\x1b[A"), (0.0, "resize 60x20"), (0.0, "alive"), (0.0, "quiet")]


@pytest.fixture
def fresh(tmp_path: Path) -> Fresh:
    return Fresh(tmp_path)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait as long as a slow machine needs."""
    monkeypatch.setattr(program, "SOON", 0.5)
    monkeypatch.setattr(program, "ASLEEP", 0.3)
    monkeypatch.setattr(program, "_AGAIN", 0.2)


def fake(folder: Path, text: str = FAKE) -> list[str]:
    """The beginning of a command that runs this program in place of ours."""
    (folder / "fake.py").write_text(text, encoding="utf-8")
    return [sys.executable, str(folder / "fake.py")]


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        (b"f", "frozen"),
        (b"w", "busy"),
        (b"t", "IndexError: list index out of range"),
        (b"b", "a bug"),
        (b"e", "ended by itself"),
        (b"uq", "terminal not restored"),
    ],
)
def test_it_notices_a_program_that_breaks(
    fresh: Fresh, tmp_path: Path, impatient: None, keys: bytes, kind: str
) -> None:
    trouble = sessions.run(
        [*START, *HARMLESS, *((0.0, keys[at : at + 1]) for at in range(len(keys)))], fresh, fake(tmp_path)
    )
    assert trouble is not None
    assert trouble.kind == kind


def test_it_lets_a_program_live_that_ends_by_its_key(fresh: Fresh, tmp_path: Path) -> None:
    assert sessions.run([*START, *HARMLESS, (0.0, b"q")], fresh, fake(tmp_path)) is None
    assert sessions.run([*START, *HARMLESS], fresh, fake(tmp_path)) is None


@pytest.mark.parametrize(
    ("line", "kind"),
    [(b"freeze\n", "frozen"), (b"silence\n", "frozen"), (b"crash\n", "IndexError"), (b"end\n", "ended")],
)
def test_it_notices_plain_lines_that_are_not_answered(
    fresh: Fresh, tmp_path: Path, impatient: None, line: bytes, kind: str
) -> None:
    steps: list[Step] = [(0.0, "start first plain"), (0.0, b"\n"), (0.0, b"help\n"), (0.0, "line"), (0.0, "alive")]
    before = fake(tmp_path, PLAIN_FAKE)
    assert sessions.run([*steps, (0.0, b"half a li"), (0.0, "eof")], fresh, before) is None
    trouble = sessions.run([*steps, (0.0, line), (0.0, "line")], fresh, before)
    assert trouble is not None
    assert trouble.kind.startswith(kind)


class Loaded(Process):
    """A process on a machine that does not let it run."""

    state = "R"

    def __init__(self) -> None:
        super().__init__(0)
        self.used = 0.0

    @property
    def cpu(self) -> float:
        return self.used

    @property
    def states(self) -> set[str]:
        return {self.state}


def test_a_program_that_is_not_let_run_is_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    loaded = Loaded()
    watch = Watch(loaded)
    for now[0] in range(0, 50):
        watch("")
    loaded.state = "S"
    now[0] += 3
    with pytest.raises(Trouble, match="frozen"):
        watch("")


def test_a_program_that_runs_and_does_not_answer_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    loaded = Loaded()
    watch = Watch(loaded)
    now[0] = loaded.used = 6.0
    with pytest.raises(Trouble, match="busy"):
        watch("")


def test_a_failing_session_is_made_minimal(fresh: Fresh, tmp_path: Path) -> None:
    before = fake(tmp_path)

    def fails(steps: list[Step]) -> bool:
        trouble = sessions.run(steps, fresh, before)
        return trouble is not None and trouble.kind.startswith("IndexError")

    steps: list[Step] = [*START, *HARMLESS, (0.02, b"hjkl\x1b[Btjj"), *HARMLESS]
    assert sessions.minimal(steps, fails, math.inf) == [START[0], (0.0, b"t")]


def test_of_many_items_those_that_must_be_together_stay() -> None:
    many = list(range(100))
    assert sessions.smallest(many, lambda some: {3, 58, 97} <= set(some), math.inf) == [3, 58, 97]


def test_a_session_is_written_so_that_it_can_be_read(tmp_path: Path) -> None:
    steps = ideas.session("any")
    assert sessions.read(sessions.write(steps)) == steps


def test_the_same_seed_gives_the_same_session() -> None:
    assert ideas.session("1/1") == ideas.session("1/1") != ideas.session("1/2")
    assert plain.session("1/1") == plain.session("1/1") != plain.session("1/2")


def test_a_short_session_of_the_app_ends_well(fresh: Fresh) -> None:
    trouble = sessions.run(ideas.session("test/1", bursts=2), fresh)
    assert trouble is None, f"{trouble}\n{trouble.screen}"


def test_a_session_of_plain_mode_ends_well(fresh: Fresh) -> None:
    assert sessions.run(plain.session("test/0"), fresh) is None


def test_a_burst_is_one_write_or_several_with_gaps() -> None:
    burst = bursts.Burst("any", (b"g", b"1,1\r"))
    assert bursts.steps_of(burst, 0.0) == [(0.0, b"g1,1\r")]
    assert bursts.steps_of(burst, 0.1) == [(0.1, b"g"), (0.1, b"1,1\r")]


def test_a_pair_of_keys_is_tried_with_a_new_app() -> None:
    assert {"q", "f1", "f3", "j"} <= set(pairs.keys_of("Home"))
    assert pairs.bytes_of("dollar_sign") == b"$"
    assert pairs.try_first("play", "f2", ["pagedown"]) == []
