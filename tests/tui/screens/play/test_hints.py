"""Hints in the app: bringing them into view, following them on ambiguous boards, and waiting for them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import NamedTuple

import pytest

from termpuzzles.catalogue.lessons import lessons
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.logic.task import Task
from termpuzzles.render.ink import LARGE
from termpuzzles.render.picture import ROLE, TARGET
from termpuzzles.session.questions import GuideCache
from termpuzzles.tui.adapter.guarded import is_closing
from termpuzzles.tui.background import ask
from tests.games.boards import board
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import wait_for_workers


async def test_a_hint_outside_the_view_says_so_and_keys_lead_there_and_back(tmp_path: Path) -> None:
    # Two loops, far apart; of the one on the right the top right corner is turned.
    (puzzle,) = read("infinity:60x2:9c" + "0" * 56 + "9636" + "0" * 56 + "36")
    async with playing(tmp_path, puzzle, size=(40, 20)) as game:
        game.board.zoom = LARGE
        await game.press("s", "right", "s", "down", "s", "left", "s", "up")
        await game.press("i")
        await wait_for_workers(game)
        await game.press("i")
        assert game.board.picture.look(59).hint & ROLE == TARGET
        assert game.board.cursor == 0
        assert "out of view, at (60, 1)" in " ".join(game.text_of("status").split())
        await game.press("g", "h", "enter")
        assert game.board.cursor == 59
        assert 0 <= game.board.geometry.region(59).x < 40
        await game.press("g", "b", "enter")
        assert game.board.cursor == 0


async def test_once_a_hint_is_done_its_reason_and_its_marks_are_gone_and_places_are_named(tmp_path: Path) -> None:
    for doing in ("i", "I"):
        async with playing(tmp_path / doing, lessons("net")[3].puzzle) as game:
            await game.press("i")
            await wait_for_workers(game)
            await game.press("i", "i")
            while not game.staged_hint.is_last:
                await game.press("i")
            hint = game.staged_hint.hint
            assert hint
            assert "marked" in hint.conclusion
            await game.press(doing)
            assert hint.claim.plain in " ".join(game.text_of("status").split())
            assert "marked" not in game.text_of("status") + game.text_of("panel")
            assert not any(game.board.picture.look(cell).hint for cell in range(game.puzzle.grid.size))
            await game.press("right")
            assert hint.claim.plain not in " ".join(game.text_of("status").split())


async def test_an_answer_in_which_there_is_nothing_to_do_is_closed_by_the_key_that_goes_through_it(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, lessons("net")[3].puzzle, size=(100, 30)) as game:
        game.screen.cursor = lessons("net")[3].mark
        for _ in range(2):  # where to look, then why
            await game.press("e")
            await wait_for_workers(game)
        assert game.staged_hint.hint
        assert not game.staged_hint.can_be_done
        assert "i close" in game.text_of("panel")
        assert "make the move" not in game.text_of("panel")
        await game.press("i")
        assert game.staged_hint.hint is None
        assert "close" not in game.text_of("panel")


class Slow(NamedTuple):
    """A question that takes its time."""

    may_end: threading.Event

    def work(self, cache: GuideCache) -> Task[str]:
        while not self.may_end.wait(0.01):
            yield None
        return threading.current_thread().name


async def test_an_answer_that_comes_while_the_screen_closes_is_heard_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, may_end = list[str](), threading.Event()
    may_end.set()
    async with playing(tmp_path, board(named("infinity"), "┓┓", "┗┛")) as game:
        play = game.screen
        assert not is_closing(play)
        with monkeypatch.context() as patched:
            patched.setattr("termpuzzles.tui.background.is_closing", lambda screen: True)
            ask(play, game.app.context.answerer, Slow(may_end), heard.append, "test")
            await wait_for_workers(game)
        assert heard == []
        removed = play.remove()
        assert is_closing(play)
        await removed
