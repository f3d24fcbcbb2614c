"""What the processes of a service share by a PostgreSQL database.

A game that somebody plays in another process is watched by its journal, so that only what is stored is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import asyncssh

from termpuzzles.company.meetings import Exchange
from termpuzzles.company.postgres.database import Database, nothing
from termpuzzles.company.postgres.players import PostgresPlayers
from termpuzzles.company.postgres.store import ALIVE, PostgresGrowingFile, PostgresStore
from termpuzzles.company.service.config import BANS, REVOKED, Bans, ServiceConfig, bans_of
from termpuzzles.company.service.host_keys import HOST_KEY, NEXT_KEY, host_keys
from termpuzzles.company.service.players import Quota
from termpuzzles.errors import PuzzleError
from termpuzzles.render.picture import picture_of
from termpuzzles.session.session import Session
from termpuzzles.storage.journal_text import parse, puzzle_of
from termpuzzles.tui.screen import ShownGame
from termpuzzles.tui.widgets import captions

if TYPE_CHECKING:
    from pathlib import Path

_LOOK_EVERY = 0.5  # seconds between two looks at a game that is watched
_ASKED_FOR = 10.0  # seconds after which a game that nobody asks for is looked at no more
_LAST = 0.5  # seconds that what is on its way has at the end
_WIDTH = 80  # columns for which a line about a game is made

_ARRIVE = f"""
    WITH mine AS (
        INSERT INTO visits (id, player, holder) VALUES (%s, %s, %s)
        ON CONFLICT (id) DO UPDATE SET player = excluded.player
    )
    SELECT count(*) FROM visits WHERE player = %s AND holder <> %s AND {ALIVE}
"""
_PLAYED = f"""
    SELECT id, generation, size FROM journals
    WHERE player = %s AND holder IS NOT NULL AND {ALIVE} ORDER BY modified DESC LIMIT 1
