"""What to draw in each cell of a position, as values: no screen, no colour, and no game by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES_OF, Grid, mirrored
from termpuzzles.board.survey import survey

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey
    from termpuzzles.games.model import Game, Mistake, Puzzle, State
    from termpuzzles.logic.explain.parts import Role, Sides

PINNED, LIT, SEALED, SOURCE, MISTAKEN, SHADED, WRONG, DRAWN = (1 << bit for bit in range(8))

# Bits of `Look.effects`: changed in a trial; dark on a checkerboard that is shown; not among the cells of a hint; on
# a board of stones, whose empty cells show nothing.
TRIAL, DARK, ASIDE, SLATE = 1, 2, 4, 8
INSIDE_FROM = 4  # the first of the bits above them: the corners inside a loop

BECAUSE, TARGET, CUT_OFF, ASSUMED = 1, 2, 3, 4  # the roles of a cell in a hint; 0 if it has none
ROLE = 7  # the bits of a hint mark that hold the role; above them stand the sides that count
SIDES_FROM = 4  # the first bit of the sides

MARK = 7  # the bits of `Look.clue` that hold the mark
SHOWN = 8  # the bit above them: the lines of the cell show which clue it is


def hint_mark(role: int, sides: int = 0) -> int:
    """The mark of a hint for a cell: its role and the mask of the sides that count in one int."""
    return role | sides << SIDES_FROM


_ROLES = {"target": TARGET, "because": BECAUSE, "cut off": CUT_OFF, "assumed": ASSUMED}  # by the role's value


def looks_of(marks: Mapping[Role, Sides]) -> dict[int, int]:
    """A hint's marks in the form that a picture takes: for each cell its role with the sides that count."""
    return {
        cell: hint_mark(_ROLES[role.value], sides) for role, cells in marks.items() for cell, sides in cells.items()
    }


def marks_of_region(grid: Grid, cells: Collection[int]) -> dict[int, int]:
    """The marks of a region that a player counts: each of its cells with the sides at which lines may leave it."""
    marks = {}
    for cell in cells:
        exits = sum(side for side in SIDES_OF[grid.open_sides[cell]] if grid.ways[side][cell] not in cells)
        marks[cell] = hint_mark(BECAUSE, exits)
    return marks


def roles_of(marks: Mapping[Role, Sides]) -> dict[int, int]:
    """A hint's marks in the form that a chart takes: for each cell its role."""
    return {cell: _ROLES[role.value] for role, cells in marks.items() for cell in cells}


class Phase(IntEnum):
    """What light does to a tile of a solved board: it has yet to come, is there, passes, or has passed."""

    NONE = 0  # the board is in play
    UNREACHED = 1
    GLOW = 2
    FADING = 3
    SOURCE = 4
    TURNING = 5
    DONE = 6
    GIVEN_UP = 7  # no light comes


class Look(NamedTuple):
    """All that is drawn in one cell except the cursor: masks of sides, states, notes and marks.

    `states` joins PINNED, LIT (joined to the source, or in a closed group that is welcome), SEALED (in one that is
    not), SOURCE, MISTAKEN (a loop here is a mistake), SHADED (takes no lines), WRONG (marked by a check) and DRAWN (the
    player draws its lines). `notes` is as in `State`; `walls` is the mask of sides with a wall inside the board; `hint`
    is a mark from `hint_mark`. `effects` joins TRIAL, DARK, ASIDE and SLATE with the corners inside loops. `clue` joins
    the number of a `ClueMark` with SHOWN, or is 0. `group` is the number of the colour of its group, 0 if it has none.
    """

    mask: int
    joined: int
    looped: int
    states: int
    notes: int
    walls: int
    hint: int
    effects: int = 0
    clue: int = 0
    group: int = 0


def mirrored_look(look: Look, sides: int) -> Look:
    """The look with these sides swapped: N | S, E | W or none."""
    if not sides:
        return look
    return look._replace(
        mask=mirrored(look.mask, sides),
        joined=mirrored(look.joined, sides),
        looped=mirrored(look.looped, sides),
        notes=mirrored(look.notes & 15, sides) | mirrored(look.notes >> 4, sides) << 4,
        walls=mirrored(look.walls, sides),
        hint=look.hint & ROLE | mirrored(look.hint >> SIDES_FROM, sides) << SIDES_FROM,
    )


