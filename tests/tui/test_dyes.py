"""Pipes in colour: every state of a tile is seen at every size, in every theme, by all eyes."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, groupby, permutations

import pytest

from termpuzzles.board.grid import SIDES, E, N, S, W
from termpuzzles.games.clues import ClueMark
from termpuzzles.render.ink import CURSOR, MARKS
from termpuzzles.render.picture import DRAWN, LIT, PINNED, SHADED, SOURCE, WRONG, Look
from termpuzzles.render.pixels import GROUNDS, PIPES, SIZES, Dye, tile
from termpuzzles.tui import theme
from termpuzzles.tui.colours import EYES, contrast, difference
from termpuzzles.tui.dyes import APART, BACK, COPY, LIT_APART, PIPE, PLATE, Dyes, apart
from tests.data import sweep
from tests.render.test_states import BLANK, STATES, both, flag, neighbour

OWN = (theme.DARK, theme.LIGHT, theme.HIGH_CONTRAST, theme.WARM, theme.NIGHT)
OTHERS = sweep.sample(theme.offered()[len(theme.OURS) :], 4)
THEMES = [(name, few) for name in (*OWN, *OTHERS) for few in (False, True)]
in_every_theme = pytest.mark.parametrize(("name", "few"), THEMES, ids=[f"{name}{'-256' * few}" for name, few in THEMES])
MASKS = (N, N | S, N | E, N | E | S)
VISIBLE = 5.0  # the difference of a pixel that is seen at all


@cache
def dyes_of(name: str, few: bool) -> Dyes:
    return theme.palette(name).dyes(few)


@cache
def screen(look: Look, size: int, cursor: bool = False) -> tuple[Dye, ...]:
    """The tile's pixels, and those of its neighbours."""
    tiles = [tile(look, size, CURSOR * cursor), *(tile(neighbour(look, side), size) for side in SIDES)]
    return tuple(dye for made in tiles for row in made for dye in row)


@cache
def unlike(one: str, other: str, eyes: str) -> float:
    return difference(one, other, eyes)


@cache
def differing(one: tuple[Look, bool], other: tuple[Look, bool], size: int) -> tuple[tuple[tuple[Dye, Dye], int], ...]:
    """What each pixel of one screen is on the other, where they differ, and how often."""
    screens = [screen(look, size, cursor) for look, cursor in (one, other)]
    return tuple(Counter(pair for pair in zip(*screens, strict=True) if pair[0] != pair[1]).items())


def is_told(one: tuple[Look, bool], other: tuple[Look, bool], size: int, dyes: Dyes) -> bool:
    """Whether for all eyes four pixels differ, or an eighth of the tile differs at a glance."""
    for eyes in EYES:
        seen = clear = 0
        for pair, count in differing(one, other, size):
            far = unlike(*map(dyes.colour, pair), eyes)
            seen += count * (far >= VISIBLE)
            clear += count * (far >= APART)
        if seen < 4 and clear * 8 < size * size:
            return False
    return True


def free_sides(state: str) -> int:
    words = state.split()
    return 15 & ~int(words[1]) if words[0] in ("crossed", "noted", "walled") else 15


@in_every_theme
def test_a_tile_with_a_state_and_the_same_tile_without_it_differ_for_all_eyes(name: str, few: bool) -> None:
    for size in SIZES:
        for state, change in STATES.items():
            for mask in MASKS:
                look = BLANK._replace(mask=mask & free_sides(state), joined=mask & free_sides(state))
                if look.mask == 0 or (state == "on a loop" and mask == N) or (state == "dark" and mask):
                    continue  # no end lies on a loop, and a checkerboard is seen as a whole
                for states, cursor in ((0, False), (PINNED, False), (LIT, False), (0, True)):
                    before = look._replace(states=states)
                    there = change(before)
                    told = is_told((before, cursor), (there, cursor), size, dyes_of(name, few))
                    assert there == before or told, (state, mask, states, cursor)


