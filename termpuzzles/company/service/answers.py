"""What the service answers a visit itself: plain mode, and words about keys, watching, races, the table and syncing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Protocol
from zoneinfo import ZoneInfo

from termpuzzles.company.daily_table import table as table_text
from termpuzzles.company.meetings import Company
from termpuzzles.company.race import RACE, race_settings
from termpuzzles.company.screens.race import RoomScreen
from termpuzzles.company.screens.watch import WatchScreen
from termpuzzles.company.service.exchange_pipe import ExchangePipe
from termpuzzles.company.service.limits import SENTENCES, Limits
from termpuzzles.company.service.players import Player, RefusedError
from termpuzzles.company.service.requests import ABOUT_KEYS, BAD, NO
from termpuzzles.company.service.service import Service
from termpuzzles.company.service.visitor_app import Begins
from termpuzzles.company.service.zones import choose_zone, now_in, whose_midnight
from termpuzzles.company.sync import refusal_line
from termpuzzles.english import sentence
from termpuzzles.plain.conversation import Conversation, PlainContext


class AnsweringVisit(Protocol):
    """A visit, as its commands know it; what they do with it is their answer, whose exit status they return."""

    @property
    def service(self) -> Service:
        """The service."""

    @property
    def limits(self) -> Limits:
        """The limits when the visit began."""

    @property
    def pays(self) -> str:
        """Who waits for the end of each command before the next: a key or an address."""

    @property
    def has_terminal(self) -> bool:
        """Whether a screen can be shown."""

    def send(self, line: str) -> None:
        """Send a line of an answer."""

    def send_bytes(self, data: bytes) -> None:
        """Send a part of an answer as it is."""

    def tell(self, text: str) -> None:
        """Send a line beside the answer: why there is none."""

    async def zone(self) -> ZoneInfo | None:
        """Where the visitor's day begins at midnight; None if it is where the server is."""

    async def show(self, begins: Begins | None = None) -> int:
        """Run the app, which begins with that screen."""

    async def plain_context(self, say: Callable[[str], None] | None = None) -> PlainContext:
        """What a conversation in lines of text depends on."""

    async def request(
        self, words: list[str], seconds: float, environment: dict[str, str], shared: Sequence[int] = ()
    ) -> int:
        """Answer by a process."""


async def talk_in_lines(visit: AnsweringVisit, player: Player, race: Sequence[str] = ()) -> int:
    """Run plain mode in a process of its own, like a command; perhaps to invite others to a race."""
    environment = visit.service.players.environment(player) | visit.service.shared.environment()
    if visit.service.talks.locked():
        visit.service.reports.refuse("plain", player.name)
        visit.tell(SENTENCES["plain"])
        return 1
    if await asyncio.to_thread(visit.service.players.is_full, player):
        visit.service.reports.refuse("quota", player.name)
        visit.tell(SENTENCES["quota"])
        return 1
    if visit.service.config.message:
        visit.tell(visit.service.config.message)
    async with visit.service.talks:

        async def served(say: Callable[[str], None]) -> Conversation | None:
            context = await visit.plain_context(say)
            return next(filter(None, (part.talk(context) for part in visit.service.parts)), None)

        pipe = ExchangePipe(visit.service.exchange, visit.service.players, served)
        serving = visit.service.begin(pipe.serve())
        words = ["plain", str(pipe.far.fileno()), player.name, *race]
        try:
            return await visit.request(words, visit.limits.stay, environment, [pipe.far.fileno()])
        finally:
            pipe.far.close()
            await serving


async def tell_about_keys(visit: AnsweringVisit, player: Player, words: list[str]) -> int:
    """Answer a question about who the player is, and by which keys."""
    try:
        found = await asyncio.to_thread(ABOUT_KEYS[words[0]], visit.service.players, player, words[1:])
    except RefusedError as error:
        visit.tell(str(error))
        return NO if error.is_answer else BAD
    visit.send(found)
    return 0


async def tell_zone(visit: AnsweringVisit, player: Player, words: list[str]) -> int:
    """Say when the visitor's day begins, or let the visitor choose."""
    if len(words) > 2:
        visit.tell("Type zone, and perhaps the name of one such as Europe/Zurich.")
        return BAD
    if words[1:]:
        try:
            await visit.service.ask(choose_zone, visit.service.players, player, words[1])
        except RefusedError as error:
            visit.tell(str(error))
            return BAD
    visit.send(f"Your day begins at midnight {whose_midnight(await visit.zone())}.")
    return 0


