"""Games for two, told step by step: matches at one keyboard and between players, and what is staged and looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import finish
from termpuzzles.play.opening import Opened
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.store import MemoryStore
from termpuzzles.wall.game.engine import Best
from termpuzzles.wall.game.model import Ending, RuleError
from termpuzzles.wall.game.notation import place_text, position_text, read_position, read_turn, wall_text
from termpuzzles.wall.game.position import SIDES, start
from termpuzzles.wall.game.records import json_text, line
from termpuzzles.wall.match.analysis import (
    capitals,
    place_in_words,
    position_line,
    read_analysis,
    value_in_words,
)
from termpuzzles.wall.match.course import (
    begin_match,
    match_of,
    match_opening,
)
from termpuzzles.wall.match.match import Match, ending_in_words, turn_in_words
from termpuzzles.wall.match.offers import Offer, Standings, offer_of, with_part
from termpuzzles.wall.match.ratings import (
    EloRating,
    began,
    elo_ratings,
    ended,
    is_to_be_rated,
    ledger_head,
    ledger_name,
    match_in,
    rating_after,
    read_ledger,
)
from termpuzzles.wall.match.referee import Referee
from termpuzzles.wall.match.results import results_among, results_here
from termpuzzles.wall.match.seat import SeatMatch
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.match.terms import CLOCKS, DUEL, Terms, name_of, terms_of
from tests.approved import approve
from tests.play.desk import Time, context

NAME = "a" * 24


class Telling:
    """Tells what has changed of some facts since it was asked last."""

    def __init__(self, facts: Callable[[], dict[str, object]]) -> None:
        self._facts = facts
        self._before: dict[str, object] = {}

    def __call__(self) -> str:
        found = self._facts()
        news = [f"{key} {value}" for key, value in found.items() if self._before.get(key) != value]
        self._before = found
        return " · ".join(news) or "nothing"


class Board:
    """A match with its journal in memory; words do something with it."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.watch, self.store = terms, Time(), MemoryStore()
        self.open()

    def open(self) -> None:
        self.match = Match(self.terms, self.watch, Journal(self.store.open(NAME), self.terms.head))
        self.match.clock.start()

    def do(self, words: list[str]) -> object:
        match, word, rest = self.match, words[0], words[1:]
        side = SIDES.index(rest[0]) if rest and rest[0] in SIDES else 0
        does: dict[str, Callable[[], object]] = {
            "resign": lambda: match.resign(side),
            "draw": match.draw,
            "flag": match.flag,
            "abandon": lambda: match.abandon(side),
            "abort": match.abort,
            "back": match.take_back,
            "leave": match.leave,
            "open": self.open,
            "stop": match.clock.stop,
            "start": match.clock.start,
            "claim": lambda: self.store.claim(NAME),
            "take": lambda: bool(self.store.take_over(NAME)),
            "check": match.keeping.check_claim,
        }
        if word in does:
            return does[word]()
        if word.startswith("+"):
            self.watch.now += float(word)
            return None
        return match.play(read_turn(word))

    def facts(self) -> dict[str, object]:
        match, side = self.match, self.match.position.side
        ending, owners = match.game.outcome, match.game.owners
        return {
            "board": line(match.record),
            "move": f"{SIDES[side]}, {match.mover}" + " (engine)" * match.is_bot,
            "plan": str(match.planning.position.side) if match.planning else None,
            "clock": " ".join(f"{match.clock.seconds(each, side):g}" for each in (0, 1)),
            "free": " ".join(str(match.clock.is_free(each)) for each in (0, 1)),
            "running": f"{match.clock.running:g}",
            "over": f"{ending_in_words(ending)} {ending.result}" if ending else None,
            "owners": " ".join(f"{wall_text(wall)}:{SIDES[owner]}" for wall, owner in owners.items()) or None,
            "journal": " | ".join(f"{at:g} {event}" for at, event in parse(self.store.read(NAME)).events[-2:]),
            "trouble": match.trouble or None,
        }


def heard(title: str, board: Board, steps: str) -> Iterator[str]:
    tell = Telling(board.facts)
    yield f"# {title}"
    yield f"  {tell()}"
    for step in steps.split(";"):
        is_refused = False
        try:
            found = board.do(step.split())
        except RuleError as error:
            found, is_refused = str(error), True
        came = "" if found is None else f"{found!r} · "
        news = tell()
        assert not is_refused or news == "nothing", (title, step)
        yield f"  {step.strip()} → {came}{news}"


