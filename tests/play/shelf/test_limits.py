"""Every limit of the shelf: what is exactly at it, and what is one beyond."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import Level, Levels, Pack
from termpuzzles.catalogue.new_board import typed_size
from termpuzzles.catalogue.practice import practice_boards
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.task import finish


@pytest.mark.parametrize("text", ["200x200", "1x40000", "20000x2w", "200"])
def test_a_board_to_make_while_the_player_waits_has_forty_thousand_cells_at_most(text: str) -> None:
    width, _, height = text.removesuffix("w").partition("x")
    assert typed_size(text) == f"{width}x{height or width}"


@pytest.mark.parametrize("text", ["201x200", "200x201", "1x40001", "201"])
def test_a_larger_board_is_refused_with_the_most_cells(text: str) -> None:
    with pytest.raises(PuzzleError, match=f"^expected a board of at most 40,000 cells, found '{text}'$"):
        typed_size(text)


def needing(folder: Path, number: int, size: str = "5x5") -> Levels:
    """So many levels whose steps name a technique, the last of them the easiest."""
    levels = tuple(Level(f"{at}", size, f"{at}", "edge", 100 - at, (("edge", 1),)) for at in range(number))
    path = folder / "some.loops"
    path.write_text("---\n".join(f"# title: {at}\n┏┓\n┗┛\n" for at in range(number)), encoding="utf-8")
    return Levels([Pack(path, "infinity", "some", levels)])


@pytest.mark.parametrize(("number", "found"), [(0, 0), (1, 1), (7, 7), (8, 8), (9, 8), (30, 8)])
def test_eight_boards_are_found_for_practice_the_easiest_first(
    number: int, found: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.catalogue.practice.position_before", lambda puzzle, rule: puzzle)
    boards = finish(practice_boards(needing(tmp_path, number), "infinity", "edge"))
    assert [each.title for each in boards] == [f"{number - 1 - at}, played to here" for at in range(found)]


@pytest.mark.parametrize(("number", "looked_at"), [(1, 1), (23, 23), (24, 24), (25, 24), (30, 24)])
def test_two_dozen_boards_are_looked_at_for_practice(
    number: int, looked_at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def none(puzzle: Puzzle, rule: str) -> None:
        asked.append(puzzle.title)

    monkeypatch.setattr("termpuzzles.catalogue.practice.position_before", none)
    assert finish(practice_boards(needing(tmp_path, number), "infinity", "edge")) == []
    assert len(asked) == looked_at
