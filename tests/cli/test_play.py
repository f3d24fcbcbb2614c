"""`play` on a terminal: the app opens the given puzzle, and the keys always come from the terminal."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from termpuzzles.cli import main
from termpuzzles.cli.run import standard_console
from termpuzzles.commands.play import without_last_words
from tests.cli.program import COMMAND, ROOT

BOARD = "# title: Piped\n┛┗\n┓┏\n"
ON_A_TERMINAL = """
import os, sys
terminal = os.open(sys.argv[1], os.O_RDWR)
os.dup2(terminal, 1)
os.dup2(terminal, 2)
if sys.argv[2] == "keys": os.dup2(terminal, 0)
os.execvp(sys.argv[3], sys.argv[3:])
"""


@pytest.fixture
def terminal() -> tuple[int, int]:
    """Both ends of a terminal of 80x24."""
    outside, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return outside, inside


def play(terminal: tuple[int, int], home: Path, stdin: str, *arguments: str, title: str, text: str = "") -> None:
    """Open the app, see the title, leave with `q`; standard input is the terminal (`keys`) or a pipe with the text."""
    outside, inside = terminal
    environment = os.environ | {
        "TERM": "xterm-256color",
        "TERMPUZZLES_DATA": str(home / "data"),
        "TERMPUZZLES_CONFIG": str(home / "config"),
    }
    app = subprocess.Popen(
        [sys.executable, "-c", ON_A_TERMINAL, os.ttyname(inside), stdin, *COMMAND, *arguments],
        stdin=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
        start_new_session=True,
    )
    assert app.stdin
    with app.stdin:
        app.stdin.write(text.encode())
    wait_for(outside, title)
    os.write(outside, b"q")
    wait_for(outside, "\x1b[?1049l")
    assert app.wait() == 0


def wait_for(outside: int, words: str) -> str:
    """What the terminal shows until these words appear."""
    shown = b""
    while words.encode() not in shown:
        shown += os.read(outside, 65536)
    return shown.decode(errors="replace")


def test_puzzles_may_come_by_a_pipe_and_the_keys_still_come_from_the_terminal(
    terminal: tuple[int, int], tmp_path: Path
) -> None:
    play(terminal, tmp_path, "pipe", "play", "-", text=BOARD, title="Piped")


def test_the_status_of_an_app_that_a_signal_ended_is_the_programs_even_if_nobody_reads_its_last_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Broken:
        """A pipe that nobody reads any longer."""

        def flush(self) -> None:
            raise BrokenPipeError

        def fileno(self) -> int:
            return file.fileno()

    with (tmp_path / "pipe").open("w+b") as file, monkeypatch.context() as patched:
        file.write(b"first")
        file.flush()
        patched.setattr("sys.stdout", Broken())
        assert without_last_words(standard_console(), 143) == 143
        os.write(file.fileno(), b"lost")
    assert (tmp_path / "pipe").read_bytes() == b"first"


@pytest.mark.parametrize("status", [0, 143])
def test_the_status_of_the_app_is_the_programs(status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TERMPUZZLES_CONFIG", str(tmp_path))
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    monkeypatch.setattr("termpuzzles.commands.play._nowhere_to_draw", lambda options, console: "")
    monkeypatch.setattr("termpuzzles.tui.app.run_app", lambda *given, **named: status)
    assert main(["play", "infinity:2x2:3333"]) == status
