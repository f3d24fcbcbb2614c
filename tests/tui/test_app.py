"""What the app opens and says, asked without showing it, or where a game is open."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual import events
from textual.binding import Binding
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Static

from termpuzzles.games import named
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui import app as module
from termpuzzles.tui.adapter.driver import LEAVE
from termpuzzles.tui.app import PuzzleApp, all_screens, make_app, run_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen
from termpuzzles.tui.widgets.cards import Cards
from termpuzzles.tui.widgets.choices import Choices
from tests.approved import approve
from tests.games.boards import board
from tests.play.storage.opened import opened
from tests.tui.apps import playing


def an_app(folder: Path, **settings: object) -> PuzzleApp:
    library = Library(Folders(folder / "data", folder / "config"))
    context = Context(library, library.settings())
    context.settings.update(settings)
    return make_app(context)


def test_the_screen_that_opens_first_is_what_is_asked_for_else_the_welcome_and_later_home(tmp_path: Path) -> None:
    assert type(an_app(tmp_path).first_screen()).__name__ == "WelcomeScreen"
    assert type(an_app(tmp_path, started=True).first_screen()).__name__ == "HomeScreen"
    app = an_app(tmp_path)
    app.opens = "options"
    assert type(app.first_screen()).__name__ == "OptionsScreen"
    mine = Screen[None]()
    app.begins = lambda context: mine
    assert app.first_screen() is mine
    journal = opened(app.context.library, board(named("net"), "┗┓", "┗┛"))
    journal.record(1.0, "right 0")
    journal.close()
    assert type(an_app(tmp_path).first_screen()).__name__ == "HomeScreen"


def test_every_screen_that_has_a_name_is_made_and_those_of_the_core_need_nobody(tmp_path: Path) -> None:
    app = an_app(tmp_path)
    made = {name: door.load()(app.context) for name, door in all_screens().items() if not door.needs}
    assert all(isinstance(screen, Screen) for screen in made.values())
    assert not [name for name, door in module.SCREENS.items() if door.needs]


class Aside:
    """Notes which questions are asked in the background, and answers none."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Any] = []
        monkeypatch.setattr(module, "ask", self._ask)

    def _ask(
        self, screen: object, answerer: object, question: Any, answered: object, group: str, gave_up: object
    ) -> None:
        self.asked.append((question, group, gave_up))


