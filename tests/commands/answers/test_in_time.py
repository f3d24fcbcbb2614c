"""A limit holds whatever is asked for, also of work that never asks whether it is over."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest

from termpuzzles.commands.answers.limit import Known, in_time
from termpuzzles.formats import read
from termpuzzles.logic.task import Unfinished
from tests.cli.program import termpuzzles


def never_ask() -> None:
    """Work without an end."""
    while True:
        pass


def test_work_that_does_not_ask_is_broken_off_and_the_alarm_is_put_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(Unfinished), in_time(0.05):
        never_ask()
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_who_asks_is_told_before_the_alarm() -> None:
    with in_time(0.05) as until:
        while not until():
            pass


def test_without_a_limit_and_in_other_threads_there_is_no_alarm() -> None:
    alarms = []

    def look() -> None:
        with in_time(5.0):
            alarms.append(signal.getitimer(signal.ITIMER_REAL)[0])

    with in_time(None):
        alarms.append(signal.getitimer(signal.ITIMER_REAL)[0])
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert alarms == [0, 0]


def test_many_open_cells_are_named_in_a_line_with_their_number() -> None:
    (puzzle,) = read("simpleloop/100/100/")
    said = Known(puzzle.start, tuple(range(puzzle.grid.size))).names(puzzle.grid)
    assert len(said) < 150
    assert said.endswith("(10000 in all)")


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "simpleloop", "300x300"),
        ("generate", "net", "1000x1000"),
        ("generate", "infinity", "1000x1000", "--count", "50"),
        ("solve", "wide"),
        ("check", "wide"),
        ("hint", "wide"),
    ],
)
def test_every_command_ends_with_status_3_however_large_the_board(words: tuple[str, ...], tmp_path: Path) -> None:
    wide = tmp_path / "wide.ids"
    wide.write_text("simpleloop/600/600/\n", encoding="ascii")
    asked = [str(wide) if word == "wide" else word for word in words]
    assert termpuzzles(*asked, "--limit", "0.2").returncode in (1, 3)
