"""All commands of play."""

from __future__ import annotations

from termpuzzles.tui.controller import acting, advising, moving, past
from termpuzzles.tui.controller.command import Command

SCREEN = (
    Command("play.larger", "plus,equals_sign", "larger", "Draw the board larger", "view", "zoom(1)"),
    Command("play.smaller", "minus", "smaller", "Draw the board smaller", "view", "zoom(-1)"),
    Command("play.automatic", "0", "fitting size", "Draw the board as large as fits", "view", "zoom(0)"),
    Command("play.previous", "left_square_bracket,comma", "previous", "The previous puzzle", "puzzles", "puzzle(-1)"),
    Command("play.following", "right_square_bracket,full_stop", "next", "The next puzzle", "puzzles", "puzzle(1)"),
    Command("play.options", "o", "options", "What the program does for you, and shows", "program", "options"),
    Command("play.copy", "y", "copy", "Copy the puzzle's id or address, and show it", "program", "copy"),
    Command("play.help", "question_mark,f1", "help", "Rules and keys", "program", "help"),
    Command("play.leave", "q,escape", "back", "Go back; the position is kept", "program", "leave"),
)

COMMANDS = (*moving.COMMANDS, *acting.COMMANDS, *past.COMMANDS, *advising.COMMANDS, *SCREEN)
BY_ID = {command.id: command for command in COMMANDS}
