"""Text grids, as pictures and number grids are: a header and rows; lines `---` separate several in one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from termpuzzles.board.grid import MASK_OF
from termpuzzles.errors import PuzzleError, did_you_mean
from termpuzzles.formats.format import Assumed, Part
from termpuzzles.formats.grids import header
from termpuzzles.formats.grids.header import Entry, Header
from termpuzzles.formats.speakers import check_asked, usual
from termpuzzles.formats.text import shown
from termpuzzles.games import named, names
from termpuzzles.games.model import Game, Puzzle

PARTING = "---"
SHADED = "■"

_TILES = frozenset((*MASK_OF, SHADED, "#"))  # every character that a row of a picture may have in some game


def parts(text: str) -> Iterator[Part]:
    """Each part that has a row or a header line."""
    lines = text.split("\n")
    start = 0
    for end in [*(number for number, line in enumerate(lines) if line == PARTING), len(lines)]:
        if any(lines[start:end]):
            yield Part("\n".join(lines[start:end]), start + 1)
        start = end + 1


class Body(NamedTuple):
    """The contents of the rows: `tiles` and `lines` with one byte a cell as in a `Puzzle`."""

    width: int
    tiles: bytes
    lines: bytes


class TextGrid(NamedTuple):
    """The rows of a picture or number grid and their line numbers, below a header that says what the rows do not."""

    game: Game
    header: Header
    rows: Sequence[str]
    numbers: Sequence[int]

    @classmethod
    def of(cls, text: str, assumed: Assumed) -> TextGrid | None:
        """The rows of one part, and their game; None if there are only comments.

        The game is that of the header, else the one asked for, else that of the folder, else what the rows look like.
        """
        lines = text.split("\n")
        entries, comment = _leading(lines)
        game = _game(Header.of(entries).once.get("game"), assumed, lines)
        if game.shades and comment is not None:  # there a row may begin with #
            entries = [entry for entry in entries if entry.line <= comment]
        rows, numbers = _rows(lines, len(entries) if game.shades else None)
        if rows:
            return cls(game, Header.of(entries), rows, numbers)
        if entries:
            raise PuzzleError("rows after the header", "none", line=entries[-1].line)
        return None

    def puzzle(self, body: Body) -> Puzzle:
        """The puzzle with these contents of its rows."""
        game, head = self.game, self.header
        grid = head.grid(game, body.width, len(body.tiles) // body.width)
        start = game.fresh(grid, body.tiles)._replace(lines=body.lines, pins=head.pins(game, grid))
        return Puzzle(game, grid, body.tiles, head.value("title"), head.value("source"), head.others, start)


def _leading(lines: Sequence[str]) -> tuple[list[Entry], int | None]:
    """The header lines before the first row, and the index of the first line with # that is not a header line."""
    entries, comment = [], None
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            break
        if entry := header.entry(line, number + 1):
            entries.append(entry)
        elif comment is None:
            comment = number
    return entries, comment


def _game(game_line: Entry | None, assumed: Assumed, lines: Sequence[str]) -> Game:
    if game_line is None:
        name = assumed.asked or assumed.folder
        return named(name) if name else usual("picture", shades=_is_shaded(lines))
    if game_line.value not in names():
        found = shown(game_line.value) + did_you_mean(game_line.value, names())
        raise game_line.refuse(f"one of {', '.join(names())}", found)
    return check_asked(named(game_line.value), assumed.asked, shown(game_line.value), game_line.line, game_line.column)


def _is_shaded(lines: Sequence[str]) -> bool:
    """Whether some row of tiles has a shaded cell."""
    rows = (line for line in lines if SHADED in line)
    return any(row[0] != "#" or _TILES.issuperset(row) for row in rows)


def _rows(lines: Sequence[str], start: int | None) -> tuple[list[str], list[int]]:
    """The rows and their line numbers: from `start` on, or else all that do not begin with #; without an empty last."""
    if start is None:
        kept = [number for number, line in enumerate(lines) if not line.startswith("#")]
    else:
        kept = list(range(start, len(lines)))
    while kept and not lines[kept[-1]]:
        kept.pop()
    return [lines[number] for number in kept], [number + 1 for number in kept]
