"""The exchange of a service, as a process of plain mode reaches it: JSON lines over a socket, each an array.

To the service go `subscribe TOPIC`, `end TOPIC`, `publish TOPIC MESSAGE` and `find NAME`; from it come `heard TOPIC
MESSAGE`, and for each `find` either `found ID NAME` or `missing SENTENCE`. Matches are played in the service itself: to
`matches open`, `matches say LINE` it answers `answered LINES IS_OVER`, and `said LINE` tells what happens meanwhile.
News are passed on between two lines of the player, never while one is answered.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from socket import socket
from threading import RLock, Thread
from typing import Any

from termpuzzles.company.meetings import check_length
from termpuzzles.plain.conversation import Back, PlainPlace

_EVERY = 0.25  # seconds between two looks at what may have become due
_SAID = "said"  # the topic of what happens in matches, which no exchange has
_PATIENCE = 10.0  # seconds to wait for an answer of the service


class PipeExchange:
    """An exchange over this socket; whoever listens is called while nobody else has the `turn`."""

    def __init__(self, connection: socket) -> None:
        self.turn = RLock()
        self._connection = connection
        self._listeners: dict[str, list[Callable[[str], None]]] = {}
        self._looks: list[Callable[[], None]] = []
        self._heard: SimpleQueue[tuple[str, str] | None] = SimpleQueue()
        self._found: SimpleQueue[list[Any]] = SimpleQueue()
        for work in (self._read, self._deliver):
            Thread(target=work, daemon=True).start()

    def publish(self, topic: str, message: str) -> None:
        """Send a message; raises `ValueError` if it is too long. Returns before anybody has heard it."""
        check_length(message)
        self._send("publish", topic, message)

    def subscribe(self, topic: str, hear: Callable[[str], None]) -> Callable[[], None]:
        """Hear each message of the topic from now on; returns what ends it."""
        if topic not in self._listeners:
            self._send("subscribe", topic)
        listeners = self._listeners.setdefault(topic, [])
        listeners.append(hear)

        def end() -> None:
            with suppress(ValueError):
                listeners.remove(hear)
            if not listeners and self._listeners.get(topic) is listeners:
                del self._listeners[topic]
                self._send("end", topic)

        return end

    def find(self, name: str) -> tuple[str, str]:
        """The id and the name of the player whom somebody calls so. Raises `ValueError` with a sentence."""
        self._send("find", name)
        try:
            match self._found.get(timeout=_PATIENCE):
                case ["found", str(player), str(shown)]:
                    return player, shown
                case ["missing", str(sentence)]:
                    raise ValueError(sentence)
        except Empty:
            pass
        raise ValueError("the service does not answer")

    def matches(self, *words: str) -> tuple[list[str], bool]:
        """What the service answers about matches, and whether the player has left them."""
        self._send("matches", *words)
        try:
            match self._found.get(timeout=_PATIENCE):
                case ["answered", [*lines], bool(is_over)]:
                    return [str(line) for line in lines], is_over
        except Empty:
            pass
        return ["The service does not answer."], False

    def hear_of_matches(self, say: Callable[[str], None]) -> None:
        """Hear what happens in matches between two lines."""
        self._listeners[_SAID] = [say]

    def leave_matches(self) -> None:
        """Leave matches; they go on."""
        self._send("matches", "close")

    def every(self, look: Callable[[], None]) -> Callable[[], None]:
        """Call this now and then; returns what ends it."""
        self._looks.append(look)

        def end() -> None:
            with suppress(ValueError):
                self._looks.remove(look)

        return end

    def between(self, lines: Iterable[str]) -> Iterator[str]:
        """The player's lines, during whose answers no news are passed on; the caller has the turn before the first."""
        waiting = iter(lines)
        while True:
            self.turn.release()
            try:
                line = next(waiting, None)
            finally:
                self.turn.acquire()
            if line is None:
                return
            yield line

    def _send(self, *words: str) -> None:
        with suppress(OSError):  # the service has gone, and this process will soon
            self._connection.sendall(json.dumps(words).encode() + b"\n")

    def _read(self) -> None:
        with suppress(OSError), self._connection.makefile("rb") as lines:  # the service may be cut off
            for line in lines:
                match json.loads(line):
                    case ["heard", str(topic), str(message)]:
                        self._heard.put((topic, message))
                    case ["said", str(text)]:
                        self._heard.put((_SAID, text))
                    case answer:
                        self._found.put(answer)
        self._heard.put(None)

    def _deliver(self) -> None:
        while True:
            try:
                news = self._heard.get(timeout=_EVERY)
            except Empty:
                with self.turn:
                    for look in [*self._looks]:
                        look()
                continue
            if news is None:
                return
            with self.turn:
                for hear in [*self._listeners.get(news[0], ())]:
                    hear(news[1])


class MatchesPlace(PlainPlace):
    """Matches of the Wall Game with other players, of which the service does everything: lines there, lines back."""

    def __init__(self, exchange: PipeExchange) -> None:
        self._exchange = exchange
        self.is_open = False  # whether the player is there

    def enter(self) -> Iterator[str]:
        """Say what this is."""
        self.is_open = True
        yield from self._ask("open")

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Pass the words on, and say the answer."""
        yield from self._ask("say", " ".join(words))

    def _ask(self, *words: str) -> Iterator[str]:
        lines, is_over = self._exchange.matches(*words)
        yield from lines
        if is_over:
            raise Back

    def leave(self) -> None:
        """Go away; a match goes on."""
        self.is_open = False
        self._exchange.leave_matches()
