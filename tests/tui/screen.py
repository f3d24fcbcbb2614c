"""The program on a real terminal: a pty that pyte reads, for tests that press keys as a player does."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyte

DARK_ANSWER = b"\x1b[1;2R\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?1;2c"  # how a usual terminal answers
PATIENCE = 20.0  # seconds to wait for a screen
_NOT_PASSED_ON = ("NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES")  # to the program
PROJECT = Path(__file__).parents[2]


class Player:
    """A running program, the screen it has drawn, and every byte that it wrote since the last look."""

    def __init__(
        self,
        arguments: list[str],
        folder: Path,
        size: tuple[int, int] = (80, 24),
        extra: Mapping[str, str] | None = None,
        answer: bytes = DARK_ANSWER,
        before: Sequence[str] = (),
    ) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
        environment |= {
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "TEXTUAL_ANIMATIONS": "none",
            "TERMPUZZLES_DATA": str(folder / "data"),
            "TERMPUZZLES_CONFIG": str(folder / "config"),
            "PYTHONPATH": str(PROJECT),
            **(extra or {}),
        }
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self.answer = answer
        self.process, self._terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            command = [*before, sys.executable, "-m", "termpuzzles", *arguments]
            os.execvpe(command[0], command, environment)
        self.resize(*size)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys: str) -> None:
        """Type the keys."""
        self.send(keys.encode())

    def send(self, data: bytes) -> None:
        """Have the terminal send these bytes."""
        while data:
            written = os.write(self._terminal, data[:2048])
            data = data[written:]
            self.look(0)

    @property
    def is_raw(self) -> bool:
        """Whether the program has put the terminal into raw mode, without an echo."""
        return not termios.tcgetattr(self._terminal)[3] & termios.ECHO

    def hang_up(self) -> None:
        """Close the terminal, as closing its window does."""
        os.close(self._terminal)
        self._terminal = -1

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(self.screen.display)

    def until(self, ready: Callable[[str], bool], waiting_for: str = "the screen") -> str:
        """Read what the program draws until the screen is ready, and return its text."""
        end = time.monotonic() + PATIENCE
        while not ready(self.text):
            if time.monotonic() > end:
                raise AssertionError(f"waited for {waiting_for}; the screen shows\n{self.text}")
            self.look(0.05)
        return self.text

    def see(self, words: str) -> str:
        """Wait until the screen shows these words."""
        return self.until(lambda text: words in text, repr(words))

    @property
    def still(self) -> str:
        """The text of the screen without the clock."""
        return re.sub(r"\d+:\d\d", "", self.text)

    def settle(self, quiet: float = 0.25) -> str:
        """Wait until nothing is drawn for this many seconds (below 1: the clock ticks), and return the text."""
        while self.look(quiet):
            pass
        return self.still

    def watch(self, seconds: float) -> None:
        """Read output for this many seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.look(left)

    def look(self, seconds: float) -> bool:
        """Wait up to this many seconds for output, read it, and return whether there was any."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
        try:
            got = os.read(self._terminal, 1 << 16)
        except OSError:
            return False
        self.written += got
        self._stream.feed(got)
        if self.answer and b"\x1b[c" in got:
            os.write(self._terminal, self.answer)
        return True

    def wait(self) -> int:
        """Wait until the program ends, and return its exit status."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.look(0.02)
            ended, status = os.waitpid(self.process, os.WNOHANG)
            if ended:
                self.process = 0
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"the program does not end; the screen shows\n{self.text}")

    def kill(self) -> None:
        """End the program as `kill -9` does."""
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            self.process = 0

    def close(self) -> None:
        """End the program, whatever its state, and close the terminal."""
        self.kill()
        if self._terminal >= 0:
            os.close(self._terminal)


Start = Callable[..., Player]  # what the fixture `start` gives
