"""Every hint on real boards and our own: each follows from what is known, and the last one solves the board.

The ordinary run takes a few small boards of each kind; `.venv/bin/python -m tests.hints.all_hints` takes all.
"""

from __future__ import annotations

import pytest

from termpuzzles.formats import read
from tests.corpus import path
from tests.data import sweep
from tests.data.tables import GAMES
from tests.hints.all_hints import Numbers, boards, measure

OWN = "tests/data "
KINDS = {f"{OWN}{game}": sweep.step(25, 7) for game in GAMES} | {
    "net/unique": sweep.step(120, 2),
    "net/hard": sweep.step(160, 3),
    "net/ambiguous": 60,
    "simpleloop/real": sweep.step(30, 4),
    "infinity": 1,
    "pipes": 1,
}


@pytest.fixture(scope="module", params=KINDS)
def numbers(request: pytest.FixtureRequest) -> Numbers:
    """The statistics of the hints on some boards of a kind."""
    own = request.param.startswith(OWN)
    if not own:
        path("net/unique.tsv")
    found = Numbers()
    for name, puzzle in boards(KINDS[request.param]):
        if own and not name.startswith(OWN):
            break
        if name == request.param and puzzle.grid.size <= 100:
            measure(puzzle, found)
    assert found.hints
    return found


def test_every_hint_follows_from_what_is_known_of_the_cells_that_it_rests_on(numbers: Numbers) -> None:
    assert not numbers.false


def test_a_hint_has_few_steps_and_words(numbers: Numbers) -> None:
    assert max(numbers.steps) <= 7
    assert sorted(numbers.steps)[len(numbers.steps) * 95 // 100] == 1
    assert sorted(numbers.words)[len(numbers.words) // 2] <= 25
    assert max(numbers.longest) <= 30


def test_reasons_are_hardly_larger_than_the_smallest(numbers: Numbers, request: pytest.FixtureRequest) -> None:
    hard = request.node.callspec.params["numbers"] == f"{OWN}simpleloop"  # boards made to need the longest reasons
    assert sum(numbers.spare) <= (0.8 if hard else 0.5) * len(numbers.spare)


@pytest.mark.parametrize(
    ("game", "board"),
    [
        ("infinity", "2x2w:a548"),  # one line comes from above and from below
        ("infinity", "7x2w:21413da1a33e7a"),  # a block settles four tiles, but two of its cells settle one of them
        ("net", "7x3w:38846cc4d5dc99e5cb1a4"),
        ("net", "4x6w:c295c39c65a626a525c6b96c"),  # a line of the loop rules the other turn out as well
        ("net", "3x2w:6c48c9"),
    ],
)
def test_no_reason_is_larger_where_three_cells_would_do(game: str, board: str) -> None:
    (puzzle,) = read(board if game == "net" else f"{game}:{board}", game=game)
    numbers = Numbers()
    measure(puzzle, numbers)
    assert numbers.hints
    assert not numbers.large
