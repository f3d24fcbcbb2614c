"""A test cannot stop or end the run that it belongs to, and none is left out of it."""

import os
import signal
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests import own_run


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGTSTP, signal.SIGKILL, signal.SIGTERM])
def test_no_signal_that_stops_or_ends_reaches_the_run_itself(number: int) -> None:
    assert all(map(own_run.is_struck, (0, -1, os.getpid(), os.getppid(), -os.getpgrp()), [number] * 5))
    assert os.kill is own_run.kill
    with pytest.raises(RuntimeError, match="would stop or end the run"):
        own_run.kill(os.getpid(), number)


def test_signals_that_are_heeded_or_harmless_or_for_others_are_sent() -> None:
    heard, before = list[int](), signal.signal(signal.SIGUSR1, lambda number, frame: heard.append(number))
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    os.kill(os.getpid(), signal.SIGCONT)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        os.kill(other.pid, signal.SIGKILL)
    assert (heard, other.returncode) == ([signal.SIGUSR1], -signal.SIGKILL)


def test_no_folder_with_tests_has_a_name_that_a_run_passes_over(pytestconfig: pytest.Config) -> None:
    files, passed_over = Path(__file__).parent.rglob("test_*.py"), pytestconfig.getini("norecursedirs")
    folders = {folder.name for file in files for folder in file.parents if folder.is_relative_to(Path(__file__).parent)}
    assert not [name for name in folders if any(fnmatch(name, pattern) for pattern in passed_over)]
