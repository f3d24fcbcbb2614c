"""Reading a board by ear: commands that say what is there and change nothing; all commands, and the help from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from termpuzzles.errors import on_one_line, shortened
from termpuzzles.games.model import Game
from termpuzzles.logic.rules import SEARCH, rule_named
from termpuzzles.logic.rules.techniques import TITLES
from termpuzzles.plain.parser import DIRECTIONS, index_of
from termpuzzles.plain.words import (
    cell_line,
    clock,
    group_in_words,
    naming,
    neighbours,
    row_lines,
    side_in_words,
    spoken,
    trace,
    unfinished,
)
from termpuzzles.play import command_table
from termpuzzles.play.controller import Command
from termpuzzles.render.text_diagram import text_diagram
from termpuzzles.session.session import Session

Read = Callable[[Session, int, Sequence[str], bool], Iterator[str]]  # a session, a cell, what was added, in full


def _cell(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    yield cell_line(session, here, full)


def _row(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    grid = session.puzzle.grid
    y = index_of(added, grid.height, "row")
    y = grid.place(here)[1] if y is None else y
    yield from row_lines(session, range(y * grid.width, (y + 1) * grid.width))


def _column(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    grid = session.puzzle.grid
    x = index_of(added, grid.width, "column")
    yield from row_lines(session, range(grid.place(here)[0] if x is None else x, grid.size, grid.width))


def _look(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    yield side_in_words(session, here, DIRECTIONS[added[0]])


def _show(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    yield from text_diagram(session.puzzle, session.state, {})


def _open(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    yield from unfinished(session)


def _wrong(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    """Say what is wrong, and where."""
    for mistake in session.mistakes:
        if mistake.cells:
            yield from naming(session, f"{mistake.sentence}: ", sorted(set(mistake.cells)))
        else:
            yield f"{mistake.sentence}."
    if session.solved:
        yield "Nothing is wrong."


def _time(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    yield f"You have played for {clock(session.clock.seconds)}."


def _rules(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    """Explain the goal and the techniques that hints use."""
    yield spoken(session.puzzle.game.goal)
    yield "The techniques that hints on this board use, easiest first:"
    problem = session.puzzle.problem()
    for name in sorted({*problem.rules, *problem.extra_rules} - {SEARCH}, key=list(TITLES).index):
        yield spoken(f"{TITLES[name]}: {rule_named(name).sentence}")


READ: dict[str, Read] = {
    "cell": _cell,
    "row": _row,
    "column": _column,
    "look": _look,
    "neighbours": lambda session, here, added, full: neighbours(session, here),
    "group": lambda session, here, added, full: group_in_words(session, here),
    "trace": lambda session, here, added, full: trace(session, here),
    "open": _open,
    "wrong": _wrong,
    "rules": _rules,
    "show": _show,
    "time": _time,
}


def _command(words: str, sentence: str, does: str) -> Command:
    return Command(f"read.{does}", "", words, does, sentence, "reading", does)


_OF_READING = (
    _command(
        "cell PLACE, here PLACE, what is here", "Describe the cell here, or go to a place and describe it", "cell"
    ),
    _command("row NUMBER", "Describe the cells of your row, or of another", "row"),
    _command("column NUMBER", "Describe the cells of your column, or of another", "column"),
    _command("look SIDE", "Describe what is on that side, without moving there", "look"),
    _command("neighbours PLACE", "Describe what is on each side", "neighbours"),
    _command("group PLACE", "List what the cell is joined to", "group"),
    _command("trace PLACE", "Follow the lines of the cell to where they lead", "trace"),
    _command("open, what is left, what is open", "List the tiles still unpinned, or the cells still wrong", "open"),
    _command("wrong, what is wrong, what", "List loose ends, loops and whatever else is wrong", "wrong"),
    _command("rules", "Explain the goal and the techniques that hints use", "rules"),
    _command("show", "Draw the board in text", "show"),
    _command("more", "Continue a long answer", "more"),
    _command("time", "Tell how long you have played", "time"),
    _command("brief", "Describe cells briefly", "brief"),
    _command("full", "Describe cells in full", "full"),
)


COMMANDS = tuple(command for command in (*command_table.COMMANDS, *_OF_READING) if command.words)

_GROUPS = {  # as players hear them
    "move": "Moving",
    "tile": "Tiles",
    "line": "Lines",
    "notes": "Notes",
    "reading": "Reading the board",
    "undo": "Undoing",
    "hints": "Help",
    "positions": "Marks",
    "puzzles": "Puzzles",
    "view": "The board",
    "program": "The program",
}
_HERE = {  # sentences that differ where there are no keys
    "play.trial": "Begin a trial; type keep to keep it as one move, or drop to drop it",
    "play.close": "Drop the trial, or what you began last",
    "play.copy": "Print the puzzle's id",
    "play.options": "Change the settings",
    "play.help": "List all commands, or explain one",
    "play.back": "Go back to a remembered position; if there is none, leave the board",
    "note.line": "Note a line on that side; repeat it to erase the note",
    "note.cross": "Note that there is no line on that side; repeat it to erase the note",
    "play.hint": "Get a hint; repeat it for more",
}


def help_lines(game: Game, about: str = "") -> Iterator[str]:
    """The commands on a board of the game, group by group; or what those with this word, or of this group, do."""
    here = [command for command in COMMANDS if game.controls in command.controls]
    groups = {name: [command for command in here if command.group == name] for name in _GROUPS}
    if about:
        wanted = [
            command
            for name, commands in groups.items()
            for command in commands
            if about == _GROUPS[name].lower() or about in (*command.phrases, *command.phrases[0].split())
        ]
        yield from (f"{command.words}: {_HERE.get(command.id, command.sentence)}." for command in wanted)
        if not wanted:
            yield f'Unknown command "{on_one_line(shortened(about))}". Type help for a list.'
        return
    yield "Columns come first, then rows, both from 1. Without a place, a command applies to the cell you are on."
    yield "For PLACE, type a column and a row, such as 3 4; for SIDE or SIDES, type up, down, left or right."
    for name, commands in groups.items():
        if commands:
            yield f"{_GROUPS[name]}: {', '.join(command.words for command in commands)}."
    yield "Type help and a command, or one of these headings, for what it does; quit to leave the program."
