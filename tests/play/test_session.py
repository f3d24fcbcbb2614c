"""A session of any game: playing, undoing, beginning again, the clock, and restoring it from its events."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.board.survey import survey
from termpuzzles.formats import read
from termpuzzles.games import named, names
from termpuzzles.games.model import Change, Gesture, Move, Puzzle, State
from termpuzzles.session.assistance import last_sound
from termpuzzles.session.attempt import (
    BACK,
    BEGIN_TRIAL,
    CHECKED,
    DROP_TRIAL,
    EVENTS,
    HINT,
    KEEP_TRIAL,
    MARK,
    MOVE,
    SOURCE,
    Attempt,
    EventKind,
)
from termpuzzles.session.history import History
from termpuzzles.session.session import Clock, Session, clock_text
from tests.games.boards import board, random_puzzle

ACTIONS = ("turn", "turn back", "turn half", "pin", "line", "cross")

every_game = pytest.mark.parametrize("name", names())


class Time:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def random_session(rng: Random, name: str, gestures: int = 200) -> tuple[Session, list[State], list[tuple[float, str]]]:
    """A session after random gestures, the states it went through, and the events it recorded."""
    puzzle = random_puzzle(rng, named(name))
    events: list[tuple[float, str]] = []
    session = Session(puzzle, record=lambda seconds, event: events.append((seconds, event)))
    states = [session.state]
    for _ in range(gestures):
        if session.do(Gesture(rng.choice(ACTIONS), rng.randrange(puzzle.grid.size), rng.choice(SIDES))):
            states.append(session.state)
    return session, states, events


def almost_done() -> Session:
    """A session one turn before its end: the upper left corner of a ring is wrong."""
    return Session(board(named("infinity"), "┗┓", "┗┛"))


def test_what_is_wrong_is_judged_once_for_each_position() -> None:
    session = almost_done()
    before = session.mistakes
    assert before
    assert session.mistakes is before
    session.do(Gesture("turn", 3))
    assert session.mistakes
    assert session.mistakes is not before


@every_game
def test_undoing_all_and_redoing_all_passes_through_every_state(name: str) -> None:
    session, states, _ = random_session(Random(1), name)
    for state in reversed(states[:-1]):
        assert session.undo()
        assert session.state == state
    assert not session.undo()
    for state in states[1:]:
        assert session.redo()
        assert session.state == state
    assert not session.redo()


@every_game
def test_the_survey_kept_up_to_date_is_the_survey_made_anew(name: str) -> None:
    rng = Random(2)
    session, _, _ = random_session(rng, name, 60)
    for _ in range(100):
        rng.choice((session.undo, session.redo, session.restart, session.undo))()
        if rng.random() < 0.7:
            assert session.survey == survey(session.puzzle.grid, session.state.lines)


@every_game
def test_a_sitting_restored_from_its_events_stands_where_it_stood_with_its_past_and_its_future(name: str) -> None:
    rng = Random(3)
    session, _, events = random_session(rng, name)
    session.apply(MARK)
    session.restart()
    session.apply(HINT)
    session.undo()
    session.undo()
    session.apply(BACK)
    session.undo()
    again = Session(session.puzzle)
    assert again.restore(events) == len(events)
    assert (again.state, again.attempt.hints, again.turns) == (session.state, session.attempt.hints, session.turns)
    while session.undo():
        assert again.undo()
        assert again.state == session.state
    while session.redo():
        assert again.redo()
        assert again.state == session.state
    assert not again.redo()


def test_restoring_stops_before_the_first_invalid_event() -> None:
    session = almost_done()
    events = [(1.0, "move turn 1,1 2"), (2.0, "move turn 9,9 1"), (3.0, "undo")]
    assert session.restore(events) == 1
    assert session.turns == 1
    assert session.clock.seconds == 1.0


def test_beginning_again_can_be_undone() -> None:
    session = almost_done()
    assert not session.restart()
    session.do(Gesture("turn back", 0))
    before = session.state
    assert session.restart()
    assert session.state == session.puzzle.start
    assert session.undo()
    assert session.state == before


def test_a_solved_board_turns_no_more_until_undone_or_begun_again() -> None:
    session = almost_done()
    assert not session.solved
    assert session.do(Gesture("turn", 0))
    assert session.solved
    assert session.do(Gesture("turn", 0)) is None
    assert session.do(Gesture("pin", 0)) is None
    session.undo()
    assert session.do(Gesture("turn", 0))


def test_pins_and_undone_turns_do_not_count_as_turns() -> None:
    session = Session(board(named("infinity"), "┓┓", "┗┛"))
    session.do(Gesture("pin", 1))
    session.do(Gesture("turn", 0))
    assert session.turns == 1
    session.undo()
    assert session.turns == 0


def test_undo_does_not_give_hints_back() -> None:
    session = almost_done()
    session.do(Gesture("turn", 1))
    session.apply(HINT)
    session.undo()
    assert session.attempt.hints == 1


def test_going_back_to_a_mark_keeps_what_followed_for_redo() -> None:
    session = Session(board(named("infinity"), "┓┓", "┗┛"))
    assert not session.apply(BACK)
    session.do(Gesture("turn", 1))
    session.apply(MARK)
    marked = session.state
    session.do(Gesture("turn", 1))
    session.do(Gesture("turn", 2))
    assert session.apply(BACK)
    assert session.state == marked
    assert session.redo()


def test_a_mark_is_forgotten_when_the_past_it_stood_in_is_replaced() -> None:
    session = Session(board(named("infinity"), "┓┓", "┗┛"))
    session.do(Gesture("turn", 1))
    session.do(Gesture("turn", 1))
    session.apply(MARK)
    session.undo()
    session.do(Gesture("turn", 2))
    assert not session.apply(BACK)


def test_each_event_is_recorded_before_it_has_any_effect() -> None:
    puzzle = board(named("infinity"), "┗┓", "┗┛")
    log: list[tuple[str, int]] = []
    session = Session(puzzle, record=lambda _, event: log.append((event, session.turns)))
    session.do(Gesture("turn", 0))
    session.undo()
    assert log == [("move turn 1,1 1", 0), ("finished", 1), ("undo", 1)]


def test_the_clock_counts_only_while_it_runs_and_stops_for_good_when_the_board_is_solved() -> None:
    time = Time()
    session = Session(board(named("infinity"), "┗┓", "┗┛"), now=time)
    time.now += 5
    assert session.clock.seconds == 0
    session.resume()
    time.now += 7
    session.clock.stop()
    time.now += 100
    assert session.clock.seconds == 7
    session.resume()
    session.do(Gesture("turn", 0))
    time.now += 100
    session.resume()
    assert session.clock.seconds == 7


def test_a_clock_set_back_by_its_machine_never_runs_backward() -> None:
    time = Time()
    clock = Clock(time, 3.0)
    clock.start()
    time.now -= 50
    assert clock.seconds == 3.0


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (59.9, "0:59"),
        (65, "1:05"),
        (3599, "59:59"),
        (3600, "1:00:00"),
        (3661, "1:01:01"),
        (36_000, "10:00:00"),
    ],
)
def test_time_reads_as_minutes_and_hours(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


def large_board() -> Puzzle:
    return random_puzzle(Random(5), named("net"), 40)


def test_a_large_board_keeps_few_positions_and_still_knows_them_all() -> None:
    rng, puzzle = Random(4), large_board()
    history, states = History(puzzle, puzzle.start), [puzzle.start]
    history._latest_limit = 4
    while len(states) < 400:
        move = puzzle.game.interpret(puzzle, states[-1], Gesture("turn", rng.randrange(puzzle.grid.size)))
        if move is not None:
            states.append(history.play(move))
    assert len(history._kept) + len(history._latest) < 20
    for position in rng.sample(range(400), 60):
        assert history.state_at(position) == states[position]


def test_a_long_game_keeps_few_positions_and_none_holds_twice_what_did_not_change() -> None:
    rng, puzzle = Random(7), random_puzzle(Random(5), named("net"), 30)
    history, states = History(puzzle, puzzle.start), [puzzle.start]
    while len(states) < 3000:
        gesture = Gesture(rng.choice(("turn", "pin")), rng.randrange(puzzle.grid.size))
        if (move := puzzle.game.interpret(puzzle, history.state, gesture)) is not None:
            states.append(history.play(move))
            before, after = states[-2:]
            assert after.notes is before.notes
            assert (after.lines is before.lines) != (after.pins is before.pins)
    assert len(history._kept) + len(history._latest) < 120
    for position in [*rng.sample(range(3000), 60), *range(2999, 2900, -1)]:
        assert history.state_at(position) == states[position]


def moves_played_to_go_to(position: int, puzzle: Puzzle, moves: int) -> int:
    """How many moves are played again to show a position of a game of so many moves."""
    played = 0

    def play(*given: Any) -> State:
        nonlocal played
        played += 1
        return puzzle.game.play(*given)

    counted = replace(puzzle, game=replace(puzzle.game, play=play))
    history = History(counted, counted.start)
    for _ in range(moves):
        history.play(Move((Change("pin", 0, 0),)))
    played = 0
    history.state_at(position)
    return played


@pytest.mark.parametrize(
    ("position", "played"),
    [(300, 0), (236, 0), (235, 43), (193, 1), (192, 0), (191, 63), (64, 0), (63, 63), (1, 1), (0, 0)],
)
def test_every_64th_position_and_the_latest_64_are_known_and_others_played_again(position: int, played: int) -> None:
    assert moves_played_to_go_to(position, board(named("infinity"), "┗┓", "┗┛"), 300) == played


@pytest.mark.parametrize(("position", "played"), [(30, 0), (10, 0), (9, 9), (0, 0)])
def test_of_a_huge_board_so_many_of_the_latest_positions_are_known_as_take_16_mebibytes(
    position: int, played: int
) -> None:
    (puzzle,) = read(f"net:512x512:{'0' * 512 * 512}")
    assert moves_played_to_go_to(position, puzzle, 30) == played


@pytest.mark.parametrize(
    ("size", "moves", "position", "played"),
    [
        ((256, 255), 345, 256, 1),  # of 65,280 cells every 255th
        ((256, 255), 345, 255, 0),
        ((256, 255), 345, 254, 254),
        ((1200, 1200), 10, 7, 0),
        ((1200, 1200), 10, 6, 6),
    ],
)
def test_of_a_large_board_fewer_positions_are_known_but_always_the_latest_four(
    size: tuple[int, int], moves: int, position: int, played: int
) -> None:
    grid = Grid(*size)
    assert moves_played_to_go_to(position, Puzzle(named("net"), grid, bytes(grid.size)), moves) == played


@every_game
def test_a_trial_is_kept_as_one_move_or_dropped_and_restored_as_a_trial(name: str) -> None:
    rng = Random(9)
    for _ in range(20):
        session, _, events = random_session(rng, name, 12)
        if session.solved:
            continue
        before, moves = session.state, len(session.moves)
        assert session.apply(BEGIN_TRIAL)
        assert not session.apply(BEGIN_TRIAL)
        for _ in range(6):
            session.do(Gesture(rng.choice(ACTIONS), rng.randrange(session.puzzle.grid.size), rng.choice(SIDES)))
        if session.attempt.trial is None:
            continue  # the trial has solved the board
        again = Session(session.puzzle)
        assert again.restore(events) == len(events)
        found, wanted = again.attempt, session.attempt
        assert (found.state, found.trial, found.tried) == (wanted.state, wanted.trial, wanted.tried)
        while again.undo():
            pass
        assert again.state == before
        after = session.state
        if rng.random() < 0.5:
            assert session.apply(KEEP_TRIAL)
            assert session.state == after
            assert len(session.moves) <= moves + 1
            if len(session.moves) > moves:
                session.undo()
                assert session.state == before
        else:
            assert session.apply(DROP_TRIAL)
            assert (session.state, session.attempt.can_redo) == (before, False)
        restored = Session(session.puzzle)
        assert restored.restore(events) == len(events)
        assert (restored.state, restored.attempt.trial, restored.moves) == (session.state, None, session.moves)


def test_positions_are_marked_by_name() -> None:
    session, _, events = random_session(Random(3), "net", 3)
    session.apply(MARK, "left half")
    here = session.state
    while session.state == here:
        session.do(Gesture("pin", 0))
    session.apply(MARK)
    assert session.apply(BACK, "left half")
    assert session.state == here
    assert session.apply(BACK)
    restored = Session(session.puzzle)
    restored.restore(events)
    assert restored.attempt.marks == session.attempt.marks


def test_the_last_sound_position_is_found_and_gone_back_to() -> None:
    session = Session(board(named("net"), "┓╺╸", "╻┻╸", "┗━┛"))
    solution = bytes(9 * [15])
    session.do(Gesture("turn", 0))
    assert last_sound(session.puzzle, session.attempt.history, solution) == session.attempt.history.at
    sound = session.state
    session.do(Gesture("pin", 0))
    session.do(Gesture("turn", 1))
    assert session.go_to(last_sound(session.puzzle, session.attempt.history, solution))
    assert session.state == sound
    assert session.attempt.can_redo


def test_a_moved_source_is_an_event_that_is_read_back_and_a_garbled_one_is_not() -> None:
    events: list[tuple[float, str]] = []
    session = almost_done()
    session.record = lambda seconds, event: events.append((seconds, event))
    session.apply(SOURCE, 1)
    assert events == [(0.0, "source 2,1")]
    again = almost_done()
    assert again.restore(events) == 1
    assert again.attempt.source == 1
    for bad in (
        "source",
        "source 0,1",
        "source 1,0",
        "source 99,1",
        "source 1,99",
        "source ²,1",
        "source 1,-1",
        f"source {'0' * 5000}1,1",
    ):
        assert almost_done().restore([(0.0, bad)]) == 0


def test_one_goes_back_to_an_earlier_position_only() -> None:
    session = almost_done()
    for cell in (3, 2):
        session.do(Gesture("turn", cell))
    assert [session.go_to(position) for position in (3, 2)] == [False, False]
    assert session.go_to(0)
    assert not session.go_to(0)
    assert session.attempt.can_redo


def test_what_a_check_has_found_is_read_as_a_plain_number() -> None:
    for found, wrong in (("1", 1), ("27", 1), ("0", 0), ("", 0), ("-1", 0), ("x", 0), ("9" * 5_000, 0)):
        session = almost_done()
        assert session.restore([(1.0, f"checked {found}"), (2.0, "hint")]) == 2
        assert session.attempt.wrong_checks == wrong


@pytest.mark.parametrize("event", ["hint", "checked 1", "gave up"])
def test_each_kind_of_help_counts_as_help(event: str) -> None:
    session = almost_done()
    assert session.attempt.unaided
    session.restore([(1.0, event)])
    assert not session.attempt.unaided


@every_game
def test_events_of_every_kind_that_were_played_are_read_back_to_the_same_attempt(name: str) -> None:
    rng, texts = Random(7), ("", "a b")
    about: dict[EventKind[Any], Sequence[object]] = {MARK: texts, BACK: texts, HINT: texts, CHECKED: (0, 3)}
    for _ in range(4):
        session, _, events = random_session(rng, name, 10)
        about[SOURCE] = range(session.puzzle.grid.size)
        for _ in range(60):
            kind = rng.choice([kind for kind in EVENTS.values() if kind is not MOVE])
            session.apply(kind, rng.choice(about.get(kind, ("",))))
            session.do(Gesture(rng.choice(ACTIONS), rng.randrange(session.puzzle.grid.size), rng.choice(SIDES)))
        again = Session(session.puzzle)
        assert again.restore(events) == len(events)
        assert seen(again.attempt) == seen(session.attempt)


def seen(attempt: Attempt) -> tuple[object, ...]:
    """All that a player or a later event can see of an attempt."""
    help_taken = attempt.hints, attempt.wrong_checks, attempt.gave_up
    return attempt.state, attempt.history.entries, attempt.marks, attempt.trial, attempt.source, help_taken
