"""A race: the same new board for two to eight players of a service, each of whom sees how far the others are.

Each member counts for itself and tells the others: its seconds, the share of the way, and how often it had help.
Nobody learns of tiles or hints. Whoever comes back asks, and everybody answers with all that it knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import Enum
from hashlib import sha256
from math import ceil
from typing import Any, NamedTuple

from termpuzzles.company.meetings import Attendance, Company, Invitation, Meeting
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.formats import canonical_id, read
from termpuzzles.games import USUAL, named, names, with_maker
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.play.controller import Controller
from termpuzzles.play.opening import Opened
from termpuzzles.play.stage import PlayContext, Stage
from termpuzzles.session.ghost import Progress
from termpuzzles.session.questions import NewQuestion
from termpuzzles.session.session import Session, clock_text

RACE = "race"  # the kind of the invitation
COUNT = 3  # seconds from the moment at which all are ready
HELP_COSTS = 60.0  # seconds for each hint, and for each check that found something
TITLE = "Race"  # of the board
_USUAL_SIZE = "7x7"
_MOST_CELLS = 2_500
_TOLD_EVERY = 1.0  # seconds at least between two reports of a player
_INVITED_EVERY = 4.0  # seconds after which those are invited again whom no invitation has reached
_SIZE = re.compile(r"\d+(x\d+)?[a-z]{0,2}", re.ASCII)


def steady(today: Callable[[], datetime]) -> Callable[[], float]:
    """What tells the seconds of a clock, and goes on from where it is if that clock is set back."""
    latest = today().timestamp()
    behind = 0.0  # how far the clock has been set back

    def now() -> float:
        nonlocal latest, behind
        told = today().timestamp()
        behind = max(0.0 if told >= latest else behind, latest - told)
        latest = told + behind
        return latest

    return now


class RaceSettings(NamedTuple):
    """What race somebody wants: against the players of these names, on a new board of that game."""

    names: tuple[str, ...]
    game: str
    params: Params

    @property
    def what(self) -> str:
        """The board in words, such as `Net 7x7 wraps`."""
        size = f"{self.params.width}x{self.params.height}"
        return f"{named(self.game).title} {size} {self.params.surface.words}".rstrip()

    def question(self, meeting: str) -> NewQuestion:
        """The question for the board of that meeting: the same board, whoever asks."""
        return NewQuestion(self.game, self.params, f"{RACE} {meeting}")


def race_settings(words: Sequence[str], game: str = USUAL) -> RaceSettings:
    """The race in words: players' names, then perhaps a game and a size. Raises `PuzzleError`."""
    left, params = list(words), Params.parse(_USUAL_SIZE)
    if left and _SIZE.fullmatch(left[-1]):
        params = Params.parse(left.pop())
    if left and left[-1] in names():
        game = left.pop()
    if not left:
        raise PuzzleError("the name of another player, as in: race anna 7x7", "none")
    if game not in with_maker():
        raise PuzzleError("a game of which new boards can be made", shortened(game))
    if params.width * params.height > _MOST_CELLS:
        raise PuzzleError(f"a board of at most {_MOST_CELLS:,} cells for a race", f"{params}")
    return RaceSettings(tuple(left), game, params)


def words_in(text: str) -> list[str]:
    """The words of a race in a line: names stand between commas if there is one, since a name may have spaces."""
    *rest, last = text.rpartition(",")
    tail = last.split()
    ends: list[str] = []
    while tail and (_SIZE.fullmatch(tail[-1]) or tail[-1] in names()):
        ends.insert(0, tail.pop())
    parted = [*rest[0].split(","), " ".join(tail)] if rest[1] else tail
    return [*filter(None, (name.strip() for name in parted)), *ends]


def race_about(settings: RaceSettings, puzzle: Puzzle) -> dict[str, str]:
    """What an invitation says about the race on this board."""
    return {"game": settings.game, "params": str(settings.params), "board": canonical_id(puzzle), "what": settings.what}


def board_of(about: Mapping[str, str]) -> Puzzle:
    """The board of a race. Raises `PuzzleError` if another version has written it."""
    (puzzle,) = read(about.get("board", ""), game=about.get("game"))
    header = (("params", about.get("params", "")),)
    return replace(puzzle, title=TITLE, header=header)


class Ended(Enum):
    """How a player's race has ended."""

    NOT_YET = ""
    SOLVED = "solved"
    GAVE_UP = "gave up"


class Figures(NamedTuple):
    """How far a player was after so many seconds: the share of the way, from 0 to 1, and how often with help."""

    seconds: float = 0.0
    share: float = 0.0
    help: int = 0
    ended: Ended = Ended.NOT_YET

    @property
    def time(self) -> float:
        """The seconds that count."""
        return self.seconds + HELP_COSTS * self.help


