"""The engine of the Wall Game is as strong as it should be, in matches at fixed depths; with a clock on request."""

import pytest

from tests.data import sweep
from tests.wall.bench import BARS, TIMED


@pytest.mark.parametrize("name", ["depth 2 against random", "depth 2 against a walker"])
def test_it_beats_those_who_do_not_search(name: str) -> None:
    games = sweep.share(BARS[name].games, 5)
    assert BARS[name].played(games).points >= games - 1


@sweep.whole
@pytest.mark.parametrize("name", BARS)
def test_it_beats_its_lesser_selves(name: str) -> None:
    bar = BARS[name]
    assert bar.played().points >= bar.share * bar.games


@sweep.whole
@pytest.mark.parametrize("name", TIMED)
def test_with_a_clock_it_beats_a_shallow_search(name: str) -> None:
    bar = TIMED[name]
    assert bar.played().points >= bar.share * bar.games
