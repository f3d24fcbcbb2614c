"""The app on a terminal in memory: what it sends and when, what may move, and what it does with errors."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.screen import Screen
from textual.worker import WorkerFailed

from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.terminal.painter import ScreenMove
from termpuzzles.tui.adapter.type_ahead import is_busy, until_idle
from termpuzzles.tui.screens.palette import PuzzlePalette
from tests.games.boards import board
from tests.tui.apps import Game, playing, shown
from tests.tui.recorder import RecordingWire
from tests.tui.terminal.strict_screen import StrictScreen

SIZE = (80, 24)


def small() -> Puzzle:
    return board(named("net"), "╺┳╸╻", "┏┻┓┃", "╹╺┛╹")


async def settled(game: Game) -> None:
    """Wait until the board is shown, what is found beside the keys is told, and nothing is left to do."""
    app = game.app
    await game.until(lambda: app.is_shown and game.screen.is_fitted and "no solution" in shown(app)[0])
    await app.workers.wait_for_complete()
    await game.until(lambda: not is_busy(app))


async def test_what_is_sent_shows_the_screen_and_its_cursor(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        terminal = StrictScreen(*SIZE)
        terminal.feed(game.sent())
        for key in ("right", "down", "d", "left"):
            await game.press(key)
            await game.until(lambda: not game.app.output.is_drawing)
            terminal.feed(game.sent())
            column, row = game.board.terminal_cursor
            assert terminal.at == (row, column)
        rows = ["".join(cell.text for cell in line) for line in terminal.rows]
        composed = [strip.text for strip in game.app.screen._compositor.render_strips()]
        assert rows == composed


async def test_nothing_is_sent_while_the_terminal_is_lent_and_all_once_it_is_back(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        app = game.app
        game.sent()
        app.output.leave_terminal()
        assert game.sent() == "\x1b[m"
        assert app.output.held
        await game.press("d", "right")
        assert game.turns == 1
        assert game.sent() == ""
        app.output.return_to_terminal()
        assert not app.output.held
        terminal = StrictScreen(*SIZE)
        sent = game.sent()
        assert "\x1b[2J" in sent
        terminal.feed(sent)
        assert any("moves  1" in "".join(cell.text for cell in row) for row in terminal.rows)


async def test_what_others_have_written_over_is_painted_anew_though_the_terminal_was_not_lent(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        game.sent()
        game.app.output.return_to_terminal()
        terminal, sent = StrictScreen(*SIZE), game.sent()
        while "\x1b[2J" not in sent:  # a batch is over first
            await game.pilot.pause(0.01)
            sent += game.sent()
        terminal.feed(sent)
        composed = [strip.text for strip in game.app.screen._compositor.render_strips()]
        assert ["".join(cell.text for cell in line) for line in terminal.rows] == composed


async def test_each_key_click_and_paste_is_counted_until_the_app_is_leaving(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        app = game.app
        before = app.typed
        await game.press("right", "left")
        assert app.typed == before + 2
        game.terminal.wire.type(b"\x1b[<0;1;1M\x1b[<0;1;1m\x1b[200~words\x1b[201~")
        await game.until(lambda: app.typed == before + 5)
        counted, turns = app.typed, game.turns
        app.leaving = True
        await game.press("d")
        assert (app.typed, game.turns) == (counted, turns)
        app.leaving = False


async def test_something_may_move_only_where_nothing_speaks_against_it(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        app, wire = game.app, game.terminal.wire
        assert app.shares_loop
        assert not app.output.may_move
        wire.is_local = True
        app.animation_level = "full"
        assert not app.shares_loop
        assert app.output.may_move is True
        app.animation_level = "basic"
        assert app.output.may_move
        app.animation_level = "none"
        assert not app.output.may_move
        app.animation_level = "full"
        app.output.terminal.over_ssh = True
        assert not app.output.may_move
        app.output.terminal.over_ssh = False
        app.output.held = True
        assert not app.output.may_move
        app.output.held = False
        wire._most = -1
        assert not app.output.may_move
        wire._most = 1 << 30
        game.sent()
        assert app.output.may_move


async def test_a_terminal_that_lags_gets_the_latest_picture_once_it_has_caught_up(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        wire = game.terminal.wire
        terminal = StrictScreen(*SIZE)
        terminal.feed(game.sent())
        wire._most = -1
        await game.press("d", "d", "right")
        assert wire.sent == []
        wire._most = 1 << 30
        wire.read_sent()  # which says that it has caught up
        await game.pilot.pause()
        terminal.feed(game.sent())
        composed = [strip.text for strip in game.app.screen._compositor.render_strips()]
        assert ["".join(cell.text for cell in row) for row in terminal.rows] == composed


async def test_what_waits_for_the_next_drawing_is_called_once_after_it(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        called: list[int] = []
        game.app.once_drawn(lambda: called.append(1))
        game.app.once_drawn(lambda: called.append(2))
        assert called == []
        await game.press("right")
        await game.until(lambda: len(called) == 2)
        await game.press("left")
        assert called == [1, 2]


async def test_an_error_after_the_terminal_went_away_is_not_kept(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        app = game.app
        app.end_status = 129
        app._handle_exception(RuntimeError("a bug"))
        assert app.crash is None


async def test_what_textual_calls_back_on_a_palette_that_is_gone_or_not_there_yet_does_no_harm(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        app, palette = game.app, PuzzlePalette()
        for name in ("CommandList", "LoadingIndicator"):
            missed = _missed_by(palette, name)
            assert not app.take_error(missed)
            worker = WorkerFailed(missed)
            assert not app.take_error(worker)
        await game.press("ctrl+p", "escape")
        assert not app.take_error(NoWidget("nothing there"))
        assert not app.leaving
        assert len(app.late) == 5


def _missed_by(palette: PuzzlePalette, name: str) -> NoMatches:
    """What Textual's own code raises if it looks for that widget of a palette which has none."""
    try:
        CommandPalette.query_one(palette, name)
    except NoMatches as error:
        return error
    raise AssertionError("it has one")


