"""Stones and walls in blocks finer than pixels, down to the code point."""

from __future__ import annotations

from itertools import product

import pytest

from termpuzzles.board.grid import MASKS, E, N, S, W
from termpuzzles.board.survey import CORNERS, survey
from termpuzzles.games.clues import ClueMark
from termpuzzles.generator.generate import generate
from termpuzzles.render.ink import CURSOR, FILLED, FLASH, in_phase
from termpuzzles.render.picture import (
    DRAWN,
    INSIDE_FROM,
    LIT,
    PINNED,
    SEALED,
    SLATE,
    SOURCE,
    TARGET,
    TRIAL,
    WRONG,
    Look,
    Phase,
    coloured_groups,
)
from termpuzzles.render.pixels import BEHIND, SIZES, Block, Drawn, fine_tile, tile
from tests.approved import approve
from tests.render.looks import Legend, in_columns, side_by_side
from tests.render.test_states import BLANK

WHITE, BLACK = ClueMark.WHITE_CIRCLE, ClueMark.BLACK_CIRCLE


def stone(clue: int = WHITE, mask: int = 0, states: int = 0) -> Look:
    return BLANK._replace(mask=mask, joined=mask, states=DRAWN | states, effects=SLATE, clue=clue)


def text(made: Drawn) -> list[str]:
    """The glyphs of the tile; a half block where two pixels differ."""
    rows = []
    for y in range(len(made.pixels) // 2):
        upper, lower = made.pixels[2 * y : 2 * y + 2]
        halves = [" " if one == other else "▀" for one, other in zip(upper, lower, strict=True)]
        rows.append(
            "".join(made.blocks[y, x].glyph if (y, x) in made.blocks else half for x, half in enumerate(halves))
        )
    return rows


def test_a_stone_is_round_at_the_two_smallest_sizes() -> None:
    assert text(fine_tile(stone(), 4, stones=0)) == ["▗▆▆▖", "▝▂▂▘"]
    assert text(fine_tile(stone(), 6, stones=0)) == [" ▀▆▆▀ ", "▐    ▌", " ▀▂▂▀ "]
    below = fine_tile(stone(), 4).blocks[1, 1]
    assert (below.ink[0].tone, below.ground[0].tone) == ("stone ground", "white circle")


def test_a_line_from_above_is_the_ground_of_the_bulge() -> None:
    for size in (4, 6):
        block = fine_tile(stone(BLACK, N), size).blocks[0, size // 2]
        assert (block.ink[0].tone, block.ground[0].tone) == ("black circle", "stone ribbon")


def test_a_line_from_a_side_meets_a_bulge_unless_it_leads_to_another_stone() -> None:
    alone, between = (fine_tile(stone(WHITE, W), 4, stones=stones) for stones in (0, W))
    assert {alone.pixels[row][0].tone for row in (1, 2)} == {"white circle"}
    assert {between.pixels[row][0].tone for row in (1, 2)} == {"stone ribbon"}


def test_a_bend_at_a_stone_leaves_nothing_of_its_corner() -> None:
    for size in (4, 6):
        for mask in (N | E, N | W, S | E, S | W):
            made = fine_tile(stone(BLACK, mask), size)
            assert all(block.glyph not in "▟▙▜▛" for block in made.blocks.values())


def test_the_cursor_joins_a_white_stone_and_takes_the_bulges_of_a_black_one() -> None:
    white, black = (fine_tile(stone(clue), 4, CURSOR) for clue in (WHITE, BLACK))
    assert text(white) == ["▚▆▆▞", "▞▂▂▚"]
    assert text(black) == ["▘▆▆▝", "▖▂▂▗"]


def test_a_cross_is_a_short_stroke_of_which_a_stone_leaves_the_half_that_has_room() -> None:
    free = BLANK._replace(states=DRAWN, effects=SLATE, notes=E)
    assert fine_tile(free, 4).blocks[1, 3].glyph == "▝"
    assert fine_tile(free._replace(notes=W), 4).blocks[0, 0].glyph == "▖"
    assert fine_tile(free, 6).blocks[1, 5].glyph == "×"
    assert (0, 0) not in fine_tile(free._replace(notes=W), 6).blocks
    beside = fine_tile(stone()._replace(notes=E), 4)
    assert text(beside) == text(fine_tile(stone(), 4))


@pytest.mark.parametrize("size", SIZES[1:])
def test_walls_are_thin_and_lie_half_in_each_tile(size: int) -> None:
    last = size // 2 - 1
    for side, glyph, place in ((N, "▔", (0, 0)), (S, "▁", (last, 0)), (E, "▊", (1, size - 1)), (W, "▎", (1, 0))):
        made = fine_tile(BLANK._replace(mask=0, joined=0, walls=side), size)
        assert made.blocks[place].glyph == glyph
        wall = made.blocks[place].ground if glyph == "▊" else made.blocks[place].ink
        assert [dye.tone for dye in wall] == ["wall"]


def test_where_two_walls_meet_the_upright_one_has_the_corner() -> None:
    made = fine_tile(BLANK._replace(mask=0, joined=0, walls=N | E | S | W), 6)
    assert text(made) == ["▎▔▔▔▔▊", "▎    ▊", "▎▁▁▁▁▊"]


@pytest.mark.parametrize("size", SIZES)
def test_a_line_is_never_hidden_by_a_wall(size: int) -> None:
    for side in (N, E, S, W):
        look = BLANK._replace(mask=side, joined=0, walls=side)
        made, bare = fine_tile(look, size), fine_tile(look._replace(walls=0), size)
        for (row, column), block in made.blocks.items():
            lines = [pixels[column] for pixels in bare.pixels[2 * row : 2 * row + 2]]
            lines = [dye for dye in lines if dye.tone not in BEHIND]
            if lines and (row, column) not in bare.blocks:
                assert {dye.tone for dye in (*block.ink, *block.ground)} >= {lines[0].tone, "wall"}


PLAY = (
    *(BLANK._replace(mask=N, joined=0, states=states) for states in (PINNED, LIT, SEALED, WRONG, PINNED | WRONG)),
    BLANK._replace(mask=N, joined=N, notes=E | S << 4, hint=TARGET),
    BLANK._replace(mask=N, joined=N, looped=N, effects=TRIAL),
)


@pytest.mark.parametrize("phase", [Phase.DONE, Phase.GIVEN_UP])
def test_no_mark_meant_for_play_survives_the_end_of_a_board(phase: Phase) -> None:
    bare = BLANK._replace(mask=N, joined=N)
    for size in SIZES:
        for look in PLAY:
            look = look._replace(joined=N)
            assert fine_tile(look, size, in_phase(phase) | CURSOR) == fine_tile(bare, size, in_phase(phase))
            assert tile(look, size, in_phase(phase) | CURSOR) == tile(bare, size, in_phase(phase))


def test_light_passes_a_line_in_five_colours_and_leaves_lamps_lit() -> None:
    look = BLANK._replace(mask=N, joined=N, states=PINNED | LIT)
    seen = []
    for phase in (Phase.UNREACHED, Phase.GLOW, Phase.FADING, Phase.SOURCE, Phase.TURNING, Phase.DONE):
        pixels = tile(look, 6, in_phase(phase))
        seen.append((pixels[0][2].tone, pixels[2][2].tone, pixels[5][0].tone))
    lamps = [lamp for _, lamp, _ in seen]
    assert [line for line, _, _ in seen] == ["lit", "glow", "warm", "source", "turning", "done"]
    assert lamps[1:3] == ["glow", "warm"]
    assert set(lamps[3:]) == {"gold"}
    assert [ground for _, _, ground in seen] == ["rim"] * 3 + ["settled"] * 3
    assert tile(look, 6, in_phase(Phase.DONE) | FLASH)[2][2].tone == "glow"


def test_the_inside_of_a_loop_is_filled_once_it_is_told_to_be() -> None:
    look = stone(0, E | S)._replace(clue=0, effects=SLATE | 15 << INSIDE_FROM)
    assert tile(look, 4, in_phase(Phase.DONE))[3][3].tone != "stone fill"
    assert tile(look, 4, in_phase(Phase.DONE) | FILLED)[0][0].tone == "stone fill"


def test_a_source_keeps_its_dark_heart_at_the_end() -> None:
    look = BLANK._replace(mask=N | S, joined=N | S, states=SOURCE | LIT)
    assert "source heart" in {dye.tone for row in tile(look, 6, in_phase(Phase.DONE)) for dye in row}


def test_groups_are_coloured_so_that_neighbours_differ_and_the_sources_group_is_left_out() -> None:
    for seed in range(20):
        puzzle = generate("net", "6x6", seed=seed)
        seen, grid = survey(puzzle.grid, puzzle.start.lines), puzzle.grid
        found = coloured_groups(grid, seen, 14)
        for cell in range(grid.size):
            alone = seen.ids.count(seen.ids[cell]) == 1
            assert (found[cell] == 0) == (alone or seen.ids[cell] == seen.ids[14])
            for side in (E, S):
                other = grid.beyond(cell, side)
                if other is not None and found[cell] and found[other] and 5 not in (found[cell], found[other]):
                    assert (found[cell] == found[other]) == (seen.ids[cell] == seen.ids[other])


@pytest.mark.parametrize(("size", "glyphs"), [(4, "▝▘▗▖"), (6, "▜▛▟▙")])
def test_the_outer_corner_of_a_bend_loses_half_a_pixel(size: int, glyphs: str) -> None:
    for mask, glyph in zip((N | E, N | W, S | E, S | W), glyphs, strict=True):
        look = BLANK._replace(mask=mask, joined=mask, states=DRAWN, effects=SLATE)
        assert [block.glyph for block in fine_tile(look, size).blocks.values()] == [glyph]


def right(sides: int) -> int:
    """Sides turned by a quarter, clockwise."""
    return sides >> 1 | (sides & 1) << 3


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("states", [0, LIT, DRAWN, DRAWN | LIT], ids=hex)
def test_a_tile_that_is_turned_is_drawn_turned_in_play_and_in_each_light(size: int, states: int) -> None:
    for mask, phase in product(MASKS, (None, *Phase)):
        stand = in_phase(phase) if phase else 0
        looks = (BLANK._replace(mask=sides, joined=sides, states=states) for sides in (mask, right(mask)))
        upright, turned = (tile(look, size, stand) for look in looks)
        assert [*zip(*reversed(upright), strict=True)] == [tuple(row) for row in turned], (mask, phase)


FREE = BLANK._replace(states=DRAWN, effects=SLATE)
FINE = {
    "a bend": FREE._replace(mask=S | E, joined=S | E),
    "an end": FREE._replace(mask=W, joined=0),
    "a straight that is wrong": FREE._replace(mask=N | S, joined=N | S, states=DRAWN | WRONG),
    "a stone": stone(),
    "a stone that is passed": stone(BLACK, E | W),
    "a stone on a bend": stone(WHITE, N | E),
    "a wrong stone": stone(BLACK, 0, WRONG),
    "a wrong stone at an end": stone(WHITE, W, WRONG),
    "a square": stone(ClueMark.WHITE_SQUARE, N | E),
    "a black square at an end": stone(ClueMark.BLACK_SQUARE, W),
    "a dashed circle": stone(ClueMark.DASHED_CIRCLE),
    "a dashed circle on a bend": stone(ClueMark.DASHED_CIRCLE, S | W),
    "a wrong cell": FREE._replace(states=DRAWN | WRONG),
    "crosses": FREE._replace(notes=N | E | S | W),
    "crosses at a stone": stone()._replace(notes=N | E | S | W),
    "noted lines": FREE._replace(notes=(N | E | S | W) << 4),
    "tried and wrong": stone(BLACK, E, WRONG)._replace(effects=SLATE | TRIAL),
    "a target": stone(WHITE, S)._replace(hint=TARGET),
    "inside": FREE._replace(effects=SLATE | 15 << INSIDE_FROM),
    "walls": BLANK._replace(mask=0, joined=0, walls=N | E | S | W),
    "a line beside walls": BLANK._replace(mask=E | S, joined=S, walls=N | E),
    "a line that runs into a wall": BLANK._replace(mask=S | W, joined=0, walls=S | W, states=LIT),
}
STANDS = {"": 0, "at the cursor": CURSOR, "solved": in_phase(Phase.DONE) | FILLED}


def test_tiles_are_drawn_in_fine_blocks_as_approved() -> None:
    legend, blocks = Legend(), list[list[str]]()
    for (name, look), (where, stand) in product(FINE.items(), STANDS.items()):
        sizes = list[list[str]]()
        for size in SIZES if look.clue >= ClueMark.WHITE_SQUARE and not stand else SIZES[: 2 if stand else 3]:
            made = fine_tile(look, size, stand, stones=N if look.clue else 0)
            pairs = zip(made.pixels[::2], made.pixels[1::2], strict=True)
            cells = [[Block("▀", (one,), (other,)) for one, other in zip(*pair, strict=True)] for pair in pairs]
            for (row, column), block in made.blocks.items():
                cells[row][column] = block
            inks = [["+".join(dye.tone for dye in block.ink) for block in row] for row in cells]
            grounds = [["+".join(dye.tone for dye in block.ground) for block in row] for row in cells]
            sizes.append(text(made))
            for each in (inks, grounds):
                sizes.append(["".join(map(legend.sign, row)) for row in each])
        blocks.append([f"{name} {where}".strip(), *side_by_side(sizes, " ")])
    approve(__file__, "tiles_fine", "\n".join([*in_columns(blocks), *legend.lines()]))


def test_a_bulge_at_a_side_lies_on_what_is_in_its_corner() -> None:
    look = stone()._replace(effects=SLATE | (CORNERS[N | W] | CORNERS[N | E]) << INSIDE_FROM)
    at_side = {
        (size, row, column): fine_tile(look, size, stones=0).blocks[row, column].ground[0].tone
        for size, row in ((4, 0), (4, 1), (6, 1))
        for column in (0, size - 1)
    }
    assert at_side == {
        **{(4, 0, 0): "stone dark", (4, 0, 3): "stone dark", (4, 1, 0): "stone ground", (4, 1, 3): "stone ground"},
        **{(6, 1, 0): "stone dark", (6, 1, 5): "stone dark"},
    }
    beside_no_copy = fine_tile(stone(), 4, edges=W, stones=0)
    assert [beside_no_copy.blocks[row, 0].ground[0].tone for row in (0, 1)] == ["edge", "edge"]
