"""Matches of the Wall Game with other players of a service, in lines of words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from typing import Any

from termpuzzles.company.meetings import Invitation
from termpuzzles.english import counted, joined, sentence
from termpuzzles.errors import PuzzleError, on_one_line, shortened
from termpuzzles.plain.conversation import Back, PlainContext, PlainPlace
from termpuzzles.plain.words import clock
from termpuzzles.storage.store import StoreAwayError
from termpuzzles.wall.game.model import RuleError
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import SIDES
from termpuzzles.wall.game.records import OPEN
from termpuzzles.wall.game.records import line as line_of
from termpuzzles.wall.match.course import kept_offer
from termpuzzles.wall.match.lobby import Lobby, Waiting
from termpuzzles.wall.match.match import ending_in_words, taken_back_in_words, turn_in_words
from termpuzzles.wall.match.offers import LobbyError, OpenList, Standings, offer_of
from termpuzzles.wall.match.ratings import PROVISIONAL
from termpuzzles.wall.match.results import results_among
from termpuzzles.wall.match.seat import SeatMatch
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.match.terms import CLOCKS
from termpuzzles.wall.plain.board import WallPlace
from termpuzzles.wall.plain.menu import result_lines
from termpuzzles.wall.slots import LOBBY

HELP = (
    "challenge anna asks a player who is here; add a variant, a size, a clock, rated or unrated, and your colour.",
    "challenge anybody puts you in the open list. withdraw: stop waiting. accept anna, decline anna: answer.",
    "list: open challenges and matches to watch. matches: your own that go on. continue, watch anna: go there. "
    "watch: any match, or one that is over. ratings, ratings anna: results. back: leave; a match goes on.",
)
_IN_A_MATCH = (
    "draw, take back: offer or ask, and agree. decline. resign. claim: if the other player stays away. turns, record. "
    "again: another game, when this one is over. leave: come back later with continue."
)
_SETTLING = 5.0  # seconds to wait for what a line asked for, before the next is read
_ASKED = {
    "draw": "{} offers a draw. Type draw to agree, or decline.",
    "back": "{} asks to take a turn back. Type take back to agree, or decline.",
    "again": "{} wants another game. Type again to begin it.",
}


def list_lines(found: OpenList) -> Iterator[str]:
    """Challenges and matches that go on, a line for each."""
    for invitation in found.invitations:
        yield f"challenge from {invitation.name_of(invitation.host)}: {invitation.about.get('what', '')}"
    for challenge in found.challenges:
        yield f"open challenge by {challenge.host_name}: {challenge.offer}"
    for running in found.running:
        yield f"match: {running.title}, {running.about}, {counted(running.turns or 'no', 'turn')}"


def match_lines(found: Standings) -> Iterator[str]:
    """A player's matches that go on, a line for each."""
    for each in found.played:
        if each.result == OPEN:
            yield f"{found.names[each.other]}: {each.variant}, {each.size}, you play {SIDES[each.side]}"


def rating_lines(found: Standings) -> Iterator[str]:
    """A player's results and ratings, a line for each clock and variant; `?` marks a provisional rating."""
    yield from result_lines(results_among(found))
    if any(rating.is_provisional for rating in found.ratings.values()):
        yield f"? is provisional: fewer than {PROVISIONAL} games"
    if found.notice:
        yield found.notice


