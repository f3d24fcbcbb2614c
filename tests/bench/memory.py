"""`python3 -m tests.bench.memory`: what help opened and closed 200 times leaves behind, and ten minutes of keys."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import sys
import tempfile
from pathlib import Path

from textual import _wait

from tests.bench.bytes import SIZE, app_with
from tests.play.test_session import Time
from tests.tui.recorder import Recorded, recorded

OPENED = 200
ZOOMED = "-----+++++0"  # each zoom once, in the first minute: what each is drawn with is kept
KEYS = [*"hjkl" * 5, *" dadsfxz", "u", "r", "c", "+", "-"]
MINUTES, A_MINUTE = 10, 300  # of keys


def taken() -> tuple[int, float]:
    """How many blocks of memory Python has given out, and the KB of the whole process that are resident."""
    gc.collect()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return sys.getallocatedblocks(), resident / 1024


def told(name: str, before: tuple[int, float]) -> None:
    """What was taken more since then."""
    blocks, resident = (now - then for now, then in zip(taken(), before, strict=True))
    out = sys.__stdout__  # the app takes the other
    print(f"{name:<12}{blocks:>10} blocks{resident:>10.0f} KB", file=out, flush=True)


async def look_up(play: Recorded, times: int) -> None:
    """Open the help and close it."""
    for _ in range(times):
        await play.press("question_mark", "escape")


async def type_on(play: Recorded, time: Time, chance: random.Random) -> None:
    """A minute of keys, five a second."""
    for key in range(A_MINUTE):
        time.now += 0.2
        await play.press(chance.choice(KEYS))
        if key % 100 == 0:
            await play.pilot.pause(0.3)  # the clock ticks


async def all_help(play: Recorded, _: Time) -> None:
    """Help, opened and closed again and again."""
    await look_up(play, OPENED // 10)
    before = taken()
    for times in range(OPENED // 4, OPENED + 1, OPENED // 4):
        await look_up(play, OPENED // 4)
        told(f"help {times}", before)


async def all_keys(play: Recorded, time: Time) -> None:
    """Keys by the minute."""
    chance = random.Random(1)
    await play.press(*ZOOMED)
    await type_on(play, time, chance)
    before = taken()
    for minute in range(2, MINUTES + 1):
        await type_on(play, time, chance)
        told(f"minute {minute}", before)


async def measure() -> None:
    """Print the lines."""
    for part in (all_help, all_keys):
        with tempfile.TemporaryDirectory() as folder:
            time = Time()
            async with recorded(app_with("30x30w", Path(folder), time), SIZE) as play:
                await part(play, time)


if __name__ == "__main__":
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    _wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 0.004, 0.001
    asyncio.run(measure())
