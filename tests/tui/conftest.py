"""The screen's tests run without animations and with the same colours everywhere."""

import pytest


@pytest.fixture(autouse=True)
def calm_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with all colours, on which nothing moves."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.004)  # a fifth of its own patience after each key
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.001)
