"""What the palette finds beside commands: settings with their values, and pages; and other words for commands."""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.catalogue.pages import PageLine, mentions
from termpuzzles.guests import guests
from termpuzzles.storage.settings import OPTIONS, Option
from termpuzzles.tui.context import Context

# What players type for what is called otherwise here: each word with titles of commands, or names of settings. Guests
# have their own.
SYNONYMS: dict[str, tuple[str, ...]] = {
    "themes": ("theme", "options"),
    "colours": ("theme", "options"),
    "colors": ("theme", "options"),
    "dark": ("theme",),
    "light": ("theme",),
    "contrast": ("theme",),
    "endless": ("new", "new board"),
    "random": ("new", "new board"),
    "generate": ("new", "new board"),
    "create": ("new", "new board"),
    "sound": ("back to sound", "options"),
    "bell": ("options",),
    "quit": ("leave", "back"),
    "exit": ("leave", "back"),
    "close": ("leave", "back"),
    "language": ("characters", "options"),
    "unicode": ("characters",),
    "zoom": ("larger", "smaller", "fitting size"),
    "bigger": ("larger",),
    "size": ("larger", "smaller", "new board: size", "new", "new board"),
    "settings": ("options",),
    "preferences": ("options",),
    "config": ("options",),
    "configure": ("options",),
    "keyboard": ("keys", "options", "help"),
    "keybindings": ("keys", "options"),
    "shortcuts": ("keys", "help"),
    "remap": ("keys", "options"),
    "vim": ("keys",),
    "mouse": ("a click", "help"),
    "clock": ("show the time",),
    "timer": ("show the time",),
    "tutorial": ("learn", "lesson"),
    "lessons": ("learn",),
    "teach": ("learn", "practise"),
    "train": ("practise",),
    "practice": ("practise",),
    "scores": ("statistics",),
    "stats": ("statistics",),
    "records": ("statistics",),
    "progress": ("statistics", "levels"),
    "streak": ("daily", "statistics"),
    "calendar": ("daily",),
    "today": ("daily",),
    "packs": ("levels",),
    "puzzles": ("levels", "new", "next puzzle"),
    "browse": ("levels",),
    "search": ("find",),
    "filter": ("find",),
    "tip": ("hint",),
    "solve": ("give up", "hint"),
    "answer": ("give up",),
    "cheat": ("give up", "hint"),
    "restart": ("start again",),
    "reset": ("start again",),
    "save": ("save picture", "save text"),
    "export": ("save text", "copy"),
    "share": ("copy", "copy result", "share result"),
    "screenshot": ("save picture",),
    "lock": ("pin",),
    "rotate": ("turn", "turn back", "half turn"),
    "rules": ("help",),
    "manual": ("help",),
}
NAMES = {
    "glyphs": "characters",
    "keymap": "keys",
    "plain": "plain mode",
    "marks": "mark loops and mistakes",
    "auto-pin": "pin when certain",
    "turn-then-pin": "pin every turned tile",
    "time": "show the time",
    "follow": "turn what is certain",
    "wrong-pins": "show wrong pins",
    "sealed": "show sealed-off groups",
    "inside": "shade inside loops",
    "click": "a click",
    "turn": "space turns",
    "offer": "offer hints",
    "watch": "let others watch",
    "table": "daily table",
    "game": "new board: game",
    "size": "new board: size",
}  # the names of options that players read, where they differ from those in `settings.toml`
_MOST = 4  # pages


def synonyms() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words of the core and those of its guests, each with what is meant."""
    for words in (SYNONYMS, *(guest.words for guest in guests())):
        yield from words.items()


def meant(query: str) -> tuple[str, ...]:
    """What a player means by a word that is none of ours: names of commands and of settings."""
    typed = [word for word in query.casefold().split() if len(word) > 2]
    return tuple(name for word, names in synonyms() if any(map(word.startswith, typed)) for name in names)


def settings_found(context: Context, query: str) -> Iterator[tuple[Option, str, str]]:
    """The settings that hold the words, or that are meant by them: each with its name and its value."""
    words, others = query.casefold().split(), meant(query)
    for option in OPTIONS:
        name = NAMES.get(option.name, option.name)
        texts = f"{name} {option.name} {option.sentence} {' '.join(map(str, option.values))}".casefold()
        if name in others or (words and all(word in texts for word in words)):
            value = context.settings.get(option.name, option.default)
            yield option, name, ("on" if value else "off") if isinstance(value, bool) else str(value) or "auto"


def pages_found(query: str) -> list[PageLine]:
    """The pages that speak of it, else of one of the words, else of what is meant by them."""
    others = (*sorted(query.split(), key=len, reverse=True), *meant(query))
    found = list(mentions(query)) or [each for word in others for each in mentions(word)]
    first: dict[str, PageLine] = {}
    for each in found:
        first.setdefault(each.page, each)
    return [*first.values()][:_MOST]
