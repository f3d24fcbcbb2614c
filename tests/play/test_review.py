"""Reviewing a game: the review finds all planted mistakes and long pauses, and nothing else."""

from itertools import pairwise
from random import Random

import pytest

from termpuzzles.formats import read
from termpuzzles.games.model import Change, Move, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.logic.task import finish
from termpuzzles.play.review import reviewing, shown_at, starts, state_after
from termpuzzles.storage.journal_text import Event

NET = "5x5w:78a2ab47ad541418beb984d39"


def puzzle() -> Puzzle:
    return read(NET)[0]


def game(rng: Random, wrong: set[int], pauses: set[int]) -> list[Event]:
    """A game in which every tile is turned right and pinned, some first wrongly, with long pauses before some."""
    board, events, seconds = puzzle(), [], 0.0
    answer = solve(board)
    assert answer
    turned = list(range(board.grid.size))
    rng.shuffle(turned)
    from termpuzzles.board.grid import TURNS

    for cell in turned:
        x, y = board.grid.place(cell)
        want, have = answer.lines[cell], board.start.lines[cell]
        quarters = TURNS[have].index(want)
        seconds += 60.0 if cell in pauses else 2.0
        if cell in wrong:
            off = next(turn for turn in (1, 2, 3) if TURNS[have][turn] != want)
            slip = (Change("turn", x, y, off), Change("pin", x, y))
            events.append((seconds, f"move {Move(slip)}"))
            back = (Change("free", x, y), Change("turn", x, y, 4 - off))
            events.append((seconds, f"move {Move(back)}"))
        turn = (Change("turn", x, y, quarters),) if quarters else ()
        events.append((seconds, f"move {Move((*turn, Change('pin', x, y)))}"))
    return events


@pytest.mark.parametrize("seed", range(5))
def test_every_planted_mistake_and_pause_is_found_and_nothing_else(seed: int) -> None:
    rng, board = Random(seed), puzzle()
    wrong, pauses = set(rng.sample(range(25), 4)), set(rng.sample(range(25), 3))
    events = game(rng, wrong, pauses)
    found = finish(reviewing(board, events))
    named = {cell for cell in range(25) for each in found.wrong if f" {board.grid.name(cell)} " in each.sentence}
    assert named == wrong
    assert len(found.wrong) == len(wrong)
    first = next(place for place, (_, event) in enumerate(events) if event.count("free"))
    assert found.wrong[0].event == first
    long = [place for place in range(1, len(events)) if events[place][0] - events[place - 1][0] >= 60]
    assert len(long) >= 2
    assert [(pause.event, pause.seconds) for pause in found.pauses] == [(place, events[place - 1][0]) for place in long]
    for pause in found.pauses:
        hint = Guide(board).hint(state_after(board, events, pause.event))
        assert hint
        assert (hint.rule or "") == pause.rule
        assert "60 s" in pause.sentence or "62 s" in pause.sentence
        assert (technique_name(hint.rule) if hint.rule else "a correct tile") in pause.sentence


def test_a_game_without_mistakes_and_pauses_has_nothing_to_tell() -> None:
    found = finish(reviewing(puzzle(), game(Random(9), set(), set())))
    assert found == ((), ())


def test_where_every_pause_is_long_none_is_reported() -> None:
    assert finish(reviewing(puzzle(), game(Random(9), set(), set(range(25))))) == ((), ())


def test_the_game_can_be_played_again_from_any_point() -> None:
    events = game(Random(2), set(), set())
    for count in (0, 7, len(events)):
        shown = shown_at(puzzle(), events, count)
        assert sum(shown.start.pins) == count


def waiting(waits: list[float]) -> list[Event]:
    """A game of turns of one tile with these waits between them, while the clock is recorded, too."""
    events, seconds = [(1.0, "opened 2026-11-21T12:00"), (1.0, "move turn 1,1 1")], 1.0
    for wait in waits:
        seconds += wait
        events += [(seconds - wait / 2, "clock"), (seconds, "move turn 1,1 1")]
    return events


@pytest.mark.parametrize(
    ("waits", "long"),
    [
        ([], []),
        ([15.0], []),
        ([2.0, 2.0, 2.0, 15.0], [3]),
        ([2.0, 2.0, 2.0, 14.9375], []),
        ([15.0, 2.0, 2.0, 2.0, 15.0, 2.0], [0, 4]),
        ([3.75, 3.75, 3.75, 15.0], [3]),
        ([4.0, 4.0, 4.0, 15.9375], []),
        ([4.0, 4.0, 16.0, 4.0], [2]),
        ([1.0, 1.0, 20.0, 20.0], []),
        ([1.0, 1.0, 1.0, 20.0, 20.0], [3, 4]),
        ([1.0] * 9 + [20.0, 27.0, 21.0, 26.0, 22.0, 25.0, 23.0, 24.0], [9, 10, 11, 12, 13, 14, 15, 16]),
        ([1.0] * 10 + [21.0, 20.0, 28.0, 27.0, 22.0, 26.0, 25.0, 23.0, 24.0], [10, 12, 13, 14, 15, 16, 17, 18]),
    ],
)
def test_the_eight_longest_of_the_long_pauses_are_told_in_their_order(waits: list[float], long: list[int]) -> None:
    events = waiting(waits)
    moves = [place for place, (_, event) in enumerate(events, 1) if event.startswith("move")]
    found = finish(reviewing(puzzle(), events)).pauses
    assert [(pause.event, pause.seconds) for pause in found] == [
        (moves[number], events[moves[number] - 1][0]) for number in long
    ]
    assert [pause.sentence.split(" s: ")[0] for pause in found] == [f"{round(waits[number])}" for number in long]


@pytest.mark.parametrize("number", [0, 1, 2, 9, 10, 11, 20, 99, 100])
def test_a_game_can_be_played_again_from_ten_moments_at_most_evenly_from_its_beginning(number: int) -> None:
    events = [(float(place + 1), "clock") for place in range(number)]
    found = starts(events)
    counts = [moment.event for moment in found]
    assert len(counts) == max(1, min(10, number))
    assert counts[0] == 0
    assert all(moment.seconds == moment.event for moment in found), "the clock has as many seconds as there are events"
    gaps = {after - before for before, after in pairwise([*counts, number])}
    assert max(gaps) - min(gaps) <= 1


def test_in_a_game_of_drawing_a_wrong_line_is_told_of_both_its_cells() -> None:
    (board,) = read("simpleloop/3/3/02")
    lines = ("1,1 E", "1,1 S", "2,2 E", "2,2 W")
    found = finish(reviewing(board, [(float(at), f"move line {line}") for at, line in enumerate(lines)]))
    assert [(moment.event, moment.sentence) for moment in found.wrong] == [
        (4, f"The cell at {cell} was given a wrong line.") for cell in ("(1, 2)", "(2, 2)")
    ]
