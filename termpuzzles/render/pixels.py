"""A tile as a picture of square pixels: pipes, plates under what is pinned, blocks and ribbons, in every state.

A tile has 4, 6, 8 or 12 pixels a side, and a character shows two of them, one above the other. A pixel is a dye: a tone
by name, perhaps faded toward the ground under it. Walls and stones are finer than pixels where a terminal has the
blocks for that: such a character is a glyph with its ink and its ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, SIDES, E, N, S, W
from termpuzzles.board.survey import CORNERS
from termpuzzles.render.ink import (
    CHECKER,
    CURSOR,
    FILLED,
    FLASH,
    GLOW,
    MARKS,
    phase_of,
    side_tone,
)
from termpuzzles.render.picture import (
    ASSUMED,
    BECAUSE,
    CUT_OFF,
    DARK,
    DRAWN,
    INSIDE_FROM,
    MARK,
    PINNED,
    ROLE,
    SEALED,
    SHADED,
    SIDES_FROM,
    SLATE,
    SOURCE,
    TARGET,
    TRIAL,
    WRONG,
    Look,
    Phase,
    settled_look,
)

SIZES = (4, 6, 8, 12)  # pixels of a tile's side
_STROKES = {E: (1, 3, "▝"), W: (0, 0, "▖"), S: (1, 2, "▖"), N: (0, 1, "▝")}  # of a cross at 4x2: row, column, glyph
_CROSSES = {E: (1, 5, "×"), S: (2, 3, "×")}  # at 6x3, in the left or the upper one of two cells
_DASHES = {4: 1, 6: 1, 8: 2, 12: 3}  # pixels of half a dash: it lies between two tiles and touches no pipe from 6x3 up


class Dye(NamedTuple):
    """The colour of a pixel: a tone, and by how many thirds it has faded toward another."""

    tone: str
    under: str = ""
    thirds: int = 0


Tile = tuple[tuple[Dye, ...], ...]  # rows of pixels, from the top
Place = tuple[int, int]  # row and column of a pixel, or of a character


class Block(NamedTuple):
    """A character of a tile that shows more than two pixels: its ink and its ground are dyes, mixed if they are two."""

    glyph: str
    ink: tuple[Dye, ...]
    ground: tuple[Dye, ...]


class Drawn(NamedTuple):
    """A tile: its pixels, and the characters that are drawn in another way, by their row and column."""

    pixels: Tile
    blocks: dict[Place, Block]


# The tones that a tile's ground takes, and those of what lies on it.
_TINTS = ("", "cursor ", "target ", "because ", "dark ")
GROUNDS = (
    *(f"{tint}{ground}" for tint in _TINTS for ground in ("ground", "plate")),
    *("checker", "plate checker", "rim", "rim checker"),
)
SLATES = ("stone ground", "stone checker", "stone wrong", "stone dark", "stone fill", "stone fill checker")
SETTLED = ("settled", "settled checker", "fill", "fill checker")  # the grounds of a board that is solved
BEHIND = frozenset({*GROUNDS, *SLATES, *SETTLED})  # all that lies behind lines, stones and notes
PIPES = ("plain", "lit", "loop", "bad loop", "sealed", "source", "source rim", "ribbon")

# What each tone looks like in the two usual themes.
DARK_DYES: dict[str, str] = {
    **{"outside": "#101217", "ground": "#171921", "checker": "#1f222c", "plate": "#343d59", "plate checker": "#3b4562"},
    **{"cursor ground": "#2d2f72", "cursor plate": "#3e439c", "target ground": "#11554a", "target plate": "#2f4a8a"},
    **{"because ground": "#133a2e", "because plate": "#244c5a", "dark ground": "#000000", "dark plate": "#2a2440"},
    **{"plain": "#9ca2b8", "lit": "#5bbcff", "loop": "#b9b2e4", "bad loop": "#ffa048", "sealed": "#e67ed0"},
    **{"source": "#ffd460", "source rim": "#ffd460", "source heart": "#8a6d20", "ribbon": "#84d8ff", "dot": "#5d637b"},
    **{"shaded": "#434960", "cut off": "#6f2c7c", "assumed": "#5e4615", "edge": "#5a607a", "wrong": "#ff6450"},
    **{"trial": "#857fff", "hint": "#60e2bc", "because": "#3b9a84", "note": "#c3b1f0", "wall": "#c9a27a"},
    **{"cursor": "#ffffff", "done": "#7ee0a0", "glow": "#fff6d8", "settled": "#17211f", "settled checker": "#1c2825"},
    **{"white circle": "#f4f4f8", "black circle": "#000000", "stone ground": "#535a70", "stone checker": "#5a6179"},
    **{"stone wrong": "#6b1f22", "stone dark": "#434960", "group 1": "#d4f6f0", "group 2": "#f2ea5a"},
    **{"group 3": "#f0aab4", "group 4": "#3fc24a", "group 5": "#b98a6a"},
}
LIGHT_DYES: dict[str, str] = {
    **{"outside": "#fbfbfc", "ground": "#f6f6f8", "checker": "#eceef2", "plate": "#c0cbdf", "plate checker": "#b9c6dc"},
    **{"cursor ground": "#c8d2ff", "cursor plate": "#baa6f4", "target ground": "#9fe8cc", "target plate": "#a4c8f4"},
    **{"because ground": "#d2efe4", "because plate": "#afd0d8", "dark ground": "#c8dccc", "dark plate": "#c4aeb8"},
    **{"plain": "#525c70", "lit": "#0056bc", "loop": "#5734cc", "bad loop": "#9c3c00", "sealed": "#9c149c"},
    **{"source": "#6f5c00", "source rim": "#5c4a00", "source heart": "#e2a200", "ribbon": "#0056bc", "dot": "#9096a8"},
    **{"shaded": "#9aa0b2", "cut off": "#e8b0f4", "assumed": "#dcc07c", "edge": "#a0a6b6", "wrong": "#b01030"},
    **{"trial": "#5a48e0", "hint": "#00806a", "because": "#3f9c86", "note": "#7a4fd0", "wall": "#7a4a22"},
    **{"cursor": "#18181c", "done": "#1c7a3c", "glow": "#c88a00", "settled": "#eaf4ec", "settled checker": "#e1efe4"},
    **{"white circle": "#ffffff", "black circle": "#101014", "stone ground": "#8d94a6", "stone checker": "#868d9f"},
    **{"stone wrong": "#f0b0a8", "stone dark": "#7c8396", "stone ribbon": "#003a86", "stone bad loop": "#6e2400"},
    **{"stone done": "#004a1e", "stone glow": "#fffbe4", "stone source": "#4a3600", "group 1": "#190099"},
    **{"group 2": "#7a2900", "group 3": "#450b50", "group 4": "#212617", "group 5": "#735445"},
}


def tile(look: Look, size: int, stand: int = 0, edges: int = 0, inner: int = 0) -> Tile:
    """The pixels of a tile, layer upon layer, where no finer blocks are to be had.

    At the sides in `edges` the board ends though it wraps around; beyond those in `inner` lies more of what a hint
    outlines. A wall is a pixel wide, in the upper or the left one of its tiles.
    """
    made = _Tile(look, size, stand, inner)
    made.lay(edges)
    made.build_walls()
    return made.done


def fine_tile(
    look: Look, size: int, stand: int = 0, edges: int = 0, inner: int = 0, stones: int = 0, walled: bool = True
) -> Drawn:
    """A tile in fine blocks, too: walls from 6 pixels up, and stones; without walls unless it is `walled`.

    At the sides in `stones` its line leads to another stone.
    """
    made = _Tile(look, size, stand, inner)
    made.lay(edges, stones)
    if walled and size == 4:
        made.build_walls()
    elif walled:
        made.build_thin_walls()
    return Drawn(made.done, made.blocks)


class _Tile:
    """A tile while it is drawn."""

    def __init__(self, look: Look, size: int, stand: int, inner: int) -> None:
        self.phase = phase_of(stand)
        if self.phase:
            look, stand = settled_look(look, self.phase), stand & ~CURSOR
        self.look = look
        self.size = size
        self.is_small = size in SIZES[:2]
        self.stand = stand
        self.inner = inner
        self.blocks: dict[Place, Block] = {}
        self.slate = "stone " if look.effects & SLATE else ""
        self.pixels: list[list[Dye]] = []
        self.grounds: list[list[str]] = []  # what lies under each pixel
        self.lines: set[Place] = set()  # the pixels of pipes
        self.pattern: set[Place] = set()  # those of stripes or dots
        drawn = bool(look.states & DRAWN)
        wide = 2 if size == 4 else size // 4 * 2 + 2 * (size == 6 and not self.slate)
        width = wide if drawn else 4 if size == 12 else 2
        self.first, self.end = (size - width) // 2, (size + width) // 2  # the rows and columns of a line

    @property
    def done(self) -> Tile:
        """The pixels as they are now."""
        return tuple(map(tuple, self.pixels))

    def lay(self, edges: int, stones: int | None = None) -> None:
        """Everything but walls; stones in fine blocks if it is known where lines lead to others."""
        look = self.look
        self.lay_ground()
        self.lay_edges(edges)
        if not look.states & SHADED:
            self.lay_lines()
        if look.clue:
            self.lay_clue(stones)
        self.frame()
        self.mark_sides()
        self.note(fine=stones is not None)
        if self.stand & CURSOR:
            self.bracket()

    # --- the ground ---

    def lay_ground(self) -> None:
        """The ground with its tint, or a plate, and the stripes and dots of a hint on it."""
        size = self.size
        if self.look.states & PINNED or self.look.effects >> INSIDE_FROM:
            self.grounds = [[self._ground(row, column) for column in range(size)] for row in range(size)]
        else:  # the same everywhere
            self.grounds = [[self._ground(0, 0)] * size] * size
        self.pixels = [[Dye(name) for name in row] for row in self.grounds]
        role = self.look.hint & ROLE
        if role in (CUT_OFF, ASSUMED):
            tone = "cut off" if role == CUT_OFF else "assumed"
            pattern = _stripes if role == CUT_OFF else _dots
            self.pattern = {place for place in _all(size) if pattern(*place, size)}
            self._paint(tone, self.pattern)

    def _ground(self, row: int, column: int) -> str:
        look, checker = self.look, " checker" if self.stand & CHECKER else ""
        if look.states & SHADED:
            return "shaded"
        if self.phase >= Phase.SOURCE and not self.slate:
            inside = self.stand & FILLED and look.effects >> INSIDE_FROM & self._corner(row, column)
            return ("fill" if inside else "settled") + checker
        pinned = look.states & PINNED and not self._is_cut(row, column)
        kind = "plate" if pinned else "ground"
        role = look.hint & ROLE
        if role == TARGET:
            return f"target {kind}"
        if role == BECAUSE:
            return f"because {kind}"
        if look.effects & DARK and not self.slate:
            return f"dark {kind}"
        if self.stand & CURSOR and not role:
            return f"cursor {kind}"
        if not (self.slate or self.phase) and look.effects >> INSIDE_FROM & self._corner(row, column):
            return f"dark {kind}"
        if self.slate:
            return self._slate(row, column)
        if not pinned:
            return "checker" if checker else "ground"
        rim = self.size > 4 and (row in (0, self.size - 1) or column in (0, self.size - 1))
        return ("rim" if rim or self.size == 4 else "plate") + checker

    def _slate(self, row: int, column: int) -> str:
        """The ground under a free tile of a board of stones."""
        look, checker = self.look, self.stand & CHECKER
        inside = look.effects >> INSIDE_FROM & self._corner(row, column)
        if look.states & WRONG:
            return "stone wrong"
        if inside and self.stand & FILLED:
            return "stone fill checker" if checker else "stone fill"
        if look.effects & DARK or (inside and not self.phase):
            return "stone dark"
        return "stone checker" if checker else "stone ground"

    def _corner(self, row: int, column: int) -> int:
        """The bit of the corner of the tile in which the pixel lies."""
        return CORNERS[(N if 2 * row < self.size else S) | (W if 2 * column < self.size else E)]

    def _is_cut(self, row: int, column: int) -> bool:
        """Whether the pixel is the corner that is cut from a plate."""
        return self.size > 4 and (row, column) == (0, self.size - 1)

    def lay_edges(self, edges: int) -> None:
        """Dashes along the sides beyond which no copy has room."""
        half, pinned = _DASHES[self.size], self.look.states & PINNED
        alongs = [*range(half), *range(self.size - half, self.size)]
        for side in SIDES:
            if edges & side:
                places = [self._at(side, 0, along) for along in alongs]
                self._paint("edge", (place for place in places if not (pinned and self._is_cut(*place))))

    # --- lines ---

    def lay_lines(self) -> None:
        """The pipes or the ribbon of the tile, the ends and the source, or the dot of an open cell without lines."""
        look, middle = self.look, range(self.first, self.end)
        if not look.mask:
            if look.states & DRAWN and not self.slate:
                half = 1 if self.size < 12 else 2
                centre = range(self.size // 2 - half, self.size // 2 + half)
                self._line("dot", [place for place in _square(centre) if half == 1 or place not in _corners(centre)])
            return
        tone = self._tone(look.looped)
        self._line(tone, (place for place in _square(middle) if place not in self._rounding))
        if self.slate:
            self._cut_corner(tone)
        for side in SIDES:
            if look.mask & side:
                self._arm(side)
        if DEGREE[look.mask] == 1 and not look.states & SOURCE:
            self._lamp() if self.phase >= Phase.GLOW else self._end(tone)
        if look.states & SEALED and not look.looped and not look.states & SOURCE:
            self._stripe(tone)
        if look.states & SOURCE:
            self._source()
        if look.looped:
            self._fade(self._heart, 2)

    def _tone(self, side: int) -> str:
        """The tone of the line toward a side; that of a source is its group's."""
        look = self.look._replace(states=self.look.states & ~SOURCE)
        if self.phase >= Phase.GLOW:
            return self.slate + LIT_TONES[self.phase]
        if self.stand & GLOW:
            return "glow"
        tone = side_tone(look, side)
        return self.slate + ("ribbon" if look.states & DRAWN and tone in ("plain", "lit") else tone)

    @property
    def _rounding(self) -> set[Place]:
        """The pixels that are missing at the outer corner of a bend, and at the round end of a ribbon."""
        look, first, last = self.look, self.first, self.end - 1
        found: set[Place] = set()
        far = {N: (last, 1), S: (first, -1), W: (last, 1), E: (first, -1)}  # the side away from an arm, and inward
        ways = [side for side in SIDES if look.mask & side]
        if len(ways) == 2 and DEGREE[look.mask & (N | S)] == 1:
            upright, level = ways[0] if ways[0] in (N, S) else ways[1], ways[0] if ways[0] in (E, W) else ways[1]
            row, column = far[upright][0], far[level][0]
            cut = 1 + (last - first > 2)
            for down in range(cut):
                for across in range(cut - down):
                    found.add((row - far[upright][1] * down, column - far[level][1] * across))
        elif len(ways) == 1 and look.states & DRAWN and self.size > 4:
            side = ways[0]
            found = {
                (row, column)
                for row, column in _corners(range(first, last + 1))
                if (row if side in (N, S) else column) == (last if side in (N, W) else first)
            }
        return found

    def _arm(self, side: int) -> None:
        """The line toward a side, which fades at the border if it meets none there."""
        tone, size = self._tone(side), self.size
        depth = self.first
        self._line(tone, (self._at(side, at, along) for at in range(depth) for along in range(self.first, self.end)))
        if self.look.joined & side:
            return
        if size == 12:
            for along in (self.first, self.end - 1):
                self._clear(self._at(side, 0, along))
        self._fade([self._at(side, 0, along) for along in range(self.first, self.end)], 1)

    def _end(self, tone: str) -> None:
        """The round end: a disc if it is pinned, else a ring, or a disc with a darker heart, or a square."""
        if self.look.states & DRAWN or self.size == 4:
            return
        self._line(tone, self._disc)
        self._round_disc(tone)
        if self.look.states & PINNED:
            return
        if self.size == 6:
            self._fade(_square(range(2, 4)), 1)
        else:
            for place in self._hole:
                self._clear(place)

    def _lamp(self) -> None:
        """A full disc that stays gold once light has reached it; it flashes when all are lit."""
        if self.look.states & DRAWN or self.phase is Phase.GIVEN_UP:
            self._end("plain")
            return
        tone = "glow" if self.stand & FLASH else LIT_TONES[min(self.phase, Phase.SOURCE)]
        shape = set(_square(range(1, 3)) if self.size == 4 else self._disc)
        self._round_disc("source rim" if tone == "source" else tone)
        self._line("gold" if tone == "source" else tone, shape)
        if tone == "source":
            self._paint("source rim", (place for place in shape if _neighbours(place) - shape))

    @property
    def _disc(self) -> Iterable[Place]:
        """The pixels of a disc around the middle."""
        half = {6: 2, 8: 2, 12: 4}[self.size]
        middle = range(self.size // 2 - half, self.size // 2 + half)
        return (place for place in _square(middle) if not _is_outside(place, middle, 1 + (half > 2)))

    def _round_disc(self, tone: str) -> None:
        """Quadrants at the four corners of a disc, without which it would be a plus."""
        if self.size == 6:
            for (row, column), glyph in zip(_corners(range(1, 5)), "▗▖▝▘", strict=True):
                if (row, column) not in self.lines:
                    self.blocks[row // 2, column] = Block(glyph, (Dye(tone),), (Dye(self.grounds[row][column]),))

    @property
    def _hole(self) -> Iterable[Place]:
        half = {8: 1, 12: 2}[self.size]
        middle = range(self.size // 2 - half, self.size // 2 + half)
        return (place for place in _square(middle) if half == 1 or place not in _corners(middle))

    @property
    def _heart(self) -> list[Place]:
        """The dark pixels of a loop, in the middle of the line."""
        half = self.size // 2
        if self.size == 12:
            return _square(range(half - 1, half + 1))
        cut = self._rounding
        return [(half, half) if (half - 1, half - 1) in cut else (half - 1, half - 1)]

    def _stripe(self, tone: str) -> None:
        """Dark stripes across the lines of a group that is sealed off."""
        period = 3 if self.size == 6 else 4
        self._fade(
            [(row, column) for row, column in sorted(self.lines) if (row + column) % period == 0
             and self.pixels[row][column] == Dye(tone)],
            2,
        )  # fmt: skip

    def _source(self) -> None:
        """A gold disc with a dark heart or a dark rim; on the smallest tile a square, half of it in the rim's tone."""
        half = self.size // 2
        if self.size == 4:
            self._line("gold", _square(range(1, 3)))
            self._paint("source rim", ((1, 1), (2, 2)))
            return
        disc = set(self._disc)
        self._line("gold", disc)
        self._round_disc("source rim")
        self._paint("source rim", (place for place in disc if _neighbours(place) - disc))
        self._paint("source heart", _square(range(half - 1, half + 1)))

    def lay_clue(self, stones: int | None) -> None:
        """The clue over the lines that run into it: a stone or a square, in one tone, or in one each half."""
        style = MARKS[self.look.clue & MARK]
        half = {4: 1, 6: 2, 8: 3, 12: 5 if style.is_round else 4}[self.size]
        middle = range(self.size // 2 - half, self.size // 2 + half)
        fine = stones is not None and style.is_round and self.is_small
        shape = _square(middle)
        cut = {6: 1, 8: 1, 12: 3}.get(self.size)
        if style.is_round and not fine and cut:
            shape = [place for place in shape if not _is_outside(place, middle, cut)]
        self.blocks.clear()  # of the corner of a bend
        left, right = style.tones[0], style.tones[-1]
        self._line(left, shape)
        self._paint(right, [place for place in shape if place[1] >= self.size // 2])
        if stones is not None and fine:
            self._round(stones, left, right)

    def _round(self, stones: int, left: str, right: str) -> None:
        """What makes a stone round where pixels are too coarse: bulges above and below, and at its sides."""
        size, last = self.size, self.size - 1
        for column in (size // 2 - 1, size // 2):
            tone = (Dye(left if column < size // 2 else right),)
            self.blocks[0, column] = Block("▆", tone, (self.pixels[0][column],))
            self.blocks[size // 2 - 1, column] = Block("▂", (self.pixels[last][column],), tone)
        for side, column, tone_name, glyphs in ((W, 0, left, "▗▝▐"), (E, last, right, "▖▘▌")):
            tone = (Dye(tone_name),)
            if size == 6:
                self.blocks[1, column] = Block(glyphs[2], tone, (self.pixels[2][column],))
            elif not self.look.mask & side:
                self.blocks[0, column] = Block(glyphs[0], tone, (self.pixels[0][column],))
                self.blocks[1, column] = Block(glyphs[1], tone, (self.pixels[last][column],))
            elif not stones & side:
                self._line(tone_name, ((row, column) for row in range(self.first, self.end)))

    def _cut_corner(self, tone: str) -> None:
        """Half a pixel of the outer corner of a bend, where a whole one would be too much."""
        cut = self._rounding
        if len(cut) != 1 or not self.is_small or DEGREE[self.look.mask] != 2:
            return
        ((row, column),) = cut
        ground = Dye(self.grounds[row][column])
        at_left, at_top = column == self.first, row == self.first
        if self.size == 4:
            glyph = ("▗" if at_left else "▖") if at_top else ("▝" if at_left else "▘")
        else:
            glyph = ("▟" if at_left else "▙") if at_top else ("▜" if at_left else "▛")
        self.blocks[row // 2, column] = Block(glyph, (Dye(tone),), (ground,))

    # --- on top ---

    def frame(self) -> None:
        """A frame around the tile, which spares the lines: wrong, or in a trial, or marked by a hint.

        What a hint rests on shows in every second pixel of another frame, as its ground may hardly be seen there.
        """
        look, role = self.look, self.look.hint & ROLE
        wrong, tried, outlined = look.states & WRONG, look.effects & TRIAL, role == BECAUSE
        if not (wrong or tried or outlined or role == TARGET):
            return
        pattern = self.pattern if self.is_small else set()  # which shows in the gaps of the frame
        ring = [place for place in _ring(self.size) if place not in self.lines | pattern]
        if self.slate and wrong and self.size == 4:
            self._wrong_corners()
            wrong = 0
        if self.size == 4:
            self._frame_smallest(ring, bool(wrong), bool(tried), outlined)
            return
        if wrong:
            self._paint("wrong", ring)
        if tried:
            self._paint("trial", (place for place in ring if sum(place) % 2))
        elif not wrong and role == TARGET:
            self._paint("hint", (place for place in ring if sum(place) // 2 % 2))
        if outlined and not (wrong and tried):
            shared = wrong or tried
            self._paint("because", (place for place in self._outline(ring) if not shared or sum(place) % 2 == 0))

    def _wrong_corners(self) -> None:
        """The corners of a tile of stones, where a bulge that lies there hides the ground."""
        for row, column in _corners(range(4)):
            if bulge := self.blocks.get((row // 2, column)):
                self.blocks[row // 2, column] = bulge._replace(ground=(Dye("wrong"),))
            else:
                self._paint("wrong", ((row, column),))

    def _frame_smallest(self, ring: list[Place], wrong: bool, tried: bool, outlined: bool) -> None:
        """As much of a frame as leaves room for two corners of the ground, for walls and for notes."""
        look = self.look
        hidden = look.walls & (E | S) | look.notes | look.notes >> 4
        taken = {self._at(side, 0, along) for side in SIDES if hidden & side for along in range(4)}
        free = [place for place in ring if place not in taken]
        corners = [place for place in ((0, 3), (3, 0), (0, 0), (3, 3)) if place in free][:2]
        sides = [place for place in free if place not in _corners(range(4))]
        if len(sides) < 2 and corners:
            sides = corners
        elif not corners and wrong + tried + outlined > 1:
            sides, corners = sides[::2], sides[1::2]
        if wrong:
            self._paint("wrong", {*sides, *corners})
        if tried:
            self._paint("trial", sides if sides != corners or not wrong else corners[:1])
        if outlined and not (wrong and tried):
            rest = corners if tried else sides  # what a trial leaves, or all but the corners, which stay wrong
            self._paint("because", self._outline(rest if sides != corners or not (wrong or tried) else corners[1:]))

    def _outline(self, ring: Iterable[Place]) -> Iterator[Place]:
        """The part of a frame that goes around all that a hint outlines."""
        last = self.size - 1
        shut = {N: (0, 0), S: (0, last), W: (1, 0), E: (1, last)}
        for place in ring:
            on = [side for side, (axis, at) in shut.items() if place[axis] == at]
            if any(not self.inner & side for side in on):
                yield place

    def mark_sides(self) -> None:
        """Where a hint counts on a side: a collar around its line, or a bar where none is."""
        for side in SIDES:
            if not self.look.hint >> SIDES_FROM & side:
                continue
            around = (self.first - 1, self.end) if self.look.mask & side else range(self.first, self.end)
            deep = 2 if self.size == 12 else 1
            self._paint("hint", (self._at(side, at, along) for at in range(deep) for along in around))

    def note(self, fine: bool) -> None:
        """The player's notes on the sides, which touch no line from 8x4 up: a cross, or a bar."""
        for side in SIDES:
            if self.look.notes & side:
                if fine and self.slate and self.is_small:
                    self._fine_cross(side)
                else:
                    self._paint("note", (self._at(side, *place) for place in self._cross(side)))
            elif self.look.notes & side << 4:
                self._paint("note", (self._at(side, *place) for place in self._bar(side)))

    def _fine_cross(self, side: int) -> None:
        """A cross between two cells among stones, or half of a short stroke, if the stone leaves it room."""
        row, column, glyph = _STROKES[side] if self.size == 4 else _CROSSES.get(side, (0, 0, ""))
        if glyph and (row, column) not in self.blocks:
            self.blocks[row, column] = Block(glyph, (Dye("note"),), (self.pixels[2 * row][column],))

    def _cross(self, side: int) -> list[Place]:
        """Half of a cross, as depth and place along the side; at the smaller sizes half of a slash."""
        deep, half = self.first - 1, self.size // 2
        before = side in (N, W)
        if self.size == 4:
            return [(0, 1 if before else 2)]
        if deep < 2:
            return [(0, half - 2), (0, half - 1)] if before else [(0, half), (0, half + 1)]
        left = self.first - 2 if self.look.mask & side else half - 1
        arm = [(at, left - at) for at in range(deep) if left - at >= 0]
        return arm + [(at, self.size - 1 - along) for at, along in arm]

    def _bar(self, side: int) -> list[Place]:
        """Half of a bar across the side, or of two beside the line that is there."""
        half, deep = self.size // 2, 1 if self.size < 8 else 2
        left = self.first - 2 if self.look.mask & side and self.first > 1 else half - 1
        return [(at, along) for at in range(deep) for along in (left, self.size - 1 - left)]

    def build_walls(self) -> None:
        """The walls at the right and below, a pixel wide."""
        for side in (E, S):
            if self.look.walls & side:
                self._paint("wall", (self._at(side, 0, along) for along in range(self.size)))

    def build_thin_walls(self) -> None:
        """The tile's half of the walls around it, an eighth or a quarter of a character wide; upright ones on top."""
        for side, glyph in ((N, "▔"), (S, "▁"), (E, "▊"), (W, "▎")):
            if self.look.walls & side:
                for along in range(self.size if side in (N, S) else self.size // 2):
                    self._thin_wall(side, glyph, along)

    def _thin_wall(self, side: int, glyph: str, along: int) -> None:
        """One character of a wall. Of what lies behind, the ground gives way first, and a line never."""
        row = {N: 0, S: self.size // 2 - 1}.get(side, along)
        column = {W: 0, E: self.size - 1}.get(side, along)
        upper, lower = self.pixels[2 * row][column], self.pixels[2 * row + 1][column]
        behind = [dye for dye in (upper, lower) if not self._is_ground(dye)]
        wall = self._faded("wall", upper.tone)
        if len(set(behind)) == 1 and len(behind) == 1 and side in (E, W):
            self.blocks[row, column] = Block("▀" if behind[0] is upper else "▄", (behind[0],), wall)
            return
        seen: tuple[Dye, ...] = (upper, lower)
        if behind:
            seen = (behind[0] if side == N else behind[-1],)
        self.blocks[row, column] = Block(glyph, seen, wall) if glyph == "▊" else Block(glyph, wall, seen)

    def _faded(self, tone: str, ground: str) -> tuple[Dye, ...]:
        """A tone, halfway to the ground once the board is solved."""
        return (
            (Dye(tone), Dye(ground if ground in BEHIND else "settled")) if self.phase >= Phase.SOURCE else (Dye(tone),)
        )

    def _is_ground(self, dye: Dye) -> bool:
        return dye.tone in BEHIND or dye.tone in ("cut off", "assumed", "shaded", "edge")

    def bracket(self) -> None:
        """The corners of the cursor; on the smallest tile two of them, where all four would hide too much."""
        last = self.size - 1
        corners = [(0, 0), (last, last), (0, last), (last, 0)]
        if self.slate and self.blocks and self.is_small:
            self._fine_bracket(corners)
            return
        if self.size == 4 and (DEGREE[self.look.mask] == 4 or self.pattern) and not self.slate:
            corners = corners[:2]
        for row, column in corners:
            arms = [(row, column)]
            if self.size > 6:
                arms += [(row, column + (1 if not column else -1)), (row + (1 if not row else -1), column)]
            self._paint("cursor", arms)

    def _fine_bracket(self, corners: Iterable[Place]) -> None:
        """Ticks in the corner characters; a stone's bulge that lies there joins one that is as light, or gives way."""
        for row, column in corners:
            place = row // 2, column
            tick = ("▘" if not column else "▝") if not row else ("▖" if not column else "▗")
            bulge = self.blocks.get(place)
            joins = bulge is not None and bulge.ink[0].tone == "white circle"
            if joins:
                tick = "▚" if tick in "▘▗" else "▞"
            ground = self.pixels[row][column] if bulge is None else Dye(self.grounds[row][column])
            self.blocks[place] = Block(tick, (Dye("cursor"),), (ground,))

    # --- pixels ---

    def _at(self, side: int, depth: int, along: int) -> Place:
        """The pixel so deep behind a side, and so far along it."""
        last = self.size - 1
        return {N: (depth, along), S: (last - depth, along), W: (along, depth), E: (along, last - depth)}[side]

    def _paint(self, tone: str, places: Iterable[Place]) -> None:
        dye = Dye(tone)
        for row, column in places:
            self.pixels[row][column] = dye

    def _line(self, tone: str, places: Iterable[Place]) -> None:
        found = list(places)
        self._paint(tone, found)
        self.lines.update(found)

    def _clear(self, place: Place) -> None:
        """Show the ground again."""
        row, column = place
        self.pixels[row][column] = Dye(self.grounds[row][column])
        self.lines.discard(place)

    def _fade(self, places: Iterable[Place], thirds: int) -> None:
        """Fade lines toward the ground by so many thirds."""
        for row, column in places:
            if (row, column) in self.lines:
                tone, ground = self.pixels[row][column].tone, self.grounds[row][column]
                self.pixels[row][column] = Dye(tone, ground, thirds)


LIT_TONES = {
    Phase.GLOW: "glow",
    Phase.FADING: "warm",
    Phase.SOURCE: "source",
    Phase.TURNING: "turning",
    Phase.DONE: "done",
    Phase.GIVEN_UP: "plain",
}  # of a line, since light has reached it


def _all(size: int) -> Iterator[Place]:
    return ((row, column) for row in range(size) for column in range(size))


def _square(middle: range) -> list[Place]:
    return [(row, column) for row in middle for column in middle]


def _corners(middle: range) -> list[Place]:
    ends = (middle[0], middle[-1])
    return [(row, column) for row in ends for column in ends]


def _neighbours(place: Place) -> set[Place]:
    row, column = place
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def _is_outside(place: Place, middle: range, cut: int) -> bool:
    """Whether the place lies in one of the square's corners, which are cut off by so many pixels."""
    row, column = (min(at - middle[0], middle[-1] - at) for at in place)
    return row + column < cut


def _ring(size: int) -> list[Place]:
    return [place for place in _all(size) if 0 in place or size - 1 in place]


def _stripes(row: int, column: int, size: int) -> bool:
    """Whether a diagonal stripe runs over the pixel; stripes go on from tile to tile."""
    if size == 4:
        return (row + column) % 2 == 1
    return (row + column) % (3 if size == 6 else 4) < (1 if size == 6 else 2)


def _dots(row: int, column: int, size: int) -> bool:
    """Whether there is a dot at the pixel."""
    return (row + column) % 2 == 0 if size < 8 else row % 2 == 0 and column % 4 == row % 4
