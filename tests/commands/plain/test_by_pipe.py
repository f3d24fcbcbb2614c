"""Plain mode as a script uses it: the program itself with a pipe at both ends, from the first line to the last."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from termpuzzles.board.grid import E, S
from termpuzzles.formats import canonical_id
from termpuzzles.games import GAMES
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from tests.cli.program import COMMAND, ROOT, interrupt, termpuzzles
from tests.data import sweep
from tests.games.boards import MADE


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TERMPUZZLES_CONFIG", str(tmp_path / "config"))


def session(*lines: str, arguments: tuple[str, ...] = ("play", "--plain")) -> list[str]:
    """The program's output for these lines."""
    done = termpuzzles(*arguments, stdin="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def commands(puzzle: Puzzle) -> list[str]:
    """The commands that lead to the solution."""
    solution, words = solve(puzzle), []
    assert solution is not None
    for cell, mask in enumerate(solution.lines):
        column, row = (number + 1 for number in puzzle.grid.place(cell))
        if puzzle.game.draws:
            words += [f"line {column} {row} right"] * bool(mask & E) + [f"line {column} {row} down"] * bool(mask & S)
            continue
        stands = puzzle.start.lines[cell]
        while stands != mask:
            stands = stands >> 1 | (stands & 1) << 3
            words.append(f"turn {column} {row}")
    return words


@pytest.mark.parametrize("game", sweep.sample([name for name in MADE if name in GAMES], 3))
def test_a_board_of_each_game_is_played_to_its_end_through_a_pipe(game: str) -> None:
    puzzle = generate(game, "6x6", seed=5)
    lines = commands(puzzle)
    asked = ("play", "--plain", canonical_id(puzzle))
    before = session(*lines[:-1], "what is wrong", "row 3", "neighbours", "hint", arguments=asked)
    assert before[0] == "Plain mode, because --plain was given."
    assert "solved" not in " ".join(before).lower()
    after = session(lines[-1], arguments=asked)
    assert re.match(r"The board is solved(?: in .+)?, with 1 hint\.", after[-1])


def test_an_interrupt_is_one_line_and_every_move_before_it_is_kept() -> None:
    puzzle = generate("net", "4x4", seed=1)
    asked = [*COMMAND, "play", "--plain", canonical_id(puzzle)]
    pipe = subprocess.PIPE
    with subprocess.Popen(asked, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdin.write(b"turn 2 2\npin 2 2\n")
        program.stdin.flush()
        while not (line := program.stdout.readline()).endswith(b"; pinned.\n"):
            assert line
        assert interrupt(program) == 130
        assert program.stderr.read() == b"termpuzzles: interrupted\n"
    assert session("cell 2 2", arguments=("play", "--plain", canonical_id(puzzle)))[-1].endswith("; pinned")
