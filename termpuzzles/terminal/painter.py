"""The painter: from the wanted and the shown contents of a terminal to the bytes that change one to the other.

It knows cells and codes, and nothing of who draws or who reads: it serves the local terminal and those of visitors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate, compress, count
from operator import eq, ne
from typing import NamedTuple

from termpuzzles.terminal.cells import (
    FILL,
    PLAIN,
    STEADY,
    CellEncoder,
    Pen,
    Run,
    change_pen,
    go_to,
    move_cost,
    move_cursor,
)

_UNKNOWN = "\0"  # in a shown row: a place whose contents are not known
_LONG_UPDATE = 1000  # bytes: from here on it pays to ask the terminal to show everything at once
_MOST_CHANGES = 400  # the most changes from pen to pen whose codes are cached
_WINDOW = 12  # the next pieces, of which the nearest is painted first; more of them save a byte in a hundred
_SHARED = 0.2  # how much worse a pen is for each other that shares a colour with it; found by trying
_WORST = 1 << 10  # bytes: more than it takes to change to any pen and to go to any place
_FEW_BLANKS = 4  # up to this many blanks are written; more are erased
_LEAP = (0, 3, 4, 4, 4)  # the bytes that it takes to skip 0 to 4 columns

Row = tuple[str, str]  # a character and the sign of a pen for each column


class Piece(NamedTuple):
    """Neighbouring cells of one row that are painted with one pen."""

    y: int
    x: int
    cells: str
    pen: str  # its sign
    blank: bool  # only blanks: any pen with their ground will do, if it draws nothing on blanks


class ScreenMove(NamedTuple):
    """A part of the screen whose contents have moved to the left or up (or right or down, if below 0) by so many cells.

    Upward the terminal moves whole rows, whatever stands beside the part.
    """

    x: int
    y: int
    width: int
    height: int
    left: int
    up: int

    def is_within(self, width: int, height: int) -> bool:
        """Whether there is such a part on a screen of that size, and some of it stays, moved one way."""
        inside = self.x >= 0 <= self.y and self.x + self.width <= width and self.y + self.height <= height
        if self.left and self.up:
            return False
        return inside and (0 < abs(self.left) < self.width or 0 < abs(self.up) < self.height)

    def applied(self, rows: list[Row]) -> list[Row]:
        """The rows of the part after the move."""
        if self.up:
            empty = [(_UNKNOWN * len(cells), _UNKNOWN * len(cells)) for cells, _ in rows[: abs(self.up)]]
            return [*rows[self.up :], *empty] if self.up > 0 else [*empty, *rows[: self.up]]
        return [(self._along(cells), self._along(pens)) for cells, pens in rows]

    def _along(self, row: str) -> str:
        start, end, empty = self.x, self.x + self.width, _UNKNOWN * abs(self.left)
        kept = row[start + self.left : end] + empty if self.left > 0 else empty + row[start : end + self.left]
        return row[:start] + kept + row[end:]

    def code(self) -> str:
        """The code by which the terminal moves the part; what comes in has any ground."""
        if self.up:
            lines = f"{self.up}M" if self.up > 0 else f"{-self.up}L"
            return f"\x1b[{self.y + 1};{self.y + self.height}r{go_to(self.y, 0)}\x1b[{lines}\x1b[r"
        count, end = abs(self.left), self.x + self.width
        taken, given = (self.x, end - count) if self.left > 0 else (end - count, self.x)
        rows = range(self.y, self.y + self.height)
        return "".join(f"{go_to(y, taken)}\x1b[{count}P{go_to(y, given)}\x1b[{count}@" for y in rows)


class Painter:
    """Holds the wanted and the shown contents as rows of cells, one character and one pen for each column."""

    def __init__(self, width: int, height: int, *, erases_in_colour: bool = True) -> None:
        self.erases_in_colour = erases_in_colour
        self.synchronized = False  # whether the terminal can be asked to show an update all at once
        self.is_behind = False  # whether a part of the latest update is still to be painted
        self._waits = False  # whether the terminal shows nothing until that is done
        self._begin_cells()
        self.resize(width, height)

    def _begin_cells(self) -> None:
        self._cells = CellEncoder()
        self._changes: dict[tuple[str, str], str] = {}

    def resize(self, width: int, height: int) -> None:
        """Begin anew on a terminal of that size: only blanks are wanted yet, and nothing is known."""
        self.width, self.height = width, height
        self._wanted: list[Row] = [(" " * width, self._cells.sign(PLAIN) * width)] * height
        self.forget()

    def forget(self) -> None:
        """Treat the contents of the terminal as unknown: others have written to it, or it was resized."""
        self._shown: list[Row] = [(_UNKNOWN * self.width, _UNKNOWN * self.width)] * self.height
        self._known = False
        self._pen = ""  # the sign of the terminal's current pen, once it is known
        self._at: tuple[int, int] | None = None
        self._moved: ScreenMove | None = None

    def moved(self, move: ScreenMove) -> None:
        """Note that the wanted contents of a part have moved, so that the terminal may move what it shows there."""
        self._moved = move

    def put(self, y: int, x: int, runs: Iterable[Run]) -> None:
        """Set the wanted contents from that place on to these runs, as far as there is room."""
        if not 0 <= y < self.height:
            return
        cells, pens = self._cells.of_all(runs)
        before, signs = self._wanted[y]
        end = x + len(cells)
        row, pens = (before[:x] + cells + before[end:])[: self.width], (signs[:x] + pens + signs[end:])[: self.width]
        self._wanted[y] = self._cells.mended(row) if FILL in before or FILL in cells else row, pens

    def paint(self, cursor: tuple[int, int] | None = None, rows: int | None = None) -> str:
        """The bytes that make the terminal show the wanted contents, with its cursor at that row and column.

        At most so many `rows` that differ are painted; if some are left, the painter is behind.
        """
        if self._cells.overflow:
            self._begin_cells_anew()
        sent = list(self._shift())
        if not self._known or (not self.is_behind and self._all_differs()):
            sent = list(self._wipe())
        differing = [
            y for y, (shown, wanted) in enumerate(zip(self._shown, self._wanted, strict=True)) if shown != wanted
        ]
        self.is_behind = rows is not None and len(differing) > rows
        sent += self._difference(differing[:rows])
        for y in differing[:rows]:
            self._shown[y] = self._wanted[y]
        if cursor is not None and not self.is_behind:
            sent.append(move_cursor(self._at, *cursor))
            self._at = cursor
        return self._at_once("".join(sent))

    def _at_once(self, update: str) -> str:
        """The update with the codes, where it is long, by which the terminal shows it whole, with all of its parts."""
        begins = self.synchronized and not self._waits and (self.is_behind or len(update) > _LONG_UPDATE)
        ends = not self.is_behind and (self._waits or begins)
        self._waits = self.is_behind and (self._waits or begins)
        return "\x1b[?2026h" * begins + update + "\x1b[?2026l" * ends

    def leave(self) -> str:
        """The bytes to send before others write to the terminal, whose contents are unknown from then on."""
        self.forget()
        return "\x1b[m"

    def rows(self) -> Iterator[list[Run]]:
        """The wanted contents, row by row, as runs of single characters."""
        return (self._cells.runs(*row) for row in self._wanted)

    def _begin_cells_anew(self) -> None:
        """Keep only the pens and clusters in use, and treat the contents of the terminal as unknown."""
        rows = list(self.rows())
        self._begin_cells()
        self.resize(self.width, self.height)
        for y, runs in enumerate(rows):
            self.put(y, 0, runs)

    def _all_differs(self) -> bool:
        """Whether so little of the shown contents stays that clearing everything first sends less."""
        if not self.erases_in_colour or 2 * sum(map(ne, self._shown, self._wanted)) < self.height:
            return False
        inked = ((cells.replace(" ", _UNKNOWN), pens) for cells, pens in self._shown)
        stays = accumulate(map(_alike, inked, self._wanted))
        return all(cells < self.height for cells in stays)

    def _shift(self) -> Iterator[str]:
        """Let the terminal move what it shows, if much of that is then as wanted; what comes in is unknown."""
        move, self._moved = self._moved, None
        if move is None or not self._known or not move.is_within(self.width, self.height):
            return
        before, part = self._shown, slice(move.y, move.y + move.height)
        shown = [*before[: part.start], *move.applied(before[part]), *before[part.stop :]]
        gain = sum(map(_alike, shown[part], self._wanted[part])) - sum(map(_alike, before[part], self._wanted[part]))
        code = move.code()
        if gain < len(code) or any(FILL in cells for cells, _ in before[part]):
            return
        yield code
        self._shown, self._at = shown, None

    def _wipe(self) -> Iterator[str]:
        """Clear the terminal in its most common ground, and lay the next one on that; then all contents are known."""
        pens = "".join(pens for _, pens in self._wanted)
        bare = {ord(sign): self._cells.bare(sign) for sign in set(pens)}
        grounds = Counter(pens.translate(bare))
        ground, *others = sorted(grounds, key=grounds.__getitem__, reverse=True) or [self._cells.sign(PLAIN)]
        if not self.erases_in_colour:
            ground, others = self._cells.sign(PLAIN), []
        self._shown = [(" " * self.width, ground * self.width)] * self.height
        self._known, self._pen, self._at = True, ground, None
        yield change_pen(None, self._cells.pen(ground)) + "\x1b[2J"
        if others:
            for y, (_, row) in enumerate(self._wanted):
                yield from self._lay(y, row.translate(bare), ground, others[0])

    def _lay(self, y: int, grounds: str, around: str, ground: str) -> Iterator[str]:
        """Erase a row's part within the ground around if it has one more ground besides, which is painted later."""
        start, end = grounds.find(ground), grounds.rfind(ground) + 1
        between = grounds[start:end].replace(ground, "")
        if between and around not in between:
            start = grounds.rfind(around, 0, start) + 1
            end = end + len(grounds[end:].partition(around)[0])
            cells, pens = self._shown[y]
            self._shown[y] = cells, pens[:start] + ground * (end - start) + pens[end:]
            yield self._draw(Piece(y, start, cells[start:end], ground, True))

    def _difference(self, rows: Iterable[int]) -> Iterator[str]:
        """The code for all pieces of these rows that differ, pen by pen: most bytes are for changing the pen."""
        left = _pieces_by_pen(self._cells, [(y, self._shown[y], self._wanted[y]) for y in rows])
        colours = Counter(colour for sign in left for colour in _colours(self._cells.pen(sign)))
        while left:
            sign = self._next_pen(left, colours)
            colours.subtract(_colours(self._cells.pen(sign)))
            pieces = left.pop(sign)
            while pieces:
                yield self._draw(pieces.pop(self._nearest(pieces)[1]))

    def _next_pen(self, left: dict[str, list[Piece]], colours: Counter[tuple[str, bool]]) -> str:
        """The pen, of whose next pieces the one that is reached with the fewest bytes is reached with fewest of all.

        A pen that shares its colours with many others that are left waits, as it can be reached from each of those.
        """
        found, least = "", _WORST
        for pen, pieces in left.items():
            change = len(self._change(pen))
            change += int(_SHARED * change * sum(colours[colour] for colour in _colours(self._cells.pen(pen))))
            if change < least and (cost := change + self._nearest(pieces)[0]) < least:
                found, least = pen, cost
        return found

    def _nearest(self, pieces: list[Piece]) -> tuple[int, int]:
        """The fewest bytes that move the cursor to one of the next pieces of a pen, and the index of that piece."""
        last = len(pieces) - 1
        near = range(last, max(-1, last - _WINDOW), -1)
        costs = [move_cost(self._at, pieces[index].y, pieces[index].x) for index in near]
        least = min(costs)
        return least, near[costs.index(least)]

    def _change(self, sign: str) -> str:
        """The code that changes to the pen of that sign."""
        found = self._changes.get((self._pen, sign))
        if found is None:
            if len(self._changes) > _MOST_CHANGES:
                self._changes.clear()
            found = self._changes[self._pen, sign] = change_pen(self._cells.pen(self._pen), self._cells.pen(sign))
        return found

    def _draw(self, piece: Piece) -> str:
        """The code for a piece, from the cursor's current place."""
        length, end = len(piece.cells), piece.x + len(piece.cells)
        code = move_cursor(self._at, piece.y, piece.x) + self._change(piece.pen)
        self._pen = piece.pen
        if piece.blank and _is_erasable(self._cells.pen(piece.pen), self.erases_in_colour):
            self._at = (piece.y, piece.x)
            if end == self.width and length > 3:
                return code + "\x1b[K"
            if length > _FEW_BLANKS:
                return code + f"\x1b[{length}X"
        self._at = (piece.y, end) if end < self.width and STEADY.issuperset(piece.cells) else None
        return code + self._cells.spelled(piece.cells)


