"""Today's boards: they never change, one a game and date, unique; streaks by fake clocks; the shared text."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from termpuzzles.board.survey import survey
from termpuzzles.catalogue import day as streams
from termpuzzles.catalogue.daily import (
    DailyQuestion,
    Done,
    daily_board,
    daily_games,
    days_done,
    days_played,
    month_of,
    preview_today,
    streak,
)
from termpuzzles.catalogue.day import STREAMS, bars, share_text, stream_of
from termpuzzles.games import named, names
from termpuzzles.games.model import Daily, Gesture, Puzzle, State
from termpuzzles.games.queries import rate, two_solutions
from termpuzzles.logic.task import finish
from termpuzzles.play.opening import open_session
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import Solve, Summary
from tests.daily_catalogue import DAYS, FIRST, catalogue, days, short_identity
from tests.data import sweep
from tests.games.boards import board
from tests.games.web import WEB
from tests.play.test_session import Time

DAY = date(2026, 11, 21)


def test_every_game_that_says_how_has_a_board_every_day() -> None:
    assert daily_games(DAY) == tuple(name for name in names() if named(name).daily)
    assert daily_games(DAY)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("game", daily_games(DAY))
def test_the_catalogue_has_another_board_for_each_of_its_days(game: str, stream: streams.Stream) -> None:
    known = catalogue(stream.number)
    assert list(known) == list(days(stream.number))
    assert len({found[game] for found in known.values()}) == len(known)


@pytest.mark.parametrize("since", range(0, DAYS, 50))  # all days of a drawing game take twenty seconds
@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("game", daily_games(DAY))
def test_past_and_coming_days_are_as_the_catalogue_says(game: str, stream: streams.Stream, since: int) -> None:
    known = catalogue(stream.number)
    drawn = [day for day in days(stream.number) if stream_of(day) == stream]
    for day in sweep.sample(drawn[since : since + 50], 25):
        assert known[day][game] == short_identity(game, day), day


def test_the_circles_of_a_day_are_as_the_catalogue_says_where_their_colour_decides_which_go_first() -> None:
    day = date(2027, 2, 2)
    assert catalogue(2)[day]["masyu"] == short_identity("masyu", day)


@pytest.mark.parametrize("first", [FIRST, STREAMS[-1].begins])
@pytest.mark.parametrize("game", daily_games(DAY))
def test_a_week_of_boards_has_one_solution_each_and_none_is_solved(game: str, first: date) -> None:
    for number in sweep.sample(range(7), 3):
        puzzle = daily_board(game, first + timedelta(number))
        (solution,) = two_solutions(puzzle)
        assert puzzle.game.mistakes(puzzle, survey(puzzle.grid, puzzle.start.lines))
        assert not puzzle.game.mistakes(puzzle, survey(puzzle.grid, solution.lines))


@pytest.mark.parametrize("game", ["net", "infinity"])
def test_boards_of_the_second_stream_need_more_than_the_easiest_technique(game: str) -> None:
    harder = [sum(rate(board).hardest != "edge" for board in week(game, first)) for first in (FIRST, second_monday())]
    assert harder[0] < 3 < harder[1]


def second_monday() -> date:
    """The second Monday of the second stream."""
    return STREAMS[1].begins + timedelta(7)


def week(game: str, first: date) -> list[Puzzle]:
    """The game's boards of seven days."""
    return [daily_board(game, first + timedelta(number)) for number in range(7)]


def test_a_new_stream_leaves_past_days_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    before = identity(daily_board("net", DAY))
    monkeypatch.setattr(streams, "STREAMS", (*STREAMS, streams.Stream(3, date(2028, 1, 1))))
    monkeypatch.setitem(named("net").daily, 3, Daily("tree", ("4x4",) * 7))
    assert identity(daily_board("net", DAY)) == before
    assert str(daily_board("net", date(2028, 1, 1)).grid) == "4x4"
    assert daily_games(date(2028, 1, 1)) == ("net",)


def test_a_game_from_elsewhere_brings_its_boards_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    before = daily_games(DAY)
    assert WEB.name not in before
    monkeypatch.setitem(WEB.daily, 1, Daily("scattered", ("5x5",) * 7))
    assert daily_games(DAY) == (*before, WEB.name)
    puzzle = daily_board(WEB.name, DAY)
    assert (puzzle.game, str(puzzle.grid), len(two_solutions(puzzle))) == (WEB, "5x5", 1)


def _days(*numbers: int) -> set[date]:
    return {date(2026, 11, number) for number in numbers}


@pytest.mark.parametrize(
    ("played", "today", "expected"),
    [
        ((), 21, 0),
        ((21,), 21, 1),
        ((20,), 21, 1),
        ((19,), 21, 1),  # yesterday is forgiven, and today is not over
        ((18,), 21, 0),
        ((19, 20, 21), 21, 3),
        ((18, 20, 21), 21, 3),  # the 19th is forgiven, and not counted
        ((16, 18, 20, 21), 21, 3),  # the 17th is not forgiven: it is the month's second missed day
        ((18, 19, 20), 21, 3),
    ],
)
def test_a_streak_forgives_one_missed_day_a_month(played: tuple[int, ...], today: int, expected: int) -> None:
    assert streak(_days(*played), date(2026, 11, today)) == expected


