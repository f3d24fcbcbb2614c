"""A match of the Wall Game with another player of a service: waited for, played, or watched."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker

from termpuzzles.company.meetings import Invitation, forget_meeting, keep_meeting
from termpuzzles.english import sentence
from termpuzzles.session.session import clock_text
from termpuzzles.tui.background import heard_by
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.lines import Lines, Words
from termpuzzles.wall.game.position import BLUE, RED
from termpuzzles.wall.match.lobby import KIND, Lobby, OnBegun, OnStatus, Waiting
from termpuzzles.wall.match.match import ABORTED
from termpuzzles.wall.match.offers import LobbyError
from termpuzzles.wall.match.seat import SeatMatch
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.words import SIDE_TONES
from termpuzzles.wall.slots import LOBBY

Start = Callable[[OnBegun, OnStatus], Awaitable[Waiting]]

_ASKED = {
    "draw": "{} offers a draw: o agrees, z declines.",
    "back": "{} asks to take a turn back: t agrees, z declines.",
    "again": "{} wants another game: n begins it.",
}


class WallSeatScreen(WallMatchScreen):
    """A match in play, as one of its players or as somebody who watches sees it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "draw", "draw", id="wall.draw", tooltip="Offer a draw, or agree to one"),
        Binding("t", "take_back", "take back", id="wall.take_back", tooltip="Ask to take your turn back, or agree"),
        Binding("z", "decline", "decline", id="wall.decline", tooltip="Decline what the other player asks for"),
        Binding("c", "claim", "claim", id="wall.claim", tooltip="Claim the game if the other stays away"),
    ]
    TO_WATCH: ClassVar[tuple[str, ...]] = ("wall.analyse", "wall.copy", "wall.leave")
    KEYS: ClassVar[tuple[str, ...]] = (
        *("wall.put", "wall.send", "draw, resign", "wall.help", "app.palette", "wall.leave"),
    )
    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **WallMatchScreen.TOGETHER,
        "draw, resign": ("wall.draw", "wall.resign"),
    }
    RIVAL = "the other player's"
    match: SeatMatch

    def __init__(self, context: Context, lobby: Lobby, name: str, match: SeatMatch) -> None:
        super().__init__(context, match)
        self._lobby, self._of = lobby, name  # of the match
        self._seen = len(match.events)
        self._shown_request = self._asks = self._next = ""
        self._way_back: Invitation | None = None  # for the player who comes back

    @property
    def keys_now(self) -> tuple[str, ...]:
        """Those of a player; whoever watches changes nothing."""
        found = super().keys_now
        return found if self.match.side is not None else tuple(key for key in found if key in self.TO_WATCH)

    @property
    def meeting(self) -> str:
        """The id of the match."""
        return self._of

    @property
    def makes_way(self) -> bool:
        """A match stays where it is."""
        return False

    @property
    def keeps_the_front(self) -> bool:
        """Whether the player is in the middle of the game."""
        return self.match.side is not None and self.match.game.outcome is None

    @property
    def _moves(self) -> bool:
        """Whether this player is to move."""
        return self.match.may_move

    def headline(self) -> Headline:
        """The players, the game, and whose turn it is."""
        at, match = self.match.position, self.match
        ending = match.game.outcome
        kind = f"{at.variant} {at.width}x{at.height}, {'rated' if match.terms.rated else 'not rated'}"
        if ending and ending.reason == ABORTED:
            state: tuple[str, str] = ("not begun", "text")
        elif ending:
            state = ending.result, "text"
        else:
            mine = at.side == match.side
            state = ("your turn" if mine else f"{match.terms.shown[at.side][:12]} to move"), SIDE_TONES[at.side]
        return Headline("Wall Game" if match.side is not None else "Watching", kind, (state,))

    def on_mount(self) -> None:
        """Hear what the referee tells."""
        self.match.changed = heard_by(self.app, self.on_news)
        match = self.match
        if match.side is not None and match.game.outcome is None:
            other, (mine, theirs) = match.terms.seats[1 - match.side], match.terms.shown[:: 1 - 2 * match.side]
            about = {"what": match.terms.title}
            self._way_back = Invitation(KIND, self._lobby.me, (other,), about, self._of, (mine, theirs))
            keep_meeting(self.context, self._way_back)

    def pause(self) -> None:
        """The referee's clock does not stop."""

    def resume(self) -> None:
        """It has never stopped."""

    def on_news(self, why: str) -> None:
        """Show what was told, or why a request was refused."""
        if not self.is_ready:
            return
        if self.match.state.get("next", "") not in ("", self._next):
            self._next = self.match.state["next"]
            _: Worker[None] = self.run_worker(partial(go_to_match, self, self._lobby, self._next))
            return
        if len(self.match.events) != self._seen:
            self._seen, self._shown_request, self._asks = len(self.match.events), "", ""
            self._after(self._go_on)
            if self.match.game.outcome and self._way_back is not None:
                forget_meeting(self.context, self._way_back)
        elif not why:
            self.show()
        if why:
            self.show_message(why)
            self.show()
        asked = self.match.asked
        if asked and asked != self._shown_request:
            assert self.match.side is not None
            self.show_message(_ASKED[asked].format(self.match.terms.shown[1 - self.match.side]))
        if self._asks and not self.match.asks:
            assert self.match.side is not None
            self.show_message(f"{self.match.terms.shown[1 - self.match.side]} declines.")
        self._shown_request, self._asks = asked, self.match.asks

    def who(self, side: int) -> Words:
        """The player's name, faint while the player is away."""
        away = self.match.state.get("away", [None, None])[side] is not None
        return ((f"{self.match.terms.shown[side]:<9.9} ", "faint" if away else "text"),)

    def panel(self) -> Iterator[Words]:
        """How long a side has to begin, and the ratings; once it is over, the points gained or lost."""
        state = self.match.state
        for place, line in enumerate(super().panel()):
            yield line
            if place != BLUE or self.is_narrow:
                continue
            if rated := state.get("ratings"):
                yield ((f"  rated {rated[RED]} and {rated[BLUE]}", "faint"),)
            if gained := state.get("gained"):
                yield ((f"  points {gained[RED]:+d} and {gained[BLUE]:+d}", "text"),)
            if (left := self.match.seconds_to_begin) is not None:
                yield ((f"  first turn within {clock_text(left)}", "faint"),)

    def waits(self) -> Iterator[Words]:
        """Whom one waits for, and who is not here."""
        match = self.match
        mover = match.terms.shown[match.position.side]
        away = match.state.get("away", [None, None])[match.position.side] is not None
        yield ((f"  {mover[:18]} {'is away' if away else 'is thinking …'}", "faint"),)

    def _is_mine(self) -> bool:
        if self.match.side is None:
            self.show_message("You are watching this game.")
        return self.match.side is not None

    def action_take_back(self) -> None:
        """Ask to take a turn back, or agree."""
        self._ask("back", "You asked to take your turn back.")

    def action_draw(self) -> None:
        """Offer a draw, or agree."""
        self._ask("draw", "You offered a draw.")

    def _ask(self, what: str, said: str) -> None:
        if self._is_mine():
            self.show_message("" if self.match.asked == what else said)
            self.match.ask(what)

    def action_decline(self) -> None:
        """Decline a draw or a take-back."""
        if self._is_mine():
            self.show_message("")
            self.match.ask("no")

    def action_claim(self) -> None:
        """Claim the game from a player who stays away."""
        if self._is_mine():
            self.match.ask("claim")

    def action_resign(self) -> None:
        """Give up, if asked for twice."""
        if not self._is_mine() or self.match.game.outcome:
            return
        if self._resigns_for_sure():
            self.match.ask("resign")

    def action_again(self) -> None:
        """Ask for another game with the colours exchanged, or begin it."""
        if not self._is_mine():
            return
        if self.match.game.outcome is None:
            self.show_message("This game is not over: r resigns it.")
            return
        self.show_message("You asked for another game.")
        self.match.ask("again")

    def action_advice(self) -> None:
        """Nobody helps in a match."""
        self.show_message("The engine does not help in a match. Once it is over, e analyses it.")