SMALL = start("standard", 3, 3)
AGAIN = read_position("3x3 standard b3 a1 c3 c1 b >a2")
NAMED = Terms(SMALL, ("1f", "2e"), "10+2", ("Anna", "Bob"), rated=True)
MATCHES = {
    "Two at one keyboard, three minutes and two seconds a turn": (
        Terms(SMALL, ("you", "friend"), "3+2"),
        "+50; Ca2; +40; Cc2; +10; Cc1; Cb2; +7; ---; +1; Ca2; +100; flag; +79; flag; +1; flag; +5; Cb1; back; flag; "
        "leave; open; flag",
    ),
    "Stopped and going on": (
        Terms(SMALL, ("you", "friend"), "1+0"),
        "---; ---; +10; stop; +5; start; +20; ---; leave; +100; open; +1; ---; back; back; +3; ---",
    ),
    "Against the engine": (
        Terms(SMALL, ("easy", "you")),
        "back; Cb2; back; Cb2; ^a2.>b2; Cb1; back; back; Cb2.>a2; ---; resign blue; draw; leave; open",
    ),
    "The engine against itself": (Terms(SMALL, ("easy", "hard")), "Ca2; back; ---; Cb1; ---; Cc1; ---"),
    "Red wins, and a third repetition": (Terms(AGAIN, ("you", "friend")), "---; ---; ---; ---; back; Cb2; --- "),
    "How a game ends: a draw": (NAMED, "Ca2; draw"),
    "How a game ends: left": (NAMED, "Ca2; abandon blue; leave; open"),
    "How a game ends: not begun": (NAMED, "+61; abort; leave; open"),
    "How a game ends: resigned": (NAMED, "resign red"),
    "Another window": (Terms(SMALL, ("you", "friend")), "Ca2; check; claim; check; Cc2; back; resign red; leave"),
    "Another window without asking": (Terms(SMALL, ("you", "friend")), "Ca2; take; Cc2; check; flag; leave"),
}


READ_AT_HOME = (  # by a person, whole
    *("Two at one keyboard, three minutes and two seconds a turn", "Against the engine"),
    *("Red wins, and a third repetition", "Another window"),
)


def test_matches_at_one_keyboard_or_against_the_engine() -> None:
    told = {title: [*heard(title, Board(terms), steps)] for title, (terms, steps) in MATCHES.items()}
    lines = [text for title, texts in told.items() if title in READ_AT_HOME for text in texts]
    for terms in (NAMED, Terms(AGAIN, ("you", "hard"), "3+2"), Terms(SMALL, ("friend", "you"))):
        lines += [
            "# A head and a record",
            f"  {terms.head().decode().strip()}",
            f"  {json_text(Match(terms, Time()).record)}",
        ]
        lines.append(
            f"  {terms.title}, {name_of(terms, '2026-11-21')}, same: {terms_of(parse(terms.head()).head) == terms}"
        )
    approve(__file__, "wall-matches", "\n".join(lines) + "\n")


class Room:
    """A referee, two players, one who watches and a stranger, who hear every state at once."""

    def __init__(self, terms: Terms, resumed: bool = False, before: str = "") -> None:
        self.watch = Time()
        self.match = Match(terms, self.watch)
        for text in before.split():
            self.match.play(read_turn(text))
        self.referee = Referee(self.match, self.watch, resumed)
        self.why = ""
        ids = (*terms.seats, "watcher")
        self.seats = {
            who: SeatMatch(terms, self.match.events, self.watch, side, self.sender(who))
            for who, side in zip(ids, (0, 1, None), strict=True)
        }
        self.tell()

    def sender(self, who: str) -> Callable[[dict[str, Any]], None]:
        def send(request: dict[str, Any]) -> None:
            self.why = self.referee.on_request(who, request)
            self.tell()

        return send

    def tell(self) -> None:
        for seat in self.seats.values():
            seat.on_state(self.referee.state())

    def do(self, words: list[str]) -> object:
        self.why = ""
        if words[0].startswith("+"):
            self.watch.now += float(words[0])
            self.referee.tick()
            self.tell()
            return None
        who, word, *rest = words
        seat = self.seats.get(who)
        if seat is None or word.startswith("!"):  # a request as another version might send it
            at = len(self.match.events) - ("late" in rest)
            request: dict[str, Any] = {"do": word.removeprefix("!"), "at": at, "turn": rest[0] if rest else None}
            self.why = self.referee.on_request(who, request)
            self.tell()
        elif word[0] in "CM>^-":
            seat.play(read_turn(word))
        else:
            seat.ask(word)
        return self.why or None

    def facts(self) -> dict[str, object]:
        found: dict[str, object] = {f"state {key}": value for key, value in self.referee.state().items()}
        found["due"] = f"{self.referee.due():.3f}"
        found["deserted"] = self.referee.is_deserted
        for who, seat in self.seats.items():
            ending = seat.game.outcome
            found[who] = (
                f"[{' '.join(map(str, seat.game.turns))}] here={seat.is_here} may move={seat.may_move} "
                f"asked={seat.asked!r} plans={seat.planning is not None} over={ending and ending_in_words(ending)} "
                f"clock={[round(seat.clock.seconds(side, seat.position.side), 1) for side in (0, 1)]}"
            )
        return found


