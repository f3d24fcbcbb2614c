"""Complete search: try out whatever the rules leave open, with the knowledge's trail in place of copies."""

from __future__ import annotations

from termpuzzles.board.grid import SIDES_OF
from termpuzzles.logic.engine.judging import FEW, Judging
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Domain, masks_of
from termpuzzles.logic.task import Task, telling

NEAR = 24  # the next cell to branch on is looked for around this many of the cells narrowed last


def search(knowledge: Knowledge, most: int, found: list[bytes], few: int = FEW) -> Task[int]:
    """Add solutions to `found` until it holds `most`, or all that there are; returns the number of assumptions made.

    The knowledge must be at its fixpoint, and comes back as it was. Nothing recurses: each frame of the stack is a
    mark, the cell that was branched on and the masks still to be tried there.
    """
    certain = tuple(knowledge.left)
    open_cells = knowledge.open_cells()
    judging = Judging(knowledge, open_cells, few)
    marks = [knowledge.mark()]
    stack: list[tuple[int, Domain]] = []
    assumptions = 0
    consistent = True
    while True:
        yield certain
        if consistent and (cell := branch(knowledge, open_cells)) >= 0:
            mask = masks_of(knowledge.left[cell])[0]
            stack.append((cell, knowledge.left[cell] & ~(1 << mask)))
            marks.append(knowledge.mark())
            knowledge.narrow(cell, 1 << mask)
            assumptions += 1
        else:
            if consistent and (board := judging.solution()):
                found.append(board)
                if len(found) >= most:
                    break
            if not stack:
                break
            cell, rest = stack.pop()
            knowledge.undo(marks.pop())
            knowledge.narrow(cell, rest)
        consistent = yield from telling(knowledge.deducing(), certain)
    while marks:
        knowledge.undo(marks.pop())
    return assumptions


def branch(knowledge: Knowledge, open_cells: list[int]) -> int:
    """An open cell with the fewest masks left, near the cells narrowed last if one is there; -1 if none is open.

    Staying near makes a contradiction show soon after the choice that caused it.
    """
    left = knowledge.left
    best, fewest = -1, 17
    for narrowed in knowledge.latest(NEAR):
        for side in (0, *SIDES_OF[knowledge.grid.open_sides[narrowed]]):
            cell = knowledge.ways[side][narrowed] if side else narrowed
            count = left[cell].bit_count()
            if 1 < count < fewest:
                best, fewest = cell, count
    if best >= 0:
        return best
    for cell in open_cells:
        count = left[cell].bit_count()
        if 1 < count < fewest:
            best, fewest = cell, count
            if count == 2:
                break
    return best
