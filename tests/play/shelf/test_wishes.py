"""Wishes for a new board: the board that is made has what the player chose."""

import pytest

from termpuzzles.catalogue.new_board import (
    PRESETS,
    SIZES,
    Wish,
    allowed,
    grades,
    preset,
    preset_of,
    typed_size,
    values,
    wish_of,
)
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate
from termpuzzles.logic.explain.grades import GRADES, efforts, grade
from termpuzzles.logic.task import finish
from termpuzzles.session.questions import Desk, NewQuestion
from tests.games.boards import MADE


def made(wish: Wish) -> Puzzle | str:
    return finish(NewQuestion(wish.game, wish.params(), "7").work(Desk()))


@pytest.mark.parametrize(
    "wish",
    [
        Wish("net", "6x5", "yes"),
        Wish("net", "6x6", walls="many", shape="winding"),
        Wish("infinity", "5x5", grade="easy"),
        Wish("net", "7x7", grade="fair"),
        Wish("net", "5x5", hardest="no loop"),
        Wish("simpleloop", "6x6", hardest="degree"),
        Wish("simpleloops", "5x5", grade="easy"),
    ],
)
def test_the_board_fulfils_the_wish(wish: Wish) -> None:
    board = made(wish)
    assert isinstance(board, Puzzle)
    assert board.game.name == wish.game
    assert f"{board.grid.width}x{board.grid.height}" == wish.size
    assert (board.grid.wrap_x, board.grid.wrap_y) == (wish.wraps == "yes",) * 2
    assert bool(board.grid.walls) == (wish.walls != "no")
    found = rate(board)
    assert wish.grade == "any" or (found.effort and grade(found.effort).name == wish.grade)
    assert wish.hardest in ("any", found.hardest)


def test_an_impossible_wish_is_refused_in_a_sentence() -> None:
    assert "side of 2" in str(made(Wish("net", "5x2", "yes")))


def test_the_grades_part_all_efforts_without_a_gap() -> None:
    bounds = [efforts(name) for name in GRADES]
    assert [least for least, _ in bounds[1:]] == [most + 1 for _, most in bounds[:-1]]
    assert all(grade(effort).name == name for name in GRADES for effort in efforts(name))


@pytest.mark.parametrize("game", MADE)
def test_every_preset_can_be_granted_by_every_game(game: str) -> None:
    for name in PRESETS:
        wish = preset(name, game)
        assert preset_of(wish) in PRESETS
        assert all(getattr(wish, field) in values(wish, field) for field in Wish._fields)
    assert preset_of(Wish(size="17x3")) == "your own"


def test_a_saved_wish_is_restored_as_far_as_it_can_be_granted() -> None:
    wish = Wish("infinity", "17x9", "yes", "some", "tricky", "block")
    assert wish_of({**wish._asdict(), "words": "…"}) == wish
    assert wish_of({"game": "chess", "size": "0x9", "wraps": 5, "walls": "some"}) == Wish(walls="some")
    assert wish_of({"game": "simpleloop", "wraps": "yes"}) == Wish("simpleloop")
    assert wish_of("again") == Wish()


@pytest.mark.parametrize(("text", "size"), [("17x9", "17x9"), (" 17 × 9 ", "17x9"), ("12", "12x12"), ("7x7w", "7x7")])
def test_a_size_may_be_typed(text: str, size: str) -> None:
    assert typed_size(text) == size


@pytest.mark.parametrize("text", ["", "1x1", "x", "999x999", "-3x4"])
def test_a_text_that_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        typed_size(text)


def test_only_grades_that_boards_of_the_size_reach_are_offered() -> None:
    assert values(Wish("simpleloops", "9x9"), "grade") == ("any", "easy")
    assert values(Wish("infinity", "7x7"), "grade") == ("any", "easy", "fair", "tricky")
    assert values(Wish("infinity", "7x7", "yes"), "grade") == ("any", *GRADES)
    assert "easy" not in values(Wish("net", "20x20"), "grade")
    assert allowed(Wish("simpleloops", "9x9", grade="hard")).grade == "any"


@pytest.mark.parametrize("game", MADE)
def test_every_size_has_a_grade_and_larger_boards_no_easier_ones(game: str) -> None:
    offered = [grades(Wish(game, size)) for size in SIZES]
    assert all(offered)
    easiest = [GRADES.index(found[0]) for found in offered]
    assert easiest == sorted(easiest)
