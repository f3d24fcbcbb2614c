"""Cards in rows: those at the top of the view are whole, wherever the cursor goes."""

from pathlib import Path

import pytest

from termpuzzles.tui.widgets.cards import Card, Cards
from tests.tui.apps import playing


@pytest.mark.parametrize("height", [3, 7, 12, 30])
async def test_the_cursor_is_on_a_card_in_view_and_no_card_is_cut_at_the_top(height: int, tmp_path: Path) -> None:
    async with playing(tmp_path, size=(60, 40)) as game:
        cards = Cards[int](game.app.context, 12, 20)
        cards.styles.height = height
        await game.app.screen.mount(cards)
        cards.show(Card(number, None, [(((f"{number}", "text"),), ())]) for number in range(14))
        await game.pilot.pause()
        step, across = cards._step, cards._across
        for place in (0, 5, 13, 12, 4, 1, 0, 13, 0):
            cards.go(place)
            await game.pilot.pause()
            first, cut = divmod(cards.scroll_offset.y, step)
            assert cut == 0
            assert first <= place // across < first + max(1, (height + 1) // step)


@pytest.mark.parametrize(("ascii_only", "shown"), [(False, "between two w… new"), (True, "between two... new")])
async def test_a_name_that_is_cut_says_so(ascii_only: bool, shown: str, tmp_path: Path) -> None:
    async with playing(tmp_path, size=(60, 20), ascii_only=ascii_only) as game:
        cards = Cards[int](game.app.context, 20, 20)
        await game.app.screen.mount(cards)
        words = ((("between two whites", "text"),), (("new", "text"),))
        cards.show([Card(0, None, [words])])
        while not cards.size.width:
            await game.pilot.pause()
        assert cards.render_line(cards.rows).text[:20].strip() == shown
