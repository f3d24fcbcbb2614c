"""The help screen: the rules of the game, how a board is read, every key, and the techniques."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from termpuzzles.games.model import Game, Puzzle
from termpuzzles.play.techniques import Technique, techniques
from termpuzzles.render.glyph_sets import Glyphs
from termpuzzles.render.text_diagram import IN_ASCII
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import Bound
from termpuzzles.tui.theme import Palette


class HelpScreen(ModalScreen[None]):
    """Rules and keys; any of the keys that leave goes back to the board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,question_mark", "dismiss", "back", id="help.leave", tooltip="Back to the board"),
        Binding("down,j", "scroll('down')", "down", id="help.down", tooltip="Read on"),
        Binding("up,k", "scroll('up')", "up", id="help.up", tooltip="Read back"),
    ]

    def __init__(self, context: Context, puzzle: Puzzle, keys: dict[str, Bound]) -> None:
        super().__init__()
        self._said = HelpText(context.palette)
        self._said.say_all(puzzle, keys, context.glyphs)

    def compose(self) -> ComposeResult:
        """One text to scroll through."""
        with VerticalScroll():
            yield Static(self._said.text)

    def action_scroll(self, way: str) -> None:
        """Scroll by a line."""
        view = self.query_one(VerticalScroll)
        view.scroll_relative(y=1 if way == "down" else -1, animate=False)


class HelpText:
    """Puts the help together: goal, how to read the board, the techniques, and every key with what it does."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self.text = Text(style=palette.style("text"))

    def _add(self, words: str, tone: str = "text", bold: bool = False) -> None:
        self.text.append(self._palette.spelled(words), self._palette.style(tone, bold=bold))

    def _row(self, first: str, width: int, second: str) -> None:
        self._add(f"  {self._palette.spelled(first):<{width}} ", "lit")
        self._add(f"{second}\n")

    def _title(self, words: str) -> None:
        self._add(f"{words}\n", "good", True)

    def say_all(self, puzzle: Puzzle, keys: dict[str, Bound], glyphs: Glyphs) -> None:
        """Write it all."""
        self._title(f"{puzzle.game.title}\n")
        self._add(f"{puzzle.game.goal}\n\n")
        self._title("Reading the board")
        for sign, meaning in _signs(puzzle.game, glyphs):
            self._row(sign, 6, meaning)
        self._title("\nKeys")
        for bound in keys.values():
            self._row(" ".join(bound.keys), 15, bound.sentence)
        self._title("\nMouse")
        self._add(_MOUSE_DRAWN if puzzle.game.draws else _MOUSE_TURNED)
        self._title("\nTechniques, easiest first; hints and ratings call them by these names")
        for technique in techniques(puzzle):
            self._explain(technique, glyphs.unicode)
        self._title("\nWords that hints use")
        for word, meaning in _WORDS:
            self._row(word, 14, meaning)

    def _explain(self, technique: Technique, unicode: bool) -> None:
        self._add(f"\n  {technique.title}\n", "lit")
        self._add(f"  {technique.sentence} {technique.why}\n")
        if technique.picture:
            picture = "".join(f"    {line}\n" for line in technique.picture)
            self._add(picture if unicode else picture.translate(IN_ASCII))
            self._add(f"    Here: {technique.found}\n", "faint")


_WORDS = (
    ("joined", "two tiles with a way of lines from one to the other"),
    ("sealed off", "joined to each other and to nothing else, with no loose end to go on from"),
    ("line ends", "a line between two tiles has two: so many lines, twice as many ends"),
    ("exit", "a line by which the loop may leave the marked region"),
    ("dark, light", "the colours of the cells of a checkerboard: every line joins a dark one to a light one"),
)

_MOUSE_TURNED = (
    "  Left turns clockwise, right anticlockwise, middle pins;\n  drag with the middle button to pin many.\n"
)
_MOUSE_DRAWN = (
    "  Click near a side to draw its line, right click to cross it out;\n  drag from cell to cell to draw on.\n"
)


def _signs(game: Game, glyphs: Glyphs) -> list[tuple[str, str]]:
    lines = [("─╴" if glyphs.unicode else "--", "a loose end: its line stops short of the next cell")]
    loop = "═║" if glyphs.unicode else '= "'
    if game.pins:
        lines.append(("━┃" if glyphs.unicode else "bold", "a pinned tile: it does not turn"))
    lines.append((loop, "a line that lies on a loop"))
    if game.source is not None:
        lines += [
            (glyphs.source, "the source; bold blue lines are joined to it"),
        ]
    if game.joins_all:
        lines += [
            ("┄┆" if glyphs.unicode else ". :", "a group sealed off from the rest: no loose end is left in it"),
        ]
    if game.wraps:
        lines.append(("", "where there is no frame, lines go on at the opposite side, shown faintly beyond the edge"))
        lines.append((glyphs.frame[:2], "an edge where the board ends; thick bars are walls: no line crosses"))
    return lines
