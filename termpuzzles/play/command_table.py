"""All commands of play, what each reveals of the solution, and the one place that all of them pass."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from termpuzzles.play import board_commands, ghost_commands, hint_commands, history_commands, region_commands, result
from termpuzzles.play.controller import BoardCommand, Controller

OF_FRONT_ENDS = (  # each carries them out in its own way
    BoardCommand("play.larger", "plus,equals_sign", "", "larger", "Make the board larger", "view"),
    BoardCommand("play.smaller", "minus", "", "smaller", "Make the board smaller", "view"),
    BoardCommand("play.automatic", "0,f3", "", "fitting size", "Make the board as large as fits", "view"),
    BoardCommand("play.panel", "tab", "", "panel", "Show the panel in place of the board", "view"),
    BoardCommand("play.zen", "Z,f11", "", "zen", "Show only the board, or everything again", "view"),
    BoardCommand("play.overview", "O,f12", "", "overview", "See the whole board, and go to a place", "view"),
    BoardCommand(
        "play.positions",
        "m,M,f4,f6",
        "",
        "positions",
        "Remember this position, or go back to one",
        "positions",
    ),
    BoardCommand("play.replay", "P", "replay", "replay", "Watch how you played this board", "undo"),
    BoardCommand(
        "play.options",
        "o",
        "settings",
        "options",
        "Change the options",
        "program",
        for_speech="Change the settings",
    ),
    BoardCommand(
        "play.copy",
        "y",
        "id",
        "copy",
        "Copy the puzzle's id or address",
        "program",
        for_speech="Print the puzzle's id",
    ),
    BoardCommand("play.review", "V", "review", "review", "Look back: mistakes, pauses, replay", "program"),
    BoardCommand(
        "play.help",
        "question_mark,f1",
        "help NAME, h, ?",
        "help",
        "Show rules and keys",
        "program",
        for_speech="List all commands, or explain one",
    ),
    BoardCommand(
        "play.close",
        "escape",
        "drop",
        "close",
        "Close what was opened last, or go back",
        "program",
        for_speech="Drop the trial, or what you began last",
    ),
    BoardCommand("play.leave", "q", "leave", "back", "Leave the board; your position is kept", "program"),
)

COMMANDS = (
    *board_commands.CURSOR_COMMANDS,
    *board_commands.CELL_COMMANDS,
    *history_commands.NEXT_COMMANDS,
    *hint_commands.COMMANDS,
    *region_commands.COMMANDS,
    *history_commands.PAST_COMMANDS,
    *ghost_commands.COMMANDS,
    *result.COMMANDS,
    *OF_FRONT_ENDS,
)
BY_ID = {command.id: command for command in COMMANDS}
WITHOUT_PINS = {"play.on": "Go to the next open cell"}  # sentences that differ where no tile is pinned


class Reveals(Enum):
    """What a command tells of the solution that the board does not show."""

    NOTHING = auto()
    HELP = auto()  # what could be found out: each answer is counted as a hint
    MISTAKES = auto()  # whether something is wrong: counted if something is
    SOLUTION = auto()  # everything: the board counts as given up


# fmt: off
_NOTHING = (
    "board.north", "board.south", "board.west", "board.east", "board.first", "board.last", "board.page_up",
    "board.page_down", "play.next", "play.before", "play.goto", "play.shift", "play.inside", "play.source",
    "tile.turn", "tile.clockwise", "tile.back", "tile.half", "tile.pin", "line.north", "line.west", "line.south",
    "line.east", "cross.north", "cross.west", "cross.south", "cross.east", "line.again", "line.pen", "note.cross",
    "note.line", "play.on", "play.new", "play.following", "play.previous", "play.unsolved", "play.undo",
    "play.redo", "play.restart", "play.trial", "play.mark", "play.mark_named", "play.back", "play.jumble",
    "play.ghost", "play.share", "play.larger", "play.smaller", "play.automatic", "play.panel", "play.zen",
    "play.groups", "play.overview", "play.positions", "play.replay", "play.options", "play.copy", "play.help",
    "play.close", "play.leave", "play.region", "read.cell", "read.row", "read.column", "read.look",
    "read.neighbours", "read.group", "read.trace", "read.inside", "read.open", "read.wrong", "read.rules",
    "read.show", "read.more", "read.time", "read.brief", "read.full",
)
# fmt: on
REVEALS: Mapping[str, Reveals] = MappingProxyType(
    {
        **dict.fromkeys(_NOTHING, Reveals.NOTHING),
        **dict.fromkeys(("play.hint", "play.do", "play.why_not", "play.possible", "play.review"), Reveals.HELP),
        **dict.fromkeys(("play.check", "play.sound"), Reveals.MISTAKES),
        "play.give_up": Reveals.SOLUTION,
    }
)  # by the ids of commands; what options do by themselves is counted by the controller


def may(controller: Controller, command: str) -> bool:
    """Whether the player may give this command now, which is asked before each; if not, it is said why."""
    if refused := controller.refusal(command):
        controller.changed("refused", refused)
        return False
    return True


def act(controller: Controller, command: str, *added: str) -> None:
    """Carry out the command with that id, with what was said after it, unless it is the front end's own."""
    does = BY_ID[command].does
    if does is not None and may(controller, command):
        does(controller, *added)
