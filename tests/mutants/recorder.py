"""A plugin of pytest: writes down how long each test takes, and has coverage.py watch the programs that tests start."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

_seconds: Counter[str] = Counter()


def pytest_configure() -> None:
    """Only now: a process that runs tests is watched already."""
    os.environ["COVERAGE_PROCESS_START"] = os.environ["SETTINGS_OF_CHILDREN"]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add what setting up, running and tearing down take."""
    _seconds[report.nodeid] += report.duration  # type: ignore[assignment]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write all of them, once: by the process that hands the tests out, where there are several."""
    if not hasattr(session.config, "workerinput"):
        Path(os.environ["DURATIONS"]).write_text(json.dumps(_seconds), encoding="utf-8")
