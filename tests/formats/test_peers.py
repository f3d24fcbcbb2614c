"""What we write is tried in the programs for which it is written, where they are here.

pzprjs (the editor of puzz.link) is looked for in node, or in the folder that `TERMPUZZLES_PZPR` names; the programs of
Simon Tatham's collection (Debian's sgt-puzzles) on the path and in /usr/games.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from termpuzzles.formats import canonical_id, read, web_address, write
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import two_solutions
from tests.data import sweep

_OPEN = """
const pzpr = require(process.env.TERMPUZZLES_PZPR || "pzpr");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const found = [];
function next() {
  if (found.length == texts.length) { console.log(JSON.stringify(found)); return; }
  new pzpr.Puzzle().open(texts[found.length], puzzle => {
    found.push([puzzle.getFileData(), puzzle.check(true).complete]);
    next();
  });
}
next();
"""
_WITH_OURS = ("simpleloop", "masyu")
LEVELS = Path(__file__).parents[2] / "levels"
AMBIGUOUS = {"simpleloop": "simpleloop/4/4/", "masyu": "pearl:6x6:aBWWcWgWeWiWaWb", "net": "5x5w:" + "5" * 25}


@cache
def _reason_without_pzpr() -> str:
    """Why pzprjs cannot be asked, or ""."""
    node = shutil.which("node")
    if node is None:
        return "node is not here"
    wanted = _OPEN.split(";")[0] + "; new pzpr.Puzzle().open('simpleloop/2/2/')"
    done = subprocess.run([node, "-e", wanted], capture_output=True, text=True, timeout=30)
    return "" if done.returncode == 0 else "node has no pzprjs with Simple Loop (set TERMPUZZLES_PZPR)"


def opened(texts: Sequence[str]) -> list[tuple[str, bool]]:
    """For each text the file that pzprjs writes for it, and whether it takes the lines in it for the solution."""
    if reason := _reason_without_pzpr():
        pytest.skip(reason)
    done = subprocess.run(["node", "-e", _OPEN], input=json.dumps(texts), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [(file, complete) for file, complete in json.loads(done.stdout)]


def boards(game: str) -> list[Puzzle]:
    """Small boards of our own, and one with several solutions."""
    files = sorted((LEVELS / game).glob("*.loops"))
    found = [puzzle for file in files for puzzle in read(file.read_text(encoding="utf-8"), game=game)]
    return [*read(AMBIGUOUS[game]), *sweep.sample([puzzle for puzzle in found if puzzle.grid.size <= 100], 40)]


@pytest.mark.parametrize("game", _WITH_OURS)
def test_pzprjs_reads_our_addresses_and_texts_as_the_same_boards(game: str) -> None:
    puzzles = boards(game)
    texts = [text for puzzle in puzzles for text in (canonical_id(puzzle), write(puzzle, "pzprv3"))]
    for puzzle, (file, _) in zip((puzzle for puzzle in puzzles for _ in range(2)), opened(texts), strict=True):
        (again,) = read(file)
        assert (again.game, again.grid, again.tiles, again.clues) == (
            puzzle.game,
            puzzle.grid,
            puzzle.tiles,
            puzzle.clues,
        )


@pytest.mark.parametrize("game", _WITH_OURS)
def test_pzprjs_accepts_each_of_our_solutions_and_none_that_lacks_a_line(game: str) -> None:
    texts, right = [], []
    for puzzle in boards(game):
        for state in two_solutions(puzzle):
            texts += [write(puzzle, "pzprv3", state), write(puzzle, "pzprv3", _without_a_line(puzzle, state))]
            right += [True, False]
    assert [complete for _, complete in opened(texts)] == right


def _without_a_line(puzzle: Puzzle, state: State) -> State:
    lines = bytearray(state.lines)
    cell = next(cell for cell, mask in enumerate(lines) if mask & 4)
    lines[cell] &= ~4
    lines[cell + 1] &= ~1
    return state._replace(lines=bytes(lines))


def test_pzprjs_keeps_lines_crosses_and_circles_of_unknown_colour_that_we_wrote() -> None:
    (puzzle,) = read("pzprv3/mashu/2/3/- . ./. 2 ./1 -1/0 0/0 0 1//")
    ((file, _), (address, _)) = opened([write(puzzle, "pzprv3"), canonical_id(puzzle)])
    assert read(file) == [puzzle]
    assert read(address)[0].clues == puzzle.clues


def collection(name: str, text: str, folder: Path) -> str:
    """The save file that a program of the collection writes for an id; ValueError with what it says against that."""
    program = shutil.which(f"sgt-{name}", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        pytest.skip(f"sgt-{name} is not here (Debian's sgt-puzzles)")
    done = subprocess.run(
        [program, "--generate", "1", "--save", str(folder / "save"), text], capture_output=True, text=True, timeout=60
    )
    if done.returncode:
        raise ValueError(done.stderr)
    return next(folder.glob("save*")).read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "name"), [("net", "net"), ("masyu", "pearl")])
def test_the_collection_reads_our_ids_and_we_read_its_save_files(game: str, name: str, tmp_path: Path) -> None:
    for puzzle in sweep.sample(boards(game), 3):
        if puzzle.grid.width < 5 or puzzle.grid.height < 5 or puzzle.grid.is_twisted:
            continue  # Pearl has no boards so small
        text = write(puzzle, "pearl" if name == "pearl" else "gameid").removeprefix("pearl:")
        (again,) = read(collection(name, text, tmp_path))
        assert (again.game, again.grid, again.tiles, again.clues) == (
            puzzle.game,
            puzzle.grid,
            puzzle.tiles,
            puzzle.clues,
        )
        assert name == "pearl" or web_address(puzzle).endswith(f"/net.html#{text}")
        with pytest.raises(ValueError, match=r"expected|too"):
            collection(name, text + "a", tmp_path)
