"""Invitations of other players of a service: how the app tells of one wherever its player is, and where each leads.

Another kind of meeting needs a door in `Guest.meetings`: it leads to what makes the screen that one comes to, given the
context and the invitation. That screen is `AtMeeting`, and makes its own `Meeting`, with callbacks through `heard_by`.
Whoever invites makes an `Invitation` by `Company.invitation(kind, names, about)`, sends it, and opens the same screen.
A screen that must not be covered by a question has `keeps_the_front`. A player who comes back while a race of theirs
runs is asked on Home whether to go back; elsewhere Home has a row for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from textual.app import SystemCommand
from textual.binding import Binding, BindingType

from termpuzzles.company.meetings import (
    Attendance,
    Invitation,
    Meeting,
    await_invitations,
    kinds_of_meetings,
    left_meeting,
)
from termpuzzles.company.records import RaceRecords, RaceRoom
from termpuzzles.company.slots import COMPANY, LEFT
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.guests import Door
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.background import heard_by
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen
from termpuzzles.tui.screens.dialogs import BoxDialog, request
from termpuzzles.tui.screens.welcome import WelcomeScreen

_QUIET = 1.0  # seconds during which keys, perhaps meant for the screen below, do not answer
_TOLD_SECONDS = 20.0
_ANSWERS = 0.3  # seconds in which another window of the player answers


@runtime_checkable
class HasRows(Protocol):
    """A screen with rows that can be shown anew."""

    def show(self) -> None:
        """Show them."""


@runtime_checkable
class AtMeeting(Protocol):
    """A screen on which a meeting takes place."""

    @property
    def meeting(self) -> str:
        """The id of the meeting; "" before there is one."""

    @property
    def makes_way(self) -> bool:
        """Whether another meeting takes the place of this screen."""


class Inviting(NamedTuple):
    """How one invites to a kind of meeting by a line of text.

    That line answers the question `asks`. `begins` makes the screen of whoever invites of it, or raises `PuzzleError`.
    """

    begins: Door
    asks: str


INVITING = {
    "race": Inviting(
        Door("termpuzzles.company.screens.race:begin_race", "Invite others to a race"),
        "Who do you want to race? (Anna, Bob, 9x9)",
    ),
}  # by the kind of the invitation


class InvitationScreen(BoxDialog[bool | None]):
    """Asks whether the player comes; what was typed just before, for the screen below, does not answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)", "come", id="invitation.come", tooltip="Accept, and go there"),
        Binding("escape,q", "answer(False)", "decline", id="invitation.leave", tooltip="Do not come"),
    ]
    KEYS = ("invitation.come", "invitation.leave")

    TITLE = "Other players"

    def __init__(self, context: Context, question: str) -> None:
        super().__init__(context, question)
        self._since = context.now()

    def action_answer(self, comes: bool) -> None:
        """Close with the answer."""
        if self.context.now() - self._since >= _QUIET:
            self.dismiss(comes)


