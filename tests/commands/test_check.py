"""`check`: numbers of solutions, ratings, two solutions to compare, and the table."""

import json
from typing import Any

import pytest

from termpuzzles.commands.answers import BAD, LIMIT, NO, YES
from termpuzzles.commands.check import CheckOptions, CheckReport, check_each, judged, marked, number_in_full
from termpuzzles.commands.reading import Text, entries
from termpuzzles.formats import read
from termpuzzles.games.queries import Count, two_solutions
from termpuzzles.logic.task import Budget
from tests.commands.ask import SMALL, entries_of

IN_JSON = CheckOptions(json=True)


def facts(*puzzles: str, how: CheckOptions = IN_JSON) -> list[dict[str, Any]]:
    return [json.loads(answer.text) for answer in check_each(entries_of(*puzzles), how)]


def test_the_keys_are_those_agreed_on() -> None:
    (fact,) = facts(SMALL["unique"])
    assert fact == {
        "id": SMALL["unique"],
        "game": "infinity",
        "width": 2,
        "height": 2,
        "solutions": 1,
        "rating": "edge",
        "steps": {"edge": 4},
        "effort": 4,
    }


@pytest.mark.parametrize(
    ("puzzle", "solutions", "rating", "status"),
    [
        (SMALL["unique"], 1, "edge", YES),
        (SMALL["ambiguous"], 2, None, NO),
        (SMALL["impossible"], 0, None, NO),
        ("infinity:4x4:" + "1" * 16, 36, None, NO),  # the ways to cover 4x4 with dominoes
        ("5x5w:78a2ab47ad541418beb984d39", 1, "pocket", YES),
        ("6x6w:1e64e711c6abdd36ab2744452a87c437a6c8", 1, "block", YES),
        ("simpleloop/4/2/0", 1, None, YES),
    ],
)
def test_solutions_are_counted_and_unique_boards_rated(
    puzzle: str, solutions: int, rating: str | None, status: int
) -> None:
    (answer,) = check_each(entries_of(puzzle), CheckOptions(json=True))
    fact = json.loads(answer.text)
    assert (fact["solutions"], answer.status) == (solutions, status)
    assert rating in (fact["rating"], None)
    assert (fact["rating"] is None) == (solutions != 1)


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


def test_two_solutions_are_shown_heavy_where_they_differ_and_light_elsewhere() -> None:
    (puzzle,) = read("╻╻┏┓\n╹╹┗┛")
    one, other = two_solutions(puzzle)
    assert set(marked(puzzle, (one, other))) == {"╻╻┌┐\n╹╹└┘", "╺╸┌┐\n╺╸└┘"}


def test_the_witness_in_json_names_the_cells_that_differ() -> None:
    (fact,) = facts("╻╻┏┓\n╹╹┗┛", how=CheckOptions(witness=True, json=True))
    assert fact["difference"] == [[1, 1], [2, 1], [1, 2], [2, 2]]
    assert len(set(fact["witness"])) == 2


def test_the_table_has_titles_once_and_a_row_for_each_puzzle_with_the_bad_one_in_its_place() -> None:
    answers = [
        answer._replace(text=answer.text or answer.place)
        for answer in check_each(entries_of(*SMALL.values()), CheckOptions())
    ]
    titles, *first = answers[0].text.split("\n")
    assert titles.startswith("# solutions")
    assert len(first) == 1
    assert [answer.text[0] for answer in answers[1:]] == ["2", "0", "#"]
    assert [answer.status for answer in answers] == [YES, NO, NO, BAD]


def test_a_name_with_line_breaks_and_orders_to_the_terminal_stays_in_its_row() -> None:
    strange = "a\n\x1b[31mb"
    rows = [
        answer.text or answer.place
        for answer in check_each(entries([Text(strange, SMALL["unique"]), Text(strange, "2x1:1")]), CheckOptions())
    ]
    assert len(rows[0].split("\n")) == 2
    assert "a\\n\\x1b[31mb" in rows[0]
    assert rows[1] == "# a\\n\\x1b[31mb:1:6: expected 2 tiles, found 1"


def test_a_contradiction_is_reported_in_the_table() -> None:
    (answer,) = check_each(entries_of(SMALL["impossible"]), CheckOptions())
    assert "No turn of the corner at (1, 1) fits" in answer.text


def test_a_limit_that_runs_out_is_reported() -> None:
    (answer,) = check_each(entries_of(SMALL["unique"]), CheckOptions(budget=Budget(seconds=1e-9)))
    reason = f"{SMALL['unique']}: the limit of 1e-09 s ran out"
    assert (answer.status, answer.text, answer.place.split("\n")[-1]) == (LIMIT, "", f"# {reason}")
    assert answer.words == reason
