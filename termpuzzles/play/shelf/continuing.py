"""What a list shows of a board in progress: how far it has come, and a corner of it."""

from __future__ import annotations

from typing import NamedTuple

from termpuzzles.board.grid import LIGHT
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.session.session import Session
from termpuzzles.storage.journal_text import parse, puzzle_of, read_all
from termpuzzles.storage.summaries import Summary

COLUMNS, ROWS = 6, 2
LARGEST = 2_500  # cells: only boards up to this size are played again for a glance


class Glance(NamedTuple):
    """A corner of the board as it stands, row by row, and the player's progress in words."""

    rows: tuple[str, ...] = ()
    done: str = ""


def glance(entry: Summary) -> Glance:
    """A glance at a journal; an empty one if the board is large or the journal damaged."""
    if entry.cells > LARGEST:
        return Glance()
    try:
        content = parse(read_all(entry.path))
        puzzle = puzzle_of(content.head, entry.file)
    except (OSError, PuzzleError):
        return Glance()
    session = Session(puzzle)
    session.restore(content.events)
    return Glance(_corner(puzzle, session.state.lines), _done(session))


def _corner(puzzle: Puzzle, lines: bytes) -> tuple[str, ...]:
    width, height = puzzle.grid.width, puzzle.grid.height
    rows = (lines[y * width : (y + 1) * width][:COLUMNS] for y in range(min(ROWS, height)))
    return tuple("".join(LIGHT[mask] for mask in row) for row in rows)


def _done(session: Session) -> str:
    puzzle = session.puzzle
    if puzzle.game.pins:
        return f"{session.pins} of {puzzle.grid.size} pinned"
    drawn = sum(mask.bit_count() for mask in session.state.lines) // 2
    return f"{drawn} line{'s' * (drawn != 1)} drawn"
