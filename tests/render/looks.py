"""Looks of every kind, each with a name, for the tests that draw them all; and how what is drawn is written down."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import zip_longest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.survey import CORNERS
from termpuzzles.render.ink import AdjacentLooks
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
    "pinned bare": look(0, flags=PINNED),
    "pinned end toward the south": look(S, flags=PINNED),
    "pinned bend": look(S | W, flags=PINNED),
    "lit bend": look(N | E, flags=LIT),
    "lit and pinned straight": look(E | W, flags=LIT | PINNED),
    "sealed straight": look(E | W, flags=SEALED),
    "sealed and pinned straight": look(N | S, flags=SEALED | PINNED),
    "sealed end toward the north": look(N, flags=SEALED),
    "sealed tee": look(E | S | W, flags=SEALED),
    "source at an end": look(W, flags=SOURCE | LIT),
    "source at a pinned cross": look(_ALL, flags=SOURCE | PINNED | LIT),
    "source that is sealed off": look(E | S, flags=SOURCE | SEALED),
    "source on a loop": look(N | E, looped=N | E, flags=SOURCE | LIT),
    "loop": look(E | S, looped=E | S),
    "loop beside an end": look(N | E | S, looped=N | S, flags=LIT),
    "pinned loop": look(S | W, looped=S | W, flags=PINNED),
    "mistaken loop": look(N | W, looped=N | W, flags=MISTAKEN),
    "mistaken loop beside an end": look(N | E | W, looped=N | W, flags=MISTAKEN | SEALED),
    "open": look(0, flags=DRAWN),
    "drawn end": look(E, flags=DRAWN | LIT),
    "drawn end toward the north": look(N, flags=DRAWN),
    "drawn straight": look(N | S, flags=DRAWN | LIT),
    "drawn bend": look(N | E, flags=DRAWN),
    "drawn loop": look(S | W, looped=S | W, flags=DRAWN | MISTAKEN),
    "shaded": look(0, flags=DRAWN | SHADED),
    "shaded and hinted": look(0, flags=DRAWN | SHADED, hint=TARGET),
    "wrong": look(N | E, flags=WRONG),
    "wrong and pinned": look(S, flags=WRONG | PINNED),
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
    "line that runs into walls above": look(N | W, joined=0, walls=N | W, flags=PINNED),
    "walls around what is lit": look(N, walls=E | S, flags=LIT),
    **{
        f"{name} {where}": look(mask, hint=role)
        for role, name in ((BECAUSE, "because"), (TARGET, "target"), (CUT_OFF, "cut off"), (ASSUMED, "assumed"))
        for where, mask in (("with a line", E | S), ("without a line", 0), ("with lines all around", _ALL))
    },
    "target of which two sides count": look(E, hint=hint_mark(TARGET, E | S)),
    "because of all sides": look(N | E, hint=hint_mark(BECAUSE, _ALL)),
    "because and pinned": look(N, flags=PINNED, hint=BECAUSE),
    "target and pinned": look(E | W, flags=PINNED, hint=TARGET),
    "cut off and sealed": look(N | W, flags=SEALED, hint=hint_mark(CUT_OFF, W)),
    "tried": look(E | S, more=TRIAL),
    "tried and pinned": look(N | S, flags=PINNED, more=TRIAL),
    "tried and wrong": look(E | S, flags=WRONG, more=TRIAL),
    "tried and because": look(N | W, hint=BECAUSE, more=TRIAL),
    "tried and target": look(E | W, hint=TARGET, more=TRIAL),
    "tried beside a wall": look(W, walls=E | S, more=TRIAL),
    "tried beside a cross": look(W, notes=E | S, more=TRIAL),
    "dark": look(0, more=DARK),
    "dark with a line": look(E | S, more=DARK, flags=PINNED),
    "dark and tried": look(N, more=DARK | TRIAL),
    "dark beside a wall": look(N, more=DARK, walls=S),
    "dark and target": look(0, more=DARK, hint=TARGET),
    "inside": look(0, more=sum(_INSIDE.values())),
    "inside at the south-east": look(E | S, looped=E | S, more=_INSIDE[S | E]),
    "inside at the north": look(E | W, looped=E | W, more=_INSIDE[N | E] | _INSIDE[N | W], flags=PINNED),
    "inside at the west": look(N | S, more=_INSIDE[N | W] | _INSIDE[S | W], flags=DRAWN),
    "white circle": look(0, flags=DRAWN, clue=1),
    "black circle": look(0, flags=DRAWN, clue=2),
    "white circle passed straight": look(E | W, flags=DRAWN | LIT, clue=1 | SHOWN),
    "white circle on a bend": look(N | E, flags=DRAWN, clue=1),
    "black circle on a bend": look(S | W, flags=DRAWN, clue=2 | SHOWN),
    "black circle passed straight": look(N | S, flags=DRAWN, clue=2),
    "black circle on a loop": look(E | S, looped=E | S, flags=DRAWN | MISTAKEN, clue=2 | SHOWN),
    "white circle at an end": look(W, flags=DRAWN, clue=1, joined=0),
    "wrong target beside walls": look(E, flags=WRONG, walls=S | W, hint=TARGET),
    "because beside a wall": look(0, walls=E | S, hint=BECAUSE),
    "wrong because beside crosses": look(0, flags=WRONG, notes=N | E, hint=BECAUSE),
    "target beside a noted line": look(0, notes=E << 4, hint=TARGET),
    "all at once": look(
        N | E, joined=N, flags=PINNED | WRONG, notes=S | W << 4, walls=W, hint=hint_mark(ASSUMED, N | S), more=TRIAL
    ),
    "wrong, tried and because": look(E | S, flags=WRONG, hint=BECAUSE, more=TRIAL),
    "stepped back": look(N | S, more=ASIDE),
}

BESIDE = {
    "nothing": AdjacentLooks(),
    "bare cells": AdjacentLooks(BARE, BARE),
    "lines": AdjacentLooks(look(W), look(N)),
    "loose pinned lines": AdjacentLooks(look(W, joined=0, flags=PINNED), look(N, joined=0, flags=PINNED)),
    "sides that count": AdjacentLooks(
        look(W | E, flags=LIT, hint=hint_mark(TARGET, W)), look(0, hint=hint_mark(TARGET, N))
    ),
    "shaded cells": AdjacentLooks(look(0, flags=DRAWN | SHADED), look(0, flags=DRAWN | SHADED)),
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
