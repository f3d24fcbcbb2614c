"""The processes that answer: how many there are, which one answers whom, and which of them end."""

from __future__ import annotations

import asyncio
import pickle
import sys
from typing import Any, ClassVar

import pytest

from termpuzzles.company.service.worker import HEAD
from termpuzzles.company.service.workers import Broken, Worker, Workers
from termpuzzles.logic.task import USUAL, Unfinished


class Standin(Worker):
    """Takes the place of a process: a question is a number of seconds, and after them it answers with itself."""

    made: ClassVar[list[Standin]] = []

    is_started = False  # in place of a property

    def __init__(self) -> None:
        super().__init__()
        self.ended = False
        assert len(self.made) < 20, "too many processes were started"
        self.made.append(self)

    async def start(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        self.is_started = True

    async def answer(self, question: object) -> Standin:
        assert isinstance(question, int | float)
        assert self.is_started
        assert not self.ended
        await asyncio.sleep(question)
        return self

    async def end(self) -> None:
        self.ended = True


@pytest.fixture(autouse=True)
def none_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Standin, "made", [])


def alive() -> list[Standin]:
    return [each for each in Standin.made if not each.ended]


async def started() -> None:
    """Wait until every process that is being started has started."""
    for _ in range(30):
        await asyncio.sleep(0)
    assert all(each.is_started for each in alive())


@pytest.mark.parametrize(("most", "warm", "ready"), [(9, 2, 2), (2, 9, 2), (3, 0, 0)])
async def test_the_number_of_ready_processes_is_the_same_however_often_they_are_started(
    most: int, warm: int, ready: int
) -> None:
    workers = Workers(most, warm, Standin)
    await asyncio.gather(workers.start(), workers.start(), workers.start())
    assert len(alive()) == ready


async def test_for_each_process_that_has_a_player_another_one_is_made_ready_up_to_the_most() -> None:
    workers = Workers(4, 2, Standin)
    await workers.start()
    for player, there in zip("abcd", (3, 4, 4, 4), strict=True):
        assert (await workers.ask(player, 0, 9)) in Standin.made
        await started()
        assert len(alive()) == there, player


async def test_a_player_is_answered_by_the_process_that_knows_the_puzzle() -> None:
    workers = Workers(4, 2, Standin)
    await workers.start()
    first = {}
    for player in "abc":
        first[player] = await workers.ask(player, 0, 9)
        await started()  # else the next player gets the process that comes free first
    assert len(set(first.values())) == 3
    assert {player: await workers.ask(player, 0, 9) for player in "cab"} == first


async def test_a_player_who_asks_while_all_processes_are_busy_waits_for_one() -> None:
    workers = Workers(2, 0, Standin)
    answers = [asyncio.ensure_future(workers.ask(player, 0.01, 9)) for player in "abcde"]
    await asyncio.gather(*answers)
    assert len(Standin.made) == 2


async def test_a_question_past_its_seconds_ends_its_process() -> None:
    workers = Workers(1, 0, Standin)
    with pytest.raises(Unfinished):
        await workers.ask("a", 9, 0.01)
    assert not alive()
    assert await workers.ask("a", 0, 9) in alive()


async def test_a_process_that_was_slow_answers_its_own_player_and_ends_when_another_asks() -> None:
    workers = Workers(1, 0, Standin, patience=0.005)
    slow = await workers.ask("a", 0.02, 9)
    assert await workers.ask("a", 0, 9) is slow
    assert await workers.ask("b", 0, 9) is not slow
    assert slow.ended


async def test_a_quick_process_is_taken_from_those_of_other_players() -> None:
    workers = Workers(2, 0, Standin)
    one, other = await asyncio.gather(workers.ask("a", 0, 9), workers.ask("b", 0, 9))
    one.is_slow = True
    assert await workers.ask("c", 0, 9) is other


async def test_all_processes_end_with_the_service_and_none_is_started_then() -> None:
    workers = Workers(4, 2, Standin)
    busy = asyncio.ensure_future(workers.ask("a", 9, 99))
    await started()
    await workers.stop()
    assert Standin.made
    assert not alive()
    await workers.start()
    assert not alive()
    busy.cancel()
    with pytest.raises(asyncio.CancelledError):
        await busy


async def test_a_process_that_is_being_started_as_the_service_ends_ends_too() -> None:
    workers = Workers(4, 2, Standin)
    await workers.ask("a", 0, 9)
    assert not all(each.is_started for each in Standin.made)
    await workers.stop()
    await started()
    assert not alive()


# One process


class Process:
    """Takes the place of a process that says this, and then ends."""

    def __init__(self, says: bytes) -> None:
        self.stdin, self.stdout = self, asyncio.StreamReader()
        self.stdout.feed_data(says)
        self.stdout.feed_eof()
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data

    async def drain(self) -> None:
        """It takes everything at once."""


def framed(answer: object) -> bytes:
    data = pickle.dumps(answer)
    return HEAD.pack(len(data)) + data


async def started_with(says: bytes, monkeypatch: pytest.MonkeyPatch, *memory: int) -> tuple[Worker, Process, list[Any]]:
    process, given = Process(says), list[Any]()

    async def start(*argv: str, **options: Any) -> Process:
        given.extend([argv, options])
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    worker = Worker(*memory)
    assert not worker.is_started
    await worker.end()
    await worker.start()
    assert worker.is_started
    return worker, process, given


async def test_a_question_and_its_answer_go_through_pipes_after_their_length(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, process, given = await started_with(framed((True, "five")) + framed((True, 6)), monkeypatch, 7_000)
    pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
    assert given == [(sys.executable, "-m", "termpuzzles.company.service.worker", "7000"), pipes]
    assert [await worker.answer(question) for question in ("one", ["two"])] == ["five", 6]
    assert process.written == framed("one") + framed(["two"])
    *_, given = await started_with(b"", monkeypatch)
    assert given[0][-1] == str(USUAL.bytes)


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (framed((False, "ValueError: no")), "ValueError: no"),
        (b"", "the process ended: 0 bytes read on a total of 8 expected bytes"),
        (framed((True, "five"))[:-1], "the process ended: "),
    ],
    ids=["fails", "says nothing", "stops halfway"],
)
async def test_a_question_that_fails_or_whose_process_ends_is_broken(
    says: bytes, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, _, _ = await started_with(says, monkeypatch)
    with pytest.raises(Broken) as broken:
        await worker.answer("one")
    assert str(broken.value).startswith(why)
