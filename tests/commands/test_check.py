"""`check`: numbers of solutions, ratings, two solutions to compare, and the table."""

import json
from typing import Any

import pytest

from termpuzzles.commands.answers import LIMIT
from termpuzzles.commands.check import CheckOptions, CheckReport, check_each, judged, number_in_full
from termpuzzles.commands.reading import Text, entries
from termpuzzles.formats import read
from termpuzzles.games.queries import Count
from termpuzzles.logic.task import Budget
from tests.commands.ask import SMALL, entries_of

IN_JSON = CheckOptions(json=True)


def facts(*puzzles: str, how: CheckOptions = IN_JSON) -> list[dict[str, Any]]:
    return [json.loads(answer.text) for answer in check_each(entries_of(*puzzles), how)]


def test_an_exact_number_of_any_length_is_counted() -> None:
    (fact,) = facts("# game: infinity\n" + "\n".join([("╻╻" * 40).rstrip()] * 2))
    assert fact["solutions"] == fibonacci(81)


def fibonacci(number: int) -> int:
    """The ways to cover 2 rows of `number` - 1 columns with dominoes."""
    one, other = 0, 1
    for _ in range(number):
        one, other = other, one + other
    return one


def test_past_4000_digits_a_number_is_written_as_a_string_in_full() -> None:
    assert number_in_full(Count(10**5000 + 7)) == "1" + "0" * 4999 + "7"
    assert number_in_full(Count(100, exact=False)) == "100+"


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (Count(0), 0),
        (Count(10**4000 - 1), 10**4000 - 1),
        (Count(10**4000), "1" + "0" * 4000),
        (Count(2, exact=False), "2+"),
        (Count(10**4000, exact=False), "1" + "0" * 4000 + "+"),
    ],
)
def test_json_has_a_number_of_up_to_4000_digits_if_it_is_exact_and_else_a_text(number: Count, shown: object) -> None:
    (puzzle,) = read(SMALL["unique"])
    assert judged(puzzle, CheckReport(number))["solutions"] == shown


def test_the_witness_in_json_names_the_cells_that_differ() -> None:
    (fact,) = facts("╻╻┏┓\n╹╹┗┛", how=CheckOptions(witness=True, json=True))
    assert fact["difference"] == [[1, 1], [2, 1], [1, 2], [2, 2]]
    assert len(set(fact["witness"])) == 2


def test_a_name_with_line_breaks_and_orders_to_the_terminal_stays_in_its_row() -> None:
    strange = "a\n\x1b[31mb"
    rows = [
        answer.text or answer.place
        for answer in check_each(entries([Text(strange, SMALL["unique"]), Text(strange, "2x1:1")]), CheckOptions())
    ]
    assert len(rows[0].split("\n")) == 2
    assert "a\\n\\x1b[31mb" in rows[0]
    assert rows[1] == "# a\\n\\x1b[31mb:1:6: expected 2 tiles, found 1"


def test_a_limit_that_runs_out_is_reported() -> None:
    (answer,) = check_each(entries_of(SMALL["unique"]), CheckOptions(budget=Budget(seconds=1e-9)))
    reason = f"{SMALL['unique']}: the limit of 1e-09 s ran out"
    assert (answer.status, answer.text, answer.place.split("\n")[-1]) == (LIMIT, "", f"# {reason}")
    assert answer.words == reason
