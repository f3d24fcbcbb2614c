"""What each address does at one host, for all processes there: its open connections, and how often it comes.

Processes share it in memory, without locks. Each counts in a column of its own, which whoever takes its place clears.
An address is a row by a hash with a secret, so that a stranger cannot choose to share one with somebody else.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from mmap import mmap
from typing import NamedTuple, Protocol

_ROWS = 1 << 14
_SALT = 16  # bytes
_TIMES = _SALT + 8 * _ROWS  # bytes up to the counts
_FORGET = 64  # new addresses after which those that owe nothing are forgotten


class HostShare(NamedTuple):
    """The memory that processes of one host share, as a descriptor, and which of how many places this one has."""

    descriptor: int
    place: int
    places: int


class Addresses(Protocol):
    """What each address does; an address is a net by which a visitor is counted."""

    def open(self, net: str) -> int:
        """How many connections it has."""

    def add(self, net: str, change: int) -> None:
        """Count so many connections more, or fewer."""

    def take(self, net: str, rate: float, most: float) -> bool:
        """Take a token of its bucket, which refills at that rate a second up to the most; False if there is none."""


class OwnAddresses:
    """Those of the only process of a service; `now` returns seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._open: Counter[str] = Counter()
        self._full: dict[str, float] = {}  # when the bucket of each is full again

    def open(self, net: str) -> int:
        """How many connections it has."""
        return self._open[net]

    def add(self, net: str, change: int) -> None:
        """Count so many connections more, or fewer."""
        self._open[net] += change
        self._open += Counter()  # drops addresses without connections

    def take(self, net: str, rate: float, most: float) -> bool:
        """Take a token of its bucket, which refills at that rate a second up to the most; False if there is none."""
        now = self._now()
        if net not in self._full and len(self._full) % _FORGET == 0:
            self._full = {known: full for known, full in self._full.items() if full > now}
        after = full_after(self._full.get(net, 0.0), now, rate, most)
        if after:
            self._full[net] = after
        return bool(after)


class HostAddresses:
    """Those of all processes of a host, in memory that they share."""

    def __init__(self, share: HostShare, now: Callable[[], float]) -> None:
        memory = memoryview(mmap(share.descriptor, _memory_of(share.places)))
        self._now, self._place, self._places = now, share.place, share.places
        self._salt = bytes(memory[:_SALT])
        self._full = memory[_SALT:_TIMES].cast("d")  # when the bucket of each row is full again
        self._open = memory[_TIMES:].cast("H")  # for each row the connections of each process
        for row in range(_ROWS):
            self._open[row * share.places + share.place] = 0  # of the process that was here before

    def open(self, net: str) -> int:
        """How many connections it has."""
        first = self._row(net) * self._places
        return sum(self._open[first : first + self._places])

    def add(self, net: str, change: int) -> None:
        """Count so many connections more, or fewer."""
        self._open[self._row(net) * self._places + self._place] += change

    def take(self, net: str, rate: float, most: float) -> bool:
        """Take a token of its bucket, which refills at that rate a second up to the most; False if there is none."""
        row = self._row(net)
        after = full_after(self._full[row], self._now(), rate, most)
        self._full[row] = after or self._full[row]
        return bool(after)

    def _row(self, net: str) -> int:
        return int.from_bytes(blake2b(net.encode(), digest_size=8, key=self._salt).digest()) % _ROWS


def full_after(full: float, now: float, rate: float, most: float) -> float:
    """When a bucket is full again after one more token is taken, if it was to be full then; 0 if there is no token."""
    after = max(full, now) + 1 / rate
    return after if (after - now) * rate <= most + 1e-9 else 0.0


def _memory_of(places: int) -> int:
    """The bytes that so many processes share."""
    return _TIMES + 2 * _ROWS * places


def new_memory(descriptor: int, places: int) -> None:
    """Let the file of this descriptor be the memory that so many processes share."""
    os.ftruncate(descriptor, _memory_of(places))
    os.pwrite(descriptor, os.urandom(_SALT), 0)
