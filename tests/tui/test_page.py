"""The app on a page of a browser, as far as that is Python: questions answered in its loop, links, plain text."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.task import Task
from termpuzzles.session.questions import GuideCache
from termpuzzles.terminal.wire import QuietListener
from termpuzzles.tui import page
from termpuzzles.tui.app import PuzzleApp, make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.page import Page, PageWire, SteppingAnswerer, library_in, linked
from termpuzzles.tui.plain_page import PlainPage


class Waiting:
    """A question whose answer is found only once somebody else in the loop has done something."""

    def __init__(self) -> None:
        self.may_end = False

    def work(self, cache: GuideCache) -> Task[str]:
        while not self.may_end:
            yield None
        return "answer"


async def test_a_long_question_leaves_the_loop_to_others() -> None:
    question = Waiting()
    asked = asyncio.create_task(SteppingAnswerer().answer(question))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not asked.done()
    question.may_end = True
    assert await asked == "answer"


async def test_the_work_on_a_question_ends_when_nobody_waits_for_it() -> None:
    question = Waiting()
    asked = asyncio.create_task(SteppingAnswerer().answer(question))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


def test_a_link_opens_a_board_or_a_daily_and_says_what_is_wrong_with_it() -> None:
    assert [puzzle.game.name for puzzle in linked("daily/net")] == ["net"]
    assert [puzzle.grid.size for puzzle in linked("3x2:83c668")] == [6]
    assert linked("") == []
    with pytest.raises(PuzzleError, match="'nonsense'"):
        linked("daily/nonsense")


def test_plain_text_begins_with_the_board_of_the_link_and_what_was_played_goes_on_elsewhere(tmp_path: Path) -> None:
    shown: list[str] = []
    page = PlainPage(str(tmp_path / "here"), shown.append, shown.append, "3x2:83c668")
    page.begin()
    page.answer("turn 1 1")
    page.answer("quit")
    page.export(str(tmp_path / "played.zip"))
    other = PlainPage(str(tmp_path / "there"), shown.append, shown.append)
    assert "1 new" in other.merge(str(tmp_path / "played.zip"))
    (tmp_path / "broken.zip").write_bytes(b"PK")
    assert other.merge(str(tmp_path / "broken.zip")).startswith("Nothing was read: ")


def test_plain_text_begins_in_the_menu_if_the_link_holds_no_board_and_says_so(tmp_path: Path) -> None:
    shown: list[str] = []
    page = PlainPage(str(tmp_path), shown.append, shown.append, "daily/nonsense")
    page.begin()
    assert shown[0].startswith("The link holds no board: expected ")
    assert "'nonsense'" in shown[0]
    menu: list[str] = []
    PlainPage(str(tmp_path), menu.append, menu.append).begin()
    assert shown[1:] == menu


class Browser:
    """A page on which the app runs, and what its terminal was sent."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, link: str = "", is_light: bool = False) -> None:
        self.sent = ""
        self.apps: list[PuzzleApp] = []  # one after the other
        self.page = Page(str(folder), self._show, 90, 24, link, is_light)
        monkeypatch.setattr(page, "make_app", self._make_app)

    def _make_app(self, context: Context, puzzles: list[Puzzle]) -> PuzzleApp:
        self.apps.append(make_app(context, puzzles))
        return self.apps[-1]

    @property
    def screen(self) -> str:
        """The kind of the screen that is shown."""
        stack = self.apps[-1].screen_stack if self.apps else []
        return type(stack[-1]).__name__ if stack else ""

    def _show(self, text: str) -> None:
        self.sent += text

    async def sees(self, *texts: str) -> str:
        """Wait until all this was sent, and return what was."""
        await self.until(lambda: all(text in self.sent for text in texts))
        found, self.sent = self.sent, ""
        self.page.drawn()
        return found

    async def until(self, so: Callable[[], object]) -> None:
        while not so():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def browsing(browser: Browser) -> AsyncIterator[Browser]:
    """Run the page; at the end plain text is chosen, which ends it."""
    running = asyncio.ensure_future(browser.page.run())
    try:
        yield browser
    finally:
        browser.apps[-1].context.settings["plain"] = True
        browser.apps[-1].exit()
        await running
    assert browser.apps[-1].context.settings["plain"] is False


