"""Commands that act at the cursor: turn and pin tiles, draw lines, note them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from termpuzzles.board.grid import SIDE_NAMES
from termpuzzles.games.model import Controls, Gesture
from termpuzzles.tui.controller.command import Command
from termpuzzles.tui.controller.controller import Controller

_SIDES = {name: side for side, name in SIDE_NAMES.items()}
_ORDER = ("north", "west", "south", "east")  # in the order of the keys w a s d
TURNING, DRAWING = (Controls.TURN_TILES,), (Controls.DRAW_LINES,)


def _ask(action: str) -> Callable[[Controller], None]:
    """The function that asks for this action at the cursor."""
    return lambda controller: controller.play(Gesture(action, controller.stage.cursor))


def draw(controller: Controller, kind: str, side: int) -> None:
    """Draw, cross out or erase the line toward a side of the cell at the cursor; a pending note decides which."""
    noted = controller.pending if controller.pending in ("cross", "line") else kind
    controller.play(Gesture(noted, controller.stage.cursor, side))


def _draw(kind: str, name: str) -> Callable[[Controller], None]:
    return lambda controller: draw(controller, kind, _SIDES[name])


def _note(kind: str) -> Callable[[Controller], None]:
    """Let the next direction set a line or a cross."""

    def note(controller: Controller) -> None:
        begun = "" if controller.pending == kind else kind
        what = "a cross: no line there" if kind == "cross" else "a line"
        drop = controller.stage.key("play.close")
        controller.changed(f"Now a direction: it sets {what}. {drop} drops this." if begun else "")
        controller.pending = begun

    return note


def _again(controller: Controller) -> None:
    """Repeat the last line or cross at the cursor."""
    controller.play(controller.last._replace(cell=controller.stage.cursor))


def _side_commands(kind: str, keys: str, sentence: str) -> Iterator[Command]:
    for key, side in zip(keys, _ORDER, strict=True):
        name = f"{kind} {side}"
        yield Command(f"{kind}.{side}", key, name, f"{sentence} {side}", "line", _draw(kind, side), DRAWING)


def _turn(controller: Controller) -> None:
    """Turn the tile in the direction that the player has chosen."""
    turned = "turn" if controller.settings["turn"] == "clockwise" else "turn back"
    controller.play(Gesture(turned, controller.stage.cursor))


def _pen(controller: Controller) -> None:
    """Put the pen down, so that moving draws, or lift it."""
    controller.pen, controller.pen_in_trial = not controller.pen, controller.session.trial
    lift = controller.stage.key("line.pen")
    controller.changed(f"The pen is down: moving draws. {lift} lifts it." if controller.pen else "The pen is up.")


COMMANDS = (
    Command("tile.turn", "space", "turn", "Turn the tile", "tile", _turn, TURNING),
    Command("tile.clockwise", "d", "turn clockwise", "Turn the tile clockwise", "tile", _ask("turn"), TURNING),
    Command("tile.back", "a", "turn back", "Turn the tile anticlockwise", "tile", _ask("turn back"), TURNING),
    Command("tile.half", "f", "half turn", "Turn the tile half around", "tile", _ask("turn half"), TURNING),
    Command("tile.pin", "s", "pin", "Pin the tile, or free it", "tile", _ask("pin"), TURNING),
    *_side_commands("line", "wasd", "Draw or erase the line"),
    *_side_commands("cross", "WASD", "Cross out the line"),
    Command("line.again", "space", "repeat", "Repeat the last line or cross here", "line", _again, DRAWING),
    Command("line.pen", "p", "pen", "Put the pen down, so that moving draws, or lift it", "line", _pen, DRAWING),
    Command("note.cross", "x", "no line", "The next direction notes: no line there", "notes", _note("cross")),
    Command("note.line", "z", "line", "The next direction notes: a line there", "notes", _note("line")),
)
