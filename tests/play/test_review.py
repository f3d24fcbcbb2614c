"""Reviewing a game: the review finds all planted mistakes and long pauses, and nothing else."""

from random import Random

import pytest

from termpuzzles.formats import read
from termpuzzles.games.model import Change, Move, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.explain.grades import technique_name
from termpuzzles.logic.task import finish
from termpuzzles.play.review import reviewing, shown_at, state_after
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
