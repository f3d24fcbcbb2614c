"""Tasks run to their end or stopped anywhere, and what an asker may spend on one."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from threading import Thread
from weakref import ref

import pytest

from termpuzzles.logic import task as task_module
from termpuzzles.logic.task import USUAL, Budget, OutOfMemory, Task, Unfinished, finish, never, spending, with_progress


def counting(number: int, seen: list[int]) -> Task[str]:
    """Yield so often, each time with what is left."""
    for at in range(number):
        seen.append(at)
        left: Sequence[int] | None = [at] if at % 2 else None
        yield left
    return "done"


def test_a_task_is_run_to_its_answer_and_asked_before_each_yield() -> None:
    seen: list[int] = []
    assert finish(counting(5, seen)) == "done"
    assert seen == [0, 1, 2, 3, 4]
    assert never() is False
    assert repr(never) == "never"


@pytest.mark.parametrize(("yields", "left"), [(0, None), (1, None), (2, (1,)), (3, (1,)), (4, (3,)), (5, (3,))])
def test_a_task_that_is_stopped_says_what_was_certainly_left(yields: int, left: tuple[int, ...] | None) -> None:
    seen: list[int] = []
    asked = iter([False] * yields + [True])
    with pytest.raises(Unfinished) as stopped:
        finish(counting(5, seen), lambda: next(asked))
    assert seen == [*range(yields)]
    assert stopped.value.left == left
    assert str(stopped.value) == "stopped before the end"


def test_a_task_may_show_something_else_as_it_goes() -> None:
    seen: list[int] = []
    task = with_progress(counting(3, seen), (7,))
    assert [next(task), next(task), next(task)] == [(7,)] * 3
    with pytest.raises(StopIteration) as end:
        next(task)
    assert end.value.value == "done"


def test_a_budget_counts_its_seconds_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_module, "monotonic", lambda: 1_000.0)
    assert not USUAL()
    assert USUAL.end == inf
    budget = Budget(seconds=100)
    begun = budget.begun()
    assert begun.end == 1_100
    assert begun.begun(50) is begun
    assert budget.begun(40).end == 1_060
    assert not begun()
    assert Budget(seconds=-1).begun()()
    assert begun.within(5).end < begun.end
    assert begun.within(500).end == begun.end
    monkeypatch.setattr(task_module, "monotonic", lambda: 1_100.1)
    assert begun()


def test_a_budget_says_what_ran_out() -> None:
    budget = Budget(seconds=2.5, bytes=64 << 20)
    assert budget.text == 4 << 20
    assert budget.sentence(Unfinished()) == "the limit of 2.5 s ran out"
    assert budget.sentence(OutOfMemory()) == "this takes more memory than the 64 MB that may be used"
    assert Budget(bytes=3 << 30).sentence(OutOfMemory()) == "this takes more memory than the 3,072 MB that may be used"


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm on this system")
def test_work_that_does_not_ask_is_broken_off_by_an_alarm_which_is_gone_afterwards() -> None:
    with pytest.raises(Unfinished), spending(Budget(seconds=-1), grace=0.0):
        finish(None for _ in count())
    before = signal.getsignal(signal.SIGALRM)
    with spending(Budget(seconds=1000), grace=1000):
        assert 1000 < signal.getitimer(signal.ITIMER_REAL)[0] <= 2000
        assert signal.getsignal(signal.SIGALRM) != before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) == before


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm on this system")
def test_an_alarm_that_nobody_hears_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_module, "_ONCE_MORE", 0.005)
    unheard: list[int] = []

    def losing_the_first() -> Task[None]:
        break_off = signal.getsignal(signal.SIGALRM)

        def lose(number: int, _: object) -> None:
            unheard.append(number)
            signal.signal(number, break_off)

        signal.signal(signal.SIGALRM, lose)
        signal.setitimer(signal.ITIMER_REAL, 0.001, signal.getitimer(signal.ITIMER_REAL)[1])
        yield from (None for _ in count())

    with pytest.raises(Unfinished), spending(Budget(seconds=1000)):
        finish(losing_the_first())
    assert unheard  # more than once where the next one comes before `lose` has given it back


LATE = """
def late(which, seconds, interval=0.0):
    if not seconds:
        signal.raise_signal(signal.SIGALRM)
    return timer(which, seconds, interval)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm on this system")
def test_an_alarm_that_comes_just_as_the_work_ends_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = {"__name__": "termpuzzles.late", "signal": signal, "timer": signal.setitimer}
    exec(LATE, ours)
    monkeypatch.setattr(signal, "setitimer", ours["late"])
    before = signal.getsignal(signal.SIGALRM)
    with spending(Budget(seconds=1000), grace=1000):
        pass
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) == before


class Cyclic:
    """What only the collector of garbage finds; `seen` hears of it by a weak reference."""

    def __init__(self, seen: Callable[[object], None]) -> None:
        self.itself, self.seen = self, ref(self, seen)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm on this system")
def test_an_alarm_is_not_lost_in_a_callback_of_the_collector(capfd: pytest.CaptureFixture[str]) -> None:
    def busy(_: object) -> None:
        signal.raise_signal(signal.SIGALRM)
        called.append(True)

    called: list[bool] = []
    kept: list[object] = []

    def endless() -> Task[None]:
        kept.append(Cyclic(busy).seen)
        gc.collect()
        yield from (None for _ in count())

    with pytest.raises(Unfinished), spending(Budget(seconds=1000), grace=0.0):
        finish(endless())
    assert called
    assert capfd.readouterr().err == ""


def test_without_a_limit_and_in_other_threads_there_is_no_alarm() -> None:
    told: list[bool] = []

    def work() -> None:
        with spending(Budget(seconds=-1), grace=0.0) as budget:
            told.append(budget())

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert told == [True]
    with spending(Budget()) as budget:
        assert budget.end == inf


def test_memory_that_runs_out_is_told_as_such_and_what_filled_it_is_free_again() -> None:
    class Much:
        """A large object."""

    kept: list[ref[Much]] = []

    def work() -> None:
        much = Much()
        kept.append(ref(much))
        raise MemoryError

    with pytest.raises(OutOfMemory), spending(Budget()):
        work()
    assert kept[0]() is None
