"""Hints from mixed positions, judged by a SAT solver: boards with one solution, with several, or none."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.data import sweep
from tests.hints.oracle import GAMES, judged

HINTS = sweep.share(2000, 10)  # for each game


@pytest.mark.parametrize("name", GAMES)
def test_no_hint_is_false_and_every_mistake_can_be_checked_step_by_step(name: str) -> None:
    rng, counts = Random(3), Counter[str]()
    while counts.total() < HINTS:
        assert not list(judged(rng, name, 5, counts))
    assert counts["mistake"]
    assert counts["ambiguous"]
