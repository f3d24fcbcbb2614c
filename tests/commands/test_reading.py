"""Arguments become named puzzles: those of one text are numbered, and an error quotes a long argument in part."""

import pytest

from termpuzzles.commands.reading import Text, entries
from termpuzzles.errors import PuzzleError
from tests.commands.ask import SMALL, entries_of


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_puzzles_of_one_text_are_numbered_and_one_alone_is_not(count: int) -> None:
    text = Text("-", "\n".join([SMALL["unique"]] * count))
    numbers = [f"standard input {number + 1}" for number in range(count)]
    assert [entry.name for entry in entries([text])] == (numbers if count > 1 else ["standard input"])


@pytest.mark.parametrize(("length", "quoted"), [(60, "1" * 60), (61, "1" * 30 + "…" + "1" * 29)])
def test_an_error_quotes_a_long_argument_by_its_beginning_and_end(length: int, quoted: str) -> None:
    (entry,) = entries_of("1" * length)
    assert isinstance(entry.puzzle, PuzzleError)
    assert str(entry.puzzle).startswith(f"{quoted}: expected")


def test_an_error_in_an_argument_names_the_character_where_a_tile_is_missing() -> None:
    (entry,) = entries_of(SMALL["bad"])
    assert str(entry.puzzle) == f"{SMALL['bad']}, character 15: expected 2 tiles, found 1"


@pytest.mark.parametrize(
    ("argument", "told"), [("a╺╸", "a╺╸"), ("╺a╸", "╺a╸, character 2"), ("╺╸a", "╺╸a, character 3")]
)
def test_an_error_in_an_argument_names_the_character_unless_that_is_the_first(argument: str, told: str) -> None:
    (entry,) = entries_of(argument)
    assert str(entry.puzzle) == f"{told}: expected a tile, found 'a'"
