"""Random choices that stay the same for a seed, whatever the version of Python; and the seed of each board of a batch.

Only `random()` and `getrandbits()` are promised to give the same stream for ever; `choice`, `shuffle`, `sample` and
`randrange` are not, so nothing that draws boards may call them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from random import Random
from typing import TypeVar

T = TypeVar("T")

FINENESS = 8  # `chance_bits` rounds a probability to this many bits


def below(rng: Random, limit: int) -> int:
    """A whole number from 0 up to, not including, the limit."""
    return floor(rng.random() * limit)


def pick(rng: Random, items: Sequence[T]) -> T:
    """One of the items."""
    return items[floor(rng.random() * len(items))]


def shuffled(rng: Random, items: Sequence[T]) -> list[T]:
    """The items in random order."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = floor(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def chance_bits(rng: Random, count: int, probability: float) -> int:
    """An int of `count` independent bits, each 1 with this probability (to 1 in 256, never quite 0 or 1).

    From the lowest binary digit of the probability to its highest, `or` with a fair bit halves the distance to 1 and
    `and` halves the distance to 0.
    """
    digits = min(max(1, round(probability * (1 << FINENESS))), (1 << FINENESS) - 1)
    bits = 0
    for digit in range(FINENESS):
        fair = rng.getrandbits(count)
        bits = bits | fair if digits >> digit & 1 else bits & fair
    return bits


STREAM = 2  # increased by one whenever a change makes the same seed give other boards; 2: Masyu and ∞ Loop
FIRST_STREAM = 1  # what seeds are mixed with, so that the boards which such a change leaves alone stay the same


def rng_of(seed: str | int, index: int = 0) -> Random:
    """The random numbers of the board at that place: the same everywhere and always for one version of the stream."""
    from hashlib import sha256  # 2 ms, of use only where boards are made

    text = f"termpuzzles {FIRST_STREAM} {seed} {index}"
    return Random(int.from_bytes(sha256(text.encode()).digest(), "big"))
