"""A race: the same new board for two to eight players of a service, each of whom sees how far the others are.

When it begins, who belongs to it, everybody's moves and results are in the records of the service, so that a race
outlives every visit. Its time is the server's, from the common start to the receipt of the last move. Between the
records the members tell each other how far they are: seconds, the share of the way, and how often they had help; nobody
learns of tiles or hints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from math import ceil
from typing import Any, NamedTuple, TypeVar

from termpuzzles.company.meetings import Attendance, Company, Invitation, Meeting
from termpuzzles.company.pace import BY_MACHINE
from termpuzzles.company.records import Ended, Figures, RaceRecords, RaceRoom
from termpuzzles.english import how_often, joined
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.formats import canonical_id, read
from termpuzzles.games import USUAL, named, with_maker
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.request import asked_board, names_a_board
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.play.command_table import BY_ID
from termpuzzles.play.controller import Controller
from termpuzzles.play.opening import Opened, unkept
from termpuzzles.play.stage import Message, PlayContext, Stage
from termpuzzles.session.assistance import options_in_force
from termpuzzles.session.ghost import Progress
from termpuzzles.session.questions import NewQuestion
from termpuzzles.session.session import Clock, RecordedSession, Session, clock_text
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.settings import Settings

T = TypeVar("T")

RACE = "race"  # the kind of the invitation
COUNT = 3  # seconds from the moment at which all are ready
TITLE = "Race"  # of the board
_MOST_CELLS = 2_500
_TOLD_EVERY = 1.0  # seconds at least between two reports of a player
_INVITED_EVERY = 4.0  # seconds after which those are invited again whom no invitation has reached, or who are away
_SEEN_EVERY = 5.0  # seconds between two looks at the records
_WORD = re.compile(r"[^\s,]+")


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
    """The race in words: players' names, then perhaps a request for a board. Raises `PuzzleError`."""
    begin = next((at for at, word in enumerate(words) if _begins_board(word, at)), len(words))
    left, (game, params) = list(words[:begin]), asked_board(" ".join(words[begin:]), usual=game)
    if not left:
        raise PuzzleError("the name of another player, as in: race anna 7x7", "none")
    if game not in with_maker():
        raise PuzzleError("a game of which new boards can be made", shortened(game))
    if params.width * params.height > _MOST_CELLS:
        raise PuzzleError(f"a board of at most {_MOST_CELLS:,} cells for a race", f"{params}")
    return RaceSettings(tuple(left), game, params)


def _begins_board(word: str, at: int) -> bool:
    """Whether that word, which stands at that place, is no player's name but the first of a request for a board."""
    return names_a_board(word) or (at > 0 and word[0].isdigit())


def words_in(text: str) -> list[str]:
    """The words of a race in a line: names stand between commas if there is one, since a name may have spaces."""
    begin = next((found.start() for found in _WORD.finditer(text) if _begins_board(found[0], found.start())), len(text))
    players, asked = text[:begin], text[begin:].replace(",", " ").split()
    parted = players.split(",") if "," in players else players.split()
    return [*filter(None, (name.strip() for name in parted)), *asked]


def race_about(settings: RaceSettings, puzzle: Puzzle) -> dict[str, str]:
    """What an invitation says about the race on this board."""
    return {"game": settings.game, "params": str(settings.params), "board": canonical_id(puzzle), "what": settings.what}


def board_of(about: Mapping[str, str]) -> Puzzle:
    """The board of a race. Raises `PuzzleError` if another version has written it."""
    (puzzle,) = read(about.get("board", ""), game=about.get("game"))
    header = (("params", about.get("params", "")),)
    return replace(puzzle, title=TITLE, header=header)


