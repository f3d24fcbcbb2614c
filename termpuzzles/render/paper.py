"""Sheets to print: boards with titles, sizes and ratings, and their solutions at the back, as one page of HTML.

A browser makes the PDF: the page says how large the paper is and where it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.render.svg import STYLE, svg

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State

PAPERS = {"a4": "210mm 297mm", "letter": "8.5in 11in"}
COLUMNS = {1: 1, 2: 1, 3: 1, 4: 2, 6: 2, 9: 3, 12: 3}  # columns of boards, by the number of boards on a page

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
