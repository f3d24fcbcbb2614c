"""The levels that come with the program, listed by an index without reading the boards, and found while one types."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.errors import PuzzleError, did_you_mean, folded, shortened
from termpuzzles.formats import read
from termpuzzles.formats.format import natural
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import Difficulty, technique_name
from termpuzzles.storage.journal_text import identity

INDEX = "index.json"


class Level(NamedTuple):
    """One board of a pack as a list shows it.

    `identity` is that of its journal. `rating` is the hardest technique that it needs, `effort` how much work it is,
    and `steps` how often each technique is needed; they are empty if nothing is known. `wraps` says how it wraps.
    """

    title: str
    size: str
    identity: str = ""
    rating: str = ""
    effort: int = 0
    steps: tuple[tuple[str, int], ...] = ()
    wraps: str = ""

    def difficulty(self, game: str) -> Difficulty:
        """How hard it is, as a level of that game."""
        return Difficulty(game, _cells(self.size)[0], self.effort, self.rating)


class Pack(NamedTuple):
    """A file of boards of one game; `teaches` is the technique that it teaches, `promise` the same in words.

    One that `is_earlier` stays for what was solved in it, below newer ones.
    """

    path: Path
    game: str
    name: str
    levels: tuple[Level, ...]
    teaches: str = ""
    promise: str = ""
    is_earlier: bool = False

    @property
    def key(self) -> str:
        """The name by which the command line knows it: `net/first-turns`."""
        return f"{self.game}/{self.name.replace(' ', '-')}"

    @property
    def sizes(self) -> str:
        """`4x4 to 5x5`."""
        sizes = sorted({level.size for level in self.levels}, key=_cells)
        return " to ".join(dict.fromkeys((sizes[0], sizes[-1]))) if sizes else ""

    def puzzles(self) -> list[Puzzle]:
        """The puzzles themselves.

        Raises PuzzleError if one cannot be read, OSError if the file is gone.
        """
        return read(self.path.read_text(encoding="utf-8"), source=str(self.path), game=self.game)


class PackLevel(NamedTuple):
    """A level by its place: a pack and a number in it."""

    pack: Pack
    place: int

    @property
    def level(self) -> Level:
        """The level itself."""
        return self.pack.levels[self.place]


class Levels:
    """All packs, and the levels by the identity of their boards.

    `patterns` says for each game on how many boards that are small enough for practice a pattern comes next.
    """

    def __init__(self, found: list[Pack], patterns: Mapping[str, Mapping[str, int]] | None = None) -> None:
        self.packs = tuple(found)
        self.patterns = patterns or {}

    @cached_property
    def by_identity(self) -> Mapping[str, PackLevel]:
        """The place of each level, by identity."""
        return {
            level.identity: PackLevel(pack, place)
            for pack in self.packs
            for place, level in enumerate(pack.levels)
            if level.identity
        }

    @cached_property
    def ratings(self) -> Mapping[str, str]:
        """The rating of each level, by identity."""
        return {name: found.level.rating for name, found in self.by_identity.items()}

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, int]]:
        """How often each technique is needed, by identity."""
        return {name: dict(found.level.steps) for name, found in self.by_identity.items()}

    def named(self, name: str) -> Pack:
        """The pack named on the command line: `net/first-turns`, or `first turns` if only one game has such a pack.

        In any case, with spaces, `-` or `_`, and by a beginning that only one has.
        """
        wanted = name.strip().lower().replace(" ", "-").removesuffix(".loops")
        typed, known = folded(wanted), [(pack, folded(pack.key), folded(pack.name)) for pack in self.packs]
        found = [pack for pack, key, _ in known if key == typed] or [pack for pack, _, name in known if name == typed]
        found = found or [pack for pack, *names in known if typed and any(each.startswith(typed) for each in names)]
        if len(found) == 1:
            return found[0]
        keys = [pack.key for pack in self.packs]
        of_game = [key for key in keys if key.partition("/")[0] == wanted.partition("/")[0]]
        found_instead = f"{shortened(name)!r}{did_you_mean(wanted, keys)}"
        raise PuzzleError(f"one of the packs {', '.join(of_game) or 'such as net/first-turns'}", found_instead)


def levels_folder() -> Path | None:
    """The folder of the shipped levels: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    return next((folder for folder in (package / "levels", package.parent / "levels") if folder.is_dir()), None)


def packs(folder: Path | None = None) -> list[Pack]:
    """All packs of the folder (by default the shipped ones), game by game; digits before a name only order files."""
    folder = folder or levels_folder()
    if folder is None:
        return []
    index = read_index(folder)
    return [
        _pack(path, game, index.get(f"{game}/{path.name}"))
        for game in names()
        for path in sorted((folder / game).glob("*.loops"), key=_place)
    ]


def shipped(folder: Path | None = None) -> Levels:
    """The levels of the folder (by default the shipped ones): read once, and shared by all who play in this program."""
    return _levels(folder or levels_folder())


@cache
def _levels(folder: Path | None) -> Levels:
    return Levels(packs(folder), read_index(folder).get("patterns") if folder else None)


