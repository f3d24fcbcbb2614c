"""Grids of letters, which say what a tile is and not how it is turned: `L`, `I`, `T`, `+`, and `-` for an end."""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import About, Assumed, Format, Specimen, TextPart, check_size, never, shown, single_part
from termpuzzles.formats.number_grid import check_numbers
from termpuzzles.formats.picture import margins_of
from termpuzzles.formats.text_grid import PARTING, Body, TextGrid, parts
from termpuzzles.games.model import Puzzle

_TILES = {"L": N | E, "I": N | S, "T": E | S | W, "+": N | E | S | W, "-": N, " ": 0, ".": 0}
_LETTERS = frozenset("LIT+-")


def sniff(word: str, text: str) -> bool:
    """Whether all of several rows are of such letters."""
    if not (word and _TILES.keys() >= set(word)):
        return False
    rows = [row for row in text.split("\n") if row.strip() and row[0] != "#"]
    return len(rows) > 1 and all(_TILES.keys() >= set(row) for row in rows) and any(map(_LETTERS.intersection, rows))


def _parts(text: str) -> Iterator[TextPart]:
    """The grids between lines `---`, which are three ends where another row has three letters."""
    rows = (row.replace(" ", "") for row in text.split("\n") if row != PARTING and not row.startswith("#"))
    return single_part(text) if len(PARTING) in map(len, rows) else parts(text)


def read(text: str, assumed: Assumed) -> Puzzle | None:
    """The puzzle of one grid below its header; None if there are only comments."""
    found = TextGrid.of(text, assumed)
    if found is None:
        return None
    check_numbers(found.game, found.numbers[0])
    margins = margins_of(found, assumed.own)
    width = max(map(len, margins.rows))
    check_size(width, len(margins.rows), line=found.numbers[0])
    masks = bytearray()
    for row, line in zip(margins.rows, found.numbers, strict=False):
        for place, letter in enumerate(row.ljust(width)):
            if letter not in _TILES:
                raise margins.placed(PuzzleError("L, I, T, + or -", shown(letter), line=line, column=place + 1))
            masks.append(_TILES[letter])
    return found.puzzle(Body(width, bytes(masks), bytes(masks)))


ABOUT = About(
    "Grids of letters",
    "Programs for ∞ Loop that know tiles by their kind.",
    """\
`L` a corner, `I` a straight, `T`, `+` a cross, `-` an end, a space or a dot an empty tile; how a tile is turned
is not said. Indentation, and spaces between all tiles, are as in pictures. `---` parts several grids, or is three
ends where another row has three letters.""",
    "Read only; answers are number grids.",
    (Specimen("LL\nLL\n", "infinity:2x2:3333"), Specimen("L L\nL L\n", "infinity:2x2:3333")),
)

LETTER_GRID = Format(
    "letters",
    150,
    _parts,
    sniff,
    read,
    None,
    ABOUT,
    instead="numbers",
    only_read="letters do not say how tiles are turned",
    like="numbers",
    claims=never,
)
