"""Dask clusters for tests: a scheduler and workers as programs of their own, and functions that they can load."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

from termpuzzles.logic.task import Task, finish

ROOT = Path(__file__).parents[2]
QUIET = ("--no-dashboard",)


class ClusterOfTest:
    """A scheduler without workers, until `work` starts some."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._at = ("--scheduler-file", str(folder / "scheduler.json"))
        self._programs: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", "0", *QUIET)
        until(lambda: self._told("address"))
        self.address = self._told("address")

    def work(self, *options: str, path: Path = ROOT) -> subprocess.Popen[bytes]:
        """Start a worker that finds its modules in that folder first."""
        return self._start(
            "worker", "--nthreads", "1", *QUIET, "--local-directory", str(self.folder), *options, path=path
        )

    def _told(self, key: str) -> str:
        """What the scheduler has written down about itself; "" until it is all there."""
        try:
            told: dict[str, str] = json.loads((self.folder / "scheduler.json").read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return ""
        return told[key]

    def _start(self, what: str, *options: str, path: Path = ROOT) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *self._at, *options]
        environment = os.environ | {"PYTHONPATH": f"{path}{os.pathsep}{ROOT}"}
        running = subprocess.Popen(
            command, cwd=self.folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._programs.append(running)
        return running

    def end(self) -> None:
        """End all its programs."""
        for program in self._programs:
            program.kill()
        for program in self._programs:
            program.wait()


@contextmanager
def cluster(folder: Path, workers: int = 0) -> Iterator[ClusterOfTest]:
    """A cluster with so many workers, which may still be starting."""
    made = ClusterOfTest(folder)
    try:
        for _ in range(workers):
            made.work("--no-nanny")
        yield made
    finally:
        made.end()


def until(holds: Callable[[], Any]) -> None:
    """Wait until it does, for as long as the test may take."""
    while not holds():
        sleep(0.02)


def squared(number: int) -> int:
    return number * number


def slowly_squared(number: int) -> int:
    sleep(0.05)
    return number * number


def ends_at_seven(number: int) -> int:
    """Kill the worker that has this item, as the system does where there is no memory."""
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def endless(number: int) -> None:
    """Work for ever, as a search does that finds nothing."""

    def search() -> Task[None]:
        while True:
            sleep(0.01)
            yield None

    finish(search())
