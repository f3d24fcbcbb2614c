"""`python -m tests.tui.inside.beside FOLDER`: what of Textual the app changes for others in its process."""

import asyncio
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any


def members() -> Iterator[tuple[str, Any]]:
    """The functions, methods and properties of all modules and classes of Textual and Rich that are loaded."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in ("textual", "rich"):
            for holder in (module, *(each for each in vars(module).values() if isinstance(each, type))):
                if getattr(holder, "__module__", name) == name:
                    found = ((key, value) for key, value in [*vars(holder).items()] if _acts(value))
                    yield from ((f"{name} {getattr(holder, '__qualname__', '')} {key}", value) for key, value in found)


def _acts(value: Any) -> bool:
    return callable(value) or isinstance(value, classmethod | staticmethod | property)


async def play(folder: Path) -> None:
    """Turn a tile, look at the help, and leave."""
    from termpuzzles.games import named
    from termpuzzles.storage.library import Folders, Library
    from termpuzzles.tui.app import make_app
    from termpuzzles.tui.context import Context
    from tests.games.boards import board
    from tests.tui.recorder import recorded

    library = Library(Folders(folder / "data", folder / "config"))
    app = make_app(Context(library, library.settings()), [board(named("net"), "┗┓", "┗┛")])
    async with recorded(app, (100, 30)) as play:
        await play.press("d", "question_mark", "escape")


if __name__ == "__main__":
    for module in ("app", "widgets._input", "widgets._option_list", "_compositor", "_styles_cache", "_xterm_parser"):
        import_module(f"textual.{module}")
    before = dict(members())
    asyncio.run(play(Path(sys.argv[1])))
    after = dict(members())
    print(len(before), *[name for name, was in before.items() if after.get(name) is not was], sep="\n")
