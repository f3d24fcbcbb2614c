"""Random keys, resizes and suspends: in each number of colours, set of glyphs and theme a terminal shows all of it."""

import asyncio
import os
from pathlib import Path

from textual import _wait

from tests.tui.terminal.painted import THEMES, Look, random_events

COMBINATIONS = [
    *((depth, theme) for depth in ("truecolor", "256", "16") for theme in ("dark", "light")),
    ("none", "colourless"),
]


def run(folder: Path, count: int, seed: int = 1) -> str:
    """So many events in each combination, read back by two readers after each."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    _wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 0.004, 0.001
    for depth, theme in COMBINATIONS:
        for ascii_only in (False, True):
            name = f"{seed} {depth} {theme} {ascii_only}"
            look = Look(depth, not ascii_only, ascii_only, THEMES[theme])
            asyncio.run(random_events(folder / name, name, count, look))
    return f"{count} events in each of {2 * len(COMBINATIONS)} combinations; no cell wrong"