@in_every_theme
def test_lit_sealed_off_and_plain_pipes_are_told_apart_by_all_eyes(name: str, few: bool) -> None:
    for size in SIZES:
        for mask in MASKS:
            look = BLANK._replace(mask=mask, joined=mask)
            shown = [look, *(STATES[state](look) for state in ("lit", "sealed off", "on a loop"))]
            for one, other in permutations(shown, 2):
                assert is_told((one, False), (other, False), size, dyes_of(name, few))


@in_every_theme
def test_a_state_shows_beside_any_other_state(name: str, few: bool) -> None:
    for size in SIZES:
        for one, other in sweep.sample(permutations(STATES, 2), 3):
            if (looks := both(one, other)) and not is_hidden(one, other, size):
                assert is_told((looks[0], False), (looks[1], False), size, dyes_of(name, few)), (one, other)


def is_hidden(one: str, other: str, size: int) -> bool:
    """Whether a state has to hide another: a loop has its own colour, and a wall may leave two pixels."""
    words = {one.split()[0], other.split()[0]}
    walled = "walled" in words and bool(words & ({"cut", "assumed"} if size == 4 else {"wrong", "target"}))
    return words == {"lit", "on"} or walled


@in_every_theme
def test_the_cursor_shows_on_every_tile(name: str, few: bool) -> None:
    for size in SIZES:
        changes = [*STATES.values(), flag(DRAWN), flag(SHADED)]
        for change in changes:
            for mask in (0, *MASKS, N | E | S | W):
                look = change(BLANK._replace(mask=mask, joined=mask))
                assert is_told((look, False), (look, True), size, dyes_of(name, few)), look


def is_round(mark: ClueMark) -> bool:
    return MARKS[mark].is_round


def test_discs_are_told_from_squares_by_their_shape_where_there_is_room_for_one() -> None:
    for size in SIZES[1:]:
        outlines = {mark: shape(BLANK._replace(states=DRAWN, clue=mark), size) for mark in ClueMark}
        for one, other in combinations(ClueMark, 2):
            assert is_round(one) == is_round(other) or outlines[one] != outlines[other]


@in_every_theme
def test_clues_of_a_shape_are_told_from_each_other_and_from_cells_without_one(name: str, few: bool) -> None:
    for size in SIZES:
        seen = [mark for mark in ClueMark if size > 4 or len(MARKS[mark].tones) == 1]  # that has no room for two tones
        shapes = [[0, *group] for _, group in groupby(sorted(seen, key=is_round), is_round)]
        for mask in (0, *MASKS[:3]):
            for states, cursor in ((DRAWN, False), (DRAWN, True), (DRAWN | WRONG, False)):
                look = BLANK._replace(mask=mask, joined=mask, states=states)
                pairs = (pair for shape in shapes for pair in combinations(shape, 2))
                for one, other in ((look._replace(clue=one), look._replace(clue=other)) for one, other in pairs):
                    assert is_told((one, cursor), (other, cursor), size, dyes_of(name, few)), (one, other, cursor)


@in_every_theme
def test_stones_are_seen_on_slate_and_so_are_the_lines_there(name: str, few: bool) -> None:
    dyes = dyes_of(name, few)
    for ground in ("stone ground", "stone checker"):
        for tone in ("white circle", "black circle", "stone ribbon", "stone bad loop"):
            least = PIPE if tone.endswith("circle") or name in OWN else 2.0
            assert contrast(dyes.named[tone], dyes.named[ground]) >= least, (tone, ground)


@in_every_theme
def test_groups_are_told_apart_and_seen_on_every_ground(name: str, few: bool) -> None:
    named = dyes_of(name, few).named
    groups = [named[f"group {number}"] for number in range(1, 6)]
    if name in (theme.DARK, theme.LIGHT) and not few:
        for one, other in combinations([*groups, named["lit"], named["plain"]], 2):
            assert apart(one, other) >= 13
    for ground in ("ground", "checker", "plate", "plate checker"):
        assert all(contrast(group, named[ground]) >= 2.6 for group in groups), ground