CLOCKED = Terms(SMALL, ("ann", "bob"), "1+5", ("Anna", "Bob"))
UNTIMED = Terms(SMALL, ("ann", "bob"), "", ("Anna", "Bob"))
ROOMS: dict[str, tuple[Room, str]] = {
    "A game with a clock": (
        Room(CLOCKED),
        "ann here; bob here; +5; bob Ca2; ann Ca2; +10; bob Cc2; +20; ann Cb2; +15; bob !turn Cb1; ann !turn Cb1; "
        "ann !turn Ca1 late; bob draw; ann no; bob draw; ann draw; +26; +60; ann again; bob again; ann resign; "
        "ann back",
    ),
    "Offers of a draw": (
        Room(UNTIMED),
        "ann draw; ann draw; ann ---; ann draw; bob draw; bob draw; bob ---; ann draw; bob no; ann draw; ann no; "
        "ann ---; ann draw; bob Cc2; ann draw; bob no; bob draw; ann draw; bob draw",
    ),
    "Turns taken back": (
        Room(UNTIMED),
        "ann back; bob back; ann Ca2; bob back; ann back; ann back; bob back; ann Ca2; bob Cc2; ann back; bob no; "
        "bob back; ann back; bob Cc2; ann back; bob back; ann Cb3; bob back; bob Cb2; bob back; ann draw; ann back",
    ),
    "Claimed from who stays away": (
        Room(UNTIMED),
        "ann here; bob here; ann claim; bob gone; ann claim; +10; ann here; +15; ann here; +25; +0.1; ann claim; "
        "+249.8; ann claim; +0.2; ann claim; bob here; bob again; ann claim; ann draw; ann Ca2",
    ),
    "Counted as away after 25 seconds": (Room(UNTIMED), "ann here; +25; +0.1; bob here; +24.9; +0.2; ann claim"),
    "Not begun in time": (Room(CLOCKED), "ann here; +59.9; +0.2; ann Ca2; bob again; ann again"),
    "Not answered in time": (Room(CLOCKED), "ann Ca2; +59.9; bob ---; +59.9; +0.2"),
    "Time runs out": (Room(CLOCKED, before="Ca2 Cc2"), "+59.9; bob resign; bob claim; +0.2; ann here"),
    "Broken off and resumed": (Room(CLOCKED, True, "Ca2 Cc2"), "+30; ann here; +29; +0.9; +0.2; bob here; +60"),
    "Both come back": (
        Room(CLOCKED, True, "Ca2 Cc2"),
        "ann here; +10; bob here; +5; ann ---; bob gone; +59; bob !back; +2",
    ),
    "A rated game": (Room(NAMED), "1f here; 1f back; 1f Ca2; 2e back; 2e !resign; 1f !back; 2e !again"),
    "Not begun at the very moment": (Room(CLOCKED), "+59; +1"),
    "Time runs out at the very moment": (Room(CLOCKED, before="Ca2 Cc2"), "+59; +1"),
    "Waited for until the very moment": (Room(CLOCKED, True, "Ca2 Cc2"), "ann here; +59; +1; +1"),
    "Claimed at the very moment": (Room(UNTIMED), "bob here; bob gone; +299; ann claim; +1; ann claim"),
    "Claimed by blue": (Room(UNTIMED), "bob here; ann here; bob claim; ann gone; +300; bob claim"),
    "Strange requests": (
        Room(CLOCKED),
        "dan resign; dan !turn Ca2; ann !win; ann !None; ann !turn; ann !turn Ca9; ann !turn Cz; ann !turn ^a3; "
        "watcher here; watcher !again; bob !turn Ca2; ann !again",
    ),
}


