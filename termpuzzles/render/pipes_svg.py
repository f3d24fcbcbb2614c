"""A board in pipes as a picture in SVG, pixel for pixel as in the app; and the colours of the two usual themes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from termpuzzles.render.ink import CHECKER
from termpuzzles.render.picture import picture_of
from termpuzzles.render.pixels import Dye, tile

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.render.picture import Picture

DARK: dict[str, str] = {
    **{"outside": "#101217", "ground": "#171921", "checker": "#1f222c", "plate": "#343d59", "plate checker": "#3b4562"},
    **{"cursor ground": "#2d2f72", "cursor plate": "#3e439c", "target ground": "#11554a", "target plate": "#2f4a8a"},
    **{"because ground": "#133a2e", "because plate": "#244c5a", "dark ground": "#000000", "dark plate": "#2a2440"},
    **{"plain": "#9ca2b8", "lit": "#5bbcff", "loop": "#b9b2e4", "bad loop": "#ffa048", "sealed": "#e67ed0"},
    **{"source": "#ffd460", "source rim": "#ffd460", "source heart": "#8a6d20", "ribbon": "#84d8ff", "dot": "#5d637b"},
    **{"shaded": "#434960", "cut off": "#6f2c7c", "assumed": "#5e4615", "edge": "#5a607a", "wrong": "#ff6450"},
    **{"trial": "#857fff", "hint": "#60e2bc", "because": "#3b9a84", "note": "#c3b1f0", "wall": "#c9a27a"},
    **{"cursor": "#ffffff", "done": "#7ee0a0", "glow": "#f2faff"},
    **{"white circle": "#f4f4f8", "black circle": "#04050a", "circle rim": "#c4c8d8"},
}
LIGHT: dict[str, str] = {
    **{"outside": "#fbfbfc", "ground": "#f6f6f8", "checker": "#eceef2", "plate": "#c0cbdf", "plate checker": "#b9c6dc"},
    **{"cursor ground": "#c8d2ff", "cursor plate": "#baa6f4", "target ground": "#9fe8cc", "target plate": "#a4c8f4"},
    **{"because ground": "#d2efe4", "because plate": "#afd0d8", "dark ground": "#c8dccc", "dark plate": "#c4aeb8"},
    **{"plain": "#525c70", "lit": "#0056bc", "loop": "#5734cc", "bad loop": "#9c3c00", "sealed": "#9c149c"},
    **{"source": "#6f5c00", "source rim": "#5c4a00", "source heart": "#e2a200", "ribbon": "#0056bc", "dot": "#9096a8"},
    **{"shaded": "#9aa0b2", "cut off": "#e8b0f4", "assumed": "#dcc07c", "edge": "#a0a6b6", "wrong": "#b01030"},
    **{"trial": "#5a48e0", "hint": "#00806a", "because": "#3f9c86", "note": "#7a4fd0", "wall": "#7a4a22"},
    **{"cursor": "#18181c", "done": "#1c7a3c", "glow": "#18b4ff"},
    **{"white circle": "#ffffff", "black circle": "#101014", "circle rim": "#3c404c"},
}

THEMES: dict[str, Mapping[str, str]] = {"dark": DARK, "light": LIGHT}
_SIZE, _SCALE = 8, 4  # pixels of a tile's side, and units of a pixel's
_COPY = 0.45  # how much of a copy beyond a seam is seen


def pipes_document(puzzle: Puzzle, state: State, theme: str) -> str:
    """The position as a file of its own, in the colours of the theme; half a tile stands beyond each seam."""
    picture, grid = picture_of(puzzle, state), puzzle.grid
    named = THEMES[theme]
    colours = {"rim": named["plate"], "rim checker": named["plate checker"], **named}
    across, down = (_SIZE // 2 * bool(seam) for seam in grid.surface)
    width, height = grid.width * _SIZE + 2 * across, grid.height * _SIZE + 2 * down
    copies = "".join(_paths(picture, colours, True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * _SCALE}" height="{height * _SCALE}" '
        f'viewBox="{-across} {-down} {width} {height}" shape-rendering="crispEdges" role="img">'
        f"<title>{puzzle.game.title} {grid}</title>"
        f'<rect x="{-across}" y="{-down}" width="100%" height="100%" fill="{colours["outside"]}"/>'
        f'<g opacity="{_COPY}">{copies}</g>{"".join(_paths(picture, colours, False))}</svg>'
    )


def _paths(picture: Picture, colours: Mapping[str, str], copies: bool) -> Iterator[str]:
    """A path for each colour of the board, or of the copies around it; what has faded lies over what is under it."""
    paths: dict[tuple[str, int], str] = defaultdict(str)
    for x, y, dye, length in _runs(picture, copies):
        run = f"M{x} {y}h{length}v1h-{length}z"
        paths[dye.under if dye.thirds else dye.tone, 0] += run
        if dye.thirds:
            paths[dye.tone, dye.thirds] += run
    for (tone, thirds), path in sorted(paths.items(), key=lambda item: item[0][1] > 0):
        faint = f' opacity="{1 - thirds / 3:.2f}"' if thirds else ""
        yield f'<path fill="{colours[tone]}"{faint} d="{path}"/>'


def _runs(picture: Picture, copies: bool) -> Iterator[tuple[int, int, Dye, int]]:
    """Neighbouring pixels of one dye in a row: the place of the first, the dye, and their number."""
    grid = picture.grid
    across, down = map(bool, grid.surface)
    for row in range(-down, grid.height + down):
        for column in range(-across, grid.width + across):
            cell = grid.cell(column % grid.width, row % grid.height)
            if (grid.place(cell) != (column, row)) is not copies:
                continue
            made = tile(picture.look(cell), _SIZE, CHECKER * (sum(grid.place(cell)) % 2))
            for y, pixels in enumerate(made, row * _SIZE):
                x = column * _SIZE
                for dye, group in groupby(pixels):
                    length = len([*group])
                    yield x, y, dye, length
                    x += length
