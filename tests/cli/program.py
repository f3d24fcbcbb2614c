"""The program as a process of its own, as a shell starts it."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "termpuzzles"]


def termpuzzles(*arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end, with that standard input."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    environment = os.environ | {"PYTHONPATH": str(ROOT)}  # needed when it starts in another folder
    return subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, cwd=cwd, env=environment)


def interrupt(program: subprocess.Popen[bytes]) -> int:
    """Press ctrl+c as often as it needs, and return the status.

    Python notices a signal that comes just before it waits for input only after that, so once is not always enough.
    """
    for _ in range(5):
        program.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return program.wait(10)
    raise AssertionError("it goes on in spite of five interrupts")
