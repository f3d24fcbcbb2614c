"""One way through every room for each game, in every run: what a newcomer must see work before changing anything."""

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import packs
from termpuzzles.cli import main
from termpuzzles.formats import read, write
from termpuzzles.games import GAMES, queries
from termpuzzles.games.model import Puzzle
from termpuzzles.generator.generate import generate
from tests.fuzz import gate
from tests.games.test_answers import by_trial
from tests.tui.key_count import play


def smallest_level(game: str) -> Puzzle:
    """The smallest board that comes with a game."""
    return min(
        (level for pack in packs() if pack.game == game for level in pack.puzzles()), key=lambda at: at.grid.size
    )


@pytest.mark.parametrize("game", GAMES)
async def test_a_board_is_solved_by_keys_in_the_app(tmp_path: Path, game: str) -> None:
    count = await play(tmp_path, smallest_level(game))
    assert count.keys <= count.needed


def test_a_file_of_levels_is_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    levels = [smallest_level(game) for game in GAMES]
    for level in levels:
        (tmp_path / f"{level.game.name}.loops").write_text(write(level, "picture") + "\n", encoding="utf-8")
    assert main(["solve", *(str(tmp_path / f"{game}.loops") for game in GAMES), "--to", "gameid"]) == 0
    for level, answer in zip(levels, capsys.readouterr().out.splitlines(), strict=True):
        (solved,) = read(answer)
        assert (solved.game.name, solved.grid) == (level.game.name, level.grid)


@pytest.mark.parametrize("game", GAMES)
def test_a_generated_board_has_just_one_solution_by_brute_force(game: str) -> None:
    made = generate(game, "4x4", 1)
    solved = queries.solve(made)
    assert solved is not None
    assert by_trial(made.problem()) == {bytes(solved.lines)}


def test_a_thousand_damaged_texts_are_read_or_refused_in_a_sentence(tmp_path: Path) -> None:
    assert gate.run(tmp_path, 1000, 2).endswith("no traceback")
