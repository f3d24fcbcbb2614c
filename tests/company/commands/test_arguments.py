"""What the values of options of a service may be, at their bounds and just beyond."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

from termpuzzles.company.commands.serve import port, processes, store

DATABASE = "the address of a database, such as postgresql://termpuzzles@db.example/termpuzzles"
WRONG: list[tuple[Callable[[str], object], str, str]] = [
    *[(port, text, "a port from 0 to 65535") for text in ("-1", "65536", "x")],
    *[(processes, text, "a number of processes from 1 to 64") for text in ("0", "65", "x")],
    (store, "here", DATABASE),
]


def test_a_value_at_its_bounds_is_read() -> None:
    assert (port("0"), port("65535"), processes("1"), processes("64")) == (0, 65535, 1, 64)


@pytest.mark.parametrize(("reading", "text", "what"), WRONG)
def test_a_value_beyond_its_bounds_is_refused_with_what_was_expected(
    reading: Callable[[str], object], text: str, what: str
) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as refused:
        reading(text)
    assert str(refused.value) == f"expected {what}, found {text!r}"
