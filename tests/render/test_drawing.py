"""How cells are drawn: each state has its own shape, at each zoom, in both glyph sets."""

from random import Random

import pytest

from termpuzzles.board.grid import LIGHT, MASKS, SIDES, E, N, S, W
from termpuzzles.board.survey import survey
from termpuzzles.games import named, names
from termpuzzles.games.clues import ClueMark
from termpuzzles.games.model import Gesture, Puzzle, State
from termpuzzles.render.drawing import draw
from termpuzzles.render.glyph_sets import ASCII, UNICODE, Glyphs
from termpuzzles.render.ink import (
    ALONE,
    CURSOR,
    LARGE,
    LARGEST,
    MEDIUM,
    SMALL,
    SMALLEST,
    UNDERLINE,
    ZOOMS,
    AdjacentLooks,
    Ink,
    Zoom,
)
from termpuzzles.render.picture import (
    BECAUSE,
    DARK,
    DRAWN,
    LIT,
    PINNED,
    SEALED,
    SOURCE,
    TARGET,
    TRIAL,
    Look,
    picture_of,
    walls_of,
)
from tests.games.boards import board, random_puzzle
from tests.render.looks import as_text

COLOURED = Ink(UNICODE, True, True)
BLANK = Look(0, 0, 0, 0, 0, 0, 0)


def look(mask: int, **fields: int) -> Look:
    """A tile whose lines are all joined to the neighbouring tiles, unless `joined` says otherwise."""
    return BLANK._replace(**{"mask": mask, "joined": mask, **fields})


def rows(drawn: Look, glyphs: Glyphs = UNICODE, zoom: Zoom = LARGE, around: AdjacentLooks = ALONE) -> list[str]:
    return ["".join(piece.text for piece in row) for row in draw(drawn, around, zoom, Ink(glyphs, True, True))]


def tile(drawn: Look, glyphs: Glyphs = UNICODE) -> str:
    return rows(drawn, glyphs, SMALLEST)[0]


@pytest.mark.parametrize("zoom", [MEDIUM, LARGE, LARGEST], ids=lambda zoom: zoom.name)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_end_of_a_drawn_line_looks_like_no_clue_and_no_clue_like_another(zoom: Zoom, glyphs: Glyphs) -> None:
    clues = ["".join(rows(look(0, states=DRAWN, clue=mark), glyphs, zoom)).strip() for mark in ClueMark]
    assert [len(clue) for clue in clues] == [1] * len(set(clues))
    ends = "".join(row for side in SIDES for row in rows(look(side, states=DRAWN), glyphs, zoom))
    assert not {*clues} & {*ends}


def join(west: Look, east: Look, glyphs: Glyphs = UNICODE) -> str:
    return rows(west, glyphs, SMALL, AdjacentLooks(east))[0][1]


def test_free_tiles_are_light_and_pinned_ones_heavy() -> None:
    assert "".join(tile(look(mask)) for mask in MASKS) == LIGHT
    assert "".join(tile(look(mask, states=PINNED)) for mask in MASKS) == " ╸╻┓╺━┏┳╹┛┃┫┗┻┣╋"


@pytest.mark.parametrize("zoom", [MEDIUM, LARGE, LARGEST])
@pytest.mark.parametrize("role", [TARGET, BECAUSE])
def test_the_two_marks_of_a_hint_stand_as_far_left_as_right_of_the_middle(zoom: Zoom, role: int) -> None:
    bare, shown = rows(look(N), zoom=zoom), rows(look(N, hint=role), zoom=zoom)
    marks = UNICODE.roles[role]
    found = [
        x - zoom.column
        for row, marked in zip(bare, shown, strict=True)
        for x, text in enumerate(marked)
        if text != row[x] and text in marks
    ]
    assert len(found) == 2
    assert sum(found) == 0


def test_a_wall_below_is_a_bar_in_one_row_and_an_underline_only_where_there_is_no_room() -> None:
    free, line = BLANK._replace(walls=S), look(E, walls=S)
    for each, east, text in ((free, BLANK, UNICODE.wall_below), (line, look(W), "─")):
        tile, join = draw(each, AdjacentLooks(east), SMALL, COLOURED)[0]
        assert not (tile.attributes | join.attributes) & UNDERLINE
        assert join.text == text
        assert tile.ground == join.ground == "wall"
    assert not any(piece.attributes & UNDERLINE for piece in draw(free, ALONE, SMALL, COLOURED, CURSOR)[0])
    assert all(piece.attributes & UNDERLINE for piece in draw(line, AdjacentLooks(look(W)), SMALL, COLOURED, CURSOR)[0])


def test_the_ascii_set_is_ascii_and_tells_every_tile_apart() -> None:
    puzzle = board(named("net"), " ╸╻┓", "╺━┏┳", "╹┛┃┫", "┗┻┣╋")
    for zoom in ZOOMS:
        assert all(line.isascii() for line in as_text(picture_of(puzzle, puzzle.start), zoom, ASCII))
    assert len({tile(look(mask), ASCII) for mask in MASKS}) == 16
    assert len({tuple(rows(look(mask), ASCII)) for mask in MASKS}) == 16


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_cell_takes_the_same_room_whatever_is_drawn_in_it(name: str, glyphs: Glyphs) -> None:
    rng = Random(1)
    for _ in range(20):
        puzzle = random_puzzle(rng, named(name))
        size, state = puzzle.grid.size, puzzle.start
        noted = State(state.lines, bytes(rng.randrange(2) for _ in range(size)), bytes(rng.choices(range(256), k=size)))
        drawn = picture_of(puzzle, noted, hints={0: TARGET}, wrong=frozenset({size - 1}))
        for zoom in ZOOMS:
            lines = as_text(drawn, zoom, glyphs)
            assert {len(line) for line in lines} == {puzzle.grid.width * zoom.width}
            assert len(lines) == puzzle.grid.height * zoom.height


