"""Questions about the player's surroundings: here, neighbours, rows, groups, and where a line leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF
from termpuzzles.commands.plain.naming_cells import playable
from termpuzzles.commands.plain.words import closed_sides, meets, place, so_many, spoken, stands
from termpuzzles.logic.explain.parts import TOWARD, listed, without_board

if TYPE_CHECKING:
    from termpuzzles.games.model import State
    from termpuzzles.logic.explain.parts import Part
    from termpuzzles.session.session import Session

MOST_NAMED = 12  # up to this many cells are named one by one; of more, only the first and the number


def cell_line(session: Session, cell: int, full: bool) -> str:
    """One cell in one line: `column 3 row 4: corner, opens up and right; pinned`."""
    puzzle, state = session.puzzle, session.state
    parts = [f"{place(puzzle, cell)}: {stands(puzzle, state, cell)}"]
    if full:
        parts += meets(puzzle, state, cell)
        parts += closed_sides(puzzle, cell)
    if puzzle.game.source and cell == puzzle.game.source(puzzle.grid):
        parts.append("the source")
    return "; ".join(parts)


def row_lines(session: Session, cells: range) -> Iterator[str]:
    """The cells of a row or a column, one brief line each."""
    yield from (cell_line(session, cell, full=False) for cell in cells)


def beside(session: Session, cell: int, side: int) -> str:
    """Say what lies on that side of the cell."""
    other = session.puzzle.grid.ways[side][cell]
    return cell_line(session, other, full=False) if other >= 0 else "The border or a wall is there."


def neighbours(session: Session, cell: int) -> Iterator[str]:
    """Say what lies on each side of the cell."""
    puzzle = session.puzzle
    for side in sorted(SIDES, reverse=True):
        other = puzzle.grid.ways[side][cell]
        if other >= 0:
            yield f"{TOWARD[side]}: {cell_line(session, other, full=False)}"
    yield from closed_sides(puzzle, cell)


def group(session: Session, cell: int) -> str:
    """Say what the cell is joined to, and whether that has a loose end."""
    seen = session.seen
    first = seen.group[cell]
    cells = [other for other, number in enumerate(seen.group) if number == first]
    noun = session.puzzle.game.noun
    if len(cells) == 1:
        return f"{place(session.puzzle, cell)} is joined to nothing."
    loose = sum(_loose_ends(session, other) for other in cells)
    ends = so_many(loose, "loose end") if loose else "no loose end, closed off"
    return f"A group of {so_many(len(cells), noun)} with {ends}: {named_cells(session, cells)}."


def _loose_ends(session: Session, cell: int) -> int:
    """The number of loose ends at the cell; in a drawing game a line ends loose at a cell with one line."""
    if session.puzzle.game.draws:
        return int(session.state.lines[cell].bit_count() == 1)
    return session.seen.loose[cell].bit_count()


def unfinished(session: Session) -> str:
    """Say what is left to do: the tiles not pinned, or the cells at which something is wrong."""
    puzzle, noun, pins = session.puzzle, session.puzzle.game.noun, session.state.pins
    if puzzle.game.pins:
        cells, what = [cell for cell, is_open in enumerate(playable(puzzle)) if is_open and not pins[cell]], "pinned"
    else:
        cells, what = sorted({cell for mistake in session.mistakes for cell in mistake.cells}), "finished"
    if not cells:
        return f"Every {noun} is {what}."
    return f"{so_many(len(cells), noun)} not {what}: {named_cells(session, cells)}."


def trace(session: Session, cell: int) -> Iterator[str]:
    """Say where each line out of the cell leads: cell by cell to an end, a fork, or back."""
    puzzle, joined = session.puzzle, session.seen.joined
    if not joined[cell]:
        yield f"No line leads on from {place(puzzle, cell)}."
        return
    for side in SIDES_OF[joined[cell]]:
        here, way, steps = cell, side, 0
        while True:
            here, steps = puzzle.grid.ways[way][here], steps + 1
            onward = joined[here] & ~OPPOSITE[way]
            if here == cell or onward.bit_count() != 1 or steps > puzzle.grid.size:
                break
            way = onward
        onward = joined[here] & ~OPPOSITE[way]
        if here == cell:
            yield f"{TOWARD[side]}: comes back here after {so_many(steps, 'step')}."
        else:
            verb = "forks" if onward else "ends"
            yield f"{TOWARD[side]}: {verb} after {so_many(steps, 'step')}, at {place(puzzle, here)}."


def changes(session: Session, before: State) -> Iterator[str]:
    """Describe the cells that have changed; if they are too many, give only their number."""
    state = session.state
    parts = ((state.lines, before.lines), (state.pins, before.pins), (state.notes, before.notes))
    cells = [cell for cell in range(session.puzzle.grid.size) if any(now[cell] != then[cell] for now, then in parts)]
    if len(cells) > MOST_NAMED:
        yield f"{so_many(len(cells), session.puzzle.game.noun)} changed."
        return
    for cell in cells:
        yield f"{cell_line(session, cell, full=False)}."


def part_lines(session: Session, head: str, part: Part) -> Iterator[str]:
    """A part of a hint, and a line with the cells it means if they are too many to be named in it."""
    sentence, many = without_board(part)
    yield f"{head}: {spoken(sentence)}" if head else spoken(sentence)
    for words, cells in many.items():
        yield f"The {words}: {named_cells(session, sorted(cells))}."


def named_cells(session: Session, cells: list[int]) -> str:
    """The cells by column and row; if they are many, the first ones and how many more there are."""
    names = [place(session.puzzle, cell) for cell in cells[:MOST_NAMED]]
    if len(cells) > MOST_NAMED:
        return f"{', '.join(names)}, and {len(cells) - MOST_NAMED} more"
    return listed(names)
