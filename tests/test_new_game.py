"""The game from the README, first in its own file, then added to the package following the checklist there."""

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.readme import README, ROOT, blocks

TEXT = README.read_text(encoding="utf-8")
RECORD, START = ("\n".join(lines) + "\n" for kind, lines in blocks(TEXT) if kind == "py")
PICTURE = "┗╻\n╻·\n"


def run(folder: Path, *words: str, status: int = 0) -> str:
    """What a command line prints when run in that folder, after checking its exit status."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"TERMPUZZLES_DATA": str(folder / "data"), "TERMPUZZLES_CONFIG": str(folder / "config")}
    argv, empty = [sys.executable, *words], subprocess.DEVNULL
    done = subprocess.run(argv, cwd=folder, env=environment, stdin=empty, capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done.stdout


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with the game in its own file, and a level of it."""
    (tmp_path / "forest.py").write_text(RECORD + "\n\n" + START, encoding="utf-8")
    (tmp_path / "forest").mkdir()
    (tmp_path / "forest" / "first.loops").write_text(PICTURE, encoding="utf-8")
    os.symlink(ROOT / "termpuzzles", tmp_path / "termpuzzles")
    return tmp_path


def test_a_game_in_a_file_of_its_own_is_read_solved_checked_hinted_and_converted(own: Path) -> None:
    level = "forest/first.loops"
    assert run(own, "forest.py", "convert", level, "--to", "gameid").startswith("forest:2x2:")
    assert '"game": "forest"' in run(own, "forest.py", "check", "--json", level)
    assert '"solutions": 1' in run(own, "forest.py", "check", "--json", level)
    solved = run(own, "forest.py", "solve", level)
    assert solved.startswith("# game: forest\n")
    assert run(own, "forest.py", "hint", level)
    assert "Forest, 2 by 2.\n" in run(own, "forest.py", "play", level)


def test_a_loop_is_no_solution_of_the_game(own: Path) -> None:
    assert run(own, "forest.py", "solve", "forest:2x2:3333", status=1).startswith("# no solution")
    assert run(own, "forest.py", "solve", "infinity:2x2:3333") == "infinity:2x2:9c36\n"


def test_generating_boards_of_a_game_without_a_maker_is_refused_with_a_message(own: Path) -> None:
    assert run(own, "forest.py", "generate", "forest", "5x5", status=1) == "# Forest boards cannot be made\n"


def test_the_checklist_for_a_game_in_the_package_can_be_followed(tmp_path: Path) -> None:
    copytree(ROOT / "termpuzzles", tmp_path / "termpuzzles", ignore=ignore_patterns("__pycache__"))
    (tmp_path / "termpuzzles" / "games" / "forest.py").write_text(RECORD, encoding="utf-8")
    listing = tmp_path / "termpuzzles" / "games" / "__init__.py"
    text, number = re.subn(
        r"^(GAMES = \(.*)\)", r'\1, "forest")', listing.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert number == 1
    listing.write_text(text, encoding="utf-8")
    (tmp_path / "levels" / "forest").mkdir(parents=True)
    (tmp_path / "levels" / "forest" / "01-first.loops").write_text(PICTURE, encoding="utf-8")
    shown = run(tmp_path, "-m", "termpuzzles", "check", "levels/forest")
    assert re.search(r"^1 .* 2x2 +forest ", shown, flags=re.MULTILINE)


def test_every_file_that_the_checklist_names_is_there() -> None:
    checklist = TEXT.partition("### To add a game to the package")[2].partition("###")[0]
    named = re.findall(r"`((?:termpuzzles|tests|levels)/[a-z_/.]*)`", checklist)
    assert len(named) >= 7
    for name in named:
        assert "forest" in name or (ROOT / name).exists(), name