class Place(NamedTuple):
    """A player in the order of the race: the place from 1 among those who have solved the board, else 0."""

    rank: int
    player: str
    name: str
    report: Figures
    is_here: bool

    @property
    def result_in_brief(self) -> str:
        """The same for the panel, in which `away at 40%` leaves no room for the help."""
        return self.result if self.report.ended is not Ended.NOT_YET else self.result.partition(",")[0]

    @property
    def result(self) -> str:
        """`3:58, helped once`, or how far the player is."""
        report = self.report
        helped = f", helped {how_often(report.help)}" if report.help else ""
        if report.ended is Ended.SOLVED:
            return clock_text(report.time) + helped + f", {BY_MACHINE}" * report.by_machine
        if report.ended is Ended.GAVE_UP:
            return "gave up"
        return f"{'' if self.is_here else 'away at '}{report.share:.0%}{helped}"


Later = Callable[[Callable[[], T], Callable[[T], object]], object]  # does what may wait, then takes what it returns


def here_and_now(work: Callable[[], T], then: Callable[[T], object]) -> None:
    """Do what may wait for a disk here and now."""
    then(work())


class RaceStandings:
    """Who is where in a race as one of its members sees it: what was told of each, and who is here."""

    meeting: Meeting

    def __init__(self, company: Company, invitation: Invitation) -> None:
        self.company, self.invitation = company, invitation
        self.reports: dict[str, Figures] = {}

    @property
    def me(self) -> str:
        """The id of this member."""
        return self.company.player

    def learn(self, player: str, report: Figures) -> None:
        """Take over what somebody told later; an end is for good."""
        known = self.reports.get(player)
        is_later = known is None or (known.ended is Ended.NOT_YET and report.seconds >= known.seconds)
        if is_later or (known and report == known._replace(by_machine=True)):
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


