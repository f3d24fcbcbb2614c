"""A line of a player's words as a command, its cell and what was added; or why it cannot be one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from termpuzzles.board.grid import SIDE_NAMES, E, Grid, N, S, W
from termpuzzles.errors import did_you_mean, on_one_line, shortened
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.explain.parts import joined_in_words
from termpuzzles.play.controller import Command

DIRECTIONS = {"up": N, "right": E, "down": S, "left": W}
_SAME = {name: word for word, side in DIRECTIONS.items() for name in (SIDE_NAMES[side], SIDE_NAMES[side][0])}
_LONGEST = 40  # characters of a text that is free
_FREE = frozenset(("NAME",))  # any words at all may follow


class Refused(Exception):  # noqa: N818 - a line that cannot be understood is no error of ours
    """The player's line could not be understood; the message says what was expected."""


class Order(NamedTuple):
    """What the player asks for: a command, the words for it, the cell that was named, if any, and what was added."""

    command: Command
    phrase: str
    cell: int | None
    added: tuple[str, ...]


def parse(words: Sequence[str], puzzle: Puzzle, commands: Iterable[Command]) -> Order:
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
    return Order(command, phrase, _cell(puzzle.grid, numbers), tuple(added))


def is_sayable(text: str) -> bool:
    """Whether a text may become a name, and may be said again."""
    return len(text) <= _LONGEST and text.isascii() and text.isprintable()


def _longest(words: Sequence[str], said: Sequence[str], known: Mapping[str, Command]) -> str | None:
    """The longest phrase with which the line begins; a place may stand in the middle of it."""
    if not words or words[0].isdecimal():
        return None
    for count in range(len(said), 0, -1):
        phrase = " ".join([said[0], *(_SAME.get(word, word) for word in said[1:count])])
        if phrase in known and (" ".join(words[:count]) == " ".join(said[:count]) or not known[phrase].takes & _FREE):
            return phrase
    return None


def _unknown(words: Sequence[str], said: Sequence[str], known: Mapping[str, Command], every: set[str]) -> str:
    """Say that there is no such command, or none in this game."""
    if said and said[0] in every:
        if said[0] in ("turn", "pin"):
            return "Nothing turns in this game. Type line, a place and a side."
        return f"There is no {said[0]} in this game."
    meant = did_you_mean(words[0], known)
    return f'Unknown command "{on_one_line(shortened(words[0]))}"{meant or ". Type help for a list."}'


def _expect(command: Command, phrase: str, added: Sequence[str], known: Mapping[str, Command]) -> None:
    """Raise `Refused` unless the added words are those that the command takes."""
    sides = all(word in DIRECTIONS for word in added)
    if "SIDE" in command.takes and not (sides and len(added) == 1):
        where = ", a place" if "PLACE" in command.takes else ""
        raise Refused(f"Type {phrase}{where} and a side: up, down, left or right.")
    if added and not (sides and command.takes & {"SIDE", "SIDES"}):
        raise Refused(_nothing_more(command, phrase, known))


def _nothing_more(command: Command, phrase: str, known: Mapping[str, Command]) -> str:
    """Say what may follow these words."""
    after = [other.removeprefix(f"{phrase} ") for other in known if other.startswith(f"{phrase} ")]
    if "NUMBER" in command.takes:
        return f"Type {phrase}, or {phrase} and a number."
    if "SIDES" in command.takes:
        return f"Type {phrase}, or add a place, sides or both, such as {phrase} 3 4 up."
    if after and "PLACE" in command.takes:
        typed = [f'"{phrase} 3 4{more}"' for more in ("", *(f" {each}" for each in after))]
        return f"Type {joined_in_words(typed, 'or')}."
    if "PLACE" in command.takes:
        return f"Type {phrase}, or {phrase} and a place such as 3 4."
    return f"Type {phrase} alone."


def _stand_together(words: Sequence[str]) -> bool:
    places = [at for at, word in enumerate(words) if word.isdecimal()]
    return places[-1] - places[0] == len(places) - 1


def _cell(grid: Grid, numbers: Sequence[str]) -> int | None:
    """The cell with this column and row; None if none is named."""
    if not numbers:
        return None
    if len(numbers) != 2:
        raise Refused("Type a column and a row, such as 3 4.")
    x, y = (int(number[:9]) for number in numbers)
    if not (1 <= x <= grid.width and 1 <= y <= grid.height):
        raise Refused(f"The board has columns 1 to {grid.width} and rows 1 to {grid.height}.")
    return grid.cell(x - 1, y - 1)


def index_of(words: Sequence[str], most: int, what: str) -> int | None:
    """The number in the player's words, counted from 0; None if none is said."""
    if words and not 1 <= int(words[0][:9]) <= most:
        raise Refused(f"Type a {what} from 1 to {most}.")
    return int(words[0]) - 1 if words else None