def _colours(pen: Pen) -> tuple[tuple[str, bool], tuple[str, bool]]:
    """The ink and the ground of a pen."""
    return (pen.ink, True), (pen.ground, False)


def _is_erasable(pen: Pen, in_colour: bool) -> bool:
    """Whether blanks of this pen can be erased by a terminal that erases in colour or not."""
    return pen.leaves_blanks_bare and (in_colour or not pen.ground)


def _alike(shown: Row, wanted: Row) -> int:
    """The number of cells that are as wanted."""
    return sum(map(eq, zip(*shown, strict=True), zip(*wanted, strict=True)))


def _pieces_by_pen(encoder: CellEncoder, rows: Iterable[tuple[int, Row, Row]]) -> dict[str, list[Piece]]:
    """The pieces that differ, by pen, the next ones last; blank pieces go with inked ones on the same ground.

    Each row comes with its number, as it is shown and as it is wanted.
    """
    pieces = [piece for row in rows for piece in _pieces(encoder, *row)]
    inked = {encoder.for_blanks(piece.pen): piece.pen for piece in pieces if not piece.blank}
    found: dict[str, list[Piece]] = {}
    for piece in reversed(pieces):
        pen = inked.get(piece.pen, piece.pen) if piece.blank else piece.pen
        found.setdefault(pen, []).append(piece._replace(pen=pen))
    return found


