"""Hints from mixed positions, judged by a SAT solver: boards with one solution, with several, or none."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from termpuzzles.formats import read
from termpuzzles.games.model import State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import AMBIGUOUS
from tests.data import sweep
from tests.hints.oracle import GAMES, Oracle, judged

HINTS = sweep.share(2000, 10)  # for each game


@pytest.mark.parametrize("name", GAMES)
def test_no_hint_is_false_and_every_mistake_can_be_checked_step_by_step(name: str) -> None:
    rng, counts = Random(6), Counter[str]()
    while counts.total() < HINTS:
        assert not list(judged(rng, name, 5, counts))
    assert counts["mistake"]
    assert counts["ambiguous"]


@pytest.mark.parametrize(
    ("board", "lines", "pins", "notes", "turned"),
    [
        # a mistake that rests on masks of its own cell that were ruled out before
        (
            "net:5x4w:66cacd428282cfb4d62d",
            "0909030a03070108020808080c0f0e0107090807",
            "0000000000000000000001000100000000000000",
            "2004010800840100000000020000000008000200",
            [10, 12, 17],
        ),
        # steps that rule turns out without settling any side
        ("infinity:3x5w:3b9a44626a67516", "0c0e060a01010908090a090d050409", "00" * 15, "00" * 15, []),
        # one tile alone, joined to itself around the board
        ("net:1x6w:825aaa", "0202050a0a0a", "000000010000", "020800000000", [1, 2, 3]),
        # a chain that closes a loop with its own start
        (
            "simpleloop/5/4/",
            "06010405030a020002080a0c0108020c05050509",
            "00" * 20,
            "0000000000040100000000000200000000080000",
            [],
        ),
        # a line that is ruled out and brings another with it, by what a cell beyond knows without a step
        (
            "puzz.link/p?simpleloop/5/5/00020",
            "04010200020000080409000405010000000000000000000000",
            "00" * 25,
            "00000000000000000000000000000000000000000004010000",
            [],
        ),
        # a cell that may stay blank, which its neighbours narrow without a step
        (
            "https://puzz.link/p?mashu/4/4/0i00j0",
            "00000000000000000204010008000000",
            "00" * 16,
            "00000000000004010000000000000000",
            [],
        ),
        # a loop that closes at a cell of which nothing else is said: a third line there could lead on
        (
            "https://puzz.link/p?mashu/7/8/0000903010310010000",
            "0000000405050300000000060509000004010c0503000000"
            "020605090200000a0804030a00000c0100080800000401000000040104050100",
            "00" * 56,
            "0000000000000000000000000000000000000000000002000401000000"
            "080004010000000000020401000000000802000000000000080000",
            [],
        ),
        # two lines out of a corner that may stay blank, where wrong marks part the rest of the board
        (
            "https://puzz.link/p?mashu/8/6/0300090000940100",
            "000200000000000000080202000000000000080802000000000000040900040100000000040100000000000000000000",
            "00" * 48,
            "000004010004010000000000000000000204050100000200080000000000080000000004010002000000000000000800",
            [],
        ),
        # marks that leave no solution, which takes a longer search to see than a large board could be given
        (
            "https://puzz.link/p?mashu/8/8/00900930c0030033000110",
            "0000000000000000000000000000000000000000000000000000040100000000"
            "0000000000000200000004010401080000000000000000000000000000040100",
            "00" * 64,
            "0000000000000000000000000000000000040102000000000000000800040100"
            "0000000006010000000000000800000000000401000401000004010000000000",
            [],
        ),
        # the same without one line, where only the number of lines out of a part shows that no solution is left
        (
            "https://puzz.link/p?mashu/8/8/00900930c0030033000110",
            "0000000000000000000000000000000000000000000000000000040100000000"
            "0000000000000200000004010000080000000000000000000000000000040100",
            "00" * 64,
            "0000000000000000000000000000000000040102000000000000000800040100"
            "0000000004010000000000000000000000000401000401000004010000000000",
            [],
        ),
    ],
)
def test_no_hint_is_false_where_one_was(board: str, lines: str, pins: str, notes: str, turned: list[int]) -> None:
    (puzzle,) = read(board)
    state, oracle = State(*map(bytes.fromhex, (lines, pins, notes))), Oracle(puzzle)
    for near in sweep.sample(range(puzzle.grid.size), 12 if puzzle.grid.size > 40 else 1):
        hint = Guide(puzzle).hint(state, near, turned=turned)
        assert hint
        assert not oracle.complaint(state, frozenset(turned), hint)


@pytest.mark.parametrize("board", ["simpleloop/4/4/", "https://puzz.link/p?mashu/6/6/00000000i000"])
def test_several_solutions_are_told_even_if_a_short_search_does_not_find_the_second(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.hints.witness.WORK", 1)
    monkeypatch.setattr("termpuzzles.hints.witness.CELLS", 1)
    (puzzle,) = read(board)
    state, oracle, guide = puzzle.start, Oracle(puzzle), Guide(puzzle)
    kinds = set()
    while hint := guide.hint(state):
        kinds.add(hint.kind)
        assert not oracle.complaint(state, frozenset(), hint)
        assert hint.move
        state = puzzle.game.play(puzzle, state, hint.move)
    assert AMBIGUOUS in kinds
