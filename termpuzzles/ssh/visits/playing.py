"""The app on a visitor's terminal: to play, or to watch somebody who plays."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from termpuzzles.ssh.players import Player
from termpuzzles.ssh.service import Service
from termpuzzles.ssh.shelves import PlayerLibrary
from termpuzzles.ssh.visits.driver import Wire, WireDriver, driver_for
from termpuzzles.ssh.workers.answering import PlayersAnswerer

if TYPE_CHECKING:
    from termpuzzles.tui.app import PuzzleApp
    from termpuzzles.tui.context import Context
    from termpuzzles.tui.screen import ShownGame


class Screen:
    """One visitor's app: `run` shows it until it ends."""

    def __init__(self, service: Service, player: Player, wire: Wire, environment: Mapping[str, str]) -> None:
        self._service = service
        self._player = player
        self._wire = wire
        self._environment = environment
        self._early = b""  # input that came before the app could take it
        self._app: PuzzleApp | None = None
        self._driver: WireDriver | None = None
        self._ended = False

    async def run(self, watched: str = "") -> str:
        """Play, or watch the player of that id; returns the farewell."""
        async with self._service.starting:  # a start occupies the loop for a while, and others type
            app = await self._make(watched)
            running = asyncio.ensure_future(app.run_async())
            while not running.done() and not app.is_shown:
                await asyncio.sleep(0.01)
        try:
            await running
        finally:
            self._driver = None
        if app.crash is not None:
            raise app.crash
        return app.farewell

    async def _make(self, watched: str) -> PuzzleApp:
        from termpuzzles.tui.app import WatchApp, make_app

        context = await self._context()
        if watched:
            name = await asyncio.to_thread(self._service.players.name_of, watched)
            app: PuzzleApp = WatchApp(context, name, lambda: self._service.game_of(watched))
        else:
            app = make_app(context)
        app.driver_class = driver_for(self._wire, self._take_driver)  # type: ignore[assignment]
        app.leave_streams(*self._service.streams)
        self._app = app
        self._service.apps.add(app)
        if self._ended:
            app.exit()
        return app

    async def _context(self) -> Context:
        from termpuzzles.tui.adapter.capabilities import terminal_of
        from termpuzzles.tui.context import Context

        service, player = self._service, self._player
        library = PlayerLibrary(player, service.held)
        settings = await asyncio.to_thread(library.settings)
        budget = service.limits.question
        answerer = PlayersAnswerer(service.workers, player.name, budget.seconds, service.question_failed)
        terminal = terminal_of(self._environment, lambda name: True)
        context = Context(
            library,
            settings,
            terminal=terminal,
            answerer=answerer,
            keeps_files=False,
            budget=budget,
            who=player.in_words,
        )
        context.fit_terminal()
        await asyncio.to_thread(lambda: context.solved)  # reads journals, once
        return context

    @property
    def game(self) -> ShownGame | None:
        """The game that is played, if the player lets others watch."""
        if self._app is None or self._driver is None or not self._app.context.settings.get("watch"):
            return None
        return self._app.shown_game

    def receive(self, data: bytes) -> None:
        """Take in what the visitor has typed."""
        if self._driver is not None:
            self._driver.receive(data)
        elif len(self._early) < self._service.limits.keys_waiting:
            self._early += data

    def resized(self, width: int, height: int) -> None:
        """Take the new size of the visitor's window."""
        if self._driver is not None:
            self._driver.resized(width, height)

    def paint(self) -> None:
        """Draw the current picture, because the visitor has caught up."""
        if self._app is not None and self._driver is not None:
            self._app.paint()

    def say(self, text: str) -> None:
        """Show a message over whatever is on the screen."""
        if self._app is not None and self._driver is not None:
            self._app.notify(text)

    def end(self) -> None:
        """End the app, in good order."""
        self._ended = True
        if self._app is not None:
            self._app.exit()

    def _take_driver(self, driver: WireDriver) -> None:
        self._driver = driver
        asyncio.get_running_loop().call_soon(self._hand_over, driver)

    def _hand_over(self, driver: WireDriver) -> None:
        early, self._early = self._early, b""
        driver.receive(early)
