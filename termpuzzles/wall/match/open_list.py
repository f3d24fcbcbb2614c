"""The open list of a process of a service: challenges that wait there, and matches that go on, told to whoever asks.

By the topic `wall:open` somebody asks, or takes a challenge; `wall:seek:NAME` tells what became of that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from termpuzzles.company.meetings import Exchange, Invitation
from termpuzzles.wall.match.offers import OpenChallenge, Running

OPEN_TOPIC = "wall:open"
OnAccepted = Callable[[OpenChallenge, tuple[str, str]], None]


class WaitingHere:
    """What waits in this process for another player.

    `on_accepted` is called with a challenge, and the id and the name of who accepts it; `running` are the matches.
    """

    def __init__(self, exchange: Exchange, on_accepted: OnAccepted, running: Callable[[], Iterable[Running]]) -> None:
        self._exchange, self._on_accepted, self._running = exchange, on_accepted, running
        self.seeks: dict[str, OpenChallenge] = {}  # to anybody
        self.invitations: dict[str, Invitation] = {}  # to one player
        self.stop = exchange.subscribe(OPEN_TOPIC, self._on_message)

    def _on_message(self, message: str) -> None:
        """Answer whoever asks, and take a challenge that is accepted off the list."""
        match news_in(message):
            case {"ask": str(topic), "who": str(who)}:
                for invitation in self.invitations.values():
                    if who in invitation.guests:
                        self._exchange.publish(topic, json.dumps({"invitation": str(invitation)}))
                for challenge in self.seeks.values():
                    offered = challenge._replace(offer=challenge.offer.words())  # type: ignore[arg-type]
                    self._exchange.publish(topic, json.dumps({"challenge": offered}))
                for running in self._running():
                    self._exchange.publish(topic, json.dumps({"running": running}))
            case {"take": str(name), "who": str(who), "name": str(called)} if name in self.seeks:
                self._on_accepted(self.seeks.pop(name), (who, called))


def news_in(message: str) -> dict[str, Any]:
    """The news in a message; nothing if they cannot be read."""
    try:
        news = json.loads(message)
    except (ValueError, RecursionError):
        return {}
    return news if isinstance(news, dict) else {}
