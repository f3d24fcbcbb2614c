"""The month of the board of a day."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from textual.geometry import Size

from termpuzzles.tui.widgets.days import Month
from tests.tui.widgets.test_all_widgets import put, shelf, sized


@pytest.mark.parametrize("width", [35, 36, 42, 43, 49, 50, 70, 71, 78])
async def test_the_days_of_a_week_are_as_far_apart_as_there_is_room_for_but_ten_columns_at_most(
    width: int, tmp_path: Path
) -> None:
    async with shelf(tmp_path, (100, 30)) as (game, context):
        month, day = Month(context), date(2026, 11, 30)
        await put(game, month)
        await sized(game, month, width, 10)
        month.show(day, day, {}, Size(80, 15))
        heads = month.render_line(0).text
        starts = [heads.index(name) for name in heads.split()]
        (pitch,) = {after - before for before, after in pairwise(starts)}
        assert pitch == 10 or 7 * (pitch + 1) + 1 > width
        assert pitch == 5 or 7 * pitch + 1 <= width
        assert 5 <= pitch <= 10