READ = (
    "A game with a clock",
    "Claimed from who stays away",
    "Both come back",
    "Strange requests",
)  # by a person, whole


def test_matches_between_players_of_a_service_are_seen_alike_by_all_and_what_is_refused_changes_nothing() -> None:
    lines = []
    for title, (room, steps) in ROOMS.items():
        tell = Telling(room.facts)
        told = [f"# {title}", f"  {tell()}"]
        for step in steps.split(";"):
            try:
                found = room.do(step.split())
            except RuleError as error:
                found = str(error)
            came = "" if found is None else f"“{found}” · "
            told.append(f"  {step.strip()} → {came}{tell()}")
            assert not came or told[-1].endswith("· nothing"), (title, told[-1])
            for seat in room.seats.values():
                assert seat.game.turns == room.match.game.turns, (title, step)
                assert (seat.game.outcome is None) == (room.match.game.outcome is None), (title, step)
            assert sum(seat.may_move for seat in room.seats.values()) == (room.match.game.outcome is None), (
                title,
                step,
            )
        lines += told if title in READ else []
    approve(__file__, "wall-referee", "\n".join(lines) + "\n")


def test_a_match_knows_its_events_as_its_journal_has_them() -> None:
    board = Board(CLOCKED)
    for seconds, text in ((1.26, "Ca2"), (0.88, "Cc2"), (2.449, "Cb2")):
        board.watch.now += seconds
        board.match.play(read_turn(text))
    assert [seconds for seconds, _ in board.match.events] == [1.3, 2.1, 4.6]
    assert board.match.events == parse(board.store.read(NAME)).events
    board.watch.now += 60.449
    board.match.resign(1)
    assert parse(board.store.read(NAME)).events[3:] == [(65.0, "resignation blue"), (65.0, "finished")]


def test_who_has_missed_events_learns_that_and_loads_them() -> None:
    room = Room(CLOCKED)
    room.match.play(read_turn("Ca2"))
    late = SeatMatch(CLOCKED, room.match.events, room.watch, 1, lambda request: None)
    for text in ("Cc2", "Cb2"):
        room.match.play(read_turn(text))
    assert not late.on_state(room.referee.state())
    assert late.state == {}
    assert late.game.turns == [read_turn("Ca2")]
    late.is_sent = True
    late.load(room.match.events)
    assert (line(late.record), late.is_sent, late.events) == (line(room.match.record), False, room.match.events)
    assert late.on_state(room.referee.state())
    assert late.state == room.referee.state()
    other = room.referee.state() | {"last": [0.0, "turn Cb3"]}
    assert not late.on_state(other)
    assert late.trouble == ""
    assert late.on_state(room.referee.state() | {"trouble": "A sentence."})
    assert late.trouble == "A sentence."
    assert not late.flag()
    closed: list[str] = []
    late.close = lambda: closed.append("closed")
    late.clock.show([60.0, 50.0], 3.0)
    assert late.clock.running == 3.0
    late.leave()
    assert (late.is_left, closed) == (True, ["closed"])
    assert late.clock.running == 0.0, "the clock of a match that was left stands still"


@pytest.mark.parametrize("side", [0, 1, None])
def test_nobody_asks_for_another_game_until_the_referee_says_so(side: int | None) -> None:
    seat = SeatMatch(CLOCKED, [(1.0, "resignation red")], Time(), side, lambda request: None)
    assert (seat.game.outcome is not None, seat.asked) == (True, "")


def test_a_turn_that_was_sent_is_played_once_the_referee_has_told_it() -> None:
    sent: list[dict[str, Any]] = []
    seat = SeatMatch(CLOCKED, [], Time(), 0, sent.append)
    assert (seat.may_move, seat.is_sent) == (True, False)
    assert seat.play(read_turn("Ca2")) is True
    assert (seat.may_move, seat.is_sent, seat.game.turns) == (False, True, [])
    seat.ask("draw", more=[1])
    assert sent == [{"do": "turn", "at": 0, "turn": "Ca2"}, {"do": "draw", "at": 0, "more": [1]}]
    state = Referee(Match(CLOCKED, Time()), Time()).state()
    assert seat.on_state(state | {"events": 1, "last": [3.0, "turn Ca2"]})
    assert (seat.is_sent, seat.events, len(seat.game.turns)) == (False, [(3.0, "turn Ca2")], 1)