"""


class DistantGame:
    """The game that a player plays in another process."""

    def __init__(self, database: Database, player: str) -> None:
        self.shown: ShownGame | None = None
        self.asked_at = self.looked_at = time.monotonic()
        self._database, self._player = database, player
        self._store = PostgresStore(database, player)
        self._seen: tuple[int, ...] = ()  # the id, generation and size of the journal as it is shown
        self._session: Session | None = None

    def look(self) -> None:
        """See how the game is now; may wait, and leaves it as it was if the database is away."""
        self.looked_at = time.monotonic()
        with suppress(OSError, PuzzleError):
            self._look()

    def _look(self) -> None:
        rows = self._database.rows(_PLAYED, self._player) if self._store.saved_choices().get("watch") else []
        if not rows:
            self.shown, self._session, self._seen = None, None, ()
            return
        ((journal, generation, size),) = rows
        if (journal, generation, size) == self._seen:
            return
        goes_on = (journal, generation) == self._seen[:2] and size > self._seen[2]
        found = "SELECT data FROM events WHERE journal = %s AND at >= %s ORDER BY at"
        rows = self._database.rows(found, journal, self._seen[2] if goes_on else 0)
        data = b"".join(line for (line,) in rows)
        self._take(data, self._session if goes_on else None)
        self._seen = journal, generation, size

    def _take(self, data: bytes, session: Session | None) -> None:
        """Show a journal with these bytes, or the game that goes on with them."""
        if session is None:
            content = parse(data)
            session, events = Session(puzzle_of(content.head, self._player)), content.events
        else:
            events = [(float(seconds), event) for seconds, event in map(_event, data.decode().splitlines())]
        session.restore(events)
        self._session = session
        picture = picture_of(session.puzzle, session.state, session.survey, mistakes=session.mistakes)
        title = " · ".join(captions.board_names(session.puzzle))
        progress = captions.solved(session) if session.solved else captions.figures(session, True, _WIDTH)
        self.shown = ShownGame(picture, 0, title, progress)


def _event(line: str) -> tuple[str, str]:
    seconds, _, event = line.partition(" ")
    return seconds, event


def share_by(config: ServiceConfig) -> Callable[[float, Callable[[], Quota]], PostgresShared]:
    """How processes share by the database of this config. Raises AwayError."""
    return partial(PostgresShared, Database(config.store, config.commit == "sync"))


class PostgresShared:
    """What processes share by a database."""

    def __init__(self, database: Database, token_seconds: float, quota: Callable[[], Quota]) -> None:
        self.players = PostgresPlayers(database, token_seconds, quota)
        self.exchange: Exchange = database
        self.bans = Bans()
        self.revoked: frozenset[str] = frozenset()
        self._database = database
        self._games: dict[str, DistantGame] = {}
        self._looking = ThreadPoolExecutor(1, "termpuzzles-watching")

    def arrive(self, visit: str, player: str) -> int:
        """Say that a player is here; returns how many visits of the same player other processes have."""
        mine = self._database.holder
        ((others,),) = self._database.rows(_ARRIVE, f"{mine}/{visit}", player, mine, player, mine)
        return int(others)

    def depart(self, visit: str) -> None:
        """Say that a visit is over."""
        gone = "DELETE FROM visits WHERE id = %s RETURNING id"
        self._database.write(gone, f"{self._database.holder}/{visit}", done=nothing)

    def game_of(self, player: str) -> ShownGame | None:
        """The game that the player of that id plays in another process and lets others watch, as was seen last."""
        game = self._games.get(player)
        if game is None:
            return None
        game.asked_at = time.monotonic()
        if game.asked_at - game.looked_at > _LOOK_EVERY:
            game.looked_at = game.asked_at
            self._looking.submit(game.look)
        return game.shown

    def watch(self, player: str) -> None:
        """Look at the game of this player, in this call and from now on for as long as somebody asks for it."""
        game = self._games.setdefault(player, DistantGame(self._database, player))
        game.look()

    def look(self) -> None:
        """See what the operator has ordered."""
        now = time.monotonic()
        for player, game in tuple(self._games.items()):
            if now - game.asked_at > _ASKED_FOR:
                self._games.pop(player, None)
        found: dict[str, bytes] = dict(
            self._database.rows("SELECT name, data FROM files WHERE name IN (%s, %s)", BANS, REVOKED)
        )
        with suppress(ValueError):
            self.bans = bans_of(found.get(BANS, b"").decode("utf-8", "replace").splitlines())
        self.revoked = frozenset(found.get(REVOKED, b"").decode("utf-8", "replace").splitlines())

    def host_keys(self, data: Path) -> list[asyncssh.SSHKey]:
        """The host keys in the folder, if there are any; else those of the store, of which the first one is made."""
        if (data / HOST_KEY).exists():
            return host_keys(data)
        if not self._database.rows("SELECT 1 FROM files WHERE name = %s", HOST_KEY):
            made = asyncssh.generate_private_key("ssh-ed25519", "termpuzzles").export_private_key()
            self._database.rows("INSERT INTO files VALUES (%s, %s) ON CONFLICT DO NOTHING", HOST_KEY, made)
        found: dict[str, bytes] = dict(
            self._database.rows("SELECT name, data FROM files WHERE name IN (%s, %s)", HOST_KEY, NEXT_KEY)
        )
        return [asyncssh.import_private_key(found[name]) for name in (HOST_KEY, NEXT_KEY) if name in found]

    def open_file(self, name: str) -> PostgresGrowingFile:
        """The file of that name in the database."""
        return PostgresGrowingFile(self._database, name)

    def environment(self) -> dict[str, str]:
        """Nothing: the database is known from the player's own."""
        return {}

    def close(self) -> None:
        """End; what is on its way has a moment to arrive."""
        self._looking.shutdown(wait=False, cancel_futures=True)
        self._database.close(_LAST)
