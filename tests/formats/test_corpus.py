"""Every real board can be read and is written back unchanged; so can our own."""

import pytest

from termpuzzles.formats import canonical_id, read, read_each, write
from tests import corpus
from tests.data import tables


@pytest.mark.parametrize("game", tables.GAMES)
def test_a_table_of_our_own_reads_as_a_file_of_ids_with_comments_and_prints_back(game: str) -> None:
    rows = tables.rows(game)
    text = (tables.FOLDER / f"{game}.tsv").read_text(encoding="utf-8")
    for row, puzzle in zip(rows, read(text), strict=True):
        assert puzzle.game.name == game
        assert puzzle.grid.size == row.cells
        assert puzzle == read(row.id)[0]
        assert read(canonical_id(puzzle)) == read(write(puzzle, "picture")) == [puzzle]


@pytest.mark.parametrize("folder", ["infinity", "pipes"])
def test_real_pictures_read_and_print_back(folder: str) -> None:
    for name, game, size, *_ in corpus.rows(f"{folder}/expected.tsv")[1:]:
        text = corpus.path(f"{folder}/{name}").read_text(encoding="utf-8")
        (puzzle,) = read(text, source=f"{folder}/{name}", game=game)
        assert size in (str(puzzle.grid), "?")
        drawn = write(puzzle, "picture").removeprefix("# game: net\n")
        assert [row.rstrip(" ") for row in drawn.split("\n")] == [
            row.rstrip(" ") for row in text.rstrip("\n").split("\n")
        ]
        assert read(write(puzzle, "gameid")) == read(write(puzzle, "numbers")) == [puzzle]


@pytest.mark.parametrize("name", ["unique", "hard", "ambiguous", "deduce", "loops"])
def test_real_ids_read_and_print_back(name: str) -> None:
    ids = [row[0] for row in corpus.rows(f"net/{name}.tsv")]
    text = corpus.path(f"net/{name}.tsv").read_text(encoding="utf-8")
    assert [canonical_id(puzzle) for puzzle in read(text)] == ids


def test_real_addresses_read_and_print_back_but_for_variants() -> None:
    text = corpus.path("simpleloop/real.tsv").read_text(encoding="utf-8")
    for row, reading in zip(corpus.rows("simpleloop/real.tsv"), read_each(text), strict=True):
        if row[1] == "variant":
            assert isinstance(reading.puzzle, Exception)
            assert "has another rule" in str(reading.puzzle)
        else:
            assert not isinstance(reading.puzzle, Exception)
            assert str(reading.puzzle.grid) == row[2]
            again = read(canonical_id(reading.puzzle))
            assert again == read(write(reading.puzzle, "pzprv3")) == [reading.puzzle]
