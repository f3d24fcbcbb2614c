"""Delays in place of work; in a file of its own, which a process loads in no time."""

from time import perf_counter, sleep


def delay(seconds: float) -> float:
    """Sleep, and return how long that took."""
    begun = perf_counter()
    sleep(seconds)
    return perf_counter() - begun