def shape(look: Look, size: int) -> frozenset[tuple[int, int]]:
    """The borders between pixels of different colours."""
    dyes = dyes_of(theme.DARK, False)
    colours = [dyes.colour(dye) for dye in screen(look, size)]
    places = range(len(colours))
    beside = {(at, at + 1) for at in places if (at + 1) % size}
    below = {(at, at + size) for at in places if (at // size + 1) % size}
    return frozenset(pair for pair in beside | below if colours[pair[0]] != colours[pair[1]])


@pytest.mark.parametrize("size", SIZES[1:])
def test_from_6x3_up_every_state_but_lit_has_a_shape_of_its_own(size: int) -> None:
    for state, change in STATES.items():
        for mask in MASKS:
            look = BLANK._replace(mask=mask & free_sides(state), joined=mask & free_sides(state))
            ends = state == "on a loop" and mask == N
            if (
                look.mask and not ends and state not in ("lit", "dark")
            ):  # one group has one unbroken colour; the board is a pattern
                assert shape(look, size) != shape(change(look), size), (state, mask)


@pytest.mark.parametrize("size", SIZES)
def test_every_tile_and_every_loose_line_is_told_from_every_other(size: int) -> None:
    shown = [
        tile(BLANK._replace(mask=mask, joined=joined, states=states), size)
        for states in (0, PINNED, LIT)
        for mask in range(states == LIT, 16)
        for joined in {mask, mask & mask - 1, 0}
    ]
    assert len(set(shown)) == len(shown)


@in_every_theme
def test_pipes_are_seen_on_any_ground_that_they_can_lie_on(name: str, few: bool) -> None:
    named = dyes_of(name, few).named
    for pipe in PIPES:
        for ground in (*GROUNDS, "cut off", "assumed"):
            assert contrast(named[pipe], named[ground]) >= PIPE, (pipe, ground)


@in_every_theme
def test_plates_lift_off_the_free_ground_and_colours_that_stand_alone_differ(name: str, few: bool) -> None:
    named = dyes_of(name, few).named
    for rim in ("rim", "rim checker"):
        assert min(contrast(named[rim], named[ground]) for ground in ("ground", "checker")) >= PLATE
    assert apart(named["lit"], named["plain"]) >= APART
    assert apart(named["lit"], named["sealed"]) >= LIT_APART
    assert contrast(named["ribbon"], named["shaded"]) >= 1.5


@in_every_theme
def test_the_gold_of_the_smallest_source_stands_out_from_its_pipes_and_from_every_ground(name: str, few: bool) -> None:
    named = dyes_of(name, few).named
    for other in (*GROUNDS, "cut off", "assumed", "lit", "plain"):
        assert apart(named["gold"], named[other]) >= APART, other
    square = [row[column] for row in tile(flag(SOURCE)(BLANK._replace(mask=N)), 4)[1:3] for column in (1, 2)]
    for ground in (*GROUNDS, "cut off", "assumed"):
        assert sum(contrast(named[dye.tone], named[ground]) >= PIPE for dye in square) >= 2, ground


@in_every_theme
def test_pipes_that_step_back_and_copies_are_fainter_and_still_seen(name: str, few: bool) -> None:
    dyes = dyes_of(name, few)
    for mask in MASKS:
        for states in (0, LIT, PINNED):
            look = BLANK._replace(mask=mask, joined=0, states=states)
            for row in tile(look, 8):
                for dye in row:
                    if dye.tone in PIPES and not dye.thirds:
                        back, copy = (dyes.colour(dye, veil) for veil in (BACK, COPY))
                        assert contrast(back, dyes.named["ground"]) >= 2
                        assert contrast(copy, dyes.named["ground"]) < contrast(dyes.colour(dye), dyes.named["ground"])
