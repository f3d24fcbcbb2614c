"""The program as a process of its own, as a shell starts it."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "termpuzzles"]
_TAKES_IT = ': < "$1"; shift; exec "$@"'  # what the leader of a session opens first becomes the session's terminal


def termpuzzles(*arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end, with that standard input."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    environment = os.environ | {"PYTHONPATH": str(ROOT)}  # needed when it starts in another folder
    return subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, cwd=cwd, env=environment)


def on_a_terminal(
    command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], int]:
    """Start a command with a terminal of its own; returns it and the other end of that terminal.

    `pty.fork` would go on with Python in a copy of a process of several threads, where a lock may be held for ever.
    """
    outside, inside = pty.openpty()
    words = ["sh", "-c", _TAKES_IT, "sh", os.ttyname(inside), *command]
    program = subprocess.Popen(
        words, stdin=inside, stdout=inside, stderr=inside, cwd=folder, env=environment, start_new_session=True
    )
    os.close(inside)
    return program, outside


def interrupt(program: subprocess.Popen[bytes]) -> int:
    """Press ctrl+c as often as it needs, and return the status.

    Python notices a signal that comes just before it waits for input only after that, so once is not always enough.
    """
    while program.returncode is None:
        program.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            program.wait(10)
    return program.returncode
