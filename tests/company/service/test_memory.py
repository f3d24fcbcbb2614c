"""When the service frees memory: after visits, and after so many objects of those who stay."""

import gc
import sys
from collections.abc import Iterator
from weakref import WeakSet

import pytest

from termpuzzles.company.service.memory import Collector

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python frees old objects bit by bit itself")


class Screen:
    """Something that only a collector frees, as it holds itself."""

    def __init__(self) -> None:
        self.itself = self


class Watch:
    """A clock that tests turn."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def rarely() -> Iterator[None]:
    """Collect old objects only when asked to, as the service does, and young ones often."""
    gc.collect()
    usual = gc.get_threshold()
    gc.set_threshold(20, 2, 1_000_000)
    yield
    gc.set_threshold(*usual)


def opened_and_closed(screens: int) -> WeakSet[Screen]:
    """Screens that were closed after they had grown old."""
    held = [Screen() for _ in range(screens)]
    gone = WeakSet(held)
    gc.collect(1)
    return gone


def test_what_those_who_stay_have_closed_is_freed_once_it_is_much(rarely: None) -> None:
    watch = Watch()
    collector = Collector(watch, lambda: 0, lambda: 0)
    few = opened_and_closed(5)
    watch.now = 100.0
    collector.collect()
    assert few, "a few are not worth a pause"
    many = opened_and_closed(5_000)
    collector.collect()
    assert not few
    assert not many


def test_it_is_not_freed_again_at_once(rarely: None) -> None:
    watch = Watch()
    collector = Collector(watch, lambda: 0, lambda: 0)
    opened_and_closed(5_000)
    watch.now = 100.0
    collector.collect()
    many = opened_and_closed(5_000)
    collector.collect()
    assert many, "it has just been done"
    watch.now = 200.0
    collector.collect()
    assert not many
