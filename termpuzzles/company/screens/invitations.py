"""Invitations of other players of a service: how the app tells of one wherever its player is, and where each leads.

Another kind of meeting needs an entry in `MEETINGS`: the module and the name in it of what makes the screen that one
comes to, given the context and the invitation. That screen makes its own `Meeting`, with callbacks through `heard_by`.
Whoever invites makes an `Invitation` by `context.company.invitation(kind, names, about)`, sends it, and opens the same
screen. A screen that must not be covered by a question has `is_busy`. After `context.keep_meeting`, a player who comes
back is asked whether to go back; `context.forget_meeting` ends that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, ParamSpec

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from termpuzzles.company.meetings import Company, Invitation, Meeting, Standing, await_invitations
from termpuzzles.errors import PuzzleError, as_sentence
from termpuzzles.tui.adapter.compat import TerminalApp
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen
from termpuzzles.tui.screens.dialogs import BoxDialog, request

P = ParamSpec("P")

_QUIET = 1.0  # seconds during which keys, perhaps meant for the screen below, do not answer
_TOLD_SECONDS = 20.0


class MeetingEntry(NamedTuple):
    """What players are invited to, in words; the module of its screens, and two names in it.

    `comes` makes the screen of whoever accepts an invitation. `begins`, if there is one, makes that of whoever invites
    by a line of text, the answer to the question `asks`; it raises `PuzzleError` if it cannot be understood.
    """

    what: str
    module: str
    comes: str
    begins: str = ""
    asks: str = ""

    def open(self, context: Context, invitation: Invitation) -> Screen[None]:
        """The screen of whoever accepts; its module is loaded only now."""
        return self._screen(self.comes, context, invitation)

    def begin(self, context: Context, line: str) -> Screen[None]:
        """The screen of whoever invites. Raises `PuzzleError`."""
        return self._screen(self.begins, context, line)

    def _screen(self, name: str, *given: object) -> Screen[None]:
        screen: Screen[None] = getattr(import_module(self.module), name)(*given)
        return screen


MEETINGS = {
    "race": MeetingEntry(
        "a race",
        "termpuzzles.company.screens.race",
        "RoomScreen",
        "begin_race",
        "Who do you want to race? (Anna, Bob, 9x9)",
    ),
    "wall": MeetingEntry("the Wall Game", "termpuzzles.wall.screens.seat", "door_of"),
}  # by the kind of the invitation


def heard_by(app: TerminalApp, hear: Callable[P, object]) -> Callable[P, None]:
    """`hear` as an exchange may call it: the app calls it, not whoever has published."""

    def pass_on(*news: P.args, **named: P.kwargs) -> None:
        app.call_later(hear, *news, **named)

    return pass_on


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

    def __init__(self, app: TerminalApp, context: Context, company: Company) -> None:
        self._app, self._context, self._company = app, context, company
        self._open: dict[str, Meeting] = {}  # not answered yet, by the meeting
        self._answered: set[str] = set()
        self._asks: InvitationScreen | None = None
        self._end = await_invitations(company.exchange, company.player, heard_by(app, self._hear))
        if left := context.left_meeting:
            self._hear(left)

    def end(self) -> None:
        """Hear of no more."""
        self._end()
        for meeting in self._open.values():
            meeting.end()

    def commands(self) -> Iterator[SystemCommand]:
        """What the palette offers: an answer, or the way back."""
        for meeting in self._open.values():
            yield SystemCommand("answer", self._sentence(meeting.invitation), partial(self._ask, meeting))
        left = self._context.left_meeting
        if left and left.kind in MEETINGS and left.meeting not in self._open and not self._is_at(left):
            what = MEETINGS[left.kind].what
            yield SystemCommand("go back", f"Go back to {what} that you left", partial(self._come, left))
        for kind, entry in MEETINGS.items():
            if entry.begins:
                yield SystemCommand(kind, f"Invite others to {entry.what}", partial(self._invite, entry))

    def _invite(self, entry: MeetingEntry) -> None:
        """Ask whom, and go to where they are awaited."""

        def begin(line: str) -> None:
            if not line:
                return
            try:
                screen = entry.begin(self._context, line)
            except PuzzleError as error:
                self._app.notify(as_sentence(str(error)), markup=False)
            else:
                self._app.push_screen(screen)

        request(self._app, self._context, entry.asks, None, begin)

    def _hear(self, invitation: Invitation) -> None:
        known = invitation.meeting in self._open or invitation.meeting in self._answered
        if known or invitation.kind not in MEETINGS or self._company.player not in invitation.everybody:
            return
        if self._is_at(invitation):  # the first screen may have come to it before anything is heard here
            return
        look: Callable[[], None] = lambda: self._look(invitation.meeting)  # noqa: E731
        told: Callable[[str, Any], None] = lambda name, what: None  # noqa: E731 # until the player is there
        hear = heard_by(self._app, look)
        meeting = Meeting(self._company.exchange, self._company.player, invitation, hear, told)
        self._open[invitation.meeting] = meeting
        meeting.listen()
        screen = self._app.screen
        if self._asks is None and not (isinstance(screen, PuzzleScreen) and screen.is_busy):
            self._ask(meeting)
        else:
            sentence = f"{self._sentence(invitation)} Answer it in the palette."
            self._app.notify(sentence, timeout=_TOLD_SECONDS, markup=False)

    def _sentence(self, invitation: Invitation) -> str:
        what = f"{MEETINGS[invitation.kind].what}: {invitation.about.get('what', '')}".rstrip(": ")
        if self._is_left(invitation):
            return f"You left {what}."
        return f"{invitation.name_of(invitation.host)} invites you to {what}."

    def _is_at(self, invitation: Invitation) -> bool:
        """Whether the player is there, perhaps with another screen in front."""
        screens = self._app.screen_stack
        return any(isinstance(screen, PuzzleScreen) and screen.meeting == invitation.meeting for screen in screens)

    def _is_left(self, invitation: Invitation) -> bool:
        left = self._context.left_meeting
        return left is not None and left.meeting == invitation.meeting

    def _ask(self, meeting: Meeting) -> None:
        invitation = meeting.invitation
        is_left = self._is_left(invitation)
        known = {self._company.player, *([] if is_left else [invitation.host])}
        others = [invitation.name_of(each) for each in invitation.everybody if each not in known]
        asked = "Go back to it?" if is_left else "Will you join?"
        company = f", with {' and '.join(others)}." if others else "."
        screen = InvitationScreen(self._context, f"{self._sentence(invitation).rstrip('.')}{company} {asked}")
        self._asks = screen
        self._app.push_screen(screen, partial(self._take, meeting))

    def _take(self, meeting: Meeting, comes: bool | None) -> None:
        """Go there, or say that the player does not come; None if nobody waits any more."""
        invitation, self._asks = meeting.invitation, None
        self._answered.add(invitation.meeting)
        self._open.pop(invitation.meeting, None)
        if comes is False and not self._is_left(invitation):
            meeting.refuse()
        meeting.end()
        if comes:
            self._come(invitation)
        elif self._open:
            self._ask(next(iter(self._open.values())))

    def _come(self, invitation: Invitation) -> None:
        screen, below = MEETINGS[invitation.kind].open(self._context, invitation), self._app.screen
        if isinstance(below, PuzzleScreen) and below.makes_way:
            self._app.switch_screen(screen)
        else:
            self._app.push_screen(screen)

    def _look(self, name: str) -> None:
        """Drop an invitation once it was answered at another terminal, or nobody is there any more."""
        meeting = self._open.get(name)
        if meeting is None or self._is_left(meeting.invitation):
            return
        standings = {each: meeting.standing(each) for each in meeting.invitation.everybody}
        mine = standings.pop(self._company.player)
        gone = all(each in (Standing.AWAY, Standing.REFUSED) for each in standings.values())
        if not (gone or mine is not Standing.INVITED or meeting.is_over):
            return
        if self._asks is not None and self._asks.is_ready:
            self._asks.dismiss(None)
        else:
            self._take(meeting, None)


def listening(app: TerminalApp, context: Context) -> Invitations | None:
    """The invitations of the player of this app; None if there are no others."""
    return Invitations(app, context, context.company) if context.company else None