class SeatPlace(WallPlace):
    """A match with another player, or one that is watched."""

    HELP = _IN_A_MATCH

    def __init__(self, context: PlainContext, match: SeatMatch, go_on: Callable[[str], None]) -> None:
        super().__init__(context)
        self.match = match
        self._seen = len(match.events)
        self._asked = self._asks = ""
        self._is_introduced = self._resigns = self._has_told_points = False
        self._go_on, self._next = go_on, ""
        match.changed = self._on_news

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self.match.staging

    @property
    def is_over(self) -> str:
        """Why no turn can be played."""
        if ending := self.match.game.outcome:
            return f"{ending_in_words(ending)} Type again for another game."
        if self.match.side is None:
            return "You are watching this game."
        return "" if self.match.may_move else "It is not your turn."

    def enter(self) -> Iterator[str]:
        """Say who plays, and how it stands."""
        at, terms = self.match.position, self.match.terms
        rated = "rated" if terms.rated else "not rated"
        clock_name = CLOCKS[terms.clock] if terms.clock else "no clock"
        yield f"The Wall Game, {at.variant}, {at.width} by {at.height}, {clock_name}, {rated}: {terms.title}."
        yield from self._where()

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """What a line does; any other one takes back that the player was about to resign."""
        self._resigns = self._resigns and words == ["resign"]
        yield from super().answer(words)

    def leave(self) -> None:
        """Go away; the match goes on."""
        self.match.leave()

    def send(self, turn: Turn) -> Iterator[str]:
        """Send the turn to the referee."""
        try:
            self.match.play(turn)
        except RuleError as error:
            yield f"{error.sentence}."

    def _on_news(self, why: str) -> None:
        """Say what was told."""
        match, say = self.match, self.context.print_line
        if why:
            say(why)
        if len(match.events) != self._seen or not self._is_introduced:
            for _, event in match.events[self._seen :]:
                self._say_event(event)
                self._resigns = False
                self._asks = ""
            self._seen, self._is_introduced = len(match.events), True
            say(self.is_over if match.game.outcome else self._to_move())
        if (gained := match.state.get("gained")) and not self._has_told_points and match.side is not None:
            self._has_told_points = True
            say(f"Your points: {gained[match.side]:+d}.")
        asked = match.asked
        if asked and asked != self._asked and match.side is not None:
            say(_ASKED[asked].format(match.terms.shown[1 - match.side]))
        if self._asks and not match.asks and match.side is not None:
            say(f"{match.terms.shown[1 - match.side]} declines.")
        self._asked, self._asks = asked, match.asks
        if (following := match.state.get("next", "")) != self._next and match.side is not None:
            self._next = following
            self._go_on(following)

    def _say_event(self, event: str) -> None:
        word, _, rest = event.partition(" ")
        if word == "turn":
            side = 1 - self.match.position.side
            name = self.match.terms.shown[side]
            self.context.print_line(f"{SIDES[side].capitalize()}, {name}: {rest}, {turn_in_words(read_turn(rest))}.")
        elif word == "back":
            self.context.print_line(taken_back_in_words(int(rest)))

    def _to_move(self) -> str:
        match, at = self.match, self.match.position
        who = "you" if at.side == match.side else match.terms.shown[at.side]
        left = f" {clock(match.clock.seconds(at.side, at.side))} left." if match.clock.runs else ""
        if (begins := match.seconds_to_begin) is not None:
            left = f" The first turn must come within {clock(begins)}."
        return (
            f"{SIDES[at.side].capitalize()}, {who}, to move: {at.distance(at.side)} to go, "
            f"the other cat {at.distance(1 - at.side)}.{left}"
        )

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """What only a match has."""
        match, text = self.match, " ".join(words)
        asks = {"draw": "draw", "take back": "back", "decline": "no", "claim": "claim", "again": "again"}
        if text == "turns":
            yield " ".join(map(str, match.game.turns)) or "No turn has been played yet."
        elif text == "record":
            yield line_of(match.record)
        elif match.side is None and text in (*asks, "resign"):
            yield "You are watching this game."
        elif text in asks:
            match.ask(asks[text])
            yield "Asked." if text != "decline" else "Declined."
        elif text == "resign" and not self._resigns and not match.game.outcome:
            self._resigns = True
            yield "Type resign again to give up the game."
        elif text == "resign":
            match.ask("resign")
        else:
            yield self.not_understood(words)


async def _only_host(lobby: Lobby, word: str) -> str:
    """The name of the only one who challenges the player. Raises LobbyError."""
    hosts = sorted({each.name_of(each.host) for each in (await lobby.listing()).invitations})
    if len(hosts) != 1:
        raise LobbyError(f"Type {word} and a name: {joined(hosts, 'or')}." if hosts else "Nobody challenges you.")
    return hosts[0].lower()


