"""All commands of play, and how one is carried out."""

from __future__ import annotations

from termpuzzles.play import board_commands, hint_commands, history_commands
from termpuzzles.play.controller import Command, Controller

SCREEN = (
    Command("play.larger", "plus,equals_sign", "", "larger", "Draw the board larger", "view", "zoom(1)"),
    Command("play.smaller", "minus", "", "smaller", "Draw the board smaller", "view", "zoom(-1)"),
    Command("play.automatic", "0,f3", "", "fitting size", "Draw the board as large as fits", "view", "zoom(0)"),
    Command(
        "play.panel", "tab", "", "panel", "Show the panel, where there is no room beside the board", "view", "panel"
    ),
    Command("play.zen", "Z,f11", "", "zen", "Show nothing but the board, or everything again", "view", "zen"),
    Command(
        "play.overview", "O,f12", "", "overview", "See the whole board, and go somewhere in it", "view", "overview"
    ),
    Command("play.replay", "P", "", "replay", "Watch how this board was played", "undo", "replay"),
    Command(
        "play.options", "o", "settings", "options", "What the program does for you, and shows", "program", "options"
    ),
    Command("play.copy", "y", "id", "copy", "Copy the puzzle's id or address, and show it", "program", "copy"),
    Command("play.review", "V", "", "review", "Look back on this game: mistakes, pauses, replay", "program", "review"),
    Command("play.help", "question_mark,f1", "help NAME, h, ?", "help", "Rules and keys", "program", "help"),
    Command(
        "play.close",
        "escape",
        "drop",
        "close",
        "Close what was opened last; if nothing is, go back",
        "program",
        "close",
    ),
    Command("play.leave", "q", "leave", "back", "Go back; the position is kept", "program", "leave"),
)

COMMANDS = (
    *board_commands.CURSOR_COMMANDS,
    *board_commands.CELL_COMMANDS,
    *history_commands.NEXT_COMMANDS,
    *history_commands.PAST_COMMANDS,
    *hint_commands.COMMANDS,
    *SCREEN,
)
BY_ID = {command.id: command for command in COMMANDS}


def act(controller: Controller, command: str, *added: str) -> None:
    """Carry out the command with that id, with what was said after it, unless it is an action of the front end."""
    does = BY_ID[command].does
    if not isinstance(does, str):
        does(controller, *added)
