"""Rating and effort: they are the same however a board lies, grow with what a person must see, and map to grades."""

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.board.surface import Surface
from termpuzzles.catalogue.levels import levels_folder
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, steps
from termpuzzles.logic.answers import rating
from termpuzzles.logic.answers.effort import WEIGHTS, weight
from termpuzzles.logic.answers.grades import SCALES, Difficulty
from termpuzzles.logic.explain.step import Finding, Premise, Reason
from termpuzzles.logic.problem import SEARCH
from termpuzzles.logic.rules.techniques import TITLES
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.data.tables import rows

EVERYTHING = bool(os.environ.get("TERMPUZZLES_ALL"))
BOARDS = {"net": 120, "infinity": 50, "simpleloop": 30} if EVERYTHING else {"net": 20, "infinity": 10, "simpleloop": 8}
SHIFTS = 3
MIRRORED = {N: N, S: S, E: W, W: E}
TRANSPOSED = {N: W, W: N, E: S, S: E}


def moved(puzzle: Puzzle, grid: Grid, cells: list[int], sides: dict[int, int]) -> Puzzle:
    """The puzzle with each cell in its new place and each side toward its new direction."""
    turned = [sum(sides[side] for side in sides if mask & side) for mask in range(16)]
    tiles = bytearray(grid.size)
    for cell, place in enumerate(cells):
        tiles[place] = puzzle.tiles[cell] if puzzle.game.draws else turned[puzzle.tiles[cell]]
    walls = []
    for cell, side in puzzle.grid.walls:
        at, now = cells[cell], sides[side]
        x, y = grid.place(at)
        if now in (E, S):
            walls.append((at, now))
        elif now == W:
            walls.append((grid.cell((x - 1) % grid.width, y), E))
        else:
            walls.append((grid.cell(x, (y - 1) % grid.height), S))
    return Puzzle(puzzle.game, Grid.make(grid.width, grid.height, grid.surface, walls), bytes(tiles))


def mirrored(puzzle: Puzzle) -> Puzzle:
    grid = puzzle.grid
    cells = [grid.cell(grid.width - 1 - x, y) for x, y in map(grid.place, range(grid.size))]
    return moved(puzzle, Grid(grid.width, grid.height, grid.surface), cells, MIRRORED)


def transposed(puzzle: Puzzle) -> Puzzle:
    grid = puzzle.grid
    other = Grid(grid.height, grid.width, Surface(*grid.surface[::-1]))
    cells = [other.cell(y, x) for x, y in map(grid.place, range(grid.size))]
    return moved(puzzle, other, cells, TRANSPOSED)


def shifted(puzzle: Puzzle, right: int, down: int) -> Puzzle:
    grid = puzzle.grid
    cells = [
        grid.cell((x + right) % grid.width, (y + down) % grid.height) for x, y in map(grid.place, range(grid.size))
    ]
    plain = Grid(grid.width, grid.height, grid.surface)
    return moved(puzzle, plain, cells, {side: side for side in MIRRORED})


def orientations(puzzle: Puzzle, rng: Random) -> Iterator[Puzzle]:
    """The puzzle all eight ways round, and shifted where both directions wrap."""
    for _ in range(4):
        yield puzzle
        puzzle = mirrored(puzzle)
        yield puzzle
        puzzle = transposed(puzzle)
    for _ in range(SHIFTS if puzzle.grid.surface.is_closed else 0):
        yield shifted(puzzle, rng.randrange(puzzle.grid.width), rng.randrange(puzzle.grid.height))


def test_how_the_board_lies_does_not_decide_between_two_equally_small_regions() -> None:
    (puzzle,) = read("simpleloop/14/14/j020840mdj3g8004k82844h2109igj080400o8vg")
    assert len({rate(each).effort for each in orientations(puzzle, Random(1))}) == 1


