"""What the values of options may be: numbers, shares, seconds and days, at their bounds and just beyond."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from io import BytesIO

import pytest

from termpuzzles.commands.command import day, number, seconds
from termpuzzles.commands.reading import Source, Text, texts
from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import Budget

RIGHT: list[tuple[Callable[[str], object], str, object]] = [
    (seconds, "1e-9", 1e-9),
    (seconds, "2", 2.0),
    (seconds, "1e300", 1e300),
    (number, "1", 1),
    (number, "1000000000", 1_000_000_000),
    (day, "2026-11-21", date(2026, 11, 21)),
]
WRONG: list[tuple[Callable[[str], object], str, str]] = [
    *[(seconds, text, "a number of seconds above 0") for text in ("0", "-1", "inf", "nan", "x", "")],
    *[(number, text, "a whole number from 1 on") for text in ("0", "-1", "1.5", "x", "")],
    *[(day, text, "a date such as 2026-11-21") for text in ("2026-13-01", "2026-02-29", "today")],
]


@pytest.mark.parametrize(("reading", "text", "value"), RIGHT)
def test_a_value_at_its_bounds_is_read(reading: Callable[[str], object], text: str, value: object) -> None:
    assert reading(text) == value


@pytest.mark.parametrize(("reading", "text", "what"), WRONG)
def test_a_value_beyond_its_bounds_is_refused_with_what_was_expected(
    reading: Callable[[str], object], text: str, what: str
) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as refused:
        reading(text)
    assert str(refused.value) == f"expected {what}, found {text!r}"


@pytest.mark.parametrize(("most", "is_read"), [(5, False), (6, True), (7, True)])
def test_a_text_is_read_up_to_the_most_bytes(most: int, is_read: bool) -> None:
    (text,) = texts([], Source(BytesIO(b"2x1:14").read, budget=Budget(bytes=16 * most)))
    if is_read:
        assert text == Text("-", "2x1:14")
    else:
        assert isinstance(text, PuzzleError)
        assert str(text) == "-: expected at most 0 MB of text, found more"


def test_no_more_of_a_text_is_asked_for_than_shows_that_it_is_too_long() -> None:
    asked = list[int]()

    def read(number: int) -> bytes:
        asked.append(number)
        return b"x" * number

    (text,) = texts(["-"], Source(read, budget=Budget(bytes=48 << 20)))
    assert asked == [(3 << 20) + 1]
    assert isinstance(text, PuzzleError)
    assert text.expected == "at most 3 MB of text"
