"""Random keys, resizes and suspends: with every colour depth, glyph set and theme the terminal shows what it should."""

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
    """Try that many events in each combination; after each event, two readers read the screen back."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    _wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 0.004, 0.001
    for depth, theme in COMBINATIONS:
        for ascii_only in (False, True):
            name = f"{seed} {depth} {theme} {ascii_only}"
            look = Look(depth, not ascii_only, ascii_only, THEMES[theme])
            asyncio.run(random_events(folder / name, name, count, look))
    return f"{count} events in each of {2 * len(COMBINATIONS)} combinations; no cell wrong"
