"""What an app depends on: the ink that a terminal and the settings allow, the zoom that is kept; and headings."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.style import Style

from termpuzzles.logic.task import Task
from termpuzzles.render.ink import BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.tui import theme
from termpuzzles.tui.context import Context, ThreadAnswerer
from termpuzzles.tui.screen import Headline

PALETTE = theme.palette(theme.DARK)

TRUE, MANY, FEW, NONE = ColourDepth.TRUECOLOR, ColourDepth.EIGHT_BIT, ColourDepth.STANDARD, ColourDepth.NONE


def context(folder: Path, terminal: Terminal, **settings: object) -> Context:
    library = Library(Folders(folder / "data", folder / "config"))
    made = Context(library, library.settings(), terminal=terminal)
    made.settings.update(settings)
    made.fit_terminal()
    return made


@pytest.mark.parametrize(
    ("terminal", "settings", "expected"),
    [
        (Terminal(TRUE), {}, "unicode colour shades pipes"),
        (Terminal(MANY), {}, "unicode colour shades pipes few"),
        (Terminal(FEW), {}, "unicode colour"),
        (Terminal(NONE), {}, "unicode"),
        (Terminal(TRUE), {"look": "lines"}, "unicode colour shades"),
        (Terminal(MANY), {"look": "lines"}, "unicode colour shades"),
        (Terminal(TRUE), {"look": "pipes"}, "unicode colour shades pipes"),
        (Terminal(TRUE, utf8=False), {}, "colour shades"),
        (Terminal(TRUE, utf8=False), {"glyphs": "unicode"}, "unicode colour shades pipes"),
        (Terminal(TRUE), {"glyphs": "ascii"}, "colour shades"),
        (Terminal(TRUE), {"theme": "mono"}, "unicode"),
    ],
)
def test_the_ink_is_what_the_terminal_can_show_and_the_settings_want(
    terminal: Terminal, settings: dict[str, object], expected: str, tmp_path: Path
) -> None:
    made = context(tmp_path, terminal, **settings)
    ink = made.ink
    named = {"unicode": ink.glyphs.unicode, "colour": ink.colour, "shades": ink.shades, "pipes": ink.pipes}
    assert " ".join([*(name for name, has in named.items() if has), *["few"] * ink.few]) == expected
    assert made.has_colour == ink.colour
    assert made.palette.spelled("…") == ("…" if ink.glyphs.unicode else "...")


@pytest.mark.parametrize(
    ("terminal", "settings", "name"),
    [
        (Terminal(TRUE), {}, theme.DARK),
        (Terminal(TRUE, light=True), {}, theme.LIGHT),
        (Terminal(TRUE, light=True), {"theme": "night"}, theme.NIGHT),
        (Terminal(NONE), {"theme": "night"}, theme.COLOURLESS),
    ],
)
def test_the_theme_suits_the_terminal_unless_the_settings_name_one(
    terminal: Terminal, settings: dict[str, object], name: str, tmp_path: Path
) -> None:
    made = context(tmp_path, terminal, **settings)
    assert made.theme_name == name
    grounds = theme.colours_of(name)[1]
    assert made.cursor_ground == (theme.list_cursor(grounds, False) if grounds else "")


def test_the_cursor_of_a_list_is_that_of_a_board_where_there_are_sixteen_colours(tmp_path: Path) -> None:
    made = context(tmp_path, Terminal(FEW))
    assert made.has_few_colours
    assert made.cursor_ground == theme.colours_of(theme.DARK, True)[1]["cursor"]
    assert not context(tmp_path, Terminal(MANY)).has_few_colours


def test_a_zoom_is_kept_for_boards_alike_and_what_is_no_zoom_is_none(tmp_path: Path) -> None:
    made = context(tmp_path, Terminal())
    assert made.kept_zoom("net 5x5 in 80x24") == 0
    made.keep_zoom("net 5x5 in 80x24", 3)
    made.keep_zoom("net 7x7 in 80x24", 2)
    again = context(tmp_path, Terminal())
    assert [again.kept_zoom(f"net {size} in 80x24") for size in ("5x5", "7x7", "9x9")] == [3, 2, 0]
    for strange in ("large", {"x": "large"}, [1]):
        again.settings["zoom"] = strange
        assert again.kept_zoom("x") == 0
    again.keep_zoom("x", 1)
    assert again.settings["zoom"] == {"x": 1}


WORDS = {"bold": BOLD, "dim": DIM, "italic": ITALIC, "underline": UNDERLINE, "reverse": REVERSE, "strike": STRIKE}


@pytest.mark.parametrize("word", WORDS)
def test_each_attribute_is_drawn_with_colours_and_without(word: str) -> None:
    for name in (theme.DARK, theme.COLOURLESS):
        style = theme.palette(name).style("lit", "plain", attributes=WORDS[word])
        assert [each for each in WORDS if getattr(style, each)] == [word]
    assert theme.palette(theme.DARK).style("lit", "plain", bold=True).bold


def test_without_colours_words_are_told_apart_by_bold_and_dim() -> None:
    bare = theme.palette(theme.COLOURLESS)
    seen = {tone: bare.style(tone) for tone in ("text", "good", "bad loop", "frame", "lit")}
    assert {tone: (bool(style.bold), bool(style.dim)) for tone, style in seen.items()} == {
        "text": (False, False),
        "good": (True, False),
        "bad loop": (True, False),
        "frame": (False, True),
        "lit": (False, False),
    }
    assert all(style.color is None and style.bgcolor is None for style in seen.values())
    assert not bare.style("good", "plain").bold
    assert [bool(bare.chosen(tone).reverse) for tone in ("text", "good")] == [True, True]
    dark = theme.palette(theme.DARK)
    assert [bool(dark.chosen(tone).bold) for tone in ("text", "good")] == [False, True]
    assert not dark.chosen("text").reverse
    assert dark.chosen("text").bgcolor == Style.parse(f"on {theme.colours_of(theme.DARK)[1]['cursor']}").bgcolor


@pytest.mark.parametrize(
    ("width", "about"),
    [
        *((width, "   wraps · Everyday 4, easy") for width in (80, 60, 59, 42)),
        *((width, "   wraps · Everyday 4") for width in (41, 36)),
        *((width, "   wraps") for width in (35, 23)),
        *((width, "") for width in (22, 14, 13, 5)),
    ],
)
def test_a_heading_leaves_out_the_last_parts_of_what_it_is_about(width: int, about: str) -> None:
    named, shown, gap, state = Headline("Net 9x9", "wraps · Everyday 4, easy", (("0:42", "text"),)).words(
        width, PALETTE
    )
    around = 2 if width >= 60 else 1
    assert named == (" " * around + "Net 9x9", "good")
    assert shown == (about, "faint")
    assert gap == (" " * max(1, width - 2 * around - 7 - len(about) - 4), "faint")
    assert state == ("0:42", "text")


class Slow(NamedTuple):
    """Tells which cache it was given, and ends once it may."""

    may_end: threading.Event
    given: list[Any]

    def work(self, cache: GuideCache) -> Task[None]:
        """Nothing, after a while."""
        self.given.append(cache)
        self.may_end.wait()
        yield None


async def test_a_question_that_nobody_waits_for_any_more_shares_nothing_with_the_next_one() -> None:
    answerer, may_end, given = ThreadAnswerer(), threading.Event(), list[Any]()
    first = asyncio.ensure_future(answerer.answer(Slow(may_end, given)))
    while not given:
        await asyncio.sleep(0)
    first.cancel()  # its thread goes on until it next looks
    second = asyncio.ensure_future(answerer.answer(Slow(may_end, given)))
    while len(given) < 2:
        await asyncio.sleep(0)
    may_end.set()
    await second
    assert given[0] is not given[1]
    await answerer.answer(Slow(may_end, given))
    assert given[2] in given[:2], "what was found out is kept for the next question"
