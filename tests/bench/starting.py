"""How long the app takes to show its first frame, compared with a bare app, and how much memory it holds at rest."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from termpuzzles.formats import write
from tests.bench import boards
from tests.bench.peers.measure import row
from tests.bench.revisions.against import compile_all
from tests.bench.spread import Spread

HERE = Path(__file__).parents[2]
ROUNDS = 11  # runs of each app in turn, after a warm-up run
PATIENCE = 30.0  # seconds to wait for the first frame
REST = 2.0  # seconds after the first frame in which an app comes to rest
ANSWERS = b"\x1b[1;2R\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?1;2c"  # how a usual terminal answers queries
READY = "ready"
BARE = f"""
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static({READY!r})
Bare().run()
"""


class Started(NamedTuple):
    """What an app used until its first frame was drawn, or until the end of its rest: CPU seconds and memory."""

    cpu: float
    megabytes: float


def started(words: Sequence[str], sign: str, answers: bool, rest: float = 0) -> Started:
    """Run Python with these arguments on its own terminal until it draws the sign, and then for a rest."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONPATH": str(HERE)}
        environment |= {"TERMPUZZLES_DATA": f"{folder}/data", "TERMPUZZLES_CONFIG": f"{folder}/config"}
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(folder)  # so that the checkout on the path is loaded, not the current folder
            os.execve(sys.executable, [sys.executable, *words], environment)
        try:
            _read(terminal, sign, answers, time.monotonic() + PATIENCE)
            if rest:
                _read(terminal, "", answers, time.monotonic() + rest)
            memory = _megabytes(process)
        finally:
            os.kill(process, signal.SIGKILL)
            _, _, used = os.wait4(process, 0)
            os.close(terminal)
    return Started(used.ru_utime + used.ru_stime, memory)


def _read(terminal: int, sign: str, answers: bool, end: float) -> None:
    """Read the output up to the sign or, without a sign, until the end time."""
    seen = b""
    while (left := end - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            got = os.read(terminal, 1 << 16)
            if answers and b"\x1b[c" in got:
                os.write(terminal, ANSWERS)
            seen += got
            if sign and sign.encode() in seen:
                return
    if sign:
        raise AssertionError(f"no {sign!r} within {PATIENCE} seconds: {seen[-2000:]!r}")


def _megabytes(process: int) -> float:
    """The memory that a process holds, with its pages of files on disk, which other processes may share."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    (found,) = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")]
    return int(found) / 1024


def _playing(side: int, folder: str) -> list[str]:
    """The arguments that play a random Net of that size."""
    file = Path(folder, f"{side}.loops")
    file.write_text(write(boards.random_net(side, 1), "picture"), encoding="utf-8")
    return ["-m", "termpuzzles", "play", "--game", "net", str(file)]


def _heading(side: int) -> str:
    """The beginning of what stands above that board: what is sent before the first frame holds no words."""
    return f"Net {side}x{side}"


def at_rest() -> Iterator[tuple[str, float, float]]:
    """For a board of each size, the megabytes that the app holds at rest, and their ratio to a bare app's."""
    compile_all(HERE)
    bare = started(["-c", BARE], READY, True, REST).megabytes
    with tempfile.TemporaryDirectory() as folder:
        for side in (10, 500):
            megabytes = started(_playing(side, folder), _heading(side), True, REST).megabytes
            yield f"{side}x{side}", megabytes, megabytes / bare


def first_frames() -> Iterator[tuple[str, list[Spread]]]:
    """For each kind of terminal: milliseconds of CPU to our first frame, to that of a bare app, and the ratio."""
    compile_all(HERE)
    with tempfile.TemporaryDirectory() as folder:
        both = ((_playing(10, folder), _heading(10)), (["-c", BARE], READY))
        for kind, answers in (("that answers", True), ("that never answers", False)):
            rounds = [[started(words, sign, answers) for words, sign in both] for _ in range(ROUNDS + 1)][1:]
            mine, bare = ([1000 * pair[app].cpu for pair in rounds] for app in (0, 1))
            ratios = [one / other for one, other in zip(mine, bare, strict=True)]
            yield f"first frame, terminal {kind}", list(map(Spread.of, (mine, bare, ratios)))


def starting() -> Iterator[str]:
    """The first frame of `play` compared with that of a bare Textual app, run in turn, and the app's memory at rest."""
    yield row("ms of CPU", "rounds", "ours", "bare Textual", "ratio")
    for name, spreads in first_frames():
        yield row(name, str(ROUNDS), *map(str, spreads))
    for size, megabytes, ratio in at_rest():
        yield f"app at rest, {size}: {megabytes:.0f} MB, {ratio:.2f} times what a bare Textual app holds"