@pytest.mark.parametrize("game", BOARDS)
def test_rating_and_effort_do_not_depend_on_how_the_board_lies(game: str) -> None:
    found = [row for row in rows(game, "hard", "unique") if row.number == "1"]
    far = []
    for row in found[:: max(1, len(found) // sweep.share(BOARDS[game]))]:
        (puzzle,) = read(row.id)
        ratings = [rate(each) for each in orientations(puzzle, Random(1))]
        assert len({each.hardest for each in ratings}) == 1, row.id
        efforts = [each.effort for each in ratings if each.effort is not None]
        if efforts and max(efforts) > 1.1 * min(efforts):
            far.append((row.id, efforts))
    assert not far


@pytest.mark.parametrize("game", BOARDS)
def test_the_effort_of_trying_out_does_not_depend_on_how_the_board_lies(game: str) -> None:
    for row in [row for row in rows(game, "hard", "unique") if row.number == "1" and row.cells <= 100][:4]:
        (puzzle,) = read(row.id)
        ratings = []
        for each in orientations(puzzle, Random(1)):
            problem = each.problem()
            ratings.append(finish(rating.rating_of(replace(problem, rules=(problem.rules[0], SEARCH)))))
        assert len({(found.hardest, found.effort) for found in ratings}) == 1


def test_no_small_level_takes_more_effort_than_a_large_one_of_ten_times_the_steps() -> None:
    folder = levels_folder()
    assert folder
    small: list[tuple[int, int]] = []
    large: list[tuple[int, int]] = []
    for path in sorted(folder.rglob("*.loops")):
        for puzzle in read(path.read_text(encoding="utf-8")):
            if puzzle.grid.size <= 25 or 400 <= puzzle.grid.size <= 625:
                rating = rate(puzzle)
                (small if puzzle.grid.size <= 25 else large).append((sum(rating.steps.values()), rating.effort or 0))
    assert len(small) > 50
    assert len(large) > 20
    for steps_of_it, effort in small:
        assert all(effort < other for number, other in large if number >= 10 * steps_of_it), (steps_of_it, effort)


def test_the_steps_that_are_shown_are_those_that_are_rated() -> None:
    for game in BOARDS:
        for row in sweep.sample(rows(game, "hard")[::5]):
            (puzzle,) = read(row.id)
            rules = [step.rule for step in steps(puzzle)]
            counts = rate(puzzle).steps
            assert {name: rules.count(name) for name in counts} == counts
            assert len(rules) == sum(counts.values())


def test_a_board_that_is_not_unique_has_no_effort() -> None:
    for row in rows("net", "ambiguous", "contradictory")[:10]:
        (puzzle,) = read(row.id)
        assert (rate(puzzle).hardest, rate(puzzle).effort) == (None, None)


def test_every_rule_has_a_weight_and_a_name_for_players() -> None:
    assert set(WEIGHTS) == set(TITLES)


@pytest.mark.parametrize(
    ("rule", "size", "tiles", "effort"),
    [
        ("edge", 1, 3, 1),
        ("degree", 1, 3, 1),
        ("pocket", 1, 3, 8),
        ("no loop", 1, 3, 12),
        ("dead end", 1, 3, 8),
        ("dead end", 8, 3, 24),
        ("dead end", 1000, 3, 64),
        ("block", 3, 9, 28),
        ("colouring", 5, 9, 36),
        ("chain", 5, 9, 76),
        ("only way across", 1, 9, 32),
        ("parity", 1, 5, 32),
        ("patterns", 0, 5, 2),
        ("patterns", 1, 5, 14),
        ("pairs", 1, 5, 56),
        ("parity type 1", 1, 5, 44),
        ("parity type 2", 1, 5, 68),
        ("one step ahead", 1, 5, 180),
        ("search", 1, 5, 1000),
        ("search", 3, 5, 3000),
    ],
)
def test_a_finding_takes_more_effort_the_more_there_is_to_see(rule: str, size: int, tiles: int, effort: float) -> None:
    because = tuple(Premise(cell, 0, 1) for cell in range(tiles))
    assert weight(Finding(rule, (), lambda: Reason(because), size)) == effort


def test_grades_go_from_easy_to_fiendish_with_the_effort_for_each_cell() -> None:
    for game, scale in SCALES.items():
        for cells in (25, 625):
            efforts = [1, *(round(bound * cells + 1) for bound in scale)]
            found = [Difficulty(game, cells, effort).name for effort in efforts]
            assert found == ["easy", "medium", "tricky", "hard", "fiendish"]
    assert Difficulty("net", 100, 400).dots() == "●●●○○"
    assert Difficulty("net", 100, 400).dots(unicode=False) == "***.."
    assert Difficulty("net", 100, 0).dots() == Difficulty("net", 100, 0).words == ""


def test_a_hard_step_makes_a_board_harder_and_without_one_it_is_never_more_than_tricky() -> None:
    assert Difficulty("net", 2500, 2600, "no loop").words == "easy, very long"
    assert Difficulty("net", 2500, 2600, "chain").name == "tricky"
    assert Difficulty("net", 2500, 2600, "one step ahead").name == "hard"
    assert Difficulty("masyu", 36, 600, "parity").name == "tricky"
    assert Difficulty("masyu", 36, 600, "chain").name == "fiendish"
    assert Difficulty("masyu", 36, 600, "circles").name == "medium"


def test_the_length_of_a_board_is_told_beside_its_grade() -> None:
    words = [Difficulty("infinity", 1000, effort).words for effort in (99, 100, 499, 500, 1899, 2000)]
    assert words == ["easy, short", "easy", "easy", "easy, long", "easy, long", "medium, very long"]
