"""Screens of guests at the edges of what can happen to them."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from termpuzzles.company.screens.daily_table import DailyTableScreen
from termpuzzles.company.screens.race import RoomScreen
from termpuzzles.company.screens.watch import WatchScreen
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import picture_of
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import ShownGame
from termpuzzles.tui.screens.daily import DailyScreen
from termpuzzles.tui.screens.levels import PackScreen
from termpuzzles.tui.widgets.board import Board
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.offers import LobbyError, Standings
from termpuzzles.wall.screens.lobby import WallLobbyScreen
from termpuzzles.wall.screens.results import WallResultsScreen
from termpuzzles.wall.screens.seat import go_to_match
from termpuzzles.wall.slots import LOBBY
from tests.play.test_session import Time
from tests.tui.apps import shown
from tests.tui.screens.play.test_play import ring


async def test_who_watches_sees_no_board_one_board_and_none_again(tmp_path: Path) -> None:
    library, puzzle = Library(Folders(tmp_path / "data", tmp_path / "config")), ring()
    games: list[ShownGame | None] = [None]
    app = make_app(Context(library, library.settings(), Time()))
    app.begins = lambda context: WatchScreen(context, "somebody", lambda: games[0])
    async with app.run_test(size=(80, 24)) as pilot:
        for game in (None, ShownGame(picture_of(puzzle, puzzle.start), 0, "Ring", "0:05"), None):
            games[0] = game

            def tells_of_none() -> bool:
                return any("shows no board right now." in line for line in shown(app))

            while tells_of_none() != (game is None):
                await pilot.pause(0.02)
            await pilot.press("up", "enter", "space")
        assert app.is_running


class FakeScreen(SimpleNamespace):
    """As much of a screen as what fails there needs: what it says, and that it is open."""

    def __init__(self, **more: Any) -> None:
        super().__init__(said=[], is_ready=True, **more)

    def show_message(self, text: str) -> None:
        self.said.append(text)

    async def while_open(self, work: Awaitable[Any]) -> Any:
        return await work


async def refused(*these: object) -> Any:
    raise LobbyError("there is no such match")


def test_whether_one_is_listed_stays_unsaid_where_it_cannot_be_kept() -> None:
    context = SimpleNamespace(settings={}, keep_settings=lambda: "the disk is full")
    screen = FakeScreen(context=context)
    DailyTableScreen.action_list_me(cast(DailyTableScreen, screen))
    assert screen.said == ["The disk is full."]
    assert context.settings == {"table": True}


def test_why_there_is_no_board_for_a_race_is_said() -> None:
    screen = FakeScreen()
    RoomScreen._made(cast(RoomScreen, screen), "there is no such board")
    assert screen.said == ["There is no such board."]


async def test_why_a_match_cannot_be_opened_or_listed_is_said() -> None:
    screen = FakeScreen(_mine=None, _lobby=SimpleNamespace(standings=refused))
    await go_to_match(cast(Any, screen), cast(Lobby, SimpleNamespace(open=refused)), "match")
    await WallLobbyScreen._read(cast(WallLobbyScreen, screen))
    assert screen.said == ["There is no such match."] * 2


async def test_that_turns_of_matches_will_not_all_be_kept_is_said_with_the_results() -> None:
    shown = list[str]()

    async def standings() -> Standings:
        return Standings("me", "Me", (), {}, {}, "Soon too many.")

    library = Library(Folders(Path("none"), Path("none")), store=MemoryStore())
    context = SimpleNamespace(library=library, brought={LOBBY.name: SimpleNamespace(standings=standings)})
    screen = FakeScreen(context=context, _show=lambda: shown.append("results"))
    await WallResultsScreen._read(cast(WallResultsScreen, screen))
    assert (screen.said, shown, screen._others) == (["Soon too many."], ["results"], [])


def test_another_ink_is_used_for_the_cards_of_a_pack_and_for_the_board_that_is_watched() -> None:
    drawn, ink = list[Any](), cast(Ink, "ink")
    PackScreen.set_ink(cast(Any, SimpleNamespace(_show=lambda: drawn.append("cards"))), ink)
    board = SimpleNamespace(set_ink=drawn.append)
    WatchScreen.set_ink(cast(Any, SimpleNamespace(query=lambda kind: [board] if issubclass(kind, Board) else [])), ink)
    assert drawn == ["cards", ink]


def test_a_screen_that_is_closed_shows_nothing_more() -> None:
    closed = cast(Any, SimpleNamespace(is_ready=False))
    WatchScreen._show(closed)
    DailyScreen.show(closed)
