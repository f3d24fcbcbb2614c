"""A race: the room in which its players gather, and the board with the others' bars beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker

from termpuzzles.company.meetings import Attendance, Invitation
from termpuzzles.company.race import (
    COUNT,
    RACE,
    Place,
    Race,
    RaceController,
    RaceSettings,
    race_about,
    race_settings,
    words_in,
)
from termpuzzles.company.records import Ended
from termpuzzles.company.slots import COMPANY, LEFT
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.play.controller import Controller
from termpuzzles.play.opening import Opened
from termpuzzles.session.session import clock_text
from termpuzzles.storage.store import StoreAwayError
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.background import ask, heard_by
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen
from termpuzzles.tui.opening import settle_opening
from termpuzzles.tui.screen import Headline, PuzzleScreen, ShownGame
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.captions import filled_bar
from termpuzzles.tui.widgets.frame import BoardFrame
from termpuzzles.tui.widgets.layout import PANEL_WIDTH, Report
from termpuzzles.tui.widgets.lines import NARROW, Lines, Words, wrap
from termpuzzles.tui.widgets.table import Column, in_columns

if TYPE_CHECKING:
    from termpuzzles.company.race import Later

_LOOK = 0.25  # seconds between two looks at the count
_BAR = 10  # columns
_NAME = (Column(8, "faint", right=True, gap=2),)  # before a bar
_PLAYER = tuple(  # whether a player is ready, the name, and what is known; and those of a narrow window
    (Column(2, gap=1), Column(most + 2, most=most), Column(tone="faint")) for most in (24, 16)
)
_ATTENDANCES = {
    Attendance.HERE: "here",
    Attendance.READY: "ready",
    Attendance.AWAY: "away",
    Attendance.REFUSED: "does not come",
}


_TRIES, _AGAIN = 60, 1.0  # how often a store that is away is asked, and the seconds between two times
_WAITING = set[asyncio.Future[None]]()  # what is on its way, also once its screen is closed


def in_threads(app: TerminalApp) -> Later[Any]:
    """What does whatever may wait for a disk beside the loop, and again while the store is away."""

    async def do(work: Callable[[], object], then: Callable[[object], object]) -> None:
        for _ in range(_TRIES):
            try:
                found = await asyncio.to_thread(work)
            except StoreAwayError:
                await asyncio.sleep(_AGAIN)
            else:
                heard_by(app, then)(found)
                return

    def later(work: Callable[[], object], then: Callable[[object], object]) -> None:
        doing = asyncio.ensure_future(do(work, then))
        _WAITING.add(doing)
        doing.add_done_callback(_WAITING.discard)

    return later


class RoomScreen(FramedScreen[None]):
    """Where the players of a race gather: who has come, who is ready, and the count before the start.

    It begins with an invitation, or with settings, for which a board is made before anybody is invited.
    """

    TITLE = "Race"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,space",
            "ready",
            "ready",
            id="race.ready",
            tooltip="Be ready; again to begin without others",
        ),
        Binding("q,escape", "leave", "leave", id="race.leave", tooltip="Do not take part"),
    ]
    KEYS = ("race.ready", "race.leave")

    def __init__(
        self, context: Context, invitation: Invitation | None = None, settings: RaceSettings | None = None
    ) -> None:
        super().__init__(context)
        self._company = COMPANY.required(context)
        self._invitation, self._settings = invitation, settings
        self._race: Race | None = None
        self._goes_on = False  # whether the race is handed on to the board
        self._is_over = False  # whether that was opened above this screen, which nobody needs any more

    @property
    def meeting(self) -> str:
        """The id of the race, once there is one."""
        return self._race.invitation.meeting if self._race else ""

    @property
    def makes_way(self) -> bool:
        """The room does not: its player waits here."""
        return False

    def body(self) -> ComposeResult:
        """Who has come."""
        yield Lines(self.context.palette, id="about")

    def headline(self) -> Headline:
        """The board, and the count before the start."""
        race = self._race
        what = race.invitation.about["what"] if race else self._settings.what if self._settings else ""
        return Headline("Race", what, ((self._count, "good"),))

    @property
    def _count(self) -> str:
        return str(self._race.count) if self._race and 0 < self._race.count <= COUNT else ""

    def on_mount(self) -> None:
        """Come, once there is a board to come to."""
        self.set_interval(_LOOK, self._look)
        if self._invitation is not None and self._invitation.about:
            self._come(self._invitation)
        elif self._settings is not None:
            self.show_message("Making a board …")
            meeting = self._invitation.meeting if self._invitation else self.context.seed()
            question = self._settings.question(meeting)
            ask(
                self,
                self.context.answerer,
                question,
                self._made,
                "new",
                partial(self.show_message, "This took too long."),
            )

    def on_resize(self) -> None:
        """Show as much of each name as there is room for."""
        self._show()

    def _made(self, made: Puzzle | str) -> None:
        """Invite the others to the board that was made."""
        if isinstance(made, str):
            self.show_message(sentence(made))
        else:
            _: Worker[None] = self.run_worker(partial(self._invite, made))

    async def _invite(self, board: Puzzle) -> None:
        assert self._settings is not None
        about = race_about(self._settings, board)
        try:
            if self._invitation is not None:
                invitation = self._invitation.with_about(about)
            else:
                asking = asyncio.to_thread(self._company.invitation, RACE, self._settings.names, about)
                invitation = await self.while_open(asking)
            invitation.send(self._company.exchange)
        except ValueError as error:
            self.show_message(sentence(str(error)))
            return
        self._come(invitation)

    def _come(self, invitation: Invitation) -> None:
        try:
            heard, later = partial(heard_by, self.app), in_threads(self.app)
            self._race = Race(self._company, invitation, self._show, heard, later)
        except PuzzleError as error:
            self.show_message(f"The board of this race cannot be read: {error}.")
            return
        self._race.come()
        self._show()

    def _look(self) -> None:
        if self._race is not None and not self._goes_on:
            self._race.look_around()
            if self._race.has_begun:
                self._goes_on = True
                _: Worker[None] = self.run_worker(partial(self._begin, self._race))
            else:
                self._show()

    async def _begin(self, race: Race) -> None:
        """Go on to the board; whoever does not want to take it from another window does not take part."""
        opening = partial(race.records.opening, race.invitation.meeting, race.me, race.puzzle)
        found = await self.while_open(asyncio.to_thread(opening))
        settle_opening(self.app, self.context, found, partial(self._show_board, race), stay=self.action_leave)

    def _show_board(self, race: Race, opened: Opened[Puzzle]) -> None:
        made = RaceScreen(self.context, race, opened)
        if self.app.screen is self:
            self.app.switch_screen(made)
        else:  # the palette, perhaps, is open
            self._is_over = True
            self.app.push_screen(made)

    def on_screen_resume(self) -> None:
        """Go back further once the race is over."""
        if self._is_over:
            self.leave()

    def _show(self) -> None:
        race = self._race
        if race is None or not self.is_ready or self._goes_on:
            return
        self.show_frame()
        invitation, meeting = race.invitation, race.meeting
        lines: list[Words] = [(), ((f" The same board for all: {invitation.about['what']}.", "text"),), ()]
        for player in invitation.everybody:
            attendance = meeting.attendance(player)
            told = _ATTENDANCES.get(attendance) or ("invited" if meeting.has_heard(player) else "not here yet")
            name = "you" if player == race.me else invitation.name_of(player)
            done = attendance is Attendance.READY
            sign = self.context.glyphs.done if done else " "
            tone = "good" if done else "text"
            lines.append(in_columns(_PLAYER[self.is_narrow], ((sign, tone),), ((name, tone),), told))
        if self._count:
            lines += [(), ((f"   {self._count} …", "good"),)]
        self.query_one("#about", Lines).lines = lines
        self.show_message(self._advice(race))

    def _advice(self, race: Race) -> str:
        """What the player can do now."""
        if self._count:
            return "It begins."
        if not race.is_known:
            return "One moment …"
        attendances = [race.meeting.attendance(each) for each in race.invitation.everybody]
        if race.meeting.attendance(race.me) is not Attendance.READY:
            return "Press Enter when you are ready. A hint costs a minute."
        if attendances.count(Attendance.READY) > 1:
            return "Press Enter again to begin without those who are not ready."
        return "It begins once everyone here is ready."

    def action_ready(self) -> None:
        """Say that one is ready, or begin without the others."""
        if self._race is not None and self._race.is_known:
            self._race.be_ready()

    def action_leave(self) -> None:
        """Take no part, and go back."""
        if self._race is not None:
            self._goes_on = True
            if self._race.starts_at is None:
                self._race.meeting.refuse()
            else:  # it belongs to whoever was ready, here or not
                self._race.meeting.leave()
                LEFT.fill(self.context, self._race.invitation)
        super().action_leave()

    def on_unmount(self) -> None:
        """Be away if the connection has ended."""
        if self._race is not None and not self._goes_on:
            self._race.meeting.leave()


class RaceScreen(PlayScreen):
    """The board of a race: the others as bars, the order of all once it is solved, and another race with Enter."""

    def __init__(self, context: Context, race: Race, opened: Opened[Puzzle] | None = None) -> None:
        self.race = race
        self._seen: list[tuple[str, Ended, bool]] = []  # what is shown of the others, but for how far they are
        super().__init__(context, [race.puzzle], 0, opened)
        race.changed = self._show_others
        LEFT.empty(context)

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> RaceController:
        """The controller of the race."""
        return RaceController(self.context, self, self.race, opened)

    def make_frame(self) -> RaceFrame:
        """The frame, which shows the others."""
        return RaceFrame(self, self.controller, self.race)

    @property
    def meeting(self) -> str:
        """The id of the race."""
        return self.race.invitation.meeting

    @property
    def keeps_the_front(self) -> bool:
        """Whether the player is still racing."""
        return not self.controller.session.solved

    @property
    def makes_way(self) -> bool:
        """Whether another race may take the place of this one."""
        return not self.keeps_the_front

    @property
    def shown_game(self) -> ShownGame | None:
        """Nothing: those against whom one plays may be watching."""
        return None

    def _show_others(self) -> None:
        """Show who has come, gone or finished; how far the others are is seen with the next second of the clock."""
        seen = [(place.player, place.report.ended, place.is_here) for place in self.race.places()]
        if self.is_ready and (seen != self._seen or self.controller.session.solved):
            self._seen = seen
            self.frame.show_words()

    def action_act(self, name: str) -> None:
        """Race again by the key that leads on from a solved board."""
        if name in ("play.on", "play.restart") and self.controller.session.solved:
            if name == "play.on" and not self._is_just_solved:
                self._race_again()
        else:
            super().action_act(name)

    def _race_again(self) -> None:
        settings, invitation = self.race.again()
        self.app.switch_screen(RoomScreen(self.context, invitation, settings))

    def on_unmount(self) -> None:
        """Be away, perhaps to come back."""
        self.race.meeting.leave()
        if not self.controller.session.solved:
            LEFT.fill(self.context, self.race.invitation)
            return
        race, store = self.race, self.context.library.store
        filing = partial(race.records.file_away, race.invitation.meeting, race.me, store)
        in_threads(self.app)(filing, lambda _: None)


class RaceFrame(BoardFrame):
    """What stands around the board of a race: the others as bars, and the order of all once it is solved."""

    def __init__(self, screen: PuzzleScreen[None], controller: Controller, race: Race) -> None:
        self.race = race
        super().__init__(screen, controller)

    def headline(self) -> Headline:
        """The place so far, too, where there is no panel to show it."""
        found = super().headline()
        if self.screen.query_one("#panel").display or self.controller.session.solved:
            return found
        ((words, tone),) = found.state
        figures = words if self.screen.size.width >= NARROW else clock_text(self.controller.session.clock.seconds)
        return found._replace(state=((f"{figures}   {self.race.place_in_words}", tone),))

    @property
    def report(self) -> Report:
        return super().report._replace(others=self._bars())

    def _bars(self) -> list[Words]:
        """How far the others are, a line each."""
        unicode, found = self.context.glyphs.unicode, list[Words]()
        for place in self.race.places():
            if place.player == self.race.me:
                continue
            name = in_columns(_NAME, self.context.palette.cut(place.name, _NAME[0].width))
            if place.report.ended is Ended.NOT_YET and place.is_here:
                share = place.report.share
                found.append((*name, *filled_bar(share, _BAR, unicode), (f" {share:.0%}", "faint")))
            else:
                found.append((*name, (place.result_in_brief, "text")))
        return found

    def order(self) -> list[Words]:
        """All players in the order of the race, for the card of the solved board."""
        width = PANEL_WIDTH - 4
        return [line for place in self.race.places() for line in _order_lines(place, width)]

    @property
    def card_names(self) -> dict[str, str]:
        """The names of the keys on the card: Enter begins another race."""
        names = super().card_names
        return {"play.on": "race again", **{each: names[each] for each in ("play.review", "play.leave")}}


def _order_lines(place: Place, width: int) -> list[Words]:
    rank = f"{place.rank}." if place.rank else ""
    tone = "good" if place.name == "you" else "text"
    line = f"{rank:>2} {place.name} {place.result}"
    if len(line) <= width:
        return [((line, tone),)]
    lines = [f"{rank:>2} {place.name}"[:width], *(f"   {part}" for part in wrap(place.result, width - 3))]
    return [((line, tone),) for line in lines]


def left_race(context: Context) -> PuzzleScreen[None]:
    """The way back to the race that the player has left."""
    return RoomScreen(context, LEFT.required(context))


def begin_race(context: Context, text: str) -> PuzzleScreen[None]:
    """The room of a new race, as the line says. Raises `PuzzleError`."""
    return RoomScreen(context, settings=race_settings(words_in(text), str(context.settings.get("game"))))
