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
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from termpuzzles.board.grid import TURNS, E, N, S, W
from termpuzzles.formats import canonical_id, read, web_address, write
from termpuzzles.games.model import Move, Puzzle, State
from termpuzzles.games.queries import two_solutions
from tests import corpus
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
    done = subprocess.run([node, "-e", wanted], capture_output=True, text=True)
    return "" if done.returncode == 0 else "node has no pzprjs with Simple Loop (set TERMPUZZLES_PZPR)"


def opened(texts: Sequence[str]) -> list[tuple[str, bool]]:
    """For each text the file that pzprjs writes for it, and whether it takes the lines in it for the solution."""
    if reason := _reason_without_pzpr():
        pytest.skip(reason)
    done = subprocess.run(["node", "-e", _OPEN], input=json.dumps(texts), capture_output=True, text=True)
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
    _run_collection(name, "--generate", "1", "--save", str(folder / "save"), text)
    return next(folder.glob("save*")).read_text(encoding="utf-8")


def _run_collection(name: str, *arguments: str) -> None:
    program = shutil.which(f"sgt-{name}", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        pytest.skip(f"sgt-{name} is not here (Debian's sgt-puzzles)")
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise ValueError(done.stderr)


def picture_in_collection(name: str, text: str, folder: Path) -> bytes:
    """The picture that a program of the collection draws of an id or of the contents of a save file, without a screen.

    ValueError with what it says if it does not take that.
    """
    if text.startswith("SAVEFILE"):
        (folder / "game.sav").write_text(text, encoding="utf-8")
        text = str(folder / "game.sav")
    _run_collection(name, "--screenshot", str(folder / "picture.png"), text)
    return (folder / "picture.png").read_bytes()


PLAYED_NET = [(f"net-{name}", "net") for name in ("undo", "walls", "solved", "jumble", "restart", "typed", "icon")]
PLAYED_PEARL = [(f"pearl-{name}", "pearl") for name in ("lines", "undo", "solved", "nosolve")]


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


def without_cursor(text: str) -> str:
    """A save file without the cursor and the place of the light, which we do not keep."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("UI "))


@pytest.mark.parametrize(("specimen", "name"), [*PLAYED_NET, *PLAYED_PEARL])
def test_the_collection_draws_a_game_that_went_through_us_as_before(specimen: str, name: str, tmp_path: Path) -> None:
    """The same board in the same position, whatever of it is undone, locked, solved by the program or crossed out."""
    text = corpus.path(f"foreign/sgt/{specimen}.sav").read_text(encoding="utf-8")
    (puzzle,) = read(text)
    before = picture_in_collection(name, without_cursor(text), tmp_path)
    assert picture_in_collection(name, write(puzzle, "save"), tmp_path) == before
    assert picture_in_collection(name, write(puzzle, "save", puzzle.start), tmp_path) == before
    fresh = write(puzzle, "save", puzzle.game.initial_state(puzzle.grid, puzzle.tiles))
    assert (picture_in_collection(name, fresh, tmp_path) == before) == (puzzle.start == puzzle.beginning)


def test_net_draws_a_position_that_we_saved_like_the_id_of_that_position(tmp_path: Path) -> None:
    wrapped = read("2x5w:5a5a5a5a5a") + read("# game: net\n# wrap: x\n# walls: 1,1v\n┏┓╸\n┗┛╺")
    for puzzle in [*sweep.sample(boards("net"), 3), *wrapped]:
        if not puzzle.grid.is_twisted:
            state = State.of(bytes(TURNS[mask][cell % 4] for cell, mask in enumerate(puzzle.tiles)))
            position = picture_in_collection("net", write(puzzle, "gameid", state), tmp_path)
            assert picture_in_collection("net", write(puzzle, "save", state), tmp_path) == position
            assert picture_in_collection("net", write(puzzle, "save"), tmp_path) != position or state == puzzle.start


def test_pearl_takes_lines_and_crosses_that_we_saved_as_its_own_moves(tmp_path: Path) -> None:
    (puzzle,) = read("pearl:6x6:BhBhBaBaWWfBdB")
    lines, crosses = bytearray(36), bytearray(36)
    lines[0], lines[1], lines[2], lines[6] = E | S, E | W, W, N
    crosses[8], crosses[14] = S, N
    ours = write(puzzle, "save", State(bytes(lines), bytes(36), bytes(crosses)))
    head, _, _ = ours.partition("MOVE")
    theirs = "F1,0,0;F4,1,0;F1,1,0;F4,2,0", "F8,0,0;F2,0,1", "M8,2,1;M2,2,2"
    by_hand = head.replace(":1:2\n", ":1:4\n") + "".join(f"MOVE    :{len(step)}:{step}\n" for step in theirs)
    assert picture_in_collection("pearl", ours, tmp_path) == picture_in_collection("pearl", by_hand, tmp_path)
    assert picture_in_collection("pearl", ours, tmp_path) != picture_in_collection(
        "pearl", head.replace(":1:2", ":1:1"), tmp_path
    )
    with pytest.raises(ValueError, match="invalid move"):
        picture_in_collection("pearl", by_hand.replace("M8,2,1;M2,2,2", "M8,0,0;M2,0,1"), tmp_path)


@pytest.mark.parametrize(("game", "name"), [("net", "net"), ("masyu", "pearl")])
def test_the_collection_draws_its_own_solution_that_we_saved_as_solved(game: str, name: str, tmp_path: Path) -> None:
    puzzle = next(each for each in boards(game)[1:] if min(each.grid.width, each.grid.height) >= 5)
    text = write(puzzle, "pearl" if name == "pearl" else "gameid").removeprefix("pearl:")
    _run_collection(name, "--generate", "1", "--save", str(tmp_path / "save"), "--with-solutions", text)
    solved = next(tmp_path.glob("save*")).read_text(encoding="utf-8")
    state = read(solved)[0].start
    assert [state._replace(pins=bytes(puzzle.grid.size))] == two_solutions(puzzle)
    ours = picture_in_collection(name, write(puzzle, "save", state), tmp_path)
    assert ours == picture_in_collection(name, without_cursor(solved), tmp_path)


def test_pearl_takes_a_line_where_a_cross_was_and_a_cross_where_a_line_was(tmp_path: Path) -> None:
    (fresh,) = read("pearl:6x6:BhBhBaBaWWfBdB")
    moves = tuple(Move.parse(f"{verb} 1,1 E", fresh) for verb in ("line", "cross", "line", "clear", "cross", "clear"))
    for count, lines in enumerate(("", "F1,0,0;F4,1,0", "M1,0,0;M4,1,0", "F1,0,0;F4,1,0", "", "M1,0,0;M4,1,0", "")):
        ours = write(replace(fresh, moves=moves, position=count), "save")
        head = write(fresh, "save")
        if lines:
            head = head.replace(":1:1\nSTATEPOS:1:1", ":1:2\nSTATEPOS:1:2") + f"\nMOVE    :{len(lines)}:{lines}\n"
        assert picture_in_collection("pearl", ours, tmp_path) == picture_in_collection("pearl", head, tmp_path)
