"""A time limit holds for every command, even for work that never checks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.commands.answers import Known
from termpuzzles.formats import read
from tests.cli.program import termpuzzles


def test_many_open_cells_are_named_in_a_line_with_their_number() -> None:
    (puzzle,) = read("simpleloop/100/100/")
    text = Known(puzzle.start, tuple(range(puzzle.grid.size))).names(puzzle.grid)
    assert len(text) < 150
    assert text.endswith("(10000 in all)")


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "simpleloop", "300x300"),
        ("generate", "net", "1000x1000"),
        ("generate", "infinity", "1000x1000", "--count", "50"),
        ("solve", "wide"),
        ("check", "wide"),
        ("hint", "wide"),
    ],
)
def test_every_command_ends_with_status_3_however_large_the_board(words: tuple[str, ...], tmp_path: Path) -> None:
    wide = tmp_path / "wide.ids"
    wide.write_text("simpleloop/600/600/\n", encoding="ascii")
    asked = [str(wide) if word == "wide" else word for word in words]
    assert termpuzzles(*asked, "--limit", "0.2").returncode in (1, 3)
