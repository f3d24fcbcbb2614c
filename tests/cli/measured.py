"""The program as a process, with its time and memory measured at its end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
MOST = 120  # seconds of processor time after which the system kills a program that does not end

BOARDS: dict[str, Callable[[int], str]] = {
    "net": lambda size: f"{size}x{size}:{random_tiles(size)}",
    "infinity": lambda size: f"infinity:{size}x{size}w:{random_tiles(size)}",
    "simpleloop": lambda size: f"simpleloop/{size}/{size}/",
    "simpleloops": lambda size: f"simpleloops/{size}/{size}/",
}
OF_A_BOARD = (
    ("solve",),
    ("solve", "--json"),
    ("solve", "--explain"),
    ("solve", "--possible"),
    ("check",),
    ("check", "--witness"),
    ("hint",),
    ("hint", "--all"),
    ("hint", "--trust"),
    ("hint", "--why-not", "1,1 N"),
    ("render", "--solution"),
    ("render", "--to", "svg"),
)


class Measured(NamedTuple):
    """How the program ended: its exit status, its seconds of processor time and the bytes of memory that it took."""

    status: int
    seconds: float
    peak: int
    out: str
    err: str


def random_tiles(size: int) -> str:
    """Tiles of a board that almost certainly has no solution."""
    return "".join(Random(size).choices("123456789abcde", k=size * size))


# A small process between, because the peak that the system tells of a process begins with that of its parent.
_BETWEEN = f"""
import os, resource, sys
child = os.fork()
if not child:
    resource.setrlimit(resource.RLIMIT_CPU, ({MOST}, {MOST}))
    os.execv(sys.argv[2], sys.argv[2:])
_, status, used = os.wait4(child, 0)
with open(sys.argv[1], "w") as file:
    print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, file=file)
"""


def measured(*words: str, folder: Path, given: Path | None = None) -> Measured:
    """Run the program and measure its processor time, which other programs do not lengthen."""
    out, err, used = folder / "out", folder / "err", folder / "used"
    command = [sys.executable, "-S", "-c", _BETWEEN, str(used), sys.executable, "-m", "termpuzzles", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with out.open("wb") as stdout, err.open("wb") as stderr, open(given or os.devnull, "rb") as stdin:
        program = subprocess.Popen(
            command, stdin=stdin, stdout=stdout, stderr=stderr, env=environment, start_new_session=True
        )
        program.wait()
    errors = err.read_text(errors="replace")
    assert "Traceback" not in errors
    status, seconds, peak = used.read_text().split()
    return Measured(int(status), float(seconds), int(peak), out.read_text(errors="replace"), errors)
