"""The region tool: cells that the player marks as a region, whose cells, exits and missing line ends are counted."""

from __future__ import annotations

from collections.abc import Iterable

from termpuzzles.games.model import Gesture
from termpuzzles.play.controller import BoardCommand, Controller

INTO, OUT = "into region", "out of region"  # what clicks ask for while there is a region
_HOW = "Type region and cells, such as region 1,1-3,2; region 4 2 for one cell; region none to forget it."


def set_region(controller: Controller, cells: Iterable[int]) -> None:
    """Make these cells the region, and say what counting shows of it; of no cells, forget it."""
    before, controller.region = controller.region, frozenset(cells)
    controller.region_words = ""
    gone = bool(before) and not controller.region
    controller.changed(*("no region", "The region is gone.") if gone else ())
    if controller.region and not controller.tells_proofs:
        controller.tell_region()


def paint_region(controller: Controller, gesture: Gesture) -> None:
    """Take the cell of a click into the region, or out of it."""
    cell = frozenset((gesture.cell,))
    set_region(controller, controller.region | cell if gesture.action == INTO else controller.region - cell)


def _region(controller: Controller, *words: str) -> None:
    """Take the cell at the cursor into the region, or out of it; or make it of the cells that are named."""
    if not words:
        set_region(controller, controller.region ^ {controller.stage.cursor})
        return
    named = " ".join(words).replace(",", " ")
    if named in ("none", "off", "clear"):
        set_region(controller, ())
        return
    cells = cells_of(controller, named)
    if isinstance(cells, str):
        controller.say("no region", cells)
    else:
        set_region(controller, cells)


def cells_of(controller: Controller, named: str) -> set[int] | str:
    """The cells of places and rectangles such as `1 1 - 3 2`; a sentence if none are named, or some off the board.

    Of a rectangle two opposite corners are named, in any order.
    """
    grid, found = controller.puzzle.grid, set[int]()
    for ends in (rectangles := _rectangles(named) or ()):
        if not all(1 <= x <= grid.width for x in ends[::2]) or not all(1 <= y <= grid.height for y in ends[1::2]):
            return f"The board has columns 1 to {grid.width} and rows 1 to {grid.height}. Nothing has changed."
        xs, ys = sorted(ends[::2]), sorted(ends[1::2])
        found |= {grid.cell(x - 1, y - 1) for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1)}
    return found if rectangles else _HOW


def _rectangles(named: str) -> list[tuple[int, int, int, int]] | None:
    """Two opposite corners of each rectangle, column and row; of a single cell twice its own. None for other words."""
    words = [word for word in named.replace("-", " - ").split() if word != "and"]
    found = []
    while words:
        first, words = _place(words[:2]), words[2:]
        last = first
        if words[:1] == ["-"]:
            last, words = _place(words[1:3]), words[3:]
        if first is None or last is None:
            return None
        found.append((*first, *last))
    return found


def _place(words: list[str]) -> tuple[int, int] | None:
    """A column and a row; None for other words."""
    if len(words) != 2 or not all(word.isdecimal() and len(word) < 10 for word in words):
        return None
    return int(words[0]), int(words[1])


COMMANDS = (
    BoardCommand(
        "play.region",
        "E",
        "region NAME",
        "region",
        "Count a region's exits; adds this cell",
        "hints",
        _region,
        for_speech="Count the cells, exits and missing line ends of a region, such as region 1,1-3,2",
    ),
)
