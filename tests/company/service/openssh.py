"""The service as a process, and OpenSSH's own client, in tmux where it needs a terminal."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


class Server:
    """The service, as an operator starts it."""

    def __init__(self, data: Path, port: int = 0) -> None:
        self.data = data
        argv = [sys.executable, "-m", "termpuzzles", "serve", "--port", str(port), "--data", str(data)]
        self._errors = (data.parent / "server.log").open("a")
        self.process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=self._errors, text=True)
        assert self.process.stdout is not None
        self.fingerprint = self.process.stdout.readline().split()[-1]
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit status."""
        if self.process.returncode is None:
            self.process.send_signal(number)
        status = self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._errors.close()
        return status


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    """Run a service until the block ends."""
    server = Server(data)
    try:
        yield server
    finally:
        if server.process.returncode is None:
            server.end()


def ssh(port: int, *more: str, key: Path | None = None) -> list[str]:
    """The client's command line, with this key or as a guest."""
    options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "IdentityAgent=none"]
    options += ["IdentitiesOnly=yes", "ControlPath=none"] if key else ["PubkeyAuthentication=no", "ControlPath=none"]
    given = [part for option in options for part in ("-o", option)]
    return ["ssh", "-F", "none", *given, *(["-i", str(key)] if key else []), "-p", str(port), *more[:-1], *more[-1:]]


def made_key(folder: Path, name: str = "id") -> Path:
    """Make a new key with the command that guests are shown."""
    file = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(file)], check=True)
    return file


class Terminal:
    """A window of tmux in which a command runs, and then stays."""

    def __init__(self, name: str, argv: list[str], width: int = 80, height: int = 24) -> None:
        self._socket = f"termpuzzles-test-{os.getpid()}-{name}"
        command = f'{shlex.join(argv)}; echo "left with $?"; sleep 600'
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), command)

    def _tmux(self, *words: str) -> str:
        argv = ["tmux", "-L", self._socket, *words]
        return subprocess.run(argv, check=True, capture_output=True, text=True).stdout

    @property
    def text(self) -> str:
        """The text in the window."""
        return self._tmux("capture-pane", "-p")

    @property
    def modes(self) -> str:
        """Whether the alternate screen is on, the mouse is reported, and the cursor is visible."""
        return self._tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}").strip()

    @property
    def client(self) -> int:
        """The process of the client."""
        shell = int(self._tmux("display-message", "-p", "#{pane_pid}"))
        found = subprocess.run(["pgrep", "-P", str(shell), "ssh"], capture_output=True, text=True, check=False).stdout
        return int(found.split()[0])

    def type(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._tmux("send-keys", *keys)

    def paste(self, text: str) -> None:
        """Paste as a terminal does."""
        self._tmux("set-buffer", text)
        self._tmux("paste-buffer", "-p")

    def until(self, what: str | Callable[[str], bool]) -> str:
        """Wait until the window shows something."""
        holds = (lambda text: bool(re.search(what, text))) if isinstance(what, str) else what
        while not holds(self.text):
            time.sleep(0.05)
        return self.text

    def close(self) -> None:
        """End the window and everything in it."""
        self._tmux("kill-server")


@contextmanager
def terminal(name: str, argv: list[str]) -> Iterator[Terminal]:
    """Open a window until the block ends."""
    shown = Terminal(name, argv)
    try:
        yield shown
    finally:
        shown.close()
