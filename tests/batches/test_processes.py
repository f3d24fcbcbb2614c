"""Processes on this machine: they leave interrupts to their parent, end with it, and are replaced where they end."""

from __future__ import annotations

import os
import signal
from multiprocessing import active_children
from queue import Queue
from threading import Event
from time import sleep
from types import SimpleNamespace

import pytest

from termpuzzles.batches import processes
from termpuzzles.batches.order import in_order
from termpuzzles.batches.processes import ProcessCrew
from termpuzzles.batches.work import Skipped
from termpuzzles.errors import WorkersError


def squared(number: int) -> int:
    return number * number


def ends_at_seven(number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def ends(*_: object) -> None:
    os._exit(1)


def blocked(_: object) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_several_processes_answer_in_order_and_are_gone_in_the_end() -> None:
    before = set(active_children())
    assert list(in_order(ProcessCrew(2), squared, range(100))) == [number * number for number in range(100)]
    assert set(active_children()) == before


def test_a_process_that_an_item_kills_is_replaced_and_the_item_left_out() -> None:
    found = list(in_order(ProcessCrew(2), ends_at_seven, range(20)))
    assert [each.item if isinstance(each, Skipped) else each for each in found] == list(range(20))
    assert [place for place, each in enumerate(found) if isinstance(each, Skipped)] == [7]


def test_work_given_up_ends_at_once() -> None:
    found = in_order(ProcessCrew(2), sleep, [0, *[10_000] * 10])
    next(found)
    started = active_children()
    assert all(process.daemon for process in started), "a program that ends does not wait for them"
    found.close()  # type: ignore[attr-defined]
    assert all(not process.is_alive() for process in started)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs a Unix system")
def test_an_interrupt_does_not_reach_processes_even_while_they_start() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    crew = ProcessCrew(2)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
    assert list(in_order(crew, blocked, range(4))) == [True] * 4


def test_processes_that_end_before_they_are_ready_are_not_started_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_serve", ends)
    with pytest.raises(WorkersError, match="keep ending early"):
        list(in_order(ProcessCrew(2), squared, range(20)))


def test_a_worker_holds_its_memory_leaves_ctrl_c_to_its_parent_and_ends_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held: list[int] = []
    parent_ends, ended = Event(), Queue[int]()
    monkeypatch.setattr(processes, "hold_memory", held.append)
    monkeypatch.setattr("os._exit", ended.put)
    monkeypatch.setattr("termpuzzles.batches.processes.parent_process", lambda: SimpleNamespace(join=parent_ends.wait))
    before = signal.getsignal(signal.SIGINT)
    try:
        processes._begin(5_000)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert held == [5_000]
    assert ended.empty()
    parent_ends.set()
    assert ended.get() == 1
