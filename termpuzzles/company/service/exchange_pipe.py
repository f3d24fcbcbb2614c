"""The service's end of the pipe by which a process of plain mode meets other players; `plain.pipe` is the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from socket import socketpair

from termpuzzles.company.meetings import LONGEST_MESSAGE, Exchange
from termpuzzles.company.service.limits import SENTENCES
from termpuzzles.company.service.players import Players, find_player
from termpuzzles.plain.conversation import Conversation
from termpuzzles.storage.store import StoreAwayError

_LINE = 2 * LONGEST_MESSAGE + 1_000  # bytes: a message in JSON has twice the bytes at most


Talk = Callable[[Callable[[str], None]], Awaitable[Conversation | None]]


class ExchangePipe:
    """Passes on what the process publishes and hears; `far` is the end for the process.

    `talk` begins a conversation with a part of the service, in which something may be said at any time; None if no part
    has one.
    """

    def __init__(self, exchange: Exchange, players: Players, talk: Talk) -> None:
        self._exchange, self._players, self._talk = exchange, players, talk
        self._matches: Conversation | None = None
        self._near, self.far = socketpair()
        self._ends: dict[str, Callable[[], None]] = {}

    async def serve(self) -> None:
        """Pass on until the process has gone."""
        reader, writer = await asyncio.open_connection(sock=self._near, limit=_LINE)
        try:
            while line := await reader.readline():
                await self._take(json.loads(line), writer)
        except (OSError, ValueError):  # it has gone, or is another version
            return
        finally:
            for end in self._ends.values():
                end()
            if self._matches is not None:
                self._matches.close()
            writer.close()

    async def _take(self, words: list[str], writer: asyncio.StreamWriter) -> None:
        def send(*answer: object) -> None:
            if not writer.is_closing():
                writer.write(json.dumps(answer).encode() + b"\n")

        match words:
            case ["publish", topic, message]:
                with suppress(ValueError):
                    self._exchange.publish(topic, message)
            case ["subscribe", topic] if topic not in self._ends:
                self._ends[topic] = self._exchange.subscribe(topic, lambda message: send("heard", topic, message))
            case ["end", topic] if topic in self._ends:
                self._ends.pop(topic)()
            case ["find", name]:
                try:
                    send("found", *await asyncio.to_thread(find_player, self._players, name))
                except ValueError as error:
                    send("missing", str(error))
                except StoreAwayError:
                    send("missing", "the store of this server does not answer; try again in a minute")
            case ["matches", "close"]:
                if self._matches is not None:
                    self._matches.close()
            case ["matches", *what]:
                send("answered", *await self._answer(what, lambda line: send("said", line)))

    async def _answer(self, what: list[str], say: Callable[[str], None]) -> tuple[list[str], bool]:
        """What is answered about matches, and whether the player has left them."""
        match what:
            case ["open"]:
                try:
                    self._matches = await self._talk(say)
                except StoreAwayError:
                    return [SENTENCES["store"]], True
                if self._matches is not None:
                    return list(self._matches.begin()), False
                return ["There are no matches here."], True
            case ["say", line] if self._matches is not None:
                answer = list(self._matches.answer(line))
                await self._matches.settled()
                return answer, self._matches.ended
        return [], True