def pack_name(path: Path) -> str:
    """The name of the pack in that file."""
    return path.stem.lstrip("0123456789-").replace("-", " ")


def _place(path: Path) -> tuple[bool, str]:
    """A sort key by which packs without a number come first."""
    return path.name[0].isdigit(), path.name


def read_index(folder: Path) -> dict[str, Any]:
    """What the folder's index says about each file; {} if there is no readable index."""
    try:
        found = json.loads((folder / INDEX).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _pack(path: Path, game: str, entry: Any) -> Pack:
    """The pack of a file: from its entry in the index, if that is up to date; else from its boards."""
    if isinstance(entry, dict) and entry.get("bytes") == path.stat().st_size:
        levels = tuple(_level(*level) for level in entry["levels"])
        about = entry["teaches"], entry["promise"], entry.get("earlier", False)
        return Pack(path, game, pack_name(path), levels, *about)
    return Pack(path, game, pack_name(path), read_levels(path, game))


def _level(
    title: str, size: str, identity: str, rating: str, effort: int, steps: list[list[Any]], wraps: bool | str
) -> Level:
    words = wraps if isinstance(wraps, str) else "wraps" * wraps
    return Level(title, size, identity, rating, effort, tuple((rule, count) for rule, count in steps), words)


def read_levels(path: Path, game: str) -> tuple[Level, ...]:
    """The levels of a file, from its boards; a board that cannot be read is listed by what its text looks like."""
    text = path.read_text(encoding="utf-8")
    try:
        puzzles = read(text, source=str(path), game=game)
    except PuzzleError:
        return tuple(Level(f"{number}", "0x0") for number in range(1, text.count("\n---\n") + 2))
    return tuple(
        Level(
            puzzle.title or f"{number}",
            str(puzzle.grid),
            identity(puzzle),
            *_rated(dict(puzzle.header)),
            wraps=puzzle.grid.surface.words,
        )
        for number, puzzle in enumerate(puzzles, 1)
    )


def _rated(header: dict[str, str]) -> tuple[str, int]:
    return header.get("rating", ""), natural(header.get("effort", "")) or 0


def _cells(size: str) -> tuple[int, str]:
    width, _, height = size.partition("x")
    return int(width) * int(height), size


_STATES = ("solved", "unsolved")
_EFFORT = re.compile(r"([<>])(\d{1,7})?")


class LevelMatch(NamedTuple):
    """A level with its number, counted from 1 over all packs."""

    number: int
    pack_level: PackLevel


def all_levels(levels: Levels) -> list[LevelMatch]:
    """Every level with its number."""
    every = (PackLevel(pack, place) for pack in levels.packs for place in range(len(pack.levels)))
    return [LevelMatch(number, pack_level) for number, pack_level in enumerate(every, 1)]


class LevelIndex:
    """Finds the levels that match what is typed; the words of each level are collected once."""

    def __init__(self, levels: Levels) -> None:
        self._levels = [(found, _words(found.pack_level)) for found in all_levels(levels)]

    def find(self, query: str, solved: Collection[str]) -> list[LevelMatch]:
        """The levels, in order, with a word for each word of the query that begins so; a bare number finds that level.

        `solved` holds the identities of solved boards: `solved` and `unsolved` are words, too, and `<300` or `>300`
        limits the effort.
        """
        wanted = query.casefold().split()
        state = next((full for word in wanted for full in _STATES if len(word) > 2 and full.startswith(word)), "")
        wanted = [word for word in wanted if len(word) < 3 or not state.startswith(word)]
        bounds = [bound for word in wanted if (bound := _EFFORT.fullmatch(word))]
        wanted = [word for word in wanted if not _EFFORT.fullmatch(word)]
        found = [
            each
            for each, words in self._levels
            if all(any(word.startswith(part) for word in words) for part in wanted)
            and all(_within(each.pack_level.level.effort, bound) for bound in bounds)
            and (not state or (each.pack_level.level.identity in solved) == (state == "solved"))
        ]
        if number := natural(query.strip()):
            numbered = [each for each, _ in self._levels if each.number == number]
            found = numbered + [each for each in found if each not in numbered]
        return found


def shipped_index(folder: Path | None = None) -> LevelIndex:
    """The index of the levels of the folder (by default the shipped ones), shared by all who play in this program."""
    return _index(shipped(folder))


@cache
def _index(levels: Levels) -> LevelIndex:
    return LevelIndex(levels)


def _within(effort: int, bound: re.Match[str]) -> bool:
    """Whether the effort is less, or more, than the number typed; True while there is none."""
    return not bound[2] or (effort < int(bound[2]) if bound[1] == "<" else effort > int(bound[2]))


def _words(pack_level: PackLevel) -> tuple[str, ...]:
    pack, level = pack_level.pack, pack_level.level
    rating = f"{technique_name(level.rating)} {level.rating}"
    title = f"{named(pack.game).title} {pack.game}"
    wraps = f"wraps wrapped wraparound {level.wraps}" if level.wraps else "border"
    text = f"{title} {pack.name} {level.title} {level.size} {wraps} {rating} {level.difficulty(pack.game).words}"
    return tuple(dict.fromkeys(text.casefold().split()))
