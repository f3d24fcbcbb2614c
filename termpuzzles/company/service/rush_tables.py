"""The rush tables of a service: what the journals of those who want to be listed prove, each looked at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from hashlib import sha256

from termpuzzles.company.daily_table import ProofQuestion, arrivals
from termpuzzles.company.rush_table import RushResult, proven_rush, rush_table, todays_terms
from termpuzzles.company.service.daily_tables import WANTED
from termpuzzles.company.service.players import Player, Players
from termpuzzles.games import with_maker

_SHOWN = 20  # players of each game
_KEPT = 5_000  # results in memory


class RushTables:
    """The tables of a service; `prove` answers in a process, or returns None."""

    def __init__(
        self, players: Players, prove: Callable[[ProofQuestion[RushResult]], Awaitable[list[RushResult] | None]]
    ) -> None:
        self._players, self._prove = players, prove
        self._known: dict[str, RushResult | None] = {}  # by a digest of the journal

    async def table(self, day: date) -> str:
        """The table of a day."""
        journals = await asyncio.to_thread(self._journals, day)
        digests = [sha256(f"{day} {game} ".encode() + data).hexdigest() for _, game, data in journals]
        unknown = [each for each, digest in zip(journals, digests, strict=True) if digest not in self._known]
        for player, game, data in unknown:  # one at a time: whoever waits for a hint goes first
            if (results := await self._prove(ProofQuestion(proven_rush, day, ((game, data),)))) is not None:
                self._known[digests[journals.index((player, game, data))]] = results[0] if results else None
        while len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]
        found = ((each, self._known.get(digest)) for each, digest in zip(journals, digests, strict=True))
        proven = [(game, player, result) for (player, game, _), result in found if result]
        names = await asyncio.to_thread(lambda: {player: self._players.name_of(player) for _, player, _ in proven})
        return rush_table(day, [(game, names[player], result) for game, player, result in proven], _SHOWN)

    def _journals(self, day: date) -> list[tuple[str, str, bytes]]:
        """Players who want to be listed, with game and journal of each of their rushes of that day."""
        found = []
        for player in self._players.who_chose(WANTED):
            store = self._players.library(Player(player)).store
            came = arrivals(store.saved_choices())
            for game in with_maker():
                name = todays_terms(game, day).name
                try:
                    data = b"" if name in came else store.read(name)
                except OSError:
                    continue
                found += [(player, game, data)] * bool(data)
        return found
