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


def replayed(transcript: str) -> str:
    """The transcript with today's answers to the player's lines."""
    opening, *rest = transcript.splitlines()
    spoken = [line.removeprefix("> ") for line in rest if line.startswith("> ")]
    with tempfile.TemporaryDirectory() as folder:
        return "\n".join([opening, *conversation(Path(folder), opening.removeprefix("$").strip(), spoken), ""])


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
        path.write_text(replayed(path.read_text(encoding="utf-8")), encoding="utf-8")
