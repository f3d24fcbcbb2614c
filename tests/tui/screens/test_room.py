"""What stands in the rows of a screen from a window of a certain size on, and not in one a column smaller."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.tui.screens.test_every_screen import past
from tests.tui.visit import Visit, visiting

assert past  # a fixture

Window = tuple[int, int]
Shows = tuple[Window, Window, str]  # a window that shows words, one that does not, and the words

SHOWS: list[tuple[str, str, list[Shows]]] = [  # a screen, the keys pressed there, what it shows
    ("home", "", [((76, 24), (75, 24), "24 lines")]),
    ("levels", "", [((60, 24), (59, 24), "╸─────")]),
    (
        "levels",
        "slash n e t space m e d i u m",
        [((72, 24), (71, 24), "best  ")],
    ),
    (
        "statistics",
        "",
        [
            ((57, 26), (56, 26), "no help"),
            ((80, 26), (79, 26), "last twelve  streak"),
            ((60, 26), (59, 26), "more boards, and"),
        ],
    ),
    ("daily", "", [((60, 20), (59, 20), "●····")]),
    ("new", "", [((76, 24), (75, 24), "an example"), ((140, 50), (139, 50), "Presets")]),
    ("practise", "", [((60, 24), (59, 24), "a technique at a time"), ((140, 50), (139, 50), "in 50 levels")]),
]


async def test_a_window_with_room_for_it_shows_it_and_a_smaller_one_does_not(past: Path, tmp_path: Path) -> None:
    shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    async with visiting(tmp_path) as visit:
        for name, keys, shows in SHOWS:
            await shows_where_there_is_room(visit, name, keys, shows)


async def shows_where_there_is_room(visit: Visit, name: str, keys: str, shows: list[Shows]) -> None:
    """Go to a screen and press keys: in each window it shows these words, and in one a little smaller it does not."""
    visit.app.go(name)
    await visit.settle()
    await visit.press(*keys.split())
    for roomy, tight, words in shows:
        await visit.resize(f"{roomy[0]}x{roomy[1]}")
        assert words in visit.window, (roomy, words, visit.window)
        await visit.resize(f"{tight[0]}x{tight[1]}")
        assert words not in visit.window, (tight, words, visit.window)
