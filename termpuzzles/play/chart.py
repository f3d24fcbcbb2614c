"""A position as plain text with columns and rows numbered and cells marked: what is read without a screen."""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.board.grid import S
from termpuzzles.play.drawing import join, tile
from termpuzzles.play.picture import HINTED, RESTS, Look, Picture
from termpuzzles.play.strokes import UNICODE

OPENING = {0: "", RESTS: "(", HINTED: UNICODE.hinted[0]}
CLOSING = {0: "", RESTS: ")", HINTED: UNICODE.hinted[1]}


def chart(picture: Picture) -> list[str]:
    """The board, two characters a cell: hinted cells between triangles, runs of those they rest on in brackets."""
    grid = picture.grid
    margin = len(str(grid.height)) + 1
    lines = [" " * margin + row for row in _columns(grid.width)]
    for y in range(grid.height):
        looks = picture.row(y, 0, grid.width)
        lines.append(f"{y + 1:>{margin - 1}} {_row(looks, grid.wrap_x)}")
        if any(look.walls & S for look in looks):
            lines.append(" " * (margin + 1) + " ".join(UNICODE.wall_above if look.walls & S else " " for look in looks))
    return [line.rstrip() for line in lines]


def _columns(width: int) -> Iterator[str]:
    """The numbers of the columns, written downward."""
    digits = len(str(width))
    for place in range(digits):
        yield " " + " ".join(str(column).rjust(digits)[place] for column in range(1, width + 1))


def _row(looks: list[Look], wraps: bool) -> str:
    text = [_between(looks[-1] if wraps else None, looks[0], at_edge=True)]
    for look, beyond in zip(looks, [*looks[1:], looks[0] if wraps else None], strict=True):
        text.append(tile(look, UNICODE).text or " ")
        text.append(_between(look, beyond, at_edge=look is looks[-1]))
    return "".join(text)


def _between(west: Look | None, east: Look | None, at_edge: bool) -> str:
    """The mark that ends or begins between two cells, else what joins them."""
    left, right = west.hint if west else 0, east.hint if east else 0
    if left != right or left == HINTED or at_edge:
        mark = CLOSING[left] if left > right else OPENING[right]
        if mark:
            return mark
    return join(west, east, UNICODE).text
