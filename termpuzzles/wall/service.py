"""`ssh HOST wall …`: matches of the Wall Game by words, on the screen to which they lead or as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from termpuzzles.company.parts import Host, Visitor
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError, did_you_mean, shortened
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.play.stage import PlayContext
from termpuzzles.wall.match.lobby import Lobby, OnBegun, OnStatus, Waiting
from termpuzzles.wall.match.matches import Matches
from termpuzzles.wall.match.offers import LobbyError, offer_of
from termpuzzles.wall.match.ratings import carry_over
from termpuzzles.wall.plain.matches import LobbyPlace, list_lines, match_lines, rating_lines
from termpuzzles.wall.screens.lobby import WallLobbyScreen
from termpuzzles.wall.screens.seat import Start, WallDoorScreen
from termpuzzles.wall.slots import LOBBY

if TYPE_CHECKING:
    from termpuzzles.tui.context import Context
    from termpuzzles.tui.framed import FramedScreen

ANSWERS = ("list", "matches", "ratings")  # answered with lines, and that is all
PLACES = ("challenge", "accept", "watch", "continue")  # where a match is played or watched
ANYBODY = "anybody"
_NONE = {
    "list": "Nobody is waiting for a match, and none is in progress.",
    "matches": "You have no match in progress.",
}


BAD = 2  # the exit status of words that are not understood
_HELP = """\
  wall                       the Wall Game with others (with -t, or in words without)
  wall list, wall matches    open challenges and matches to watch; your own matches
  wall watch [NAME]          watch a match, or look at one that is over
  wall ratings [NAME]        results and ratings
"""


class WallPart:
    """Matches between the players of a service."""

    words: Mapping[str, str] = MappingProxyType({"wall": _HELP})

    def __init__(self, host: Host) -> None:
        self._matches = Matches(host.exchange, host.shared_store(), host.find, host.now, host.kept)

    def welcome(self, context: PlayContext, player: str) -> None:
        """Let a player come to matches."""
        LOBBY.fill(context, Lobby(self._matches, player))

    async def answer(self, visit: Visitor, words: Sequence[str]) -> int:
        """Matches on a screen, or without a terminal in lines of text."""
        lobby, rest = Lobby(self._matches, visit.player), words[1:]
        try:
            check_words(rest)
            if rest and rest[0] in ANSWERS:
                for line in await answer_about_matches(lobby, rest):
                    visit.send(line)
                return 0
        except (PuzzleError, LobbyError) as error:
            visit.tell(sentence(str(error)))
            return BAD
        if visit.has_terminal:
            return await visit.show(partial(screen_of, lobby, rest))
        await visit.converse(Conversation(LobbyPlace(await visit.plain_context(), rest)))
        return 0

    def talk(self, context: PlainContext) -> Conversation:
        """A conversation about matches beside plain mode."""
        return Conversation(LobbyPlace(context))

    def joined(self, player: str, to: str) -> None:
        """Carry over what a player came to in matches to whom that player became."""
        carry_over(self._matches.store, player, to)

    def stop(self) -> None:
        """Let every match go: whoever comes back goes on."""
        self._matches.stop()


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

    async def start(on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        if what == "challenge":
            offer = offer_of(words[2:])
            if words[1] == ANYBODY:
                return await lobby.seek(offer, on_begun, on_status)
            return lobby.challenge(await lobby.invitation(words[1], offer), on_begun, on_status)
        if what == "accept":
            return await lobby.accept_from(name, on_begun, on_status)
        if what == "watch":
            on_begun(await (lobby.match_of(name) if name else lobby.any_match()))
        else:
            on_begun(await lobby.latest(name))
        return Waiting(on_begun, on_status)

    return start


def screen_of(lobby: Lobby, words: Sequence[str], context: Context) -> FramedScreen[None]:
    """The screen to which the words lead."""
    if not words:
        return WallLobbyScreen(context)
    return WallDoorScreen(context, lobby, " ".join(words), start_of(lobby, words))
