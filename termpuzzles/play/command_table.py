"""All commands of play, and how one is carried out."""

from __future__ import annotations

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


def act(controller: Controller, command: str, *added: str) -> None:
    """Carry out the command with that id, with what was said after it, unless it is the front end's own."""
    does = BY_ID[command].does
    if does is not None:
        does(controller, *added)
