"""The techniques that help explains: those of the game's problem, each with a board on which it finds something."""

import pytest

from termpuzzles.games import named
from termpuzzles.play.techniques import techniques
from tests.games.boards import board


@pytest.mark.parametrize("name", ["infinity", "net"])
def test_every_technique_of_a_game_of_turning_has_a_marked_board_and_says_what_it_finds_there(name: str) -> None:
    puzzle = board(named(name), "┏┓", "┗┛")
    found = techniques(puzzle)
    assert [technique.name for technique in found] == [rule for rule in puzzle.problem().rules if rule != "search"]
    for technique in found:
        assert technique.sentence.endswith(".")
        assert any("▸" in line for line in technique.picture)
        assert technique.found.endswith(".")


def test_techniques_of_a_game_of_drawing_are_told_without_a_board() -> None:
    found = techniques(board(named("simpleloop"), "··", "··"))
    assert "degree" in [technique.name for technique in found]
    assert all(technique.sentence and not technique.picture for technique in found)