class WallDoorScreen(FramedScreen[None]):
    """Waits for a match to begin, and goes there."""

    TITLE = "Wall Game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="door.leave", tooltip="Stop waiting"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ("door.leave",)
    TONE = "text"

    def __init__(self, context: Context, lobby: Lobby, about: str, start: Start) -> None:
        super().__init__(context)
        self._lobby, self._about, self._start = lobby, about, start
        self._waiting: Waiting | None = None

    def headline(self) -> Headline:
        """What is waited for."""
        return Headline("Wall Game", self._about)

    def body(self) -> ComposeResult:
        """What became of it so far."""
        yield Lines(self.context.palette, id="about")

    def on_mount(self) -> None:
        """Begin to wait."""
        _: Worker[None] = self.run_worker(self._wait)

    def on_unmount(self) -> None:
        """Wait no longer."""
        if self._waiting is not None:
            self._waiting.leave()

    async def _wait(self) -> None:
        self._on_status("", False)
        try:
            self._waiting = await self._start(heard_by(self.app, self._on_begun), heard_by(self.app, self._on_status))
        except LobbyError as error:
            self._on_status(str(error), True)
            return
        if not self.is_ready:
            self._waiting.leave()

    def _on_status(self, text: str, is_over: bool) -> None:
        if self.is_ready:
            lines = ["", *self.wrapped(text), "", "" if is_over else "Waiting …"]
            self.query_one("#about", Lines).lines = [((f"  {line}", "text"),) for line in lines]

    def _on_begun(self, name: str) -> None:
        _: Worker[None] = self.run_worker(partial(go_to_match, self, self._lobby, name))


async def go_to_match(screen: FramedScreen[None], lobby: Lobby, name: str, *, above: bool = False) -> None:
    """Open a match in place of a screen, or above it."""
    try:
        match = await lobby.open(name)
    except LobbyError as error:
        screen.show_message(sentence(str(error)))
        return
    known = (each.meeting for each in screen.app.screen_stack if isinstance(each, WallSeatScreen))
    if not screen.is_ready or name in known:  # it was left, or asked for twice
        match.leave()
        return
    made = WallSeatScreen(screen.context, lobby, name, match)
    if above or screen.app.screen is not screen:
        screen.app.push_screen(made)
    else:
        screen.app.switch_screen(made)


def door_of(context: Context, invitation: Invitation) -> WallDoorScreen:
    """Where whoever accepts an invitation comes to; to a match that has begun already, at once."""
    lobby = LOBBY.required(context)

    async def start(on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        if await lobby.has_begun(invitation.meeting):
            on_begun(invitation.meeting)
            return Waiting(on_begun, on_status)
        return lobby.accept(invitation, on_begun, on_status)

    return WallDoorScreen(context, lobby, invitation.about.get("what", ""), start)
