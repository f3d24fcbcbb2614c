"""What a game prints on its cells, as data: formats, drawings and words know how to show it, and know no game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Symbol(NamedTuple):
    """A clue that can stand in a cell: how it is drawn, how with plain characters, its letter in ids, and its name."""

    glyph: str
    ascii: str
    letter: str
    words: str


class ClueKind(NamedTuple):
    """The clues of a game: a symbol for each byte of `Puzzle.clues` that is not 0."""

    symbols: Mapping[int, Symbol]

    @property
    def values(self) -> dict[str, int]:
        """The byte that each glyph stands for."""
        return {symbol.glyph: value for value, symbol in self.symbols.items()}

    def name(self, value: int) -> str:
        """The clue in words."""
        return self.symbols[value].words


CIRCLES = ClueKind({1: Symbol("○", "o", "W", "white circle"), 2: Symbol("●", "#", "B", "black circle")})
