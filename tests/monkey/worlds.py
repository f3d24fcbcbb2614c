"""The worlds in which the monkey lives: what the program is started with, and what is in its folders then."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from termpuzzles.catalogue.lessons import taught
from termpuzzles.storage.library import Folders, Library
from tests.tui.past import write_past

_SMALL = """\
# game: net
# title: Small
╹┳╸
╺╋╻
╺┫╸
---
# game: infinity
# title: Ring
┗┓
┗┛
---
# game: net
# title: Last
╹╻
┛┗
"""
_ONE = "5x5:28ea36a7421a7963bd33186d4\n"
_FILE, _FIVE = "small.loops", "five.loops"


class World(NamedTuple):
    """The arguments, what fills the folders, and whether another window holds the board."""

    arguments: list[str]
    fill: Callable[[Path], None] = lambda folder: None
    held: bool = False


def _remember(folder: Path, **values: object) -> None:
    library = Library(Folders(folder / "data", folder / "config"))
    settings = library.settings()
    settings.update({"started": True, **values})
    library.keep_settings(settings)


def _past(folder: Path) -> None:
    """Boards begun and solved, with help and without, and boards of the day."""
    write_past(folder)
    _remember(folder)


def _lessons_but_the_last(folder: Path) -> None:
    done = {f"{game}/{number}": True for game, titles in taught().items() for number in range(1, len(titles))}
    _remember(folder, lessons=done)


def _all_lessons(folder: Path) -> None:
    _past(folder)
    done = {f"{game}/{number}": True for game, titles in taught().items() for number in range(1, len(titles) + 1)}
    _remember(folder, lessons=done)


def _damage(folder: Path) -> None:
    """A past of which files are cut, emptied or are no text."""
    _past(folder)
    for place, file in enumerate(sorted((folder / "data").rglob("*.journal"))):
        content = file.read_bytes()
        file.write_bytes((content, content[: len(content) // 2], b"", b"\xff\x00" * 50)[place % 4])
    (folder / "data" / "journals" / "folder.journal").mkdir()
    (folder / "config").mkdir(exist_ok=True)
    (folder / "config" / "settings.toml").write_text('zen = 3\ntheme = "nothing"\n[keys]\n"play.undo" = "u,w"\n')


WORLDS = {
    "first": World([]),
    "started": World([], _remember),
    "full": World([], _past),
    "last": World([], _lessons_but_the_last),
    "all": World([], _all_lessons),
    "damaged": World([], _damage),
    "small": World([_FILE]),
    "five": World([_FIVE]),
    "held": World([_FILE], held=True),
    "net": World(["play", "--pack", "net/first-turns"]),
    "infinity": World(["play", "--pack", "infinity/first-turns"]),
    "simpleloop": World(["play", "--pack", "simpleloop/first-lines"]),
    "simpleloops": World(["play", "--pack", "simpleloops/first-lines"]),
    "large": World(["play", "--pack", "net/monsters"], _past),
    "daily": World(["play", "--daily"], _past),
}


class Fresh:
    """Gives folders as a world begins, each a copy of one that was filled only once."""

    def __init__(self, room: Path) -> None:
        self._room = room
        self._count = 0

    def folder(self, world: str) -> Path:
        """A new folder of that world."""
        model = self._room / f"model-{world}"
        if not model.exists():
            model.mkdir(parents=True)
            (model / _FILE).write_text(_SMALL, encoding="utf-8")
            (model / _FIVE).write_text(_ONE, encoding="utf-8")
            WORLDS[world].fill(model)
        self._count += 1
        folder = self._room / f"{world}-{self._count}"
        shutil.copytree(model, folder)
        return folder