STAGED = {
    "3x3 standard a3 a1 c3 c1 r >a2": "cat a2; cat b2; cat b3; mouse b1; cat a3; wall ^c2; wall ^c1; back; back; back; "
    "wall >a2; wall >b1; wall >b1; wall ^z9; mouse b1; mouse a1; take ---; take Cb2; take Cb9; back; adopt Cb3.^c2; "
    "adopt Ca2.>a2",
    "3x3 classic a3 a1 c3 c1 b >a2": "mouse c2; cat c2; wall >b3; wall ^b2; cat b3; cat c3; cat b2; "
    "take Cb2; back; back",
}


def test_what_is_staged_step_by_step() -> None:
    lines = []
    for text, steps in STAGED.items():
        staging = Staging(read_position(text))

        def facts(staging: Staging = staging) -> dict[str, object]:
            return {
                "turn": f"{staging.turn}, {turn_in_words(staging.turn)}",
                "left": staging.left,
                "shown": position_text(staging.shown),
                "cat at": place_text(staging.place(mouse=False)),
                "mouse at": place_text(staging.place(mouse=True)),
                "cat to": " ".join(map(place_text, staging.targets(mouse=False))),
                "mouse to": " ".join(map(place_text, staging.targets(mouse=True))),
            }

        tell = Telling(facts)
        lines += [f"# {text}", f"  {tell()}"]
        for step in steps.split(";"):
            word, *rest = step.split()
            place = read_turn(f"C{rest[0]}").cat if word in ("cat", "mouse") else None
            if place is not None:
                came: object = staging.put(word == "mouse", place)
            elif word == "wall":
                came = staging.build(read_turn(rest[0]).walls[0])
            elif word == "back":
                came = staging.back()
            else:
                came = {"take": staging.stage, "adopt": staging.adopt}[word](read_turn(rest[0]))
            lines.append(f"  {step.strip()} → {came!r} · {tell()}")
    approve(__file__, "wall-staging", "\n".join(lines) + "\n")


def test_a_game_is_looked_through() -> None:
    analysis = read_analysis(" wall1 standard 3x3  1-0 resignation Ca2 Cc2 Cb2 --- ")

    def facts() -> dict[str, object]:
        found = analysis.found
        return {
            "place": place_in_words(analysis),
            "position": position_line(analysis),
            "line": analysis.line,
            "own": analysis.is_own,
            "over": analysis.is_over,
            "question": analysis.question.game,
            "found": found and f"{found.turn} {value_in_words(found, analysis.position)}",
        }

    tell = Telling(facts)
    lines = ["# A game", f"  {tell()}"]
    steps = "go 2; Cb2; go 2; ask; go 1; go 9; go -3; ask; Cb3; Cc2; restore; Ca2; Cb2; Cb1; ---; Cc1; restore"
    for step in steps.split(";"):
        word, *rest = step.split()
        if word == "go":
            analysis.go(int(rest[0]))
        elif word == "restore":
            analysis.restore()
        elif word == "ask":
            analysis.keep(analysis.question, finish(analysis.question._replace(level="medium").work(GuideCache())))
        else:
            try:
                analysis.play(read_turn(word))
            except RuleError as error:
                lines.append(f"  {step.strip()}: {error}")
        lines.append(f"  {step.strip()} → {tell()}")
    lines.append("# Texts")
    for text in (
        "3x3 standard a3 a1 c3 c1 b -",
        "",
        "{}",
        "wall1",
        "wall1 standard 3x3 1-0 knockout Ca2",
        "x" * ((1 << 20) + 1),
    ):
        try:
            came = read_analysis(text).line
        except PuzzleError as error:
            came = str(error)
        lines.append(f"  {text[:60]!r} → {came}")
    for text in (
        "wall1 standard 3x3 * - ca2 cb3.ma2.>a1 >c3 mc1 cat",
        "3x3 standard ca2",
        "wall1 standard 3x3 * - start=ca2 ca2",
    ):
        lines.append(f"  {text!r} → {capitals(text.split())!r}")
    approve(__file__, "wall-analysis", "\n".join(lines) + "\n")


