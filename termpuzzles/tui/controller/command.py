"""A command: something that a player can ask for with a key, in the palette, or by its row in the help."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from textual.binding import Binding

from termpuzzles.games.model import Controls
from termpuzzles.tui.controller.controller import Controller

BOTH = (Controls.TURN_TILES, Controls.DRAW_LINES)


class Command(NamedTuple):
    """Keys, a short name, a sentence, the group in which it is listed, and what it does.

    `does` is a function that takes the controller, or the name of an action of the screen.
    """

    id: str
    keys: str
    name: str
    sentence: str
    group: str
    does: Callable[[Controller], object] | str
    controls: tuple[Controls, ...] = BOTH

    @property
    def action(self) -> str:
        """The action of the screen that carries it out."""
        return self.does if isinstance(self.does, str) else f"act('{self.id}')"


GROUPS = {
    name: Binding.Group(name)
    for name in ("move", "tile", "line", "notes", "undo", "hints", "positions", "puzzles", "view", "program")
}


def bindings(commands: Iterable[Command]) -> list[Binding]:
    """The bindings of these commands."""
    return [
        Binding(
            command.keys,
            command.action,
            command.name,
            id=command.id,
            tooltip=command.sentence,
            group=GROUPS[command.group],
        )
        for command in commands
    ]
