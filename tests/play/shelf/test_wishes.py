"""Wishes for a new board: the board that is made has what the player chose."""

from dataclasses import replace
from functools import partial

import pytest

from termpuzzles.board.surface import PLANE, TORUS
from termpuzzles.catalogue.new_board import (
    PRESETS,
    SIZES,
    BoardRequest,
    PreviewQuestion,
    allowed,
    grades,
    preset,
    preset_of,
    presets,
    request_of,
    typed_size,
    values,
)
from termpuzzles.errors import PuzzleError
from termpuzzles.games.making.maker import EffortRange
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate
from termpuzzles.logic.answers.grades import GRADES, SCALES, Difficulty, efforts
from termpuzzles.logic.task import finish
from termpuzzles.session.questions import GuideCache, NewQuestion
from tests.games import web
from tests.games.boards import MADE


def made(wanted: BoardRequest) -> Puzzle | str:
    return finish(NewQuestion(wanted.game, wanted.params(), "7").work(GuideCache()))


@pytest.mark.parametrize(
    "wanted",
    [
        BoardRequest("net", "6x5", "yes"),
        BoardRequest("net", "6x6", walls="many", shape="winding"),
        BoardRequest("infinity", "5x5", grade="easy"),
        BoardRequest("net", "7x7", grade="medium"),
        BoardRequest("net", "6x6", hardest="pocket"),
        BoardRequest("simpleloop", "6x6", hardest="degree"),
        BoardRequest("simpleloops", "5x5", grade="easy"),
    ],
)
def test_the_board_fulfils_the_wish(wanted: BoardRequest) -> None:
    board = made(wanted)
    assert isinstance(board, Puzzle)
    assert board.game.name == wanted.game
    assert f"{board.grid.width}x{board.grid.height}" == wanted.size
    assert board.grid.surface == (TORUS if wanted.wraps == "yes" else PLANE)
    assert bool(board.grid.walls) == (wanted.walls != "no")
    found = rate(board)
    hard = Difficulty(wanted.game, board.grid.size, found.effort or 0, found.hardest or "")
    assert wanted.grade in ("any", hard.name)
    assert wanted.hardest in ("any", found.hardest)


@pytest.mark.parametrize("wraps", ["no", "yes"])
@pytest.mark.parametrize("game", MADE)
def test_the_preview_is_a_solved_board_of_that_size_and_kind(game: str, wraps: str) -> None:
    wanted = allowed(BoardRequest(game, "8x6", wraps, "some" if game == "net" else "no"))
    board = finish(PreviewQuestion(wanted, 40).work(GuideCache()))
    assert board is not None
    assert board.problem().judge(board.start.lines)
    assert f"{board.grid.width}x{board.grid.height}" == "8x6"
    assert board.grid.surface == (TORUS if wanted.wraps == "yes" else PLANE)
    assert bool(board.grid.walls) == (wanted.walls != "no")


def test_of_a_large_board_only_a_part_is_drawn_as_a_preview() -> None:
    board = finish(PreviewQuestion(BoardRequest("net", "50x7"), 12).work(GuideCache()))
    assert board is not None
    assert (board.grid.width, board.grid.height) == (12, 7)


def test_of_an_impossible_wish_there_is_no_preview() -> None:
    assert finish(PreviewQuestion(BoardRequest("net", "5x2", "yes"), 40).work(GuideCache())) is None


def test_an_impossible_wish_is_refused_in_a_sentence() -> None:
    assert "side of 2" in str(made(BoardRequest("net", "5x2", "yes")))


@pytest.mark.parametrize("cells", [1, 25, 49, 400, 10_000])
@pytest.mark.parametrize("game", [*SCALES, "web"])
def test_the_grades_part_all_efforts_without_a_gap(game: str, cells: int) -> None:
    bounds = [efforts(name, game, cells) for name in GRADES]
    assert bounds[0][0] == 1
    assert [least for least, _ in bounds[1:]] == [most + 1 for _, most in bounds[:-1]]
    for name, (least, most) in zip(GRADES, bounds, strict=True):
        assert all(Difficulty(game, cells, effort).name == name for effort in (least, most) if least <= most)


@pytest.mark.parametrize("game", MADE)
def test_a_game_offers_the_presets_of_which_it_has_every_value(game: str) -> None:
    for name, chosen in PRESETS.items():
        wanted = preset(name, game)
        assert (name in presets(game)) == all(getattr(wanted, field) == value for field, value in chosen.items())
        assert name not in presets(game) or preset_of(wanted) == name
        assert all(getattr(wanted, field) in values(wanted, field) for field in BoardRequest._fields)
    assert preset_of(BoardRequest(size="17x3")) == "your own"


def test_a_saved_wish_is_restored_as_far_as_it_can_be_granted() -> None:
    wanted = BoardRequest("infinity", "17x9", "yes", "some", "tricky", "block")
    assert request_of({**wanted._asdict(), "words": "…"}) == wanted
    assert request_of({"game": "chess", "size": "0x9", "wraps": 5, "walls": "some"}) == BoardRequest(walls="some")
    assert request_of({"game": "simpleloop", "wraps": "yes"}) == BoardRequest("simpleloop")
    assert request_of("again") == BoardRequest()


@pytest.mark.parametrize(("text", "size"), [("17x9", "17x9"), (" 17 × 9 ", "17x9"), ("12", "12x12"), ("7x7w", "7x7")])
def test_a_size_may_be_typed(text: str, size: str) -> None:
    assert typed_size(text) == size


@pytest.mark.parametrize("text", ["", "1x1", "x", "999x999", "-3x4"])
def test_a_text_that_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        typed_size(text)


def test_only_grades_that_boards_of_the_size_reach_are_offered() -> None:
    assert values(BoardRequest("simpleloops", "9x9"), "grade") == ("easy", "any")
    assert values(BoardRequest("infinity", "7x7"), "grade") == ("easy", "medium", "tricky", "hard", "any")
    assert values(BoardRequest("infinity", "7x7", "yes"), "grade") == (*GRADES, "any")
    assert values(BoardRequest("net", "20x20"), "grade") == ("easy", "medium", "tricky", "any")
    assert values(BoardRequest("net", "20x20", "yes"), "grade") == ("easy", "medium", "tricky", "hard", "any")
    assert allowed(BoardRequest("simpleloops", "9x9", grade="hard")).grade == "any"


def test_a_grade_is_offered_from_the_first_of_its_efforts_that_boards_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = [efforts(name, "web", 25) for name in GRADES]
    for place, (low, high) in enumerate(bounds):
        for least, most, offered in (
            (low, low, GRADES[place : place + 1]),
            (high, high, GRADES[place : place + 1]),
            (bounds[0][0], low, GRADES[: place + 1]),
            (high, bounds[-1][1], GRADES[place:]),
        ):
            making = partial(web.maker()._replace, bordered=(EffortRange(25, least, most),))
            game = replace(web.WEB, maker=making)
            monkeypatch.setattr("termpuzzles.catalogue.new_board.named", {"web": game}.__getitem__)
            assert grades(BoardRequest("web", "5x5")) == tuple(offered)


@pytest.mark.parametrize("game", MADE)
def test_boards_of_every_size_may_be_easy(game: str) -> None:
    assert all(grades(BoardRequest(game, size))[0] == "easy" for size in SIZES)
