"""Solutions as witnesses of what is possible: where two of them differ nothing is certain or need be proved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from termpuzzles.logic.problem import FITS, KNOWN, Domain, Problem, Whole

Boards = tuple[bytes, ...]


class Part(NamedTuple):
    """Open cells that affect each other; `is_apart` says that they affect no other cell."""

    cells: Collection[int]
    is_apart: bool


def parts(problem: Problem, left: Sequence[Domain], cells: Iterable[int]) -> Part:
    """All open cells that may affect these; `left` is at the fixpoint of the local rule."""
    from termpuzzles.logic.counting.sweep import clusters  # only where something is ambiguous

    open_cells = {cell: domain for cell, domain in enumerate(left) if domain & (domain - 1)}
    if problem.whole is not Whole.LINES:
        return Part(open_cells.keys(), False)
    wanted = set(cells)
    found: set[int] = set()
    for cluster in clusters(problem.grid, open_cells):
        if not wanted.isdisjoint(cluster):
            found.update(cluster)
    return Part(found, True)


def with_only(cells: Collection[int], left: Sequence[Domain], board: bytes) -> list[Domain]:
    """What is left of these cells, with all others as they are on the board."""
    domains = [1 << mask for mask in board]
    for cell in cells:
        domains[cell] = left[cell]
    return domains


def withstanding(boards: Boards, held: Mapping[int, Domain], part: Part) -> Boards:
    """The boards that fit these masks, and if the part is apart, all boards with the part taken from one of those."""
    right = [board for board in boards if all(keep >> board[cell] & 1 for cell, keep in held.items())]
    if not right or not part.is_apart:
        return tuple(right)
    found = dict.fromkeys(right)
    for board in boards:
        mixed = bytearray(board)
        for cell in part.cells:
            mixed[cell] = right[0][cell]
        found[bytes(mixed)] = None
    return tuple(found)


def doubts(left: Sequence[Domain], boards: Sequence[bytes], cells: Iterable[int]) -> dict[int, Domain]:
    """The cells on which the boards agree more than is known, each with its masks that differ from the boards."""
    found = {}
    for cell in cells:
        seen = 0
        for board in boards:
            seen |= 1 << board[cell]
        if against := left[cell] & ~FITS[KNOWN[seen]]:
            found[cell] = against
    return found


def most_alike(boards: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The first of the boards, and the one that differs from it in the fewest cells."""
    first, *others = boards

    def differing(board: bytes) -> int:
        apart = int.from_bytes(first) ^ int.from_bytes(board)
        return ((apart | apart >> 1 | apart >> 2 | apart >> 3) & int.from_bytes(b"\1" * len(first))).bit_count()

    return first, min(others, key=differing)
