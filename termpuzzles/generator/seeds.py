"""Each board's own random numbers, from the seed of its batch and its place in it."""

from __future__ import annotations

from random import Random

STREAM = 1  # increased by one whenever a change makes the same seed give other boards


def rng_of(seed: str | int, index: int = 0) -> Random:
    """The random numbers of the board at that place: the same everywhere and always for one version of the stream."""
    from hashlib import sha256  # 2 ms, of use only where boards are made

    text = f"termpuzzles {STREAM} {seed} {index}"
    return Random(int.from_bytes(sha256(text.encode()).digest(), "big"))
