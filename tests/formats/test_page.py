"""The page of all formats is what their records say, and each of its examples is the board that it names."""

from pathlib import Path

import pytest

from termpuzzles import games
from termpuzzles.formats import FORMATS, canonical_id, gate, read
from termpuzzles.formats.page import formats_page
from termpuzzles.formats.text_grid import KEYS
from termpuzzles.games import names

PAGE = Path(gate.__file__).parents[1] / "docs" / "formats.md"


@pytest.fixture(autouse=True)
def no_games_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the games that are shipped take part."""
    monkeypatch.setattr(games, "_registered", {})


def test_the_page_is_up_to_date() -> None:
    """`python -m termpuzzles.formats.page > termpuzzles/docs/formats.md` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == formats_page()


def test_every_example_is_read_as_the_board_beside_it_in_that_format() -> None:
    for form in gate.formats():
        assert form.about.examples
        for specimen in form.about.examples:
            (reading,) = gate.read_each(specimen.text)
            assert not isinstance(reading.puzzle, Exception), reading.puzzle
            assert reading.format == form.name
            assert canonical_id(reading.puzzle) == specimen.id
            assert f"```plain\n{specimen.text.rstrip()}\n```\n\nis `{specimen.id}`." in formats_page()


def test_every_example_of_a_format_that_is_written_is_written_and_read_back() -> None:
    for form in gate.formats():
        for specimen in form.about.examples if form.write else ():
            (puzzle,) = read(specimen.text)
            (again,) = read(gate.write(puzzle, form.name), game=puzzle.game.name)
            assert (again.grid, again.tiles, again.clues) == (puzzle.grid, puzzle.tiles, puzzle.clues)


def test_a_position_of_every_example_is_answered_in_a_format_that_holds_it() -> None:
    for form in gate.formats():
        for specimen in form.about.examples:
            (puzzle,) = read(specimen.text)
            answer = gate.form_for(puzzle, form.name, with_lines=True)
            (again,) = read(gate.write(puzzle, answer, puzzle.start), game=puzzle.game.name)
            assert again.start.lines == puzzle.start.lines


def test_formats_are_tried_in_the_order_that_they_declare() -> None:
    ranks = [form.rank for form in gate.formats()]
    assert ranks == sorted(set(ranks))


def test_the_page_names_all_games_formats_and_keys_of_headers() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in (*names(), *FORMATS, *KEYS[: KEYS.index("address")]):
        assert f"`{name}`" in page, name
