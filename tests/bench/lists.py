"""What it takes to open a screen that reads the journals, with none and with 5,000 of them."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from termpuzzles.commands.startup import collect_as_usual
from tests.bench.peers.measure import milliseconds, row
from tests.bench.spread import Spread
from tests.pictures.sheet import LOOKS, begun, settle
from tests.pictures.veteran import write_journals

JOURNALS = 5000
MOST = 0.15  # seconds of CPU time that a list of so many may take
SCREENS = ("home", "levels", "daily", "statistics", "practise")
ROUNDS = 5


async def opened(folder: Path, name: str) -> list[float]:
    """The seconds of CPU time in which an app opens the screen: the first time, and each time after it was closed."""
    found = []
    gc.unfreeze()
    async with begun(folder, (80, 24), LOOKS["dark"]) as (play, _):
        collect_as_usual()  # as the app does once it has started
        for _ in range(ROUNDS):
            before = process_time()
            play.app.go(name)
            await settle(play)
            found.append(process_time() - before)
            play.app.pop_screen()
            await settle(play)
    return found


def lists() -> Iterator[str]:
    """Screens that read the journals: opened the first time, and again."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    yield row("ms to open", "journals", "first", "again", "at most")
    with TemporaryDirectory() as empty, TemporaryDirectory() as full:
        write_journals(Path(full), JOURNALS)
        asyncio.run(opened(Path(full), "home"))  # which keeps what the journals come to
        for name in SCREENS:
            for folder, count in ((empty, 0), (full, JOURNALS)):
                first, *again = asyncio.run(opened(Path(folder), name))
                yield row(
                    name,
                    str(count),
                    milliseconds(Spread.of([first])),
                    milliseconds(Spread.of(again)),
                    f"{1000 * MOST:.0f}",
                )
