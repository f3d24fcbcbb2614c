"""The daily table: what a journal proves, and that no forged one is listed."""

import random
from collections.abc import Callable
from datetime import date

from termpuzzles.catalogue.daily import daily_games, shared_daily_board
from termpuzzles.company.daily_table import (
    Listed,
    ProofQuestion,
    Result,
    journal_names,
    proven,
    proven_by,
    table,
    table_parts,
    why_unlisted,
)
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.task import finish
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.journal_text import event_line, head_line, identity
from tests.play.test_ghost import Events, played

DAY = date(2026, 3, 4)
OPENED = "opened 2026-03-04T09:00 daily 2026-03-04"


def board(game: str = "net") -> Puzzle:
    return shared_daily_board(game, DAY)


def honest(chance: random.Random, slips: int = 0) -> Events:
    """The events of a game on the day itself, unhurried and without help."""
    _, events = played(board(), chance, slips)
    return [(0.0, OPENED), *events]


def journal(events: Events, tail: bytes = b"") -> bytes:
    """A journal of the day with these events."""
    return head_line(board(), {}) + b"".join(event_line(*event) for event in events) + tail


def results(*journals: bytes) -> list[Result]:
    """What these journals prove about the board of the day."""
    return finish(ProofQuestion(proven_by, DAY, tuple(("net", data) for data in journals)).work(GuideCache()))


def test_a_journal_proves_its_time() -> None:
    events = honest(random.Random(1), 5)
    assert results(journal(events)) == [Result("net", False, events[-1][0])]
    assert results(b"", journal(events[:-3])) == []


def test_the_journals_of_a_day_have_the_names_of_its_boards() -> None:
    assert {game: identity(board(game)) for game in daily_games(DAY)} == journal_names(DAY)


def test_help_is_told_and_a_shown_solution_counts_for_nothing() -> None:
    events = honest(random.Random(2))
    assert proven(board(), DAY, [*events[:3], (events[2][0], "hint ends"), *events[3:]]) == Result(
        "net", True, events[-1][0]
    )
    assert proven(board(), DAY, [*events[:3], (events[2][0], "checked 0"), *events[3:]]) == Result(
        "net", False, events[-1][0]
    )
    assert proven(board(), DAY, [*events[:3], (events[2][0], "gave"), *events[3:]]) is None


def test_whoever_begins_anew_has_the_time_and_the_help_from_before() -> None:
    events = honest(random.Random(3))
    before = [(0.0, OPENED), (70.0, "hint ends"), (90.0, "attempt")]
    assert proven(board(), DAY, before + events[1:]) == Result("net", True, 90 + events[-1][0])
    again = [*events, (events[-1][0], "attempt"), *((seconds / 2, event) for seconds, event in events[1:])]
    assert proven(board(), DAY, again) == Result("net", False, events[-1][0])


def test_what_happens_after_the_end_changes_nothing() -> None:
    events = honest(random.Random(6))
    result = Result("net", False, events[-1][0])
    for after in ("gave", "hint ends", "checked 3", "won", OPENED.replace("03-04T", "03-03T")):
        assert proven(board(), DAY, [*events, (events[-1][0], after)]) == result, after


def test_a_board_may_be_left_and_opened_again_even_after_midnight() -> None:
    events = honest(random.Random(7))
    for again in ("opened 2026-03-04T23:50 daily 2026-03-04", "opened 2026-03-05T00:10 daily 2026-03-04"):
        twice = [*events[:4], (events[3][0], again), *events[4:]]
        assert proven(board(), DAY, twice) == Result("net", False, events[-1][0]), again
    late = "opened 2026-03-05T00:10 daily 2026-03-04"
    assert proven(board(), DAY, [(0.0, late), *events[1:4], (events[3][0], OPENED), *events[4:]]) is None


def without_a_move(events: Events, chance: random.Random) -> Events:
    left = chance.choice([place for place, (_, event) in enumerate(events) if event.startswith("move turn")])
    return events[:left] + events[left + 1 :]


def back_in_time(events: Events, chance: random.Random) -> Events:
    place = chance.randrange(2, len(events))
    return [*events[:place], (events[place - 1][0] - chance.uniform(0.1, 9), events[place][1]), *events[place + 1 :]]


def too_quick(events: Events, chance: random.Random) -> Events:
    share = chance.uniform(0, 1) / events[-1][0]
    return [(seconds * share, event) for seconds, event in events]


def of_another_day(events: Events, chance: random.Random) -> Events:
    day = f"2026-03-{chance.choice((1, 2, 3)):02}"
    other = chance.choice(
        (f"opened {day}T09:00 daily 2026-03-04", f"opened {day}T09:00 daily {day}", "opened", OPENED[:23])
    )
    return [(0.0, other), *events[1:]]


