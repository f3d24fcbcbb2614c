"""Which character shows which strokes: four weights, one for each side of a cell, in two glyph sets.

The unicode set gives pinned (heavy), looped (double) and sealed-off lines (dotted) shapes of their own; the ascii set
does so for loops and sealed-off lines, and leaves pins to the style.
"""

from typing import NamedTuple

from termpuzzles.board.grid import DOUBLE, E, N, S, W

NONE, LIGHT, HEAVY, LOOPED, SEALED, SEALED_HEAVY = range(6)  # the weight of one stroke
_SOLID = (NONE, LIGHT, HEAVY, LOOPED, LIGHT, HEAVY)  # for each weight one for which all characters exist
_DOUBLED = (NONE, LIGHT, LIGHT, HEAVY, LIGHT, LIGHT)  # for each weight its index in the table of light and double

# Indexed by the weights none, light, heavy in base 3, north first, west last.
_LIGHT_AND_HEAVY = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
# The same for none, light, double; `?` where no such character exists.
_LIGHT_AND_DOUBLE = " ╴?╷┐╕?╖╗╶─?┌┬?╓╥???═╒?╤╔?╦╵┘╛│┤╡???└┴?├┼????╘?╧╞?╪????╜╝???║╢╣╙╨????╟╫?╚?╩???╠?╬"
# By mask. In ascii only straight lines and ends have signs that look like them; the others are letters, for which the
# help has a legend.
ASCII_TILES = " <v7>-rT^J|3LAE+"
ASCII_LOOPED = ' <v2>=RY^D"BCMF%'
ASCII_SEALED = " (uz).ftnj:elhko"


class Glyphs(NamedTuple):
    """One set of characters: how strokes and marks are written. There are two, told apart by identity.

    `roles` holds, by the role of a cell in a hint (see `picture`), the marks before and after its middle, `textures`
    what fills the rest of such a cell.
    """

    unicode: bool
    end: str
    pinned_end: str
    source: str
    roles: tuple[str, ...]
    textures: str
    counts: str  # on a side that a hint rests on, where no line is drawn
    dark: str  # on a dark cell of a checkerboard
    tried: str  # before and after the middle of what a trial has changed
    wrong: str
    done: str
    cross: str
    note: str
    empty: str  # an open cell without a line
    shaded: str
    shaded_calmly: str  # where colour says the rest
    wall_east: str
    wall_below: str
    wall_between: str  # at the small zoom
    frame: str  # horizontal, vertical, and the corners from the top left clockwise

    @property
    def marker(self) -> str:
        """The sign that points at something to its right."""
        return self.roles[2][0]


UNICODE = Glyphs(
    True, "□", "■", "◆", ("", "░░", "▸◂", "╱╱", "┊┊"), " ░ ╱┊", "◦", "▪", "()", "✗", "✓", "×", "•", "·", "█", "▒",
    "▐", "▁", "▐", "─│┌┐┘└",
)  # fmt: skip
ASCII = Glyphs(
    False, "o", "@", "*", ("", ",,", "><", "//", "??"), " , /?", "`", "&", "[]", "x", "*", "x", "~", ".", "#", "#",
    "#", "_", "#", "-|++++",
)  # fmt: skip


def stroke(glyphs: Glyphs, north: int, east: int, south: int, west: int) -> str:
    """The character that shows these four weights; sealed-off lines are dotted where such a character exists."""
    weights = (north, east, south, west)
    if not glyphs.unicode:
        return _ascii(*weights)
    if LOOPED in weights:
        return _double(*weights)
    for weight, signs in ((SEALED, "┄┆"), (SEALED_HEAVY, "┅┇")):
        if weights in ((NONE, weight, NONE, weight), (weight, NONE, weight, NONE)):
            return signs[east == NONE]
    return _LIGHT_AND_HEAVY[_index(*map(_SOLID.__getitem__, weights))]


def _double(*weights: int) -> str:
    found = _LIGHT_AND_DOUBLE[_index(*map(_DOUBLED.__getitem__, weights))]
    return DOUBLE[_mask(*weights)] if found == "?" else found


def _ascii(*weights: int) -> str:
    sealed = SEALED in weights or SEALED_HEAVY in weights
    table = ASCII_LOOPED if LOOPED in weights else ASCII_SEALED if sealed else ASCII_TILES
    return table[_mask(*weights)]


def _index(north: int, east: int, south: int, west: int) -> int:
    return ((north * 3 + east) * 3 + south) * 3 + west


def _mask(north: int, east: int, south: int, west: int) -> int:
    return (north > 0) * N | (east > 0) * E | (south > 0) * S | (west > 0) * W


def flat(glyphs: Glyphs, west: int, east: int) -> str:
    """The character of a level stroke whose west and east halves have these weights; a missing half leaves a gap."""
    if glyphs.unicode or (west and east):
        return stroke(glyphs, NONE, east, NONE, west)
    return " "


def upright(glyphs: Glyphs, north: int, south: int) -> str:
    """The character of an upright stroke whose two halves have these weights; a missing half leaves a gap."""
    if glyphs.unicode or (north and south):
        return stroke(glyphs, north, NONE, south, NONE)
    return "'" if north else "," if south else " "
