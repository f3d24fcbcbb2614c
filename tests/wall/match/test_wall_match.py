"""A match: staging obeys the rules, a journal brings every game back, clocks run as agreed."""

from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import finish
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.store import MemoryStore
from termpuzzles.wall.game.model import RuleError
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import Wall, start
from termpuzzles.wall.game.records import line, replay
from termpuzzles.wall.game.rules import judge, successors, turn_between
from termpuzzles.wall.match.match import BestQuestion, Match, ending_in_words, turn_in_words
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.match.terms import Terms, terms_of
from tests.data.sweep import share

NAME = "a" * 24


class Watch:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(store: MemoryStore, terms: Terms, watch: Watch) -> Match:
    """The match whose journal is in the store, with its clock running."""
    match = Match(terms, watch, Journal(store.open(NAME), terms.head))
    match.clock.start()
    return match


def a_turn(match: Match, chance: Random) -> Turn:
    """Some legal turn of the side to move."""
    after = chance.choice(list(successors(match.position)))
    return turn_between(match.position, after)


@pytest.mark.parametrize("seed", range(share(30)))
def test_a_game_is_the_same_after_its_journal_was_cut_anywhere_between_two_lines(seed: int) -> None:
    chance, watch, store = Random(seed), Watch(), MemoryStore()
    terms = Terms(start(chance.choice(("standard", "classic")), 3, 4), ("you", "friend"), "1+1")
    match = opened(store, terms, watch)
    records = []
    for _ in range(12):
        if match.game.outcome:
            break
        watch.now += chance.randrange(5)
        if chance.random() < 0.15:
            match.take_back()
        elif chance.random() < 0.05:
            match.resign(match.position.side)
        else:
            match.play(a_turn(match, chance))
        records.append((line(match.record), [round(left, 1) for left in match.clock.left]))
    data = store.journals[NAME]
    match.leave()
    again = opened(store, terms_of(parse(data).head), watch)
    assert (line(again.record), [round(left, 1) for left in again.clock.left]) == records[-1]
    again.leave()
    for place in (at + 1 for at, byte in enumerate(data) if byte == ord("\n")):
        store.journals[NAME] = data[:place]
        part = opened(store, terms, watch)
        assert not part.game.turns or line(part.record) in [record for record, _ in records]
        part.leave()


def test_a_record_of_a_match_replays() -> None:
    chance, watch, store = Random(1), Watch(), MemoryStore()
    match = opened(store, Terms(start("standard", 4, 4), ("you", "easy")), watch)
    while not match.game.outcome:
        match.play(a_turn(match, chance))
    assert replay(match.record).outcome == match.game.outcome
    assert ending_in_words(match.game.outcome)


@pytest.mark.parametrize(("clock", "control"), [("", None), ("3+2", "180+2")])
def test_a_record_tells_the_clock_in_seconds(clock: str, control: str | None) -> None:
    match = Match(Terms(start("standard", 4, 4), ("you", "friend"), clock), Watch())
    assert match.record.details["time_control"] == control


@pytest.mark.parametrize("seed", range(share(40)))
def test_what_is_staged_is_always_a_legal_turn(seed: int) -> None:
    chance = Random(seed)
    position = start("standard", 3, 3)
    for _ in range(chance.randrange(4)):
        position = chance.choice(list(successors(position)))
    if position.distance(0) < 1 or position.distance(1) < 1:
        return
    staging = Staging(position)
    for _ in range(12):
        before = staging.turn
        if chance.random() < 0.2:
            staging.back()
            continue
        if chance.random() < 0.5:
            place, mouse = (chance.randrange(-1, 4), chance.randrange(-1, 4)), chance.random() < 0.5
            why = staging.put(mouse, place)
        else:
            why = staging.build(Wall(chance.random() < 0.5, chance.randrange(3), chance.randrange(3)))
        judge(position, staging.turn)
        assert (staging.turn == before) if why else (0 <= staging.left <= 2)
        for mouse in (False, True):
            for target in staging.targets(mouse):
                changed = staging.turn._replace(mouse=target) if mouse else staging.turn._replace(cat=target)
                judge(position, changed)


def test_cells_to_go_to_are_all_that_a_piece_can_reach() -> None:
    staging = Staging(start("standard", 4, 4))
    reachable = []
    for file in range(4):
        for rank in range(4):
            with suppress(RuleError):
                judge(staging.position, Turn(cat=(file, rank)))
                reachable.append((file, rank))
    assert sorted(staging.targets(mouse=False)) == sorted(reachable)
    assert staging.build(Wall(False, 0, 3)) == ""
    assert set(staging.targets(mouse=False)) == {(0, 2), (1, 3)}, "steps come before walls"


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_level_plays_legal_turns_to_the_end_of_a_game(level: str) -> None:
    match = Match(Terms(start("standard", 4, 4), (level, level)), Watch())
    for number in range(60):
        if match.game.outcome:
            break
        found = finish(BestQuestion(line(match.record), level, str(number)).work(GuideCache()))
        match.play(found.turn)
    assert match.game.outcome


def test_the_engine_can_be_stopped_at_every_node() -> None:
    asked = 0

    def is_over() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    question = BestQuestion("wall1 standard 8x8 * -", "expert", "")
    with pytest.raises(Exception, match="stopped before the end"):
        finish(question.work(GuideCache()), is_over)
    assert asked == 6


@pytest.mark.parametrize(
    "facts",
    [
        b'{"game": "net", "size": "3x3", "title": "", "text": ""}\n',
        b'{"game": "duel:wall", "size": "3x3", "title": "", "text": "3x3 standard a3 a1 c3 c1 r -"}\n',
        b'{"game": "duel:wall", "size": "3x3", "title": "", "text": "", "seats": ["you", "easy"]}\n',
        b'{"game": "duel:wall", "size": "3x3", "title": "", "text": "", "seats": [["you"], "easy"]}\n',
    ],
)
def test_a_damaged_head_is_refused(facts: bytes) -> None:
    with pytest.raises(PuzzleError):
        terms_of(parse(facts).head)


def test_turns_are_said_in_words() -> None:
    assert turn_in_words(read_turn("Cb7.>a3")) == "cat to b7, wall right of a3"
    assert turn_in_words(Turn()) == "passes"


def test_distances_of_a_staged_position_are_those_after_the_turn() -> None:
    staging = Staging(start("standard", 8, 8))
    far = [staging.shown.distance(0)]
    for place in ((0, 6), (0, 5)):
        staging.put(False, place)
        far.append(staging.shown.distance(0))
    assert all(before - after == 1 for before, after in pairwise(far))


def test_nothing_is_wrong_with_a_match_that_is_kept_or_that_nobody_keeps() -> None:
    terms, heard = Terms(start("standard", 4, 4), ("you", "friend")), list[str]()
    for match in (Match(terms, Watch()), opened(MemoryStore(), terms, Watch())):
        match.keeping.when_stored(lambda: heard.append("stored"))
        assert match.play(read_turn("---"))
        assert (match.trouble, match.keeping.lost, match.keeping.is_stored) == ("", "", True)
        match.leave()
