"""Masyu against brute force and a SAT solver, its texts, its boards, and how circles are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from termpuzzles.board.grid import SIDES, SIDES_OF, E, Grid, N, S, W
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read, write
from termpuzzles.games import named
from termpuzzles.games.judges import is_one_loop
from termpuzzles.games.making.params import Params
from termpuzzles.games.masyu import wrong_circles
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import rate, solve
from termpuzzles.generator import proof
from termpuzzles.generator.generate import generate
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Narrowing
from termpuzzles.logic.problem import EMPTY, HAS, TWO_LINES, masks_of
from termpuzzles.logic.rules import rule_named
from termpuzzles.logic.task import finish
from termpuzzles.plain.words import describe_cell
from termpuzzles.render.glyph_sets import ASCII, UNICODE, Glyphs
from termpuzzles.render.ink import PIPE_ZOOMS, ZOOMS, Zoom
from termpuzzles.render.picture import picture_of
from termpuzzles.render.pixels import tile
from termpuzzles.render.svg import svg
from tests.data import sweep
from tests.games.boards import board
from tests.hints.model import Model
from tests.logic.oracle import fitting
from tests.render.looks import as_text

WHITE, BLACK = 1, 2
STRAIGHT = (5, 10)
ADDRESS = "https://puzz.link/p?mashu/6/6/1063000i3000"
SAMPLE = "··○···\n·●··○·\n······\n···●··\n·○····\n······"


def test_lines_are_one_loop_if_each_cell_has_two_or_none_and_one_can_walk_along_all_of_them() -> None:
    boards = {
        "none": ("····", "····", "····"),
        "a loop": ("┏┓··", "┗┛··", "····"),
        "another loop": ("┏┓··", "┃┗━┓", "┗━━┛"),
        "two loops": ("┏┓┏┓", "┗┛┗┛", "····"),
        "a loop and a line": ("┏┓··", "┗┛··", "··╺╸"),
        "a line": ("····", "····", "╺━━╸"),
        "a loop with a way out": ("┏┳╸·", "┗┛··", "····"),
        "a figure of eight": ("┏┳┓·", "┗┻┛·", "····"),
    }
    found = {name: is_one_loop(Grid.make(4, 3), board(named("net"), *rows).tiles) for name, rows in boards.items()}
    assert found == {name: name in ("a loop", "another loop") for name in boards}


def keeps_the_rules(grid: Grid, clues: bytes, board: bytes) -> bool:
    """Whether the lines of a board without loose ends are one loop that does what the circles ask, by walking it."""
    cells = [cell for cell, mask in enumerate(board) if mask]
    seen, waiting = set(cells[:1]), cells[:1]
    while waiting:
        cell = waiting.pop()
        for side in SIDES_OF[board[cell]]:
            other = grid.beyond(cell, side)
            if other is not None and other not in seen:
                seen.add(other)
                waiting.append(other)
    if not cells or len(seen) != len(cells):
        return False
    for cell, clue in enumerate(clues):
        beside = [board[grid.ways[side][cell]] in STRAIGHT for side in SIDES_OF[board[cell]]]
        straight = board[cell] in STRAIGHT
        if clue and not beside:
            return False
        if (clue == BLACK and (straight or not all(beside))) or (clue == WHITE and (not straight or all(beside))):
            return False
    return True


@cache
def loops(width: int, height: int) -> tuple[bytes, ...]:
    grid = Grid.make(width, height)
    boards = fitting(grid, [TWO_LINES | EMPTY] * grid.size)
    return tuple(board for board in boards if keeps_the_rules(grid, bytes(grid.size), board))


def small_boards(number: int) -> Iterator[Puzzle]:
    """Boards up to 4x4, with circles of some loop, of any loop, or none."""
    rng = Random(29)
    for _ in range(number):
        grid = Grid.make(rng.randint(2, 4), rng.randint(2, 4))
        share, loop = rng.choice((0.05, 0.1, 0.2, 0.4)), rng.choice(loops(grid.width, grid.height))
        clues = bytearray(rng.choices((0, WHITE, BLACK), (1 - share, share / 2, share / 2), k=grid.size))
        for cell in range(grid.size) if rng.random() < 0.6 else ():
            alone = bytearray(grid.size)
            alone[cell] = clues[cell]
            clues[cell] *= keeps_the_rules(grid, bytes(alone), loop)
        yield Puzzle(named("masyu"), grid, b"\1" * grid.size, clues=bytes(clues))


def test_the_solutions_of_small_boards_are_those_of_brute_force() -> None:
    numbers = set()
    for puzzle in small_boards(sweep.share(2000, 20)):
        grid = puzzle.grid
        expected = {loop for loop in loops(grid.width, grid.height) if keeps_the_rules(grid, puzzle.clues, loop)}
        found = finish(solutions(puzzle.problem(), 1000))
        assert len(found) == len(set(found))
        assert set(found) == expected, puzzle
        numbers.add(min(2, len(expected)))
    assert numbers == {0, 1, 2}


def is_the_only_one(puzzle: Puzzle, lines: bytes) -> bool:
    """Whether a SAT solver finds these lines, and none besides."""
    problem = puzzle.problem()
    model = Model(problem, {cell: set(masks_of(problem.domain_of(cell))) for cell in range(puzzle.grid.size)})
    facts = [(cell, side, bool(lines[cell] & side)) for cell in range(puzzle.grid.size) for side in SIDES]
    return model.is_possible(facts) and not model.is_possible_besides(facts)


@pytest.mark.parametrize(
    ("size", "number"), [("6x6", 150), ("10x10", 100), *[("15x15", 40), ("20x20", 10)] * sweep.IS_LONG]
)
def test_a_sat_solver_finds_the_same_only_solution(size: str, number: int) -> None:
    for seed in range(sweep.share(number, 75)):
        puzzle = generate("masyu", size, seed=seed)
        solved = solve(puzzle)
        assert solved
        assert is_the_only_one(puzzle, solved.lines)


@pytest.mark.parametrize("form", ["puzzlink", "pzprv3", "pearl", "picture"])
def test_a_board_is_the_same_in_every_form(form: str) -> None:
    (puzzle,) = read(ADDRESS)
    assert write(puzzle, "picture") == f"# game: masyu\n{SAMPLE}"
    assert read(write(puzzle, form)) == [puzzle]
    assert write(puzzle, "gameid") == ADDRESS


def test_an_id_of_pearl_says_where_circles_are_with_a_letter_for_each_run_of_cells_without() -> None:
    assert write(read(ADDRESS)[0], "pearl") == "pearl:6x6:bWdBbWjBcWj"
    assert read("6x6:bWdBbWjBcWj") == read(ADDRESS)
    long = "pearl:30x1:zbWa"
    assert write(read(long)[0], "pearl") == long
    assert read("pearl:30x1:aaaaaaaaaaaaaaaaaaaaaaaaaaaaWa") == read(long)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("# game: masyu\n·■", "2:2: expected a tile, found '■'"),
        ("# game: masyu\n# clues: 1,1x\n··", "2:10: expected a clue such as 3,1○, found '1,1x'"),
        ("# game: masyu\n# clues: 2,1○\n·●", "2:10: expected a cell without another clue, found '2,1○'"),
        ("pzprv3/mashu/1/2/3 . /0 /", "1:18: expected one of . 1 2 -, found '3'"),
    ],
)
def test_a_bad_text_is_refused_with_its_place(text: str, error: str) -> None:
    with pytest.raises(PuzzleError, match=r".") as raised:
        read(text, source="in")
    assert str(raised.value) == f"in:{error}"


@pytest.mark.parametrize("rating", ["circles", "no loop", "pairs", "chain"])
def test_a_new_board_needs_every_circle_to_be_settled_by_the_rules_that_were_asked_for(rating: str) -> None:
    for seed in range(sweep.share(20, 10)):
        puzzle = generate("masyu", f"6x6, rating {rating}", seed=seed)
        assert rate(puzzle).hardest == rating
        rules = puzzle.problem().rules
        allowed = rules[: rules.index(rating) + 1]
        for cell, clue in enumerate(puzzle.clues):
            if clue:
                fewer = replace(puzzle, clues=puzzle.clues[:cell] + b"\0" + puzzle.clues[cell + 1 :])
                assert finish(proof.patches(fewer.problem(), allowed))


def test_hints_lead_from_the_empty_board_to_the_solution_and_name_the_circles() -> None:
    (puzzle,) = read(ADDRESS)
    guide, state, sentences = Guide(puzzle), puzzle.start, []
    while hint := guide.hint(state):
        assert hint.move
        sentences.append(hint.sentence)
        state = puzzle.game.play(puzzle, state, hint.move)
    assert any("the black circle at (2, 2)" in sentence for sentence in sentences)
    assert any("white circle" in sentence for sentence in sentences)
    assert guide.solved(state)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("zoom", ZOOMS, ids=lambda zoom: zoom.name)
def test_each_circle_shows_at_every_zoom(zoom: Zoom, glyphs: Glyphs) -> None:
    (puzzle,) = read(ADDRESS)
    shown = "".join(as_text(picture_of(puzzle, puzzle.start), zoom, glyphs))
    white, black = ("○", "●") if glyphs is UNICODE else ("o", "#")
    assert (shown.count(white), shown.count(black)) == (3, 2)
    solved = solve(puzzle)
    assert solved
    shown = "".join(as_text(picture_of(puzzle, solved), zoom, glyphs))
    assert (shown.count(white), shown.count(black)) == (3, 2)


@pytest.mark.parametrize("lines", [False, True])
def test_circles_of_both_kinds_differ_in_pipes_at_every_size_from_each_other_and_from_no_circle(lines: bool) -> None:
    (puzzle,) = read(ADDRESS)
    state = solve(puzzle) if lines else puzzle.start
    assert state
    look = picture_of(puzzle, state).look(2)
    for zoom in PIPE_ZOOMS[2:]:
        drawn = {tile(look._replace(clue=clue), zoom.pixels) for clue in (0, WHITE, BLACK)}
        assert len(drawn) == 3


def test_circles_are_printed_white_and_filled() -> None:
    (puzzle,) = read(ADDRESS)
    drawn = svg(puzzle, puzzle.start)
    assert drawn.count('class="clue"') == drawn.count('class="clue filled"') == 1


def test_a_circle_is_named_in_words() -> None:
    (puzzle,) = read(ADDRESS)
    assert describe_cell(puzzle, puzzle.start, 2) == "white circle, no lines"
    assert describe_cell(puzzle, puzzle.start, 7) == "black circle, no lines"
    assert describe_cell(puzzle, State.of(bytes(36)), 0) == "open, no lines"


def test_what_lies_inside_the_loop_is_shaded_at_every_zoom_on_request() -> None:
    (puzzle,) = read(ADDRESS)
    solved = solve(puzzle)
    assert solved
    plain, shaded = picture_of(puzzle, solved), picture_of(puzzle, solved, inside=True)
    assert as_text(shaded, ZOOMS[1])[:3] == ["╔═══○═╗ ╔═╗ ", "║▪●═══╝ ○▪║ ", "║▪║ ╔═══╝▪║ "]
    for zoom in ZOOMS[1:]:
        assert "".join(as_text(shaded, zoom)).replace("▪", " ") == "".join(as_text(plain, zoom))
    pixels = tile(shaded.look(0), 8)  # a corner of the loop, of which only the quarter within is inside
    assert [pixels[y][x].tone for y, x in ((0, 0), (0, 7), (7, 0), (7, 7))] == [*["stone ground"] * 3, "stone dark"]


def test_a_board_has_as_many_more_circles_than_it_needs_as_asked_for() -> None:
    boards = [generate("masyu", f"7x7, at most chain{spare}", seed=3) for spare in ("", ", spare 0.3", ", spare 1")]
    few, more, all_of_them = ({cell for cell, clue in enumerate(each.clues) if clue} for each in boards)
    assert few < more < all_of_them
    assert len(more - few) == round(0.3 * len(all_of_them - few))
    solved = solve(boards[0])
    assert solved
    for each in boards:
        assert is_the_only_one(each, solved.lines)


def test_only_a_board_with_clues_has_some_to_spare() -> None:
    assert str(Params.parse("7x7, spare 0.3")) == "7x7, spare 0.3"
    with pytest.raises(PuzzleError, match="Net boards have no clues to spare"):
        generate("net", "7x7, spare 0.3")


def test_circles_are_at_odds_with_lines_just_where_the_rules_say_so() -> None:
    grid, chance = Grid.make(4, 4), Random(5)
    turned = {frozenset(pair) for pair in ("NE", "ES", "SW", "WN")}
    straight = {frozenset(pair) for pair in ("NS", "EW")}
    letters = dict(zip((8, 4, 2, 1), "NESW", strict=True))
    beyond = {"N": -4, "E": 1, "S": 4, "W": -1}
    counted = 0
    for _ in range(sweep.share(20_000)):
        lines = bytearray(grid.size)
        for cell in range(grid.size):
            for side, back in ((4, 1), (2, 8)):
                if grid.open_sides[cell] & side and chance.random() < 0.45:
                    lines[cell] |= side
                    lines[grid.ways[side][cell]] |= back
        ways = [frozenset(letter for side, letter in letters.items() if mask & side) for mask in lines]
        clues = bytes(chance.choice((0, WHITE, BLACK)) for _ in lines)
        expected = []
        for cell, clue in enumerate(clues):
            beside = [ways[cell + beyond[way]] for way in ways[cell]]
            if clue == BLACK:
                is_wrong = ways[cell] in straight or any(other in turned for other in beside)
            else:
                is_wrong = ways[cell] in turned or (len(beside) == 2 and straight.issuperset(beside))
            if clue and is_wrong:
                expected.append(cell)
        assert wrong_circles(grid, clues, bytes(lines)) == expected
        counted += len(expected)
    assert counted > 1000


def test_a_line_beside_a_loop_that_is_closed_already_contradicts_it() -> None:
    grid = Grid.make(5, 2)
    knowledge = Knowledge(Puzzle(named("masyu"), grid, bytes([1] * 10), clues=bytes(10)).problem())
    knowledge.begin_steps()
    for cell, sides in ((0, E | S), (1, S | W), (5, N | E), (6, N | W)):
        knowledge.narrow(cell, 1 << sides)
    knowledge.narrow(3, HAS[E])
    knowledge.narrow(4, HAS[W])
    knowledge.note()
    found = next(rule_named("no loop").find(knowledge, ()))
    assert found.narrowed == (Narrowing(4, 1 << (S | W), 0),)
    assert found.reason.sentence == (
        "The lines through the 4 cells in braces are a loop, without the line between (4, 1) and (5, 1)."
    )
    known = {0: E | S, 1: S | W, 5: N | E, 6: N | W, 4: W}
    assert {each.cell: each.known >> 4 for each in found.because} == known


def test_a_white_circle_in_a_corner_has_no_lines_even_before_anything_is_known() -> None:
    knowledge = Knowledge(Puzzle(named("masyu"), Grid.make(3, 3), bytes([1] * 9), clues=bytes([1, *[0] * 8])).problem())
    found = [finding.narrowed for finding in rule_named("circles").find(knowledge, (0,))]
    assert (Narrowing(0, 1 << (N | S) | 1 << (E | W), 0),) in found
