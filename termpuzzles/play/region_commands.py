"""The region tool: cells that the player marks as a region, whose cells, exits and missing line ends are counted."""

from __future__ import annotations

import re
from collections.abc import Iterable

from termpuzzles.games.model import Gesture
from termpuzzles.play.controller import BoardCommand, Controller

INTO, OUT = "into region", "out of region"  # what clicks ask for while there is a region
_RECTANGLE = re.compile(r"(\d+)\s+(\d+)(?:\s*-\s*(\d+)\s+(\d+))?")
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
    text = " ".join(words).replace(",", " ")
    if text in ("none", "off", "clear"):
        set_region(controller, ())
        return
    cells = cells_of(controller, text)
    if isinstance(cells, str):
        controller.say("no region", cells)
    else:
        set_region(controller, cells)


def cells_of(controller: Controller, text: str) -> set[int] | str:
    """The cells of places and rectangles such as `1 1 - 3 2`; a sentence if the text names none, or some off the board.

    Of a rectangle two opposite corners are named, in any order.
    """
    grid, found = controller.puzzle.grid, set[int]()
    for column, row, to_column, to_row in _RECTANGLE.findall(text):
        ends = int(column), int(row), int(to_column or column), int(to_row or row)
        if not all(1 <= x <= grid.width for x in ends[::2]) or not all(1 <= y <= grid.height for y in ends[1::2]):
            return f"The board has columns 1 to {grid.width} and rows 1 to {grid.height}. Nothing has changed."
        xs, ys = sorted(ends[::2]), sorted(ends[1::2])
        found |= {grid.cell(x - 1, y - 1) for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1)}
    return found if found and not _RECTANGLE.sub("", text).replace("and", "").strip() else _HOW


COMMANDS = (
    BoardCommand(
        "play.region",
        "E,semicolon",
        "region NAME",
        "region",
        "Count cells and exits of a region; adds this cell",
        "hints",
        _region,
        for_speech="Count the cells, exits and missing line ends of a region, such as region 1,1-3,2",
    ),
)
