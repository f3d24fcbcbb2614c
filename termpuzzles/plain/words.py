"""Cells, places, surroundings, times and hints as words that make sense read aloud."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from termpuzzles.board.grid import OPPOSITE, SIDES, E, Grid, N, S, W
from termpuzzles.board.surface import Seam
from termpuzzles.english import counted, joined
from termpuzzles.logic.explain.parts import TOWARD, named_sides, toward

if TYPE_CHECKING:
    from termpuzzles.games.model import Game, Move, Puzzle, State
    from termpuzzles.logic.explain.parts import Part, Sides
    from termpuzzles.session.session import Session

from termpuzzles.hints.hint import STEP, Hint
from termpuzzles.session.session import Session
from termpuzzles.session.staged_hint import WHERE, WHICH, StagedHint

_PLACE = re.compile(r"\((\d+), (\d+)\)")
_SIGNS = str.maketrans({"∞": "Infinity", "“": '"', "”": '"', "…": "...", "’": "'", "ö": "o"})
_PIECES = ("blank", "end", "", "T", "cross")


def title(game: Game) -> str:
    """The name of the game in letters that every screen reader can say and every player can type."""
    return game.title.replace("∞", "Infinity")


def place(puzzle: Puzzle, cell: int) -> str:
    """`column 3 row 4`."""
    column, row = puzzle.grid.place(cell)
    return f"column {column + 1} row {row + 1}"


def tile_name(mask: int) -> str:
    """The name of a tile with these lines: an end, a straight, a corner, a T."""
    number = mask.bit_count()
    if number == 2:
        return "straight" if mask in (N | S, E | W) else "corner"
    return _PIECES[number]


def for_speech(sentence: str) -> str:
    """The sentence as a screen reader says it: `(3, 4)` becomes `column 3 row 4`, and every sign is in ASCII."""
    return _PLACE.sub(r"column \1 row \2", sentence).translate(_SIGNS)


def clock(seconds: float) -> str:
    """`2 minutes 5 seconds`."""
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes, "minute"), (seconds, "second")]
    return " ".join(counted(number, noun) for number, noun in parts if number) or "less than a second"


def describe_cell(puzzle: Puzzle, state: State, cell: int) -> str:
    """Describe a cell: `corner, opens up and right; pinned`, `open, line to the left`, `shaded`."""
    lines = state.lines[cell]
    if puzzle.game.draws:
        text = "shaded" if not puzzle.tiles[cell] else f"{_clue(puzzle, cell)}, {_lines(lines)}"
    elif not lines:
        text = "blank"
    else:
        verb = "points" if lines.bit_count() == 1 else "runs" if tile_name(lines) == "straight" else "opens"
        text = f"{tile_name(lines)}, {verb} {toward(lines)}"
    return "; ".join([text, *_marks(puzzle, state, cell)])


def _clue(puzzle: Puzzle, cell: int) -> str:
    """The clue in the cell, or that it is open."""
    kind = puzzle.game.clue
    return kind.names[puzzle.clues[cell]] if kind and puzzle.clues[cell] else "open"


def _lines(mask: int) -> str:
    if not mask:
        return "no lines"
    return f"{'line' if mask.bit_count() == 1 else 'lines'} {toward(mask)}"


def _marks(puzzle: Puzzle, state: State, cell: int) -> list[str]:
    marks = ["pinned"] if state.pins[cell] else []
    drawn, crossed = state.notes[cell] >> 4, state.notes[cell] & 15
    if drawn:
        marks.append(f"noted: a line {toward(drawn)}")
    if crossed:
        cross = "a cross" if crossed.bit_count() == 1 else "crosses"
        marks.append(f"{cross if puzzle.game.draws else 'noted: no line'} {toward(crossed)}")
    return marks


def closed_sides(puzzle: Puzzle, cell: int) -> list[str]:
    """The borders and walls at the cell: `the border up`, `a wall to the right`."""
    column, row = puzzle.grid.place(cell)
    closed = 15 & ~puzzle.grid.open_sides[cell]
    rim = (N if row == 0 else 0) | (S if row == puzzle.grid.height - 1 else 0)
    rim |= (W if column == 0 else 0) | (E if column == puzzle.grid.width - 1 else 0)
    kinds = (("the border", closed & rim), ("a wall", closed & ~rim))
    return [f"{what} {toward(mask)}" for what, mask in kinds if mask]


def meets(puzzle: Puzzle, state: State, cell: int) -> list[str]:
    """Say which of the cell's lines meet a line from beyond, and which are loose."""
    loose = met = 0
    for side in SIDES:
        if state.lines[cell] & side:
            other = puzzle.grid.ways[side][cell]
            if other >= 0 and state.lines[other] & OPPOSITE[side]:
                met |= side
            else:
                loose |= side
    return [f"{word} {toward(mask)}" for word, mask in (("joined", met), ("loose", loose)) if mask]


