"""A board as a picture in SVG, crisp and readable without colour; and sheets of boards to print, as one page of HTML.

In pipes, it is pixel for pixel what the app shows, in the colours of a usual theme.

A browser makes the PDF: the page says how large the paper is and where it breaks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import DEGREE, SIDES_OF, E, N, S, W
from termpuzzles.render.ink import CHECKER, MARKS
from termpuzzles.render.picture import picture_of, walls_of
from termpuzzles.render.pixels import DARK_DYES, LIGHT_DYES, Dye, tile

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.explain.parts import Role, Sides
    from termpuzzles.render.picture import Picture


CELL = 24  # units a cell
_MARGIN, _RULERS = 3, 20  # room around the board: for half the frame's width, and for the column and row numbers
_HALF = CELL // 2
_TO = {N: (0, -_HALF), E: (_HALF, 0), S: (0, _HALF), W: (-_HALF, 0)}  # from the middle of a cell to that side

STYLE = """\
.board{font:9px sans-serif;fill:none;stroke:#333;stroke-width:2;stroke-linecap:round}
.board text{fill:#666;stroke:none;text-anchor:middle}
.grid{stroke:#ddd;stroke-width:1}.shaded{fill:#444;stroke:none}.lifted{fill:#e6ebf2;stroke:none}
.frame,.walls{stroke:#000;stroke-width:5;stroke-linecap:square}.frame{stroke-width:3}
.frame.wraps{stroke-width:2;stroke-dasharray:3 4;stroke-linecap:butt}
.pinned{stroke:#000;stroke-width:4}.ends{fill:#fff}.ends.pinned{fill:#000;stroke-width:2}
.crosses{stroke:#b33;stroke-width:1.5}.noted{stroke:#36a;stroke-dasharray:2 3}
.target{fill:#bfe8df;stroke:#087;stroke-width:2}.because{fill:#eef3d8;stroke:none}
.cut-off{fill:url(#stripes);stroke:none}.assumed{fill:none;stroke:#777;stroke-dasharray:1 3}
.dark{fill:#e4e4e4;stroke:none}
.clue{fill:#fff}.clue.filled{fill:#333}.clue.unknown{stroke-dasharray:4 3}"""


def svg(
    puzzle: Puzzle,
    state: State,
    marks: Mapping[Role, Sides] | None = None,
    *,
    rulers: bool = True,
    checkerboard: bool = False,
) -> str:
    """The position with cells marked in their roles, as one `<svg>` element; its page needs `STYLE` once."""
    grid = puzzle.grid
    margin = _RULERS if rulers else _MARGIN
    width, height = grid.width * CELL + 2 * margin, grid.height * CELL + 2 * margin
    head = (
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{-margin} {-margin} {width} {height}" role="img">'
    )
    layers = [
        f"<title>{puzzle.game.title} {grid}</title>{_STRIPES}",
        *_path("lifted", (_square(*_middle(puzzle, cell)) for cell in range(grid.size) if state.pins[cell])),
        *_checkerboard(puzzle, checkerboard),
        *_marks(puzzle, marks or {}),
        *_frame(puzzle),
        *_cells(puzzle, state),
        *_clues(puzzle),
        *_walls(puzzle),
        *_notes(puzzle, state),
        *(_rulers(puzzle) if rulers else ()),
    ]
    return f"{head}{''.join(layers)}</svg>"


def svg_document(puzzle: Puzzle, state: State) -> str:
    """The position as a file of its own."""
    return with_style(svg(puzzle, state, rulers=False))


def with_style(element: str) -> str:
    """An `<svg>` element that brings its style with it."""
    return element.replace("><title>", f"><style>{STYLE}</style><title>", 1)


_STRIPES = (
    '<defs><pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V6" stroke="#c9a" stroke-width="4"/></pattern></defs>'
)


_PINNED = ("free", "pinned")  # the classes of tiles that are not pinned, and of those that are


def _middle(puzzle: Puzzle, cell: int) -> tuple[int, int]:
    x, y = puzzle.grid.place(cell)
    return x * CELL + _HALF, y * CELL + _HALF


def _path(name: str, strokes: Iterable[str]) -> Iterator[str]:
    """One path of that class, unless it is empty."""
    if drawn := "".join(strokes):
        yield f'<path class="{name}" d="{drawn}"/>'


def _square(x: int, y: int, inset: int = 0) -> str:
    side = CELL - 2 * inset
    return f"M{x - _HALF + inset} {y - _HALF + inset}h{side}v{side}h{-side}z"


def _checkerboard(puzzle: Puzzle, asked: bool) -> Iterator[str]:
    if asked:
        cells = (cell for cell in range(puzzle.grid.size) if sum(puzzle.grid.place(cell)) % 2 == 0)
        yield from _path("dark", (_square(*_middle(puzzle, cell)) for cell in cells))


def _marks(puzzle: Puzzle, marks: Mapping[Role, Sides]) -> Iterator[str]:
    for role, cells in marks.items():
        inset = 2 if role.value in ("target", "assumed") else 0
        name = role.value.replace(" ", "-")
        yield from _path(name, (_square(*_middle(puzzle, cell), inset) for cell in sorted(cells)))


def _frame(puzzle: Puzzle) -> Iterator[str]:
    grid = puzzle.grid
    width, height = grid.width * CELL, grid.height * CELL
    across = (f"M{x * CELL} 0V{height}" for x in range(1, grid.width))
    yield from _path("grid", (*across, *(f"M0 {y * CELL}H{width}" for y in range(1, grid.height))))
    yield from _path(f"frame{' wraps' * bool(grid.surface.down)}", (f"M0 0H{width}M0 {height}H{width}",))
    yield from _path(f"frame{' wraps' * bool(grid.surface.across)}", (f"M0 0V{height}M{width} 0V{height}",))


def _walls(puzzle: Puzzle) -> Iterator[str]:
    """The walls, drawn over the lines, which end at them."""
    grid, walls = puzzle.grid, walls_of(puzzle.grid)
    edges = (_edge(puzzle, cell, side) for cell in range(grid.size) for side in SIDES_OF[walls[cell]])
    yield from _path("walls", dict.fromkeys(edges))  # each once, though both cells beside it list it


def _edge(puzzle: Puzzle, cell: int, side: int) -> str:
    """The border between a cell and the one beyond that side, long enough for its square ends to cover the frame."""
    x, y = _middle(puzzle, cell)
    along, down = _TO[side]
    if along:
        return f"M{x + along} {y - _HALF + 1}v{CELL - 2}"
    return f"M{x - _HALF + 1} {y + down}h{CELL - 2}"


def _cells(puzzle: Puzzle, state: State) -> Iterator[str]:
    size = puzzle.grid.size
    if puzzle.game.shades:
        yield from _path("shaded", (_square(*_middle(puzzle, cell)) for cell in range(size) if not puzzle.tiles[cell]))
    kinds = [(name, [c for c in range(size) if state.pins[c] == pinned]) for pinned, name in enumerate(_PINNED)]
    for name, cells in kinds:
        yield from _path(name, (_lines(puzzle, cell, state.lines[cell]) for cell in cells if state.lines[cell]))
    if not puzzle.game.draws:
        for name, cells in kinds:
            ends = (cell for cell in cells if DEGREE[state.lines[cell]] == 1)
            yield from _path(f"ends {name}", (_square(*_middle(puzzle, cell), _HALF - 4) for cell in ends))


def _clues(puzzle: Puzzle) -> Iterator[str]:
    """The clues, over the lines that run into them: one kind after the other."""
    for value, symbol in puzzle.game.clue.symbols.items() if puzzle.game.clue else ():
        style = MARKS[symbol.mark]
        outline = _disc if style.is_round else partial(_square, inset=_HALF - _RADIUS)
        middles = (_middle(puzzle, cell) for cell, clue in enumerate(puzzle.clues) if clue == value)
        yield from _path(style.names, (outline(*middle) for middle in middles))


_RADIUS = CELL // 3  # of the outline of a clue


def _disc(x: int, y: int) -> str:
    return f"M{x - _RADIUS} {y}a{_RADIUS} {_RADIUS} 0 1 0 {2 * _RADIUS} 0a{_RADIUS} {_RADIUS} 0 1 0 {-2 * _RADIUS} 0z"


def _lines(puzzle: Puzzle, cell: int, mask: int) -> str:
    x, y = _middle(puzzle, cell)
    return "".join(f"M{x} {y}l{across} {down}" for across, down in map(_TO.__getitem__, SIDES_OF[mask]))


def _notes(puzzle: Puzzle, state: State) -> Iterator[str]:
    """A cross or a dotted line at each side with such a note."""
    noted = [(cell, note) for cell, note in enumerate(state.notes) if note]
    crosses = ((_middle(puzzle, cell), _TO[side]) for cell, note in noted for side in SIDES_OF[note & 15])
    yield from _path(
        "crosses", (f"M{x + across - 3} {y + down - 3}l6 6m0 -6l-6 6" for (x, y), (across, down) in crosses)
    )
    yield from _path("noted", (_lines(puzzle, cell, note >> 4) for cell, note in noted))


def _rulers(puzzle: Puzzle) -> Iterator[str]:
    """The numbers of columns and rows, from 1."""
    for x in range(puzzle.grid.width):
        yield f'<text x="{x * CELL + _HALF}" y="-6">{x + 1}</text>'
    for y in range(puzzle.grid.height):
        yield f'<text x="-10" y="{y * CELL + _HALF + 3}">{y + 1}</text>'


PAPERS = {"a4": "210mm 297mm", "letter": "8.5in 11in"}
COLUMNS = {3: 1, 6: 2, 12: 3}  # columns of boards, by the most boards on a page that take so many

SOLUTIONS = 6  # solutions on a page, at least: nobody draws on them
LARGE = 30  # cells on a side: beyond that a solution needs as much room as its board

HEIGHTS = {"a4": 262, "letter": 245}  # the height that can be printed, in mm

_STYLE = """\
@page{size:%s;margin:15mm}
body{font:11pt sans-serif;color:#000;background:#fff;margin:0}
section{display:flex;flex-direction:column;height:%dmm;break-after:page;break-inside:avoid}
section:last-of-type{break-after:auto}
h2{font-size:14pt;margin:0 0 4mm}
section>div{flex:1;min-height:0;display:grid;gap:6mm}
figure{margin:0;min-height:0;min-width:0;display:flex;flex-direction:column;text-align:center}
figure svg{flex:0 1 auto;min-height:0;width:100%%;height:auto;max-height:calc(100%% - 12mm)}
figcaption{margin-top:1mm}
small{color:#555}
footer{font-size:8pt;color:#555;text-align:center;margin-top:3mm}
@media screen{body{max-width:180mm;margin:1em auto}section{margin-bottom:2em}}
"""


class Sheet(NamedTuple):
    """A board on paper: the puzzle, the words above and below it, and its solution if that is wanted."""

    puzzle: Puzzle
    title: str
    rating: str = ""
    solution: State | None = None


def page(sheets: Sequence[Sheet], per_page: int, paper: str) -> str:
    """The HTML page with all boards, `per_page` on a sheet, and after them all solutions."""
    style = _STYLE % (PAPERS[paper], HEIGHTS[paper])
    boards = [_figure(sheet, number, sheet.puzzle.start) for number, sheet in enumerate(sheets, 1)]
    solved = [_figure(sheet, number, sheet.solution) for number, sheet in enumerate(sheets, 1) if sheet.solution]
    behind = per_page if any(_is_large(sheet.puzzle) for sheet in sheets) else max(per_page, SOLUTIONS)
    filled = [("", per_page, part) for part in _sheets(boards, per_page)]
    filled += [("Solutions", behind, part) for part in _sheets(solved, behind)]
    body = [
        _section(title, part, room, f"{number} of {len(filled)}")
        for number, (title, room, part) in enumerate(filled, 1)
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>termpuzzles</title>'
        f"<style>{style}{STYLE}</style></head><body>\n" + "\n".join(body) + "\n</body></html>"
    )


def _is_large(puzzle: Puzzle) -> bool:
    return max(puzzle.grid.width, puzzle.grid.height) > LARGE


def _sheets(figures: Sequence[str], per_page: int) -> Iterator[Sequence[str]]:
    for first in range(0, len(figures), per_page):
        yield figures[first : first + per_page]


def _section(title: str, figures: Sequence[str], per_page: int, place: str) -> str:
    """A sheet with room for `per_page` boards, even if fewer are left."""
    columns = next((columns for most, columns in COLUMNS.items() if per_page <= most), 4)
    rows = -(-per_page // columns)
    layout = f"grid-template:repeat({rows},minmax(0,1fr))/repeat({columns},minmax(0,1fr))"
    head = f"<h2>{title}</h2>\n" if title else ""
    inside = "\n".join(figures)
    return f'<section>\n{head}<div style="{layout}">\n{inside}\n</div><footer>termpuzzles · {place}</footer></section>'


def _figure(sheet: Sheet, number: int, state: State) -> str:
    words = f"{number}. {sheet.title}" if sheet.title else f"{number}."
    below = f"<br><small>{escape(sheet.rating)}</small>" if sheet.rating else ""
    drawn = svg(sheet.puzzle, state, rulers=False)
    return f"<figure>{drawn}<figcaption>{escape(words)}{below}</figcaption></figure>"


THEMES: dict[str, Mapping[str, str]] = {"dark": DARK_DYES, "light": LIGHT_DYES}
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
        colour = colours.get(tone) or colours[tone.removeprefix("stone ")]
        yield f'<path fill="{colour}"{faint} d="{path}"/>'


def _runs(picture: Picture, copies: bool) -> Iterator[tuple[int, int, Dye, int]]:
    """Neighbouring pixels of one dye in a row: the place of the first, the dye, and their number."""
    grid = picture.grid
    across, down = map(bool, grid.surface)
    for row in range(-down, grid.height + down):
        for column in range(-across, grid.width + across):
            is_copy = not (0 <= column < grid.width and 0 <= row < grid.height)
            look = picture.seen_at(column, row)
            if look is None or is_copy is not copies:
                continue
            made = tile(look, _SIZE, CHECKER * ((column % grid.width + row % grid.height) % 2))
            for y, pixels in enumerate(made, row * _SIZE):
                x = column * _SIZE
                for dye, group in groupby(pixels):
                    length = len([*group])
                    yield x, y, dye, length
                    x += length