def of_nothing(events: Events, chance: random.Random) -> Events:
    return [events[0], (chance.uniform(1, 99), "finished")]


def finished_before(events: Events, chance: random.Random) -> Events:
    place = chance.randrange(1, len(events) - 2)
    return [*events[:place], (events[place][0], "finished"), *events[place:]]


def with_an_unknown_event(events: Events, chance: random.Random) -> Events:
    place = chance.randrange(1, len(events) - 1)
    strange = chance.choice(("won", "move turn 99,99 1", "move", "move draw 1,1"))
    return [*events[:place], (events[place][0], strange), *events[place:]]


def test_whoever_was_shown_the_solution_proves_nothing_by_another_attempt() -> None:
    events = honest(random.Random(1))
    again = [(0.0, OPENED), (3.0, "gave up"), (4.0, "attempt"), *events[1:]]
    assert proven(board(), DAY, [event for event in again if event[1] != "gave up"]) is not None
    assert proven(board(), DAY, again) is None


FORGERIES: tuple[Callable[[Events, random.Random], Events], ...] = (
    *(without_a_move, back_in_time, too_quick, of_another_day, of_nothing, finished_before, with_an_unknown_event),
)


def test_of_a_thousand_forged_results_none_is_listed() -> None:
    chance = random.Random(4)
    games = [honest(chance) for _ in range(10)]
    assert all(proven(board(), DAY, events) for events in games)
    for number in range(1000):
        forge = FORGERIES[number % len(FORGERIES)]
        assert proven(board(), DAY, forge(chance.choice(games), chance)) is None, forge.__name__


def test_nobody_changes_more_than_twenty_cells_a_second() -> None:
    first, *moves, finished = [event for _, event in honest(random.Random(8)) if not event.startswith("clock")]
    at_once = "; ".join(move.removeprefix("move ") for move in moves[:3])
    moves = [f"move {at_once}", *moves[3:]]
    cells = sum(move.count(",") for move in moves)
    assert cells > len(moves)
    for more, is_proven in ((0.0, True), (-0.001, False)):
        seconds = cells / 20 + more
        events = [(0.0, first), *((0.0, move) for move in moves), (seconds, finished)]
        assert proven(board(), DAY, events) == (Result("net", False, seconds, True) if is_proven else None)


def test_a_damaged_journal_proves_nothing_but_a_torn_line_does_no_harm() -> None:
    events = honest(random.Random(5))
    assert results(journal(events, b"garbled\nmore\n")) == []
    assert len(results(journal(events, b"99.1 mov"))) == 1


def test_the_table_sorts_by_game_help_and_time() -> None:
    first, second = daily_games(DAY)[:2]
    found = [
        Listed("Anna", (Result(second, False, 61), Result(first, True, 5)), 3),
        Listed("Bob", (Result(first, False, 90),)),
        Listed("Cleo", (Result(first, False, 75.2),)),
    ]
    lines = [line.split() for line in table(DAY, table_parts(DAY, found, 9)).splitlines() if line]
    names = ["2026-03-04", "help", "Cleo", "Bob", "help", "streak", "help", "streak"]
    assert [line[-1] for line in lines] == names
    assert [line[1] for line in lines[2:4]] == ["1:15", "1:30"]
    assert lines[5] == ["1", "0:05", "Anna", "3-day", "streak"]
    assert "without" in lines[1]
    assert "with" in lines[4]
    assert "Nobody" in table(DAY, [])


def test_of_many_players_the_first_are_shown_and_the_one_who_asks() -> None:
    game = daily_games(DAY)[0]
    found = [Listed(f"player {number}", (Result(game, False, number),)) for number in range(100)]
    (part,) = table_parts(DAY, found, 5, "player 41")
    assert [row.rank for row in part.rows] == [1, 2, 3, 4, 5, 42]


def test_who_is_not_listed_is_told_why() -> None:
    events = honest(random.Random(2))
    for changed, came, why in (
        (events, True, "it was played on another machine"),
        ([*events[:-1], (events[-1][0], "gave up"), events[-1]], False, "you were shown the solution"),
        (
            [(0.0, OPENED.replace(" daily 2026-03-04", "")), *events[1:]],
            False,
            "it was not opened as the board of the day, from Home or Daily",
        ),
        (events, False, "it was not opened on its day, or its journal proves nothing"),
    ):
        assert why_unlisted("net", DAY, journal(changed), came) == f"Your Net is not listed: {why}."
    assert why_unlisted("net", DAY, journal(events[:-1]), True) == ""
