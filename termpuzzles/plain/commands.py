"""All commands on a board: a player's line as one of them, those that read a board by ear, and the help from them.

A line becomes a command, its cell and what was added, or a sentence that says why it cannot be one. Reading a board
says what is there and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from termpuzzles.board.grid import SIDE_NAMES, E, Grid, N, S, W
from termpuzzles.english import joined, sentence
from termpuzzles.errors import did_you_mean, on_one_line, shortened
from termpuzzles.games.model import Controls, Game, Puzzle
from termpuzzles.logic.rules import rule_named
from termpuzzles.logic.rules.techniques import TITLES, easiest_first
from termpuzzles.plain.words import (
    cell_line,
    clock,
    for_speech,
    group_in_words,
    naming,
    neighbours,
    place,
    row_lines,
    side_in_words,
    trace,
    unfinished,
)
from termpuzzles.play import command_table
from termpuzzles.play.controller import BOTH, BoardCommand
from termpuzzles.render.text_diagram import text_diagram
from termpuzzles.session.session import Session

DIRECTIONS = {"up": N, "right": E, "down": S, "left": W}
_SAME = {name: word for word, side in DIRECTIONS.items() for name in (SIDE_NAMES[side], SIDE_NAMES[side][0])}
_LONGEST = 40  # characters of a text that is free
_FREE = frozenset(("NAME", "BOARD"))  # any words at all may follow
_LONGEST_REQUEST = 200  # characters of a board that is asked for


class Refused(Exception):  # noqa: N818 - a line that cannot be understood is no error of ours
    """The player's line could not be understood; the message says what was expected."""


class Order(NamedTuple):
    """What the player asks for: a command, the words for it, the cell that was named, if any, and what was added."""

    command: BoardCommand
    phrase: str
    cell: int | None
    added: tuple[str, ...]


def parse(words: Sequence[str], puzzle: Puzzle, commands: Iterable[BoardCommand]) -> Order:
    """The order in the words; raises `Refused` if anything in them is not understood."""
    every, words = [*commands], " ".join(words).replace(",", " ").split()
    known = {phrase: each for each in every if puzzle.game.controls in each.controls for phrase in each.phrases}
    said = [word for word in words if not word.isdecimal()]
    phrase = _longest(words, said, known)
    if phrase is None:
        raise Refused(_unknown(words, said, known, {phrase for each in every for phrase in each.phrases}))
    command = known[phrase]
    if command.takes & _FREE:
        text = words[phrase.count(" ") + 1 :]
        if "BOARD" in command.takes:
            return Order(command, phrase, None, tuple(" ".join(text)[:_LONGEST_REQUEST].split()))
        if not is_sayable(" ".join(text)):
            raise Refused(f"Type {phrase} and a name of at most {_LONGEST} letters, signs and digits.")
        return Order(command, phrase, None, tuple(text))
    added = [_SAME.get(word, word) for word in said[phrase.count(" ") + 1 :]]
    _expect(command, phrase, added, known)
    numbers = [word for word in words if word.isdecimal()]
    if "NUMBER" in command.takes and len(numbers) <= 1:
        return Order(command, phrase, None, tuple(numbers))
    if numbers and ("PLACE" not in command.takes or not _stand_together(words)):
        raise Refused(_nothing_more(command, phrase, known))
    return Order(command, phrase, _cell_at(puzzle.grid, numbers), tuple(added))


def is_sayable(text: str) -> bool:
    """Whether a text may become a name, and may be said again."""
    return len(text) <= _LONGEST and text.isascii() and text.isprintable()


def _longest(words: Sequence[str], said: Sequence[str], known: Mapping[str, BoardCommand]) -> str | None:
    """The longest phrase with which the line begins; a place may stand in the middle of it."""
    if not words or words[0].isdecimal():
        return None
    for count in range(len(said), 0, -1):
        phrase = " ".join([said[0], *(_SAME.get(word, word) for word in said[1:count])])
        if phrase in known and (" ".join(words[:count]) == " ".join(said[:count]) or not known[phrase].takes & _FREE):
            return phrase
    return None


def _unknown(words: Sequence[str], said: Sequence[str], known: Mapping[str, BoardCommand], every: set[str]) -> str:
    """Say that there is no such command, or none in this game."""
    if said and said[0] in every:
        if said[0] in ("turn", "pin"):
            return "Nothing turns in this game. Type line, a place and a side."
        return f"There is no {said[0]} in this game."
    meant = did_you_mean(words[0], known)
    return f'Unknown command "{on_one_line(shortened(words[0]))}"{meant or ". Type help for a list."}'


def _expect(command: BoardCommand, phrase: str, added: Sequence[str], known: Mapping[str, BoardCommand]) -> None:
    """Raise `Refused` unless the added words are those that the command takes."""
    sides = all(word in DIRECTIONS for word in added)
    if "SIDE" in command.takes and not (sides and len(added) == 1):
        raise Refused(_a_side_more(command, phrase))
    if added and not (sides and command.takes & {"SIDE", "SIDES"}):
        raise Refused(_nothing_more(command, phrase, known))


