"""`generate` from outside: files are whole or absent, interrupts, seeds, and progress for a terminal only."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from termpuzzles.formats import read
from tests.cli.program import COMMAND, ROOT, termpuzzles


def test_when_no_worker_starts_there_are_no_boards_and_no_success(tmp_path: Path) -> None:
    stillborn = tmp_path / "stillborn"  # replaces python: the tracker of semaphores runs, workers do not
    stillborn.write_text(f'#!/bin/sh\ncase "$*" in *spawn_main*) exit 1;; esac\nexec {sys.executable} "$@"\n')
    stillborn.chmod(0o755)
    begin = f"from multiprocessing import set_executable\nset_executable({str(stillborn)!r})\n"
    (tmp_path / "sitecustomize.py").write_text(begin)
    asked = [*COMMAND, "generate", "net", "9x9", "--count", "4", "--seed", "1", "--jobs", "2"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(asked, capture_output=True, cwd=ROOT, env=environment)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"the processes that do the work keep ending early" in done.stderr


def test_no_file_is_left_where_not_all_could_be_made(tmp_path: Path) -> None:
    done = termpuzzles("generate", "net", "2x2w", "--seed", "1", "-o", str(tmp_path / "new.ids"))
    assert done.returncode == 1
    assert b"has never just one solution" in done.stderr
    assert not done.stdout
    assert not os.listdir(tmp_path)


def test_an_output_that_exists_keeps_its_kind_and_its_permissions(tmp_path: Path) -> None:
    wanted = termpuzzles("generate", "net", "--seed", "1").stdout
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    assert termpuzzles("generate", "net", "--seed", "1", "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (wanted, 0o640)
    assert termpuzzles("generate", "net", "--seed", "1", "-o", "/dev/stdout").stdout == wanted
    assert termpuzzles("generate", "net", "--seed", "1", "-o", "/dev/null").returncode == 0
    assert not Path("/dev/null").is_file()


def test_boards_go_through_a_named_pipe(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    asked = [*COMMAND, "generate", "net", "--seed", "1", "-o", str(pipe)]
    with subprocess.Popen(asked, cwd=ROOT) as program:
        assert pipe.read_bytes() == termpuzzles("generate", "net", "--seed", "1").stdout
        assert program.wait() == 0
    assert pipe.is_fifo()


def test_a_killed_program_leaves_no_worker_and_no_file(tmp_path: Path) -> None:
    asked = ["generate", "net", "30x30", "--seed", "1", "--count", "1000000000", "--jobs", "2"]
    with subprocess.Popen(
        [*COMMAND, *asked, "-o", str(tmp_path / "new.ids")], stderr=subprocess.PIPE, cwd=ROOT
    ) as program:
        assert program.stderr
        while len(workers := children(program.pid)) < 3:  # two workers and the tracker of their semaphores
            assert program.poll() is None
        program.kill()
        program.stderr.read()  # ends when the last of them has closed it
    while any(map(is_running, workers)):
        sleep(0.05)
    assert not os.listdir(tmp_path)


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    path = Path(f"/proc/{parent}/task/{parent}/children")
    if not path.exists():
        pytest.skip("this system does not tell the children of a process")
    return list(map(int, path.read_text().split()))


def is_running(process: int) -> bool:
    """Whether the process exists and is not a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


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
        assert program.wait() == 130
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
