"""Looks of every kind, each with a name, for the tests that draw them all; and how what is drawn is written down."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import zip_longest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.survey import CORNERS
from termpuzzles.render.drawing import draw
from termpuzzles.render.glyph_sets import UNICODE, Glyphs
from termpuzzles.render.ink import SMALL, AdjacentLooks, Ink, Zoom
from termpuzzles.render.picture import (
    ASIDE,
    ASSUMED,
    BECAUSE,
    CUT_OFF,
    DARK,
    DRAWN,
    INSIDE_FROM,
    LIT,
    MISTAKEN,
    PINNED,
    SEALED,
    SHADED,
    SHOWN,
    SOURCE,
    TARGET,
    TRIAL,
    WRONG,
    Look,
    Picture,
    hint_mark,
)

BARE = Look(0, 0, 0, 0, 0, 0, 0)


def look(mask: int, **fields: int) -> Look:
    """A tile whose lines are all joined to the neighbouring tiles, unless `joined` says otherwise."""
    return BARE._replace(**{"mask": mask, "joined": mask, **fields})


_ALL = N | E | S | W
_INSIDE = {corner: bit << INSIDE_FROM for corner, bit in CORNERS.items()}

LOOKS = {
    "bare": BARE,
    "end toward the east": look(E),
    "loose end toward the east": look(E, joined=0),
    "loose end toward the west": look(W, joined=0),
    "straight, loose at the south": look(N | S, joined=N),
    "bend, loose at the north and west": look(N | W, joined=0),
    "tee": look(N | E | S),
    "cross": look(_ALL),
    "pinned bare": look(0, states=PINNED),
    "pinned end toward the south": look(S, states=PINNED),
    "pinned bend": look(S | W, states=PINNED),
    "lit bend": look(N | E, states=LIT),
    "lit and pinned straight": look(E | W, states=LIT | PINNED),
    "sealed straight": look(E | W, states=SEALED),
    "sealed and pinned straight": look(N | S, states=SEALED | PINNED),
    "sealed end toward the north": look(N, states=SEALED),
    "sealed tee": look(E | S | W, states=SEALED),
    "source at an end": look(W, states=SOURCE | LIT),
    "source at a pinned cross": look(_ALL, states=SOURCE | PINNED | LIT),
    "source that is sealed off": look(E | S, states=SOURCE | SEALED),
    "source on a loop": look(N | E, looped=N | E, states=SOURCE | LIT),
    "loop": look(E | S, looped=E | S),
    "loop beside an end": look(N | E | S, looped=N | S, states=LIT),
    "pinned loop": look(S | W, looped=S | W, states=PINNED),
    "mistaken loop": look(N | W, looped=N | W, states=MISTAKEN),
    "mistaken loop beside an end": look(N | E | W, looped=N | W, states=MISTAKEN | SEALED),
    "open": look(0, states=DRAWN),
    "drawn end": look(E, states=DRAWN | LIT),
    "drawn end toward the north": look(N, states=DRAWN),
    "drawn straight": look(N | S, states=DRAWN | LIT),
    "drawn bend": look(N | E, states=DRAWN),
    "drawn loop": look(S | W, looped=S | W, states=DRAWN | MISTAKEN),
    "shaded": look(0, states=DRAWN | SHADED),
    "shaded and hinted": look(0, states=DRAWN | SHADED, hint=TARGET),
    "wrong": look(N | E, states=WRONG),
    "wrong and pinned": look(S, states=WRONG | PINNED),
    "crosses": look(0, notes=_ALL),
    "cross at the east of an end": look(N, notes=E),
    "cross at the south of an end": look(N, notes=S),
    "cross across a line": look(E | W, notes=E | W),
    "noted lines": look(0, notes=_ALL << 4),
    "noted line at the east": look(W, notes=E << 4),
    "noted line at the south": look(W, notes=S << 4),
    "noted lines beside a line": look(N | S, notes=(N | E) << 4 | S),
    "wall at the east": look(N, walls=E),
    "wall at the south": look(W, walls=S),
    "walls all around": look(0, walls=_ALL),
    "line that runs into walls": look(E | S, joined=0, walls=E | S),
    "line that runs into walls above": look(N | W, joined=0, walls=N | W, states=PINNED),
    "walls around what is lit": look(N, walls=E | S, states=LIT),
    **{
        f"{name} {where}": look(mask, hint=role)
        for role, name in ((BECAUSE, "because"), (TARGET, "target"), (CUT_OFF, "cut off"), (ASSUMED, "assumed"))
        for where, mask in (("with a line", E | S), ("without a line", 0), ("with lines all around", _ALL))
    },
    "target of which two sides count": look(E, hint=hint_mark(TARGET, E | S)),
    "because of all sides": look(N | E, hint=hint_mark(BECAUSE, _ALL)),
    "because and pinned": look(N, states=PINNED, hint=BECAUSE),
    "target and pinned": look(E | W, states=PINNED, hint=TARGET),
    "cut off and sealed": look(N | W, states=SEALED, hint=hint_mark(CUT_OFF, W)),
    "tried": look(E | S, effects=TRIAL),
    "tried and pinned": look(N | S, states=PINNED, effects=TRIAL),
    "tried and wrong": look(E | S, states=WRONG, effects=TRIAL),
    "tried and because": look(N | W, hint=BECAUSE, effects=TRIAL),
    "tried and target": look(E | W, hint=TARGET, effects=TRIAL),
    "tried beside a wall": look(W, walls=E | S, effects=TRIAL),
    "tried beside a cross": look(W, notes=E | S, effects=TRIAL),
    "dark": look(0, effects=DARK),
    "dark with a line": look(E | S, effects=DARK, states=PINNED),
    "dark and tried": look(N, effects=DARK | TRIAL),
    "dark beside a wall": look(N, effects=DARK, walls=S),
    "dark and target": look(0, effects=DARK, hint=TARGET),
    "inside": look(0, effects=sum(_INSIDE.values())),
    "inside at the south-east": look(E | S, looped=E | S, effects=_INSIDE[S | E]),
    "inside at the north": look(E | W, looped=E | W, effects=_INSIDE[N | E] | _INSIDE[N | W], states=PINNED),
    "inside at the west": look(N | S, effects=_INSIDE[N | W] | _INSIDE[S | W], states=DRAWN),
    "white circle": look(0, states=DRAWN, clue=1),
    "black circle": look(0, states=DRAWN, clue=2),
    "white circle passed straight": look(E | W, states=DRAWN | LIT, clue=1 | SHOWN),
    "white circle on a bend": look(N | E, states=DRAWN, clue=1),
    "black circle on a bend": look(S | W, states=DRAWN, clue=2 | SHOWN),
    "black circle passed straight": look(N | S, states=DRAWN, clue=2),
    "black circle on a loop": look(E | S, looped=E | S, states=DRAWN | MISTAKEN, clue=2 | SHOWN),
    "white circle at an end": look(W, states=DRAWN, clue=1, joined=0),
    "wrong target beside walls": look(E, states=WRONG, walls=S | W, hint=TARGET),
    "because beside a wall": look(0, walls=E | S, hint=BECAUSE),
    "wrong because beside crosses": look(0, states=WRONG, notes=N | E, hint=BECAUSE),
    "target beside a noted line": look(0, notes=E << 4, hint=TARGET),
    "all at once": look(
        N | E, joined=N, states=PINNED | WRONG, notes=S | W << 4, walls=W, hint=hint_mark(ASSUMED, N | S), effects=TRIAL
    ),
    "wrong, tried and because": look(E | S, states=WRONG, hint=BECAUSE, effects=TRIAL),
    "stepped back": look(N | S, effects=ASIDE),
}

BESIDE = {
    "nothing": AdjacentLooks(),
    "bare cells": AdjacentLooks(BARE, BARE),
    "lines": AdjacentLooks(look(W), look(N)),
    "loose pinned lines": AdjacentLooks(look(W, joined=0, states=PINNED), look(N, joined=0, states=PINNED)),
    "sides that count": AdjacentLooks(
        look(W | E, states=LIT, hint=hint_mark(TARGET, W)), look(0, hint=hint_mark(TARGET, N))
    ),
    "shaded cells": AdjacentLooks(look(0, states=DRAWN | SHADED), look(0, states=DRAWN | SHADED)),
}

_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?*+=<>/&%$§~^äöüßÄÖÜåøæñç"
_SIGNS += "αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩбвгджзиклнптфцчшщыэюяБДЖЗИЛПФЦЧШЩЭЮЯ"
PAGE = 120  # columns of a page of specimens


class Legend:
    """Gives each kind of thing that is drawn a letter, in the order in which they come."""

    def __init__(self, signs: str = _SIGNS) -> None:
        self._signs = signs
        self._found: dict[Hashable, str] = {}

    def sign(self, kind: Hashable) -> str:
        """The letter for this."""
        return self._found.setdefault(kind, self._signs[len(self._found)])

    def lines(self) -> list[str]:
        """What each letter stands for."""
        return [f"  {sign} {kind}" for kind, sign in self._found.items()]


def side_by_side(blocks: Iterable[Sequence[str]], gap: str = "   ") -> list[str]:
    """Blocks of text side by side."""
    padded = []
    for block in blocks:
        width = max(map(len, block), default=0)
        padded.append([line.ljust(width) for line in block])
    widths = [len(block[0]) if block else 0 for block in padded]
    rows = zip_longest(*padded)
    return [
        gap.join(part if part is not None else " " * width for part, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def in_columns(blocks: Iterable[Sequence[str]], page: int = PAGE) -> list[str]:
    """Blocks of text in rows across a page, in columns of one width."""
    left = list(blocks)
    width = max((len(line) for block in left for line in block), default=0) + 3
    number = max(1, (page + 3) // width)
    found = []
    for first in range(0, len(left), number):
        row = [[line.ljust(width - 3) for line in block] for block in left[first : first + number]]
        found += [*side_by_side(row), ""]
    return found


def as_text(picture: Picture, zoom: Zoom = SMALL, glyphs: Glyphs = UNICODE) -> list[str]:
    """The whole board as lines of plain text, without style, as for a pipe."""
    grid, ink = picture.grid, Ink(glyphs, False, False)
    lines = []
    for y in range(grid.height):
        looks = picture.row(y, 0, grid.width)
        parts = [""] * zoom.height
        for x, look in enumerate(looks):
            around = AdjacentLooks(picture.seen_at(x + 1, y), picture.seen_at(x, y + 1))
            for part, row in enumerate(draw(look, around, zoom, ink)):
                parts[part] += "".join(piece.text for piece in row)
        lines += parts
    return lines
