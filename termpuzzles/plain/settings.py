"""The settings in plain mode: a numbered list, in which taking one goes on to its next value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from termpuzzles.plain.conversation import Choice, Menu, PlainContext, PlainPlace
from termpuzzles.storage.settings import OPTIONS, Option

_DRAWN = ("theme", "glyphs", "keymap", "marks", "sealed", "click", "rulers")
_OF_SCREENS = (*_DRAWN, "offer", "watch", "time", "game", "size")


def settings_menu(context: PlainContext) -> Menu:
    """Every setting that matters without a screen."""
    options = [option for option in OPTIONS if option.name not in _OF_SCREENS]

    def choices() -> list[Choice]:
        return [Choice(_words(context, option), partial(_change, context, option)) for option in options]

    return Menu("Settings. Say the number of one to change it.", choices)


def _words(context: PlainContext, option: Option) -> str:
    return f"{option.name}, {_value(context, option)}: {option.sentence}"


def _value(context: PlainContext, option: Option) -> str:
    value = context.settings.get(option.name, option.default)
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _change(context: PlainContext, option: Option) -> Iterator[str | PlainPlace]:
    """Go on to the next value, unless the player's file decides it."""
    settings, values = context.settings, option.values
    if option.name in settings.fixed:
        yield f"Your settings file decides {option.name}."
        return
    now = values.index(settings.get(option.name, option.default))
    settings[option.name] = values[(now + 1) % len(values)]
    yield f"{option.name} is {_value(context, option)} now."
    if trouble := context.keep_settings():
        yield f"{trouble[0].upper()}{trouble[1:]}."
