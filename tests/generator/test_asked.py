"""What may be asked besides a rating: how often and how early, a grade, a look; and what is nearest to it."""

from __future__ import annotations

from collections import Counter

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, two_solutions
from termpuzzles.generator import NotFound, hill_climbing, make_board, rng_of, target
from termpuzzles.generator.course import course_of
from termpuzzles.generator.generate import generate
from termpuzzles.logic.answers.grades import Difficulty
from termpuzzles.logic.task import finish
from termpuzzles.session.questions import GuideCache, NewQuestion, params_like
from tests.data import sweep


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("net", "7x7w, rating block, times 3"),
        ("infinity", "8x8w, rating block, times 3"),
        ("masyu", "7x7, rating no loop, times 3"),
        ("simpleloop", "7x7, rating no loop, times 2"),
        *[
            ("net", "8x8, rating block, times 3"),
            ("masyu", "8x8, rating chain, times 3"),
            ("masyu", "8x8, rating block, times 3"),
        ]
        * sweep.IS_LONG,
    ],
)
def test_a_technique_comes_early_and_as_often_as_asked(game: str, wish: str) -> None:
    params = Params.parse(wish)
    puzzle = make_board(named(game), params, rng_of("early"))
    course = finish(course_of(puzzle.problem()))
    assert (course.hardest, rate(puzzle).hardest) == (params.rating, params.rating)
    assert course.comes(params.times)
    assert len(two_solutions(puzzle)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("net", "6x6, rating pocket"),
        ("infinity", "7x7, rating block"),
        *[("net", "6x6w, rating block"), ("masyu", "7x7, rating chain")] * sweep.IS_LONG,
    ],
)
def test_a_technique_that_a_player_asks_for_comes_early_and_again(game: str, wish: str) -> None:
    params = Params.parse(wish)
    found = finish(NewQuestion(game, params, "played").work(GuideCache()))
    assert isinstance(found, Puzzle)
    assert finish(course_of(found.problem())).comes(3)
    assert params_like(found) == params
    assert found.tiles == generate(game, params, "played").tiles


def test_a_technique_that_does_not_come_early_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hill_climbing, "SOONER", 0)
    found = generate("net", "6x6, rating no loop", "late")
    assert rate(found).hardest == "no loop"


@pytest.mark.slow
def test_boards_that_do_not_need_the_technique_asked_for_are_drawn_again() -> None:
    # Four in five need another technique early and again: they are not changed, and some in a row are no reason to end.
    for seed in range(sweep.share(6, 3)):
        puzzle = make_board(named("net"), Params.parse("7x7w, rating no loop, times 3"), rng_of("again", seed))
        assert finish(course_of(puzzle.problem())).hardest == "no loop"


@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("net", "6x6, grade medium"),
        ("masyu", "6x6, grade medium"),
        pytest.param("net", "9x9, grade hard", marks=pytest.mark.slow),
    ],
)
def test_a_grade_asked_for_is_the_one_made(game: str, wish: str) -> None:
    puzzle = make_board(named(game), Params.parse(wish), rng_of("grade"))
    rating = rate(puzzle)
    assert rating.effort
    assert rating.hardest
    assert Difficulty(game, puzzle.grid.size, rating.effort, rating.hardest).name == Params.parse(wish).grade


@pytest.mark.slow
def test_infinity_boards_of_which_nothing_is_asked_need_various_techniques() -> None:
    made = [make_board(named("infinity"), Params.parse("6x6w"), rng_of("mixed", index)) for index in range(12)]
    hardest = Counter(rate(puzzle).hardest for puzzle in made)
    assert len(hardest) >= 3
    assert all(len(two_solutions(puzzle)) == 1 for puzzle in made)


@pytest.mark.parametrize(
    ("game", "wish", "words"),
    [
        ("net", "5x5, effort 5", "no Net board 5x5, effort 5 was found: the nearest takes an effort of "),
        ("net", "4x4, grade fiendish", "no Net board 4x4, grade fiendish was found: the nearest is "),
        (
            "net",
            "5x5w, rating no loop, times 50",
            "times 50 was found: the nearest needs 'No loop' .*, first after ",
        ),
    ],
)
def test_what_is_not_found_is_said_in_the_terms_that_were_asked(
    game: str, wish: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target, "CLIMBED", 1)
    monkeypatch.setattr(target, "EARLY_DRAWN", 1)
    with pytest.raises(NotFound, match=words):
        make_board(named(game), Params.parse(wish), rng_of("asked", 3))


@pytest.mark.parametrize(
    ("game", "wish", "words"),
    [
        ("net", "5x5, times 3", "can be asked for only with its rating"),
        ("net", "5x5, at most block, times 3", "can be asked for only with its rating"),
        ("net", "5x5, mirror", "Net boards are not made symmetric"),
    ],
)
def test_what_has_no_meaning_is_refused(game: str, wish: str, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        make_board(named(game), Params.parse(wish), rng_of("asked"))


@pytest.mark.parametrize("wish", ["7x7, grade hard", "9x9, rating block, times 3", "6x6, half turn", "7x7, mirror"])
def test_a_wish_is_read_as_it_is_written(wish: str) -> None:
    assert str(Params.parse(wish)) == wish


def test_long_arms_join_every_tile_and_run_straight() -> None:
    straight = Counter[str]()
    for style in ("growth", "long arms"):
        for index in range(4):
            puzzle = make_board(named("net"), Params.parse(f"9x9, {style}"), rng_of("arms", index))
            straight[style] += sum(tile in (5, 10) for tile in puzzle.tiles)
    assert straight["long arms"] > 1.3 * straight["growth"]


@pytest.mark.slow
@pytest.mark.parametrize("wish", ["6x6, half turn", "7x6, mirror", "6x5, half turn", "7x7, mirror"])
def test_shaded_cells_are_symmetric(wish: str) -> None:
    params = Params.parse(wish)
    puzzle = make_board(named("simpleloop"), params, rng_of("symmetric"))
    partner = target.partners(puzzle.grid, params.symmetry)
    assert puzzle.tiles == bytes(puzzle.tiles[partner[cell]] for cell in range(puzzle.grid.size))
    assert len(two_solutions(puzzle)) == 1
