"""A closed screen leaves nothing in memory."""

import gc
from collections import Counter
from pathlib import Path

from termpuzzles.games import named
from tests.data import sweep
from tests.games.boards import board
from tests.tui.apps import playing


def widget_objects() -> Counter[str]:
    """The number of living objects of each type that belongs to widgets."""
    gc.collect()
    return Counter(
        type(thing).__name__ for thing in gc.get_objects() if str(type(thing).__module__).startswith("textual")
    )


@sweep.whole
async def test_help_opened_and_closed_again_and_again_leaves_nothing_behind(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┗┓", "┗┛")) as game:

        async def look_up(times: int) -> Counter[str]:
            for _ in range(times):
                await game.press("question_mark", "escape")
            return widget_objects()

        before, times = await look_up(sweep.share(5, 2)), sweep.share(20, 2)
        more = await look_up(times) - before
        assert {name: number for name, number in more.items() if number >= times} == {}
