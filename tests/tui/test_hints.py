"""Hints in the app: brought into view, followed where the board is ambiguous, and waited for."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.logic.task import Task
from termpuzzles.render.picture import DEPTH, HINTED, SIDES_FROM
from termpuzzles.tui import theme
from termpuzzles.tui.questions import ask
from tests.games.boards import board
from tests.tui.apps import playing
from tests.tui.test_play import answered


async def test_a_hint_outside_the_view_is_scrolled_to_and_the_cursor_stays(tmp_path: Path) -> None:
    (puzzle,) = read("infinity:60x2:9" + "5" * 58 + "6" + "3" + "5" * 58 + "6")  # the top right corner is turned
    async with playing(tmp_path, puzzle, size=(40, 20)) as game:
        game.board.zoom = 3
        await game.press("i")
        await answered(game)
        await game.press("i")
        assert game.board.picture.look(59).hint & DEPTH == HINTED
        assert game.board.cursor == 0
        region = game.board.geometry.region(59)
        assert game.board.scroll_offset.x <= region.x < game.board.scroll_offset.x + 40


async def test_the_reason_marks_the_sides_that_count(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("infinity"), "┓┓", "┗┛")) as game:
        await game.press("i")
        await answered(game)
        assert not game.board.picture.look(0).hint >> SIDES_FROM
        await game.press("i", "i")
        assert game.board.picture.look(0).hint >> SIDES_FROM


async def test_an_ambiguous_board_is_told_and_a_way_chosen_is_followed(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("infinity"), "╺╸", "╺╹")) as game:
        await game.press("i")
        await answered(game)
        await game.press("i", "i")
        assert "ambiguous" in game.said("status")
        for _ in range(12):
            await game.press("i")
            await answered(game)
        assert game.screen.session.solved or game.screen.session.hints > 1


async def test_whoever_waits_for_an_answer_is_told_so_every_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter([0.0, 0.5, 1.5, 1.7, 2.5])
    monkeypatch.setattr("termpuzzles.tui.questions.time", SimpleNamespace(monotonic=lambda: next(seconds)))
    told: list[int] = []
    found: list[str] = []
    async with playing(tmp_path, board(named("infinity"), "┓┓", "┗┛")) as game:
        await answered(game)
        seconds = iter([0.0, 0.5, 1.5, 1.7, 2.5])

        def work() -> Task[str]:
            for _ in range(3):
                yield None
            return threading.current_thread().name

        ask(game.screen, work(), found.append, "test", waiting=told.append)
        await answered(game)
    assert told == [1, 2]
    assert found != [threading.main_thread().name]


def test_hinted_cells_and_those_they_rest_on_are_told_apart_without_colour() -> None:
    palette = theme.palette(theme.COLOURLESS, False)
    assert len({palette.style("plain", ground) for ground in ("plain", "hinted", "rests on")}) == 3
