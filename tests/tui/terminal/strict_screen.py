"""A terminal as strict as the worst one: it refuses whatever some terminal might understand differently."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rich.cells import get_character_cell_size

_CODE = re.compile(r"\x1b\[([?>]?)([0-9;]*)([@A-Za-z])")
_MARKS = {0: "", 1: "bold", 2: "dim", 3: "italic", 4: "underline", 5: "blink", 7: "reverse", 8: "conceal", 9: "strike"}
_OFF = {22: "bold dim", 23: "italic", 24: "underline", 25: "blink", 27: "reverse", 28: "conceal", 29: "strike"}
_SEEN_ON_BLANKS = frozenset({"underline", "reverse", "strike"})


class Pen(NamedTuple):
    """The style in which the terminal draws."""

    ink: tuple[int, ...] = ()
    ground: tuple[int, ...] = ()
    marks: frozenset[str] = frozenset()


class Cell(NamedTuple):
    """The text of one column, empty for the second column of a wide character."""

    text: str
    pen: Pen

    @property
    def seen(self) -> Cell:
        """The same cell without what nobody can see."""
        return self if self.text != " " else _seen_blank(self)


@lru_cache(maxsize=4096)
def _seen_blank(cell: Cell) -> Cell:
    return cell if cell.pen.marks & _SEEN_ON_BLANKS else Cell(" ", Pen((), cell.pen.ground))


class StrictScreen:
    """Reads what is sent and keeps the contents of every cell; doubtful codes raise assertion errors.

    After a character in the last column, or one whose width terminals disagree on, the cursor may be anywhere: the
    next move must name an absolute place. `erases_in_colour` says whether erased cells take the ground that is set.
    """

    def __init__(self, width: int, height: int, *, erases_in_colour: bool = True) -> None:
        self.erases_in_colour = erases_in_colour
        self.at: tuple[int, int] | None = None
        self.pen: Pen | None = None
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Change the size; the contents are unknown afterwards."""
        self.width, self.height = width, height
        self.rows = [[Cell("?", Pen()) for _ in range(width)] for _ in range(height)]
        self.margins = (0, height)
        self.at = None

    def feed(self, text: str) -> None:
        """Read what was sent."""
        place = 0
        while place < len(text):
            if text.startswith("\x1bM", place):
                self._go("A", 1)  # at the border it would scroll
                place += 2
            elif text[place] == "\x1b":
                found = _CODE.match(text, place)
                assert found, f"no known code begins with {text[place : place + 12]!r}"
                self._obey(found[1], [int(number or 0) for number in found[2].split(";")], found[3])
                place = found.end()
            elif text[place] in "\r\n\b\v":
                place = self._control(text, place)
            else:
                place = self._write(text, place)

    def seen(self) -> list[list[Cell]]:
        """All cells as a viewer sees them."""
        return [[cell.seen for cell in row] for row in self.rows]

    def _control(self, text: str, place: int) -> int:
        assert self.at is not None, "moved from an unknown place"
        row, column = self.at
        if text.startswith("\r\n", place):
            assert row + 1 < self.height, "scrolled"
            self.at = (row + 1, 0)
            return place + 2
        assert text[place] != "\n", "a line feed alone"
        if text[place] == "\v":
            self._go("B", 1)  # at the border it would scroll
            return place + 1
        assert text[place] == "\r" or column > 0, "backspaced out of the line"
        self.at = (row, 0 if text[place] == "\r" else column - 1)
        return place + 1

    def _write(self, text: str, place: int) -> int:
        character, end = text[place], place + 1
        assert character.isprintable(), f"sent {character!r}"
        while end < len(text) and text[end].isprintable() and get_character_cell_size(text[end]) == 0:
            end += 1
        columns = get_character_cell_size(character)
        assert self.at is not None, (
            f"wrote {character!r} at an unknown place, after {text[max(0, place - 30) : place]!r}"
        )
        assert self.pen is not None, "wrote with an unknown pen"
        row, column = self.at
        assert column + columns <= self.width, "wrote beyond the last column"
        for x in range(column, column + columns):
            self._part_wide(row, x)
        self.rows[row][column] = Cell(text[place:end], self.pen)
        for x in range(column + 1, column + columns):
            self.rows[row][x] = Cell("", self.pen)
        self.at = (row, column + columns)
        known = character < "\u2300" or "\u2500" <= character < "\u2600" or character in "✓✗"
        known = known and character not in "©®‼⁉™ℹ▪▫▶◀◻◼◽◾≈"  # emoji, and a character of doubtful width
        if self.at[1] == self.width or columns != 1 or end > place + 1 or not known:
            self.at = None
        return end

    def _part_wide(self, row: int, x: int) -> None:
        """Make the other half of an overwritten wide character unknown."""
        cells = self.rows[row]
        if cells[x].text == "":
            start = next(at for at in range(x, -1, -1) if cells[at].text)
            cells[start] = Cell("?", Pen())
        if x + 1 < self.width and cells[x + 1].text == "" and cells[x].text:
            cells[x + 1] = Cell("?", Pen())

    def _obey(self, private: str, numbers: list[int], letter: str) -> None:
        if private:
            assert (private, letter, numbers) in (("?", "h", [2026]), ("?", "l", [2026])), f"mode {numbers}{letter}"
        elif letter == "m":
            self._take_up(numbers)
        elif letter == "H":
            row, column = (max(1, number) for number in (*numbers, 1)[:2])
            assert row <= self.height, "placed below the screen"
            assert column <= self.width, "placed beside the screen"
            self.at = (row - 1, column - 1)
        elif letter == "r":
            self.margins = (numbers[0] - 1, numbers[1]) if numbers[0] else (0, self.height)
            assert 0 <= self.margins[0] < self.margins[1] - 1 < self.height, "margins that no screen has"
            self.at = None
        elif letter in "LMP@":
            self._shift(letter, max(1, numbers[0]))
        elif letter in "JKX":
            self._erase(letter, numbers[0])
        else:
            self._go(letter, max(1, numbers[0]))

    def _shift(self, letter: str, number: int) -> None:
        """Insert or delete cells or lines; what comes in is unknown, as its ground depends on the terminal."""
        assert self.at is not None, "shifted at an unknown place"
        row, column = self.at
        if letter in "@P":
            cells, empty = self.rows[row], [Cell("?", Pen())] * number
            assert column + number <= self.width, "shifted beyond the line"
            assert all(cell.text for cell in cells), "shifted a wide character"
            kept = cells[: self.width - number] if letter == "@" else [*cells, *empty]
            kept[column : column + (number if letter == "P" else 0)] = empty if letter == "@" else []
            self.rows[row] = kept
            return
        first, end = self.margins
        assert row == first, "lines shifted not from the first margin on"
        assert number < end - first, "shifted all lines"
        lines = [[Cell("?", Pen())] * self.width for _ in range(number)]
        kept_rows = self.rows[first:end]
        self.rows[first:end] = [*lines, *kept_rows[:-number]] if letter == "L" else [*kept_rows[number:], *lines]

    def _go(self, letter: str, number: int) -> None:
        assert self.at is not None, "moved from an unknown place"
        row, column = self.at
        down, across = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}.get(letter, (0, 0))
        if letter == "G":
            column = number - 1
        elif letter == "d":
            row = number - 1
        else:
            assert down or across, f"the code {letter!r}"
        row, column = row + down * number, column + across * number
        assert 0 <= row < self.height, "moved off the screen"
        assert 0 <= column < self.width, "moved off the screen"
        self.at = (row, column)

    def _erase(self, letter: str, number: int) -> None:
        assert self.pen is not None, "erased with an unknown pen"
        assert not self.pen.marks & _SEEN_ON_BLANKS, "erased with a pen that some terminals show on blanks"
        blank = Cell(" ", Pen((), self.pen.ground if self.erases_in_colour else ()))
        if letter == "J":
            assert number == 2, "erased a part of the screen"
            self.rows = [[blank] * self.width for _ in range(self.height)]
            return
        assert self.at is not None, "erased at an unknown place"
        row, column = self.at
        end = self.width if letter == "K" else column + max(1, number)
        assert end <= self.width, "erased beyond the line"
        for x in range(column, end):
            self._part_wide(row, x)
            self.rows[row][x] = blank

    def _take_up(self, numbers: list[int]) -> None:
        pen = Pen() if numbers[0] == 0 else self.pen
        assert pen is not None, "changed an unknown pen"
        ink, ground, marks = pen
        left = list(numbers)
        while left:
            number = left.pop(0)
            if number in (38, 48):
                length = {5: 2, 2: 4}[left[0]]
                colour, left = tuple(left[:length]), left[length:]
                ink, ground = (colour, ground) if number == 38 else (ink, colour)
            elif 30 <= number <= 39 or 90 <= number <= 97:
                ink = () if number == 39 else (number,)
            elif 40 <= number <= 49 or 100 <= number <= 107:
                ground = () if number == 49 else (number,)
            elif number in _OFF:
                marks -= set(_OFF[number].split())
            else:
                assert number in _MARKS, f"the pen {number}"
                marks = marks | {_MARKS[number]} if number else frozenset()
        self.pen = Pen(ink, ground, marks)
