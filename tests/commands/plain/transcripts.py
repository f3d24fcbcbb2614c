"""Whole conversations in plain mode, kept in `tests/data/transcripts`.

`.venv/bin/python -m tests.commands.plain.transcripts` plays the same lines again and writes down what the
program prints. The first line of a transcript
names, after `$`, the puzzle; no name stands for the shelf. The player's lines begin with `> `;
every other line is the program's.
"""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from termpuzzles import games
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.logic.task import USUAL
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.plain.menus import home
from termpuzzles.plain.play import BoardPlace
from termpuzzles.storage.library import Folders, Library

FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
LEVELS = FOLDER / "levels"  # levels that never change
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))
NOON = datetime(2026, 11, 21, 12, 0)
GAMES = ("infinity", "net", "simpleloop", "simpleloops")  # without games that came later
PACE = 7.0  # seconds that a player takes for each line
OFTEN = (  # said in nearly every conversation: read on a board of Net and from `play --plain`, and shown as … elsewhere
    *("Type help for the commands.", "Type more for the rest.", "Type hint for more, or do to make the move."),
    *("Type hint for the reason.", "Type do to make the move.", "Type hint to go on.", "This is the solution."),
    *("undo hides it again; then do leads to it step by step.", "Type next for a new board like this one."),
    *("The board is solved for you.", "Nothing wrong so far.", "Nothing is left to do."),
    *("termpuzzles. What would you like to do? Type a number, or help.", named("net").goal),
)


def replayed(path: Path) -> str:
    """The transcript in a file, with today's answers to the player's lines."""
    opening, *rest = path.read_text(encoding="utf-8").splitlines()
    spoken = [line.removeprefix("> ") for line in rest if line.startswith("> ")]
    with tempfile.TemporaryDirectory() as folder:
        said = [*conversation(Path(folder), opening.removeprefix("$").strip(), spoken)]
    return "\n".join([opening, *(said if path.stem == "net" else map(shortened, said)), ""])


def shortened(line: str) -> str:
    """A line without what is said in nearly every conversation."""
    while often := next((often for often in OFTEN if line.endswith(often)), ""):
        line = line.removesuffix(often).rstrip()
    return line or "…"


def conversation(folder: Path, puzzle: str, spoken: Iterable[str]) -> Iterator[str]:
    """What is said of this puzzle, or from the main menu on, to these lines."""
    clock = 0.0
    library = Library(Folders(folder / "data", folder / "config", LEVELS))
    context = PlainContext(library, library.settings(), lambda: clock, lambda: NOON, USUAL, seed=lambda: "7")
    talk = Conversation(BoardPlace(context, read(puzzle)) if puzzle else home(context))
    yield from talk.begin()
    for line in spoken:
        clock += PACE
        yield f"> {line}"
        yield from talk.answer(line)
    talk.close()


if __name__ == "__main__":
    ArgumentParser(prog=".venv/bin/python -m tests.commands.plain.transcripts", description=__doc__).parse_args()
    vars(games)["GAMES"] = GAMES
    for path in TRANSCRIPTS:
        path.write_text(replayed(path), encoding="utf-8")
