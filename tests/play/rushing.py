"""A rush as its journal tells it, and the keys and lines that solve its boards: for tests with a real program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.catalogue.rush import RUSH
from termpuzzles.formats import read
from termpuzzles.games.model import Change, Move, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.play.rush import BOARD
from termpuzzles.storage.journal_text import Content, head_of, parse

_HOME = "\x1b[H" + "k" * 7  # to the first cell of a board that does not wrap
_TURNS = {1: "", 2: " half", 3: " back"}  # by quarters
_SIDES = {N: "up", E: "right", S: "down", W: "left"}


def solution(puzzle: Puzzle) -> Move:
    """The move that solves a board."""
    found = solve(puzzle)
    assert found
    return solving(puzzle, puzzle.start, found.lines)


def lines_to_solve(puzzle: Puzzle) -> Iterator[str]:
    """The lines of plain mode that solve a board."""
    for verb, column, row, amount in solution(puzzle).changes:
        yield f"{verb} {column + 1} {row + 1}{_TURNS[amount] if verb == 'turn' else f' {_SIDES[amount]}'}"


def keys_to_solve(puzzle: Puzzle) -> str:
    """The keys that solve a board, wherever its cursor is."""
    at, keys = (0, 0), _HOME
    for change in solution(puzzle).changes:
        keys += _way(at, change) + (" " * change.amount if change.verb == "turn" else {E: "d", S: "s"}[change.amount])
        at = change.x, change.y
    return keys


def _way(at: tuple[int, int], change: Change) -> str:
    across, down = change.x - at[0], change.y - at[1]
    return "l" * across + "h" * -across + "j" * down + "k" * -down


def rush_journal(folder: Path) -> Content | None:
    """The journal of the rush that was begun last, of those in a folder or below; None if there is none yet."""
    found = [data for path in folder.rglob("*.journal") if _is_of_a_rush(data := path.read_bytes())]
    return parse(max(found, key=len)) if found else None


def _is_of_a_rush(data: bytes) -> bool:
    head = head_of(data)
    return head is not None and head.game.startswith(RUSH)


def boards_begun(content: Content | None) -> list[Puzzle]:
    """The boards that a journal names, as far as they were begun."""
    if content is None or content.head is None:
        return []
    game, names = content.head.game.removeprefix(RUSH), [event.split(" ", 2) for _, event in content.events]
    return [read(name[2], game=game)[0] for name in names if name[0] == BOARD]
