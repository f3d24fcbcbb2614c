"""Several keys in one write: each acts on what the one before led to, none is lost, none comes after the end."""

import asyncio
from pathlib import Path

import pytest
from textual.widget import Widget

from termpuzzles.catalogue.levels import shipped
from termpuzzles.games.model import Puzzle
from termpuzzles.tui.adapter import type_ahead
from termpuzzles.tui.adapter.type_ahead import until_idle
from termpuzzles.tui.screens.dialogs import TextDialog
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.play import PlayScreen
from tests.tui.apps import Game, playing
from tests.tui.screens.test_home import at_home

ENTER, TAB, DOWN, F4, PALETTE, INTERRUPT = "\r", "\t", "\x1b[B", "\x1bOS", "\x10", "\x03"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for each key as long as it takes: a busy machine is no stuck widget."""
    monkeypatch.setattr(type_ahead, "_MOST", 60.0)


async def type_at_once(game: Game, *writes: str) -> None:
    """Type these keys as a terminal delivers them, all of a write at once, and wait for what they lead to."""
    for write in writes:
        game.terminal.wire.type(write.encode())
        await asyncio.sleep(0.01)
    while game.terminal.waits:  # the pilot would wait for widgets that are being removed
        await asyncio.sleep(0.01)
    await until_idle(game.app)
    await game.pilot.pause()


def net() -> Puzzle:
    """A level of Net."""
    return next(pack for pack in shipped().packs if pack.game == "net").puzzles()[0]


STAYS = {
    "a place, and Enter once more": (f"g1,1{ENTER}{ENTER}",),
    "places in a row": (f"g3,3{ENTER}" * 5,),
    "a mark by name": (f"{F4}a{ENTER}{ENTER}",),
    "a command of the palette": (f"{PALETTE}zen {ENTER}{ENTER}",),
    "a command of the palette, later": (f"{PALETTE}zen", f"{ENTER}{ENTER}"),
    "there and back": ("oq" * 5,),
    "help and back": ("??" * 5,),
}


async def test_a_burst_on_the_play_screen_ends_on_the_play_screen(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), on_wire=True) as game:
        for name, writes in STAYS.items():
            await type_at_once(game, *writes)
            assert isinstance(game.app.screen, PlayScreen), name
        await game.press("right")
        assert game.app.is_running


async def test_letters_after_an_enter_do_not_overtake_it(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), on_wire=True) as game:
        await type_at_once(game, f"g2,4{ENTER}", f"g3,1{ENTER}")
        assert game.board.cursor == game.puzzle.grid.cell(2, 0)
        await type_at_once(game, f"g2,4{ENTER}g3,2{ENTER}gb{ENTER}")
        assert game.board.cursor == game.puzzle.grid.cell(1, 3)


async def test_keys_typed_into_a_dialog_before_it_is_there_reach_it(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), on_wire=True) as game:
        await type_at_once(game, "g4,4")
        assert isinstance(game.app.screen, TextDialog)
        await type_at_once(game, ENTER)
        assert game.board.cursor == game.puzzle.grid.cell(3, 3)


async def test_a_command_of_the_palette_is_carried_out_by_an_enter_in_the_same_write(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), on_wire=True) as game:
        await type_at_once(game, f"{PALETTE}zen{ENTER}")
        assert game.screen.has_class("zen")


@pytest.mark.parametrize("keys", ["q?", f"q{PALETTE}", f"{INTERRUPT}{INTERRUPT}?", "q" * 9])
async def test_keys_after_the_one_that_leaves_do_nothing(tmp_path: Path, keys: str) -> None:
    async with playing(tmp_path, net(), on_wire=True) as game:
        await type_at_once(game, keys)
        assert game.app.leaving
        assert game.app.crash is None
        assert isinstance(game.app.screen, PlayScreen)


@pytest.mark.parametrize("keys", [f"?{TAB}{DOWN}{DOWN}{DOWN}{DOWN}{ENTER}{ENTER}{PALETTE}", "?q?q?q", f"/net{ENTER}"])
async def test_a_burst_on_the_first_screen_leaves_a_screen_that_acts(tmp_path: Path, keys: str) -> None:
    async with playing(tmp_path, on_wire=True) as game:
        await at_home(game)
        await type_at_once(game, keys)
        assert game.app.is_running
        assert game.app.screen.is_ready  # type: ignore[attr-defined]
        assert len(game.app.screen_stack) > 1


async def test_a_dialog_that_is_dismissed_twice_closes_nothing_else(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), on_wire=True) as game:
        await game.press("g")
        dialog = game.app.screen
        dialog.dismiss("1,1")
        dialog.dismiss("1,1")
        await game.pilot.pause()
        assert isinstance(game.app.screen, PlayScreen)


async def test_a_screen_that_has_to_close_takes_what_is_above_it_along(tmp_path: Path) -> None:
    async with playing(tmp_path, on_wire=True) as game:
        await at_home(game)
        game.app.play([net()])
        await game.pilot.pause()
        screen = game.screen
        await game.press("g")
        screen.leave("taken over")
        await game.pilot.pause()
        assert isinstance(game.app.screen, HomeScreen)
        screen.leave("taken over")
        await game.pilot.pause()
        assert isinstance(game.app.screen, HomeScreen)


async def test_a_widget_that_never_gets_done_holds_up_one_key_and_not_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type_ahead, "_MOST", 0.2)  # seconds; two for a player, who would not see the difference
    async with playing(tmp_path, net(), on_wire=True) as game:
        goes_on, terminal = asyncio.Event(), game.terminal
        stuck = Widget()
        await game.screen.mount(stuck)
        stuck.call_next(goes_on.wait)
        try:
            terminal.wire.type(b"l")
            assert terminal.waits, "the key did not wait for the widget"
            while terminal.waits or game.board.cursor != 1:
                await asyncio.sleep(0.01)
            while type_ahead.is_busy(game.app):
                await asyncio.sleep(0.01)
            terminal.wire.type(b"l")
            assert not terminal.waits, "a further key waits for the same widget"
        finally:
            goes_on.set()


CLOSED_IN_TURN = {
    "a hint in a trial": ("t", "i"),
    "an answer in a trial": ("t", "v"),
    "a check in a trial": ("t", "c"),
    "a hint after a note was begun": ("x", "i"),
    "the reason why not": ("e",),
    "a replay": ("P",),
}


async def test_escape_closes_what_was_opened_last_and_only_then_leaves(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), on_wire=True) as game:
        for name, opened in CLOSED_IN_TURN.items():
            for key in opened:
                await game.press(key)
                await game.app.workers.wait_for_complete()
                await game.pilot.pause()
            if "i" in opened or "e" in opened:
                assert game.staged_hint.hint is not None, name
            for left in range(len(opened) - 1, -1, -1):
                await game.press("escape")
                assert not game.app.leaving, f"{left} of {name} were still open"
                assert game.staged_hint.hint is None, name
                assert bool(game.trial is not None or game.pending) == bool(left), name
        await game.press("escape")
        assert game.app.leaving


@pytest.mark.parametrize(("opened", "first"), [("pt", "trial"), ("tp", "pen")])
async def test_escape_knows_whether_the_pen_or_the_trial_came_first(tmp_path: Path, opened: str, first: str) -> None:
    loop = next(pack for pack in shipped().packs if pack.game == "simpleloop").puzzles()[0]
    async with playing(tmp_path, loop, on_wire=True) as game:
        await game.press(*opened)
        await game.press("escape")
        assert (game.trial is None) == (first == "trial")
        assert game.pen_is_down == (first == "trial")
        await game.press("escape")
        assert game.trial is None
        assert not game.pen_is_down
        assert not game.app.leaving


async def test_q_leaves_at_once(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), on_wire=True) as game:
        await game.press("i")
        await game.app.workers.wait_for_complete()
        await game.press("q")
        assert game.app.leaving