def _a_side_more(command: BoardCommand, phrase: str) -> str:
    """Say that a side must follow these words."""
    where = ", a place" if "PLACE" in command.takes else ""
    return f"Type {phrase}{where} and a side: up, down, left or right."


def _nothing_more(command: BoardCommand, phrase: str, known: Mapping[str, BoardCommand]) -> str:
    """Say what may follow these words."""
    after = [other.removeprefix(f"{phrase} ") for other in known if other.startswith(f"{phrase} ")]
    if "NUMBER" in command.takes:
        return f"Type {phrase}, or {phrase} and a number."
    if "SIDE" in command.takes:
        return _a_side_more(command, phrase)
    if "SIDES" in command.takes:
        return f"Type {phrase}, or add a place, sides or both, such as {phrase} 3 4 up."
    if after and "PLACE" in command.takes:
        typed = [f'"{phrase} 3 4{more}"' for more in ("", *(f" {each}" for each in after))]
        return f"Type {joined(typed, 'or')}."
    if "PLACE" in command.takes:
        return f"Type {phrase}, or {phrase} and a place such as 3 4."
    return f"Type {phrase} alone."


def _stand_together(words: Sequence[str]) -> bool:
    places = [at for at, word in enumerate(words) if word.isdecimal()]
    return places[-1] - places[0] == len(places) - 1


def _cell_at(grid: Grid, numbers: Sequence[str]) -> int | None:
    """The cell with this column and row; None if none is named."""
    if not numbers:
        return None
    if len(numbers) != 2:
        raise Refused("Type a column and a row, such as 3 4.")
    x, y = (int(number) for number in numbers)
    if not (1 <= x <= grid.width and 1 <= y <= grid.height):
        raise Refused(f"The board has columns 1 to {grid.width} and rows 1 to {grid.height}.")
    return grid.cell(x - 1, y - 1)


def index_of(words: Sequence[str], most: int, what: str) -> int | None:
    """The number in the player's words, counted from 0; None if none is said."""
    if words and not 1 <= int(words[0]) <= most:
        raise Refused(f"Type a {what} from 1 to {most}.")
    return int(words[0]) - 1 if words else None


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


def _inside(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    survey = session.survey
    where = "on a loop" if survey.looped[here] else "inside a loop" if survey.inside[here] else "outside all loops"
    yield f"{place(session.puzzle, here)} lies {where}."


def _show(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    yield from text_diagram(session.puzzle, session.state, {})


def _open(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    yield from unfinished(session)


def _wrong(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    """Say what is wrong, and where."""
    for mistake in session.mistakes:
        words = sentence(mistake.sentence)
        if mistake.cells:
            yield from naming(session, f"{words[:-1]}: ", sorted(set(mistake.cells)))
        else:
            yield words
    if session.solved:
        yield "Nothing is wrong."


def _time(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    yield f"You have played for {clock(session.clock.seconds)}."


def _rules(session: Session, here: int, added: Sequence[str], full: bool) -> Iterator[str]:
    """Explain the goal and the techniques that hints use."""
    yield for_speech(session.puzzle.game.goal)
    yield "The techniques that hints on this board use, easiest first:"
    problem = session.puzzle.problem()
    for name in easiest_first(problem.rules, problem.extra_rules):
        yield for_speech(f"{TITLES[name]}: {rule_named(name).sentence}")


READ: dict[str, Read] = {  # by the id of the command
    "read.cell": _cell,
    "read.row": _row,
    "read.column": _column,
    "read.look": _look,
    "read.neighbours": lambda session, here, added, full: neighbours(session, here),
    "read.group": lambda session, here, added, full: group_in_words(session, here),
    "read.trace": lambda session, here, added, full: trace(session, here),
    "read.open": _open,
    "read.wrong": _wrong,
    "read.rules": _rules,
    "read.inside": _inside,
    "read.show": _show,
    "read.time": _time,
}


def _command(words: str, sentence: str, name: str, controls: tuple[Controls, ...] = BOTH) -> BoardCommand:
    return BoardCommand(f"read.{name}", "", words, name, sentence, "reading", controls=controls)


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
    _command("inside PLACE", "Tell whether the cell lies inside a loop", "inside", (Controls.DRAW_LINES,)),
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
        differ = {} if game.pins else command_table.WITHOUT_PINS
        for command in wanted:
            sentence = differ.get(command.id, command.aloud)
            yield f"{command.words}: {sentence}{'' if sentence.endswith('?') else '.'}"
        if not wanted:
            yield f'Unknown command "{on_one_line(shortened(about))}". Type help for a list.'
        return
    yield "Columns come first, then rows, both from 1. Without a place, a command applies to the cell you are on."
    yield "For PLACE, type a column and a row, such as 3 4; for SIDE or SIDES, type up, down, left or right."
    yield "For BOARD, type a game, a size or both, and what else you want of a new board, such as net 9x9, tricky."
    for name, commands in groups.items():
        if commands:
            yield f"{_GROUPS[name]}: {', '.join(command.words for command in commands)}."
    yield "Type help and a command, or one of these headings, for what it does; quit to leave the program."
