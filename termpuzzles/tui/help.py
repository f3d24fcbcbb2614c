"""The help screen: the rules of the game, how a board is read, and every key."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from termpuzzles.games.model import Game
from termpuzzles.play.strokes import Glyphs
from termpuzzles.tui.theme import Palette

Keys = dict[str, tuple[list[str], str, str]]


class HelpScreen(ModalScreen[None]):
    """Rules and keys; any of the keys that leave goes back to the board."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll { width: 100%; height: 100%; padding: 0 2; background: $background; }
    HelpScreen Static { width: 1fr; max-width: 76; height: auto; background: $background; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,question_mark", "dismiss", "back", id="help.leave", tooltip="Back to the board"),
        Binding("down,j", "scroll('down')", "down", id="help.down", tooltip="Read on"),
        Binding("up,k", "scroll('up')", "up", id="help.up", tooltip="Read back"),
    ]

    def __init__(self, game: Game, keys: Keys, glyphs: Glyphs, palette: Palette) -> None:
        super().__init__()
        self._said = help_text(game, keys, glyphs, palette)

    def compose(self) -> ComposeResult:
        """One text to scroll through."""
        with VerticalScroll():
            yield Static(self._said)

    def action_scroll(self, way: str) -> None:
        """Scroll by a line."""
        view = self.query_one(VerticalScroll)
        view.scroll_relative(y=1 if way == "down" else -1, animate=False)


def help_text(game: Game, keys: Keys, glyphs: Glyphs, palette: Palette) -> Text:
    """Goal, how to read the board, and every key with what it does."""
    text = Text(style=palette.style("text"))

    def add(words: str, tone: str = "text", bold: bool = False) -> None:
        text.append(palette.spelled(words), palette.style(tone, bold=bold))

    add(f"{game.title}\n\n", "good", True)
    add(game.goal + "\n\n")
    add("Reading the board\n", "good", True)
    for sign, meaning in _signs(game, glyphs):
        add(f"  {sign:<7}", "lit")
        add(meaning + "\n")
    add("\nKeys\n", "good", True)
    for names, _, sentence in keys.values():
        add(f"  {' '.join(names):<14}", "lit")
        add(f" {sentence}\n")
    add("\nMouse\n", "good", True)
    add(_MOUSE_DRAWN if game.drawn else _MOUSE_TURNED)
    return text


_MOUSE_TURNED = (
    "  Left turns clockwise, right anticlockwise, middle pins;\n  drag with the middle button to pin many.\n"
)
_MOUSE_DRAWN = (
    "  Click near a side to draw its line, right click to cross it out;\n  drag from cell to cell to draw on.\n"
)


def _signs(game: Game, glyphs: Glyphs) -> list[tuple[str, str]]:
    lines = [("─╴" if glyphs.unicode else "--", "a loose end: its line stops short of the next cell")]
    loop = "═║" if glyphs.unicode else '= "'
    if not game.drawn:
        lines.append(("━┃" if glyphs.unicode else "bold", "a pinned tile: it does not turn"))
    lines.append((loop, "a line that lies on a loop"))
    if game.source is not None:
        lines += [
            (glyphs.source, "the source; bold blue lines are joined to it"),
            ("┄┆" if glyphs.unicode else ". :", "a group sealed off from the rest: no loose end is left in it"),
        ]
    if game.wraps:
        lines.append((glyphs.seam, "an edge that wraps: lines go on at the opposite side, shown faintly beyond it"))
        lines.append((glyphs.frame[:2], "an edge where the board ends; thick white bars are walls: no line crosses"))
    return lines
