"""What relies on textual's inside still holds."""

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate
from textual.color import Color
from textual.strip import Strip

from termpuzzles.tui.terminal.textual_compat import Colourless, CroppedUpdate, crop, crop_works


def update() -> ChopsUpdate:
    chops = [{0: Strip([Segment("abcdefghij", Style(bold=True))]), 10: Strip([Segment("klmno", Style())])}]
    return ChopsUpdate(chops, [(0, 4, 6)], [[10, 15]])


def test_the_cut_on_the_left_works_in_this_textual() -> None:
    assert crop_works()


def test_an_update_is_written_from_where_it_begins() -> None:
    written = crop(update())
    assert isinstance(written, CroppedUpdate)
    assert written.render_segments(Console(color_system="truecolor")) == "\x1b[1;5H\x1b[1mef\x1b[0m"


def test_what_is_no_partial_update_passes_unchanged() -> None:
    assert crop(None) is None
    assert crop("text") == "text"


def test_where_the_inside_has_changed_the_update_passes_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    crop_works.cache_clear()
    monkeypatch.setattr("termpuzzles.tui.terminal.textual_compat.Control", None)
    assert not crop_works()
    assert type(crop(update())) is ChopsUpdate
    crop_works.cache_clear()


def test_without_colour_all_else_of_a_style_stays_and_every_segment_has_one() -> None:
    coloured = [Segment("a", Style.parse("bold red on blue reverse")), Segment("b")]
    plain = Colourless().apply(coloured, Color(0, 0, 0))
    assert [segment.style for segment in plain] == [Style(bold=True, reverse=True), Style()]