async def exchange_journals(visit: AnsweringVisit, player: Player, words: list[str]) -> int:
    """Let another machine of the player exchange journals with this one."""
    if player.is_guest:
        visit.service.reports.refuse("guest", player.name)
        visit.send_bytes(refusal_line("guest"))
        visit.tell(SENTENCES["guest"])
        return BAD
    limits, environment = visit.limits, visit.service.players.environment(player)
    bounds = limits.journals, limits.journal_bytes, limits.sync_journal, limits.question.cells
    async with visit.service.turn(visit.pays):
        words = ["sync", ",".join(map(str, bounds)), *words[1:]]
        return await visit.request(words, limits.request.seconds, environment)


async def watch_player(visit: AnsweringVisit, player: Player, words: list[str]) -> int:
    """Show another player's game, if that player lets others watch."""
    if len(words) != 2 or not visit.has_terminal:
        visit.tell("Type watch and a player's name, with a terminal: ssh -t HOST watch NAME")
        return BAD
    watched = await visit.service.ask(visit.service.players.id_of, words[1])
    await asyncio.to_thread(visit.service.shared.watch, watched)
    if visit.service.game_of(watched) is None:
        visit.tell("No player of that name is playing and lets others watch.")
        return 1
    name = await asyncio.to_thread(visit.service.players.name_of, watched)
    look, may = partial(visit.service.game_of, watched), partial(_lets_watch, visit.service, watched)
    return await visit.show(lambda context: WatchScreen(context, name, look, may))


def _lets_watch(service: Service, player: str) -> bool:
    """Whether the player of that id lets others watch, as far as this process knows."""
    visits = [visit for visit in tuple(service.visits) if visit.player == player]
    return not visits or any(visit.lets_watch for visit in visits)


async def _day_asked(visit: AnsweringVisit, command: str, words: list[str]) -> date | None:
    """The date in these words, or the visitor's today where there are none; None if they are no date, which is said."""
    try:
        return date.fromisoformat(" ".join(words)) if words else now_in(await visit.zone())().date()
    except ValueError:
        visit.tell(f"Type {command}, and perhaps a date such as 2026-11-27.")
        return None


async def tell_daily_table(visit: AnsweringVisit, player: Player, words: list[str]) -> int:
    """Print the daily table of today, or of another date."""
    if not visit.service.config.daily_table:
        visit.tell("This server keeps no daily table.")
        return 1
    day = await _day_asked(visit, "daily table", words[2:])
    if day is None:
        return BAD
    found = await visit.service.tables.table(day, "" if player.is_guest else player.name)
    visit.send(table_text(day, found))
    for why in [] if player.is_guest else await visit.service.tables.why_unlisted(day, player.name):
        visit.send(why)
    return 0


async def tell_rush_table(visit: AnsweringVisit, player: Player, words: list[str]) -> int:
    """Print the table of today's rush, or of another date."""
    if not visit.service.config.daily_table:
        visit.tell("This server keeps no table.")
        return 1
    day = await _day_asked(visit, "rush", words[1:])
    if day is None:
        return BAD
    visit.send(await visit.service.rush_tables.table(day))
    return 0


async def race_others(visit: AnsweringVisit, player: Player, words: list[str]) -> int:
    """Invite others to a race, and wait for them."""
    try:
        settings = race_settings(words[1:])
        company = Company(player.name, visit.service.exchange, visit.service.find, visit.service.races)
        await asyncio.to_thread(company.invitation, RACE, settings.names, {})
    except ValueError as error:
        visit.tell(sentence(str(error)))
        return BAD
    if not visit.has_terminal:
        return await talk_in_lines(
            visit, player, [", ".join([*settings.names, ""]), settings.game, str(settings.params)]
        )
    return await visit.show(partial(RoomScreen, settings=settings))


Answer = Callable[[AnsweringVisit, Player, list[str]], Awaitable[int]]
ANSWERS: Mapping[str, Answer] = {
    **dict.fromkeys(ABOUT_KEYS, tell_about_keys),
    "zone": tell_zone,
    "watch": watch_player,
    "race": race_others,
    "rush": tell_rush_table,
    "sync": exchange_journals,
}
