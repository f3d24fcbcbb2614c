"""The palette finds what players call otherwise, settings with their values, and every word of our own pages."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any, cast

from textual.screen import Screen
from textual.widgets import Input

from termpuzzles.catalogue.pages import PAGES, docs_page, mentions
from termpuzzles.play.command_table import COMMANDS
from termpuzzles.storage.settings import OPTIONS
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.type_ahead import is_busy
from termpuzzles.tui.app import all_screens
from termpuzzles.tui.screens.found import NAMES, pages_found, synonyms
from tests.data import sweep
from tests.tui.apps import playing, shown
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_home import at_home

TYPED = {  # by what is typed on Home: a row that is found
    "themes": ("theme", "auto"),
    "endless": ("new",),
    "colours": ("theme",),
    "quit": ("leave",),
    "language": ("characters",),
    "zoom": ("read", "playing"),
    "settings": ("options",),
    "timer": ("show the time", "on"),
    "calendar": ("daily",),
}


async def test_a_word_that_is_none_of_ours_finds_what_is_meant(tmp_path: Path) -> None:
    missed = []
    async with playing(tmp_path, size=(100, 30)) as game:
        await at_home(game)
        for word, found in TYPED.items():
            await game.press("ctrl+p", *word)
            palette = game.app.screen
            await game.until(partial(has_found, palette, word))
            if not any(all(part in line for part in found) for line in shown(game.app)[2:]):
                missed.append(word)
            await game.press("escape")
            await game.until(partial(has_closed, palette))
    assert missed == []


def has_found(palette: Screen[Any], word: str) -> bool:
    """Whether all that the word finds is shown, and not what its first letters did."""
    return palette.query_one(Input).value == word and not is_busy(cast(TerminalApp, palette.app))


def has_closed(palette: Screen[Any]) -> bool:
    return not palette.is_attached


async def test_a_setting_is_found_with_its_value_and_opens_where_it_is(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(100, 30)) as game:
        await game.press("ctrl+p", *"shade inside")
        await game.until(lambda: any("shade inside loops" in line and "off" in line for line in shown(game.app)[2:]))
        await game.press("enter")
        await game.until(lambda: any("‹ off ›" in line and "shade inside" in line for line in shown(game.app)))


async def test_a_page_opens_at_the_line_that_speaks_of_a_word(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(100, 30)) as game:
        await at_home(game)
        await game.press("ctrl+p", *"journals")
        await game.until(lambda: any("journals" in line for line in shown(game.app)[3:]))
        await game.press("enter")
        await game.until(lambda: "a page of the documentation" in shown(game.app)[0])
        await game.until(lambda: any("journals" in line for line in shown(game.app)[1:]))


def test_every_word_of_our_pages_is_found() -> None:
    words = {word for page in PAGES for word in re.findall(r"[^\W\d_]{3,}", docs_page(page).casefold())}
    assert len(words) > 1000
    assert [word for word in sweep.sample(sorted(words)) if not pages_found(word)] == []


def test_a_page_is_named_once_and_by_a_line_that_holds_every_word() -> None:
    found = list(mentions("Hint tile"))
    assert found
    assert len({each.page for each in found}) == len(found)
    assert all("hint" in each.text.casefold() and "tile" in each.text.casefold() for each in found)
    assert list(mentions("")) == pages_found("qqqq") == []


def test_every_synonym_stands_for_something_that_there_is() -> None:
    titles = {command.name for command in COMMANDS} | set(all_screens()) | set(NAMES.values())
    titles |= {option.name for option in OPTIONS} | {"leave", "back", "find", "help", "lesson", "copy result"}
    titles |= {"save picture", "save text", "hint", "theme"}
    unknown = {word: [name for name in names if name not in titles] for word, names in synonyms()}
    assert {word: names for word, names in unknown.items() if names} == {}
