"""The installed program at its main work: a level solved from the command line, and the app opened and left by keys."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from importlib.resources import files

LEVEL = str(files("termpuzzles") / "levels" / "infinity" / "classic.loops")
PATIENCE = 60  # seconds; far more than any step takes on a slow machine


def solve() -> None:
    """Solve the classic level, and check that what is printed is a solved board."""
    board = subprocess.run(["termpuzzles", "solve", LEVEL], check=True, capture_output=True).stdout
    print(board.decode())
    again = subprocess.run(["termpuzzles", "solve", "-"], input=board, check=True, capture_output=True).stdout
    assert again == board, "a solved board must be its own solution"


def play() -> None:
    """Open the app on the level in a terminal of 80x24, see its board, and leave by `q` with the terminal restored."""
    terminal, inside = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    app = subprocess.Popen(
        ["termpuzzles", "play", LEVEL],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        env=environment,
        start_new_session=True,
    )
    os.close(inside)
    seen = read_until(terminal, lambda seen: "┏" in seen or "┗" in seen)
    os.write(terminal, b"q")
    seen += read_until(terminal, lambda seen: "\x1b[?1049l" in seen)
    assert app.wait(PATIENCE) == 0, seen
    print("the app opened, drew its board and closed")


def read_until(terminal: int, enough: Callable[[str], bool]) -> str:
    """What the terminal shows until it is enough; fails where it stays silent or ends."""
    data, end = b"", time.monotonic() + PATIENCE
    while not enough(seen := data.decode(errors="replace")):
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        if not ready:
            sys.exit(f"the terminal fell silent after:\n{seen}")
        data += os.read(terminal, 65536)
    return seen


if __name__ == "__main__":
    solve()
    play()
