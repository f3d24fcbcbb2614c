"""The installed service with OpenSSH's own client: a guest plays and leaves, and asks a question through a pipe."""

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

BOARD = "3x3:3c8aee281"  # of Net, as Simon Tatham's puzzles write it
NORMAL_SCREEN = b"\x1b[?1049l"  # what a terminal is told when the app gives it back
PATIENCE = 60  # seconds; far more than any step takes on a slow machine
OPTIONS = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "PubkeyAuthentication=no", "LogLevel=ERROR")


def client(port: str, *words: str) -> list[str]:
    """The client's command line."""
    options = [part for option in OPTIONS for part in ("-o", option)]
    return ["ssh", "-F", "none", *options, "-p", port, *words]


def play(port: str) -> None:
    """See the app on a terminal, leave it by its key, and get the terminal back."""
    with subprocess.Popen(client(port, "-tt", "127.0.0.1"), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as player:
        assert player.stdin is not None
        assert player.stdout is not None
        seen = b""
        while b"termpuzzles" not in seen:
            seen += (more := player.stdout.read1())
            assert more, seen
        player.stdin.write(b"q")
        player.stdin.flush()
        while NORMAL_SCREEN not in seen:
            seen += (more := player.stdout.read1())
            assert more, seen
        assert player.wait(PATIENCE) == 0


def main() -> None:
    """Serve, visit, and end the service by a signal."""
    if shutil.which("ssh") is None:
        print("no ssh here: skipped")
        return
    with tempfile.TemporaryDirectory() as data:
        argv = ["termpuzzles", "serve", "--port", "0", "--data", str(Path(data) / "service")]
        service = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert service.stdout is not None
            line = service.stdout.readline()
            while line and not line.startswith("listening on "):
                line = service.stdout.readline()
            port = line.rpartition(":")[2].strip()
            play(port)
            asked = client(port, "127.0.0.1", "hint", "-")
            told = subprocess.run(asked, input=BOARD, capture_output=True, text=True, timeout=PATIENCE, check=True)
            assert told.stdout.strip(), told
            print(told.stdout.splitlines()[0])
        finally:
            service.send_signal(signal.SIGTERM)
            assert service.wait(PATIENCE) == 0
    print("the service plays with OpenSSH's client")


main()