def test_what_the_engine_thinks_in_words() -> None:
    red, blue = SMALL, SMALL._replace(side=1)
    said = {
        value: [value_in_words(Best(read_turn("---"), value, 1), position) for position in (red, blue)]
        for value in (0, 1, -1, 5, -5, 25, -9999, 10_000, -10_000, 10_007)
    }
    assert said == {
        0: ["even", "even"],
        1: ["red is ahead by 0.1 steps", "blue is ahead by 0.1 steps"],
        -1: ["blue is ahead by 0.1 steps", "red is ahead by 0.1 steps"],
        5: ["red is ahead by 0.5 steps", "blue is ahead by 0.5 steps"],
        -5: ["blue is ahead by 0.5 steps", "red is ahead by 0.5 steps"],
        25: ["red is ahead by 2.5 steps", "blue is ahead by 2.5 steps"],
        -9999: ["blue is ahead by 999.9 steps", "red is ahead by 999.9 steps"],
        10_000: ["red wins", "blue wins"],
        -10_000: ["blue wins", "red wins"],
        10_007: ["red wins", "blue wins"],
    }


WORDS = (
    *("", "classic", "freestyle", "standard 5x5", "freestyle 5x5", "12x10", "1x5", "none", "bullet", "none rated"),
    *("unrated", "blue any", "red blitz 6x6 unrated classic", "clasic", "quick", "x" * 100),
)


def test_offers_in_words() -> None:
    usual = Offer("classic", "6x6", "", False, "blue")
    lines = []
    for text in WORDS:
        for name, before in (("", None), (" after a classic one", usual)):
            try:
                offer = offer_of(text.split(), before)
                came = f"{offer} – {' '.join(offer.words())}"
            except PuzzleError as error:
                came = str(error)
            lines.append(f"{text[:40]!r}{name} → {came}")
    for offer in (Offer(), usual, Offer("freestyle", "12x10", "3+2")):
        lines.append(f"# {offer}, {offer.colour}")
        for part, value in (
            *(("rating", value) for value in ("rated", "unrated")),
            *(("clock", value) for value in CLOCKS),
            *(("variant", value) for value in ("standard", "freestyle")),
            *(("size", "5x5"), ("colour", "red")),
        ):
            lines.append(
                f"  {part} {value!r} → {with_part(offer, part, value)}, {with_part(offer, part, value).colour}"
            )
    for colour in ("red", "blue", "any"):
        for seed in (1, 2):
            terms = Offer("standard", "3x4", "3+2", True, colour).terms(("1", "Ann"), ("2", "Bob"), Random(seed))
            lines.append(f"  {colour}, chance {seed}: {terms.title}, {terms.seats}, {terms.head().decode().strip()}")
    approve(__file__, "wall-offers", "\n".join(lines) + "\n")


def test_ratings_move_by_what_was_expected_less_after_twenty_games() -> None:
    for games, most in ((0, 32), (19, 32), (20, 16), (40, 16)):
        mine = EloRating(1500.0, 1500.0, won=games)
        assert mine.is_provisional == (games < 20)
        for other, points in ((1500.0, 1.0), (1700.0, 0.5), (1100.0, 0.0), (1900.0, 1.0)):
            expected = 1 / (1 + 10 ** ((other - 1500) / 400))
            assert abs(rating_after(mine, other, points) - (1500 + most * (points - expected))) < 1e-9
    assert [str(EloRating(1234.5, 1300.0, won, 3, 4)) for won in (12, 13)] == ["1234?", "1234"]
    assert str(EloRating()) == "1200?"


