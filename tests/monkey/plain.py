"""Plain mode under the monkey's hands: lines of its own words, numbers and nonsense, each of which must be answered.

The steps are as those of the app; `line` waits for the answer to what was sent, `alive` asks a question whose answer is
known, and `eof` closes the input.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from termpuzzles.games import named, names
from termpuzzles.plain.commands import help_lines
from termpuzzles.plain.conversation import LONGEST_WAIT, ONE_MOMENT
from tests.monkey import program
from tests.monkey.program import Ended, Step, Trouble, Watch, environment, trouble_in
from tests.monkey.worlds import WORLDS
from tests.tui.screen import PROJECT, Process

ALIVE: Step = (0.0, "alive")
_ONE_MOMENT = ONE_MOMENT.encode()
_UNKNOWN = b"zqzq"  # no command, and in no choice: the answer repeats it
TOO_MUCH = 10_000_000  # bytes in answer to one burst

_ENDING = (b"quit", b"exit", b"back", b"leave")  # words that may lead out of the program


class PlainProgram:
    """A running program in plain mode."""

    def __init__(self, world: str, folder: Path, before: Sequence[str] = ()) -> None:
        self.folder = folder
        arguments = WORLDS[world].arguments
        command = [*before, sys.executable, "-m", "termpuzzles", *(arguments or ["play"]), "--plain"]
        if arguments and arguments[0] != "play":
            command[command.index("termpuzzles") + 1 : -1] = ["play", *arguments]
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | environment(folder) | {"PYTHONPATH": str(PROJECT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
        )
        self._system = Process(self._process.pid)
        self.written = b""
        self._answered = 0  # so much was written when the last line was sent
        self._heard = 0  # so much was written when it was last waited for
        self._typed = b""
        self._begun = b""  # a line without its end
        self._asked = False  # whether what was sent last has a line that must be answered
        self._wait(lambda: bool(self.written))

    def take(self, step: Step) -> None:
        """Take a step; raises `Trouble`, or `Ended` after an end in good order."""
        gap, what = step
        time.sleep(gap)
        try:
            if isinstance(what, bytes):
                self._send(what)
            elif what == "line":
                self._wait(lambda: not self._asked or bool(self._answer.replace(_ONE_MOMENT, b"").strip()))
            elif what == "alive":
                self._send(b"\n" + _UNKNOWN + b"\n")
                self._wait(lambda: _UNKNOWN in self._answer and self._answer.endswith(b"\n"))
                self._typed = b""
            elif what == "eof":
                self._typed += b"quit"
                assert self._process.stdin
                self._process.stdin.close()
                self._wait(lambda: False)
        except Ended as end:
            self._search()
            typed = self._typed.lower()
            if end.status or not (b"q" in typed.split() or any(word in typed for word in _ENDING)):
                raise Trouble(f"ended with status {end.status}", screen=self.last) from None
            raise
        self._search()

    @property
    def _answer(self) -> bytes:
        """What it wrote since something was sent."""
        return self.written[self._answered :]

    @property
    def last(self) -> str:
        """The last lines that it wrote."""
        return self.written[-2000:].decode(errors="replace")

    def _send(self, data: bytes) -> None:
        self._answered = len(self.written)
        self._typed += data
        lines = (self._begun + data).decode(errors="replace").split("\n")
        self._begun = lines[-1].encode()
        self._asked = any(line.split() for line in lines[:-1])
        assert self._process.stdin
        entry = self._process.stdin.fileno()
        os.set_blocking(entry, False)
        watch = Watch(self._system)
        while data:
            try:
                data = data[os.write(entry, data[:2048]) :]
            except BlockingIOError:
                watch = self._watched(watch)
            except BrokenPipeError:
                data = b""
            self._look(0)

    def _wait(self, ready: Callable[[], bool]) -> None:
        watch = Watch(self._system)
        while not ready():
            self._look(0.05)
            if not ready():
                watch = self._watched(watch)

    def _watched(self, watch: Watch) -> Watch:
        """Whether it takes too long over one answer: with each that it has written, the time begins anew."""
        if len(self.written) > self._heard:
            self._heard = len(self.written)
            watch = Watch(self._system)
        if self._heard - self._answered > TOO_MUCH:
            raise Trouble("talks", f"it has written {TOO_MUCH:,} bytes and not come to an end", self.last)
        watch.patience = LONGEST_WAIT.seconds if self._asks_for_patience else program.SOON
        watch(self.last)
        return watch

    @property
    def _asks_for_patience(self) -> bool:
        """Whether it said last that its answer takes a while."""
        return self.written.endswith(_ONE_MOMENT + b"\n")

    def _look(self, seconds: float) -> None:
        assert self._process.stdout
        if select.select([self._process.stdout], [], [], seconds)[0]:
            got = os.read(self._process.stdout.fileno(), 1 << 16)
            self.written += got
            if not got:
                raise Ended(self._process.wait(60))

    def _search(self) -> None:
        if not trouble_in(self.written, self.folder):
            return
        end = time.monotonic() + program.SOON
        with suppress(Ended):
            while time.monotonic() < end:
                self._look(0.05)  # until it has written all of it
        if found := trouble_in(self.written, self.folder):
            raise Trouble(*found, self.last)

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()


WORDS = sorted({word for name in names() for line in help_lines(named(name)) for word in re.findall("[a-z]+", line)})
OFTEN = [
    "do",
    "do",
    "hint",
    "undo",
    "redo",
    "next",
    "previous",
    "more",
    "list",
    "help",
    "back",
    "what is wrong",
    "turn",
]
MENUS = [
    "daily",
    "learn",
    "levels",
    "new",
    "statistics",
    "continue",
    "net",
    "loops",
    "first",
    "lesson",
    "finished",
    "w",
]
NONSENSE = ["", " ", "\t", "\0", "é∞👍", "(", "[", "\\", "%s", "-1", "0", "99999999999999999999", "²", "٣", "x" * 5000]
WISHES = ["3x3", "4x4w", "9x9, tricky", "0x0", "5", "5x5x5", "7x7, walls 2", "2x2, effort 1-2", "8x8, rating no"]


def line(chance: Random) -> str:
    """A line as somebody might type it, or as nobody would."""
    kind = chance.random()
    if kind < 0.35:
        return str(chance.choice((1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20, 21)))
    if kind < 0.6:
        return chance.choice(OFTEN)
    if kind < 0.75:
        numbers = [str(chance.randint(0, 6)) for _ in range(chance.choice((0, 1, 2, 2, 2, 3)))]
        side = chance.choice(("", "up", "right", "down", "left", "back", "half"))
        return " ".join((chance.choice(WORDS), *numbers, side))
    if kind < 0.85:
        return chance.choice(MENUS)
    if kind < 0.92:
        return chance.choice(WISHES)
    return " ".join(chance.choice((*NONSENSE, *WORDS)) for _ in range(chance.randint(1, 4)))


def session(seed: str) -> list[Step]:
    """The steps of the session with that seed."""
    chance = Random(seed)
    steps: list[Step] = [
        (0.0, f"start {chance.choice([name for name in WORLDS if not WORLDS[name].held])} plain"),
        ALIVE,
    ]
    for _ in range(chance.randint(5, 25)):
        steps += burst(chance)
    if chance.random() < 0.3:
        steps += [(0.0, line(chance).encode()), (0.0, "eof")]
    return steps


def burst(chance: Random) -> list[Step]:
    """Single lines, many at once, or the same again and again; and a sign of life."""
    kind = chance.random()
    if kind < 0.6:
        steps: list[Step] = []
        for _ in range(chance.randint(1, 8)):
            text = line(chance).encode() + b"\n"
            steps += [(0.0, text), *([(0.0, "line")] if text.decode().split() else [])]
    elif kind < 0.8:
        steps = [(0.0, b"do\n" * chance.choice((3, 30, 60)) + f"{line(chance)}\n".encode())]
    else:
        steps = [(0.0, "".join(f"{line(chance)}\n" for _ in range(chance.randint(2, 9))).encode())]
    if chance.random() < 0.05:
        steps.append((0.0, bytes(chance.randrange(256) for _ in range(40)) + b"\n"))
    return [*steps, ALIVE]