class Invitations:
    """The invitations of an app's player, asked about one after the other until each is answered or out of date."""

    def __init__(self, app: TerminalApp, context: Context) -> None:
        self._app, self._context, self._company = app, context, COMPANY.required(context)
        self._meetings = kinds_of_meetings()
        self._open: dict[str, Meeting] = {}  # not answered yet, by the meeting
        self._answered: set[str] = set()
        self._asks: InvitationScreen | None = None
        self._end = await_invitations(self._company.exchange, self._company.player, heard_by(app, self._hear))
        self._finding = asyncio.ensure_future(self._find_left())

    async def _find_left(self) -> None:
        """Look for what the player has left and still goes on, and ask about it unless it is in another window."""
        records, invitation = self._company.races, left_meeting(self._context)
        with suppress(OSError):
            running = list[RaceRoom]()
            if isinstance(records, RaceRecords):
                running = await asyncio.to_thread(records.running, self._company.player)
            if running:
                invitation = running[-1].invitation
                LEFT.fill(self._context, invitation)
        if invitation is None or invitation.kind not in self._meetings or self._is_at(invitation):
            return
        meeting = self._listen(invitation)
        await asyncio.sleep(_ANSWERS)
        if meeting.attendance(self._company.player) not in (Attendance.HERE, Attendance.READY):
            heard_by(self._app, self._tell_of_left)(meeting)

    def _tell_of_left(self, meeting: Meeting) -> None:
        """Show the row on Home; ask there, and nowhere else."""
        screen = self._app.screen
        is_first = isinstance(screen, WelcomeScreen) or (isinstance(screen, PuzzleScreen) and screen.is_home)
        if not is_first or self._is_at(meeting.invitation):
            meeting.end()
            return
        if isinstance(screen, HasRows):
            screen.show()
        if self._asks is None:
            self._open[meeting.invitation.meeting] = meeting
            self._ask(meeting)

    def end(self) -> None:
        """Hear of no more."""
        self._end()
        self._finding.cancel()
        for meeting in self._open.values():
            meeting.end()

    def commands(self) -> Iterator[SystemCommand]:
        """What the palette offers: an answer, or the way back."""
        for meeting in self._open.values():
            yield SystemCommand("answer", self._sentence(meeting.invitation), partial(self._ask, meeting))
        left = left_meeting(self._context)
        if left and left.kind in self._meetings and left.meeting not in self._open and not self._is_at(left):
            what = self._meetings[left.kind].sentence
            yield SystemCommand("go back", f"Go back to {what} that you left", partial(self._come, left))
        for kind, inviting in INVITING.items():
            yield SystemCommand(kind, inviting.begins.sentence, partial(self._invite, inviting))

    def _invite(self, inviting: Inviting) -> None:
        """Ask whom, and go to where they are awaited."""

        def begin(line: str) -> None:
            if not line:
                return
            try:
                screen = inviting.begins.load()(self._context, line)
            except PuzzleError as error:
                self._app.notify(sentence(str(error)), markup=False)
            else:
                self._app.push_screen(screen)

        request(self._app, self._context, inviting.asks, None, begin)

    def _hear(self, invitation: Invitation) -> None:
        known = invitation.meeting in self._open or invitation.meeting in self._answered
        if known or invitation.kind not in self._meetings or self._company.player not in invitation.everybody:
            return
        if self._is_at(invitation):  # the first screen may have come to it before anything is heard here
            return
        meeting = self._open[invitation.meeting] = self._listen(invitation)
        screen = self._app.screen
        if self._asks is None and not (isinstance(screen, PuzzleScreen) and screen.keeps_the_front):
            self._ask(meeting)
        else:
            sentence = f"{self._sentence(invitation)} Answer it in the palette."
            self._app.notify(sentence, timeout=_TOLD_SECONDS, markup=False)

    def _listen(self, invitation: Invitation) -> Meeting:
        """A meeting to which the player has not come, and perhaps will."""
        look: Callable[[], None] = lambda: self._look(invitation.meeting)  # noqa: E731
        told: Callable[[str, Any], None] = lambda name, what: None  # noqa: E731 # until the player is there
        meeting = Meeting(self._company.exchange, self._company.player, invitation, heard_by(self._app, look), told)
        meeting.listen()
        return meeting

    def _sentence(self, invitation: Invitation) -> str:
        what = f"{self._meetings[invitation.kind].sentence}: {invitation.about.get('what', '')}".rstrip(": ")
        if self._is_left(invitation):
            return f"You left {what}."
        return f"{invitation.name_of(invitation.host)} invites you to {what}."

    def _is_at(self, invitation: Invitation) -> bool:
        """Whether the player is there, perhaps with another screen in front."""
        screens = self._app.screen_stack
        return any(isinstance(screen, AtMeeting) and screen.meeting == invitation.meeting for screen in screens)

    def _is_left(self, invitation: Invitation) -> bool:
        left = (LEFT.of(self._context), left_meeting(self._context))
        return any(each is not None and each.meeting == invitation.meeting for each in left)

    def _ask(self, meeting: Meeting) -> None:
        invitation = meeting.invitation
        is_left = self._is_left(invitation)
        known = {self._company.player, *([] if is_left else [invitation.host])}
        named = invitation.about.get("what", "")  # of a game for two it names both
        others = [
            name
            for each in invitation.everybody
            if each not in known and (name := invitation.name_of(each)) not in named
        ]
        asked = "Go back to it?" if is_left else "Will you join?"
        company = f", with {' and '.join(others)}." if others else "."
        screen = InvitationScreen(self._context, f"{self._sentence(invitation).rstrip('.')}{company} {asked}")
        self._asks = screen
        self._app.push_screen(screen, partial(self._take, meeting))

    def _take(self, meeting: Meeting, comes: bool | None) -> None:
        """Go there, or say that the player does not come; None if nobody waits any more."""
        invitation, self._asks = meeting.invitation, None
        self._answered.add(invitation.meeting)
        self._app.clear_notifications()
        self._open.pop(invitation.meeting, None)
        if comes is False and not self._is_left(invitation):
            meeting.refuse()
        meeting.end()
        if comes:
            self._come(invitation)
        elif self._open:
            self._ask(next(iter(self._open.values())))

    def _come(self, invitation: Invitation) -> None:
        screen = self._meetings[invitation.kind].load()(self._context, invitation)
        below = self._app.screen
        if isinstance(below, WelcomeScreen):  # Home will have a row for a race that is left
            self._context.settings["started"] = True
            self._context.keep_settings()
            below.opener.begin()
        if isinstance(below, AtMeeting) and below.makes_way:
            self._app.switch_screen(screen)
        else:
            self._app.push_screen(screen)

    def _look(self, name: str) -> None:
        """Drop an invitation once it was answered at another terminal, or nobody is there any more."""
        meeting = self._open.get(name)
        if meeting is None or self._is_left(meeting.invitation):
            return
        attendances = {each: meeting.attendance(each) for each in meeting.invitation.everybody}
        mine = attendances.pop(self._company.player)
        gone = all(each in (Attendance.AWAY, Attendance.REFUSED) for each in attendances.values())
        if not (gone or mine is not Attendance.INVITED or meeting.is_over):
            return
        if self._asks is not None and self._asks.is_ready:
            self._asks.dismiss(None)
        else:
            self._take(meeting, None)
