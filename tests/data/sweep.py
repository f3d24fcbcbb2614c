"""How much of a sweep over many boards is run: a sample of it, or with pytest's option `--long` the whole."""

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Item = TypeVar("Item")
Test = TypeVar("Test", bound=Callable[..., object])

IS_LONG = bool(os.environ.get("TERMPUZZLES_ALL"))  # conftest.py sets it by the option, before any test is loaded


def share(whole: int, of: int = 5) -> int:
    """The number of boards of a sweep, or of what it must find on them: a share, or the whole with `--long`."""
    return whole if IS_LONG else -(-whole // of)


def step(whole: int, of: int = 5) -> int:
    """How far apart the items are that a sweep takes: this far with `--long`, else by default five times as far."""
    return whole if IS_LONG else whole * of


def sample(items: Iterable[Item], every: int = 5) -> list[Item]:
    """Some of a sweep's items (by default every fifth), or all of them with `--long`."""
    return list(items)[:: 1 if IS_LONG else every]


def whole(test: Test) -> Test:
    """Mark a test that has no sample: it runs with `--long` alone."""
    marked: Test = pytest.mark.skipif(not IS_LONG, reason="a sweep that runs with --long")(test)
    return marked
