"""The README's pictures: a hint on a board, as the program tells it. `python3 -m tests.pictures` draws them anew."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from html import escape
from pathlib import Path

from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import solve
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.logic.explain.telling import Role, Sides
from termpuzzles.render.svg import STYLE, svg

FOLDER = Path(__file__).parents[1] / ".github"
ID = "7x7:28a6848b51a5cd375d71a8b727351e697ad1c1bd1515e324c"
WIDTH, SIDE, LINE = 720, 320, 22
INKS = {"light": ("#ffffff", "#1f2328", ""), "dark": ("#0d1117", "#e6edf3", "invert(1) hue-rotate(180deg)")}


def position() -> tuple[Puzzle, State, Hint]:
    """A board half played, and the next hint for it."""
    (puzzle,) = read(ID)
    solution = solve(puzzle)
    assert solution is not None
    guide, state = Guide(puzzle), puzzle.start
    found = guide.hint(state)
    while found is not None and found.move is not None:
        if found.rule not in ("edge", None) and state.pins.count(1) > puzzle.grid.size // 5:
            return puzzle, state, found
        state = puzzle.game.play(puzzle, state, found.move)
        found = guide.hint(state)
    raise AssertionError("no hint on this board tells more than what fits")


def marks_of(hint: Hint) -> Mapping[Role, Sides]:
    """All cells of the hint's pages in their roles."""
    marks: dict[Role, dict[int, int]] = {}
    for part in (hint.told, *hint.reason):
        for role, cells in part.marks.items():
            marks.setdefault(role, {}).update(cells)
    return marks


def picture(ink: str) -> str:
    """The board with the hint beside it, for a light or a dark page; it needs no font of its own."""
    puzzle, state, hint = position()
    ground, words, turned = INKS[ink]
    board = svg(puzzle, state, marks_of(hint), rulers=False)
    lines = [hint.title, ""]
    for part in (hint.told, *hint.reason):
        lines += [*textwrap.wrap(part.shown, 40), ""]
    height = max(SIDE, LINE * len(lines)) + 20
    first, *others = (
        f'<text x="{SIDE + 30}" y="{50 + LINE * number}">{escape(line)}</text>' for number, line in enumerate(lines)
    )
    told = first.replace("<text", '<text font-weight="bold"') + "".join(others)
    style = f"{STYLE} .page{{filter:{turned or 'none'}}}"
    fitted = re.sub(r' width="[0-9]+" height="[0-9]+"', "", board, count=1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        f'<style>{style}</style><rect width="100%" height="100%" fill="{ground}"/>'
        f'<svg class="page" x="10" y="10" width="{SIDE}" height="{SIDE}">{fitted}</svg>'
        f'<g font-family="sans-serif" font-size="16" fill="{words}">{told}</g></svg>'
    )


if __name__ == "__main__":
    for name in INKS:
        (FOLDER / f"hint-{name}.svg").write_text(picture(name) + "\n", encoding="utf-8")
