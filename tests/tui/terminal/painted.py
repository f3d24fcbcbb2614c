"""Compares what a terminal shows with what Textual composed, for tests and for long random runs."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pyte
from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.style import Style
from textual._context import visible_screen_stack

from termpuzzles.generator.generate import generate
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.tui import theme
from termpuzzles.tui.adapter.display import COLOUR_SYSTEMS
from termpuzzles.tui.app import PuzzleApp, make_app
from termpuzzles.tui.context import Context
from tests.play.test_session import Time
from tests.tui.recorder import Recorded, recorded
from tests.tui.terminal.strict_screen import Cell, StrictScreen

DEPTHS = {
    "truecolor": ColourDepth.TRUECOLOR,
    "256": ColourDepth.EIGHT_BIT,
    "16": ColourDepth.STANDARD,
    "none": ColourDepth.NONE,
}
KEYS = [*"hjkl" * 6, *"  adsfuri", "i", "i", "c", "+", "-", "0", "question_mark", "o", "escape", "escape", "enter"]
KEYS += ["pagedown", "home", "end", "R", "N", "right_square_bracket", "q", "x", "z", "down", "up", "tab", "ctrl+p"]
SIZES = [(80, 24), (100, 30), (41, 16), (24, 8), (20, 6), (132, 43)]


def composed(app: PuzzleApp, depth: ColourDepth) -> list[list[Cell]]:
    """The screen that Textual composed, with each style as a separate reader understands rich's codes for it."""
    visible_screen_stack.set(app._background_screens)
    width = app.screen._compositor.size.width
    return [
        [cell for segment in strip for cell in _cells_of(segment.text, segment.style, depth)][:width]
        for strip in app.screen._compositor.render_strips()
    ]


@lru_cache(maxsize=1 << 14)
def _cells_of(text: str, style: Style | None, depth: ColourDepth) -> list[Cell]:
    columns = sum(map(get_character_cell_size, text))
    reader = StrictScreen(columns + 1, 1)
    x = 0
    reader.feed(f"\x1b[0{_codes(style, depth)}m")
    for part in [text] if text.isascii() and text else text:
        reader.feed(f"\x1b[1;{x + 1}H{part}")
        x += sum(map(get_character_cell_size, part))
    return reader.seen()[0][:columns]


def _codes(style: Style | None, depth: ColourDepth) -> str:
    """Rich's parameters for the style, without what it has cached for another number of colours."""
    if style is None:
        return ""
    system = COLOUR_SYSTEMS[depth]
    if system is None:
        style = style.without_color
    style._ansi = None
    codes = style._make_ansi_codes(system or ColorSystem.STANDARD)
    style._ansi = None
    return f";{codes}" if codes else ""


class Readers:
    """Two terminals that read what is sent: the strict one and pyte."""

    def __init__(self, width: int, height: int, erases: bool) -> None:
        self.strict = StrictScreen(width, height, erases_in_colour=erases)
        self.pyte = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.pyte)

    def feed(self, sent: str) -> None:
        self.strict.feed(sent)
        self._stream.feed(sent)

    def resize(self, width: int, height: int) -> None:
        self.strict.resize(width, height)
        self.pyte.resize(height, width)

    def scribble(self) -> None:
        """Write over the terminal, as another program would."""
        assert self.strict.pen is not None
        assert self.strict.pen.marks == frozenset()
        assert self.strict.pen.ink == self.strict.pen.ground == ()
        self.strict.resize(self.strict.width, self.strict.height)
        self._stream.feed("\x1b[2;2Hscribbled")

    def differs(self, wanted: list[list[Cell]]) -> str:
        """Describe the first difference from the wanted screen, or return nothing."""
        seen = self.strict.seen()
        if len(seen) != len(wanted) or len(seen[0]) != len(wanted[0]):
            return f"the size is {len(seen[0])}x{len(seen)}, not {len(wanted[0])}x{len(wanted)}"
        for y, (row, other) in enumerate(zip(seen, wanted, strict=True)):
            for x, (cell, wish) in enumerate(zip(row, other, strict=True)):
                if cell != wish:
                    return f"at row {y}, column {x}: {cell} instead of {wish}"
        lines = ["".join(cell.text for cell in row) for row in wanted]
        return "" if lines == self.pyte.display else "pyte reads something else"


class Look(NamedTuple):
    """How a terminal shows things: its colours, whether it erases in them, the glyphs and the theme."""

    depth: str
    erases: bool
    ascii_only: bool
    theme_name: str


async def random_events(folder: Path, seed: str, count: int, look: Look, kind: type[PuzzleApp] = PuzzleApp) -> int:
    """Play a board by random keys, resizes and suspends; after each the terminal shows what is composed."""
    depth, erases, ascii_only, theme_name = look
    chance = Random(seed)
    puzzles = [generate("net", "7x7w", seed=1), generate("net", "9x9", seed=2), generate("infinity", "20x20", seed=3)]
    puzzles.append(generate("simpleloop", "6x6", seed=4))
    library = Library(Folders(folder / "data", folder / "config"))
    events, last = 0, deque[str](maxlen=40)
    while events < count:
        chance.shuffle(puzzles)
        terminal = Terminal(DEPTHS[depth], erases_in_colour=erases)
        context = Context(library, library.settings(), Time(), ascii_only, theme_name, terminal)
        app = make_app(context, puzzles, kind=kind)
        size = chance.choice(SIZES)
        async with recorded(app, size) as play:
            readers = Readers(*size, erases)
            while events < count and app._running and not app._exit:
                try:
                    await agree(play, readers, DEPTHS[depth])
                except AssertionError as error:
                    error.add_note(f"on {app.screen} of {app.size}, event {events}, after {' '.join(last)}")
                    raise
                events += 1
                last.append(await one_event(play, readers, chance))
    return events


async def one_event(play: Recorded, readers: Readers, chance: Random) -> str:
    """Press a key or, now and then, resize or suspend; returns what was done."""
    kind = chance.randrange(30)
    if kind == 0:
        size = chance.choice(SIZES)
        readers.feed(play.take())
        play.wire.resize(*size)
        await play.pilot.pause()
        readers.resize(*size)
        sent = play.take()  # the terminal moves text that was sent for the old size, and the program wipes it
        wiped = max(0, sent.rfind("\x1b[2J"))
        readers.feed(sent[max(0, sent.rfind("\x1b[", 0, wiped)) :])
        return f"{size[0]}x{size[1]}"
    if kind == 1:
        await play.pilot.pause()
        with play.app.suspend():
            readers.feed(play.take())
            readers.scribble()
        return "suspend"
    key: str = chance.choice(KEYS)
    await play.pilot.press(key)
    return key


async def agree(play: Recorded, readers: Readers, depth: ColourDepth) -> None:
    """Wait until the terminal shows what is composed, and fail if it does not in time."""
    trouble = ""
    for patience in range(40):
        await play.pilot.pause(0.01 if patience else None)
        while play.is_drawing:
            await play.pilot.pause(0.005)
        readers.feed(play.take())
        if play.app._exit or not (trouble := readers.differs(composed(play.app, depth))):
            return
    raise AssertionError(trouble)


THEMES = {"dark": theme.DARK, "light": theme.LIGHT, "colourless": theme.COLOURLESS}
