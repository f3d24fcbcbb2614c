"""The service in its own process, and the CPU time, memory and metrics of that process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.load.own_times import WORD as OWN
from tests.bench.load.steps import WORD
from tests.company.service.service import free_port

LARGE_BOARDS = "[limits]\nboard_cells = 62_500\nguest_board_cells = 62_500\n"  # of 250x250, which are measured here
_TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A service that listens on loopback."""

    def __init__(self, process: subprocess.Popen[str], port: int, metrics: int, log: Path, pages: int = 1) -> None:
        self.process = process
        self.port = port
        self._metrics, self._pages = metrics, pages  # each process of several has a page of its own
        self._log = log
        self._read = 0  # lines of the log

    @property
    def cpu(self) -> float:
        """CPU seconds that the server itself has used, without the processes that answer questions."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    @property
    def memory(self) -> float:
        """MiB that the server itself holds."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        found = re.search(r"^Rss:\s+(\d+) kB", text, re.MULTILINE)
        assert found
        return int(found[1]) / 1024

    def longest_step(self) -> float:
        """The longest of the loop's steps since this was asked for last, in ms of CPU; 0 if none was long."""
        lines = self._log.read_text().splitlines()
        found = [float(line.removeprefix(WORD)) for line in lines[self._read :] if line.startswith(WORD)]
        self._read = len(lines)
        return max(found, default=0.0)

    def own_times(self, since: float, until: float) -> list[float]:
        """What each key of the player between these moments took of the loop, in ms of CPU."""
        found = [line.removeprefix(OWN).split() for line in self._log.read_text().splitlines() if line.startswith(OWN)]
        return [float(taken) for moment, taken in found if since <= float(moment) < until]

    def metric(self, name: str) -> float:
        """A number from the metrics pages, added up, or 0 if it is not there yet."""
        number = 0.0
        for port in range(self._metrics, self._metrics + self._pages):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as page:
                text = page.read().decode()
            found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
            number += float(found[1]) if found else 0.0
        return number

    def late(self) -> tuple[float, float]:
        """How often the event loop was more than 30 ms late, and how often this was checked."""
        bucket = "termpuzzles_loop_lag_seconds_bucket"
        looks = self.metric(f'{bucket}{{le="+Inf"}}')
        return looks - self.metric(f'{bucket}{{le="0.03"}}'), looks


@contextmanager
def serving(
    folder: Path | None = None,
    module: str = "termpuzzles",
    words: Sequence[str] = (),
    pages: int = 1,
    config: str = LARGE_BOARDS,
) -> Iterator[Server]:
    """A service with its default limits but that of boards, in this folder or else in one that is deleted at the end.

    The config is that of a folder that has none.
    """
    metrics = free_port()
    with TemporaryDirectory(prefix="termpuzzles-load-") as made, (Path(made) / "log").open("w") as log:
        data = str(folder or made)
        if not Path(data, "serve.toml").exists():
            Path(data, "serve.toml").write_text(config)
        argv = [sys.executable, "-m", module, "serve", "--port", "0", "--data", data]
        argv += ["--metrics", f"127.0.0.1:{metrics}", *words]
        process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            while line and not line.startswith("listening on "):
                line = process.stdout.readline()
            yield Server(process, int(line.rpartition(":")[2]), metrics, Path(made) / "log", pages)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(20)
            process.stdout.close()
