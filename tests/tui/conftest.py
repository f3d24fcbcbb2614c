"""The screen's tests run without animations and with the same colours everywhere."""

import pytest


@pytest.fixture(autouse=True)
def calm_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """One kind of terminal, whatever the tests are started from."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.004)  # a fifth of its own patience after each key
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.001)
