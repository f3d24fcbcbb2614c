"""Numbers as pictures."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.tui.widgets.plots import big_figures, binned, columns, spark, stacked_bar


def test_big_figures_are_five_pixels_high_and_in_ascii_the_text() -> None:
    assert big_figures("17:4", True) == ["▀█  ▀▀█ ▄ █ █", " █    █ ▄ ▀▀█", "▀▀▀   ▀     ▀"]
    assert big_figures("17", False) == ["17"]
    assert big_figures("a day", True) == ["a day"]
    large = big_figures("1", True, 2)
    assert (len(large), {len(row) for row in large}) == (5, {6})


def test_a_bar_of_several_parts_shows_each_that_is_more_than_nothing() -> None:
    assert [piece[0] for piece in stacked_bar(((0.5, "done"), (0.51, "wrong"), (0.51, "lit")), 8, True)] == [
        *("━━━━", "━", "", "───"),
    ]
    assert sum(len(piece[0]) for piece in stacked_bar(((0.7, "done"), (1.0, "wrong")), 8, False)) == 8


def test_the_latest_times_are_at_most_six_eighths_high_and_the_last_stands_out() -> None:
    assert spark((60.0, 30.0, 1.0), True) == (("▆▃", "lit"), ("▁", "source"))
    assert spark((60.0, 30.0), False) == spark((60.0,), True) == ()


def test_columns_are_as_high_as_their_share_of_the_highest() -> None:
    lines = columns((4, 2, 0, 1), 2, True, 2, 1, 3)
    assert ["".join(piece[0] for piece in line) for line in lines] == ["██          ", "██ ██    ▄▄ "]
    assert lines[0][3] == ("   ", "source")
    assert ["".join(piece[0] for piece in line) for line in columns((4, 1), 2, False)] == ["# ", "##"]


@pytest.mark.parametrize("seed", range(20))
def test_every_time_falls_into_one_span_which_begins_before_it(seed: int) -> None:
    rng = Random(seed)
    times = [rng.uniform(0.2, 10 ** rng.randrange(1, 6)) for _ in range(rng.randrange(1, 60))]
    bins = binned(times, 14)
    assert sum(bins.counts) == len(times)
    assert len(bins.counts) <= 14
    for time in times:
        place = bins.place(time)
        assert bins.first + place * bins.each <= time
        assert time < bins.first + (place + 1) * bins.each or place == len(bins.counts) - 1
    assert len(bins.scale(4)) <= 4 * len(bins.counts)
    assert bins.counts == [sum(bins.place(time) == place for time in times) for place in range(len(bins.counts))]