class Race(RaceStandings):
    """A race as one of its members sees it.

    `changed` is called when there is something new to show; `later` does what may wait for a disk. `is_known` says
    whether the records were asked if it has begun.
    """

    def __init__(
        self,
        company: Company,
        invitation: Invitation,
        changed: Callable[[], None],
        heard: Callable[[Callable[..., None]], Callable[..., None]] = lambda hear: hear,
        later: Later[Any] = here_and_now,
    ) -> None:
        super().__init__(company, invitation)
        assert isinstance(company.races, RaceRecords)
        self.records = company.races
        self.puzzle = board_of(invitation.about)
        self._progress = Progress(self.puzzle)
        self.changed = changed
        self.starts_at: float | None = None
        self.is_known = self._is_member = self._is_ended = False
        self._later, self._now = later, self.records.now
        self._invited_at = self._seen_at = self._now()
        self.meeting = Meeting(company.exchange, company.player, invitation, heard(self._look), heard(self._hear))

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
        """Come, or come back: the records say whether it has begun, and whoever is there how far it is."""
        self.meeting.come()
        self.meeting.tell({"asks": True})
        self._see()

    def _see(self) -> None:
        """Look into the records."""
        self._seen_at = self._now()
        missed = [each for each in self.invitation.everybody if each not in self.reports]
        self._later(partial(self.records.seen, self.invitation.meeting, missed), self._take_seen)

    def _take_seen(self, seen: tuple[RaceRoom | None, dict[str, Figures]]) -> None:
        room, found = seen
        self.is_known = True
        if room is not None:
            self.starts_at = room.starts_at
            self._is_member, self._is_ended = self.me in room.members, self.me in room.results
        for player, report in found.items():
            self.learn(player, report)
        self.changed()

    def join(self) -> None:
        """Belong to the race from now on, as it has begun."""
        if not self._is_member:
            self._is_member = True
            self._later(partial(self.records.come, self.invitation.meeting, self.me), lambda _: None)

    def be_ready(self) -> None:
        """Say that one is ready; again, begin without those who are not, if another one is."""
        if self.meeting.attendance(self.me) is not Attendance.READY:
            self.meeting.be_ready()
        elif self.may_begin:
            self._go()

    @property
    def may_begin(self) -> bool:
        """Whether those who are ready may begin without the others."""
        return self.starts_at is None and self.me in self._ready() and len(self._ready()) > 1

    def _ready(self) -> list[str]:
        everybody = self.invitation.everybody
        return sorted(each for each in everybody if self.meeting.attendance(each) is Attendance.READY)

    def _go(self) -> None:
        """Let the records say when it begins, and tell everybody."""
        begin = partial(self.records.begin, self.invitation, identity(self.puzzle), self._ready(), self._now() + COUNT)
        self._later(begin, lambda at: self.meeting.tell({"go": at}))

    def _look(self) -> None:
        """Let the first of those who are ready say when it begins, once all are."""
        if self.starts_at is None and self.meeting.all_ready and self._ready()[0] == self.me:
            self._go()
        self.changed()

    def look_around(self) -> None:
        """Look into the records now and then, and invite those again who are not here: they may have come only now."""
        now = self._now()
        if not 0 <= now - self._seen_at < _SEEN_EVERY:
            self._see()
        if self.invitation.host == self.me and not 0 <= now - self._invited_at < _INVITED_EVERY:
            self._invited_at = now
            missed = tuple(each for each in self.invitation.guests if self._is_missed(each))
            self.invitation.send(self.company.exchange, missed)

    def _is_missed(self, player: str) -> bool:
        """Whether somebody has not heard of it, or was cut off before it began."""
        is_away = self.meeting.attendance(player) is Attendance.AWAY and self.starts_at is None
        return is_away or not self.meeting.has_heard(player)

    def report(self, session: Session) -> None:
        """Tell the others how far one is, unless that was told a moment ago; an end is told at once."""
        before, ended = self.reports.get(self.me), Ended.NOT_YET
        if session.solved:
            ended = Ended.GAVE_UP if session.attempt.gave_up else Ended.SOLVED
            self._end(session, ended)
        if before is not None and before.ended is not Ended.NOT_YET:
            return
        share = 1.0 if session.solved else round(self._progress.of(session.state.lines), 3)
        helped = session.attempt.hints + session.attempt.wrong_checks
        now = Figures(round(session.clock.seconds, 1), share, helped, ended)
        same = before is not None and before._replace(seconds=now.seconds) == now
        if before is None or not (same or (now.seconds - before.seconds < _TOLD_EVERY and not session.solved)):
            self.learn(self.me, now)
            self.meeting.tell({"reports": {self.me: now.sent()}})

    def _end(self, session: Session, ended: Ended) -> None:
        """Let the records keep how it has ended, once."""
        if not self._is_ended:
            self._is_ended, helped = True, session.attempt.hints + session.attempt.wrong_checks
            result = Figures(round(session.clock.seconds, 1), 1.0, helped, ended)
            self._later(partial(self.records.end, self.invitation.meeting, self.me, result), lambda _: None)

    def _hear(self, name: str, told: Any) -> None:
        match told:
            case {"asks": True} if name != self.me:
                reports = {each: report.sent() for each, report in self.reports.items()}
                self.meeting.tell({"reports": reports, "go": self.starts_at})
            case dict():
                for each, report in _reports(told):
                    if each in self.invitation.everybody:
                        self.learn(each, report)
                match told.get("go"):
                    case int(at) | float(at):
                        self.starts_at = at if self.starts_at is None else min(at, self.starts_at)
        self.changed()

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


def _reports(told: Mapping[str, Any]) -> Iterator[tuple[str, Figures]]:
    """The reports in what was told, as far as they can be read."""
    found = told.get("reports")
    for name, sent in found.items() if isinstance(found, dict) else ():
        if report := Figures.read(sent):
            yield name, report


