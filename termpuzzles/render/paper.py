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
COLUMNS = {1: 1, 2: 1, 3: 1, 4: 2, 6: 2, 9: 3, 12: 3}  # of boards, by how many stand on a page

_STYLE = """\
@page{size:%s;margin:15mm}
body{font:11pt sans-serif;color:#000;background:#fff;margin:0}
section{break-after:page;display:grid;gap:8mm;align-items:start;justify-items:center}
section:last-of-type{break-after:auto}
figure{margin:0;width:100%%;text-align:center;break-inside:avoid}
figure svg{width:100%%;height:auto;max-height:%dmm}
figcaption{margin-top:2mm}
small{color:#555}
@media screen{body{max-width:210mm;margin:1em auto}section{margin-bottom:2em}}
"""


class Sheet(NamedTuple):
    """A board on paper: the puzzle, the words above and below it, and its solution where that is wanted."""

    puzzle: Puzzle
    title: str
    rating: str = ""
    solution: State | None = None


def page(sheets: Sequence[Sheet], per_page: int, paper: str) -> str:
    """All boards, so many on a page, and behind them all solutions."""
    columns = next((columns for most, columns in COLUMNS.items() if per_page <= most), 4)
    rows = -(-per_page // columns)
    style = _STYLE % (PAPERS[paper], (240 if paper == "a4" else 225) // rows - 12)
    boards = [_figure(sheet, number, sheet.puzzle.start) for number, sheet in enumerate(sheets, 1)]
    solved = [_figure(sheet, number, sheet.solution) for number, sheet in enumerate(sheets, 1) if sheet.solution]
    body = [*_sections(boards, per_page, columns)]
    if solved:
        body += ["<h2>Solutions</h2>", *_sections(solved, max(per_page, 6), max(columns, 2))]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>termpuzzles</title>'
        f"<style>{style}{STYLE}</style></head><body>\n" + "\n".join(body) + "\n</body></html>"
    )


def _sections(figures: Sequence[str], per_page: int, columns: int) -> Iterator[str]:
    for first in range(0, len(figures), per_page):
        inside = "\n".join(figures[first : first + per_page])
        yield f'<section style="grid-template-columns:repeat({columns},1fr)">\n{inside}\n</section>'


def _figure(sheet: Sheet, number: int, state: State) -> str:
    words = f"{number}. {sheet.title}" if sheet.title else f"{number}."
    below = f"<br><small>{escape(sheet.rating)}</small>" if sheet.rating else ""
    drawn = svg(sheet.puzzle, state, rulers=False)
    return f"<figure>{drawn}<figcaption>{escape(words)}{below}</figcaption></figure>"
