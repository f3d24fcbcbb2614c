"""`.venv/bin/python -m tests.bench.memory [BOARD]`: what 200 helps and ten minutes of keys leave in memory.

BOARD is the size of a Net board, by default 30x30w.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

from textual import _wait

from termpuzzles.formats import canonical_id
from termpuzzles.generator.generate import generate
from tests.bench.bytes import SIZE, app_with
from tests.play.test_session import Time
from tests.tui.recorder import Recorded, recorded
from tests.tui.screen import Player

OPENED = 200
KEYS = [*"hjkl" * 5, *" dadsfxz", "u", "r", "c", "+", "-"]
ZOOMS = "-----+++++0"  # each is used once in the first minute, because what it is drawn with stays cached
MINUTES, A_MINUTE, SECONDS = 10, 300, 0.2  # minutes of keys, keys per minute, and seconds between two keys


def resident(process: int | str) -> float:
    """The resident memory of a process in KB."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1024


def in_use() -> tuple[int, float]:
    """The number of memory blocks that Python has allocated in this process, and its resident memory in KB."""
    gc.collect()
    return sys.getallocatedblocks(), resident("self")


def report(name: str, before: tuple[int, float]) -> None:
    """Print how much more memory is in use than before."""
    blocks, more = (now - then for now, then in zip(in_use(), before, strict=True))
    out = sys.__stdout__  # the app replaces sys.stdout
    print(f"{name:<12}{blocks:>10} blocks{more:>10.0f} KB", file=out, flush=True)


async def look_up(play: Recorded, times: int) -> None:
    """Open the help and close it."""
    for _ in range(times):
        await play.press("question_mark", "escape")


async def all_help(size: str) -> None:
    """Open and close the help again and again."""
    with tempfile.TemporaryDirectory() as folder:
        async with recorded(app_with(size, Path(folder), Time()), SIZE) as play:
            await look_up(play, OPENED // 10)
            before = in_use()
            for times in range(OPENED // 4, OPENED + 1, OPENED // 4):
                await look_up(play, OPENED // 4)
                report(f"help {times}", before)


def all_keys(size: str) -> None:
    """Type keys for ten minutes, in real time, into the program on its own terminal."""
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "board.loops").write_text(canonical_id(generate("net", size, seed=1)) + "\n")
        player = Player(["play", "board.loops"], folder, SIZE)
        player.see("moves")
        first = 0.0
        for minute in range(1, MINUTES + 1):
            for key in [*ZOOMS * (minute == 1), *chance.choices(KEYS, k=A_MINUTE)]:
                player.press(key)
                player.watch(SECONDS)
            first = first or resident(player.process)
            print(f"minute {minute:<5}{resident(player.process) - first:>28.0f} KB", flush=True)
        player.press("\x03\x03")
        player.wait()


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.bench.memory", description=__doc__)
    parser.add_argument("board", nargs="?", default="30x30w", help="the size of a Net board")
    board = parser.parse_args().board
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    _wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 0.004, 0.001
    asyncio.run(all_help(board))
    all_keys(board)
