"""Each screen of the Wall Game as one sees it, as approved."""

from pathlib import Path

import pytest

from tests.tui.screens.test_every_screen import Way, past, seen_as_approved, to

assert past  # a fixture

WAYS = {
    "wall": Way(to("wall"), ("up", "left")),
    "wall game": Way(
        to("wall", *["up"] * 5, "left", *["down"] * 5, "enter"), ("down", "enter", "d", "w", "tab", "x"), False
    ),
    "wall lesson": Way(to("wall", "down", "enter"), ("space space",)),
    "wall puzzle": Way(to("wall", "down", "down", "enter", "enter"), ("space space",), False),
    "wall analysis": Way(to("wall", "down", "down", "down", "enter"), ("i", "space")),
    "wall results": Way(to("wall results")),
}


@pytest.mark.parametrize("name", WAYS)
async def test_a_screen_is_as_approved_and_misses_nothing_in_a_small_window(
    name: str, past: Path, tmp_path: Path
) -> None:
    is_cut = name == "wall lesson"  # how the game stands beside it
    is_recoloured = name == "wall game"
    await seen_as_approved(__file__, name, WAYS[name], past, tmp_path, is_recoloured=is_recoloured, is_cut=is_cut)
