"""The program at its main work: a level solved from the command line, and the app opened and left by keys.

It is the installed one, or the file named on the command line.
"""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from importlib.resources import files
from pathlib import Path

LEVEL = str(files("termpuzzles") / "levels" / "infinity" / "classic.loops")
NORMAL_SCREEN = "\x1b[?1049l"  # what a terminal is told when the app gives it back
SHARED = {
    "bash-completion/completions/termpuzzles": ["completions", "bash"],
    "zsh/site-functions/_termpuzzles": ["completions", "zsh"],
    "fish/vendor_completions.d/termpuzzles.fish": ["completions", "fish"],
    "man/man6/termpuzzles.6": ["manual"],
}
INSTALLED = [str(Path(sys.executable).with_name("termpuzzles"))]  # beside the Python that runs this
PROGRAM = [sys.executable, *sys.argv[1:]] if sys.argv[1:] else INSTALLED
PATIENCE = 60  # seconds; far more than any step takes on a slow machine


def solve() -> None:
    """Solve the classic level, and check that what is printed is a solved board."""
    board = subprocess.run([*PROGRAM, "solve", LEVEL], check=True, capture_output=True).stdout
    print(board.decode())
    again = subprocess.run([*PROGRAM, "solve", "-"], input=board, check=True, capture_output=True).stdout
    assert again == board, "a solved board must be its own solution"


def play(arguments: list[str], shown: str) -> None:
    """Open the app in a terminal of 80x24, see these words, and leave by `q` with the terminal restored."""
    terminal, inside = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    app = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        env=environment,
        start_new_session=True,
    )
    os.close(inside)
    try:
        wait_for(terminal, shown)
        os.write(terminal, b"q")
        wait_for(terminal, NORMAL_SCREEN)
        assert app.wait(PATIENCE) == 0
    finally:
        app.kill()
    print(f"termpuzzles {' '.join(arguments)}: opened, showed {shown!r} and closed")


def wait_for(terminal: int, words: str) -> None:
    """Read what the terminal shows until the words come; fail where they do not."""
    seen, end = b"", time.monotonic() + PATIENCE
    while words.encode() not in seen:
        ready, _, _ = select.select([terminal], [], [], 1)
        if time.monotonic() > end:
            sys.exit(f"no {words!r} in {seen[-4000:]!r}")
        seen += os.read(terminal, 65536) if ready else b""


def share() -> None:
    """The completions and the manual page are where systems look for them, and as the program makes them."""
    shared = Path(sys.prefix) / "share"
    for place, words in SHARED.items():
        made = subprocess.run([*INSTALLED, *words], capture_output=True, check=True).stdout
        if (shared / place).read_bytes() != made:
            sys.exit(f"{place} is not what `termpuzzles {' '.join(words)}` prints")
    print(f"{len(SHARED)} files lie in share/ as they should")


if __name__ == "__main__":
    if PROGRAM == INSTALLED:
        share()
    solve()
    play([], "termpuzzles")
    play(["play", LEVEL], "loose ends")
