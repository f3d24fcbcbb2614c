"""The result of a solved board as text: words first, then a picture that gives no board of the day away."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from termpuzzles.catalogue.daily import daily_board
from termpuzzles.catalogue.day import is_daily
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.plain.conversation import Conversation
from termpuzzles.plain.play import BoardPlace
from termpuzzles.play.history_commands import solving
from termpuzzles.play.result import result_of
from termpuzzles.session.attempt import CHECKED, GAVE_UP, HINT
from tests.play.test_commands import context


@pytest.fixture(autouse=True)
def places() -> Iterator[None]:
    """Close whatever a test has opened."""
    yield
    while OPENED:
        OPENED.pop().leave()


OPENED: list[BoardPlace] = []


def begun(folder: Path, puzzle: Puzzle) -> BoardPlace:
    """The board in plain mode."""
    OPENED.append(BoardPlace(context(folder), [puzzle]))
    return OPENED[-1]


def place_at(folder: Path, puzzle: Puzzle, hints: int = 0, seconds: float = 271.0) -> BoardPlace:
    """The board in plain mode, solved after so many seconds."""
    return _solved(begun(folder, puzzle), hints, seconds)


def _solved(place: BoardPlace, hints: int = 0, seconds: float = 271.0) -> BoardPlace:
    controller = place.controller
    solution = solve(controller.puzzle)
    assert solution is not None
    for _ in range(hints):
        controller.session.apply(HINT)
    controller.context.now.now += seconds  # type: ignore[attr-defined]
    controller.carry_out(solving(controller.puzzle, controller.session.state, solution.lines), "")
    return place


def test_words_come_first_and_then_the_solved_board_in_characters(tmp_path: Path) -> None:
    puzzle = replace(generate("net", "4x4", seed=1), title="Small")
    result = result_of(place_at(tmp_path, puzzle).controller)
    assert result is not None
    words, *picture = str(result).splitlines()
    assert words == "termpuzzles · Net 4x4 · Small · 4:31, no hints"
    assert len(picture) == 4
    assert {*"".join(picture)} <= {*" ▀▄█"}
    drawn = sum({" ": 0, "▀": 1, "▄": 1, "█": 2}[each] for line in picture for each in line)
    assert drawn == 16 + 15, "a tree of 16 tiles has 15 joins"


def test_help_is_told(tmp_path: Path) -> None:
    result = result_of(place_at(tmp_path, generate("net", "4x4", seed=1), hints=2).controller)
    assert result is not None
    assert result.words.endswith("4:31, 2 hints")


def test_a_check_that_found_something_is_help_and_one_hint_is_one(tmp_path: Path) -> None:
    board = generate("net", "4x4", seed=1)
    for hints, checks, said in ((0, [0], "no hints"), (0, [2], "with help"), (1, [], "1 hint"), (1, [2], "1 hint")):
        place = begun(tmp_path / f"{hints} {checks}", board)
        for wrong in checks:
            place.controller.session.apply(CHECKED, wrong)
        result = result_of(_solved(place, hints).controller)
        assert result is not None
        assert result.words.endswith(f", {said}")


@pytest.mark.parametrize(
    ("width", "height", "columns", "rows"),
    [(20, 20, 39, 20), (21, 10, 40, 10), (10, 21, 19, 20), (30, 60, 40, 20), (5, 4, 9, 4)],
)
def test_the_picture_has_forty_columns_and_twenty_rows_at_most(
    width: int, height: int, columns: int, rows: int, tmp_path: Path
) -> None:
    (board,) = read(f"infinity:{width}x{height}:{'1' * width * height}")
    result = result_of(place_at(tmp_path, board).controller)
    assert result is not None
    picture = result.picture.splitlines()
    assert (max(map(len, picture)), len(picture)) == (columns, rows)


def test_of_a_board_of_the_day_only_what_everybody_sees_is_shown(tmp_path: Path) -> None:
    board = daily_board("infinity", date(2026, 11, 20))
    here, there = (place_at(tmp_path / name, board, seconds=9.0).controller for name in ("one", "two"))
    results = [result_of(each) for each in (here, there)]
    assert results[0] == results[1]
    assert results[0] is not None
    assert results[0].words.startswith("termpuzzles 2026-11-20 · ∞ Loop")
    assert "stream" in results[0].words
    solved = result_of(place_at(tmp_path / "three", replace(board, header=())).controller)
    assert solved is not None
    assert solved.picture != results[0].picture


def test_an_unsolved_board_and_one_that_was_given_up_have_no_result(tmp_path: Path) -> None:
    puzzle = generate("net", "4x4", seed=1)
    unsolved = begun(tmp_path / "one", puzzle)
    assert result_of(unsolved.controller) is None
    shown = begun(tmp_path / "two", puzzle)
    shown.controller.session.apply(GAVE_UP)
    solution = solve(puzzle)
    assert solution is not None
    shown.controller.carry_out(solving(puzzle, shown.controller.session.state, solution.lines), "")
    assert result_of(shown.controller) is None


@pytest.mark.parametrize("day", ["", "someday", "2026-02-30"])
def test_a_board_that_claims_to_be_of_a_day_on_which_there_is_none_is_an_ordinary_one(tmp_path: Path, day: str) -> None:
    puzzle = read(f"# daily: {day}\n┐┐\n└┘\n")[0]
    controller = place_at(tmp_path, puzzle).controller
    assert controller.session.solved
    assert not is_daily(controller.puzzle)
    result = result_of(controller)
    assert result is not None
    assert result.words == f"termpuzzles · {puzzle.game.title} {puzzle.grid} · 4:31, no hints"
    assert not day or ("daily", day) in puzzle.header


def test_in_plain_mode_the_picture_comes_only_to_whoever_wants_more(tmp_path: Path) -> None:
    conversation = Conversation(place_at(tmp_path, generate("net", "4x4", seed=1)))
    assert [*conversation.answer("share")] == ["termpuzzles · Net 4x4 · 4:31, no hints", "Type more for the rest."]
    (picture,) = conversation.answer("more")
    assert "▀" in picture
    unsolved = Conversation(begun(tmp_path / "two", generate("net", "4x4", seed=2)))
    assert [*unsolved.answer("share")] == ["Solve the board first; then you can share its result."]
