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
from tests.approved import approve
from tests.commands.plain import transcripts


@pytest.fixture(autouse=True)
def _our_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the games that only the tests know."""
    monkeypatch.setattr(games, "_registered", {})


def menu(number: int, outermost: bool = False) -> Menu:
    """A list of that many choices; each answers that it was taken."""

    def choice(at: int) -> MenuItem:
        return MenuItem(f"choice {at} of {'even' if at % 2 == 0 else 'odd'} number", lambda: iter([f"Taken: {at}."]))

    return Menu(f"A list of {number}.", lambda: [choice(at) for at in range(1, number + 1)], outermost)


def read_out(number: int) -> Iterator[str]:
    """What is said to each line, where there is such a list below another one."""
    talk = Conversation(Menu("Above.", lambda: [MenuItem("the list", lambda: iter([menu(number)]))]))
    yield from talk.begin()
    again = ["list", "1", "back"] if number else ["list"]
    for line in (
        "1",
        "more",
        "more",
        "more",
        "0",
        f"{number}",
        f"{number + 1}",
        "even",
        "more",
        "choice 3",
        "number 9",
        *again,
    ):
        yield f"> {line}"
        yield from talk.answer(line)


def test_lists_of_every_length_are_read_out_as_approved() -> None:
    lines = list[str]()
    for number in (0, 1, 3, 9, 20, 21, 40, 41):
        for line in read_out(number):
            few = number < 4 or not line[0].isdigit() or line.split(".")[0] in ("1", "2", "20", "21", "40", f"{number}")
            lines += [line] if few else ["…"] * (lines[-1] != "…")
        lines.append("")
    approve(__file__, "lists-by-length", "\n".join(lines))


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
    is_over = PlainContext(library, library.settings(), say=said.append).patience()
    for seconds, told in ((0.0, 0), (1.0, 0), (1.125, 1), (2.0, 1), (2.5, 1), (60.0, 1)):
        now[0] = 100.0 + seconds
        assert not is_over()
        assert said == [ONE_MOMENT] * told


POSITIONS = {  # a text with a position, and what is done on it first
    "# game: net\n# walls: 2,1v 1,2h\n# pins: 1,1 3,2\n╺┓╻\n┏╋┛\n╹┗╸": (),
    "# wrap: both\n# pins: 2,2\n┏┳╸\n┃ ┃\n╹┗┛": (),
    "# game: net\n# wrap: x-twisted y\n╺┓\n┗╸": (),
    "# game: net\n# wrap: y\n━━\n━━": (),
    "# wrap: x\n┏┓\n┗┛": (),
    "pzprv3/simpleloop/3/3/. . . /. * . /. . . /1 1 /0 0 /0 -1 /1 0 1 /0 0 1 /": ("cross 2 1 down", "cross 1 3 right"),
    "# game: masyu\n# clues: 1,1● 3,1○\n╺━┓\n··╹\n○··": (),
    "# game: simpleloops\n┏┓·\n┗┛■": (),
    "╺╸": (),
}


def in_words(folder: Path, text: str, first: tuple[str, ...]) -> Iterator[str]:
    """Every way to read each cell of the position."""
    (puzzle,) = read(text)
    cells = [f"{x} {y}" for y in range(1, puzzle.grid.height + 1) for x in range(1, puzzle.grid.width + 1)]
    ways = ("cell", "neighbours", "trace", "group", "inside")[: 5 if puzzle.game.draws else 4]
    lines = [line for cell in cells for line in (*(f"{way} {cell}" for way in ways), "look up", "look left")]
    yield from transcripts.conversation(folder, text, [*first, "full", *lines, "what", "open", "show"])


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_every_cell_of_a_position_is_put_into_words_as_approved(number: int, tmp_path: Path) -> None:
    text, first = list(POSITIONS.items())[number]
    approve(__file__, f"cells-{number + 1}", "\n".join([text, "", *in_words(tmp_path, text, first), ""]))


@pytest.mark.parametrize("number", [12, 14, 24, 26])
def test_of_many_cells_the_first_are_named_and_the_others_on_request(number: int, tmp_path: Path) -> None:
    said = transcripts.conversation(
        tmp_path,
        f"infinity:{number}x1:{'2' * number}",
        ["open", "more", "more", "more", "solution", "more", "more", "more", "more", "undo", "more", "what", "more"],
    )
    approve(__file__, f"many-{number}", "\n".join([*said, ""]))


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
