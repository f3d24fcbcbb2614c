"""Solutions that hold what the player has shown: found exactly where there are any, and known to be alone or not."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.board.surface import TORUS
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import two_solutions
from termpuzzles.hints import witness
from termpuzzles.hints.witness import ANY_WORK, Outcome, Witnesses, fits, is_within, most_alike, undetermined, with_only
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.problem import masks_of
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.data.tables import GAMES, rows
from tests.games.boards import drawing
from tests.hints.model import Model
from tests.logic.boards import infinity_problem
from tests.logic.oracle import all_solutions

MOST = 30  # cells
EACH = sweep.share(8, 4)  # boards of a game


@pytest.mark.parametrize("game", [game for game in GAMES if game != "web"])  # the model does not know it
@pytest.mark.parametrize("many", [0, 10_000])
def test_a_witness_is_found_after_each_choice_exactly_if_some_solution_has_it(
    game: str, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness, "MANY", many)
    rng, found = Random(1), set[tuple[bool, bool]]()
    boards = [row for row in rows(game, "ambiguous") if row.cells <= MOST]
    for row in boards[:: max(1, len(boards) // EACH)]:
        (puzzle,) = read(row.id, game=game)
        problem = puzzle.problem()
        witnesses, goals = Witnesses(problem), [state.lines for state in two_solutions(puzzle)]
        tiles = {cell: set(masks_of(problem.domain_of(cell))) for cell in range(puzzle.grid.size)}
        for _ in range(3):
            held: dict[int, int] = {}
            for cell in rng.sample(range(puzzle.grid.size), min(4, puzzle.grid.size)):
                own = rng.choice(goals)[cell] if rng.random() < 0.8 else rng.choice(sorted(tiles[cell]))
                held[cell] = 1 << own
                model = Model(problem, tiles | {chosen: set(masks_of(keep)) for chosen, keep in held.items()})
                outcome = finish(witnesses.holding(held, ANY_WORK))
                assert outcome.decided
                assert bool(outcome.board) == model.is_possible([]), (row.id, held)
                if board := outcome.board:
                    assert problem.judge(board)
                    assert all(keep >> board[at] & 1 for at, keep in held.items())
                    only = finish(witnesses.only(held, ANY_WORK)).board
                    others = [
                        (at, side, not mask & side)
                        for at, mask in enumerate(board)
                        for side in SIDES
                        if model.is_possible([(at, side, not mask & side)])
                    ]
                    assert bool(only) == (not others), (row.id, held)
                    found.add((True, bool(only)))
                else:
                    found.add((False, False))
    assert len(found) == 3, found


def test_the_board_most_like_the_first_differs_from_it_in_the_fewest_cells() -> None:
    rng = Random(1)
    for _ in range(200):
        first = bytes(rng.choices(range(16), k=9))
        others = [bytes(rng.choice((mask, mask, mask ^ 1 << rng.randrange(4))) for mask in first) for _ in range(4)]
        others = [other for other in others if other != first] or [bytes(9)]
        assert most_alike([first, *others])[0] == first
        differing = [sum(map(int.__ne__, first, other)) for other in others]
        assert most_alike([first, *others])[1] == others[differing.index(min(differing))]


def test_only_the_sixteen_solutions_asked_for_last_are_kept() -> None:
    (puzzle,) = read("simpleloops/6/6/000000")
    problem = puzzle.problem()
    witnesses, asked = Witnesses(problem), list[bytes]()
    every = finish(solutions(problem, 40))
    for board in every:
        held = {cell: 1 << mask for cell, mask in enumerate(board)}
        assert finish(witnesses.holding(held, ANY_WORK)).board == board
        asked = [board, *(other for other in asked if other != board)]
        assert witnesses.boards[0] == board
    assert len(every) > 16
    assert len(witnesses.boards) == 16
    assert witnesses.boards == asked[:16]


def test_what_took_more_work_than_it_is_worth_is_not_tried_again_unless_it_is_worth_any() -> None:
    (puzzle,) = read("simpleloop/4/4/")
    witnesses, conflicts = Witnesses(puzzle.problem()), []
    assert finish(witnesses.holding({}, ANY_WORK)).board
    for _ in range(2):
        assert finish(witnesses.only({}, 1)) == Outcome(None, False)
        assert witnesses._kept
        conflicts.append(witnesses._kept.search.conflicts)
    assert conflicts[0] == conflicts[1] > 0
    assert finish(witnesses.only({}, ANY_WORK)) == Outcome(None)
    assert finish(witnesses.only({}, 1)) == Outcome(None)


def test_a_search_that_gave_up_goes_on_by_an_eighth_of_its_work_until_it_finds_a_witness(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(witness, "CONFLICTS", 33)
    clues = bytearray(256)
    for cell in (63, 118, 193, 250):
        clues[cell] = 1
    puzzle = Puzzle(named("masyu"), Grid.make(16, 16), bytes([1]) * 256, clues=bytes(clues))
    witnesses, conflicts = Witnesses(puzzle.problem()), [0]
    while not (outcome := finish(witnesses.holding({}))).decided:
        assert witnesses._kept
        conflicts.append(witnesses._kept.search.conflicts)
    assert outcome.board
    assert puzzle.problem().judge(outcome.board)
    first, *further = [after - before for before, after in pairwise(conflicts)]
    assert first == 33
    assert {*further} == {5}


def test_what_is_held_is_compared_mask_by_mask() -> None:
    rng, seen = Random(3), Counter[tuple[str, bool]]()
    for _ in range(500):
        left = [rng.getrandbits(16) | 1 for _ in range(4)]
        boards = [bytes(rng.choice(masks_of(keep)) for keep in left) for _ in range(rng.randint(1, 3))]
        held = {cell: rng.getrandbits(16) | rng.getrandbits(16) for cell in rng.sample(range(4), rng.randint(0, 3))}
        strictly = {cell: keep & rng.choice((0xFFFF, 0xFFFF, rng.getrandbits(16))) for cell, keep in held.items()}
        if rng.random() < 0.3:
            strictly.pop(rng.randrange(4), None)
        allowed = all(boards[0][cell] in masks_of(keep) for cell, keep in held.items())
        assert fits(boards[0], held) == allowed
        within = all(set(masks_of(strictly.get(cell, 0xFFFF))) <= set(masks_of(keep)) for cell, keep in held.items())
        assert is_within(strictly, held) == within
        assert with_only({1, 3}, left, boards[0]) == [1 << boards[0][0], left[1], 1 << boards[0][2], left[3]]
        expected = {}
        for cell in (0, 2, 3):
            agreed = [side for side in SIDES if len({bool(board[cell] & side) for board in boards}) == 1]
            other = [mask for mask in masks_of(left[cell]) if any((mask ^ boards[0][cell]) & side for side in agreed)]
            if other:
                expected[cell] = sum(1 << mask for mask in other)
        assert undetermined(left, boards, (0, 2, 3)) == expected
        seen.update([("fits", allowed), ("within", within)])
    assert len(seen) == 4


@pytest.mark.parametrize("density", [0.0, 0.1, 0.4])
def test_a_witness_holds_all_that_it_is_asked_to_hold_where_straights_part_the_board(density: float) -> None:
    rng, found = Random(f"straights {density}"), Counter[bool]()
    for _ in range(40):
        grid = Grid.make(rng.randint(3, 4), rng.randint(3, 4), TORUS)
        rows, columns = ([rng.random() < 0.5 for _ in range(length)] for length in (grid.height, grid.width))
        drawn = [line for line in grid.lines() if _is_along(grid, line, rows, columns) != (rng.random() < density)]
        problem = infinity_problem(grid, drawing(grid, drawn))
        every = sorted(all_solutions(problem))
        witnesses = Witnesses(problem)
        for _ in range(8):
            like = rng.choice(every)
            held = {}
            for cell in rng.sample(range(grid.size), rng.randint(1, 6)):
                turns = masks_of(problem.domain_of(cell))
                held[cell] = 1 << (like[cell] if rng.random() < 0.9 else rng.choice(turns)) | 1 << rng.choice(turns)
            fitting = [board for board in every if all(keep >> board[cell] & 1 for cell, keep in held.items())]
            outcome = finish(witnesses.holding(held, ANY_WORK))
            assert outcome.board in fitting if fitting else outcome.board is None
            assert finish(witnesses.only(held, ANY_WORK)).board == (fitting[0] if len(fitting) == 1 else None)
            found[bool(fitting)] += 1
    assert found[True] > 100


def _is_along(grid: Grid, line: int, rows: list[bool], columns: list[bool]) -> bool:
    """Whether the line lies along one of these rows or columns."""
    x, y = grid.place(line // 2)
    return columns[x] if line & 1 else rows[y]
