"""How a list of any length is read out, and how each cell of a board and its surroundings are put into words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from termpuzzles import games
from termpuzzles.formats import read
from termpuzzles.logic.explain.parts import Role, many, part
from termpuzzles.plain import conversation
from termpuzzles.plain.conversation import ONE_MOMENT, Conversation, Menu, MenuItem, PlainContext, PlainPlace
from termpuzzles.plain.words import part_lines
from termpuzzles.session.session import Session
from termpuzzles.storage.library import Folders, Library


@pytest.fixture(autouse=True)
def _our_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the games that only the tests know."""
    monkeypatch.setattr(games, "_registered", {})


def menu(number: int, outermost: bool = False) -> Menu:
    """A list of that many choices; each answers that it was taken."""

    def choice(at: int) -> MenuItem:
        return MenuItem(f"choice {at} of {'even' if at % 2 == 0 else 'odd'} number", lambda: iter([f"Taken: {at}."]))

    return Menu(f"A list of {number}.", lambda: [choice(at) for at in range(1, number + 1)], outermost)


def list_of(number: int) -> tuple[Conversation, list[str]]:
    """A conversation in such a list below another one, and what was said of the list."""
    talk = Conversation(Menu("Above.", lambda: [MenuItem("the list", lambda: iter([menu(number)]))]))
    list(talk.begin())
    return talk, list(talk.answer("1"))


ALL = "That was all. Type list to see it again."


def whole(talk: Conversation, said: list[str]) -> list[str]:
    """All choices, read to their end: twenty at a time, and each time how many are left."""
    lines = list[str]()
    while said[-1].startswith("Type more for "):
        *page, more = said
        lines += page
        assert len(page) == 20
        left = int(more.split()[3])
        assert more.split(" ", 4)[4] in ("more choice.", "more choices.")
        assert more.endswith("choice.") == (left == 1)
        said = list(talk.answer("more"))
        assert left == len(said) or len(said) == 21
    assert list(talk.answer("more")) == [ALL]
    return lines + said


def choices(number: int, step: int = 1) -> list[str]:
    return [f"{at}. choice {at} of {'even' if at % 2 == 0 else 'odd'} number" for at in range(step, number + 1, step)]


@pytest.mark.parametrize("number", [1, 2, 3, 9, 19, 20, 21, 22, 40, 41, 42, 60, 61])
def test_a_list_of_any_length_is_read_to_its_end_and_each_choice_is_taken(number: int) -> None:
    talk, (title, *said) = list_of(number)
    assert title == f"A list of {number}."
    assert whole(talk, said) == choices(number)
    assert whole(talk, list(talk.answer("list"))) == choices(number)
    for wrong in (0, number + 1):
        assert list(talk.answer(str(wrong))) == [f"Type a number from 1 to {number}."]
    for at in (1, number // 2 or 1, number):
        assert list(talk.answer(str(at))) == [f"Taken: {at}."]
    even = choices(number, 2)
    found = list(talk.answer("even"))
    if len(even) > 1:
        assert whole(talk, found) == even
    else:
        assert found == (["Taken: 2."] if even else ['Nothing here matches "even". Type list to see the choices.'])
    assert list(talk.answer("more")) == [ALL]
    assert list(talk.answer("nmuber")) == ["Nothing here matches \"nmuber\". Did you mean 'number'?"]
    assert list(talk.answer("lits")) == ["Nothing here matches \"lits\". Did you mean 'list'?"]
    named = list(talk.answer("choice 3"))
    wanted = [line for line in choices(number) if "3" in line.split(". ")[1]]
    if len(wanted) > 1:
        assert named == wanted
    else:
        assert named == (
            ["Taken: 3."] if wanted else ['Nothing here matches "choice 3". Type list to see the choices.']
        )
    assert list(talk.answer("back")) == ["Above.", "1. the list"]


def test_a_list_of_nothing_has_nothing_to_choose() -> None:
    talk, said = list_of(0)
    nothing = "There is nothing to choose here. Type back."
    assert said == ["A list of 0.", nothing]
    assert [list(talk.answer(line)) for line in ("0", "1", "list", "more")] == [[nothing], [nothing], [nothing], [ALL]]


@pytest.mark.parametrize("number", [8, 9])
def test_a_list_to_which_one_comes_back_is_read_out_again_only_if_it_is_short_or_the_first(number: int) -> None:
    for outermost in (False, True):
        taken = menu(number, outermost)
        list(taken.enter())
        assert list(taken.answer([f"{number - 1}"])) == [f"Taken: {number - 1}."]
        again = list(taken.enter())
        if outermost or number == 8:
            assert len(again) == number + 1
        else:
            assert again[1:] == ["8. choice 8 of even number", "Type list for all 9."]


class Echo(PlainPlace):
    """A place that says how long each word is."""

    def enter(self) -> Iterator[str]:
        yield "Hello."

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        yield " ".join(str(len(word)) for word in words)

    def leave(self) -> None:
        """Nothing is kept."""


@pytest.mark.parametrize(
    ("line", "heard"),
    [
        ("a bc\n", "1 2"),
        ("a" * 999, "999"),
        ("a" * 1000, "1000"),
        ("a" * 1001, "1000"),
        ("a " * 499 + "bcd", "1 " * 499 + "2"),
    ],
    ids=len,
)
def test_of_a_line_the_first_thousand_characters_are_read(line: str, heard: str) -> None:
    assert list(Conversation(Echo()).answer(line)) == [heard]


def test_a_player_is_told_once_that_an_answer_takes_more_than_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, said = [100.0], list[str]()
    monkeypatch.setattr(conversation, "monotonic", lambda: now[0])
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    is_over = PlainContext(library, library.settings(), print_line=said.append).patience()
    for seconds, told in ((0.0, 0), (1.0, 0), (1.125, 1), (2.0, 1), (2.5, 1), (60.0, 1)):
        now[0] = 100.0 + seconds
        assert not is_over()
        assert said == [ONE_MOMENT] * told


def test_cells_that_are_too_many_to_be_named_in_a_hint_are_named_after_it() -> None:
    (puzzle,) = read(f"infinity:16x1:{'1' * 16}")
    session, problem = Session(puzzle), puzzle.problem()
    told = {}
    for number in (4, 5, 13):
        ends = many(problem, range(number), Role.BECAUSE)
        told[number] = list(part_lines(session, "Why", part("it is beside {}.", ends)))
    assert told[4] == [
        "Why: It is beside the ends at column 1 row 1, column 2 row 1, column 3 row 1 and column 4 row 1."
    ]
    assert told[5] == [
        "Why: It is beside the 5 ends.",
        "The 5 ends: column 1 row 1, column 2 row 1, column 3 row 1, column 4 row 1 and column 5 row 1.",
    ]
    first = ", ".join(f"column {column} row 1" for column in range(1, 13))
    assert told[13] == ["Why: It is beside the 13 ends.", f"The 13 ends: {first}, and 1 more.", "column 13 row 1."]
