"""How answers follow each other on stdout: lines, texts of several lines, and what keeps the place of a missing one."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper
from itertools import product

import pytest

from termpuzzles.commands.answers import BAD, MOST_NAMED, NO, YES, Answer, Console, Known, known_so_far
from termpuzzles.formats import read

KINDS = {
    "line": Answer("a line"),
    "block": Answer("two\nlines", block=True),
    "missing line": Answer("", NO, "there is none", place="# none"),
    "missing block": Answer("", BAD, "it is bad\x1b[31m\nindeed", block=True, place="# bad"),
    "lesson without an end": Answer("a lesson", NO, "it has no end", block=True, place="# no end"),
    "nothing": Answer("", NO),
}


def expected(answers: tuple[Answer, ...], several: bool) -> str:
    """What is to stand on stdout: with places if there are several, and `---` around each text of several lines."""
    with_places = several or len(answers) > 1
    shown = [("\n".join(filter(None, (each.text, each.place * with_places))), each.block) for each in answers]
    shown = [(text, block) for text, block in shown if text]
    lines = list[str]()
    for number, (text, block) in enumerate(shown):
        if number and (block or shown[number - 1][1]):
            lines.append("---")
        lines.append(text)
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_answers_are_separated_and_a_missing_one_keeps_its_place_among_others(number: int, several: bool) -> None:
    for kinds in product(KINDS, repeat=number):
        answers = tuple(KINDS[kind] for kind in kinds)
        out, err = BytesIO(), StringIO()
        console = Console({}, StringIO(), TextIOWrapper(out, encoding="utf-8"), err, files=True)
        status = console.show(iter(answers), several=several)
        assert out.getvalue().decode() == expected(answers, several), kinds
        assert err.getvalue().splitlines() == [
            "termpuzzles: " + each.words.replace("\x1b", "\\x1b").replace("\n", "\\n") for each in answers if each.words
        ]
        statuses = [each.status for each in answers]
        assert status == (BAD if BAD in statuses else NO if NO in statuses else YES)


def test_answers_may_go_elsewhere_than_to_stdout() -> None:
    out, stdout = BytesIO(), BytesIO()
    console = Console({}, StringIO(), TextIOWrapper(stdout, encoding="utf-8"), StringIO(), files=True)
    assert console.show([Answer("ü\udcff")], out) == YES
    assert (out.getvalue(), stdout.getvalue()) == ("ü\\udcff\n".encode(), b"")


@pytest.mark.parametrize("number", [0, 1, MOST_NAMED, MOST_NAMED + 1])
def test_twelve_open_cells_are_named(number: int) -> None:
    assert MOST_NAMED == 12
    (puzzle,) = read("infinity:20x1:" + "1" * 20)
    names = [f"({cell + 1}, 1)" for cell in range(number)]
    all_of = " ".join(names[:12]) + (f" … ({number} in all)" if number > 12 else "")
    assert Known(puzzle.start, tuple(range(number))).names(puzzle.grid) == (all_of or "none")


def test_a_cell_is_open_where_more_than_one_way_is_left() -> None:
    (puzzle,) = read("simpleloop/4/2/0")
    ways = (0, 1 << 0, 1 << 1, 1 << 12, 1 << 0 | 1 << 1, 1 << 0 | 1 << 12, 1 << 1 | 1 << 2, (1 << 16) - 1)
    assert known_so_far(puzzle, ways).open_cells == (4, 5, 6, 7)
    assert known_so_far(puzzle, None).open_cells == tuple(range(8))
