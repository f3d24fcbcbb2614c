"""What other programs write is read with the right answer or refused for a reason, and goes through every form."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from termpuzzles.commands.reading import Source, entries, texts
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import FORMATS, read, write
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import two_solutions
from tests import corpus
from tests.data import sweep

FOLDERS = ("hexapipes", "numbers", "pzpr", "sgt")


class Specimen(NamedTuple):
    """A file or text of another program: its answers in order, what its board is, and a note."""

    folder: str
    text: str
    game: str
    size: str
    answers: list[str]
    note: str


def specimens(folder: str) -> Iterator[Specimen]:
    """The table of a folder of the corpus."""
    with corpus.path(f"foreign/{folder}/expected.tsv").open(encoding="utf-8") as file:
        for text, game, width, height, answer, note in list(csv.reader(file, "excel-tab", quoting=csv.QUOTE_NONE))[1:]:
            yield Specimen(folder, text, game, f"{width}x{height}", answer.split(), note)


def given(specimen: Specimen) -> list[Puzzle | Exception]:
    """What a command line takes the text for: the name of a file beside the table, or else the puzzle itself."""
    file = corpus.path(f"foreign/{specimen.folder}/expected.tsv").parent / specimen.text
    argument = str(file) if _is_file(file) else specimen.text
    return [entry.puzzle for entry in entries(texts([argument], Source(lambda number: b"")))]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for a file
        return False


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_specimen_has_the_right_answers(folder: str) -> None:
    for specimen in sweep.sample(specimens(folder), 4):
        found = given(specimen)
        told = ["refuse" if isinstance(each, Exception) else solutions(each) for each in found]
        assert told == specimen.answers, specimen
        for puzzle in found:
            if isinstance(puzzle, Puzzle):
                assert puzzle.game.name == specimen.game
                assert len(found) > 1 or str(puzzle.grid) == specimen.size, specimen
            else:
                assert isinstance(puzzle, PuzzleError)
                assert str(puzzle).isprintable()
                assert "no such file" not in str(puzzle), specimen


def solutions(puzzle: Puzzle) -> str:
    """`0`, `1` or `2+`."""
    return ("0", "1", "2+")[len(two_solutions(puzzle))]


REASONS = {  # a word of the note, and what the refusal must then name
    "not a square board": ("square", "Download"),
    "random seed": ("seed",),
    "Loopy": ("'Loopy'", "'loopy.html'"),
    "Netslide": ("'Netslide'", "'netslide.html'"),
    "flag f": ("another puzzle",),
    "variant": ("another rule",),
    "Slitherlink": ("'slither'",),
    "Yajilin": ("'yajilin'",),
    "Vertigo": ("'vertigo'",),
}


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_refused_is_refused_by_name(folder: str) -> None:
    for specimen in specimens(folder):
        if specimen.answers == ["refuse"]:
            (error,) = given(specimen)
            for word, names in REASONS.items():
                assert word not in specimen.note or any(name in str(error) for name in names), (specimen, error)


def test_every_board_of_the_corpus_comes_back_from_every_form_that_can_hold_it() -> None:
    """The same puzzle, and the same marks where the form has them."""
    lost = 0
    for puzzle in boards():
        fresh = replace(puzzle, title="", source="", header=(), moves=(), position=0)
        bare = replace(fresh, start=puzzle.game.initial_state(puzzle.grid, puzzle.tiles))
        for form in (*FORMATS, "puzzlink"):
            for state in (None, fresh.start):
                try:
                    text = write(fresh, form, state)
                except PuzzleError:
                    lost += 1
                    continue
                (again,) = read(text, game=puzzle.game.name)
                assert (again.game, again.grid, again.clues) == (puzzle.game, puzzle.grid, puzzle.clues)
                if form == "picture":
                    assert again.start == fresh.start
                    assert again.tiles == (fresh.tiles if puzzle.game.draws else fresh.start.lines)
                elif form in ("pzprv3", "pencilbox", "save"):
                    assert (again.tiles, again.start) == (fresh.tiles, fresh.start)
                    assert form != "save" or read(write(puzzle, form)) == [replace(fresh, **history(puzzle, again))]
                elif form in ("numbers", "array", "hex", "pieces"):
                    assert (again.start.lines, again.start.pins) == (fresh.start.lines, fresh.start.pins)
                elif state is None:
                    assert again == bare
                else:
                    assert again.start == State.of(state.lines)
    assert lost


def history(puzzle: Puzzle, again: Puzzle) -> dict[str, Any]:
    """The moves that a save file keeps: those of the puzzle, or else those with which its position was written."""
    told = puzzle if puzzle.moves else again
    return {"moves": told.moves, "position": told.position}


def boards() -> Iterator[Puzzle]:
    """The boards of the corpus, or some of each part of it."""
    for folder in FOLDERS:
        for specimen in sweep.sample(specimens(folder), 30):
            yield from (puzzle for puzzle in given(specimen) if isinstance(puzzle, Puzzle))
    for table in ("net/unique.tsv", "net/hard.tsv", "net/ambiguous.tsv", "simpleloop/real.tsv", "masyu/small.tsv"):
        for text, *_ in sweep.sample(corpus.rows(table), 900):
            if "/v:" not in text:
                yield from read(text)
    for name, game, *_ in sweep.sample(corpus.rows("infinity/expected.tsv")[1:], 40):
        yield from read(corpus.path(f"infinity/{name}").read_text(encoding="utf-8"), game=game)