@pytest.mark.parametrize(
    ("text", "at_once"),
    [
        ("no puzzle", True),
        ("a board of 100x100", True),
        ("a board of\n100x101", False),
        ("50x100 and 50/100", True),
        ("5000x1 and\n1x5001", False),
        ("net100x1000", True),  # part of a word, and no size
        ("?" * 4000, True),
        ("?" * 4001, False),
    ],
)
async def test_what_is_pasted_is_read_at_once_unless_it_is_long_or_names_a_large_board(
    text: str, at_once: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    aside = Aside(monkeypatch)
    app = an_app(tmp_path)
    monkeypatch.setattr(PuzzleApp, "screen", property(lambda self: None))
    app.open_pasted(text, said.append)
    assert (len(said), len(aside.asked)) == ((1, 0) if at_once else (0, 1))
    if not at_once:
        question, group, gave_up = aside.asked[0]
        assert (question.text, question.source, group) == (text, "what was pasted", "paste")
        gave_up()
        assert said == ["Reading this took too long."]


def test_no_more_than_a_mebibyte_of_what_is_pasted_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aside = Aside(monkeypatch)
    app = an_app(tmp_path)
    monkeypatch.setattr(PuzzleApp, "screen", property(lambda self: None))
    app.open_pasted("x" * ((1 << 20) + 5), lambda text: None)
    assert len(aside.asked[0][0].text) == 1 << 20


async def test_ctrl_c_says_how_to_leave_and_leaves_if_it_comes_again_within_three_seconds(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┗┓", "┗┛")) as game:
        for later in (0.0, 3.0, 3.5):
            game.time.now += later
            game.app.action_explain_leaving()
            assert not game.app.leaving
            assert game.message == "q goes back, and every move is kept; ctrl+c again leaves at once."
        game.time.now += 2.9
        game.app.action_explain_leaving()
        assert game.app.leaving


async def test_where_a_file_was_saved_or_why_not_is_said(tmp_path: Path) -> None:
    def told(call: Callable[[Any], None], **fields: object) -> str:
        call(SimpleNamespace(**fields))
        return game.message

    async with playing(tmp_path, board(named("net"), "┗┓", "┗┛")) as game:
        complete, failed = game.app.on_delivery_complete, partial(told, game.app.on_delivery_failed)
        assert told(complete, path="/home/a.svg") == "Saved as /home/a.svg."
        full = OSError(28, "No space left on device")
        assert failed(exception=full) == "The file could not be saved: no space left on device."
        assert failed(exception=ValueError("Odd")) == "The file could not be saved: odd."
        await game.app.push_screen(Screen[None]())
        game.app.on_delivery_complete(SimpleNamespace(path="unseen"))  # type: ignore[arg-type]
        game.app.on_delivery_failed(SimpleNamespace(exception=full))  # type: ignore[arg-type]
        await game.app.pop_screen()
        assert game.message == "The file could not be saved: odd."


async def test_the_game_that_is_shown_is_the_uppermost_of_all_screens(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┗┓", "┗┛")) as game:
        shown = game.app.shown_game
        assert shown is not None
        assert shown.picture.grid.size == 4
        game.app.play([board(named("net"), "┗━┓", "┗━┛")])
        await game.pilot.pause()
        game.app.go("options")
        await game.pilot.pause()
        assert game.app.shown_game is not None
        assert game.app.shown_game.picture.grid.size == 6
        await game.app.pop_screen()
        await game.app.pop_screen()
        assert game.app.shown_game is not None
        assert game.app.shown_game.picture.grid.size == 4


def test_the_keys_of_the_app_its_lists_and_its_cards_are_as_approved() -> None:
    lines = []
    for kind in (PuzzleApp, FramedScreen, Cards, Choices):
        lines.append(kind.__name__)
        for each in kind.BINDINGS:
            assert isinstance(each, Binding)
            signs = f"{', shown' * each.show}{', before all others' * each.priority}"
            lines.append(f"  {each.key}: {each.action} ({each.id}, {each.description!r}{signs}): {each.tooltip}")
    approve(__file__, "keys-of-the-app", "\n".join([*lines, ""]))


async def test_of_several_boards_that_are_pasted_the_first_is_opened_or_gone_back_to(tmp_path: Path) -> None:
    ring, other = "# title: Ring\n┗┓\n┗┛\n", "# title: Other\n┏┛\n┗┛\n"

    async with playing(tmp_path, board(named("net"), "┗┓", "┗┛")) as game:

        async def pasted(*boards: str) -> str:
            game.app.screen.post_message(events.Paste("---\n".join(boards)))
            await game.pilot.pause()
            await game.pilot.pause()
            return game.puzzle.title

        depth = len(game.app.screen_stack)
        assert await pasted(ring, other) == "Ring"
        assert len(game.app.screen_stack) == depth + 1
        first = game.app.screen
        assert await pasted(ring) == "Ring"
        assert game.app.screen is first
        assert game.message == "You are already playing this board."
        assert await pasted(other, ring) == "Other"
        assert len(game.app.screen_stack) == depth + 1, "it is in the place of the one that was pasted before"
        assert first not in game.app.screen_stack
        assert game.message == ""
        game.app.go("options")
        await game.pilot.pause()
        game.app.open_pasted(other, lambda text: pytest.fail(text))
        await game.pilot.pause()
        assert game.puzzle.title == "Other"
        assert len(game.app.screen_stack) == depth + 1, "what lay above it is closed"


async def test_what_waits_for_the_first_screen_is_called_half_a_second_after_it_was_drawn(tmp_path: Path) -> None:
    app, called = an_app(tmp_path, started=True), list[int]()
    later: list[tuple[float, object]] = []
    after = app.after

    def record(seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        later.append((seconds, call))
        return after(seconds, call)

    app.after = record  # type: ignore[method-assign]
    app.started = lambda: called.append(1)
    async with app.run_test() as pilot:
        while app.started not in [call for _, call in later]:
            await pilot.pause(0.01)
        assert [seconds for seconds, call in later if call == app.started] == [0.5]


class Ran:
    """Stands for an app that has been run."""

    crash: Exception | None = None
    farewell, end_status, return_code = "", 0, 0
    started: object = None
    opens = ""
    has_run = False

    def run(self) -> None:
        self.has_run = True


def test_an_app_in_this_terminal_says_why_it_ended_and_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.terminal.tty.own_terminal", lambda leave: leave.decode())
    ran, wires, said = Ran(), list[tuple[object, object]](), list[str]()
    given: list[Any] = []

    def make(context: Context, *made: object) -> Ran:
        given.append(made)
        return ran

    monkeypatch.setattr(module, "make_app", make)
    monkeypatch.setattr(module, "connect", lambda app, wire: wires.append((app, wire)))
    folder = {"TERMPUZZLES_DATA": str(tmp_path / "data"), "TERMPUZZLES_CONFIG": str(tmp_path / "config")}
    before = sys.getswitchinterval()
    puzzles = [board(named("net"), "┗┓", "┗┛")]
    try:
        assert run_app(folder, said.append, puzzles, index=0, started=said.clear, opens="new") == 0
        assert sys.getswitchinterval() == pytest.approx(0.0005)
    finally:
        sys.setswitchinterval(before)
    assert (ran.has_run, ran.opens, said) == (True, "new", [])
    assert ran.started == said.clear
    assert given == [(puzzles, 0)]
    assert wires == [(ran, LEAVE)]
    ran.farewell, ran.end_status = "Another window has the board.", 129
    assert run_app(folder, said.append) == 129
    assert said == ["Another window has the board."]
    assert ran.opens == ""
    ran.crash = LookupError("a crash")
    with pytest.raises(LookupError, match="a crash"):
        run_app(folder, said.append)
    sys.setswitchinterval(before)


async def test_a_click_on_a_widget_that_has_gone_selects_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, size=(40, 12), on_wire=True) as game:
        monkeypatch.setattr(Screen, "get_widget_and_offset_at", lambda *given: (Static("gone"), Offset(0, 0)))
        game.terminal.wire.type(b"\x1b[<0;3;3M\x1b[<0;3;3m")
        await game.press("down")
        assert game.app.crash is None
