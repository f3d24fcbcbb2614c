"""How many bytes each key sends, by zoom: in lines to a terminal with 256 colours, in pipes to one in truecolor.

And those that the end of a board sends.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from textual import _wait

from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.play.history_commands import solving
from termpuzzles.render.ink import PIPE_ZOOMS, ZOOMS, Zoom
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.tui.app import PuzzleApp, make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.play import PlayScreen
from tests.pictures.boards import half_played
from tests.play.test_session import Time
from tests.tui.recorder import Recorded, recorded

BOARDS = ("7x7w", "7x7", "30x30w")
SIZE = (100, 30)
MOVES = ("left", "right", "up", "down")
KEYS = 60  # of each kind
ENDS = (
    ("net", "7x7"),
    ("net", "9x9w"),
    ("infinity", "9x9"),
    ("simpleloop", "10x10"),
    ("masyu", "10x10"),
    ("net", "20x14"),
)
WINDOWS = ((80, 24), (100, 30), (200, 60))


def app_with(params: str, folder: Path, time: Time, look: str = "lines") -> PuzzleApp:
    """An app that plays a new board in lines with 256 colours, or a half-played one in pipes in truecolor."""
    puzzle = generate("net", params, seed=1) if look == "lines" else half_played("net", params)
    library = Library(Folders(folder / "data", folder / "config"))
    terminal = Terminal(ColourDepth.EIGHT_BIT if look == "lines" else ColourDepth.TRUECOLOR)
    context = Context(library, library.settings(), now=time, terminal=terminal)
    context.settings["look"] = look
    return make_app(context, [puzzle])


async def at_zoom(play: Recorded, time: Time, chance: random.Random) -> dict[str, list[int]]:
    """Bytes for each move without a scroll, turn, tick and scroll at that zoom."""
    counted: dict[str, list[int]] = {"move": [], "turn": [], "tick": [], "scroll": []}
    board = play.app.screen.query_one("Board")
    for turning in [False] * KEYS + [True] * KEYS:
        before = board.scroll_offset
        sent = len((await play.press(chance.choice(MOVES))).encode())
        counted["move" if board.scroll_offset == before else "scroll"].append(sent)
        if turning:
            counted["turn"].append(len((await play.press("d")).encode()))
    for _ in range(5):
        play.take()
        time.now += 1
        await play.pilot.pause(0.3)
        if sent := len(play.wire.read_sent()):  # the clock looks at each second of its own, not of ours
            counted["tick"].append(sent)
    return counted


class Sent(NamedTuple):
    """The bytes sent for a board at one zoom: for the first frame, and each time for a key of one kind or a second."""

    board: str
    zoom: str
    start: int
    frames: int
    counted: dict[str, list[int]]


async def _measured(name: str, zoom: Zoom, look: str) -> Sent:
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        time = Time()
        app = app_with(name, Path(folder), time, look)
        grid = app._puzzles[0].grid
        app.context.keep_zoom(f"net {grid} in {SIZE[0]}x{SIZE[1]}", zoom.number)
        async with recorded(app, SIZE) as play:
            await play.pilot.pause(0.4)
            frames, start = len(play.wire.sent), len(play.wire.read_sent())
            return Sent(name, zoom.name, start, frames, await at_zoom(play, time, chance))


def measured() -> Iterator[Sent]:
    """Measure the bytes sent for each board at each zoom."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    _wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 0.004, 0.001
    for name in BOARDS:
        for zoom in ZOOMS:
            yield asyncio.run(_measured(name, zoom, "lines"))
        for zoom in PIPE_ZOOMS[2:]:
            yield asyncio.run(_measured(name, zoom, "pipes"))


def sent() -> Iterator[str]:
    """How many bytes each key sends, by zoom, in lines with 256 colours and in pipes in truecolor; medians."""
    yield f"{'':<10}{'zoom':>10}" + "".join(f"{name:>16}" for name in ("start", "move", "turn", "tick", "scroll"))
    for board, zoom, start, frames, counted in measured():
        cells = [f"{median(sizes):.0f} max {max(sizes)}" if sizes else "-" for sizes in counted.values()]
        yield f"{board:<10}{zoom:>10}" + "".join(f"{cell:>16}" for cell in (f"{start} in {frames}", *cells))


def ends() -> Iterator[str]:
    """How many bytes the end of a board sends in truecolor through a line, from the last move on, by window."""
    yield f"{'':<20}" + "".join(f"{width}x{height}".rjust(20) for width, height in WINDOWS)
    for game, params in ENDS:
        sizes = [asyncio.run(_end(generate(game, params, seed=1), size)) for size in WINDOWS]
        yield f"{game + ' ' + params:<20}" + "".join(size.rjust(20) for size in sizes)


async def _end(puzzle: Puzzle, size: tuple[int, int]) -> str:
    """What the end of that board sends in such a window: the bytes, the frames, and the zoom."""
    answer = solve(puzzle)
    assert answer is not None
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Folders(Path(folder, "data"), Path(folder, "config")))
        terminal = Terminal(ColourDepth.TRUECOLOR, over_ssh=True)
        app = make_app(Context(library, library.settings(), now=Time(), terminal=terminal), [puzzle])
        async with recorded(app, size) as play:
            await play.pilot.pause(0.4)
            screen = app.screen
            assert isinstance(screen, PlayScreen)
            play.take()
            screen.controller.carry_out(solving(puzzle, screen.controller.session.state, answer.lines), "")
            frames, quiet = [], 0
            while quiet < 10:
                await play.pilot.pause(0.02)
                frames += [each for each in (len(play.wire.read_sent()),) if each]
                quiet = 0 if screen.board.light.left else quiet + 1
            return f"{sum(frames)} in {len(frames)}, {screen.board.zoom.name}"


def shares() -> Iterator[tuple[str, float, float]]:
    """The bytes sent for each kind of key as a share of the first frame: minimum and maximum over boards and zooms."""
    found = list(measured())
    for kind in ("move", "turn"):
        of_frame = [median(each.counted[kind]) / each.start for each in found]
        yield kind, min(of_frame), max(of_frame)
