"""The words of a list have the colours of the theme, if it has any."""

from pathlib import Path

import pytest
from textual.message import Message
from textual.widgets import OptionList

from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui import theme
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.choices import Choice, Choices
from tests.play.test_session import Time
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import net


@pytest.mark.parametrize("name", [theme.DARK, theme.LIGHT, theme.COLOURLESS])
def test_words_have_the_colour_of_their_tone_and_the_ground_of_the_list(name: str, tmp_path: Path) -> None:
    library = Library(Folders(tmp_path, tmp_path))
    context = Context(library, library.settings(), Time(), theme_name=name)
    text = Choices[str](context)._text(Choice((("Wrong", "good"), ("  at (1, 1)", "text")), "here"))
    assert text.plain == "Wrong  at (1, 1)"
    for span, tone in zip(text.spans, ("good", "text"), strict=True):
        style = context.palette.style(tone)
        assert not isinstance(span.style, str)
        assert (span.style.color, span.style.bgcolor) == (style.color, None)
        assert (span.style.color is None) == (name == theme.COLOURLESS)
        assert bool(span.style.bold) == (tone == "good")


async def test_without_colour_the_row_at_the_cursor_is_reversed_and_no_other(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.theme_name = theme.COLOURLESS
        choices = Choices[str](game.app.context)
        await game.app.screen.mount(choices)
        choices.show([Choice((("one", "text"),), "one"), Choice((("two", "faint"),), "two")])
        await game.pilot.pause()
        reversed_ = [any(each.style and each.style.reverse for each in choices.render_line(y)) for y in range(2)]
        assert reversed_ == [True, False]


CHANGES = [  # rows, with - for headings, the one at the cursor, the rows after that, and the one at the cursor then
    ("ab-cd", "c", "c-ab", "c"),
    ("ab-cd", "b", "a-cd", "c"),
    ("-abc", "a", "-bc", "b"),
    ("ab-cd", "d", "ab-c", "c"),
    ("abcd", "d", "ab-", "b"),
    ("ab", "b", "--", None),
    ("ab", "b", "", None),
]


async def test_the_cursor_stays_on_its_row_or_in_its_place_or_goes_to_the_last_row(tmp_path: Path) -> None:
    def rows(signs: str) -> list[Choice[str]]:
        return [Choice(((sign, "text"),), None if sign == "-" else sign) for sign in signs]

    async with playing(tmp_path, net()) as game:
        choices = Choices[str](game.app.context)
        await game.screen.mount(choices)
        for before, at, after, expected in CHANGES:
            choices.show(rows(before), at)
            assert choices.value == at
            choices.show(rows(after))
            assert choices.value == expected, (before, after)


async def test_what_was_chosen_is_the_row_that_was_shown_even_if_the_list_is_another_by_now(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        choices = Choices[str](game.app.context)
        await game.screen.mount(choices)
        posted, post = list[Message](), choices.post_message
        choices.post_message = lambda message: posted.append(message) or post(message)  # type: ignore[func-returns-value, method-assign]
        choices.show([Choice(((sign, "text"),), sign) for sign in "abc"])
        choices.action_last()
        choices.action_select()
        choices.show([Choice((("x", "text"),), "x")])
        (selected,) = (each for each in posted if isinstance(each, OptionList.OptionSelected))
        choices.on_option_list_option_selected(selected)
        (chosen,) = (each for each in posted if isinstance(each, Choices.Chosen))
        assert chosen.value == "c"


async def test_the_cursor_stays_in_view_where_a_list_loses_rows(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        choices = Choices[int](game.app.context)
        await game.app.screen.mount(choices)
        choices.show([Choice(((f"row {number}", "text"),), number) for number in range(40)], 18)
        await game.pilot.pause()
        assert choices.size.height > 5
        choices.styles.height = 5
        while choices.size.height != 5 or not 0 <= 18 - choices.scroll_offset.y < 5:
            await game.pilot.pause()


async def test_a_heading_above_the_first_row_is_seen_where_the_cursor_is_on_that_row(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        choices = Choices[int](game.app.context)
        await game.app.screen.mount(choices)
        rows = [
            Choice(((" heading", "good"),)),
            *(Choice(((f"row {number}", "text"),), number) for number in range(40)),
        ]
        choices.show(rows, 30)
        while not choices.scroll_offset.y:
            await game.pilot.pause()
        choices.show(rows, 0)
        while choices.scroll_offset.y:
            await game.pilot.pause()
