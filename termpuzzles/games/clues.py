"""Clues: what a game may print in its cells, and what players read of it, as data.

How each mark is drawn is said in one table of `termpuzzles.render.ink`; its glyph is here, as texts hold it, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from termpuzzles.logic.problem import Domain


class ClueMark(IntEnum):
    """What can be printed in a cell: every drawing knows each, and a game picks among them."""

    WHITE_CIRCLE = 1
    BLACK_CIRCLE = 2
    WHITE_SQUARE = 3
    BLACK_SQUARE = 4
    DASHED_CIRCLE = 5

    @property
    def glyph(self) -> str:
        """The mark as a character, on a screen and in texts."""
        return "○●▣■◌"[self - 1]  # not □, which is a loose end


class Symbol(NamedTuple):
    """A clue: its mark, its letter in ids, its name, and the lines of its cell that show which clue it is.

    It has no letter if ids cannot hold it.
    """

    mark: ClueMark
    letter: str
    words: str
    shown_by: Domain = 0


class RuleWords(NamedTuple):
    """What a rule says, and why it holds."""

    sentence: str
    why: str


class ClueKind(NamedTuple):
    """The clues of a game: a symbol for each byte of `Puzzle.clues` that is not 0, up to 15.

    `noun` is what a player calls any of them. `rule` is the rule about clues alone, which hints ask with the easiest.
    By the name of a rule, `examples` holds a text of a position in which it comes next, and `words` what it says
    where clues change that.
    """

    symbols: Mapping[int, Symbol]
    noun: str
    rule: str = ""
    examples: Mapping[str, str] = MappingProxyType({})
    words: Mapping[str, RuleWords] = MappingProxyType({})

    @property
    def values(self) -> dict[str, int]:
        """The byte that each glyph stands for."""
        return {symbol.mark.glyph: value for value, symbol in self.symbols.items()}

    @property
    def glyphs(self) -> dict[int, str]:
        """The glyph of each clue."""
        return {value: symbol.mark.glyph for value, symbol in self.symbols.items()}

    @property
    def names(self) -> dict[int, str]:
        """The name of each clue."""
        return {value: symbol.words for value, symbol in self.symbols.items()}


def words_of_loop(noun: str) -> dict[str, RuleWords]:
    """What rules say where one loop passes every clue, a `noun`, and any other cell may stay empty."""
    one = f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
    return {
        "degree": RuleWords(
            f"A cell with a line has exactly two, and {one} has two lines in any case.",
            "The loop enters each cell on its way once and leaves it once. So two lines rule out all others, and a "
            "line that comes in needs one that goes on. A cell that can have only one line has none.",
        ),
        "block": RuleWords(
            "Four cells that meet at a point fit together in only a few ways: lines in none of these are out.",
            "Four cells that meet at a point share four lines, so only a few of the ways to draw them fit together. "
            "Whatever all of those have in common must be true.",
        ),
        "no loop": RuleWords(
            f"Two cells that are already joined must not be joined again while {one} or a line is left out.",
            "Two cells that are already joined have a path between them. Another line between them would make that "
            f"path a loop, and there is only one: through every {noun}.",
        ),
        "parity": RuleWords(
            "The loop leads out of a region as often as into it, so the last open line out of it follows from the "
            "others.",
            "The loop comes back to where it began. So it crosses the border of a region an even number of times.",
        ),
        "pairs": RuleWords(
            "Where only two lines can still join two parts that the loop must pass, both are drawn.",
            "The loop leads into each part and out again. If only two lines can still join them, it needs both.",
        ),
        "one step ahead": RuleWords(
            "Suppose the loop passes a cell one way and follow where that leads: if to a contradiction, that way is "
            "out.",
            "Suppose a cell has these lines, or none, and follow everything that comes of it. If that leads to a "
            "contradiction, the assumption is wrong.",
        ),
    }