class RaceClock(Clock):
    """Tells the seconds since the common start, whatever windows and journals there are, until the board `is_over`."""

    def __init__(self, since: Callable[[], float], is_over: Callable[[], bool]) -> None:
        super().__init__(since)
        self._is_over = is_over
        self._end: float | None = None
        self.replayed: float | None = 0.0  # where the event of a journal stood that was played last; None after that

    @property
    def running(self) -> bool:
        """Whether time is being counted."""
        return self._end is None

    @property
    def seconds(self) -> float:
        """The seconds since the start, at the end those that it took."""
        if self._end is not None:
            return self._end
        now = max(0.0, self._now())
        if self._is_over():
            self._end = now if self.replayed is None else self.replayed
            return self._end
        return now

    def at(self, seconds: float) -> RaceClock:
        """This clock, which no journal moves; what is played again may have finished the board then."""
        self.replayed = seconds
        return self

    def start(self) -> None:
        """Nothing: it runs."""

    def stop(self) -> None:
        """Nothing: it stops by itself at the end, and nobody waits before."""


_OVER = "The race is over for you, so its board stays as it is."
_UNKEPT = "This window cannot keep what is played in the race: leave it, and go back to the race."
_KEPT_AS_IT_IS = ("undo", "positions")  # groups of commands that change a board which is solved


def options_off(settings: Settings) -> str:
    """Which options that tell something by themselves are off in a race, in a sentence; "" if none was on."""
    names = [f"“{name}”" for name in options_in_force(settings)]
    return f"In a race {joined(names)} {'is' if len(names) == 1 else 'are'} off." if names else ""


class RaceController(Controller):
    """Plays the board of a race: the clock does not stop before it is solved, and the others are told how it goes."""

    runs_on = True  # the others go on, however long nobody types here
    assists = False  # what the program settles by itself would be help

    def __init__(self, context: PlayContext, stage: Stage, race: Race, opened: Opened[Puzzle] | None = None) -> None:
        self.race = race
        self._gives_up = False  # whether the player was asked to say so again
        race.join()
        super().__init__(context, stage, [race.puzzle], 0, opened)
        if told := options_off(self.settings):
            self.message = Message("options off", told)

    def new_session(self, opened: Opened[Puzzle] | None) -> RecordedSession:
        """The game as the records of the race have it, by its clock."""
        session = Session(self.race.puzzle, now=self.context.now)
        session.clock = clock = RaceClock(lambda: self.race.seconds, lambda: session.solved)
        today, found = self.context.library.today(), opened or Opened(self.race.puzzle, None)
        try:
            recorded = RecordedSession(session, found.journal, today, found.why_unkept)
        except OSError as error:
            recorded = RecordedSession(session, None, today, unkept(error))
        clock.replayed = None
        if not (recorded.begun or session.solved):
            session.tick()  # from now on this window has the board, and no other one beside it
        return recorded

    def refusal(self, command: str) -> str:
        """Why the player may not give the command now: the race is over, or giving up has to be said twice."""
        gives_up, self._gives_up = self._gives_up, False
        if self.recorded.is_read_only:
            return _UNKEPT
        if self.session.solved:
            group = BY_ID[command].group if command in BY_ID else ""
            return _OVER if group in _KEPT_AS_IT_IS and command != "play.replay" else ""
        if command == "play.review":
            return "You can look back once the race is over."
        if command == "play.give_up" and not gives_up:
            self._gives_up = True
            return f"{self.stage.name_of(command)} once more gives up this race, so that you come last."
        return ""

    def play(self, gesture: Gesture) -> None:
        """Play what a key or the mouse asks for."""
        self._gives_up = False
        if self.recorded.is_read_only:
            self.changed("refused", _UNKEPT)
        else:
            super().play(gesture)

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
        if code == "gave up":
            text = for_speech = "This is the solution. The others go on."
        super().changed(code, text, cells, for_speech, names_places)
        self.race.report(self.session)

    def tick(self) -> str:
        """Record the time that has passed, and tell what was not told yet."""
        lost = super().tick() or (_UNKEPT if self.recorded.is_read_only else "")
        if not lost:
            self.race.report(self.session)
            self.race.look_around()
        return lost

    def following(self) -> None:
        """Nothing: another race comes next, if anything."""

    def go_to_other(self, puzzles: list[Puzzle], index: int) -> None:
        """Open another board in a place of its own: this one stays the board of the race."""
        self.stage.open(puzzles, index, here=False)
