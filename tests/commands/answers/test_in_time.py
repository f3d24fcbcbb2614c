"""A time limit holds for every command, even for work that never checks it."""

from __future__ import annotations

import signal
import threading
import weakref
from pathlib import Path

import pytest

from termpuzzles.commands.answers import Known
from termpuzzles.formats import read
from termpuzzles.logic.task import USUAL, Budget, OutOfMemory, Unfinished, spending
from tests.cli.program import termpuzzles


def never_ask() -> None:
    """Work without an end."""
    while True:
        pass


def test_work_that_does_not_ask_is_broken_off_and_the_alarm_is_put_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(Unfinished), spending(Budget(seconds=0.05)):
        never_ask()
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_work_that_asks_learns_of_the_limit_before_the_alarm() -> None:
    with spending(Budget(seconds=0.05)) as budget:
        while not budget():
            pass


def test_work_that_takes_too_much_memory_is_unfinished_and_what_filled_it_is_free_again() -> None:
    class Much:
        """A large object."""

    kept: list[weakref.ref[Much]] = []

    def work() -> None:
        much = Much()
        kept.append(weakref.ref(much))
        raise MemoryError

    with pytest.raises(OutOfMemory) as raised, spending(USUAL):
        work()
    assert kept[0]() is None
    assert USUAL.sentence(raised.value) == "this takes more memory than the 1,024 MB that may be used"


def test_what_is_left_of_a_budget_never_grows() -> None:
    begun = Budget(seconds=1e-9).begun()
    assert begun.begun() is begun
    while not begun():
        pass
    assert begun.within(100)()
    assert USUAL.begun().within(1e-9).end < USUAL.begun().end


def test_without_a_limit_and_in_other_threads_there_is_no_alarm() -> None:
    alarms = []

    def look() -> None:
        with spending(Budget(seconds=5.0)):
            alarms.append(signal.getitimer(signal.ITIMER_REAL)[0])

    with spending(USUAL):
        alarms.append(signal.getitimer(signal.ITIMER_REAL)[0])
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert alarms == [0, 0]


def test_many_open_cells_are_named_in_a_line_with_their_number() -> None:
    (puzzle,) = read("simpleloop/100/100/")
    text = Known(puzzle.start, tuple(range(puzzle.grid.size))).names(puzzle.grid)
    assert len(text) < 150
    assert text.endswith("(10000 in all)")


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