def heading_for_speech(puzzle: Puzzle) -> str:
    """`Net, 7 by 7, wraps around; Wraparound 4`."""
    grid = puzzle.grid
    parts = [title(puzzle.game), f"{grid.width} by {grid.height}", wraps(grid)]
    parts.append(counted(len(grid.walls), "wall") if grid.walls else "")
    return ", ".join(filter(None, parts)) + (f"; {puzzle.title}".translate(_SIGNS) if puzzle.title else "")


def wraps(grid: Grid) -> str:
    """Say in which directions the board wraps around, and whether it is twisted; "" if it does not wrap."""
    across, down = grid.surface
    if grid.is_twisted:
        way = "left to right" if across is Seam.FLIPPED else "top to bottom"
        return f"{grid.surface.name}, twisted {way}".translate(_SIGNS)
    if across and down:
        return "wraps around"
    return "wraps left to right" if across else "wraps top to bottom" if down else ""


MOST_NAMED = 12  # cells to name in one line


class Later(str):
    """A line that is said once the player asks for more."""


def cell_line(session: Session, cell: int, full: bool) -> str:
    """One cell in one line: `column 3 row 4: corner, opens up and right; pinned`."""
    puzzle, state = session.puzzle, session.state
    parts = [f"{place(puzzle, cell)}: {describe_cell(puzzle, state, cell)}"]
    if full:
        parts += meets(puzzle, state, cell)
        parts += closed_sides(puzzle, cell)
    if puzzle.game.source and cell == puzzle.game.source(puzzle.grid):
        parts.append("the source")
    return "; ".join(parts)


def row_lines(session: Session, cells: range) -> Iterator[str]:
    """The cells of a row or a column, one brief line each."""
    yield from (cell_line(session, cell, full=False) for cell in cells)


def side_in_words(session: Session, cell: int, side: int) -> str:
    """Say what lies on that side of the cell."""
    other = session.puzzle.grid.ways[side][cell]
    return cell_line(session, other, full=False) if other >= 0 else "The border or a wall is there."


def neighbours(session: Session, cell: int) -> Iterator[str]:
    """Say what lies on each side of the cell."""
    puzzle = session.puzzle
    for side in named_sides(15):
        other = puzzle.grid.ways[side][cell]
        if other >= 0:
            yield f"{TOWARD[side]}: {cell_line(session, other, full=False)}"
    yield from closed_sides(puzzle, cell)


def group_in_words(session: Session, cell: int) -> Iterator[str]:
    """Say what the cell is joined to, and whether that has a loose end."""
    survey = session.survey
    first = survey.group[cell]
    cells = [other for other, number in enumerate(survey.group) if number == first]
    if len(cells) == 1:
        yield f"{place(session.puzzle, cell)} is joined to nothing."
        return
    loose = sum(_loose_ends(session, other) for other in cells)
    ends = counted(loose, "loose end") if loose else "no loose end, sealed off"
    yield from naming(session, f"A group of {counted(len(cells), session.puzzle.game.noun)} with {ends}: ", cells)


def _loose_ends(session: Session, cell: int) -> int:
    """The number of loose ends at the cell; in a drawing game a line ends loose at a cell with one line."""
    if session.puzzle.game.draws:
        return int(session.state.lines[cell].bit_count() == 1)
    return session.survey.loose[cell].bit_count()


def unfinished(session: Session) -> Iterator[str]:
    """Say what is left to do: the tiles not pinned, or the cells at which something is wrong."""
    puzzle, noun, pins = session.puzzle, session.puzzle.game.noun, session.state.pins
    if puzzle.game.pins:
        cells = [cell for cell, tile in enumerate(puzzle.tiles) if tile not in (0, 15) and not pins[cell]]
        what = "pinned"
    else:
        cells, what = sorted({cell for mistake in session.mistakes for cell in mistake.cells}), "finished"
    if cells:
        yield from naming(session, f"{counted(len(cells) or 'no', noun)} not {what}: ", cells)
    else:
        yield f"Every {noun} is {what}."


def trace(session: Session, cell: int) -> Iterator[str]:
    """Say where each line out of the cell leads: cell by cell to an end, a fork, or back."""
    puzzle, joined = session.puzzle, session.survey.joined
    if not joined[cell]:
        yield f"No line leads on from {place(puzzle, cell)}."
        return
    for side in named_sides(joined[cell]):
        here, way, steps = cell, side, 0
        while True:
            here, steps = puzzle.grid.ways[way][here], steps + 1
            onward = joined[here] & ~OPPOSITE[way]
            if here == cell or onward.bit_count() != 1 or steps > puzzle.grid.size:
                break
            way = onward
        onward = joined[here] & ~OPPOSITE[way]
        if here == cell:
            yield f"{TOWARD[side]}: comes back here after {counted(steps or 'no', 'step')}."
        else:
            verb = "forks" if onward else "ends"
            yield f"{TOWARD[side]}: {verb} after {counted(steps or 'no', 'step')}, at {place(puzzle, here)}."


