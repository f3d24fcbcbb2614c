"""The help of the Wall Game: the rules in a few sentences, and the keys of the screen below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen
from termpuzzles.tui.keys import Bound
from termpuzzles.tui.widgets.lines import Lines

RULES = (
    "Your cat hunts the other side's mouse; whoever catches it first wins.",
    "A turn has up to two actions: a step of your cat, a step of your mouse (not in classic), or a new wall.",
    "No wall may cut a cat off from the mouse that it hunts.",
    "Each side's first turn is free of charge, and begins within a minute.",
    "Where letters are drawn, C and M are red's cat and mouse, c and m are blue's.",
)
_NAMES = 18  # columns of the keys


class WallHelpScreen(FramedScreen[None]):
    """The rules, and what the keys do."""

    TITLE = "The Wall Game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,question_mark,f1", "leave", "back", id="wallhelp.leave", tooltip="Back to the game"),
    ]
    KEYS = ("wallhelp.leave",)

    def __init__(self, context: Context, bound: Mapping[str, Bound]) -> None:
        super().__init__(context)
        self._bound = [each for name, each in bound.items() if name.startswith("wall.")]

    def body(self) -> ComposeResult:
        """The words, which scroll where there is no room."""
        yield Lines(self.context.palette, id="about")

    def on_mount(self) -> None:
        """Write them for the width that there is."""
        self._write()

    def on_resize(self) -> None:
        """Break them anew."""
        self._write()

    def _write(self) -> None:
        if not self.is_ready:
            return
        rules = [((f"  {line}", "text"),) for rule in RULES for line in self.wrapped(rule)]
        keys = [
            ((f"  {' '.join(each.keys):<{_NAMES}.{_NAMES}}", "good"), (each.sentence, "text")) for each in self._bound
        ]
        self.query_one("#about", Lines).lines = [(), *rules, (), *keys]
