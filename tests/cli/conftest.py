"""Programs that tests start play in the app unless a test asks for plain mode."""

import pytest


@pytest.fixture(autouse=True)
def no_wish_for_plain_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable by which a player asks for plain mode."""
    monkeypatch.delenv("ACCESSIBLE", raising=False)
