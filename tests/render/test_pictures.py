"""What a picture says of each cell, field by field, found again without it."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.survey import survey
from termpuzzles.games import named, names
from termpuzzles.games.model import State
from termpuzzles.logic.explain.parts import Role
from termpuzzles.logic.problem import masks_of
from termpuzzles.render.glyph_sets import ASCII
from termpuzzles.render.ink import LARGE, MEDIUM
from termpuzzles.render.picture import (
    ASIDE,
    ASSUMED,
    BECAUSE,
    CUT_OFF,
    DARK,
    DRAWN,
    LIT,
    MARK,
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
    looks_of,
    mirrored_look,
    picture_of,
    roles_of,
)
from tests.games.boards import board, random_puzzle
from tests.render.looks import as_text


def test_a_mark_holds_a_role_and_the_sides_that_count() -> None:
    assert hint_mark(TARGET) == TARGET
    assert hint_mark(BECAUSE, N | W) == BECAUSE + 16 * (N | W)
    marks = {Role.TARGET: {3: 0}, Role.BECAUSE: {1: E, 2: 0}, Role.CUT_OFF: {5: 0}, Role.ASSUMED: {7: S}}
    assert looks_of(marks) == {3: 2, 1: 1 + 16 * E, 2: 1, 5: 3, 7: 4 + 16 * S}
    assert roles_of(marks) == {3: TARGET, 1: BECAUSE, 2: BECAUSE, 5: CUT_OFF, 7: ASSUMED}


@pytest.mark.parametrize(("sides", "swap"), [(N | S, {N: S, S: N, E: E, W: W}), (E | W, {N: N, S: S, E: W, W: E})])
def test_a_mirrored_look_has_its_sides_swapped_and_all_else_kept(sides: int, swap: dict[int, int]) -> None:
    def swapped(mask: int) -> int:
        return sum(swap[side] for side in (N, E, S, W) if mask & side)

    rng = Random(4)
    for _ in range(200):
        masks = [rng.randrange(16) for _ in range(7)]
        mask, joined, looped, crossed, lined, walls, counted = masks
        look = Look(mask, joined, looped, 77, crossed | lined << 4, walls, 3 | counted << 4, 5, 2)
        mask, joined, looped, crossed, lined, walls, counted = map(swapped, masks)
        wanted = Look(mask, joined, looped, 77, crossed | lined << 4, walls, 3 | counted << 4, 5, 2)
        assert mirrored_look(look, sides) == wanted
        assert mirrored_look(look, 0) is look


@pytest.mark.parametrize("name", names())
def test_a_look_says_what_is_so_at_its_cell(name: str) -> None:
    rng = Random(f"looks of {name}")
    for _ in range(40):
        puzzle = random_puzzle(rng, named(name))
        size, grid, game = puzzle.grid.size, puzzle.grid, puzzle.game
        lines, pins = puzzle.start.lines, bytes(rng.randrange(2) for _ in range(size))
        if rng.random() < 0.5 and not game.draws:
            lines = bytes(rng.randrange(16) for _ in range(size))
        state = State(lines, pins, bytes(rng.randrange(256) for _ in range(size)))
        hints = {rng.randrange(size): rng.choice((TARGET, hint_mark(BECAUSE, E)))} if rng.random() < 0.5 else {}
        wrong, tried = (frozenset(rng.sample(range(size), min(2, size))) for _ in "12")
        marks, sealed, checkered, inside = (rng.random() < 0.7 for _ in "1234")
        source = rng.randrange(size) if game.source and rng.random() < 0.3 else None
        found = picture_of(
            puzzle,
            state,
            hints=hints,
            wrong=wrong,
            marks=marks,
            sealed=sealed,
            tried=tried,
            checkerboard=checkered,
            source=source,
            inside=inside,
        )
        seen = survey(grid, lines)
        mistakes = {mistake.code for mistake in game.mistakes(puzzle, seen)}
        lamp = source if source is not None else game.source(grid) if game.source else None
        walls = {(cell, side) for cell, side in grid.walls}
        beyond = grid.without_walls.ways
        walls |= {(beyond[side][cell], {N: S, S: N, E: W, W: E}[side]) for cell, side in grid.walls}
        for cell in range(size):
            look = found.look(cell)
            closed = bool(seen.closed_at(slice(cell, cell + 1))[0])
            lit = lamp is not None and seen.ids[cell] == seen.ids[lamp]
            states = {
                PINNED: bool(pins[cell]),
                LIT: lit or (marks and closed and "sealed off" not in mistakes and lamp is None),
                SEALED: marks and sealed and closed and "sealed off" in mistakes,
                SOURCE: cell == lamp,
                MISTAKEN: marks and bool(seen.looped[cell]) and "loop" in mistakes,
                SHADED: game.draws and not puzzle.tiles[cell],
                WRONG: cell in wrong,
                DRAWN: game.draws,
            }
            assert {flag: bool(look.states & flag) for flag in states} == states
            column, row = grid.place(cell)
            effects = {
                TRIAL: cell in tried,
                DARK: checkered and (column + row) % 2 == 1,
                ASIDE: bool(hints) and cell not in hints,
            }
            assert {bit: bool(look.effects & bit) for bit in effects} == effects
            corners = seen.inside[cell] if inside and not checkered else 0
            assert look.effects >> 4 == corners
            assert (look.mask, look.joined) == (lines[cell], seen.joined[cell])
            assert look.looped == (seen.looped[cell] if marks else 0)
            assert look.notes == state.notes[cell]
            assert look.walls == sum(side for side in (N, E, S, W) if (cell, side) in walls)
            assert look.hint == hints.get(cell, 0)
            if not (puzzle.clues and puzzle.clues[cell]):
                assert look.clue == 0
                continue
            assert game.clue
            symbol = game.clue.symbols[puzzle.clues[cell]]
            assert look.clue & MARK == symbol.mark
            assert bool(look.clue & SHOWN) == (lines[cell] in masks_of(symbol.shown_by))
        for row in range(grid.height):
            first, last = sorted((rng.randint(0, grid.width), rng.randint(0, grid.width)))
            assert found.row(row, first, last) == [found.look(grid.cell(x, row)) for x in range(first, last)]


def test_a_whole_board_is_plain_text_at_each_zoom() -> None:
    puzzle = board(named("net"), "┏╸╻", "┣━┛", "╹╺╸", walls=[(6, E)])
    drawn = picture_of(puzzle, puzzle.start)
    assert as_text(drawn) == ["┌┄╴ ╷ ", "├┄┄┄┘ ", "╵▐╶┄╴ "]
    assert as_text(drawn, MEDIUM) == [
        " ┌┄┄┄□   □  ",
        " ┆       ┆  ",
        " ├┄┄┄◆┄┄┄┘  ",
        " ┆          ",
        " □ ▐ □┄┄┄□  ",
        "   ▐        ",
    ]
    assert as_text(drawn, LARGE, ASCII) == [
        "               ",
        "  +....o    o  ",
        "  :         :  ",
        "  :         :  ",
        "  +....*....+  ",
        "  :            ",
        "  : #          ",
        "  o #  o....o  ",
        "    #          ",
    ]