@pytest.mark.parametrize("name", names())
def test_layers_differ_exactly_where_looks_do(name: str) -> None:
    rng = Random(2)
    puzzle = random_puzzle(rng, named(name))
    state = puzzle.start
    for _ in range(60):
        before = picture_of(puzzle, state)
        move = puzzle.game.interpret(
            puzzle, state, Gesture(rng.choice(("turn", "pin", "line", "cross")), rng.randrange(puzzle.grid.size), E)
        )
        if move is None:
            continue
        state = puzzle.game.play(puzzle, state, move)
        after = picture_of(puzzle, state)
        for cell in range(puzzle.grid.size):
            same = before.layers(cell, cell + 1) == after.layers(cell, cell + 1)
            assert same == (before.look(cell) == after.look(cell))


def flags_of(puzzle: Puzzle, flag: int) -> str:
    drawn = picture_of(puzzle, puzzle.start)
    return "".join("x" if drawn.look(cell).states & flag else "." for cell in range(puzzle.grid.size))


def test_cells_joined_to_the_source_are_lit_in_a_game_that_has_one() -> None:
    assert flags_of(board(named("net"), "╺┓╺", "╺┻╸", "╺━╸"), LIT) == "xx.xxx..."
    assert flags_of(board(named("net"), "╺┓╺", "╺┻╸", "╺━╸"), SOURCE) == "....x...."


def test_a_closed_group_is_sealed_off_where_all_must_be_joined_and_welcome_elsewhere() -> None:
    rows_of_board = ("╺╸", "╺┓")
    assert flags_of(board(named("net"), *rows_of_board), SEALED) == "xx.."
    assert flags_of(board(named("infinity"), *rows_of_board), SEALED) == "...."
    assert flags_of(board(named("infinity"), *rows_of_board), LIT) == "xx.."


def test_a_loop_is_a_mistake_in_one_game_and_an_ornament_in_another() -> None:
    tones = {}
    for name in ("net", "infinity"):
        puzzle = board(named(name), "┏┓╺", "┗┛╺")
        tones[name] = draw(picture_of(puzzle, puzzle.start).look(0), ALONE, SMALLEST, COLOURED)[0][0].tone
    assert tones == {"net": "bad loop", "infinity": "loop"}


def test_marks_turned_off_say_nothing_of_loops_and_groups() -> None:
    puzzle = board(named("net"), "┏┓╺╸", "┗┛╺╸")
    drawn = picture_of(puzzle, puzzle.start, marks=False)
    assert {drawn.look(cell).looped for cell in range(8)} == {0}
    assert not any(drawn.look(cell).states & SEALED for cell in range(8))


def test_a_wall_is_seen_from_both_cells() -> None:
    puzzle = board(named("net"), "╺╸", "╺╸", walls=[(0, S)])
    assert list(walls_of(puzzle.grid)) == [S, 0, N, 0]


def test_the_picture_needs_no_survey_of_its_own_where_one_is_given() -> None:
    puzzle = board(named("infinity"), "┏┓", "┗┛")
    seen = survey(puzzle.grid, puzzle.start.lines)
    assert picture_of(puzzle, puzzle.start, seen).survey is seen


def test_what_a_hint_rests_on_keeps_its_lines_where_the_ground_tells_of_it() -> None:
    shaded, beyond = look(E, hint=BECAUSE), look(W)
    assert join(shaded, beyond) == "─"
    (tile, under_cursor), *_ = draw(shaded, AdjacentLooks(beyond), SMALL, COLOURED, CURSOR)
    assert (tile.ground, under_cursor.ground, under_cursor.text) == ("cursor", "because", "─")
    without_colour = draw(shaded, AdjacentLooks(beyond), SMALL, Ink(UNICODE, False, False))[0][1].text
    assert without_colour == UNICODE.roles[BECAUSE][1] != "─"


def test_every_second_cell_is_dark_on_a_checkerboard_and_none_without_one() -> None:
    puzzle = board(named("net"), "╺━━┓", "┏━━┛", "┗━━╸")
    plain = picture_of(puzzle, puzzle.start)
    checked = picture_of(puzzle, puzzle.start, tried=frozenset({0, 6}), checkerboard=True)
    dark = ["".join(".#"[bool(each.effects & DARK)] for each in checked.row(y, 0, 4)) for y in range(3)]
    assert dark in ([".#.#", "#.#.", ".#.#"], ["#.#.", ".#.#", "#.#."])
    assert [cell for cell in range(12) if checked.look(cell).effects & TRIAL] == [0, 6]
    assert not any(each.effects for each in plain.row(1, 0, 4))


@pytest.mark.parametrize(("glyphs", "sign"), [(UNICODE, "▸"), (ASCII, ">")])
def test_the_sign_before_what_is_marked_points_to_the_right(glyphs: Glyphs, sign: str) -> None:
    assert glyphs.marker == sign
