"""The keys of play, and which keys do what: asked of the bindings as they are, so that remapped keys are shown so."""

from __future__ import annotations

from textual.binding import Binding, BindingType
from textual.keys import format_key
from textual.screen import Screen

PLAY_KEYS: list[BindingType] = [
    Binding("u", "undo", "undo", id="play.undo", tooltip="Take back the last move"),
    Binding("r", "redo", "redo", id="play.redo", tooltip="Play again what was taken back"),
    Binding("R", "restart", "start again", id="play.restart", tooltip="Begin again; undo brings the moves back"),
    Binding("i", "hint", "hint", id="play.hint", tooltip="A hint: where to look; again: why; again: do it"),
    Binding(
        "c", "check", "check", id="play.check", tooltip="Mark pins that are wrong and parts that only look finished"
    ),
    Binding(
        "n",
        "next_free",
        "next free",
        id="play.next",
        tooltip="Go to the next tile that is not pinned, or cell that is not done",
    ),
    Binding("m", "mark", "mark", id="play.mark", tooltip="Remember this position"),
    Binding("M", "back", "back to mark", id="play.back", tooltip="Go back to the remembered position"),
    Binding("plus,equals_sign", "zoom(1)", "larger", id="play.larger", tooltip="Draw the board larger"),
    Binding("minus", "zoom(-1)", "smaller", id="play.smaller", tooltip="Draw the board smaller"),
    Binding("left_square_bracket", "puzzle(-1)", "previous", id="play.previous", tooltip="The previous puzzle"),
    Binding("right_square_bracket", "puzzle(1)", "next", id="play.following", tooltip="The next puzzle"),
    Binding("x", "note('cross')", "no line", id="note.cross", tooltip="The next direction notes: no line there"),
    Binding("z", "note('line')", "line", id="note.line", tooltip="The next direction notes: a line there"),
    Binding("o", "options", "options", id="play.options", tooltip="What the program does for you, and shows"),
    Binding("y", "copy", "copy", id="play.copy", tooltip="Copy the puzzle's id or address, and show it"),
    Binding("question_mark", "help", "help", id="play.help", tooltip="Rules and keys"),
    Binding("q,escape", "leave", "back", id="play.leave", tooltip="Go back; the position is kept"),
]

# Bindings named together, in few words, beside the board.
_GROUPS = {
    "line": ("line.north", "line.west", "line.south", "line.east"),
    "note a line": ("note.cross", "note.line"),
    "mark, go back": ("play.mark", "play.back"),
    "zoom": ("play.larger", "play.smaller"),
    "puzzle": ("play.previous", "play.following"),
}

# What is named beside the board, in this order, as far as it acts.
SHOWN_KEYS = [
    *("tile.turn", "tile.back", "tile.half", "tile.pin", "line", "line.again", "note a line"),
    *("play.undo", "play.redo", "play.restart", "play.hint", "play.check", "zoom", "puzzle"),
    *("play.options", "play.help", "play.leave"),
]
SHOWN_WHEN_FINISHED = ["play.undo", "play.restart", "puzzle", "play.help", "play.leave"]

_NAMES = {"escape": "Esc", "up": "↑", "down": "↓", "left": "←", "right": "→"}


def key_name(key: str) -> str:
    """The key as a player reads it."""
    sign = format_key(key)
    return _NAMES.get(key) or (sign if sign.isascii() else key).replace("ctrl+", "^")


def bound_keys(screen: Screen[None]) -> dict[str, tuple[list[str], str, str]]:
    """For each binding that acts on the screen now, by its id: its keys, its name, and what it does in a sentence."""
    found: dict[str, tuple[list[str], str, str]] = {}
    for key, active in screen.active_bindings.items():
        if name := active.binding.id:
            entry = found.setdefault(name, ([], active.binding.description, active.binding.tooltip))
            entry[0].append(key_name(key))
    return found


def shown_keys(screen: Screen[None], wanted: list[str]) -> list[tuple[str, str]]:
    """For each of the wanted bindings or groups that acts on the screen now: its first keys, and what it is called."""
    bound = bound_keys(screen)
    shown = []
    for name in wanted:
        found = [bound[part] for part in _GROUPS.get(name, (name,)) if part in bound]
        if found:
            keys = " ".join(keys[0] for keys, _, _ in found)
            shown.append((keys, name if name in _GROUPS else found[0][1]))
    return shown
