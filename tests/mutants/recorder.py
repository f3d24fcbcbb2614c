"""A pytest plugin that records how long each test takes, and has coverage.py watch the programs that tests start."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

_seconds: Counter[str] = Counter()


def pytest_configure() -> None:
    """Set the variable only now, because coverage.py already watches the process that runs the tests."""
    os.environ["COVERAGE_PROCESS_START"] = os.environ["SETTINGS_OF_CHILDREN"]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the times of setup, call and teardown."""
    _seconds[report.nodeid] += report.duration  # type: ignore[assignment]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write all times, once: under pytest-xdist, only the controlling process writes them."""
    if not hasattr(session.config, "workerinput"):
        Path(os.environ["DURATIONS"]).write_text(json.dumps(_seconds), encoding="utf-8")
