"""The board of the Wall Game as rows of characters: cells with pieces, and walls on the sides between them.

Red's walls are heavy lines, blue's double ones, those of the start light ones: shapes tell them apart without colour.
With colour each is a bar with its line in it, the cells are grounds, and there is neither frame nor dot around them.
Red's pieces are `C` and `M`, blue's `c` and `m`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from termpuzzles.render.ink import BOLD, REVERSE, Glyph
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import BLUE, RED, Wall, WallPosition, cells, way
from termpuzzles.wall.game.rules import pairs_of

INNER = ((3, 1), (5, 2), (7, 3), (9, 4), (11, 5))  # columns and rows inside a cell, by size
TONES = ("wrong", "lit")  # of red and blue
NEUTRAL = 2  # the owner of a wall that stood there from the start

_PIECES = (("C", RED), ("M", RED), ("c", BLUE), ("m", BLUE))  # as a position lists them
_ACROSS, _ALONG = "━═─", "┃║│"  # walls above a cell and right of it, by owner
_ACROSS_ASCII, _ALONG_ASCII = "#=-", "#H|"


class WallView(NamedTuple):
    """A position and what is marked on it; cells are numbered as in the position.

    `owners` are the sides that built the walls, `staged` and `latest` the walls of the turn being put together and of
    the last one, `trail` the cells that pieces left in that. `ways` are the cells on each cat's shortest way, if shown.
    """

    position: WallPosition
    owners: Mapping[Wall, int]
    staged: frozenset[Wall] = frozenset()
    latest: frozenset[Wall] = frozenset()
    trail: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    forbidden: frozenset[Wall] = frozenset()
    ways: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    cursor: int | Wall | None = None
    chosen: int | None = None  # the cell of the piece that moves next

    def after(self, turn: Turn, before: WallPosition, after: WallPosition) -> WallView:
        """The same with this turn marked as the latest, which led from one position to the other."""
        left = {old for old, new in zip(before.pieces, after.pieces, strict=True) if old != new}
        return self._replace(latest=frozenset(turn.walls), trail=frozenset(left))


def size_of(position: WallPosition, size: int) -> tuple[int, int]:
    """Columns and rows of the picture at that size."""
    wide, high = INNER[size]
    return 3 + position.width * (wide + 1), 1 + position.height * (high + 1)


def place_at(position: WallPosition, size: int, x: int, y: int) -> int | Wall | None:
    """The cell or slot at that column and row of the picture; None for the rim and where two slots cross."""
    wide, high = INNER[size]
    (file, dx), (row, dy) = divmod(x - 3, wide + 1), divmod(y - 1, high + 1)
    rank = position.height - 1 - row
    if not (0 <= file < position.width and 0 <= rank < position.height) or (dx == wide and dy == high):
        return None
    if dx == wide:
        return Wall(False, file, rank) if file < position.width - 1 else None
    if dy == high:
        return Wall(True, file, rank - 1) if rank else None
    return file * position.height + rank


def wall_picture(view: WallView, size: int, unicode: bool = True, colour: bool = True) -> list[list[Glyph]]:
    """The rows of the board with its frame, files and ranks."""
    return _Painter(view, size, unicode, colour).rows()


class _Painter:
    def __init__(self, view: WallView, size: int, unicode: bool, colour: bool) -> None:
        self.view = view
        self.at = view.position
        self.wide, self.high = INNER[size]
        self.unicode = unicode
        self.colour = colour
        self.walls = {*self.at.walls()}

    def rows(self) -> list[list[Glyph]]:
        at, unicode = self.at, self.unicode
        line, side, corners = (
            (" ", " ", "    ") if self.colour else ("─", "│", "┌┐└┘") if unicode else ("-", "|", "++++")
        )
        edge = line * (at.width * (self.wide + 1) - 1)
        rows = [[_rim(f"  {corners[0]}{edge}{corners[1]}")]]
        for rank in range(at.height - 1, -1, -1):
            for line_of_cell in range(self.high):
                label = f"{rank + 1:>2}" if line_of_cell == self.high // 2 else "  "
                row = [Glyph(label, "faint", "outside"), _rim(side)]
                for file in range(at.width):
                    row += self._cell(file, rank, line_of_cell)
                    if file < at.width - 1:
                        row.append(self._slot(Wall(False, file, rank)))
                rows.append([*row, _rim(side)])
            if rank:
                row = [_rim(f"  {side}")]
                for file in range(at.width):
                    row.append(self._slot(Wall(True, file, rank - 1)))
                    if file < at.width - 1:
                        row.append(self._crossing(file, rank - 1))
                rows.append([*row, _rim(side)])
        files = [Glyph(f"  {corners[2]}", "frame", "outside")]
        for file in range(at.width):
            before = self.wide // 2
            files.append(_rim(line * before))
            files.append(Glyph(chr(ord("a") + file), "faint", "outside"))
            files.append(_rim(line * (self.wide - before - (file == at.width - 1))))
        rows.append([*files, _rim(corners[3])])
        return rows

    def _ground(self, cell: int) -> str:
        view = self.view
        if view.cursor == cell:
            return "cursor"
        if cell in view.targets:
            return "target"
        file, rank = self.at.place(cell)
        return "checker" if (file + rank) % 2 else "pinned" if self.colour else "plain"

    def _cell(self, file: int, rank: int, line: int) -> list[Glyph]:
        """One line of the inside of a cell."""
        view, cell = self.view, file * self.at.height + rank
        ground = self._ground(cell)
        at_cursor = view.cursor == cell
        attributes = REVERSE if at_cursor and not self.colour else 0
        here = [(letter, side) for (letter, side), at in zip(_PIECES, self.at.pieces, strict=True) if at == cell]
        if self.colour and 0 < line < self.high - 1 and len(here) == 1 and here[0][0] in "Cc":
            return self._token(*here[0], ground, cell, line)
        if line != self.high // 2 or not here:
            middle = self._mark(cell) if line == self.high // 2 else (" ", "faint")
            before = (self.wide - 1) // 2
            left, right = " " * before, " " * (self.wide - before - 1)
            if at_cursor and not self.colour:
                left, right = f"{left[:-1]}[", f"]{right[1:]}"
            return [
                Glyph(left, "faint", ground, attributes),
                Glyph(middle[0], middle[1], ground, attributes),
                Glyph(right, "faint", ground, attributes),
            ]
        glyphs = self._together(here, ground) if len(here) > 1 else self._token(*here[0], ground, cell, line)
        if at_cursor and not self.colour:
            return _bracketed(glyphs, ground)
        return glyphs

    def _together(self, here: list[tuple[str, int]], ground: str) -> list[Glyph]:
        """The letters of several pieces in one cell."""
        room = self.wide - len(here)
        glyphs = [Glyph(" " * (room // 2), "faint", ground)] if room // 2 else []
        for letter, side in here:
            is_cat = letter in "Cc"
            glyphs.append(Glyph(letter, TONES[side], ground, BOLD | (REVERSE if is_cat and self.colour else 0)))
        if room - room // 2:
            glyphs.append(Glyph(" " * (room - room // 2), "faint", ground))
        return glyphs

    def _token(self, letter: str, side: int, ground: str, cell: int, line: int) -> list[Glyph]:
        """One line of a piece alone in its cell: a cat fills it but for a margin, a mouse is small."""
        is_plate = letter in "Cc" and self.colour
        before = min(2, (self.wide - 3) // 2) if is_plate else (self.wide - 3) // 2
        edge = [Glyph(" " * before, "faint", ground)] * bool(before)
        chosen = self.view.chosen == cell
        if is_plate:
            words = letter if line == self.high // 2 else " "
            inner = [Glyph(words.center(self.wide - 2 * before), TONES[side], ground, BOLD | REVERSE)]
        else:
            marks = ("‹", "›") if self.unicode else ("<", ">")
            marks = marks if chosen else (" ", " ")
            inner = [
                Glyph(marks[0], TONES[side], ground),
                Glyph(letter, TONES[side], ground, BOLD),
                Glyph(marks[1], TONES[side], ground),
            ]
        return [*edge, *inner, *edge]

    def _mark(self, cell: int) -> tuple[str, str]:
        """The sign in the middle of an empty cell, and its tone."""
        view = self.view
        if cell in view.targets:
            return ("•" if self.unicode else "o"), "hint"
        for side in (RED, BLUE):
            if cell in view.ways[side]:
                return ("·" if self.unicode else "."), TONES[side]
        if cell in view.trail:
            return ("▒" if self.unicode else ":"), TONES[1 - self.at.side]
        return " ", "faint"

    def _slot(self, wall: Wall) -> Glyph:
        """The side between two cells, of as many characters as it is long."""
        view = self.view
        length = self.wide if wall.above else 1
        attributes = 0
        ground = "cursor" if view.cursor == wall else "outside"
        if view.cursor == wall and not self.colour:
            attributes = REVERSE
        if wall in view.staged or wall in self.walls:
            owner = self.at.side if wall in view.staged else view.owners.get(wall, NEUTRAL)
            signs = (_ACROSS if self.unicode else _ACROSS_ASCII, _ALONG if self.unicode else _ALONG_ASCII)
            tone = TONES[owner] if owner != NEUTRAL else "faint"
            attributes |= REVERSE * self.colour
            if wall in view.staged:
                attributes |= BOLD
                ground = ground if ground == "cursor" else "target"
            elif wall in view.latest:
                attributes |= BOLD
                ground = ground if ground == "cursor" else "pinned"
            return Glyph(signs[not wall.above][owner] * length, tone, ground, attributes)
        if wall in view.forbidden:
            sign = "×" if self.unicode else "x"
            return Glyph(sign.center(length), "wrong", ground, attributes)
        return Glyph(" " * length, "faint", ground, attributes)

    def _crossing(self, file: int, rank: int) -> Glyph:
        """The point at the top right of a cell: part of a wall that goes on beyond it, else a dot."""
        across = [Wall(True, file, rank), Wall(True, file + 1, rank)]
        along = [Wall(False, file, rank), Wall(False, file, rank + 1)]
        for pair, signs in ((across, _ACROSS), (along, _ALONG)):
            if all(wall in self.walls for wall in pair) and self.unicode:
                owners = {self.view.owners.get(wall, NEUTRAL) for wall in pair}
                owner = owners.pop() if len(owners) == 1 else NEUTRAL
                tone = TONES[owner] if owner != NEUTRAL else "faint"
                return Glyph(signs[owner], tone, "outside", REVERSE * self.colour)
        return Glyph(" " if self.colour else "·" if self.unicode else ".", "frame", "outside")


def _bracketed(glyphs: list[Glyph], ground: str) -> list[Glyph]:
    """A line with pieces, reversed and in brackets as far as there is room: the cursor without colour."""
    signs = [each._replace(text=text, attributes=each.attributes | REVERSE) for each in glyphs for text in each.text]
    pieces = [place for place, each in enumerate(signs) if each.text != " "]
    for place, bracket in ((pieces[0] - 1, "["), (pieces[-1] + 1, "]")):
        if 0 <= place < len(signs):
            signs[place] = Glyph(bracket, "text", ground, REVERSE)
    return signs


def _rim(text: str) -> Glyph:
    return Glyph(text, "frame", "outside")


def shortest_ways(at: WallPosition) -> tuple[frozenset[int], frozenset[int]]:
    """The cells on one shortest way of each cat."""
    found = []
    for cat, mouse in pairs_of(at.pieces):
        crossed = way(at.height, at.right, at.up, cat, mouse)
        across, along = crossed or (0, 0)
        on = {cell for side in cells(across) for cell in (side, side + at.height)}
        found.append(frozenset(on | {cell for side in cells(along) for cell in (side, side + 1)}))
    return found[RED], found[BLUE]