def _pieces(encoder: CellEncoder, y: int, shown: Row, wanted: Row) -> Iterator[Piece]:
    """The pieces of a row that differ; a small gap between two is painted again if that takes fewer bytes."""
    cells, pens = wanted
    changed = _changed(shown, wanted)
    start = stop = changed[0]
    pen, blank = pens[start], True
    for first, last in _stretches(changed, wanted):
        joined = _joined(encoder, cells[stop:last], pens[stop:last], pen, blank) if first - stop < len(_LEAP) else None
        if joined is None or not _worth_joining(cells, start, stop, first, last):
            if start < stop:
                yield Piece(y, start, cells[start:stop], pen, blank)
            start = first
            joined = _joined(encoder, cells[first:last], pens[first:last], pens[first], True)
        assert joined is not None  # a stretch fits itself
        pen, blank = joined
        stop = last
    yield Piece(y, start, cells[start:stop], pen, blank)


def _joined(encoder: CellEncoder, cells: str, pens: str, pen: str, blank: bool) -> tuple[str, bool] | None:
    """A pen for these cells after some drawn with `pen`, and whether all are blank; None if there is none."""
    for cell, wanted in zip(cells, pens, strict=True):
        if cell == " ":
            if wanted != pen and encoder.for_blanks(pen) != wanted:
                return None
        elif wanted != pen and not (blank and encoder.for_blanks(wanted) == pen):
            return None
        else:
            pen, blank = wanted, False
    return pen, blank


