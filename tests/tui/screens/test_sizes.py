"""From which size of the window on a screen has room for more, read off its widgets; these tests are quick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap
from threading import Event
from typing import Any

import pytest
from textual.screen import Screen

from termpuzzles.catalogue.lessons import lessons
from termpuzzles.catalogue.levels import Levels, PackLevel, packs
from termpuzzles.games.queries import solve
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.play.history_commands import solving
from termpuzzles.storage.summaries import JournalList
from termpuzzles.tui.screens.daily import DailyScreen
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.learn import LearnScreen, LessonNumber
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.levels import LevelsScreen, PackScreen
from termpuzzles.tui.screens.new import NewScreen
from termpuzzles.tui.screens.options import OptionsScreen
from termpuzzles.tui.screens.statistics import StatisticsScreen
from termpuzzles.tui.screens.themes import ThemeScreen
from termpuzzles.tui.screens.welcome import TO_TURN, WelcomeScreen
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.geometry import largest_zoom
from tests.tui.apps import Game, playing
from tests.tui.past import NOW
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_home import listed


def beside(screen: Any) -> object:
    return bool(screen.query_one("#beside").region)


def cards(screen: Any) -> object:
    return screen.cards.least, screen.cards.rows, screen.cards.most


def home(screen: Any) -> object:
    return bool(screen.cards.display), screen.cards.rows if screen.cards.display else 0, beside(screen)


def daily(screen: Any) -> object:
    return screen.query_one("#month").region.height, beside(screen), screen.cards.display


def statistics(screen: Any) -> object:
    year = screen.query_one("#year")
    return year.region.height if year.display else 0, screen.has_class("large")


def lesson(screen: Any) -> object:
    words = screen.query_one("#lesson")
    return not screen.has_class("below"), words.region.width, screen.query_one("#status").region.height


Reading = tuple[Callable[[Any], Any], str, Callable[[Any], object]]
SCREENS: dict[str, Reading] = {  # how the screen is made, the look of boards, and what is read off it
    "levels": (LevelsScreen, "lines", beside),
    "levels found": (LevelsScreen, "lines", lambda screen: screen.has_class("-roomy")),
    "learn": (LearnScreen, "lines", beside),
    "options": (OptionsScreen, "lines", beside),
    "themes": (ThemeScreen, "lines", cards),
    "pack": (lambda context: PackScreen(context, Levels(packs()).packs[0]), "lines", cards),
    "home": (HomeScreen, "lines", home),
    "home in pipes": (HomeScreen, "pipes", home),
    "daily": (DailyScreen, "lines", daily),
    "daily in pipes": (DailyScreen, "pipes", daily),
    "statistics": (StatisticsScreen, "lines", statistics),
    "statistics in pipes": (StatisticsScreen, "pipes", statistics),
    "new": (NewScreen, "lines", lambda screen: bool(screen.query_one("#preview").region)),
    "lesson": (lambda context: LessonScreen(context, lessons("net"), 3), "lines", lesson),
    "small lesson": (
        lambda context: LessonScreen(context, lessons("net"), 3),
        "lines",
        lambda screen: screen.has_class("small"),
    ),
}
SIZES: dict[str, dict[str, object]] = {
    "levels": {"71x20": False, "72x20": True},
    "levels found": {"139x20": False, "140x20": True},
    "learn": {"71x20": False, "72x20": True},
    "options": {"75x20": False, "76x20": True},
    "themes": {
        "129x36": (17, 5, 40),
        "130x35": (17, 5, 40),
        "130x36": (26, 9, 40),
        "150x45": (26, 9, 40),
        "150x46": (38, 13, 40),
    },
    "pack": {"80x20": (14, 7, 21)},
    "home": {
        "75x24": (False, 0, False),
        "76x24": (False, 0, True),
        "139x40": (False, 0, True),
        "140x39": (False, 0, True),
        "140x40": (True, 8, False),
    },
    "home in pipes": {
        "80x24": (False, 0, True),
        "160x50": (True, 12, False),
        "198x60": (True, 12, False),
        "199x60": (True, 18, False),
    },
    "daily": {
        "60x19": (7, False, False),
        "59x20": (7, False, False),
        "60x20": (13, False, False),
        "76x24": (13, True, False),
        "139x40": (13, True, False),
        "140x39": (13, True, False),
        "140x40": (25, True, True),
    },
    "daily in pipes": {"80x24": (13, True, False), "160x50": (25, True, True)},
    "statistics": {"60x25": (0, False), "60x26": (8, False), "139x40": (8, False), "140x40": (8, True)},
    "statistics in pipes": {
        "60x19": (0, False),
        "60x20": (5, False),
        "139x40": (5, False),
        "140x39": (5, False),
        "140x40": (8, True),
    },
    "new": {"75x24": False, "76x15": True, "80x24": True},
    "lesson": {
        "40x15": (True, 20, 1),
        "40x17": (True, 20, 1),
        "40x18": (True, 20, 4),
        "59x24": (True, 23, 2),
        "80x24": (True, 32, 2),
        "200x50": (True, 46, 2),
    },
    "small lesson": {"24x7": True, "23x8": True, "24x8": False},
}


@pytest.mark.parametrize("look", ["lines", "pipes"])
async def test_a_screen_has_room_for_more_from_a_certain_size_on(look: str, tmp_path: Path) -> None:
    async with playing(tmp_path, net(), look=look) as game:
        game.app.context.library.today = lambda: NOW
        for name, (make, of_look, read) in SCREENS.items():
            if of_look != look:
                continue
            await read_in_windows(game, make(game.app.context), read, SIZES[name])


async def read_in_windows(
    game: Game, screen: Screen[None], read: Callable[[Any], object], expected: dict[str, object]
) -> None:
    """Read something off a screen in windows of these sizes."""
    await game.app.push_screen(screen)
    for window, wanted in expected.items():
        await game.pilot.resize_terminal(*map(int, window.split("x")))
        for _ in range(3):
            await game.pilot.pause()
        assert read(screen) == wanted, (screen, window)
    game.app.pop_screen()


def breaks_at_twenty(text: str) -> bool:
    """Whether a column more or less would break these words elsewhere."""
    return wrap(text, 20) not in (wrap(text, 19), wrap(text, 21))


async def test_however_narrow_the_panel_its_words_have_twenty_columns(tmp_path: Path) -> None:
    taught = next(each for each in lessons("net") if breaks_at_twenty(each.shown.before))
    pack = next(pack for pack in Levels(packs()).packs if breaks_at_twenty(pack.promise))
    async with playing(tmp_path, net(), size=(22, 15)) as game:

        def about() -> list[str]:
            return game.text_of("about").splitlines()

        learn = LearnScreen(game.app.context)
        await game.app.push_screen(learn)
        await game.pilot.pause()
        learn.describe(LessonNumber("net", taught.number))
        assert about()[3:] == wrap(taught.shown.before, 20)
        levels = LevelsScreen(game.app.context)
        await game.app.push_screen(levels)
        await listed(game)
        levels.describe(pack)
        promise = wrap(pack.promise, 20)
        assert about()[2 : 2 + len(promise)] == promise
        found = next(each for each in level_places() if breaks_at_twenty(needs_of(each)))
        shown = PackScreen(game.app.context, found.pack)
        await game.app.push_screen(shown)
        await listed(game)
        shown.cards.go(found.place)
        await game.pilot.pause()
        needs = wrap(needs_of(found), 20)[:6]
        assert about()[-len(needs) :] == needs


def level_places() -> Iterator[PackLevel]:
    """Every level of every pack."""
    return (PackLevel(pack, place) for pack in Levels(packs()).packs for place in range(len(pack.levels)))


def needs_of(found: PackLevel) -> str:
    """The techniques that a level needs, as a sentence."""
    return ", ".join(f"{technique_name(rule)} {count}" for rule, count in found.level.steps)


async def test_the_heading_of_a_lesson_is_whole_where_twenty_columns_are_left(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(80, 24)) as game:
        found = lessons("infinity")
        screen = LessonScreen(game.app.context, found, 2)
        await game.app.push_screen(screen)
        whole = f"Learn · ∞ Loop · {found[1].title}"
        for width, name in ((len(whole) + 20, whole), (len(whole) + 19, found[1].title), (len(whole) + 21, whole)):
            await game.pilot.resize_terminal(width, 24)
            await game.pilot.pause()
            assert screen.frame.headline().name == name


async def test_what_is_said_on_the_welcome_fits_its_room(tmp_path: Path) -> None:
    goal = "Turn the tiles until every line meets another."
    async with playing(tmp_path, size=(80, 24)) as game:
        screen = game.app.screen
        assert isinstance(screen, WelcomeScreen)
        seen = set()
        for width in (22, 40, 46, 76, 77, 79, 80, 100):
            await game.pilot.resize_terminal(width, 24)
            for _ in range(4):
                await game.pilot.pause()
            room = max(12, screen.query_one("#goal").size.width - 2)
            lines = [line[1:] for line in game.text_of("goal").splitlines() if line.strip()]
            assert lines == [*wrap(goal, room), *wrap("Space turns the marked tile.", room)]
            aside = "Screen reader? F8 for plain mode." if room > 32 else "F8: plain mode"
            assert game.text_of("aside").splitlines() == [f" {line}" for line in wrap(aside, room)]
            rows = ["".join(words for words, _ in row.words).rstrip() for row in screen.rows()]
            levels = len(Levels(packs()).by_identity)
            more = ["a real board, one minute", "from the first turn on", f"{levels} boards, easy to fiendish"]
            has_room = 10 + max(map(len, more)) <= screen.choices.size.width
            starts = ["Play", "Lessons", "Browse"]
            assert rows == [
                f" {name:<9}{words}" if has_room else f" {name}" for name, words in zip(starts, more, strict=True)
            ]
            seen.add((room > 32, has_room))
        assert len(seen) > 2


async def test_below_its_board_a_lesson_leaves_six_rows_to_that(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(25, 40)) as game:
        screen = LessonScreen(game.app.context, lessons("net"), 3)
        await game.app.push_screen(screen)
        await game.pilot.pause()
        words = screen.query_one("#lesson")
        every = words.region.height
        assert every > 4
        for height in (8, 9, 10, 8 + every - 1, 8 + every, 30):
            await game.pilot.resize_terminal(25, height)
            for _ in range(3):
                await game.pilot.pause()
            assert screen.has_class("below")
            assert screen.board.styles.margin.bottom == min(every, height - 2 - 6)


async def test_the_board_of_the_welcome_is_as_large_as_it_fits_in_either_look(tmp_path: Path) -> None:
    zooms = []
    async with playing(tmp_path, size=(100, 30)) as game:
        assert isinstance(game.app.screen, WelcomeScreen)
        board = game.app.screen.query_one(Board)
        for look in ("lines", "pipes", "lines"):
            game.app.context.settings["look"] = look
            game.app.terminal_changed()
            for _ in range(4):
                await game.pilot.pause()
            assert board.zoom == largest_zoom(board.picture.grid, board.size, board.zooms)
            zooms.append(board.zoom)
    assert zooms[0] == zooms[2] != zooms[1]


async def test_a_board_that_only_shows_something_takes_no_key(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        await takes_no_key(game, WelcomeScreen(game.app.context))


async def takes_no_key(game: Game, screen: Screen[None]) -> None:
    """See that the board on the screen only shows something."""
    await game.app.push_screen(screen)
    await game.until(lambda: bool(screen.query(Board)))
    assert not screen.query_one(Board).focusable
    await game.press("tab", "right")
    assert screen.query_one(Board).cursor in (0, TO_TURN[0])
    assert not isinstance(screen.focused, Board)


async def test_a_lesson_that_was_solved_in_a_window_too_small_for_it_is_shown_as_soon_as_there_is_room(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, net(), size=(12, 4)) as game:
        screen = LessonScreen(game.app.context, lessons("net"), 3)
        await game.app.push_screen(screen)
        await game.until(lambda: screen.has_class("small"))
        answer = solve(screen.controller.puzzle)
        assert answer
        screen.controller.carry_out(solving(screen.controller.puzzle, game.state, answer.lines), "")
        await game.pilot.pause()
        await game.pilot.resize_terminal(80, 24)
        await game.until(lambda: "Solved" in game.text_of("lesson"))


async def test_statistics_say_nothing_before_the_journals_are_read(tmp_path: Path) -> None:
    reads = Event()

    def read() -> JournalList:
        reads.wait()
        return JournalList(())

    async with playing(tmp_path, net(), size=(80, 30)) as game:
        game.app.context.library.journal_list = read  # type: ignore[method-assign]
        screen = StatisticsScreen(game.app.context)
        await game.app.push_screen(screen)
        await game.pilot.pause()
        try:
            assert screen.headline() == ("Statistics", "", ())
            assert not screen.query_one("#first").display
        finally:
            reads.set()  # or the thread that reads would keep the whole run from ending
        await game.until(lambda: screen.query_one("#first").display)
