"""What an app asks and says of invitations, step by step, on one that only notes what it is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.company.meetings import Attendance, Company, Invitation, LocalExchange, Meeting, keep_meeting
from termpuzzles.company.screens import invitations as module
from termpuzzles.company.screens.invitations import Invitations, InvitationScreen
from termpuzzles.company.slots import COMPANY
from termpuzzles.errors import PuzzleError
from termpuzzles.guests import Door
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen
from tests.play.test_session import Time


class Question:
    """Stands for the screen that asks."""

    is_ready = True

    def __init__(self, context: Context, question: str) -> None:
        self.question = question
        self.answer: Callable[[bool | None], None] = lambda comes: None

    def dismiss(self, comes: bool | None) -> None:
        self.answer(comes)


class Place(PuzzleScreen[None]):
    """A screen below."""

    meeting = ""
    keeps_the_front = False
    makes_way = False


def invitation(
    *guests: str, host: str = "ann", kind: str = "race", what: str = "Net 3x3", name: str = "1"
) -> Invitation:
    names = tuple(each.title() for each in (host, *guests))
    return Invitation(kind, host, guests, {"what": what} if what else {}, name, names)


class Hall:
    """Stands for the app of Bob, and notes all that it is asked for."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, left: Invitation | None = None) -> None:
        library, self.exchange = Library(Folders(folder / "data", folder / "config")), LocalExchange()
        company = Company("bob", self.exchange, lambda name: (name, name.title()))
        self.context = Context(library, library.settings(), Time(), brought={COMPANY.name: company})
        if left:
            keep_meeting(self.context, left)
        self._told: list[str] = []
        self.asked: Question | None = None
        self.below = Place()
        self.screen_stack: list[Any] = [self.below]
        monkeypatch.setattr(module, "InvitationScreen", Question)
        monkeypatch.setattr(Door, "load", lambda door: lambda context, to: f"{door.sentence} of {to.host}")
        app: Any = self
        self.invitations = Invitations(app, self.context)

    @property
    def screen(self) -> Any:
        return self.screen_stack[-1]

    def clear_notifications(self) -> None:
        """Nothing is left of what was told."""

    def call_later(self, call: Callable[..., object], *given: object, **named: object) -> None:
        call(*given, **named)

    def notify(self, text: str, timeout: float = 0, markup: bool = True) -> None:
        assert not markup
        self._told.append(f"{text} ({timeout:g} s)")

    def push_screen(self, screen: Any, answered: Callable[[bool | None], None] | None = None) -> None:
        if isinstance(screen, Question):
            assert answered is not None
            assert self.asked is None
            self._told.append(screen.question)
            self.asked, screen.answer = screen, answered
        else:
            self._told.append(f"opens {screen}")

    def switch_screen(self, screen: Any) -> None:
        self._told.append(f"replaces it by {screen}")

    async def hear(self, *invitations: Invitation) -> list[str]:
        for each in invitations:
            each.send(self.exchange, ["bob"])
        return await self.told()

    async def answer(self, comes: bool | None) -> list[str]:
        assert self.asked is not None
        asked, self.asked = self.asked, None
        asked.answer(comes)
        return await self.told()

    async def told(self) -> list[str]:
        """What was asked for since the last call, once all news have come."""
        for _ in range(20):
            await asyncio.sleep(0)
        told, self._told = self._told, []
        return told

    def commands(self) -> list[str]:
        return [f"{command.title}: {command.help}" for command in self.invitations.commands()]

    def member(self, name: str, of: Invitation) -> Meeting:
        """The meeting as another player sees it."""
        return Meeting(self.exchange, name, of, lambda: None, lambda who, what: None)


INVITE = "race: Invite others to a race"


@pytest.mark.parametrize(
    ("heard", "question"),
    [
        (invitation("bob"), "Ann invites you to a race: Net 3x3. Will you join?"),
        (invitation("bob", what=""), "Ann invites you to a race. Will you join?"),
        (invitation("bob", kind="wall", what="7 by 5"), "Ann invites you to the Wall Game: 7 by 5. Will you join?"),
        (invitation("cleo", "bob"), "Ann invites you to a race: Net 3x3, with Cleo. Will you join?"),
        (invitation("cleo", "bob", "dan"), "Ann invites you to a race: Net 3x3, with Cleo and Dan. Will you join?"),
    ],
)
async def test_an_invitation_says_who_invites_to_what_and_who_else_comes(
    heard: Invitation, question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path, monkeypatch)
    assert hall.commands() == [INVITE]
    assert await hall.hear(heard) == [question]
    assert hall.commands() == [f"answer: {question.partition(',')[0].partition('. ')[0].rstrip('.')}.", INVITE]


async def test_only_what_is_for_the_player_and_known_here_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path, monkeypatch)
    assert await hall.hear(invitation("cleo"), invitation("bob", kind="chess")) == []
    assert len(await hall.hear(invitation("bob"), invitation("bob"))) == 1
    assert await hall.answer(False) == []
    assert await hall.hear(invitation("bob")) == []
    hall.screen_stack.insert(0, there := Place())
    there.meeting = "2"
    assert await hall.hear(invitation("bob", name="2")) == []
    assert hall.commands() == [INVITE]