def _changed(shown: Row, wanted: Row) -> list[int]:
    """The columns that differ; of a wide character in place of another only the first, as the second comes with it."""
    changed = set(compress(count(), map(ne, shown[0], wanted[0])))
    changed.update(compress(count(), map(ne, shown[1], wanted[1])))
    return sorted(changed)


def _stretches(changed: list[int], wanted: Row) -> Iterator[tuple[int, int]]:
    """The changed columns in stretches of one pen each, blank or inked."""
    cells, pens = wanted
    first = last = changed[0]
    for x in changed[1:]:
        alike = pens[x] == pens[last] and (cells[x] == " ") == (cells[last] == " ")
        if x > last + 1 or not alike or not (cells[last] in STEADY or cells[x] == FILL):
            yield first, last + 1
            first = x
        last = x
    yield first, last + 1


def _worth_joining(cells: str, start: int, stop: int, first: int, last: int) -> bool:
    """Whether to paint a stretch in one go with the piece from `start` to `stop` and the gap between."""
    if not STEADY.issuperset(cells[stop - 1 : first]) or len(cells[stop:first].encode()) > _LEAP[first - stop]:
        return False
    return not (_is_long_blank(cells[start:stop]) or _is_long_blank(cells[first:last]))


def _is_long_blank(cells: str) -> bool:
    """Whether it is shorter to erase these cells than to write them."""
    return len(cells) > _FEW_BLANKS and cells.isspace()
