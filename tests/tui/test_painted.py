"""The terminal shows what was composed, whatever is pressed, in each number of colours, glyph set and theme."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.painted import DEPTHS, THEMES, random_events


@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize(
    ("depth", "theme"),
    [("truecolor", "dark"), ("truecolor", "light"), ("256", "dark"), ("16", "light"), ("none", "colourless")],
)
async def test_after_random_events_the_terminal_shows_what_was_composed(
    tmp_path: Path, depth: str, theme: str, ascii_only: bool
) -> None:
    assert depth in DEPTHS
    seed = f"{depth} {theme} {ascii_only}"
    theme_name = THEMES[theme]
    events = await random_events(
        tmp_path, seed, 60, depth, erases=not ascii_only, ascii_only=ascii_only, theme_name=theme_name
    )
    assert events == 60
