"""Complete search: whatever the rules leave open is tried out, with the knowledge's trail in place of copies."""

from __future__ import annotations

from termpuzzles.logic.domains import masks_of
from termpuzzles.logic.knowledge import Knowledge
from termpuzzles.logic.problem import Domain
from termpuzzles.logic.work import Work

NEAR = 24  # how many of the cells narrowed last are looked around for the next to branch on


def search(knowledge: Knowledge, most: int, found: list[bytes], patience: int | None = None) -> Work[bool]:
    """Add solutions to `found` until it holds `most`; True if these are enough or all that there are.

    False after `patience` contradictions. The knowledge must be settled, and comes back as it was. Nothing recurses:
    each frame of the stack is a mark, the cell that was branched on and the masks still to be tried there.
    """
    certain = tuple(knowledge.left)
    root = knowledge.mark()
    open_cells = knowledge.open_cells()
    stack: list[tuple[int, Domain]] = []
    marks = [root]
    consistent: bool | None = True
    while True:
        while consistent is None:
            yield certain
            consistent = knowledge.conclude()
        if consistent and (cell := branch(knowledge, open_cells)) >= 0:
            mask = masks_of(knowledge.left[cell])[0]
            stack.append((cell, knowledge.left[cell] & ~(1 << mask)))
            marks.append(knowledge.mark())
            knowledge.narrow(cell, 1 << mask)
        else:
            if consistent and take(knowledge, found) and len(found) >= most:
                break
            if not stack or patience == 0:
                break
            patience = patience and patience - 1
            yield certain
            cell, rest = stack.pop()
            knowledge.undo(marks.pop())
            knowledge.narrow(cell, rest)
        consistent = knowledge.conclude()
    enough = len(found) >= most or not stack
    while marks:
        knowledge.undo(marks.pop())
    return enough


def take(knowledge: Knowledge, found: list[bytes]) -> bool:
    """Add the full board to `found` if the judge takes it and it is new; tells whether it was."""
    board = knowledge.settled()
    if board is None or board in found or not knowledge.problem.judge(board):
        return False
    found.append(board)
    return True


def branch(knowledge: Knowledge, open_cells: list[int]) -> int:
    """An open cell with fewest masks left, near what was narrowed last if there is one; -1 if none is open.

    Staying near makes what is wrong show soon after the choice that made it so.
    """
    best, fewest = -1, 17
    for cell in knowledge.recent(NEAR):
        count = knowledge.left[cell].bit_count()
        if 1 < count < fewest:
            best, fewest = cell, count
    if best >= 0:
        return best
    left = knowledge.left
    for cell in open_cells:
        count = left[cell].bit_count()
        if 1 < count < fewest:
            best, fewest = cell, count
            if count == 2:
                break
    return best
