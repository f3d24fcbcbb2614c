"""Random choices: they are fair, and use only the two streams that Python promises to keep."""

from collections import Counter
from random import Random

import pytest

from termpuzzles.games.making.randomness import below, chance_bits, pick, shuffled


class PromisedOnly(Random):
    """Random numbers that refuse every method whose results may change with the version of Python."""

    def _refuse(self, *_: object) -> None:
        raise AssertionError("this stream may change with the version of Python")

    choice = choices = shuffle = sample = randrange = randint = uniform = gauss = _refuse  # type: ignore[assignment]


def test_choices_use_only_the_promised_streams() -> None:
    rng = PromisedOnly(1)
    assert 0 <= below(rng, 7) < 7
    assert pick(rng, "abc") in "abc"
    assert sorted(shuffled(rng, range(9))) == list(range(9))
    assert chance_bits(rng, 40, 0.5) < 1 << 40


def test_each_order_comes_about_as_often_as_any_other() -> None:
    rng = Random(1)
    orders = Counter(tuple(shuffled(rng, "abcd")) for _ in range(24_000))
    assert len(orders) == 24
    assert 850 < min(orders.values()) <= max(orders.values()) < 1150


@pytest.mark.parametrize("probability", [0.0001, 0.1, 0.25, 0.5, 0.7, 0.9999])
def test_the_share_of_bits_set_is_close_to_the_probability(probability: float) -> None:
    assert abs(chance_bits(Random(1), 100_000, probability).bit_count() / 100_000 - probability) < 0.008


@pytest.mark.parametrize("probability", [0.0001, 0.9999])
def test_even_unlikely_bits_occur(probability: float) -> None:
    assert len(set(format(chance_bits(Random(1), 5_000, probability), "05000b"))) == 2
