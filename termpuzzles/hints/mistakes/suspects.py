"""What the player has shown that is wrong: wrong pins, lines and notes, and parts that only look finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.board.survey import closed_groups
from termpuzzles.games.model import Change, Move
from termpuzzles.hints.reasoning.position import Position
from termpuzzles.logic.explain.parts import Part, Role, between, one, part
from termpuzzles.logic.problem import HAS, KNOWN, LACKS, Domain

FINISHED = 4  # cells: a closed group at least this large looks finished if the player has touched it
BY_CHANCE = 8  # cells: the same on a small board where nothing shows what the player has touched


class Suspect(NamedTuple):
    """Something shown that is wrong: the words for it, the masks to which it holds cells, and the move that removes it.

    `joined` holds the cells of the finished-looking part if that is the mistake; then the tile itself is wrong.
    """

    claim: Part
    held: Mapping[int, Domain]
    move: Move
    joined: tuple[int, ...] = ()

    @property
    def cell(self) -> int:
        """The cell of the mistake."""
        return next(iter(self.held))


def suspects(position: Position) -> list[Suspect]:
    """All that contradicts what is certain; if nothing else does, the wrong parts that look finished."""
    return settled_wrongly(position) or list(parts_that_look_finished(position))


def settled_wrongly(position: Position) -> list[Suspect]:
    """The pins, lines, crosses and notes that contradict what is certain."""
    return [*_pins(position), *_claims(position)]


def _pins(position: Position) -> Iterator[Suspect]:
    grid, (lines, pins, _) = position.problem.grid, position.state
    cell = pins.find(1)
    while cell >= 0:
        if not position.left[cell] >> lines[cell] & 1:
            freed = Move((Change("free", *grid.place(cell)),))
            claim = part("{} is pinned wrongly.", one(position.problem, cell, Role.TARGET, lines[cell]))
            yield Suspect(claim, {cell: 1 << lines[cell]}, freed)
        cell = pins.find(1, cell + 1)


def _claims(position: Position) -> Iterator[Suspect]:
    """The wrong lines, crosses and notes, each once."""
    grid, seen = position.problem.grid, set()
    drawn = "line" if position.puzzle.game.draws else "noted line"
    for cell in position.claimed:
        claims, known = position.claims(cell), KNOWN[position.left[cell]]
        for name, keep, wrong in ((drawn, HAS, claims >> 4 & known), ("cross", LACKS, claims & known >> 4)):
            for side in SIDES_OF[wrong & grid.open_sides[cell]]:
                if (line := grid.line(cell, side)) not in seen:
                    seen.add(line)
                    other = grid.ways[side][cell]
                    cleared = Move((Change("clear", *grid.place(cell), side),))
                    place = between(position.problem, cell, side, Role.TARGET, name)
                    claim = part("{} is wrong.", place)
                    yield Suspect(claim, {cell: keep[side], other: keep[OPPOSITE[side]]}, cleared)


def parts_that_look_finished(position: Position) -> Iterator[Suspect]:
    """The wrong tiles of groups without a loose end that are no accident, as the player has touched them.

    On a board as its level gives it nobody knows what was touched. If there are pins it has been played, and a group
    that looks finished may be meant to be.
    """
    if position.puzzle.game.draws:
        return
    state = position.state
    as_given = state.lines == position.puzzle.tiles
    by_chance = max(BY_CHANCE, position.problem.grid.size.bit_length())  # accidents grow with the board
    least = FINISHED if any(state.pins) or not as_given else by_chance
    for members in closed_groups(position.problem.grid, state.lines):
        if len(members) >= least:
            meant = [cell for cell in members if as_given or position.is_touched(cell)]
            yield from _wrong_in(position, meant, members)


def _wrong_in(position: Position, cells: list[int], members: tuple[int, ...]) -> Iterator[Suspect]:
    for cell in cells:
        left, mask = position.left[cell], position.state.lines[cell]
        if not left >> mask & 1:
            claim = part("{} looks finished, but is wrong.", one(position.problem, cell, Role.TARGET, mask))
            move = position.move({cell: KNOWN[left & -left]})  # to one of its possible turns
            turned = Move(tuple(change for change in move.changes if change.verb == "turn"))
            yield Suspect(claim, {cell: 1 << mask}, turned, members)
