"""What the daily table counts, and what came from elsewhere."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from termpuzzles.company.daily_table import (
    Listed,
    Result,
    TableRow,
    arrivals,
    remember_arrival,
    table,
    table_parts,
)
from termpuzzles.storage.store import MemoryStore


def test_the_table_of_a_day_as_text_with_ties_and_streaks() -> None:
    day = date(2027, 1, 4)
    found = [
        Listed("Zoe", (Result("net", False, 61.0),), 2),
        Listed("Ann", (Result("net", False, 61.0), Result("net", True, 10.0)), 1),
        Listed("Bob", (Result("infinity", True, 3725.0),), 3),
        Listed("Cid", (Result("net", False, 70.0),)),
    ]
    assert table(day, table_parts(day, found, 2, "Cid")) == (
        "Daily 2027-01-04\n\n"
        "∞ Loop, with help\n   1   1:02:05  Bob   3-day streak\n\n"
        "Net, without help\n   1      1:01  Ann\n   2      1:01  Zoe   2-day streak\n   3      1:10  Cid\n\n"
        "Net, with help\n   1      0:10  Ann"
    )
    assert [row.name for part in table_parts(day, found, 2) for row in part.rows] == ["Bob", "Ann", "Zoe", "Ann"]
    assert table(day, []) == "Daily 2027-01-04\n\nNobody listed has solved a board yet."
    assert str(TableRow(12, 59.0, "Dan", 1)) == "  12      0:59  Dan"


@pytest.mark.parametrize(("days", "kept"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_journal_from_elsewhere_is_remembered_if_it_is_of_a_board_of_these_days(days: int, kept: bool) -> None:
    today, store = date(2027, 1, 4), MemoryStore()
    events = [(0.0, f"opened 2026-11-01 daily {(today + timedelta(days)).isoformat()}"), (9.0, "finished")]
    remember_arrival(store, today, "abc", events)
    assert arrivals(store.saved_choices()) == ({"abc": "2027-01-04"} if kept else {})


def test_nothing_came_from_elsewhere_where_nothing_says_so() -> None:
    assert arrivals({}) == {}
    assert arrivals({"came": "yesterday"}) == {}
    assert arrivals({"came": {"abc": 5}}) == {"abc": "5"}