class Place(NamedTuple):
    """A player in the order of the race: the place from 1 among those who have solved the board, else 0."""

    rank: int
    player: str
    name: str
    report: Figures
    is_here: bool

    @property
    def result(self) -> str:
        """`3:58, helped once`, or how far the player is."""
        report = self.report
        times = {1: "once", 2: "twice"}.get(report.help, f"{report.help} times")
        helped = f", helped {times}" if report.help else ""
        if report.ended is Ended.SOLVED:
            return clock_text(report.time) + helped
        if report.ended is Ended.GAVE_UP:
            return "gave up"
        return f"{report.share:.0%}{helped}{'' if self.is_here else ', away'}"


class Race:
    """A race as one of its members sees it; `now` returns seconds since the epoch, alike in all processes.

    `changed` is called when there is something new to show.
    """

    def __init__(
        self,
        company: Company,
        invitation: Invitation,
        now: Callable[[], float],
        changed: Callable[[], None],
        heard: Callable[[Callable[..., None]], Callable[..., None]] = lambda hear: hear,
    ) -> None:
        self.invitation, self.company = invitation, company
        self.puzzle = board_of(invitation.about)
        self._progress = Progress(self.puzzle)
        self.changed = changed
        self.starts_at: float | None = None
        self.reports: dict[str, Figures] = {}
        self._now, self._invited_at = now, now()
        self.meeting = Meeting(company.exchange, company.player, invitation, heard(self._look), heard(self._hear))

    @property
    def me(self) -> str:
        """The id of this member."""
        return self.company.player

    @property
    def seconds(self) -> float:
        """Since the start; negative before, and while nobody knows when that will be."""
        return -float(COUNT) if self.starts_at is None else self._now() - self.starts_at

    @property
    def count(self) -> int:
        """3, 2, 1 before the start; 0 from then on, and COUNT + 1 before the count."""
        return COUNT + 1 if self.starts_at is None else max(0, min(COUNT, ceil(-self.seconds)))

    @property
    def has_begun(self) -> bool:
        """Whether the start lies behind."""
        return self.starts_at is not None and self.seconds >= 0

    def come(self) -> None:
        """Come, or come back; whoever is there tells all that has happened."""
        self.meeting.come()
        self.meeting.tell({"asks": True})

    def be_ready(self) -> None:
        """Say that one is ready; again, begin without those who are not, if another one is."""
        if self.meeting.attendance(self.me) is not Attendance.READY:
            self.meeting.be_ready()
        elif self.starts_at is None and len(self._ready()) > 1:
            self._go()

    def _ready(self) -> list[str]:
        everybody = self.invitation.everybody
        return sorted(each for each in everybody if self.meeting.attendance(each) is Attendance.READY)

    def _go(self) -> None:
        self.meeting.tell({"go": self._now() + COUNT})

    def _look(self) -> None:
        """Let the first of those who are ready say when it begins, once all are."""
        if self.starts_at is None and self.meeting.all_ready and self._ready()[0] == self.me:
            self._go()
        self.changed()

    def invite_again(self) -> None:
        """Invite those whom no invitation has reached, now and then: they may have come only now."""
        if self.invitation.host == self.me and self._now() - self._invited_at >= _INVITED_EVERY:
            self._invited_at = self._now()
            missed = tuple(each for each in self.invitation.guests if not self.meeting.has_heard(each))
            self.invitation.send(self.company.exchange, missed)

    def report(self, session: Session) -> None:
        """Tell the others how far one is, unless that was told a moment ago; an end is told at once."""
        before, ended = self.reports.get(self.me), Ended.NOT_YET
        if session.solved:
            ended = Ended.GAVE_UP if session.attempt.gave_up else Ended.SOLVED
        if before is not None and before.ended is not Ended.NOT_YET:
            return
        share = 1.0 if session.solved else round(self._progress.of(session.state.lines), 3)
        helped = session.attempt.hints + session.attempt.wrong_checks
        now = Figures(round(session.clock.seconds, 1), share, helped, ended)
        same = before is not None and before._replace(seconds=now.seconds) == now
        if before is None or not (same or (now.seconds - before.seconds < _TOLD_EVERY and not session.solved)):
            self._learn(self.me, now)
            self.meeting.tell({"reports": {self.me: _sent(now)}})

    def _hear(self, name: str, told: Any) -> None:
        match told:
            case {"asks": True} if name != self.me:
                reports = {each: _sent(report) for each, report in self.reports.items()}
                self.meeting.tell({"reports": reports, "go": self.starts_at})
            case dict():
                for each, report in _reports(told):
                    if each in self.invitation.everybody:
                        self._learn(each, report)
                match told.get("go"):
                    case int(at) | float(at):
                        self.starts_at = at if self.starts_at is None else min(at, self.starts_at)
        self.changed()

    def _learn(self, player: str, report: Figures) -> None:
        """Take over what somebody told later; an end is for good."""
        known = self.reports.get(player)
        if known is None or (known.ended is Ended.NOT_YET and report.seconds >= known.seconds):
            self.reports[player] = report

    def places(self) -> list[Place]:
        """All who came, in the order of the race: by time, then by how far they are, then those who gave up."""
        found = [(each, self.reports.get(each, Figures())) for each in self.invitation.everybody if self._came(each)]
        order = [Ended.SOLVED, Ended.NOT_YET, Ended.GAVE_UP]
        found.sort(
            key=lambda each: (order.index(each[1].ended), _key(each[1]), self.invitation.everybody.index(each[0]))
        )
        return [
            Place(
                rank * (report.ended is Ended.SOLVED),
                player,
                "you" if player == self.me else self.invitation.name_of(player),
                report,
                self.meeting.attendance(player) in (Attendance.HERE, Attendance.READY),
            )
            for rank, (player, report) in enumerate(found, 1)
        ]

    def _came(self, player: str) -> bool:
        here = self.meeting.attendance(player) in (Attendance.HERE, Attendance.READY, Attendance.AWAY)
        return here or player in self.reports or player == self.me

    @property
    def place_in_words(self) -> str:
        """`2nd of 3`, as it stands."""
        places = self.places()
        mine = next(number for number, place in enumerate(places, 1) if place.player == self.me)
        return f"{mine}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(mine, 'th') } of {len(places)}"

    def again(self) -> tuple[RaceSettings, Invitation]:
        """The settings and the invitation, without its board yet, for another race; the same meeting, whoever asks."""
        about, others = self.invitation.about, [each for each in self.invitation.everybody if each != self.me]
        everybody = (self.me, *others)
        shown = tuple(self.invitation.name_of(each) for each in everybody)
        meeting = sha256(f"{self.invitation.meeting} again".encode()).hexdigest()[:16]
        settings = RaceSettings(shown[1:], about["game"], Params.parse(about["params"]))
        return settings, Invitation(RACE, self.me, tuple(others), {}, meeting, shown)


