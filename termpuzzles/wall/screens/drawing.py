"""The pixels of a board in colours, as strips: a character is two pixels, or four points of two colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from termpuzzles.tui.dyes import Dyes
from termpuzzles.tui.widgets.strips import CellPainter, Run, half_block, join_runs
from termpuzzles.wall.picture import WallView
from termpuzzles.wall.pixels import LEFT, Letter, PixelBoard, PixelShape, pixel_board

_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # by the points in the colour of the ink: 1 and 2 above, 4 and 8 below
_BEHIND = ("outside", "cell", "checker", "target", "cursor", "chosen", "trail red", "trail blue")
_NAMED = {
    **{"outside": "outside", "cell": "ground", "checker": "checker", "target": "target ground", "target dot": "hint"},
    **{"cursor": "cursor plate", "chosen": "cursor ground", "mark": "cursor", "forbidden": "wrong", "wall": "wall"},
    **{"red": "wrong", "blue": "lit", "eye": "glow", "pupil": "black circle"},
}


def point_colours(dyes: Dyes) -> dict[str, str]:
    """The colour of each name that a point may have, as `#rrggbb`."""
    named, mixture = dyes.named, dyes.mixture
    found = {name: named[tone] for name, tone in _NAMED.items()}
    white, black = named["white circle"], named["black circle"]
    for side in ("red", "blue"):
        half = mixture(found[side], white)
        mouse = mixture(half, mixture(half, found[side]))  # three eighths lighter than the cat
        found |= {f"{side} mouse": mouse, f"{side} shadow": mixture(found[side], black)}
        found |= {f"{side} mouse shadow": mixture(mouse, black)}
        found[f"trail {side}"] = mixture(mixture(found[side], found["cell"]), found["cell"])
    found["pink"] = mixture(found["red mouse"], named["sealed"])
    return found


def pixel_strips(view: WallView, shape: PixelShape, brush: CellPainter) -> list[Strip]:
    """The board in pixels, with its ranks at the left and its files below."""
    dyes = brush.palette.dyes(brush.ink.few)
    board, colours = pixel_board(view, shape, brush.ink.fine), point_colours(dyes)
    letters = {(letter.row, letter.column): letter for letter in board.letters}
    ranks = _ranks(view, shape)
    faint = brush.palette.style("faint")
    strips = []
    for row in range(len(board.points) // 2):
        runs = join_runs(_runs(board, row, colours, dyes, letters))
        label = Segment(f"{ranks.get(row, ''):>{LEFT - 1}} ", faint)
        strips.append(Strip([label, *(Segment(*run) for run in runs)]))
    pitch, before = shape.width + shape.slot, LEFT + shape.width // 2
    files = "".join(f"{chr(ord('a') + file):<{pitch}}" for file in range(view.position.width))
    return [*strips, Strip([Segment(f"{' ' * before}{files.rstrip()}", faint)])]


def bare_strips(view: WallView, shape: PixelShape, brush: CellPainter) -> list[Strip]:
    """The board in pixels alone."""
    dyes = brush.palette.dyes(brush.ink.few)
    board, colours = pixel_board(view, shape, brush.ink.fine), point_colours(dyes)
    letters = {(letter.row, letter.column): letter for letter in board.letters}
    rows = (join_runs(_runs(board, row, colours, dyes, letters)) for row in range(len(board.points) // 2))
    return [Strip([Segment(*run) for run in runs]) for runs in rows]


def _ranks(view: WallView, shape: PixelShape) -> dict[int, int]:
    """The rank to name beside each row of characters that has one."""
    high, pitch = view.position.height, shape.height + shape.slot
    return {((high - 1 - rank) * pitch + shape.height // 2) // 2: rank + 1 for rank in range(high)}


def _runs(
    board: PixelBoard,
    row: int,
    colours: Mapping[str, str],
    dyes: Dyes,
    letters: Mapping[tuple[int, int], Letter],
) -> Iterator[Run]:
    upper, lower = board.points[2 * row], board.points[2 * row + 1]
    for column in range(len(upper) // 2):
        points = (*upper[2 * column : 2 * column + 2], *lower[2 * column : 2 * column + 2])
        letter = letters.get((row, column))
        if letter:
            yield letter.text, dyes.style(colours[letter.tone], colours[points[0]]) + Style(bold=True)
        else:
            yield _run(points, colours, dyes)


def _run(points: tuple[str, ...], colours: Mapping[str, str], dyes: Dyes) -> Run:
    """The character of four points."""
    if (points[0], points[2]) == (points[1], points[3]) or len({*points}) > 2:
        upper, lower = ((colours[name], name in _BEHIND) for name in (points[0], points[2]))
        return half_block(upper, lower, dyes)
    ground = next((name for name in points if name in _BEHIND), points[0])
    ink = next(name for name in points if name != ground)
    glyph = _QUADRANTS[sum(1 << place for place, name in enumerate(points) if name != ground)]
    return glyph, dyes.style(colours[ink], colours[ground])
