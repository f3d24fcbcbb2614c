"""The levels that come with the program: each can be read, is of its folder's game and has exactly one solution."""

from collections import Counter
from pathlib import Path

import pytest

from termpuzzles.formats import canonical_id, read
from termpuzzles.games import named
from termpuzzles.games.answers import two_solutions
from termpuzzles.games.checks import survey
from termpuzzles.games.model import Puzzle
from termpuzzles.play.levels import levels_folder

FOLDER = levels_folder() or Path()
FILES = sorted(FOLDER.rglob("*.loops"))


def puzzles(path: Path) -> list[Puzzle]:
    return read(path.read_text(encoding="utf-8"), source=str(path))


def test_there_are_levels_where_the_program_looks_for_them() -> None:
    assert (FOLDER / "infinity" / "classic.loops").is_file()
    boards = Counter(puzzle.game.name for path in FILES for puzzle in puzzles(path))
    assert boards["infinity"] > 10
    assert boards["net"] > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_every_level_has_exactly_one_solution_and_is_not_solved(path: Path) -> None:
    for puzzle in puzzles(path):
        (solution,) = two_solutions(puzzle)
        assert not puzzle.game.mistakes(puzzle, survey(puzzle.grid, solution.lines))
        assert puzzle.start.lines != solution.lines, f"{puzzle.title} is solved already"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_every_level_is_of_the_game_whose_folder_it_stands_in_and_has_a_title(path: Path) -> None:
    for puzzle in puzzles(path):
        assert puzzle.game is named(path.relative_to(FOLDER).parts[0])
        assert puzzle.title


def test_no_level_is_shipped_twice() -> None:
    ids = Counter(canonical_id(puzzle) for path in FILES for puzzle in puzzles(path))
    assert max(ids.values()) == 1


def test_net_levels_are_plain_and_wrapped_and_walled() -> None:
    grids = [puzzle.grid for path in FILES for puzzle in puzzles(path) if puzzle.game.name == "net"]
    assert any(grid.wrap_x and grid.wrap_y for grid in grids)
    assert any(grid.walls for grid in grids)
    assert any(not (grid.wrap_x or grid.wrap_y or grid.walls) for grid in grids)
