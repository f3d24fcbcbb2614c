"""Our code that relies on Textual's internals still works."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual._compositor import Compositor
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.games import named
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.input import KeySequence, Token, Typed, WithAlt
from termpuzzles.tui.adapter import type_ahead
from termpuzzles.tui.adapter.display import display_works
from termpuzzles.tui.adapter.driver import TerminalDriver
from termpuzzles.tui.adapter.driver import messages_of as named_events
from termpuzzles.tui.adapter.type_ahead import until_idle
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.lines import Lines
from tests.games.boards import board
from tests.tui.apps import playing
from tests.tui.recorder import recorded


def test_updates_and_keys_are_still_made_as_we_take_them_to_be() -> None:
    display_works.cache_clear()
    assert display_works()
    keys = {"a": "a", "\x1b[A": "up", "\r": "enter", "\x1b": "escape", "\x1b[97;5u": "ctrl+a"}
    assert {code: next(names(KeySequence(code))) for code in keys} == keys
    assert list(names(WithAlt("x"))) == ["alt+x"]
    assert list(names(KeySequence("\x1b[999z"))) == []


def test_keys_have_names_even_with_an_unknown_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.tui.adapter.inside._parser", lambda: None)
    assert list(names(Typed("ab"))) == ["a", "b"]
    assert list(names(KeySequence("\x1b[A"))) == ["up"]


async def test_a_textual_that_draws_in_another_way_draws_everything_and_a_notice_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.tui.adapter.output.display_works", lambda: False)
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    app = make_app(Context(library, library.settings()), [board(named("net"), "┗┓", "┗┛")])
    async with recorded(app, (90, 24)) as play:
        sent = ""
        while "Net 2x2" not in sent:
            await play.pilot.pause(0.01)
            sent += play.take()
        assert [notice.message for notice in app._notifications] == [app.output.warning]
        assert await play.press("d")


async def test_an_app_leaves_the_tasks_of_others_in_its_loop_alone(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    app = make_app(Context(library, library.settings()))
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()
    running = asyncio.ensure_future(app.run_async(headless=True))
    while not app.is_running:
        await asyncio.sleep(0.01)
        assert loop.get_task_factory() is before
    app.exit()
    await running
    assert loop.get_task_factory() is before


def names(token: Token) -> Iterator[str]:
    """The names of the keys that a token means."""
    return (event.key for event in named_events(token) if isinstance(event, events.Key))


async def test_what_waits_for_the_first_drawing_is_done_once_the_board_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    app = make_app(Context(library, library.settings()), [board(named("net"), "┗┓", "┗┛")])
    drawn: list[int] = []  # how many times something had been sent
    writes: list[str] = []

    def write(driver: TerminalDriver, data: str) -> None:
        writes.append(data)

    monkeypatch.setattr(TerminalDriver, "write", write)
    app.once_drawn(lambda: drawn.append(len(writes)))
    async with recorded(app, (90, 24)) as play:
        while not drawn:
            await play.pilot.pause(0.01)
        await play.press("d")
        assert len(drawn) == 1
        assert "Net 2x2" in "".join(writes[: drawn[0]])


async def test_a_key_asks_only_what_it_changes_for_its_lines_and_sends_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Widget, int]] = []

    def noting(render_line: Callable[[Any, int], Strip]) -> Callable[[Any, int], Strip]:
        def noted(widget: Widget, y: int) -> Strip:
            asked.append((widget, y))
            return render_line(widget, y)

        return noted

    for kind in (Board, Lines):
        monkeypatch.setattr(kind, "render_line", noting(kind.render_line))
    rows = "┛━┳━┓", "┣━╋━┫", "┗━┻━┏"
    async with playing(tmp_path, board(named("infinity"), *rows), size=(100, 30), on_wire=True) as game:
        await game.until(lambda: game.screen.is_fitted and not game.terminal.is_drawing)
        await game.app.workers.wait_for_complete()
        await game.pilot.pause()
        first = game.sent()
        for key, cells in (("right", (0, 1)), ("space", (1,)), ("down", (1, 6))):
            asked.clear()
            await game.press(key)
            shown = {row for cell in cells for row in range(game.region(cell).y, game.region(cell).bottom)}
            assert {y for widget, y in asked if widget is game.board} <= shown
            assert len([widget for widget, _ in asked if widget is not game.board]) <= 3
            assert 0 < len(game.sent()) < len(first) / 7


async def test_a_window_of_the_same_size_is_painted_anew_without_being_laid_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out: list[object] = []
    reflow = Compositor.reflow

    def noting(compositor: Compositor, parent: Widget, size: Size) -> Any:
        laid_out.append(parent)
        return reflow(compositor, parent, size)

    monkeypatch.setattr(Compositor, "reflow", noting)
    puzzle = board(named("infinity"), "┛━┳━┓", "┣━╋━┫", "┗━┻━┏")
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    async with recorded(make_app(Context(library, library.settings()), [puzzle]), (90, 24)) as play:
        while play.is_drawing or type_ahead.is_busy(play.app):
            await play.pilot.pause(0.01)
        for size, is_new in (((90, 24), False), ((100, 30), True)):
            play.wire.read_sent()
            laid_out.clear()
            play.wire.resize(*size)
            sent = ""
            while "∞ Loop" not in sent:
                await play.pilot.pause()
                sent += play.take()
            await until_idle(play.app)
            assert bool(laid_out) == is_new
