"""The screen's tests run without animations and with the same colours everywhere."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.tui.screen import DARK_ANSWER, Player, Start

PUZZLE = "# game: net\n# title: Small\n╹┳╸\n╺╋╻\n╺┫╸\n"
FIRST = "# game: infinity\n# title: Ring\n┗┓\n┗┛\n"


@pytest.fixture(autouse=True)
def calm_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a terminal with all colours and no animations."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the program in a folder with two puzzle files, and ends it after the test."""
    (tmp_path / "small.loops").write_text(PUZZLE, encoding="utf-8")
    (tmp_path / "ring.loops").write_text(FIRST, encoding="utf-8")
    players: list[Player] = []

    def begin(
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        answer: bytes = DARK_ANSWER,
        before: Sequence[str] = (),
        **extra: str,
    ) -> Player:
        players.append(Player(list(arguments), tmp_path, size, extra, answer, before))
        return players[-1]

    yield begin
    for player in players:
        player.close()
