"""A plugin of pytest: a test that takes too long fails, so that a loop without end is noticed."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from types import FrameType

import pytest

ENDLESS = 99  # the status with which pytest ends then
SECONDS = float(os.environ.get("MUTANT_SECONDS", "90"))


class TooLongError(BaseException):
    """A test took longer than any should; nothing in the program may catch it."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooLongError


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Let the alarm ring while the test runs."""
    signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    except TooLongError:
        pytest.exit("a test does not end", returncode=ENDLESS)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
