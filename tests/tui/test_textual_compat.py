"""What relies on textual's inside still holds."""

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from termpuzzles.tui.terminal.display import display_works
from termpuzzles.tui.terminal.naming import naming_works
from termpuzzles.tui.terminal.textual_compat import Colourless


def test_updates_and_keys_are_still_made_as_we_take_them_to_be() -> None:
    assert display_works()
    assert naming_works()


def test_without_colour_all_else_of_a_style_stays_and_every_segment_has_one() -> None:
    coloured = [Segment("a", Style.parse("bold red on blue reverse")), Segment("b")]
    plain = Colourless().apply(coloured, Color(0, 0, 0))
    assert [segment.style for segment in plain] == [Style(bold=True, reverse=True), Style()]
