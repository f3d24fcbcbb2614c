"""The lesson of `solve --explain` as a self-contained page of HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from termpuzzles.logic.explain.parts import as_pictured
from termpuzzles.render.svg import STYLE, svg

if TYPE_CHECKING:
    from termpuzzles.commands.lesson.passages import Passage
    from termpuzzles.games.model import Puzzle, State

_PAGE_STYLE = """\
body{font:16px/1.4 sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color:#222;background:#fff}
section{display:flex;flex-wrap:wrap;gap:1.5em;border-top:1px solid #ddd;padding:1em 0;break-inside:avoid}
section>div{flex:1 1 16em}h2{font-size:1em;margin:0 0 .4em}ol{margin:0;padding-left:1.2em}p{margin:0 0 .3em}
svg{max-width:100%;height:auto;zoom:1.25}@media print{h2{break-after:avoid}}"""


def page(puzzle: Puzzle, name: str, passages: Iterable[Passage], solved: State | None, end: str) -> str:
    """The whole page: the board as given, each passage with its picture, and the solved board."""
    title = escape(f"{puzzle.game.title} {puzzle.grid}: {name}")
    body = [
        f"<h1>{escape(puzzle.title or puzzle.game.title)} {puzzle.grid}</h1>",
        _section("As given", [puzzle.game.goal], svg(puzzle, puzzle.game.fresh(puzzle.grid, puzzle.tiles))),
    ]
    for number, passage in enumerate(passages, 1):
        picture = svg(puzzle, passage.state, passage.marks)
        body.append(_section(f"{number}. {passage.title}", map(as_pictured, passage.sentences), picture))
    if solved is not None:
        body.append(_section("Solved", [end], svg(puzzle, solved)))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_PAGE_STYLE}\n{STYLE}</style></head><body>{''.join(body)}</body></html>"
    )


def _section(title: str, sentences: Iterable[str], picture: str) -> str:
    first, *more = (escape(sentence) for sentence in sentences)
    listed = "".join(f"<li>{sentence}</li>" for sentence in more)
    if more:
        listed = f"<ol>{listed}</ol>" if len(more) > 1 else f"<p>{more[0]}</p>"
    return f"<section><div><h2>{escape(title)}</h2><p>{first}</p>{listed}</div>{picture}</section>"
