"""What a stranger may try first uses up the stranger's own budget and delays nobody else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from termpuzzles.company.service.limits import Limits
from termpuzzles.logic.task import Budget
from tests.company.service.service import Running, Window, running, window
from tests.data import sweep

ID = "infinity:3x3:111111111"
PROMISED = 2.0  # seconds of work within which somebody else's key is answered meanwhile


async def asks_for_the_largest(service: Running, shown: Window) -> None:
    requests = [service.ask("hint simpleloop/2000/2000/") for _ in range(2)]
    for status, out, err in await asyncio.gather(*requests):
        assert status != 0
        assert err
        assert not out


async def asks_for_a_hint_on_a_long_id(service: Running, shown: Window) -> None:
    shown.type("\x1b[200~infinity:250x250:" + "1" * 62_500 + "\x1b[201~")
    await shown.until(lambda text: "250" in text)
    shown.type("i")
    await asyncio.sleep(sweep.share(3))


async def pastes_without_end(service: Running, shown: Window) -> None:
    for number in range(sweep.share(300)):
        shown.type(f"\x1b[200~infinity:20x20:{number % 10}{'1' * 399}\x1b[201~")
    await asyncio.sleep(sweep.share(3))


async def types_bytes_that_are_not_text(service: Running, shown: Window) -> None:
    shown.process.stdin.write(b"\xff" * 5_000 + b"\x1b[200~\xff\xfe\xff\x1b[201~")
    await asyncio.sleep(1)


Idea = Callable[[Running, Window], Awaitable[None]]


@pytest.mark.parametrize(
    "idea", [asks_for_the_largest, asks_for_a_hint_on_a_long_id, pastes_without_end, types_bytes_that_are_not_text]
)
async def test_what_strangers_try_keeps_nobody_elses_key_waiting(tmp_path: Path, idea: Idea) -> None:
    async with (
        running(tmp_path, Limits(processes_ready=0, request=Budget(seconds=6.0), guest_board_cells=62_500)) as service,
        service.client() as strange,
        service.client() as calm,
        window(strange) as stranger,
        window(calm) as other,
    ):
        await stranger.until("termpuzzles")
        await other.until("termpuzzles")
        other.type(f"\x1b[200~{ID}\x1b[201~")
        await other.until("loose ends")
        trying = asyncio.ensure_future(idea(service, stranger))
        longest, keys = 0.0, 0
        while not trying.done() or keys < 5:
            longest, keys = max(longest, await seconds_to_draw(other)), keys + 1
        await trying
        assert longest < PROMISED
        assert "crash" not in service.log


async def seconds_to_draw(shown: Window) -> float:
    """Turn a tile and return the seconds of work until something is drawn; waiting for the processor does not count."""
    before, begun = len(shown.received), time.process_time()
    shown.type(" ")
    while len(shown.received) == before:
        await asyncio.sleep(0.01)
    taken = time.process_time() - begun
    await asyncio.sleep(0.05)
    return taken