async def test_a_page_opens_the_board_of_its_link_and_after_that_begins_anew_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(Browser(tmp_path, monkeypatch, "3x2:83c668")) as browser:
        await browser.sees("3x2", "moves")
        browser.page.typed("q")
        await browser.until(lambda: len(browser.apps) == 2 and browser.screen == "WelcomeScreen")
        browser.sent = ""
        browser.page.resized(60, 20)
        await browser.sees("\x1b[2J")
        assert browser.apps[1].size == (60, 20)


@pytest.mark.parametrize(
    ("link", "screen"),
    [
        ("options", "OptionsScreen"),
        ("daily/net", "PlayScreen"),
        ("lesson/net/pocket", "LessonScreen"),
        ("lesson/net/parity", "LessonScreen"),
        ("lesson/net/nonsense", "LearnScreen"),
        ("lesson/net", "WelcomeScreen"),
        ("nowhere/net", "WelcomeScreen"),
        ("", "WelcomeScreen"),
    ],
)
async def test_a_page_opens_what_its_link_names_or_says_what_is_wrong_with_it(
    link: str, screen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(Browser(tmp_path, monkeypatch, link)) as browser:
        await browser.until(lambda: browser.screen == screen)
        refusal = "The link holds no board: the link:1:1: expected a puzzle id"
        await browser.sees("\x1b[2J", *[refusal] * (link == "nowhere/net"))
        assert refusal not in browser.sent


async def test_a_page_is_drawn_in_light_colours_where_it_is_light(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for is_light in (False, True):
        async with browsing(Browser(tmp_path, monkeypatch, "options", is_light=is_light)) as browser:
            sent = await browser.sees("Options")
            assert ("48;2;251;251;252" in sent) == is_light
            assert "\x1b[?2026h" in sent  # shown all at once


async def test_a_page_ends_where_plain_text_is_chosen_and_what_comes_next_is_no_plain_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(Browser(tmp_path, monkeypatch, "options")) as browser:
        await browser.sees("Options")
        browser.apps[0].exit()
        await browser.until(lambda: len(browser.apps) == 2)
        browser.apps[1].context.settings["theme"] = "night"
    assert library_in(str(tmp_path)).settings().get("theme") == "night"  # kept as the page has ended


async def test_a_page_ends_with_an_error_of_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(app: PuzzleApp) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(PuzzleApp, "first_screen", fail)
    with pytest.raises(RuntimeError, match="a bug"):
        await Browser(tmp_path, monkeypatch).page.run()


def test_a_wire_to_a_page_shows_what_is_sent_and_lags_until_it_was_drawn() -> None:
    shown: list[str] = []
    wire = PageWire(shown.append, (7, 5))
    assert (wire.size, wire.is_local, wire.lags) == ((7, 5), True, False)
    wire.open(QuietListener())
    wire.send("∞".encode() + b"\xff")
    assert shown == ["∞\ufffd"]
    wire.send(b"x" * (1 << 16))
    assert wire.lags
    wire.drawn()
    assert not wire.lags


async def test_a_page_is_sent_nothing_more_until_it_has_drawn_what_it_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(Browser(tmp_path, monkeypatch, "options")) as browser:
        await browser.until(lambda: browser.sent)
        total = 0
        for number in range(1000):
            browser.page.resized(200 + number % 2, 60)
            await browser.until(lambda: browser.apps[-1].size.width == 200 + number % 2)  # noqa: B023 - at once
            await asyncio.sleep(0.01)
            if len(browser.sent) == total and total > 1 << 15:
                break
            total = len(browser.sent)
        assert number < 999, "it is sent no more than is read"
        browser.page.drawn()
        await browser.until(lambda: len(browser.sent) > total)
