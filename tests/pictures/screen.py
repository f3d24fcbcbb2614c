"""The contents of the app's screen as an SVG that needs no other file: letters are outlines, lines are strokes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby, pairwise
from typing import NamedTuple

from rich.style import Style
from textual.strip import Strip

from tests.pictures.outlines import outlines
from tests.pictures.strokes import HEIGHT, MIDDLE, WIDTH, box, strokes

_STYLE = """\
.s{fill:none;stroke-width:2}.heavy{stroke-width:5}.double{stroke-width:8}.core{stroke-width:3}
.dotted{stroke-dasharray:3 3.67}.b{stroke-width:1.6}"""


class Pen(NamedTuple):
    """How a character is drawn: its colour and the one behind it, as six hexadecimal digits, bold or not."""

    ink: str
    ground: str
    bold: bool
    underlined: bool


class Cell(NamedTuple):
    """A character and its place."""

    column: int
    row: int
    letter: str
    pen: Pen


def cells(strips: Iterable[Strip], ink: str, ground: str) -> list[Cell]:
    """All cells of a screen; `ink` and `ground` are the colours for styles without any."""
    return [cell for row, strip in enumerate(strips) for cell in _cells_of(strip, row, ink, ground)]


def _cells_of(strip: Strip, row: int, ink: str, ground: str) -> Iterator[Cell]:
    column = 0
    for text, style, _ in strip:
        pen = _pen(style or Style.null(), ink, ground)
        for letter in text:
            yield Cell(column, row, letter, pen)
            column += 1


def _pen(style: Style, ink: str, ground: str) -> Pen:
    front = style.color.get_truecolor().hex[1:] if style.color and not style.color.is_default else ink
    back = style.bgcolor.get_truecolor().hex[1:] if style.bgcolor and not style.bgcolor.is_default else ground
    if style.reverse:
        front, back = back, front
    if style.dim:
        front = "".join(f"{(int(front[i : i + 2], 16) + int(back[i : i + 2], 16)) // 2:02x}" for i in (0, 2, 4))
    return Pen(front, back, bool(style.bold), bool(style.underline))


def svg(drawn: list[Cell], ground: str, title: str) -> str:
    """The picture: backgrounds first, then boxes, strokes and letters, grouped by pen."""
    return _document([drawn], ["\n".join(_body(drawn, ground))], _STYLE, ground, title)


class Frame(NamedTuple):
    """The cells of a screen, and how long it is seen, by the share of what all frames ask for."""

    cells: list[Cell]
    seconds: float


def film(frames: list[Frame], still: int, seconds: float, ground: str, title: str) -> str:
    """The frames one after the other, again and again; the one of that number where nothing may move."""
    whole, passed = sum(frame.seconds for frame in frames), 0.0
    style, bodies = _STYLE, ["\n".join(_body(frames[0].cells, ground))]
    for number, (before, frame) in enumerate(pairwise(frames), 1):
        passed += before.seconds
        changed = [cell for old, cell in zip(before.cells, frame.cells, strict=True) if old != cell]
        bodies.append(f'<g class="f{number}">{"".join(_body(changed, ""))}</g>')
        begin = 100 * passed / whole
        style += (
            f"\n.f{number}{{visibility:{'visible' if number <= still else 'hidden'};animation:f{number} {seconds}s "
            f"step-end infinite}}@keyframes f{number}{{0%{{visibility:hidden}}{begin:.2f}%{{visibility:visible}}}}"
        )
    style += "\n@media (prefers-reduced-motion:reduce){g{animation:none!important}}"
    return _document([frame.cells for frame in frames], bodies, style, ground, title)


def _body(drawn: list[Cell], ground: str) -> list[str]:
    """What is drawn for these cells, on those whose ground is not the given one."""
    return [*_grounds(drawn, ground), *_boxes(drawn), *_strokes(drawn), *_letters(drawn)]


def _document(screens: list[list[Cell]], bodies: list[str], style: str, ground: str, title: str) -> str:
    width = (max(cell.column for cell in screens[0]) + 1) * WIDTH
    height = (max(cell.row for cell in screens[0]) + 1) * HEIGHT
    used = sorted({cell.letter for drawn in screens for cell in drawn if _is_letter(cell.letter)})
    letters = outlines()
    defined = "".join(f'<path id="{_id(letter)}" d="{letters[letter]}"/>' for letter in used)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width // 2}" '
        f'height="{height // 2}" role="img"><title>{escape(title)}</title><style>{style}</style>'
        f'<defs>{defined}</defs><rect width="100%" height="100%" fill="#{ground}"/>\n'
        + "\n".join(bodies)
        + "\n</svg>\n"
    )


def _grounds(drawn: list[Cell], ground: str) -> Iterator[str]:
    """A path for each background colour, run by run."""
    paths: dict[str, str] = defaultdict(str)
    whole = groupby(enumerate(drawn), lambda pair: (pair[1].row, pair[1].pen.ground, pair[1].column - pair[0]))
    for (row, colour, _), run in whole:
        (_, first), *more = run
        if colour != ground:
            wide = (len(more) + 1) * WIDTH
            paths[colour] += f"M{first.column * WIDTH} {row * HEIGHT}h{wide}v{HEIGHT}h{-wide}z"
    for colour, path in paths.items():
        yield f'<path fill="#{colour}" d="{path}"/>'


def _boxes(drawn: list[Cell]) -> Iterator[str]:
    paths: dict[tuple[str, float], str] = defaultdict(str)
    for column, row, letter, pen in drawn:
        if found := box(letter):
            x, y, wide, high, opacity = found
            paths[pen.ink, opacity] += f"M{column * WIDTH + x:g} {row * HEIGHT + y:g}h{wide:g}v{high:g}h{-wide:g}z"
        if pen.underlined:
            paths[pen.ink, 1] += f"M{column * WIDTH} {row * HEIGHT + 33}h{WIDTH}v2h-{WIDTH}z"
    for (colour, opacity), path in paths.items():
        faint = f' opacity="{opacity}"' if opacity < 1 else ""
        yield f'<path fill="#{colour}"{faint} d="{path}"/>'


def _strokes(drawn: list[Cell]) -> Iterator[str]:
    """The lines, grouped by pen and weight; a double line is a broad one with the background along the middle."""
    paths: dict[tuple[str, Pen], str] = defaultdict(str)
    for cell in drawn:
        for kind, sides in groupby(sorted(strokes(cell.letter)), lambda stroke: stroke.kind):
            paths[kind, cell.pen] += _through(cell, [(across, down) for _, across, down in sides])
    for (kind, pen), path in paths.items():
        yield f'<path class="s {kind}" stroke="#{pen.ink}" d="{path}"/>'
        if kind == "double":
            yield f'<path class="s core" stroke="#{pen.ground}" d="{path}"/>'


def _through(cell: Cell, sides: list[tuple[int, int]]) -> str:
    """Lines from the first side through the middle of the cell to each other, or from the middle to a single side."""
    x, y = cell.column * WIDTH + MIDDLE[0], cell.row * HEIGHT + MIDDLE[1]
    (across, down), *others = sides
    if not others:
        return f"M{x} {y}{_step(across, down)}"
    return "".join(f"M{x + across} {y + down}{_step(-across, -down)}{_step(*other)}" for other in others)


def _step(across: int, down: int) -> str:
    return f"h{across}" if across else f"v{down}"


def _letters(drawn: list[Cell]) -> Iterator[str]:
    letters = [cell for cell in drawn if _is_letter(cell.letter)]
    for (row, pen), run in groupby(letters, lambda cell: (cell.row, cell.pen)):
        used = "".join(f'<use href="#{_id(cell.letter)}" x="{cell.column * WIDTH}"/>' for cell in run)
        bold = f' class="b" stroke="#{pen.ink}"' if pen.bold else ""
        yield f'<g transform="translate(0 {row * HEIGHT})" fill="#{pen.ink}"{bold}>{used}</g>'


def _is_letter(letter: str) -> bool:
    return letter != " " and not strokes(letter) and not box(letter)


def _id(letter: str) -> str:
    return letter if letter.isascii() and letter.isalpha() else f"u{ord(letter):x}"
