"""Plain mode as a script uses it: the program itself with a pipe at both ends, from the first line to the last."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from termpuzzles.board.grid import E, S
from termpuzzles.catalogue.lessons import taught
from termpuzzles.formats import canonical_id, read
from termpuzzles.games import GAMES, named
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.plain.words import title
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


def numbered(words: str, output: list[str]) -> str:
    """The number of the last choice that begins with these words."""
    return next(line.split(".")[0] for line in reversed(output) if line.partition(". ")[2].startswith(words))


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


@pytest.mark.parametrize("game", sweep.sample(tuple(taught()), 4))
def test_all_lessons_of_a_game_are_done_through_a_pipe(game: str) -> None:
    learn = numbered("Learn", session())
    chosen = numbered(f"{title(named(game))}:", session(learn))
    number = len(taught()[game])
    lines = [line for lesson in range(1, number + 1) for line in (str(lesson), *["do"] * 40, "back")]
    output = session(learn, chosen, *lines)
    assert sum(line.startswith(("The lesson is done. ", "Well done: ")) for line in output) >= number
    again = session(learn, chosen)
    assert sum(line.endswith("; done") for line in again) == number


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"SSH_CONNECTION": "a"}, "ssh has given this command no terminal (`ssh -t` does)"),
        ({}, "the output is not a terminal"),
    ],
)
def test_the_first_line_says_why_it_is_plain(
    environment: dict[str, str], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert session(arguments=("play",))[0] == f"Plain mode, because {reason}."


def test_the_settings_make_it_plain_on_a_terminal_that_could_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    folder = Path(os.environ["TERMPUZZLES_CONFIG"])
    folder.mkdir()
    (folder / "settings.toml").write_text("plain = true\n", encoding="utf-8")
    outside, inside = pty.openpty()
    with subprocess.Popen([*COMMAND, "play"], stdin=inside, stdout=inside, stderr=inside, cwd=ROOT) as program:
        os.close(inside)
        os.write(outside, b"quit\n")
        assert program.wait() == 0
    written = os.read(outside, 60_000).decode()
    os.close(outside)
    assert "Plain mode, because the settings ask for it." in written
    assert "\x1b" not in written


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


def test_a_doubt_about_the_settings_is_told() -> None:
    folder = Path(os.environ["TERMPUZZLES_CONFIG"])
    folder.mkdir()
    (folder / "settings.toml").write_text("plain = 3\n", encoding="utf-8")
    assert "plain takes false or true" in session()[1]


def test_a_board_of_the_day_leads_on_to_the_next_one_of_that_day_through_a_pipe() -> None:
    daily = ("play", "--plain", "--daily", "--game", "simpleloop")
    output = session("id", *["do"] * 80, "", "id", arguments=daily)
    solved = next(at for at, line in enumerate(output) if line.startswith("The board is solved"))
    assert re.match(r"Type next for Simple Loops \d+ by \d+\.$", output[solved + 1])
    assert any(line.startswith("Simple Loops, ") for line in output[solved:])
    first = output[output.index("Type help for the commands.") + 1]
    assert canonical_id(read(output[-1])[0]) == output[-1] != first