class LobbyPlace(PlainPlace):
    """Where a player finds others, and plays with them; what happens meanwhile is said at once."""

    def __init__(self, context: PlainContext, words: Sequence[str] = ()) -> None:
        self._context, self._lobby = context, LOBBY.required(context)
        self._first = list(words)
        self._waiting: Waiting | None = None
        self._seat: SeatPlace | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._end = self._lobby.await_challenges(self._on_challenge)

    def enter(self) -> Iterator[str]:
        """Say what this is, and do what was asked for first."""
        yield "The Wall Game with other players. Type help for the commands."
        if self._first:
            for reply in self.answer(self._first):
                yield str(reply)

    def leave(self) -> None:
        """Go away; a match goes on."""
        self._end()
        self._stop_waiting()
        for task in self._tasks:
            task.cancel()
        if self._seat is not None:
            self._seat.leave()

    async def settled(self) -> None:
        """Wait until what was asked for is done, such as opening a match: the next line may belong there."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_SETTLING)

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Do what the words say, in the match if one is open."""
        if self._seat is not None and words not in (["leave"], ["back"]):
            yield from self._seat.answer(words)
        elif self._seat is not None:
            self._seat.leave()
            self._seat = None
            yield "You left the match, but it goes on. Type continue to return."
        elif words == ["back"]:
            raise Back
        elif words in (["help"], ["h"], ["?"]):
            yield from HELP
        elif words[0] == "challenge" and len(words) > 1:
            yield from self._challenge(words[1], words[2:])
        elif words[0] == "accept":
            self._begin(self._accept(" ".join(words[1:])))
        elif words[0] == "decline":
            self._begin(self._decline(" ".join(words[1:])))
        elif words == ["withdraw"]:
            yield "Withdrawn." if self._stop_waiting() else "You are not waiting for anybody."
        elif words == ["list"]:
            self._begin(self._say_list())
        elif words == ["matches"]:
            self._begin(self._say_standings("", match_lines, "You have no match in progress."))
        elif words[0] == "ratings":
            self._begin(self._say_standings(" ".join(words[1:]), rating_lines, ""))
        elif words[0] == "continue":
            self._begin(self._continue(" ".join(words[1:])))
        elif words[0] == "watch":
            self._begin(self._watch(" ".join(words[1:])))
        else:
            yield f'"{on_one_line(shortened(" ".join(words)))}" is not a command here. Type help for the commands.'

    def on_empty_line(self) -> Iterator[str | PlainPlace]:
        """Nothing."""
        return iter(())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while, and say why it cannot be done."""

        async def run() -> None:
            try:
                await work
            except (LobbyError, PuzzleError) as error:
                self._context.print_line(sentence(str(error)))
            except StoreAwayError:
                self._context.print_line(
                    "The store of this server does not answer. Nothing is lost; try again in a minute."
                )

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: work.close())  # which was not begun where one leaves at once

    def _on_challenge(self, invitation: Invitation) -> None:
        """Tell of a challenge."""
        name, about = invitation.name_of(invitation.host), invitation.about.get("what", "")
        self._context.print_line(f"{name} challenges you: {about}. Type accept or decline.")

    def _challenge(self, name: str, words: list[str]) -> Iterator[str]:
        try:
            offer = offer_of(words, kept_offer(self._context))
        except PuzzleError as error:
            yield sentence(str(error))
            return
        self._stop_waiting()

        async def ask() -> Waiting:
            if name == "anybody":
                return await self._lobby.seek(offer, self._go_to, self._on_status)
            return self._lobby.challenge(await self._lobby.invitation(name, offer), self._go_to, self._on_status)

        self._begin(self._wait_for(ask()))
        yield f"Waiting for {name}: {offer}."

    async def _wait_for(self, asked: Awaitable[Waiting]) -> None:
        self._waiting = await asked

    def _stop_waiting(self) -> bool:
        waits = self._waiting is not None and not self._waiting.is_over
        if self._waiting is not None:
            self._waiting.leave()
        self._waiting = None
        return waits

    def _on_status(self, text: str, is_over: bool) -> None:
        self._context.print_line(text)

    async def _accept(self, name: str) -> None:
        name = name or await _only_host(self._lobby, "accept")
        self._waiting = await self._lobby.accept_from(name, self._go_to, self._on_status)

    async def _decline(self, name: str) -> None:
        name = name or await _only_host(self._lobby, "decline")
        for invitation in (await self._lobby.listing()).invitations:
            if invitation.name_of(invitation.host).lower() == name:
                self._lobby.decline(invitation)
                self._context.print_line("Declined.")
                return
        raise LobbyError(f"There is no challenge by {shortened(name)}.")

    async def _say_list(self) -> None:
        lines = list(list_lines(await self._lobby.listing()))
        for line in lines or ["Nobody is waiting for a match, and none is in progress."]:
            self._context.print_line(line)

    async def _say_standings(self, name: str, lines: Callable[[Standings], Iterator[str]], none: str) -> None:
        for line in list(lines(await self._lobby.standings(name))) or [none]:
            self._context.print_line(line)

    async def _continue(self, name: str) -> None:
        await self._open(await self._lobby.latest(name))

    async def _watch(self, name: str) -> None:
        await self._open(await (self._lobby.match_of(name) if name else self._lobby.any_match()))

    def _go_to(self, name: str) -> None:
        self._begin(self._open(name))

    async def _open(self, name: str) -> None:
        """Go to a match."""
        match = await self._lobby.open(name)
        if self._seat is not None:
            self._seat.leave()
        self._seat = SeatPlace(self._context, match, self._go_to)
        for line in self._seat.enter():
            self._context.print_line(line)