async def test_whoever_is_asked_or_busy_is_told_and_answers_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path, monkeypatch)
    hall.below.keeps_the_front = True
    told = "Ann invites you to a race: Net 3x3. Answer it in the palette. (20 s)"
    assert await hall.hear(invitation("bob")) == [told]
    assert await hall.hear(invitation("bob", host="dan", name="2")) == [told.replace("Ann", "Dan")]
    hall.below.keeps_the_front = False
    assert hall.commands() == [
        "answer: Ann invites you to a race: Net 3x3.",
        "answer: Dan invites you to a race: Net 3x3.",
        INVITE,
    ]
    next(hall.invitations.commands()).callback()
    assert await hall.told() == ["Ann invites you to a race: Net 3x3. Will you join?"]
    assert await hall.hear(invitation("bob", host="eve", name="3")) == [told.replace("Ann", "Eve")]
    assert await hall.answer(False) == ["Dan invites you to a race: Net 3x3. Will you join?"]
    assert await hall.answer(None) == ["Eve invites you to a race: Net 3x3. Will you join?"]
    assert await hall.answer(True) == ["opens a race of eve"]
    assert hall.commands() == [INVITE]


async def test_an_answer_is_heard_by_whoever_has_invited_and_leads_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path, monkeypatch)
    for name, comes, attendance, heard in (
        ("1", False, Attendance.REFUSED, []),
        ("2", None, Attendance.INVITED, []),
        ("3", True, Attendance.INVITED, ["opens a race of ann"]),
    ):
        ann = hall.member("ann", invitation("bob", name=name))
        ann.come()
        await hall.hear(ann.invitation)
        assert ann.has_heard("bob")
        assert await hall.answer(comes) == heard
        assert ann.attendance("bob") == attendance
    hall.below.makes_way = True
    await hall.hear(invitation("bob", name="4"))
    assert await hall.answer(True) == ["replaces it by a race of ann"]


@pytest.mark.parametrize("is_open", [True, False])
async def test_a_question_is_withdrawn_when_nobody_waits_any_more(
    is_open: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(number: int) -> bool:
        return not any(f"{number} by {number}" in command for command in hall.commands())

    hall = Hall(tmp_path, monkeypatch)
    if not is_open:
        hall.below.keeps_the_front = True
    everybody = [invitation("bob", "cleo", name=str(number), what=f"{number} by {number}") for number in range(5)]
    ways = ("ann leave, cleo refuse", "cleo leave, ann leave", "ann finish", "bob refuse", "bob come")
    for number, way in enumerate(ways):
        heard = everybody[number]
        ann, cleo = hall.member("ann", heard), hall.member("cleo", heard)
        ann.come()
        await hall.hear(heard)
        cleo.come()
        await hall.told()
        assert not gone(number)
        players = {"ann": ann, "cleo": cleo, "bob": hall.member("bob", heard)}  # Bob is at another terminal, too
        for who, what in map(str.split, way.split(", ")):
            getattr(players[who], what)()
        await hall.told()
        assert gone(number), number
        hall.asked = None
        assert await hall.hear(heard) == []


async def test_one_who_stays_is_enough_for_a_question_to_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall, heard = Hall(tmp_path, monkeypatch), invitation("bob", "cleo")
    ann, cleo = hall.member("ann", heard), hall.member("cleo", heard)
    ann.come()
    await hall.hear(heard)
    cleo.refuse()
    await hall.told()
    assert len(hall.commands()) == 2
    ann.leave()
    await hall.told()
    assert hall.commands() == [INVITE]


async def test_whoever_comes_back_is_asked_to_go_back_and_may_do_so_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = invitation("bob", "cleo", what="Net 5x5")
    hall = Hall(tmp_path, monkeypatch, left)
    hall.below.is_home = True
    await asyncio.sleep(0.4)  # in which another window could answer
    assert await hall.told() == ["You left a race: Net 5x5, with Ann and Cleo. Go back to it?"]
    assert hall.commands() == ["answer: You left a race: Net 5x5.", INVITE]
    ann = hall.member("ann", left)
    ann.come()
    ann.leave()
    await hall.told()
    assert len(hall.commands()) == 2  # others may come back, too
    assert await hall.answer(False) == []
    assert ann.attendance("bob") == Attendance.INVITED  # nothing was refused
    assert hall.commands() == ["go back: Go back to a race that you left", INVITE]
    next(hall.invitations.commands()).callback()
    assert await hall.told() == ["opens a race of ann"]
    hall.below.meeting = left.meeting
    assert hall.commands() == [INVITE]


def test_keys_answer_a_second_after_the_question_has_come(tmp_path: Path) -> None:
    library, time = Library(Folders(tmp_path, tmp_path)), Time()
    screen, answers = InvitationScreen(Context(library, library.settings(), time), "Will you join?"), list[object]()
    screen.dismiss = answers.append  # type: ignore[assignment, method-assign]
    for later, answered in ((0.0, []), (0.75, []), (0.25, [True])):
        time.now += later
        screen.action_answer(True)
        assert answers == answered


async def test_nothing_is_heard_after_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall, heard = Hall(tmp_path, monkeypatch), invitation("bob")
    ann = hall.member("ann", heard)
    ann.come()
    await hall.hear(heard)
    hall.invitations.end()
    ann.leave()
    assert await hall.hear(invitation("bob", name="2")) == []
    assert len(hall.commands()) == 2


async def test_others_are_invited_by_a_line_of_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, Callable[[str], None]]] = []
    monkeypatch.setattr(
        module, "request", lambda app, context, prompt, choices, answered: asked.append((prompt, answered))
    )

    def begin(context: Context, line: str) -> str:
        if line == "nobody":
            raise PuzzleError("another player", "nobody")
        return f"room for {line}"

    hall = Hall(tmp_path, monkeypatch)
    monkeypatch.setattr(Door, "load", lambda door: begin)
    next(hall.invitations.commands()).callback()
    ((prompt, answered),) = asked
    assert prompt == "Who do you want to race? (Anna, Bob, 9x9)"
    answered("")
    assert await hall.told() == []
    answered("Anna")
    assert await hall.told() == ["opens room for Anna"]
    answered("nobody")
    (told,) = await hall.told()
    assert told[0].isupper()
    assert told == "Expected another player, found nobody. (0 s)"
