"""What statistics count, from journals of real play with a clock that only the test moves."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.catalogue.levels import Level, Levels, Pack
from termpuzzles.catalogue.statistics import Need, practice, rows, times_like
from termpuzzles.catalogue.suggestions import suggest
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.play.opening import open_session
from termpuzzles.session.attempt import CHECKED, GAVE_UP, HINT
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import Solve, Summary
from tests.games.boards import board
from tests.play.test_session import Time


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(Folders(tmp_path / "data", tmp_path / "config"), lambda: datetime(2026, 11, 21, 12))


def puzzle(number: int = 0) -> Puzzle:
    """A ring in which one tile, the first or another, is a quarter turn off."""
    rows = [["┗┓", "┗┛"], ["┏┛", "┗┛"], ["┏┓", "┏┛"], ["┏┓", "┗┗"]]
    return board(named("infinity"), *rows[number])


def played(library: Library, number: int, seconds: float, help_taken: str = "") -> None:
    time = Time()
    kept = open_session(library, puzzle(number), time)
    kept.session.resume()
    if kept.session.solved:
        kept.session.restart()
        kept.session.resume()
    if help_taken == "check":
        kept.session.apply(CHECKED, 1)
    elif help_taken == "free check":
        kept.session.apply(CHECKED, 0)
    elif help_taken == "gave up":
        kept.session.apply(GAVE_UP)
    elif help_taken:
        kept.session.apply(HINT, help_taken)
    time.now += seconds
    while not kept.session.solved:
        kept.session.do(Gesture("turn", number))
    kept.leave()


def test_a_row_tells_how_many_were_solved_how_many_unaided_and_how_fast(library: Library) -> None:
    played(library, 0, 30.0)
    played(library, 1, 10.0, "no loop")
    played(library, 2, 50.0, "free check")
    (row,) = rows(library.journals())
    assert (row.game, row.size, row.solved, row.unaided) == ("infinity", "2x2", 3, 2)
    assert (row.best, row.median) == (10.0, 30.0)
    assert sorted(row.times) == [10.0, 30.0, 50.0]


@pytest.mark.parametrize(("help_taken", "unaided"), [("", 1), ("edge", 0), ("check", 0), ("gave up", 0)])
def test_help_of_any_kind_is_help_and_a_check_that_finds_nothing_is_free(
    library: Library, help_taken: str, unaided: int
) -> None:
    played(library, 0, 5.0, help_taken)
    assert rows(library.journals())[0].unaided == unaided


def test_a_new_attempt_is_counted_by_itself(library: Library) -> None:
    played(library, 0, 30.0, "edge")
    played(library, 0, 20.0)
    (entry,) = library.journals()
    assert [(solve.seconds, solve.unaided) for solve in entry.solves] == [(30.0, False), (20.0, True)]
    assert times_like([entry], puzzle()) == (20.0, (20.0,))
    assert times_like([entry], puzzle(), 20.004) == (None, (20.0,)), "a solve is not compared with itself"
    assert times_like([entry], puzzle(), 30.0) == (20.0, (20.0,))
    assert times_like([entry], replace(puzzle(), grid=Grid(3, 3))) == (None, ())
    assert times_like([entry], replace(puzzle(), header=(("rating", "no loop"),))) == (None, ())


def test_undoing_and_redoing_the_last_move_solves_nothing_twice(library: Library) -> None:
    kept = open_session(library, puzzle(), Time())
    kept.session.do(Gesture("turn", 0))
    for _ in range(3):
        kept.session.undo()
        kept.session.redo()
    kept.leave()
    assert rows(library.journals())[0].solved == 1


def entry(name: str, *, rating: str = "", solved: bool = True, unaided: bool = True, **more: object) -> Summary:
    solves = (Solve(60.0, unaided, "2026-11-21"),) if solved else ()
    plain = Summary(f"{name}.journal", "net", name, "5x5", 60.0, solved, 0.0, rating, solves)
    return plain._replace(**more)  # type: ignore[arg-type]  # the tests name only fields that exist


def test_what_needs_practice_is_unclear_with_fewer_than_three_of_a_kind() -> None:
    few = [entry("a", hints=(("no loop", 2), ("", 9)))]
    assert practice(few).unclear
    enough = [*few, entry("b", hints=(("no loop", 1), ("edge", 1)), unaided=False)]
    found = practice(enough)
    assert found.needs == (Need("net", "no loop", 3, 0),)
    assert [summary.title for summary in found.helped] == ["b"]


def levels(hardest: int = 300) -> Levels:
    def level(name: str, effort: int, **steps: int) -> Level:
        counted = tuple((rule.replace("_", " "), count) for rule, count in steps.items())
        return Level(name, "5x5", name, counted[-1][0], effort, counted)

    return Levels(
        [
            Pack(
                Path("x.loops"),
                "net",
                "x",
                (
                    level("hard", hardest, edge=9, no_loop=3, chain=1),
                    level("easy", 20, edge=9),
                    level("loops", 90, edge=9, no_loop=4),
                    level("easier loops", 60, edge=9, no_loop=1),
                ),
            )
        ]
    )


def solved(entries: list[Summary]) -> set[str]:
    return {each.identity for each in entries}


def test_the_easiest_level_with_one_technique_more_is_suggested_if_it_is_at_most_a_grade_harder() -> None:
    first = suggest(levels(), set())
    assert first
    assert (first.pack_level.level.title, first.new) == ("easy", "edge")
    second = suggest(levels(), solved([entry("easy")]))
    assert second
    assert (second.pack_level.level.title, second.new) == ("easier loops", "no loop")
    third = suggest(levels(), solved([entry("easy"), entry("easier loops")]))
    assert third
    assert (third.pack_level.level.title, third.new) == ("loops", "")
    fourth = suggest(levels(hardest=120), solved([entry("easy"), entry("easier loops")]))
    assert fourth
    assert (fourth.pack_level.level.title, fourth.new) == ("hard", "chain")
