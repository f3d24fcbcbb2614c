"""`ssh HOST wall …`: matches of the Wall Game by words, on the screen to which they lead or as lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from termpuzzles.company.service.wire import ChannelWire
from termpuzzles.errors import PuzzleError, did_you_mean, shortened
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.terminal.wire import QuietListener
from termpuzzles.wall.match.lobby import Begun, Lobby, Told, Waiting
from termpuzzles.wall.match.offers import offer_of
from termpuzzles.wall.plain.matches import LobbyPlace, list_lines, match_lines, rating_lines
from termpuzzles.wall.screens.lobby import WallLobbyScreen
from termpuzzles.wall.screens.seat import Start, WallDoorScreen

if TYPE_CHECKING:
    from termpuzzles.tui.context import Context
    from termpuzzles.tui.screen import FramedScreen

ANSWERS = ("list", "matches", "ratings")  # answered with lines, and that is all
PLACES = ("challenge", "accept", "watch", "continue")  # where a match is played or watched
ANYBODY = "anybody"
_LONGEST = 1_000  # bytes of a line
_NONE = {
    "list": "Nobody is waiting for a match, and none is in progress.",
    "matches": "You have no match in progress.",
}


def check_words(words: Sequence[str]) -> None:
    """Raise `PuzzleError` for words after `wall` that are not understood."""
    first, *rest = words or ["list"]
    known = (*ANSWERS, *PLACES)
    if first not in known:
        raise PuzzleError(f"one of {', '.join(known)} after wall", f"{shortened(first)!r}{did_you_mean(first, known)}")
    if first in _NONE and rest:
        raise PuzzleError(f"nothing after wall {first}", repr(shortened(" ".join(rest))))
    if first in ("challenge", "accept") and not rest:
        raise PuzzleError(f"a player's name after wall {first}", "none")
    if first == "challenge":
        offer_of(rest[1:])


async def answer_about_matches(lobby: Lobby, words: Sequence[str]) -> list[str]:
    """The lines for one of `ANSWERS`. Raises LobbyError."""
    if words[0] == "list":
        lines = list(list_lines(await lobby.listing()))
    else:
        found = await lobby.standings(" ".join(words[1:]))
        lines = list((match_lines if words[0] == "matches" else rating_lines)(found))
    return lines or [_NONE[words[0]]]


def start_of(lobby: Lobby, words: Sequence[str]) -> Start:
    """How one comes to the match that the words ask for."""
    what, name = words[0], " ".join(words[1:])

    async def start(begun: Begun, told: Told) -> Waiting:
        if what == "challenge":
            offer = offer_of(words[2:])
            if words[1] == ANYBODY:
                return await lobby.seek(offer, begun, told)
            return lobby.challenge(await lobby.invitation(words[1], offer), begun, told)
        if what == "accept":
            return await lobby.accept_from(name, begun, told)
        if what == "watch":
            begun(await (lobby.match_of(name) if name else lobby.any_match()))
        else:
            begun(await lobby.latest(name))
        return Waiting(begun, told)

    return start


def screen_of(lobby: Lobby, words: Sequence[str], context: Context) -> FramedScreen[None]:
    """The screen to which the words lead."""
    if not words:
        return WallLobbyScreen(context)
    return WallDoorScreen(context, lobby, " ".join(words), start_of(lobby, words))


async def talk_of_matches(context: PlainContext, wire: ChannelWire, words: Sequence[str]) -> None:
    """Talk about matches in lines of text until the input ends."""
    lines = _Lines()
    conversation = Conversation(LobbyPlace(context, words))
    try:
        for greeting in conversation.begin():
            context.say(greeting)
        wire.open(lines)
        await conversation.settled()
        while not conversation.ended and (line := await lines.next()) is not None:
            for reply in conversation.answer(line):
                context.say(reply)
            await conversation.settled()
            await wire.until_read()
    finally:
        conversation.close()
        wire.close()


class _Lines(QuietListener):
    """The lines that come over a wire."""

    def __init__(self) -> None:
        self._begun = b""
        self._whole: asyncio.Queue[str | None] = asyncio.Queue()

    def received(self, data: bytes) -> None:
        """Take input; of a line that is too long the beginning counts."""
        *whole, begun = (self._begun + data).split(b"\n")
        for line in whole:
            self._whole.put_nowait(line[:_LONGEST].decode("utf-8", "replace"))
        self._begun = begun[:_LONGEST]

    def closed(self, status: int) -> None:
        """End."""
        self._whole.put_nowait(None)

    async def next(self) -> str | None:
        """The next line; None at the end."""
        return await self._whole.get()
