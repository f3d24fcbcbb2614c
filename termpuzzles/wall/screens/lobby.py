"""Other players of a service: one's matches, open challenges, matches to watch, and a challenge of one's own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.worker import Worker

from termpuzzles.english import sentence
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screens.dialogs import request
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.wall.game.records import OPEN
from termpuzzles.wall.match.course import MATCH_CHOICES, keep_offer, kept_offer
from termpuzzles.wall.match.lobby import OnBegun, OnStatus, Waiting
from termpuzzles.wall.match.offers import (
    COLOURS,
    RATED,
    UNRATED,
    LobbyError,
    Offer,
    OpenList,
    Standings,
    with_part,
)
from termpuzzles.wall.match.terms import CLOCKS
from termpuzzles.wall.screens.menu import value_keys, value_row
from termpuzzles.wall.screens.seat import Start, WallDoorScreen, go_to_match
from termpuzzles.wall.slots import LOBBY

_EVERY = 3.0  # seconds between two looks at the open list

VALUES: dict[str, tuple[str, ...]] = {
    "variant": MATCH_CHOICES["variant"],
    "size": MATCH_CHOICES["size"],
    "clock": tuple(CLOCKS),
    "rating": (RATED, UNRATED),
    "colour": COLOURS,
}
_ABOUT = {
    "name": "Somebody who is here is asked at once, and has a minute to answer.",
    "anybody": "Your challenge is listed below until somebody accepts it.",
    "rating": "Rated games need a clock, and keys of both players.",
    "colour": "The colour that you play. Red begins.",
}


class WallLobbyScreen(ListScreen[None, str]):
    """Matches with other players: those of one's own, a new one, and what others do."""

    TITLE = "Wall Game"
    SUB_TITLE = "other players"
    MOVES = ("lobby.before", "lobby.after")
    BINDINGS: ClassVar[list[BindingType]] = [
        *value_keys("lobby"),
        Binding("q,escape", "leave", "back", id="lobby.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._lobby = LOBBY.required(context)
        self._offer = kept_offer(context)
        self._list = OpenList()
        self._mine: Standings | None = None
        self._described: str | None = None

    def begins_at(self) -> str | None:
        """The row for a challenge."""
        return "name"

    def on_mount(self) -> None:
        """Look at the list again and again."""
        self.set_interval(_EVERY, self._look)

    def on_screen_resume(self) -> None:
        """Look at everything anew."""
        self._mine = None
        self._look()

    def _look(self) -> None:
        if self.is_current:
            _: Worker[None] = self.run_worker(self._read, group="list", exclusive=True)

    def _begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        _: Worker[None] = self.run_worker(work)

    async def _read(self) -> None:
        try:
            mine = self._mine or await self.while_open(self._lobby.standings())
        except LobbyError as error:
            self.show_message(sentence(str(error)))
            return
        found = await self.while_open(self._lobby.listing())
        if (mine, found) != (self._mine, self._list):
            self._mine, self._list = mine, found
            self.show()

    def rows(self) -> Iterator[Choice[str]]:
        """Matches of one's own, a new challenge, open ones, and matches to watch."""
        going = [each for each in self._mine.played if each.result == OPEN] if self._mine else []
        for each in going:
            name = self._mine.names.get(each.other, "") if self._mine else ""
            words = f" go on against {name}"
            yield Choice(((words, "text"), (f"   {each.variant}, {each.size}", "faint")), f"match {each.match}")
        if going:
            yield Choice(())
        yield Choice(((" New match", "good"),))
        for name, values in VALUES.items():
            yield value_row(name, values, self._value(name), self.is_narrow)
        enter = "↵" if self.context.glyphs.unicode else "Enter"
        yield Choice(((f"  {enter} challenge a player", "good"),), "name")
        yield Choice(((f"  {enter} challenge anybody", "good"),), "anybody")
        challenges = [each for each in self._list.challenges if each.host != self._lobby.me]
        yield Choice(())
        yield Choice(((" Open challenges", "good"), ("" if challenges else "   none", "faint")))
        for open_one in challenges:
            about = (f"   {open_one.offer}", "faint")
            yield Choice(((f"  {open_one.host_name}", "text"), about), f"take {open_one.name}")
        others = [each for each in self._list.running if self._lobby.me not in each.seats]
        yield Choice(())
        yield Choice(((" Matches to watch", "good"), ("" if others else "   none", "faint")))
        for running in others:
            about = (f"   {running.about}, {running.turns} turns", "faint")
            yield Choice(((f"  {running.title}", "text"), about), f"match {running.match}")
        yield Choice(((f"  {enter} look at one that is over", "good"),), "finished")
        yield Choice(())
        yield Choice(((" Results and ratings", "text"),), "results")

    def _value(self, name: str) -> str:
        if name == "rating":
            return RATED if self._offer.rated else UNRATED
        return str(getattr(self._offer, name))

    def describe(self, value: str | None) -> None:
        """Say something about the row at the cursor, unless the list alone is new: what was said of it stays."""
        if value != self._described:
            self._described = value
            self.show_message(_ABOUT.get(value or "", ""))

    def action_change(self, step: int) -> None:
        """Take the value before or after."""
        name = self.choices.value or ""
        if name in VALUES:
            values = VALUES[name]
            value = values[(values.index(self._value(name)) + step) % len(values)]
            self._offer = with_part(self._offer, name, value)
            keep_offer(self.context, self._offer)
            self.show()

    def choose(self, value: str) -> None:
        """Challenge, take, watch, go on, or take the next value."""
        kind, _, name = value.partition(" ")
        if value in VALUES:
            self.action_change(1)
        elif value == "name":
            request(self.app, self.context, "Who do you want to challenge? Type a name.", None, self._challenge)
        elif value == "anybody":
            self._wait(f"a challenge to anybody: {self._offer}", partial(self._lobby.seek, self._offer))
        elif kind == "take":
            found = next((each for each in self._list.challenges if each.name == name), None)
            if found:
                self._wait(f"{found.host_name}: {found.offer}", partial(self._lobby.accept_open, found))
        elif kind == "match":
            self._begin(partial(go_to_match, self, self._lobby, name, above=True))
        elif value == "finished":
            self._begin(self._look_at_one)
        elif value == "results":
            self.opener.go("wall results")

    async def _look_at_one(self) -> None:
        try:
            name = await self.while_open(self._lobby.finished_match())
        except LobbyError as error:
            self.show_message(sentence(str(error)))
        else:
            await go_to_match(self, self._lobby, name, above=True)

    def _challenge(self, name: str) -> None:
        if name:
            self._wait(f"a challenge to {name}: {self._offer}", partial(self._ask, name, self._offer))

    async def _ask(self, name: str, offer: Offer, on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        return self._lobby.challenge(await self._lobby.invitation(name, offer), on_begun, on_status)

    def _wait(self, about: str, start: Start) -> None:
        self.app.push_screen(WallDoorScreen(self.context, self._lobby, about, start))
