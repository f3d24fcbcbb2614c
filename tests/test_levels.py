"""The levels that come with the program: each can be read, has one solution, is as hard as it says, and is distinct."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

from termpuzzles.board.survey import survey
from termpuzzles.catalogue.levels import levels_folder, packs, read_index
from termpuzzles.formats import read, write
from termpuzzles.games import GAMES, named
from termpuzzles.games.making.params import SYMMETRIES
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, two_solutions
from termpuzzles.generator.course import course_of
from termpuzzles.generator.needed_clues import keeping_clues
from termpuzzles.generator.target import partners
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.make_levels import NEWEST, PACKS, VARIED, entry, home, lesson_titles, rated, view
from tests.variety import neighbours_alike

FOLDER = levels_folder() or Path()
FILES = sorted(path for game in GAMES for path in (FOLDER / game).glob("*.loops"))


@cache
def puzzles(path: Path) -> tuple[Puzzle, ...]:
    return tuple(read(path.read_text(encoding="utf-8"), source=str(path)))


def test_there_are_levels_where_the_program_looks_for_them() -> None:
    assert (FOLDER / "infinity" / "classic.loops").is_file()
    boards = Counter(puzzle.game.name for path in FILES for puzzle in puzzles(path))
    assert sum(boards.values()) >= 600
    assert boards["infinity"] >= 150
    assert boards["net"] >= 150
    assert boards["simpleloop"] >= 100
    assert boards["simpleloops"] >= 60
    assert boards["masyu"] >= 80


def not_so(is_so: Callable[[Puzzle], object]) -> list[str]:
    """The levels, of a sample of each file, of which it is not so."""
    levels = ((path, puzzle) for path in FILES for puzzle in sweep.sample(puzzles(path)))
    return [f"{path.relative_to(FOLDER)}: {puzzle.title}" for path, puzzle in levels if not is_so(puzzle)]


def has_one_solution(puzzle: Puzzle) -> bool:
    solution, *others = two_solutions(puzzle)
    mistakes = puzzle.game.mistakes(puzzle, survey(puzzle.grid, solution.lines))
    return not (others or mistakes or puzzle.start.lines == solution.lines)


def is_as_hard_as_it_says(puzzle: Puzzle) -> bool:
    header, rating = dict(puzzle.header), rate(puzzle)
    said = header.get("rating", rating.hardest), header.get("effort", str(rating.effort))
    return said == (rating.hardest, str(rating.effort)) and header.get("teaches", rating.hardest) in rating.steps


def test_every_level_has_exactly_one_solution_and_is_not_solved() -> None:
    assert not_so(has_one_solution) == []


def test_every_level_is_as_hard_as_it_says_and_shows_what_it_teaches() -> None:
    assert not_so(is_as_hard_as_it_says) == []


def test_every_level_has_a_title_is_of_the_game_of_its_folder_and_written_as_in_its_file() -> None:
    found = []
    for path in FILES:
        text, game = path.read_text(encoding="utf-8"), named(path.relative_to(FOLDER).parts[0])
        written = "\n---\n".join(write(puzzle, "picture") for puzzle in puzzles(path)) + "\n"
        if written != text or not all(puzzle.title and puzzle.game is game for puzzle in puzzles(path)):
            found.append(str(path.relative_to(FOLDER)))
    assert found == []


def test_no_level_is_another_one_turned_or_mirrored() -> None:
    views = Counter(view(puzzle) for path in FILES for puzzle in puzzles(path))
    assert max(views.values()) == 1


@sweep.whole
def test_every_board_stands_in_the_pack_whose_promise_it_keeps_in_the_order_of_effort() -> None:
    for pack in sweep.sample(PACKS, 3):
        if not pack.path.exists():
            continue
        found = [board for puzzle in puzzles(pack.path) if (board := rated(puzzle))]
        assert [board.effort for board in found] == sorted(board.effort for board in found), pack.path
        assert all(home(board) is pack for board in found), pack.path
        assert [board.puzzle.title.rpartition(" ")[2] for board in found] == [f"{n + 1}" for n in range(len(found))]


@sweep.whole
def test_the_newest_packs_keep_their_promise_in_the_order_of_effort() -> None:
    for pack in NEWEST:
        found = [board for puzzle in puzzles(pack.path) if (board := rated(puzzle))]
        assert [board.effort for board in found] == sorted(board.effort for board in found), pack.path
        assert len(found) == pack.wanted
        if pack.name == "early and again":
            assert all(finish(course_of(board.puzzle.problem())).comes(3) for board in found)
        if pack.name == "every circle counts":
            assert all(needed_clues_of(board.puzzle) for board in found)
        if pack.name == "mirrored":
            assert all(is_mirrored(board.puzzle) for board in found)


def needed_clues_of(puzzle: Puzzle) -> bool:
    """Whether every clue is needed."""
    clued = {cell for cell, clue in enumerate(puzzle.clues) if clue}
    return all(len(two_solutions(keeping_clues(puzzle, clued - {cell}))) == 2 for cell in clued)


def is_mirrored(puzzle: Puzzle) -> bool:
    """Whether the clued cells, or else the shaded ones, lie as in a mirror or as after a half turn."""
    shown = [bool(value) for value in puzzle.clues or puzzle.tiles]
    return any(shown == [shown[cell] for cell in partners(puzzle.grid, symmetry)] for symmetry in SYMMETRIES)


def test_the_index_says_what_the_files_hold() -> None:
    found = read_index(FOLDER)
    assert sorted(found) == sorted([*(f"{path.parent.name}/{path.name}" for path in FILES), "lessons"])
    assert found["lessons"] == lesson_titles()
    for path in sweep.sample(FILES):
        assert found[f"{path.parent.name}/{path.name}"] == entry(path)


def test_every_pack_says_what_it_promises_and_teaches() -> None:
    for pack in packs():
        assert pack.promise.endswith(".")
        assert any(pack.teaches in dict(level.steps) for level in pack.levels), pack.key


def test_net_levels_are_plain_and_wrapped_and_walled() -> None:
    grids = [puzzle.grid for path in FILES for puzzle in puzzles(path) if puzzle.game.name == "net"]
    assert any(grid.surface.is_closed for grid in grids)
    assert any(grid.walls for grid in grids)
    assert any(grid.surface.is_plane and not grid.walls for grid in grids)


@sweep.whole
def test_neighbours_in_the_newest_packs_differ() -> None:
    for pack in NEWEST:
        assert neighbours_alike(puzzles(pack.path), VARIED) == [], pack.path
