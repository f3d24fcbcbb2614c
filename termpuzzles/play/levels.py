"""The levels that come with the program: packs of puzzles, listed without reading the boards."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from termpuzzles.games.model import Puzzle


class Level(NamedTuple):
    """One puzzle of a pack as a list shows it."""

    title: str
    size: str


class Pack(NamedTuple):
    """A file of puzzles of one game."""

    path: Path
    game: str
    name: str
    levels: tuple[Level, ...]

    def puzzles(self) -> list[Puzzle]:
        """The puzzles themselves.

        Raises PuzzleError where one cannot be read, OSError where the file is gone.
        """
        from termpuzzles.formats import read

        return read(self.path.read_text(encoding="utf-8"), source=str(self.path), game=self.game)


def levels_folder() -> Path | None:
    """Where the shipped levels lie: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    return next((folder for folder in (package / "levels", package.parent / "levels") if folder.is_dir()), None)


def packs(folder: Path | None = None) -> list[Pack]:
    """All packs of the folder (by default the shipped ones), game by game; digits before a name only order files."""
    from termpuzzles.games import names

    folder = folder or levels_folder()
    if folder is None:
        return []
    return [
        Pack(path, game, path.stem.lstrip("0123456789-").replace("-", " "), _levels(path))
        for game in names()
        for path in sorted((folder / game).glob("*.loops"), key=_place)
    ]


def _place(path: Path) -> tuple[bool, str]:
    """Packs without a number come first."""
    return path.name[0].isdigit(), path.name


def _levels(path: Path) -> tuple[Level, ...]:
    parts = path.read_text(encoding="utf-8").split("\n---\n")
    return tuple(_level(part.strip("\n").split("\n"), number) for number, part in enumerate(parts, 1))


def _level(lines: list[str], number: int) -> Level:
    title = next((line[9:].strip() for line in lines if line.startswith("# title: ")), f"{number}")
    rows = [line for line in lines if not line.startswith("# ")]
    return Level(title, f"{max(map(len, rows), default=0)}x{len(rows)}")