def test_a_streak_holds_over_a_journey_across_the_date_line_and_a_clock_that_is_set_back() -> None:
    played = _days(19, 20, 21)
    assert [streak(played, date(2026, 11, day)) for day in (20, 21, 22)] == [3, 3, 3]  # back to the 20th, and on
    assert streak(_days(19, 20, 22, 23), date(2026, 11, 23)) == 4  # eastwards a day is left out: it is forgiven


class Calendar:
    """A local date and time that stands until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 23, 50)

    def __call__(self) -> datetime:
        return self.now


def _solve(library: Library, day: str, calendar: Calendar, end: datetime) -> None:
    puzzle = replace(board(named("infinity"), "┗┓", "┗┛"), header=(("daily", day),))
    kept = open_session(library, puzzle, Time())
    calendar.now = end
    kept.session.do(Gesture("turn", 0))
    assert kept.session.solved
    kept.leave()


def test_a_board_counts_for_the_date_on_which_it_was_opened(tmp_path: Path) -> None:
    calendar = Calendar()
    library = Library(Folders(tmp_path / "data", tmp_path / "config"), calendar)
    _solve(library, "2026-11-21", calendar, datetime(2026, 11, 22, 0, 10))
    (played,) = days_played(library.journals())
    assert (played.day, played.game, played.unaided) == (DAY, "infinity", True)


def test_the_picture_of_a_board_of_the_day_shows_it_as_the_player_left_it(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"), Calendar())
    for game, cell in (("infinity", 2), ("net", 5)):
        kept = open_session(library, daily_board(game, DAY), Time())
        assert kept.session.do(Gesture("pin", cell))
        kept.leave()
    entries = library.journals()

    def state(game: str, day: date, played: Sequence[Summary]) -> State:
        picture = preview_today(library, game, day, played).picture
        assert picture is not None
        return picture.state

    shown = {game: state(game, DAY, entries).pins for game in ("infinity", "net")}
    assert {game: [cell for cell, pin in enumerate(pins) if pin] for game, pins in shown.items()} == {
        "infinity": [2],
        "net": [5],
    }
    another = DAY + timedelta(1)
    assert state("net", another, entries) == daily_board("net", another).start
    assert state("net", DAY, ()) == daily_board("net", DAY).start
    assert preview_today(library, "net", DAY, entries).done == "1 of 77 pinned"


def test_a_past_day_that_is_played_later_counts_for_no_streak(tmp_path: Path) -> None:
    calendar = Calendar()
    library = Library(Folders(tmp_path / "data", tmp_path / "config"), calendar)
    _solve(library, "2026-11-20", calendar, calendar.now)
    assert library.journals()[0].finished
    assert days_played(library.journals()) == []


def test_what_is_shared_says_it_in_words_first_and_gives_nothing_away() -> None:
    text = share_text(daily_board("infinity", date(2026, 11, 20)), DAY, 221.0, "no hints")
    assert text == "termpuzzles 2026-11-21 · ∞ Loop 9x9 · 3:41, no hints · stream 1"
    wrapped = share_text(daily_board("net", date(2026, 11, 21)), DAY, 59.0, "2 hints", bars(59.0))
    assert wrapped.splitlines()[1] == "▮▯▯▯▯▯▯▯▯▯"
    assert "Net 9x9 wraps" in wrapped


def test_a_day_keeps_the_better_of_two_solves_and_counts_those_of_later_days() -> None:
    def entry(game: str, *solves: Solve) -> Summary:
        return Summary("x.journal", game, "", "5x5", 60.0, True, 0.0, "", solves)

    helped, alone = Solve(50.0, False, "2027-01-09", "2027-01-04"), Solve(60.0, True, "2027-01-04", "2027-01-04")
    found = days_done([entry("net", helped, alone), entry("infinity", helped), entry("infinity", Solve(9.0, True))])
    assert found == {date(2027, 1, 4): {"net": Done.UNAIDED, "infinity": Done.WITH_HELP}}


@pytest.mark.parametrize(("month", "weeks"), [(date(2027, 2, 14), 4), (date(2026, 11, 1), 6), (date(2026, 12, 31), 5)])
def test_a_month_has_its_days_from_monday_to_sunday(month: date, weeks: int) -> None:
    found = month_of(month)
    assert [len(week) for week in found] == [7] * weeks
    days = [day for week in found for day in week if day]
    assert days == [month.replace(day=number) for number in range(1, len(days) + 1)]
    assert (days[-1] + timedelta(1)).day == 1
    assert all(day is None or day.weekday() == place for week in found for place, day in enumerate(week))


def test_the_boards_of_a_day_are_found_beside_the_keys() -> None:
    day = date(2027, 1, 4)
    boards = finish(DailyQuestion(day).work(GuideCache()))
    assert list(boards) == list(daily_games(day))
    assert all(board == daily_board(game, day) for game, board in boards.items())
