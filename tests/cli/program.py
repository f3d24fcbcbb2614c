"""The program as a process of its own, as a shell starts it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "termpuzzles"]


def termpuzzles(*arguments: str, stdin: str | bytes = b"", cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end, with that standard input."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    environment = os.environ | {"PYTHONPATH": str(ROOT)}  # needed when it starts in another folder
    return subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, cwd=cwd, env=environment, timeout=60)
