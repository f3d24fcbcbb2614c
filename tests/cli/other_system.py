"""Plays boards as on a system without what only Unix has: `-m tests.cli.other_system FOLDER`.

Everything is hidden before the program is loaded, so that whoever imports it, or asks for it, fails as it would there.
The app runs on a driver that is not ours, as on Windows.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

HIDDEN = ("termios", "tty", "pty", "fcntl", "resource", "pwd", "grp")
IN_LINES, IN_APP = "# game: net\n╺┃╸\n", "# game: net\n╻\n━\n╹\n"


def hide() -> None:
    """Take away what only Unix has."""
    modules: dict[str, Any] = sys.modules
    for name in HIDDEN:
        modules[name] = None
    for name in ("SIGALRM", "SIGHUP", "SIGTSTP", "SIGCONT", "SIGWINCH", "setitimer"):
        delattr(signal, name)
    for name in ("link", "getsid", "nice", "getuid", "fork"):
        delattr(os, name)
    loop: Any = asyncio.SelectorEventLoop
    loop.add_reader = loop.add_signal_handler = _refuse


def _refuse(*_: object) -> None:
    raise NotImplementedError


hide()
os.environ["TEXTUAL_DRIVER"] = "__main__:Foreign"

from textual import events  # noqa: E402
from textual.drivers.headless_driver import HeadlessDriver  # noqa: E402

from termpuzzles.cli.run import run  # noqa: E402
from termpuzzles.formats import read  # noqa: E402
from termpuzzles.tui.app import run_app  # noqa: E402


class Foreign(HeadlessDriver):
    """Types, and prints what is drawn."""

    def write(self, data: str) -> None:
        print(data)

    def start_application_mode(self) -> None:
        super().start_application_mode()
        self.task = asyncio.get_running_loop().create_task(self._type())

    async def _type(self) -> None:
        for key in ("up", "up", "down", "space", "q", "ctrl+q"):
            await asyncio.sleep(0.3)
            self.process_message(events.Key(key, key if len(key) == 1 else None))


def main(folder: Path) -> None:
    """Ask on the command line, play in lines, and play in the app."""
    board = folder / "board.loops"
    board.write_text(IN_LINES, encoding="utf-8")
    for words in (["hint", "--limit", "5"], ["solve", "--explain"], ["check"]):
        assert run([*words, str(board)]) == 0, words
    assert run(["generate", "net", "5x5", "--seed", "1", "--limit", "20"]) == 0
    assert run(["serve"]) == 2
    sys.stdin = TextIOWrapper(BytesIO(b"turn 2,1\nquit\n"))
    assert run(["play", "--plain", str(board)]) == 0
    assert run_app(os.environ, print, read(IN_APP)) == 0


if __name__ == "__main__":
    main(Path(sys.argv[1]))
