"""The program on a real terminal: a pty that pyte reads, for tests that press keys as a player does."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pyte

from tests.cli.program import on_a_terminal

DARK_ANSWER = b"\x1b[1;2R\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?1;2c"  # how a usual terminal answers
_NEVER = 200.0  # seconds after which a program hangs, and is not slow; pytest ends what takes 300
_QUIET = 0.12  # seconds in which a program that sleeps draws nothing more: its timers are shorter, but for the clock
_NOT_PASSED_ON = ("ACCESSIBLE", "NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES")  # to the program
PROJECT = Path(__file__).parents[2]


class Process:
    """What the system knows about a process, by Linux's /proc; elsewhere nothing is known."""

    def __init__(self, number: int) -> None:
        self._folder = Path(f"/proc/{number}")

    @property
    def _fields(self) -> list[str]:
        try:
            return (self._folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            return ["?"] + ["0"] * 12

    @property
    def cpu(self) -> float:
        """The seconds of CPU that it has used."""
        return (int(self._fields[11]) + int(self._fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def is_stopped(self) -> bool:
        """Whether it waits to be continued."""
        return self._fields[0] == "T"

    @property
    def states(self) -> set[str]:
        """The states of its threads, such as S (asleep), R (wants to run), T (stopped)."""
        found = set()
        for each in self._folder.glob("task/*/stat"):
            try:
                found.add(each.read_text().rpartition(")")[2].split()[0])
            except OSError:
                continue
        return found


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
            "PYTHONFAULTHANDLER": "1",  # one that hangs is made to say where
            **(extra or {}),
        }
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self.answer = answer
        command = [*before, sys.executable, "-m", "termpuzzles", *arguments]
        self._program, self._terminal = on_a_terminal(command, folder, environment)
        self.process = self._program.pid  # 0 once it has ended and `status` has told how
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
        hangs = self._hangs(waiting_for)
        while not ready(self.text):
            if not self.look(0.05) and self._has_ended and not ready(self.text):
                raise AssertionError(f"it ended before {waiting_for}; the screen shows\n{self.text}")
            hangs()
        return self.text

    def _hangs(self, waiting_for: str) -> Callable[[], None]:
        """What fails with the screen and the program's stack, if called when no busy machine can be the cause."""
        end = time.monotonic() + _NEVER

        def look() -> None:
            if time.monotonic() > end:
                screen, self.answer = self.text, b""
                self.signal(signal.SIGABRT)
                while not self._has_ended:
                    self.look(0.05)
                while self.look(0.05):
                    pass
                raise AssertionError(f"it hangs before {waiting_for}; the screen shows\n{screen}\nand now\n{self.text}")

        return look

    @property
    def _has_ended(self) -> bool:
        """Whether the program has ended; `wait` still tells how."""
        look_only = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return bool(self.process) and os.waitid(os.P_PID, self.process, look_only) is not None

    def signal(self, number: int) -> None:
        """Send it a signal, unless it has ended: process 0 would be the whole test run."""
        if self.process:
            os.kill(self.process, number)

    def see(self, words: str) -> str:
        """Wait until the screen shows these words."""
        return self.until(lambda text: words in text, repr(words))

    @property
    def still(self) -> str:
        """The text of the screen without the clock."""
        return re.sub(r"\d+:\d\d", "", self.text)

    def settle(self) -> str:
        """Wait until the program sleeps and draws nothing, however busy the machine is, and return the text."""
        process, quiet = Process(self.process), 0.0
        cpu = process.cpu
        hangs = self._hangs("it sleeps")
        while quiet < _QUIET:
            hangs()
            if self.look(0.02) or process.states - {"S"} or process.cpu != cpu:
                quiet, cpu = 0.0, process.cpu
            else:
                quiet += 0.02
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
            with suppress(BlockingIOError):  # a terminal that is full of keys loses its answer
                os.write(self._terminal, self.answer)
        return True

    def wait(self) -> int:
        """Wait until the program ends, and return its exit status."""
        hangs = self._hangs("its end")
        while True:
            hangs()
            if self._terminal >= 0:
                self.look(0.02)
            else:
                time.sleep(0.01)
            if (status := self.status()) is not None:
                return status

    def status(self) -> int | None:
        """The exit status of a program that has ended, minus the signal if one ended it."""
        if (status := self._program.poll()) is not None:
            self.process = 0
        return status

    def kill(self) -> None:
        """End the program as `kill -9` does."""
        self._program.kill()
        self._program.wait()
        self.process = 0

    def close(self) -> None:
        """End the program, whatever its state, and close the terminal."""
        self.kill()
        if self._terminal >= 0:
            os.close(self._terminal)


Start = Callable[..., Player]  # what the fixture `start` gives
