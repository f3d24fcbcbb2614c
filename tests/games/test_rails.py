"""Rails, a second game with clues, works in every room, though no file of the package knows it or its clues."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.catalogue.new_board import BoardRequest
from termpuzzles.cli import main
from termpuzzles.formats import read, write
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import steps
from termpuzzles.generator.generate import generate
from termpuzzles.logic.answers import solver
from termpuzzles.logic.task import finish, never
from termpuzzles.render.glyph_sets import ASCII
from termpuzzles.render.picture import picture_of
from termpuzzles.render.svg import svg
from tests.games.rails import RULES
from tests.games.test_unknown_circles import SIZES, STRAIGHT, loops
from tests.render.looks import as_text
from tests.tui.apps import playing, shown
from tests.tui.key_count import play

SOLVED = "# game: rails\n# clues: 2,1▣ 2,2▣\n┏━┓\n┗━┛"


def small_boards(count: int) -> Iterator[tuple[Puzzle, set[bytes]]]:
    """Random small boards, and all their solutions by brute force."""
    rng = Random(14)
    for _ in range(count):
        width, height = rng.choice(SIZES)
        clues = bytes(rng.random() < 0.25 for _ in range(width * height))
        puzzle = Puzzle(named("rails"), Grid.make(width, height), b"\1" * len(clues), clues=clues)
        stations = [cell for cell, clue in enumerate(clues) if clue]
        yield puzzle, {masks for masks in loops(width, height) if all(masks[cell] in STRAIGHT for cell in stations)}


def test_its_solutions_are_those_of_brute_force_and_each_step_keeps_them_all() -> None:
    numbers = set()
    for puzzle, expected in small_boards(40):
        assert set(map(bytes, finish(solver.solutions(puzzle.problem(), 300), never))) == expected
        for step in steps(puzzle):
            assert all(each.after >> masks[each.cell] & 1 for each in step.narrowed for masks in expected)
        numbers.add(min(2, len(expected)))
    assert numbers == {0, 1, 2}


def test_new_boards_of_it_are_made_checked_solved_converted_and_hinted(capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> str:
        assert main([*words]) == 0
        return capsys.readouterr().out

    ids = run("generate", "rails", "5x5", "--count", "2", "--seed", "1").splitlines()
    assert [puzzle.game.name for text in ids for puzzle in read(text)] == ["rails"] * 2
    for line in run("check", "--json", *ids).splitlines():
        assert (json.loads(line)["game"], json.loads(line)["solutions"]) == ("rails", 1)
    assert run("solve", "--to", "picture", *ids).count("# game: rails\n") == 2
    assert run("convert", *ids, "--to", "pzprv3").startswith("pzprv3/rails/5/5/")
    assert "The station at" in run("hint", ids[0])
    assert json.loads(run("hint", "--json", ids[0]))["rule"] in RULES


def test_a_clue_that_another_game_has_is_no_clue_of_it() -> None:
    (puzzle,) = read("# game: rails\n·▣·\n···\n···")
    assert write(puzzle, "gameid") == "rails/3/3/300"
    for text in ("# game: rails\n·○·\n···", "pzprv3/rails/1/2/2 . /0 /"):
        with pytest.raises(ValueError, match="expected"):
            read(text)


def test_its_stations_are_squares_until_lines_show_them() -> None:
    (solved,) = read(SOLVED)
    assert as_text(picture_of(solved, solved.beginning._replace(lines=bytes(6)))) == ["· ▣ · ", "· ▣ · "]
    assert as_text(picture_of(solved, solved.start, marks=False)) == ["┌╼━╾┐ ", "└╼━╾┘ "]
    assert as_text(picture_of(solved, solved.start), glyphs=ASCII)[0][2] == "H"
    assert re.findall(r'class="clue" d="(M[^"]*)"', svg(solved, solved.start)) == ["M28 4h16v16h-16zM28 28h16v16h-16z"]


def test_a_request_for_more_stations_says_so() -> None:
    assert BoardRequest("rails", "5x5", spare="many").words() == "Rails 5x5, many more stations"


async def test_it_is_solved_by_keys_in_the_app_and_its_help_shows_its_own_examples(tmp_path: Path) -> None:
    puzzle = generate("rails", "5x5", seed=1)
    count = await play(tmp_path / "keys", puzzle)
    assert count.keys <= count.needed
    async with playing(tmp_path / "help", puzzle, size=(80, 200), look="lines") as game:
        await game.press("question_mark")
        assert named("rails").goal in " ".join(" ".join(shown(game.app)).split())
        await game.press("right", "right")
        said = " ".join(" ".join(shown(game.app)).split())
        assert "▸▣◂" in said
        assert "a station has two lines in any case" in said
        assert "through every station" in said
        assert "circle" not in said