def _key(report: Figures) -> float:
    return report.time if report.ended is Ended.SOLVED else -report.share


def _sent(report: Figures) -> list[object]:
    return [report.seconds, report.share, report.help, report.ended.value]


def _reports(told: Mapping[str, Any]) -> Iterator[tuple[str, Figures]]:
    """The reports in what was told, as far as they can be read."""
    found = told.get("reports")
    for name, report in found.items() if isinstance(found, dict) else ():
        match report:
            case [int() | float() as seconds, int() | float() as share, int(helped), str(ended)]:
                if ended in (each.value for each in Ended):
                    yield name, Figures(seconds, share, helped, Ended(ended))


class RaceController(Controller):
    """Plays the board of a race: the clock does not stop before it is solved, and the others are told how it goes."""

    def __init__(self, context: PlayContext, stage: Stage, race: Race, opened: Opened[Puzzle] | None = None) -> None:
        self.race = race
        super().__init__(context, stage, [race.puzzle], 0, opened)
        clock = self.session.clock
        if not self.session.solved:  # the time for which one was away counts, too
            self.session.clock = clock.at(max(clock.seconds, race.seconds))

    def begin(self) -> None:
        """Let the clock run, and tell how far one is."""
        super().begin()
        self.race.report(self.session)

    def pause(self) -> None:
        """Nothing: the others go on."""

    def changed(
        self,
        code: str = "",
        text: str = "",
        cells: tuple[int, ...] = (),
        for_speech: str | None = None,
        names_places: bool = False,
    ) -> None:
        """Show what a command has changed, and tell the others how far one is."""
        super().changed(code, text, cells, for_speech, names_places)
        self.race.report(self.session)

    def tick(self) -> str:
        """Record the time that has passed, and tell what was not told yet."""
        lost = super().tick()
        if not lost:
            self.race.report(self.session)
            self.race.invite_again()
        return lost

    def following(self) -> None:
        """Nothing: another race comes next, if anything."""

    def go_to_other(self, puzzles: list[Puzzle], index: int) -> None:
        """Open another board in a place of its own: this one stays the board of the race."""
        self.stage.open(puzzles, index, here=False)