def changes(session: Session, before: State) -> Iterator[str]:
    """Describe the cells that have changed; if they are many, give their number first."""
    state = session.state
    parts = ((state.lines, before.lines), (state.pins, before.pins), (state.notes, before.notes))
    cells = [cell for cell in range(session.puzzle.grid.size) if any(now[cell] != then[cell] for now, then in parts)]
    yield from described(session, cells)


def described(session: Session, cells: Sequence[int]) -> Iterator[str]:
    """Each of these cells as it is now; if they are many, their number, and each of them later."""
    lines = [f"{cell_line(session, cell, full=False)}." for cell in cells]
    if len(cells) <= MOST_NAMED:
        yield from lines
    else:
        yield f"{counted(len(cells) or 'no', session.puzzle.game.noun)} changed."
        yield from (Later(" ".join(lines[at : at + MOST_NAMED])) for at in range(0, len(lines), MOST_NAMED))


def part_lines(session: Session, head: str, part: Part) -> Iterator[str]:
    """A part of a hint, and a line with the cells it means if they are too many to be named in it."""
    sentence = for_speech(part.bare)
    yield f"{head}: {sentence}" if head else sentence
    for words, cells in part.unnamed.items():
        yield from naming(session, f"The {words}: ", sorted(cells))
    for number, way in enumerate(part.ways if len(part.ways) > 1 else (), 1):
        yield Later(f"Way {number} of {len(part.ways)}: {_way_in_words(session.puzzle, way)}.")


def _way_in_words(puzzle: Puzzle, way: Sides) -> str:
    """One of several ways in which cells fit together: "column 1 row 2 has lines up and left"."""
    told = []
    for cell, known in way.items():
        lines, without = known >> 4, known & 15
        has = f"a line {toward(lines)}" if lines.bit_count() == 1 else f"lines {toward(lines)}" if lines else ""
        lacks = f"no line {toward(without, word='or')}" if without and not (lines and lines | without == 15) else ""
        told.append(f"{place(puzzle, cell)} has {joined([*filter(None, (has, lacks))])}")
    return "; ".join(told)


def naming(session: Session, head: str, cells: Sequence[int]) -> Iterator[str]:
    """A line that names the cells by column and row; if they are many, the first ones, and the others later."""
    names = [place(session.puzzle, cell) for cell in cells]
    first, rest = names[:MOST_NAMED], names[MOST_NAMED:]
    yield f"{head}{', '.join(first)}, and {len(rest)} more." if rest else f"{head}{joined(first)}."
    for at in range(0, len(rest), MOST_NAMED):
        yield Later(f"{', '.join(rest[at : at + MOST_NAMED])}.")


_DEEDS = {"free": "freed pin", "clear": "erased side"}  # where it is not the verb itself


def move_in_words(puzzle: Puzzle, move: Move) -> str:
    """What a move did: `1 turn at column 3 row 4`, or for several cells `5 changes`."""
    cells = {puzzle.grid.cell(change.x, change.y) for change in move.changes}
    if len(cells) > 1:
        return f"{len(move.changes)} changes"
    deeds = Counter(_DEEDS.get(change.verb, change.verb) for change in move.changes)
    return f"{joined([counted(count, deed) for deed, count in deeds.items()])} at {place(puzzle, cells.pop())}"


def hint_lines(session: Session, staged: StagedHint) -> Iterator[str]:
    """The hint at its stage and page."""
    hint = staged.hint
    assert hint is not None
    if staged.stage == WHERE:
        yield hint.where_by_number(session.puzzle.grid)
        yield "Type hint for more, or do to make the move." if hint.move else "Type hint for more."
    elif staged.stage == WHICH:
        yield from _which(session, hint)
        yield "Type hint for the reason."
    else:
        yield from _why(session, hint)
        if hint.move:
            yield "Type do to make the move."


def _which(session: Session, hint: Hint) -> Iterator[str]:
    if hint.kind != STEP:
        yield from part_lines(session, hint.title, hint.claim)
    else:
        yield from naming(session, f'Try "{for_speech(hint.title)}" on ', sorted(hint.cells))


def _why(session: Session, hint: Hint) -> Iterator[str]:
    """The reason after what it is the reason for; of a long one the first page, and the others later."""
    yield from part_lines(session, hint.title, hint.claim)
    for at, leaf in enumerate(hint.leaves):
        told = [
            line
            for number, part in enumerate(leaf, 1)
            for line in part_lines(session, f"Step {number} of {len(leaf)}" if len(leaf) > 1 else "Why", part)
        ]
        if at:
            yield Later(f"Page {at + 1} of {len(hint.leaves)}. {' '.join(told)}")
        else:
            yield from told
