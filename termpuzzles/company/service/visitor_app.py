"""The app on a visitor's terminal, to play or to watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.company.daily_table import TablePart
from termpuzzles.company.meetings import Company
from termpuzzles.company.screens.daily_table import DailyTableScreen
from termpuzzles.company.screens.invitations import Invitations
from termpuzzles.company.service.drawing import VisitorsApp
from termpuzzles.company.service.players import Player
from termpuzzles.company.service.service import Service
from termpuzzles.company.service.wire import ChannelWire
from termpuzzles.company.service.workers import PlayersAnswerer
from termpuzzles.company.service.zones import now_in, whose_midnight, zone_of
from termpuzzles.company.slots import COMPANY, TABLE, UNLISTED
from termpuzzles.terminal.capabilities import terminal_of
from termpuzzles.tui.adapter.driver import connect
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context

if TYPE_CHECKING:
    from termpuzzles.tui.app import PuzzleApp
    from termpuzzles.tui.screen import PuzzleScreen, ShownGame

Begins = Callable[[Context], "PuzzleScreen[None]"]

_MESSAGE = 10.0  # seconds for which the message of the day is shown


class VisitorApp:
    """One visitor's app: `run` shows it until it ends, or the wire does."""

    def __init__(
        self,
        service: Service,
        player: Player,
        wire: ChannelWire,
        environment: Mapping[str, str],
        starting: asyncio.Semaphore,
    ) -> None:
        self._service = service
        self._player = player
        self._wire = wire
        self._environment = environment
        self._starting = starting
        self._app: PuzzleApp | None = None  # while it runs

    async def run(self, begins: Begins | None = None) -> str:
        """Show the app, which begins with that screen or as it does for everybody; returns the farewell."""
        async with self._starting:  # those who wait for their own starts lose more by sharing than by queueing
            app = await self._make(begins)
            running = asyncio.ensure_future(app.run_async())
            while not running.done() and not app.is_shown:
                await asyncio.sleep(0.01)
        if self._service.config.message and not running.done():
            app.notify(self._service.config.message, timeout=_MESSAGE, markup=False)
        try:
            await running
        finally:
            self._app = None
            for companion in app.companions:
                companion.end()
            for error in app.late:
                self._service.reports.came_late(error)
        if app.crash is not None:
            raise app.crash
        return app.farewell

    async def _make(self, begins: Begins | None) -> VisitorsApp:
        app = make_app(await self._context(), kind=VisitorsApp)
        assert isinstance(app, VisitorsApp)
        app.begins = begins
        connect(app, self._wire, self._wire.crowd)
        app.keep_streams(*self._service.streams)
        self._app = app
        self._service.apps.add(app)
        if self._wire.has_ended:
            app.exit()
        return app

    async def _context(self) -> Context:
        service, player = self._service, self._player
        library = await service.ask(service.players.library, player)
        settings = await service.ask(library.settings)
        self._wire.hold_for(service.players.unstored(player))
        limits, budget = service.limits, service.limits.question
        most = limits.guest_board_cells if player.is_guest else limits.board_cells
        answerer = PlayersAnswerer(service.workers, player.name, budget.seconds, service.reports.question_failed)
        terminal = terminal_of(self._environment, lambda name: True)
        zone = await asyncio.to_thread(zone_of, self._environment, settings)
        library.today = now_in(zone)
        library.why_closed = partial(service.races.why_closed, player=player.name)
        context = Context(
            library,
            settings,
            terminal=terminal,
            answerer=answerer,
            keeps_files=False,
            budget=replace(budget, cells=min(budget.cells, most)),
            who=player.describe(),
            called=player.chosen,
            midnight=whose_midnight(zone),
            day_screen=DailyTableScreen if service.config.daily_table else None,
            companions=(Invitations,),
        )
        COMPANY.fill(context, Company(player.name, service.exchange, service.find, service.races))
        TABLE.fill(context, partial(self._table, player))
        if not player.is_guest:
            UNLISTED.fill(context, partial(service.tables.why_unlisted, player=player.name))
        for part in service.parts:
            part.welcome(context, player.name)
        context.fit_terminal()
        await asyncio.to_thread(lambda: context.solved)  # reads journals, once
        return context

    async def _table(self, player: Player, day: date) -> list[TablePart]:
        return await self._service.tables.table(day, "" if player.is_guest else player.name)

    @property
    def lets_watch(self) -> bool:
        """Whether the player lets others watch."""
        return self._app is not None and bool(self._app.context.settings.get("watch"))

    @property
    def game(self) -> ShownGame | None:
        """The game that is played, if the player lets others watch."""
        if self._app is None or not self._app.is_shown or not self._app.context.settings.get("watch"):
            return None
        return self._app.shown_game
