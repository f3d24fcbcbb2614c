"""Takes the board elsewhere: copies its id, or saves it as it stands as a picture or as text.

Files are saved in the folder where the program was started.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SystemCommand

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.tui.screen import BaseApp


def copy_id(app: BaseApp, puzzle: Puzzle) -> str:
    """Copy the puzzle's id, and after a tab the address at which browsers play it; returns the message."""
    from termpuzzles.formats import canonical_id, web_address

    name, address = canonical_id(puzzle), web_address(puzzle)
    app.copy_to_clipboard(f"{name}\t{address}" if address else name)  # a paste takes the part before the tab
    return f"{name}  and its address in the web" if address else name


def save_commands(app: BaseApp, puzzle: Puzzle, state: State) -> Iterator[SystemCommand]:
    """The commands in the palette to save the board."""
    for name, sentence, ending, drawn in (
        ("save picture", "Save the board as it stands as a picture (SVG)", "svg", _svg),
        ("save text", "Save the board as it stands as text, as a file to play", "loops", _text),
    ):
        yield SystemCommand(name, sentence, partial(_save, app, puzzle, ending, partial(drawn, puzzle, state)))


def _save(app: BaseApp, puzzle: Puzzle, ending: str, drawn: partial[str]) -> None:
    app.deliver_text(StringIO(drawn() + "\n"), save_directory=Path(), save_filename=_free_name(puzzle, ending).name)


def _svg(puzzle: Puzzle, state: State) -> str:
    from termpuzzles.render.svg import whole

    return whole(puzzle, state)


def _text(puzzle: Puzzle, state: State) -> str:
    from termpuzzles.formats import write

    return write(puzzle, "picture", state)


def _free_name(puzzle: Puzzle, ending: str) -> Path:
    """A name that says which board it is, and that no file has yet."""
    board_name = f"{puzzle.game.name} {puzzle.grid} {puzzle.title}"
    stem = "-".join(re.findall(r"[a-z0-9]+", board_name.lower()))[:60]
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.{ending}") for number in range(1, 1000))
    return next(name for name in names if not name.exists())