def settled_look(look: Look, phase: Phase) -> Look:
    """The look without whatever was meant for play; what is pinned keeps its plate until light has passed."""
    kept = DRAWN | SHADED | SOURCE | (LIT | PINNED if phase < Phase.SOURCE else 0)
    effects = look.effects & (SLATE | 15 << INSIDE_FROM)
    return look._replace(looped=0, states=look.states & kept, notes=0, hint=0, effects=effects, group=0)


@dataclass(frozen=True, eq=False)
class Picture:
    """A position to draw: it makes looks only for the cells asked for, so a huge board costs nothing.

    `hints` gives marked cells their marks, `wrong` holds the cells that a check found wrong, `tried` those that a trial
    has changed. With `marks` off it shows no loops and groups, with `sealed` off no sealed-off groups. With
    `checkerboard` every second cell is shown dark. With `steps_back` all but the cells that `hints` marks step back.
    With `inside` what lies inside loops is shaded, unless a checkerboard is shown. `groups` has the number of the
    colour of each cell's group, where groups are told apart so. `settled` says how the board has ended, if it has.
    `moved_source` is where the player has moved the source to.
    """

    puzzle: Puzzle
    state: State
    survey: Survey
    sealed_is_wrong: bool = False
    loop_is_wrong: bool = False
    hints: Mapping[int, int] = field(default_factory=dict)
    wrong: frozenset[int] = frozenset()
    marks: bool = True
    sealed: bool = True
    tried: frozenset[int] = frozenset()
    checkerboard: bool = False
    moved_source: int | None = None
    steps_back: bool = True
    inside: bool = False
    groups: bytes = b""
    settled: Phase = Phase.NONE
    _layers: dict[tuple[int, int], tuple[bytes, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def grid(self) -> Grid:
        """The board's cells."""
        return self.puzzle.grid

    @cached_property
    def source(self) -> int | None:
        """The cell that lights all that is joined to it, if the game has one."""
        if self.moved_source is not None:
            return self.moved_source
        find = self.puzzle.game.source
        return find(self.grid) if find else None

    def row(self, y: int, first: int, last: int) -> list[Look]:
        """The looks of columns `first` to `last` (exclusive) of row `y`."""
        start = y * self.grid.width
        return list(map(Look._make, zip(*self.layers(start + first, start + last), strict=True)))

    def look(self, cell: int) -> Look:
        """The look of one cell."""
        return Look._make(layer[0] for layer in self.layers(cell, cell + 1))

    def filled(self, look: Look, cell: int) -> Look:
        """The look of a cell with what lies inside loops, which is filled once a board of loops is solved."""
        if self.settled is not Phase.DONE or not self.puzzle.game.draws:
            return look
        return look._replace(effects=look.effects | self.survey.inside[cell] << INSIDE_FROM)

    def seen_at(self, column: int, row: int) -> Look | None:
        """The look at a place of the unrolled board, mirrored where it is seen so; None where nothing is."""
        found = self.grid.unrolled(column, row)
        return mirrored_look(self.look(found[0]), found[1]) if found else None

    def layers(self, start: int, stop: int) -> tuple[bytes, ...]:
        """The fields of these cells' looks, one byte string for each field: equal exactly when the looks are."""
        found = self._layers.get((start, stop))
        if found is None:
            found = self._layers[start, stop] = self._find_layers(start, stop)
        return found

    def _find_layers(self, start: int, stop: int) -> tuple[bytes, ...]:
        cells = slice(start, stop)
        return (
            self.state.lines[cells],
            self.survey.joined[cells],
            self.survey.looped[cells] if self.marks else bytes(stop - start),
            self._states(start, stop),
            self.state.notes[cells],
            walls_of(self.grid)[cells],
            self._hints(start, stop),
            self._effects(start, stop),
            self._clues(start, stop),
            self.groups[cells] if self.groups else bytes(stop - start),
        )

    def _states(self, start: int, stop: int) -> bytes:
        """The states of these cells, computed for all at once in one integer with a byte for each cell."""
        cells, length = slice(start, stop), stop - start
        states = _number(self.state.pins[cells]) * PINNED
        if self.source is not None:
            lit = self.survey.ids[self.source]
            states |= _number(bytes(map(lit.__eq__, self.survey.ids[cells]))) * LIT
        if self.marks:
            closed = SEALED * self.sealed if self.sealed_is_wrong else LIT * (self.source is None)
            states |= _number(self.survey.closed_at(cells)) * closed
            states |= _number(self.survey.looped[cells].translate(_ANY)) * MISTAKEN * self.loop_is_wrong
        if self.puzzle.game.draws:
            states |= _number(self.puzzle.tiles[cells].translate(_NONE)) * SHADED | _number(b"\1" * length) * DRAWN
        found = bytearray(states.to_bytes(length, "little"))
        if self.source is not None and start <= self.source < stop:
            found[self.source - start] |= SOURCE
        for cell in self.wrong:
            if start <= cell < stop:
                found[cell - start] |= WRONG
        return bytes(found)

    def _clues(self, start: int, stop: int) -> bytes:
        if not self.puzzle.game.clue:
            return bytes(stop - start)
        clues, lines = _number(self.puzzle.clues[start:stop]), _number(self.state.lines[start:stop])
        return (clues << 4 | lines).to_bytes(stop - start, "little").translate(_clue_looks(self.puzzle.game))

    def _hints(self, start: int, stop: int) -> bytes:
        found = bytearray(stop - start)
        for cell, depth in self.hints.items():
            if start <= cell < stop:
                found[cell - start] = depth
        return bytes(found)

    def _effects(self, start: int, stop: int) -> bytes:
        slate = SLATE * bool(self.puzzle.game.clue)
        found = bytearray([slate | ASIDE * bool(self.hints and self.steps_back)]) * (stop - start)
        for cell in self.hints:
            if start <= cell < stop:
                found[cell - start] = slate
        if self.tried or self.checkerboard:
            for cell in range(start, stop):
                dark = self.checkerboard and sum(self.grid.place(cell)) % 2
                found[cell - start] |= TRIAL * (cell in self.tried) | DARK * dark
        if self.inside and not self.checkerboard:
            for place, corners in enumerate(self.survey.inside[start:stop]):
                found[place] |= corners << INSIDE_FROM
        return bytes(found)


@lru_cache(maxsize=8)
def _clue_looks(game: Game) -> bytes:
    """The `Look.clue` for sixteen times a clue plus the mask of its cell's lines."""
    assert game.clue
    looks = bytearray(256)
    for clue, symbol in game.clue.symbols.items():
        for mask in MASKS:
            looks[clue << 4 | mask] = symbol.mark | SHOWN * (symbol.shown_by >> mask & 1)
    return bytes(looks)


_ANY, _NONE = b"\0" + b"\1" * 255, b"\1" + bytes(255)  # tables for `translate`: 1 for each byte that is not 0, or is


def _number(cells: bytes) -> int:
    return int.from_bytes(cells, "little")


@lru_cache(maxsize=4)
def walls_of(grid: Grid) -> bytes:
    """For each cell the mask of its sides with a wall, at both cells beside it."""
    walls = bytearray(grid.size)
    beyond = grid.without_walls.ways
    for cell, side in grid.walls:
        walls[cell] |= side
        walls[beyond[side][cell]] |= OPPOSITE[side]
    return bytes(walls)


def picture_of(
    puzzle: Puzzle,
    state: State,
    known: Survey | None = None,
    *,
    mistakes: tuple[Mistake, ...] | None = None,
    hints: Mapping[int, int] | None = None,
    wrong: frozenset[int] = frozenset(),
    marks: bool = True,
    sealed: bool = True,
    tried: frozenset[int] = frozenset(),
    checkerboard: bool = False,
    source: int | None = None,
    inside: bool = False,
    groups: bytes = b"",
    gave_up: bool = False,
) -> Picture:
    """The picture of a position; loops and closed groups are drawn as mistakes only if the game counts them as such.

    A board without mistakes has settled, without light if the player `gave_up`.
    """
    surveyed = known or survey(puzzle.grid, state.lines)
    if mistakes is None:
        mistakes = puzzle.game.mistakes(puzzle, surveyed)
    codes = {mistake.code for mistake in mistakes}
    return Picture(
        puzzle,
        state,
        surveyed,
        "sealed off" in codes,
        "loop" in codes,
        hints or {},
        wrong,
        marks,
        sealed,
        tried,
        checkerboard,
        source,
        inside=inside,
        groups=groups,
        settled=Phase.NONE if mistakes else Phase.GIVEN_UP if gave_up else Phase.DONE,
    )
