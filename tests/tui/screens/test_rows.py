"""Rows of lists in windows of any width, as a person has read and approved them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Size

from termpuzzles.catalogue.daily import Done, TodaysBoard, daily_size
from termpuzzles.catalogue.home import Played
from termpuzzles.catalogue.lessons import LessonProgress
from termpuzzles.catalogue.levels import Level, LevelIndex, Levels, Pack, PackLevel
from termpuzzles.catalogue.statistics import Need, Practice
from termpuzzles.catalogue.suggestions import Preview, Suggestion
from termpuzzles.games import named
from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.picture import picture_of
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import Solve, Summary
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens import home_rows
from termpuzzles.tui.screens.days_played import DailyBoard, DaysPlayed
from termpuzzles.tui.screens.home import Listing
from termpuzzles.tui.screens.levels import level_lines
from termpuzzles.tui.screens.new import last_made
from termpuzzles.tui.widgets.choices import Choice
from tests.approved import approve
from tests.games.boards import board
from tests.play.test_session import Time


def level(number: int, wraps: str = "", title: str = "") -> Level:
    return Level(title or f"Level {number}", "9x9", f"id {number}", "no loop", 90 * number, (("no loop", 2),), wraps)


PACK = Pack(Path("x.loops"), "net", "wraparound", (level(1, "wraps"), level(2, "Klein bottle"), level(3)))
LEVELS = Levels([PACK])
TODAY = date(2026, 11, 22)
NOW = datetime(2026, 11, 22, 17, 5)


def entry(name: str, game: str = "net", title: str = "", **more: object) -> Summary:
    made = Summary(f"/x/{name}.journal", game, title, "9x9", 724.0, False, 0.0)
    return made._replace(**more)  # type: ignore[arg-type]  # the tests name only fields that exist


def text(row: Choice[Any]) -> str:
    return "|".join(words for words, _ in row.words).rstrip()


def test_boards_to_go_on_with_are_as_approved_and_fit_any_window() -> None:
    puzzle = board(named("net"), "╺╸")
    half = Preview(picture_of(puzzle, puzzle.start), 0.5, "12 of 24 pinned")
    lines = []
    for width in (40, 45, 50, 55, 59, 60, 70, 80, 105, 106, 160):
        rows = [
            home_rows.continue_row(each, first, LEVELS, seen, width, True)
            for first, each, seen in (
                (True, entry("id 1", title="wraparound/Wraparound 12"), half),
                (False, entry("id 2", "simpleloops", "Daily 2026-11-01"), half._replace(share=1.0)),
                (
                    False,
                    entry("id 9", "infinity", "A title that is longer than there is room for", seconds=3725.0),
                    None,
                ),
                (False, entry("id 9", "octopus"), Preview()),
            )
        ]
        assert all(sum(len(words) for words, _ in row.words) <= width - 1 for row in rows), width
        if width in (40, 80, 106):
            lines += [f"in {width} columns", *map(text, rows)]
    approve(__file__, "rows-of-boards-begun", "\n".join([*lines, ""]))


def test_other_rows_of_home_are_as_approved() -> None:
    needs = tuple(Need("net", rule, 3, 0) for rule in ("no loop", "block", "no loop", "pocket", "dead end"))
    boards = [
        TodaysBoard("net", "9x9", True, Solve(62.0, True)),
        TodaysBoard("infinity", "12x12", False, None, entry("b", seconds=61.0)),
        TodaysBoard("masyu", "8x8", False),
    ]
    lines = []
    for width in (85, 46, 38):
        lines.append(f"in {width} columns")
        fit = home_rows.after_lead(width)
        for practice in (Practice(), Practice(needs), Practice(needs, (entry("a"),)), Practice((), (entry("a"),) * 2)):
            lines.append(text(home_rows.practice_row(practice, fit)))
        for suggestion in (
            Suggestion(PackLevel(PACK, 0)),
            Suggestion(PackLevel(PACK, 1), new="dead end"),
            Suggestion(PackLevel(PACK, 2), practises="no loop"),
        ):
            lines.append(text(home_rows.suggestion_row(suggestion, fit)))
        for progress in (LessonProgress("net", 5, 12, 6, "Two ends facing"), LessonProgress("net", 12, 12), None):
            lines.append(text(home_rows.lessons_row(progress, fit)))
        for again in ({}, {"again": {"words": "Net 9x9 wraps, tricky"}}, {"again": {"words": 3}}):
            lines.append(text(home_rows.new_row(again, fit)))
        lines.append(text(home_rows.led_if_room("Rush", "small boards on the clock", "rush", fit)))
        seen = {"infinity": Preview(None, 0.5)}
        for glyphs in (UNICODE, ASCII):
            lines += [text(row) for row in home_rows.today_rows(boards, seen, glyphs, width, NOW)]
    assert not [line for line in lines if len(line.replace("|", "")) > 85]
    solved = [board._replace(solve=Solve(62.0, True)) for board in boards]
    lines += [home_rows.day_in_words(solved, NOW), home_rows.day_in_words([], NOW)]
    lines += [home_rows.level_in_words(PackLevel(PACK, 1), unicode) for unicode in (True, False)]
    lines.append(text(home_rows.led("Statistics", (("words", "text"),), "statistics")))
    approve(__file__, "rows-of-home", "\n".join([*lines, ""]))


@pytest.mark.parametrize(("count", "expected"), [(59, 59), (60, 60), (61, 61), (75, 61)])
def test_of_many_levels_that_match_sixty_are_listed_and_the_rest_counted(count: int, expected: int) -> None:
    index = LevelIndex(Levels([Pack(Path("x.loops"), "net", "x", tuple(map(level, range(count))))]))
    rows = list(home_rows.matching_rows(index, "level", Played(), UNICODE, 80))
    assert len(rows) == expected
    assert [text(row) for row in rows[60:]] == [f"  … and {count - 60} more"] * (count > 60)
    (nothing,) = home_rows.matching_rows(index, "nothing", Played(), UNICODE, 80)
    assert nothing.value is None
    assert text(nothing) == " No level matches. Try words, a size, a difficulty or a technique."


def test_what_the_journals_show() -> None:
    day = TODAY.isoformat()
    entries = (
        entry("a", solves=(Solve(50.0, True, day, day), Solve(40.0, False)), finished=True),
        entry("a-2", solves=(Solve(45.0, True),), finished=True),
        entry("b", "infinity", solves=(Solve(9.0, True, day, day),)),
        entry("c", "octopus"),
        entry("d"),
    )
    played = Played.of(entries)
    assert played.solved == {"a", "b"}
    assert played.best == {"a": 40.0, "b": 9.0}
    assert [each.name for each in played.begun] == ["b", "d"]
    assert played.days == {TODAY}
    assert played.daily == {TODAY: 2}
    assert home_rows.week(played, TODAY, False) == "______@"
    assert home_rows.week(played, TODAY + timedelta(6), False) == "@______"
    assert home_rows.week(played, TODAY + timedelta(7), False) == ""
    assert home_rows.week(Played(), TODAY, True) == ""


def listing(folder: Path, *entries: Summary) -> Listing:
    library = Library(Folders(folder / "data", folder / "config"))
    made = Listing(Context(library, library.settings(), Time()), LEVELS, TODAY)
    made.accept(Played.of(entries), Practice())
    return made


@pytest.mark.parametrize(
    ("rows", "expected"), [(15, 1), (29, 1), (30, 3), (42, 3), (43, 4), (48, 9), (49, 10), (50, 10), (99, 10)]
)
def test_the_taller_the_window_the_more_boards_to_go_on_with(rows: int, expected: int, tmp_path: Path) -> None:
    today = f"Daily {TODAY.isoformat()}"
    begun = [entry(str(number), title=today if number in (0, 5) else "") for number in range(14)]
    made = listing(tmp_path, *begun)
    found = [row.value.name for row in made.rows(Size(80, rows), True) if isinstance(row.value, Summary)]
    assert found == [each.name for each in begun if each.title != today][:expected]


def test_the_techniques_of_a_level_take_six_lines_at_most() -> None:
    hardest = level(1)._replace(steps=tuple((rule, 10) for rule in ("no loop", "block", "pocket", "dead end") * 5))
    found = PackLevel(PACK._replace(levels=(hardest,)), 0)
    told = list(level_lines(found, Played(), UNICODE, 20))
    assert [text for (text, *_), *_ in told[1:4]] == ["Level 1", "easy, short ●○○○○", "best  "]
    assert len(told) == 4 + 6
    assert len(list(level_lines(PackLevel(PACK, 0), Played(), UNICODE, 20))) == 5


def test_the_sizes_and_times_of_boards_made_last_stand_below_each_other(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path, tmp_path))
    made = entry("1", size="50x50", finished=True), entry("2", "simpleloops", size="10x10", seconds=31.0)
    lines = last_made(Context(library, library.settings(), Time()), made)
    assert ["".join(words for words, _ in line) for line in lines] == [
        " Last made",
        " Net          50x50    12:04",
        " Simple Loops 10x10    0:31 so far",
    ]


def test_boards_like_one_of_the_day_are_told_by_their_best_and_median_times() -> None:
    board = DailyBoard("net", TODAY)
    size = daily_size("net", TODAY).removesuffix("w")
    solves = tuple(Solve(seconds, True, TODAY.isoformat()) for seconds in (90.0, 70.0, 200.0))
    entries = (Summary("/x/1.journal", "net", "", size, 9.0, True, 0.0, solves=solves),)
    (best, median) = DaysPlayed(entries).usual(board)
    assert ["".join(text for text, *_ in line) for line in (best, median)] == [
        "your best     1:10",
        "your median   1:30",
    ]
    assert DaysPlayed(entries).usual(DailyBoard("masyu", TODAY)) == []


def test_of_a_month_in_which_nothing_was_solved_that_is_told() -> None:
    earlier = TODAY - timedelta(60)
    played = DaysPlayed((), {earlier: {"net": Done.UNAIDED}})
    assert played.about_day(TODAY, TODAY) == ""
    assert played.about_day(earlier, TODAY).startswith("Earlier boards can still be played")
    between = TODAY - timedelta(30)
    assert played.about_day(between, TODAY) == f"Nothing solved in {between:%B}; [ goes further back."
    assert DaysPlayed().about_day(TODAY, TODAY) == "Solve one of today's boards and your streak begins."
    assert DaysPlayed().about_day(earlier, TODAY) == ""
