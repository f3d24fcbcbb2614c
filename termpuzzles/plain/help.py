"""The commands of a player who speaks, and the help that is written from them."""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.errors import shortened
from termpuzzles.games.model import Game
from termpuzzles.plain import reading
from termpuzzles.play import command_table

COMMANDS = tuple(command for command in (*command_table.COMMANDS, *reading.COMMANDS) if command.words)

_GROUPS = {  # as players hear them
    "move": "Moving about",
    "tile": "Tiles",
    "line": "Lines",
    "notes": "Notes",
    "reading": "Hearing the board",
    "undo": "Taking back",
    "hints": "Help",
    "positions": "Marks",
    "puzzles": "Puzzles",
    "view": "The board",
    "program": "The program",
}
_HERE = {  # sentences that differ where there are no keys
    "play.trial": "Begin a trial; keep keeps it as one move, drop drops it",
    "play.close": "Drop the trial, or what was begun last",
    "play.copy": "Say the puzzle's id",
    "play.options": "Change what the program does for you",
    "play.help": "Say all commands, or what one of them does",
    "play.back": "Go back to a remembered position; without any, leave the board",
    "note.line": "Note a line toward a side, or take the note back",
    "note.cross": "Note that there is no line toward a side, or take the note back",
}


def help_lines(game: Game, about: str = "") -> Iterator[str]:
    """The commands on a board of the game, group by group; or what those with this word, or of this group, do."""
    here = [command for command in COMMANDS if game.controls in command.controls]
    groups = {group: [command for command in here if command.group == group] for group in _GROUPS}
    if about:
        wanted = [
            command
            for group, commands in groups.items()
            for command in commands
            if about == _GROUPS[group].lower() or about in (*command.phrases, *command.phrases[0].split())
        ]
        yield from (f"{command.words}: {_HERE.get(command.id, command.sentence)}." for command in wanted)
        if not wanted:
            yield f"I do not know the command {shortened(about)!r}; say help for those I know."
        return
    yield "Columns come first, then rows, both from 1; without a place a command means where you stand."
    yield "For PLACE say a column and a row, such as 3 4; for SIDE or SIDES up, right, down or left."
    for group, commands in groups.items():
        if commands:
            yield f"{_GROUPS[group]}: {', '.join(command.words for command in commands)}."
    yield "Say help and a command, or one of these headings, for what it does; quit to leave the program."