async def test_a_widget_that_a_screen_of_ours_looks_for_in_vain_still_ends_the_app(tmp_path: Path) -> None:
    async with playing(tmp_path, small()) as game:
        error = NoMatches("no such widget")
        assert game.app.take_error(error)
        game.app.crash = None


async def test_the_app_is_idle_once_all_that_was_asked_is_done(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        app = game.app
        assert not is_busy(app)
        assert not app.output.is_drawing
        done: list[str] = []
        app.call_later(lambda: done.append("later"))
        assert is_busy(app)
        await until_idle(app)
        assert done == ["later"]
        assert not is_busy(app)
        app.leaving = True
        app.call_later(lambda: done.append("never waited for"))
        await until_idle(app)
        app.leaving = False


async def test_a_screen_that_closes_another_one_closes_only_itself(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        play = game.screen
        above = Screen[None]()
        await game.app.push_screen(above)
        play.dismiss()
        await game.pilot.pause()
        assert game.app.screen is above
        await game.app.pop_screen()
        assert game.app.screen is play
        assert play.is_ready


async def test_a_part_that_has_moved_is_moved_by_the_terminal(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        noted: list[ScreenMove] = []
        shown = game.app.output.shown
        assert shown is not None
        shown.painter.moved = noted.append  # type: ignore[assignment, method-assign]
        move = ScreenMove(0, 1, 80, 20, 0, 1)
        game.app.output.moved(move)
        assert noted == [move]


async def test_at_this_computer_a_change_is_sent_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RecordingWire, "is_local", True)
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        app = game.app
        assert not app.shares_loop
        terminal = StrictScreen(*SIZE)
        terminal.feed(game.sent())
        game.board.place_cursor(1)
        sent = ""
        while not sent:
            await asyncio.sleep(0)
            sent = game.sent()
        terminal.feed(sent)
        column, row = game.board.terminal_cursor
        assert terminal.at == (row, column)
        game.terminal.wire.resize(*SIZE)
        await game.pilot.pause()
        assert "\x1b[2J" in game.sent()


async def test_a_batch_of_changes_is_sent_once_it_is_over(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        game.sent()
        with game.app.batch_update():
            game.board.place_cursor(1)
            await game.pilot.pause()
            assert game.sent() == ""
        while not game.sent():
            await game.pilot.pause(0.02)


async def test_what_is_painted_anew_is_what_was_composed(tmp_path: Path) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        app, terminal = game.app, StrictScreen(*SIZE)
        terminal.feed(game.sent())
        app.screen.refresh()
        game.board.refresh()
        await until_idle(app)
        assert not app.output.is_drawing
        app.output.return_to_terminal()
        terminal.feed(game.sent())
        composed = [strip.text for strip in app.screen._compositor.render_strips()]
        assert ["".join(cell.text for cell in row) for row in terminal.rows] == composed
