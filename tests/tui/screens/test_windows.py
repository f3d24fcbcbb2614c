"""Screens in windows on both sides of each size from which on they show more, as a person has read and approved them.

A line for each window: the place and size of everything in it, and a digest of its words.
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from tests.approved import approve
from tests.tui.screens.test_every_screen import PIPES, WAYS, Go, lesson, level, nowhere, on, past, room, to
from tests.tui.visit import Visit, visiting

assert past  # a fixture

WINDOWS: dict[str, tuple[Go, str]] = {
    "home": (nowhere, "60x22 80x30 99x44"),
    "levels": (to("levels"), "59x24 71x20 72x20 140x24"),
    "pack": (WAYS["pack"].go, "59x24 60x24 99x24 100x24"),
    "options": (to("options"), "59x24 75x24 76x24 99x24 102x19 102x20"),
    "themes": (to("options", "enter"), "129x46 130x35 130x36 149x46 150x45"),
    "daily": (to("daily"), "36x20 37x19 63x24 64x24"),
    "daily in pipes": (to("daily"), "44x24 60x20 99x36 100x35 100x36"),
    "new": (to("new"), "59x24 60x15 60x16 80x19 100x24"),
    "learn": (to("learn"), "59x24 60x24 71x24 72x19 72x20 100x24"),
    "lesson": (lesson("net", 3), "40x17 40x18 59x24 60x24 80x24 120x24"),
    "wall game": (to("wall", "home", "enter"), "59x19 59x20 60x19 60x20 100x40"),
    "wall puzzle": (to("wall", "down", "down", "enter"), "59x19 59x20 60x19 60x20 100x40"),
    "wall lesson": (to("wall", "down", "enter"), "59x19 59x20 60x19 60x20 100x40"),
    "race room": (room, "59x24 60x24"),
    "board": (on(lambda: level("net/wraparound", 2)), "40x15 59x24 60x24 79x24 80x24 100x24"),
}


def seen(visit: Visit, window: str) -> str:
    """What the window holds, and where."""
    screen = visit.app.screen
    places = []
    for widget in screen.query("*"):
        if widget.is_on_screen and widget.region and not widget.children:
            name = widget.id or type(widget).__name__.lower()
            places.append(f"{name} {widget.region.x},{widget.region.y} {widget.region.width}x{widget.region.height}")
    words = "\n".join(line.rstrip() for line in visit.window.splitlines())
    return f"{window:>7}  {sha256(words.encode()).hexdigest()[:4]}  {' | '.join(places)}"


@pytest.mark.parametrize("name", WINDOWS)
async def test_a_screen_fits_each_window_as_approved(name: str, past: Path, tmp_path: Path) -> None:
    go, windows = WINDOWS[name]
    shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    lines = []
    async with visiting(tmp_path, **(PIPES if name.endswith("pipes") else {})) as visit:  # type: ignore[arg-type]
        await go(visit)
        for window in windows.split():
            await visit.take(window)
            lines.append(seen(visit, window))
    approve(__file__, f"windows-of-{name.replace(' ', '-')}", "\n".join([*lines, ""]))
