"""What the screen of a board does when its actions are called, without a key in between: these tests are quick."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.events import Resize

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import PLANE, TORUS
from termpuzzles.catalogue.day import is_daily
from termpuzzles.catalogue.lessons import lessons
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.play.history_commands import solving
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.board import FittedBoard
from termpuzzles.tui.widgets.layout import zoom_key
from termpuzzles.tui.widgets.lines import Lines
from tests.games.boards import board
from tests.tui.apps import Game, Never, playing
from tests.tui.screens.play.test_play import loops, net, wrapped


def told(game: Game) -> str:
    """The message, and what stands below the board."""
    return f"{game.message} | {' '.join(game.text_of('status').split())}"


async def test_the_clock_stands_while_another_screen_covers_the_board_or_nobody_looks(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        game.time.now += 5
        for stop, go in (
            (game.screen.on_screen_suspend, game.screen.on_screen_resume),
            (game.screen.pause, game.screen.resume),
        ):
            before = game.seconds
            stop()
            game.time.now += 100
            assert game.seconds == before
            go()
            game.time.now += 1
            assert game.seconds == before + 1


async def test_who_watches_is_told_the_names_of_the_board_and_how_far_it_is(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        seen = game.screen.shown_game
        assert seen is not None
        assert (seen.title, seen.cursor, seen.progress) == ("Net 3x3", 0, "0:00   0 moves")
        game.screen.cursor = 4
        game.screen.controller.play(Gesture("pin", 4))
        game.screen.controller.play(Gesture("turn", 0))
        game.time.now += 65
        seen = game.screen.shown_game
        assert seen is not None
        assert seen.picture.state == game.state
        assert (seen.cursor, seen.progress) == (4, "1:05   1 move")


async def test_the_heading_tells_the_name_and_what_was_done_and_fits_any_window(tmp_path: Path) -> None:
    large = generate("net", "15x11w", seed=1)
    for size in ((80, 24), (59, 15), (40, 15), (39, 15), (36, 15), (35, 15), (28, 15)):
        async with playing(tmp_path / str(size[0]), large, wrapped(), loops(), size=size) as game:
            for state in ("", "a trial", "solved"):
                if state == "a trial":
                    game.screen.action_act("play.trial")
                    game.time.now += 3725
                elif state:
                    game.screen.action_act("play.trial")
                    answer = solve(game.puzzle)
                    assert answer
                    game.screen.controller.carry_out(solving(game.puzzle, game.state, answer.lines), "")
                name, about, words = game.screen.frame.headline()
                said = words[0][0]
                assert len(f"{name} {said}") <= size[0], (size, state)
                assert name.startswith("Trial") == (state == "a trial")
                assert "Net" in name
                assert "wraps" in about or size[0] < 39
                assert not said or said.startswith(("1 of 3", "0:00", "1:02:05", "0 moves"))


@pytest.mark.parametrize("rows", [12, 15])
async def test_the_panel_has_as_many_lines_as_there_are_rows_beside_the_board(rows: int, tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(100, rows)) as game:
        panel = game.screen.query_one("#panel", Lines)
        assert len(panel.lines) == panel.size.height == rows - 2


async def test_a_key_leaves_a_board_seven_tenths_of_a_second_after_it_was_solved(tmp_path: Path) -> None:
    async with playing(tmp_path, generate("net", "3x3", seed=1), net()) as game:
        game.time.now = 0.0
        answer = solve(game.puzzle)
        assert answer
        game.screen.controller.carry_out(solving(game.puzzle, game.state, answer.lines), "")
        for seconds, index in ((0.0, 0), (0.69, 0), (0.7, 1)):
            game.time.now = seconds
            game.screen.action_act("play.on")
            assert game.index == index


async def test_a_board_takes_the_best_zoom_of_another_look(tmp_path: Path) -> None:
    async with playing(tmp_path / "1", net(), look="pipes") as game:
        best = game.board.zoom
    async with playing(tmp_path / "2", net()) as game:
        context = game.app.context
        assert game.board.zoom != best
        context.settings["look"] = "pipes"
        context.fit_terminal()
        game.screen.set_ink(context.ink)
        assert game.board.zoom == best


async def test_a_zoom_is_kept_within_those_that_there_are_and_0_takes_the_best_again(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        screen, best, zooms = game.screen, game.board.zoom, game.board.zooms
        seen = []
        for command in ["play.larger"] * len(zooms) + ["play.smaller"] * (len(zooms) + 2):
            screen.action_act(command)
            seen.append(game.board.zoom.number)
        top, numbers = zooms[-1].number, [zoom.number for zoom in zooms]
        up = [min(top, best.number + step) for step in range(1, len(zooms) + 1)]
        down = [max(numbers[0], top - step) for step in range(1, len(zooms) + 3)]
        assert seen == up + down
        screen.action_act("play.automatic")
        assert game.board.zoom == best
        assert screen.context.settings["zoom"] == {zoom_key(screen.controller.puzzle, screen.size): 0}


async def test_shading_is_said_and_kept_as_long_as_it_lasts(tmp_path: Path) -> None:
    async with playing(tmp_path, loops()) as game:
        for so, words in ((True, "now"), (False, "no longer"), (True, "now")):
            game.screen.action_act("play.inside")
            assert game.message == f"What lies inside a loop is {words} shaded."
            assert game.app.context.settings["inside"] is so
            assert game.app.context.library.settings()["inside"] is so


@pytest.mark.parametrize("surface", [PLANE, TORUS])
async def test_only_a_board_that_wraps_is_shifted(surface: object, tmp_path: Path) -> None:
    grid = Grid.make(5, 4, TORUS if surface is TORUS else PLANE)
    async with playing(tmp_path, Puzzle(named("net"), grid, bytes([5] * 20))) as game:
        game.screen.action_act("play.shift")
        if surface is PLANE:
            assert game.message == "Only a board that wraps around can be shifted."
            assert game.pending == ""
            return
        assert game.message.startswith("The direction keys now shift the board.")
        corner, cell = game.region(0), game.region(6)
        width, height = cell.x - corner.x, cell.y - corner.y
        for name, column, row in (
            ("board.east", 4, 0),
            ("board.north", 4, 1),
            ("board.west", 0, 1),
            ("board.west", 1, 1),
            ("board.south", 1, 0),
        ):
            game.screen.action_act(name)
            assert game.region(0) == corner.translate((column * width, row * height))
        assert game.pending == "shift"
        game.screen.action_act("play.shift")
        assert (game.message, game.pending) == ("", "")


async def test_zen_and_the_panel_come_and_go(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        screen, around = game.screen, [game.screen.query_one(name) for name in ("#heading", "#panel")]
        for are_shown in (True, False, True):
            assert [each.display for each in around] == [are_shown] * 2
            screen.action_act("play.zen")
    async with playing(tmp_path, net(), size=(40, 15)) as game:
        screen, panel = game.screen, game.screen.query_one("#panel")
        assert (bool(panel.display), bool(game.board.display)) == (False, True)
        screen.action_act("play.panel")
        assert (bool(panel.display), bool(game.board.display)) == (True, False)
        screen.action_act("play.panel")
        assert (bool(panel.display), bool(game.board.display)) == (False, True)


async def test_what_is_copied_is_said(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        game.screen.action_act("play.copy")
        assert game.message.endswith("and its address on the web")
        assert game.app.clipboard.startswith(game.message.split()[0])
        game.screen.action_act("play.share")
        assert game.message == "Solve the board first; then you can share its result."
        assert "\thttps://" in game.app.clipboard


async def test_keys_of_tiles_do_not_act_where_lines_are_drawn(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        acts = game.screen.check_action
        assert acts("act", ("tile.turn",))
        assert acts("act", ("play.undo",))
        assert not acts("act", ("line.pen",))
        assert not acts("act", ("play.inside",))
    async with playing(tmp_path, board(named("simpleloop"), "··", "··")) as game:
        acts = game.screen.check_action
        assert not acts("act", ("tile.turn",))
        assert acts("act", ("line.pen",))
        assert acts("act", ("play.inside",))


async def test_a_message_stays_until_the_cursor_moves(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        game.screen.show_message("Somebody is at the door.")
        assert "Somebody is at the door." in told(game)
        game.screen.cursor_moved()
        assert game.message == ""


@pytest.mark.parametrize(
    ("ascii_only", "drawn"), [(False, "╴ ╷ ┐ ╶ ─ ┌ ┬ ╵ ┘ │ ┤ └ ┴ ├ ┼"), (True, "< v 7 > - r T ^ J | 3 L A E +")]
)
async def test_ways_of_lines_are_drawn_as_the_tiles_with_them(ascii_only: bool, drawn: str, tmp_path: Path) -> None:
    async with playing(tmp_path, net(), ascii_only=ascii_only) as game:
        assert game.screen.drawn(range(1, 16)) == drawn


async def test_a_board_counts_as_laid_out_only_once_it_has_its_place(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        assert game.screen.is_fitted
        assert not PlayScreen(game.app.context, [net()]).is_fitted


@pytest.mark.parametrize(("width", "told"), [(59, ""), (60, "ghost: 2 tiles ahead")])
async def test_a_heading_tells_of_a_ghost_where_there_is_room(width: int, told: str, tmp_path: Path) -> None:
    rival: Any = SimpleNamespace(words=lambda session: "2 tiles ahead", whose="")
    async with playing(tmp_path, generate("net", "25x6", seed=1), size=(width, 15)) as game:
        game.screen.controller.rival = rival
        assert game.screen.frame.headline().state[0][0].partition("   0 moves")[2].strip() == told


async def test_a_board_that_is_always_fitted_takes_the_smallest_zoom_where_it_fits_at_none(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        context = game.app.context
        fitted = FittedBoard(game.screen.controller.picture(), context.ink, context.palette)
        fitted.fit()  # it has no room at all yet
        assert fitted.zoom is fitted.zooms[0]


async def test_what_is_in_the_way_of_keeping_the_game_is_said_as_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, net()) as game:
        monkeypatch.setattr(type(game.screen.controller.recorded), "trouble", "the disk is full", raising=False)
        game.screen.frame.show_words()
        assert "The disk is full" in told(game)


async def test_the_card_of_a_board_of_the_day_names_a_new_board_and_home(tmp_path: Path) -> None:
    daily = replace(net(), title="Daily 2026-11-22", header=(("daily", "2026-11-22"),))
    async with playing(tmp_path, daily) as game:
        assert is_daily(game.puzzle)
        names = game.screen.frame.card_names
        assert (names["play.new"], names["play.review"]) == ("new Net 3x3", "look back")
    async with playing(tmp_path, net()) as game:
        assert game.screen.frame.card_names["play.new"] == "new like this"


async def test_escape_first_stops_thinking_and_only_then_leaves(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        screen = PlayScreen(game.app.context, [net()])
        await game.app.push_screen(screen)
        await game.pilot.pause()
        game.app.context.answerer = Never()  # type: ignore[assignment]
        screen.action_act("play.hint")
        await game.pilot.pause()
        thinking = [worker for worker in screen.workers if worker.group == "hint" and worker.is_running]
        assert len(thinking) == 1
        screen.show_message("Thinking …")
        screen.action_act("play.close")
        assert game.message == ""
        assert game.app.screen is screen
        await game.until(lambda: thinking[0].is_finished)
        screen.action_act("play.close")
        assert game.app.screen is not screen


async def test_half_a_page_is_half_of_the_rows_that_are_seen(tmp_path: Path) -> None:
    (tall,) = read("net:5x60:" + "5" * 300)
    async with playing(tmp_path, tall, size=(80, 24), look="pipes") as game:
        shown = game.screen.board
        while shown.zoom.height == 1:
            await game.press("plus")
        half = shown.size.height // shown.zoom.height // 2
        assert 2 <= half < 10
        rows = []
        for way in (1, 1, -1, -1, -1):
            game.screen.action_act("board.page_up" if way < 0 else "board.page_down")
            rows.append(game.screen.cursor // 5)
        assert rows == [half, 2 * half, half, 0, 0]


async def test_half_a_page_is_one_row_at_least(tmp_path: Path) -> None:
    (tall,) = read("net:5x60:" + "5" * 300)
    async with playing(tmp_path, tall, size=(40, 12), look="pipes") as game:
        for _ in range(len(game.board.zooms)):
            game.screen.action_act("play.larger")
        await game.pilot.pause()
        assert game.board.size.height // game.board.zoom.height < 2
        rows = []
        for way in (1, 1, -1):
            game.screen.action_act("board.page_up" if way < 0 else "board.page_down")
            rows.append(game.screen.cursor // 5)
        assert rows == [1, 2, 1]


async def test_a_window_that_was_too_small_gives_the_keys_back_to_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        for screen in (game.screen, LessonScreen(game.app.context, lessons("net"), 3)):
            if screen is not game.screen:
                await game.app.push_screen(screen)
            await game.pilot.resize_terminal(12, 4)
            await game.until(lambda: screen.focused is None)  # noqa: B023 - at once
            assert not screen.query_one("#status").display
            await game.pilot.resize_terminal(80, 24)
            await game.until(lambda: screen.focused is screen.board)  # noqa: B023 - at once
            before = screen.cursor
            await game.press("right" if before == 0 else "left")
            assert screen.cursor != before


async def test_a_board_is_painted_once_it_is_laid_out_even_if_that_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, net()) as game:
        painted: list[bool] = []
        monkeypatch.setattr(game.app.output, "paint", lambda: painted.append(game.screen.is_fitted))
        game.screen.on_resize(Resize(game.app.size, game.app.size))
        await game.until(lambda: bool(painted))
        assert painted[0]
