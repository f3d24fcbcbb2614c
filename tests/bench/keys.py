"""How much CPU a key takes in lines and in pipes, in two programs that get the same keys side by side.

First in windows of three sizes at the zoom that opens, then in one window at each zoom.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from termpuzzles.formats import write
from termpuzzles.generator.generate import generate
from termpuzzles.render.ink import PIPE_ZOOMS
from tests.bench.peers.measure import row
from tests.bench.spread import Spread
from tests.tui.screen import Player

SIZES = ((80, 24), (100, 30), (200, 60))
BOARDS = ("7x7w", "13x11")
LOOKS = ("lines", "pipes")
ZOOMED, WITHIN = "7x7w", (100, 30)  # the board that is drawn at each zoom, and the window
KEYS = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "d", "d")
BLOCKS, EACH = 9, 50  # of keys, of which the first block warms up, and the keys in each
GAP = 0.015  # seconds between two keys


def keys() -> Iterator[str]:
    """Milliseconds of CPU a key on a terminal with 256 colours, for moves and turns of Net in lines and in pipes."""
    yield row("ms a key", "keys", *LOOKS, "ratio")
    for size in SIZES:
        for params in BOARDS:
            yield _row(f"net {params}, {size[0]}x{size[1]}", _measured(size, params))
    for zoom in range(1, len(PIPE_ZOOMS) + 1):
        yield _row(f"net {ZOOMED}, {PIPE_ZOOMS[zoom - 1].name}", _measured(WITHIN, ZOOMED, zoom))


def _row(task: str, measured: Iterator[list[float]]) -> str:
    """A row of the table, without the first block of keys."""
    rounds = [*measured][1:]
    spreads = [Spread.of([each[place] for each in rounds]) for place in range(len(LOOKS))]
    ratio = Spread.of([pipes / lines for lines, pipes in rounds])
    return row(task, str(EACH * len(rounds)), *map(str, spreads), str(ratio))


def _measured(size: tuple[int, int], params: str, zoom: int = 0) -> Iterator[list[float]]:
    """For each block of keys the milliseconds a key in each look, at the zoom of that number unless it is 0."""
    chance = Random(params)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        players = [stack.enter_context(closing(_player(Path(folder, look), size, params))) for look in LOOKS]
        for player in players:
            player.see("moves")
            player.press("-" * len(PIPE_ZOOMS) + "+" * (zoom - 1) if zoom else "")
            player.settle()
        for _ in range(BLOCKS):
            before = [_milliseconds(player.process) for player in players]
            for key in chance.choices(KEYS, k=EACH):
                for player in players:
                    player.press(key)
                for player in players:
                    player.watch(GAP)
            after = [_milliseconds(player.process) for player in players]
            yield [(end - start) / EACH for start, end in zip(before, after, strict=True)]


def _player(folder: Path, size: tuple[int, int], params: str) -> Player:
    """The program on a new board, in the look that its folder is named for."""
    (folder / "config").mkdir(parents=True)
    (folder / "config" / "settings.toml").write_text(f'look = "{folder.name}"\n', encoding="utf-8")
    (folder / "board.loops").write_text(write(generate("net", params, seed=1), "picture"), encoding="utf-8")
    return Player(["play", "--game", "net", "board.loops"], folder, size)


def _milliseconds(process: int) -> float:
    """The CPU that a process has used."""
    words = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return 1000 * (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
