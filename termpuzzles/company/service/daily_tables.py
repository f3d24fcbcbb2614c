"""The daily tables of a service: what the journals of those who want to be listed prove, looked at once and kept.

A player's journals of a day are read when a visit ends or the player asks, in a thread, and proved in a process, if
they have changed. `daily/DATE.jsonl` of the service has a line for each such look, of which a player's last
one holds; of these lines alone a table is made, whoever asks for it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date, timedelta
from hashlib import sha256
from typing import NamedTuple

from termpuzzles.company.daily_table import (
    Listed,
    ProofQuestion,
    Result,
    TablePart,
    arrivals,
    journal_names,
    proven_by,
    table_parts,
    why_unlisted,
)
from termpuzzles.company.growing import GrowingFile
from termpuzzles.company.service.players import Player, Players
from termpuzzles.storage.store import StoreAwayError

WANTED = "table"  # the player's choice
_FOLDER = "daily"
_SHOWN = 20  # players in each part of a table
_BACK = 1  # days before today whose boards may still be solved: one that was opened on its day
_KEPT = 4  # tables in memory


class _Look(NamedTuple):
    """What was found when a player's journals of a day were looked at; `of` is what they then were."""

    of: str
    results: tuple[Result, ...]
    streak: int

    @classmethod
    def read(cls, line: bytes) -> tuple[str, _Look] | None:
        """The player and the look of a line; None if it is damaged."""
        try:
            match json.loads(line):
                case [str(player), str(of), [*results], int(streak)]:
                    return player, cls(of, tuple(Result(*each) for each in results), streak)
        except (ValueError, TypeError):
            pass
        return None

    def line(self, player: str) -> bytes:
        """The line of the file."""
        results = [each[: 3 + each.by_machine] for each in self.results]  # which earlier versions read as well
        return json.dumps([player, self.of, results, self.streak]).encode() + b"\n"


class _Day:
    """The looks of a day, as far as the file was read."""

    def __init__(self, file: GrowingFile) -> None:
        self._file, self._read = file, 0
        self.looks: dict[str, _Look] = {}

    def update(self) -> None:
        """Take in what was written since, perhaps by another process."""
        for line in self._file.read(self._read).splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break  # it is being written
            self._read += len(line)
            if found := _Look.read(line):
                self.looks[found[0]] = found[1]

    def add(self, player: str, look: _Look) -> None:
        """Write a look, whole."""
        self._file.add(look.line(player))
        self.update()


class DailyTables:
    """The tables of a service, kept in its files of `open_file`; `prove` answers in a process, or returns None."""

    def __init__(
        self,
        open_file: Callable[[str], GrowingFile],
        players: Players,
        prove: Callable[[ProofQuestion[Result]], Awaitable[list[Result] | None]],
        today: Callable[[], date] = date.today,
    ) -> None:
        self._open_file, self._players, self._prove, self._today = open_file, players, prove, today
        self._days: dict[date, _Day] = {}
        self._turn = asyncio.Lock()  # one player at a time: whoever waits for a hint goes first

    async def look(self, player: str) -> None:
        """Look at what this player's journals prove now, unless they were looked at as they are."""
        async with self._turn:
            today = self._today()
            for day in (today - timedelta(back) for back in range(_BACK, -1, -1)):
                journals, of = await asyncio.to_thread(self._journals, player, day)
                if of == await asyncio.to_thread(self._known, player, day):
                    continue
                results = await self._prove(ProofQuestion(proven_by, day, journals)) if journals else []
                if results is not None:
                    await asyncio.to_thread(self._keep, player, day, of, results)

    async def look_at_all(self) -> None:
        """Look at everybody who wants to be listed, as when the service begins to keep tables."""
        for player in await asyncio.to_thread(self._players.who_chose, WANTED):
            with suppress(StoreAwayError):
                await self.look(player)

    async def table(self, day: date, player: str = "") -> list[TablePart]:
        """The table of a day, with the rows of the player of that id, whose journals are looked at first."""
        if player and day >= self._today() - timedelta(_BACK):
            await self.look(player)
        return await asyncio.to_thread(self._table, day, player)

    async def why_unlisted(self, day: date, player: str) -> list[str]:
        """Why boards that the player has solved are not in the table of that day, a sentence each."""
        return await asyncio.to_thread(self._why_unlisted, day, player)

    # In a thread

    def _why_unlisted(self, day: date, player: str) -> list[str]:
        if not self._wants(player):
            return []
        store, look = self._players.library(Player(player)).store, self._day(day).looks.get(player)
        came, listed = arrivals(store.saved_choices()), {each.game for each in look.results} if look else set[str]()
        found = []
        for game, name in journal_names(day).items():
            with suppress(OSError):
                if game not in listed and (data := store.read(name)):
                    found.append(why_unlisted(game, day, data, name in came))
        return [why for why in found if why]

    def _journals(self, player: str, day: date) -> tuple[tuple[tuple[str, bytes], ...], str]:
        """The journals of a player who wants to be listed, and a digest of them; "" for nothing."""
        if not self._wants(player):
            return (), ""
        store, found = self._players.library(Player(player)).store, []
        came = arrivals(store.saved_choices())
        for game, name in journal_names(day).items():
            if name in came:
                continue
            try:
                data = store.read(name)
            except OSError:
                continue
            if data:
                found.append((game, data))
        return tuple(found), sha256(b"\n".join(data for _, data in found)).hexdigest()[:16] if found else ""

    def _day(self, day: date) -> _Day:
        if day not in self._days:
            while len(self._days) >= _KEPT:
                del self._days[min(self._days)]
            self._days[day] = _Day(self._open_file(f"{_FOLDER}/{day.isoformat()}.jsonl"))
        self._days[day].update()
        return self._days[day]

    def _known(self, player: str, day: date) -> str:
        look = self._day(day).looks.get(player)
        return look.of if look else ""

    def _keep(self, player: str, day: date, of: str, results: list[Result]) -> None:
        before = self._day(day - timedelta(1)).looks.get(player)
        streak = 1 + (before.streak if before and before.results else 0)
        self._day(day).add(player, _Look(of, tuple(results), streak))

    def _table(self, day: date, player: str) -> list[TablePart]:
        looks = self._day(day).looks.items()
        found = table_parts(day, (Listed(each, look.results, look.streak) for each, look in looks), _SHOWN, player)
        names = {row.name: self._players.name_of(row.name) for part in found for row in part.rows}
        # of an earlier day somebody may no longer want it, or go on as another player
        wanted = {each for each in names if self._wants(each) and self._players.id_of(each) == each}
        return [
            part._replace(rows=tuple(row._replace(name=names[row.name]) for row in part.rows if row.name in wanted))
            for part in found
        ]

    def _wants(self, player: str) -> bool:
        return self._players.library(Player(player)).store.saved_choices().get(WANTED) is True