def test_ledgers_are_read_as_far_as_they_can_be() -> None:
    rapid, other = NAMED, Terms(start("classic", 5, 5), ("1f", "3d"), "3+2", ("Anna", "Cleo"), rated=True)
    events = [
        began("one", rapid, 0),
        began("two", other, 0),
        began("three", rapid, 0),
        ended("two", "0-1", "timeout", 1300.0),
        began("one", rapid, 0),
        ended("one", "1-0", "knockout", 1250.5),
        ended("one", "1-0", "knockout", 1250.5),
        ended("nobody", "1-0", "knockout", 1200.0),
        "began four blue 2e standard 3x3 - unrated",
        ended("four", "1/2-1/2", "agreement", None),
        "began five blue 2e standard 3x3 10+2 rated",
        ended("five", "*", "aborted", None),
        "began six blue 2e standard 3x3 10+2 rated",
        ended("six", "1/2-1/2", "one-move", 1400.0),
        "began seven green 2e standard 3x3 10+2 rated",
        "began eight red 2e quick 3x3 10+2 rated",
        "began nine red 2e standard 3x3 99+9 rated",
        "ended nine 0-1 resignation 1180.5",
        "began ten red 2e standard 3x3 10+2 rated",
        "ended ten 1-0 bored against 1200.0",
        "began eleven red 2e standard 3x3 10+2 rated",
        "ended eleven 1-0 knockout against many",
        "began twelve red 2e standard 3x3 10+2 rated",
        "ended twelve 0-1 abandoned against 1200.0 more",
        "began thirteen red 2e standard 3x3 10+2",
        "",
        "nonsense",
    ]
    found = read_ledger((0.0, event) for event in events)
    lines = ["# Events", *(f"  {event} {match_in(event)}" for event in events), "# Matches"]
    for each in found:
        after = None if each.after is None else f"{each.after:.2f}"
        lines.append(f"  {each._replace(after=None)} {each.kind} {each.points} after {after}")
    lines.append("# Ratings")
    for kind, rating in elo_ratings(found).items():
        lines.append(
            f"  {kind}: {rating}, peak {rating.peak:.2f}, {rating.won}-{rating.lost}-{rating.drawn} of {rating.games}"
        )
    earlier = elo_ratings(found[:1], {("standard", "10+2"): EloRating(1500.0, 1600.0, 5, 4, 3)})
    lines += [
        f"  {kind} from before: {rating}, peak {rating.peak:.2f}, {rating[2:]}" for kind, rating in earlier.items()
    ]
    lines.append("# Results in rows")
    standings = Standings("1f", "Anna", tuple(found), elo_ratings(found), {})
    lines += [f"  {row} {row.games}" for row in results_among(standings)]
    lines.append(f"  {ledger_name('1f')} {ledger_head('1f').decode().strip()}")
    approve(__file__, "wall-ledger", "\n".join(lines) + "\n")


def test_which_games_are_rated() -> None:
    def over(terms: Terms, reason: str | None) -> Match:
        match = Match(terms, Time())
        if reason:
            match.game.end(Ending(None, reason))
        return match

    cases = [(NAMED, "agreement"), (NAMED, None), (NAMED, "aborted"), (NAMED._replace(rated=False), "agreement")]
    cases.append((NAMED._replace(seats=("1f", "1f")), "agreement"))
    assert [is_to_be_rated(over(*case)) for case in cases] == [True, False, False, False, False]


class Played(NamedTuple):
    """A game against the program or a friend that is over or not."""

    seats: tuple[str, str]
    turns: str
    variant: str = "standard"


PLAYED = (
    Played(("you", "easy"), "Ca2 --- Cb1 --- Cc1"),
    Played(("easy", "you"), "Ca2 --- Cb1 --- Cc1"),
    Played(("you", "easy"), "--- --- --- ---"),
    Played(("you", "hard"), "Ca2"),
    Played(("hard", "you"), "Ca2 --- Cb1 --- Cc1", "classic"),
    Played(("friend", "you"), "Ca2 --- Cb1 --- Cc1"),
    Played(("easy", "hard"), "Ca2 --- Cb1 --- Cc1"),
)


def test_games_against_the_program_are_kept_listed_and_counted() -> None:
    given = context()
    lines = ["# Games in the list, the latest last"]
    for number, (seats, turns, variant) in enumerate(PLAYED):
        given.seed = lambda number=number: str(number)  # type: ignore[misc]
        match = begin_match(given, Terms(start(variant, 3, 3), seats))
        for text in turns.split():
            match.play(read_turn(text))
        match.leave()
    found = given.library.others(DUEL)
    for entry in sorted(found, key=lambda entry: (entry.title, entry.finished, entry.name)):
        opened = match_opening(given, entry)
        assert isinstance(opened, Opened)
        match = match_of(given, opened)
        lines.append(f"  {entry.title}, {entry.game} {entry.size}, finished {entry.finished}: {line(match.record)}")
        match.leave()
    lines += ["# Results", *(f"  {row} {row.games}" for row in results_here(given.library))]
    approve(__file__, "wall-results", "\n".join(lines) + "\n")
