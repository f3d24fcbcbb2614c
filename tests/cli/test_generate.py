"""`generate` from outside: files whole or not at all, interrupts, seeds, and progress for those who can see it."""

import os
import pty
import signal
import subprocess
from pathlib import Path

from termpuzzles.cli.generate import bar
from termpuzzles.formats import read
from tests.cli.program import COMMAND, ROOT, termpuzzles


def test_ids_come_one_a_line_and_nothing_else_is_said_to_a_pipe() -> None:
    done = termpuzzles("generate", "infinity", "5x4", "--count", "3", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [str(puzzle.grid) for puzzle in read(done.stdout.decode())] == ["5x4"] * 3


def test_pictures_are_parted() -> None:
    done = termpuzzles("generate", "net", "5x4w", "--walls", "0.2", "--count", "3", "--to", "picture", "--seed", "1")
    puzzles = read(done.stdout.decode())
    assert len(puzzles) == 3
    assert all(puzzle.grid.wrap_x and puzzle.grid.walls for puzzle in puzzles)


def test_a_seed_that_was_not_asked_for_is_told_and_makes_the_same_again() -> None:
    done = termpuzzles("generate", "net", "6")
    seed = done.stderr.decode().split()[-1]
    assert termpuzzles("generate", "net", "6x6", "--seed", seed).stdout == done.stdout


def test_several_processes_make_the_same_boards() -> None:
    asked = ["generate", "net", "9x9", "--count", "4", "--seed", "1"]
    assert termpuzzles(*asked, "--jobs", "2").stdout == termpuzzles(*asked).stdout


def test_a_file_holds_all_boards(tmp_path: Path) -> None:
    file = tmp_path / "new.ids"
    done = termpuzzles("generate", "net", "--count", "3", "--seed", "1", "-o", str(file))
    assert (done.returncode, done.stdout) == (0, b"")
    assert file.read_bytes() == termpuzzles("generate", "net", "--count", "3", "--seed", "1").stdout
    assert os.listdir(tmp_path) == ["new.ids"]


def test_no_file_is_left_where_not_all_could_be_made(tmp_path: Path) -> None:
    done = termpuzzles("generate", "net", "2x2w", "--seed", "1", "-o", str(tmp_path / "new.ids"))
    assert done.returncode == 1
    assert b"has never just one solution" in done.stdout
    assert not os.listdir(tmp_path)


def test_a_file_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    done = termpuzzles("generate", "net", "--seed", "1", "-o", str(tmp_path / "no" / "new.ids"))
    assert done.returncode == 2
    assert b"new.ids: no such file or directory" in done.stderr


def test_boards_that_cannot_become_the_file_are_printed_instead(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    done = termpuzzles("generate", "net", "--seed", "1", "-o", str(tmp_path / "folder"))
    assert done.returncode == 2
    assert done.stdout == termpuzzles("generate", "net", "--seed", "1").stdout
    assert os.listdir(tmp_path) == ["folder"]


def test_wrong_wishes_are_usage_errors() -> None:
    for wish in (["sudoku"], ["net", "0x5"], ["net", "--rating", "guess"], ["net", "--count", "0"], ["net", "--any=1"]):
        assert termpuzzles("generate", *wish).returncode == 2


def test_an_interrupt_keeps_the_boards_made() -> None:
    with subprocess.Popen(
        [*COMMAND, "generate", "net", "9x9", "--count", "1000000", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as program:
        assert program.stdout
        assert program.stderr
        first = program.stdout.readline()
        program.send_signal(signal.SIGINT)
        rest = program.stdout.read()
        assert program.wait(60) == 130
        assert program.stderr.read() == b"termpuzzles: interrupted\n"
    assert (first + rest).endswith(b"\n")
    assert all(len(puzzle.tiles) == 81 for puzzle in read((first + rest).decode()))


def test_progress_is_shown_on_a_terminal_and_leaves_nothing_behind() -> None:
    outside, inside = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "generate", "net", "--count", "2", "--seed", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=inside,
        cwd=ROOT,
    )
    os.close(inside)
    shown = os.read(outside, 65536).decode()
    os.close(outside)
    assert len(done.stdout.splitlines()) == 2
    assert "1 of 2" in shown
    assert shown.endswith("\r\x1b[K")


def test_the_bar_tells_count_rate_and_time_left() -> None:
    assert bar(0, 4, 0.0) == f"[{' ' * 30}] 0 of 4"
    assert bar(2, 4, 8.0) == f"[{'#' * 15}{' ' * 15}] 2 of 4, 0.2 a second, 8 s left"
