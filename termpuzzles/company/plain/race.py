"""A race in words: invitations, who has come, the count, then the board, and the order of all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from termpuzzles.company.meetings import (
    Attendance,
    Company,
    Invitation,
    Meeting,
    await_invitations,
    kinds_of_meetings,
)
from termpuzzles.company.race import (
    COUNT,
    RACE,
    Race,
    RaceController,
    RaceSettings,
    race_about,
    race_settings,
    words_in,
)
from termpuzzles.company.records import Ended, RaceRecords
from termpuzzles.company.slots import COMPANY
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.plain.conversation import Back, PlainContext, PlainPlace
from termpuzzles.plain.opening import settled
from termpuzzles.plain.play import BoardPlace
from termpuzzles.plain.replies import WhatFollows
from termpuzzles.plain.words import for_speech
from termpuzzles.play.opening import Opened

if TYPE_CHECKING:
    from termpuzzles.company.plain.pipe import MatchesPlace

_ATTENDANCES = {
    Attendance.INVITED: "has not answered",
    Attendance.HERE: "is here",
    Attendance.READY: "is ready",
    Attendance.AWAY: "is away",
    Attendance.REFUSED: "does not come",
}


class OtherPlayers:
    """What the player hears of others wherever the conversation is, and how it is answered.

    That is by accept, decline, race and matches.
    """

    def __init__(self, context: PlainContext, company: Company, matches: MatchesPlace) -> None:
        self._context, self._company, self._matches = context, company, matches
        self._open: dict[str, Meeting] = {}  # invitations that are not answered, the latest last
        await_invitations(company.exchange, company.player, self._hear)

    def begin(self) -> Iterator[str]:
        """Tell of a race that runs without the player."""
        if left := self._left():
            yield f"You left a race, {_what(left)}. Type accept to go back to it."

    def _left(self) -> Invitation | None:
        """The race of the player that runs and began last."""
        try:
            races = self._company.races
            running = races.running(self._company.player) if isinstance(races, RaceRecords) else []
        except OSError:
            return None
        return running[-1].invitation if running else None

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace] | None:
        """The answer to a line about other players; None for any other line."""
        if words == ["accept"]:
            return self._accept()
        if words == ["decline"]:
            return self._decline()
        if words == ["matches"] and not self._matches.is_open:
            return iter([self._matches])
        return new_race(self._context, words[1:]) if words[0] == "race" and len(words) > 1 else None

    def _hear(self, invitation: Invitation) -> None:
        if invitation.meeting in self._open:
            return
        who = invitation.name_of(invitation.host)
        if invitation.kind != RACE:
            game = kinds_of_meetings().get(invitation.kind)
            if game and not self._matches.is_open:  # where the player hears of it anyhow
                what = invitation.about.get("what", "")
                self._context.print_line(
                    f"{who} challenges you to {game.sentence}: {what}. Type matches, and then accept or decline {who}."
                )
            return
        told: Callable[[str, Any], None] = lambda name, what: None  # noqa: E731 # until the player is there
        meeting = Meeting(self._company.exchange, self._company.player, invitation, lambda: None, told)
        meeting.listen()
        self._open[invitation.meeting] = meeting
        self._context.print_line(f"{who} invites you to a race, {_what(invitation)}. Type accept or decline.")

    def _accept(self) -> Iterator[str | PlainPlace]:
        if self._open:
            _, meeting = self._open.popitem()
            meeting.end()
            invitation: Invitation | None = meeting.invitation
        else:
            invitation = self._left()
        if invitation is None or invitation.kind != RACE:
            yield "Nobody has invited you."
            return
        try:
            yield RacePlace(self._context, self._company, invitation)
        except PuzzleError as error:
            yield f"The board of this race cannot be read: {error}."

    def _decline(self) -> Iterator[str | PlainPlace]:
        if not self._open:
            yield "Nobody has invited you."
            return
        _, meeting = self._open.popitem()
        meeting.refuse()
        yield "Declined."


def _what(invitation: Invitation) -> str:
    """The board, such as `Net, 7 by 7`."""
    return re.sub(r" (\d+)x(\d+)", r", \1 by \2", for_speech(invitation.about.get("what", "")))


def new_race(context: PlainContext, words: Sequence[str]) -> Iterator[str | PlainPlace]:
    """Invite others to a race, as the words say."""
    company = COMPANY.required(context)
    try:
        settings = race_settings(words_in(" ".join(words)))
        invitation = company.invitation(RACE, settings.names, {})
    except ValueError as error:
        yield sentence(str(error))
    else:
        yield from _gather(context, company, settings, invitation)


def _gather(
    context: PlainContext, company: Company, settings: RaceSettings, invitation: Invitation
) -> Iterator[str | PlainPlace]:
    """Lead to the room of a race on a new board, or say why there is none."""
    try:
        yield _place(context, company, settings, invitation)
    except Unfinished:
        yield "That took too long, so no board was found."
    except ValueError as error:
        yield sentence(str(error))


def _place(context: PlainContext, company: Company, settings: RaceSettings, invitation: Invitation) -> RacePlace:
    """The place of a race on a new board, to which the others are invited. Raises `ValueError` and `Unfinished`."""
    made = finish(settings.question(invitation.meeting).work(context.cache), context.patience())
    if isinstance(made, str):
        raise ValueError(made)
    invitation = invitation.with_about(race_about(settings, made))
    invitation.send(company.exchange)
    return RacePlace(context, company, invitation)


class RacePlace(PlainPlace):
    """A race: first the room in which its players gather, from the start on the board."""

    def __init__(self, context: PlainContext, company: Company, invitation: Invitation) -> None:
        self.context, self._company = context, company
        self._undone: list[tuple[Callable[[], Any], Callable[[Any], object]]] = []  # what the store did not take yet
        self.race = Race(company, invitation, self._tell_changes, later=self._later)
        self._board: RaceBoardPlace | None = None
        self._question: PlainPlace | None = None  # whether to take the board from another window, say
        self._told: dict[str, str] = {}  # what was said of each player last
        self._counted = COUNT + 1
        self._is_silent = True  # until the player has heard who is here
        self._end = context.every(self._look)
        self.race.come()

    def enter(self) -> Iterator[str]:
        """Say which race it is, and who has come; or how the board stands."""
        self._is_silent = False
        if self._board is not None:
            yield from self._board.enter()
            return
        if self.race.has_begun:
            yield from (str(reply) for reply in self._begin())
            return
        others = [self.race.invitation.name_of(each) for each in self._others]
        yield f"A race against {', '.join(others)}: {_what(self.race.invitation)}."
        yield "Type ready when you are, or back to leave. A hint costs a minute."

    @property
    def _others(self) -> list[str]:
        return [each for each in self.race.invitation.everybody if each != self.race.me]

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a line about the race, or at the board."""
        board = self._board
        if words == ["race"]:
            yield from self.order()
        elif board is not None and words == ["again"] and board.session.solved:
            yield from self._race_again()
        elif board is not None:
            yield from board.answer(words)
        elif self._question is not None:
            yield from self._answer_question(self._question, words)
        elif words == ["ready"]:
            self.race.be_ready()
            again = "; type ready again to begin without the others" if self.race.may_begin else ""
            yield f"You are ready. The race begins once everyone here is{again}."
        elif words == ["back"]:
            raise Back
        else:
            yield "Type ready, race to hear who is here, or back."

    def on_empty_line(self) -> Iterator[str | PlainPlace]:
        """Race again on a solved board."""
        if self._board is not None and self._board.session.solved:
            yield from self._race_again()

    def leave(self) -> None:
        """Be away, perhaps to come back; whoever leaves before the start does not come."""
        self._end()
        if self._board is not None:
            self._board.leave()
        race = self.race
        race.meeting.refuse() if race.starts_at is None else race.meeting.leave()
        if self._board is not None and self._board.session.solved:
            with suppress(OSError):
                race.records.file_away(race.invitation.meeting, race.me, self.context.library.store)

    def order(self) -> Iterator[str]:
        """Who is where: in the room, or in the race."""
        if not self.race.has_begun:
            yield from (self._standing(each) for each in self._others)
            return
        for place in self.race.places():
            rank = f"{place.rank}. " if place.rank else ""
            yield f"{rank}{place.name}: {place.result}."

    def _race_again(self) -> Iterator[str | PlainPlace]:
        yield from _gather(self.context, self._company, *self.race.again())

    # What comes by itself

    def _look(self) -> None:
        """Invite again, count, and begin."""
        race = self.race
        undone, self._undone = self._undone, []
        for work, then in undone:
            self._later(work, then)
        race.look_around()
        if self._board is not None:
            race.report(self._board.session)  # what a line changed soon after another one
            return
        if 0 < race.count < self._counted:
            self._counted = race.count
            self.context.print_line(f"{race.count}.")
        if race.has_begun and self._question is None:
            self.context.print_line("Go!")
            for reply in self._begin():
                self.context.print_line(str(reply))

    def _begin(self) -> Iterator[str | PlainPlace]:
        """Go to the board, of which the records have what was played so far."""
        race = self.race
        found = race.records.opening(race.invitation.meeting, race.me, race.puzzle)
        yield from self._go_to(settled(found, partial(RaceBoardPlace, self.context, self)))

    def _go_to(self, place: PlainPlace) -> Iterator[str | PlainPlace]:
        """Go to the board, or to a question before it."""
        if isinstance(place, RaceBoardPlace):
            self._board, self._question = place, None
        else:
            self._question = place
        yield from place.enter()

    def _answer_question(self, question: PlainPlace, words: list[str]) -> Iterator[str | PlainPlace]:
        for reply in question.answer(words):
            yield from [reply] if isinstance(reply, str) else self._go_to(reply)

    def _later(self, work: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Do what may wait for a disk here and now, or with the next look if the store is away."""
        try:
            found = work()
        except OSError:
            self._undone.append((work, then))
        else:
            then(found)

    def _tell_changes(self) -> None:
        """Say what others have done: that they came, are ready, went, or have finished."""
        for each in self._others:
            words = self._standing(each)
            if self._told.get(each) != words:
                self._told[each] = words
                if not self._is_silent:
                    self.context.print_line(words)

    def _standing(self, player: str) -> str:
        name, report = self.race.invitation.name_of(player), self.race.reports.get(player)
        if report and report.ended is not Ended.NOT_YET:
            place = next(place for place in self.race.places() if place.player == player)
            return f"{name} gave up." if report.ended is Ended.GAVE_UP else f"{name} has solved it in {place.result}."
        return f"{name} {_ATTENDANCES[self.race.meeting.attendance(player)]}."


class RaceBoardPlace(BoardPlace):
    """The board of a race."""

    def __init__(self, context: PlainContext, room: RacePlace, opened: Opened[Puzzle]) -> None:
        self._room = room
        super().__init__(context, [room.race.puzzle], 0, opened)

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> RaceController:
        """The controller of the race."""
        return RaceController(self.context, self, self._room.race, opened)

    def ending(self) -> WhatFollows:
        """The order of all."""
        return WhatFollows(" Type again for another race.", self._room.order())
