"""Reading a board by ear: commands that say what is there and change nothing; all commands, and the help from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from termpuzzles.errors import shortened
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
    """Say the goal, and the ideas that hints use."""
    yield spoken(session.puzzle.game.goal)
    yield "The ideas that hints on this board use, easiest first:"
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
    _command("cell PLACE, here PLACE, what is here", "Say what is here, or go to a place and say it", "cell"),
    _command("row NUMBER", "Say the cells of your row, or of another", "row"),
    _command("column NUMBER", "Say the cells of your column, or of another", "column"),
    _command("look SIDE", "Say what is on that side, without walking there", "look"),
    _command("neighbours PLACE", "Say what is on each side", "neighbours"),
    _command("group PLACE", "Say what the cell is joined to", "group"),
    _command("trace PLACE", "Say where the lines of the cell lead", "trace"),
    _command("open, what is left, what is open", "Say what is still to be done", "open"),
    _command("wrong, what is wrong, what", "Say what is not right yet", "wrong"),
    _command("rules", "Say the goal, and the ideas that hints use", "rules"),
    _command("show", "Draw the board in text", "show"),
    _command("more", "Say the rest of what was too long to say at once", "more"),
    _command("time", "Say how long you have played", "time"),
    _command("brief", "Tell little of each cell", "brief"),
    _command("full", "Tell all about each cell", "full"),
)


COMMANDS = tuple(command for command in (*command_table.COMMANDS, *_OF_READING) if command.words)

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
            yield f"I do not know the command {shortened(about)!r}; say help for those I know."
        return
    yield "Columns come first, then rows, both from 1; without a place a command means where you stand."
    yield "For PLACE say a column and a row, such as 3 4; for SIDE or SIDES up, right, down or left."
    for name, commands in groups.items():
        if commands:
            yield f"{_GROUPS[name]}: {', '.join(command.words for command in commands)}."
    yield "Say help and a command, or one of these headings, for what it does; quit to leave the program."
