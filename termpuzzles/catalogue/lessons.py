"""Lessons: tiny boards, each just before one deduction, with a sentence before it and one after.

A lesson's file holds a picture with these header lines: `title`, `teaches` (a rule), `mark`, `words` (the words of the
game that it explains), and `keys`, which play the lesson's first step from where the cursor begins. `before`, `after`
and `then` are its sentences; a header with `-in-words` has those for players without keys and looks, where they differ.
`part: yes` says that the sentences are about a part of the board that has to be shown. `notes` are the notes with which
the board begins, such as `2,3e+ 4,1s-`: a line noted toward the east of one cell, and none toward the south of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.board.grid import OPPOSITE, E, S
from termpuzzles.catalogue.levels import levels_folder, read_index
from termpuzzles.formats import read
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.rules.techniques import rule_of

FOLDER = "lessons"


class LessonText(NamedTuple):
    """The sentences of a lesson: before its deduction, with how to make it, and after it.

    `then` leads on to the rest of the board, while it is not solved.
    """

    before: str
    moral: str
    then: str

    @property
    def after(self) -> str:
        """All that comes after the deduction while the board is not solved."""
        return f"{self.moral} {self.then}".strip()


class Lesson(NamedTuple):
    """A board with the sentences before and after its deduction: on a screen, and for players without keys and looks.

    `mark` is the cell that it is about, `words` are the words of the game that it explains. `part` says that its
    sentences are about a part of the board that has to be shown.
    """

    game: str
    number: int
    title: str
    teaches: str
    shown: LessonText
    for_speech: LessonText
    mark: int
    keys: tuple[str, ...]
    puzzle: Puzzle
    words: tuple[str, ...] = ()
    part: bool = False

    @property
    def key(self) -> str:
        """The name under which a finished lesson is remembered."""
        return f"{self.game}/{self.number}"

    def is_understood(self, state: State, answer: bytes) -> bool:
        """Whether the marked cell stands as the deduction says."""
        return state.lines[self.mark] == answer[self.mark]


def lessons(game: str, folder: Path | None = None) -> list[Lesson]:
    """The lessons of a game, in the order in which to take them; [] if none are shipped."""
    folder = folder or levels_folder()
    path = folder / FOLDER / f"{game}.loops" if folder else None
    if path is None or not path.is_file():
        return []
    puzzles = read(path.read_text(encoding="utf-8"), source=str(path), game=game)
    return [_lesson(game, number, puzzle) for number, puzzle in enumerate(puzzles, 1)]


def with_notes(puzzle: Puzzle) -> Puzzle:
    """The board as it begins, with the notes that its header lists."""
    notes = bytearray(puzzle.start.notes)
    for word in dict(puzzle.header).get("notes", "").split():
        place, side, shift = word[:-2], _SIDES[word[-2]], _SHIFTS[word[-1]]
        column, _, row = place.partition(",")
        cell = puzzle.grid.cell(int(column) - 1, int(row) - 1)
        notes[cell] |= side << shift
        notes[puzzle.grid.ways[side][cell]] |= OPPOSITE[side] << shift
    return replace(puzzle, start=puzzle.start._replace(notes=bytes(notes)))


_SIDES, _SHIFTS = {"e": E, "s": S}, {"-": 0, "+": 4}  # by the last two characters of a note


def _lesson(game: str, number: int, given: Puzzle) -> Lesson:
    puzzle = with_notes(given)
    header = dict(puzzle.header)
    column, _, row = header["mark"].partition(",")
    mark = puzzle.grid.cell(int(column) - 1, int(row) - 1)
    keys = tuple(header["keys"].split())
    words = tuple(word for word in header.get("words", "").split(", ") if word)
    shown = _text_from(header, "", _by_keys(keys))
    for_speech = _text_from(header, "-in-words", _aloud(keys))
    part = header.get("part") == "yes"
    return Lesson(game, number, puzzle.title, header["teaches"], shown, for_speech, mark, keys, puzzle, words, part)


def _text_from(header: Mapping[str, str], ending: str, how: str) -> LessonText:
    """The sentences of a lesson by their headers, first those with that ending, and how to make its deduction."""
    before, after, then = (header.get(f"{key}{ending}", header.get(key, "")) for key in ("before", "after", "then"))
    return LessonText(f"{before} {how}", after, then)


TURN = "space"
_LINES = {"w": "line up", "a": "line left", "s": "line down", "d": "line right"}
_TIMES = ("", "", ", twice", ", three times")


def _by_keys(keys: Sequence[str]) -> str:
    """How to make the deduction by keys: `Turn it: space, twice.`, `Draw it: d and s.`"""
    return f"Turn it: {TURN}{_TIMES[len(keys)]}." if TURN in keys else f"Draw it: {' and '.join(keys)}."


def _aloud(keys: Sequence[str]) -> str:
    """How to make it by words: `Type turn, twice.`, `Type line right and line down.`"""
    if TURN in keys:
        return f"Type turn{_TIMES[len(keys)]}."
    return f"Type {' and '.join(_LINES[key] for key in keys)}."


def methods_without_lesson(found: Sequence[Lesson], number: int) -> tuple[str, ...]:
    """The words of the game that only later lessons explain."""
    explained = {word for lesson in found[:number] for word in lesson.words}
    return tuple(word for lesson in found[number:] for word in lesson.words if word not in explained)


def speaks_of(text: str, words: Iterable[str]) -> bool:
    """Whether a text uses any of these words of a game."""
    return any(re.search(_FORMS.get(word, rf"\b{word}"), text) for word in words)


_FORMS = {
    "pinned": r"\bpin",
    "end": r"(?<!loose )\bend",
    "wraps": r"\bwrap",
    "sealed off": "sealed.off",
    "shaded": "shaded.cell",
    "T": r"\bT\b",
}


def lesson_on(game: str, rule: str) -> int:
    """The number of the first lesson on a rule or a pattern that it finds; 0 if there is none."""
    return next((each.number for each in lessons(game) if rule in (each.teaches, rule_of(each.teaches))), 0)


def taught(folder: Path | None = None) -> dict[str, list[str]]:
    """The titles of each game's lessons, from the index: no board is read."""
    folder = folder or levels_folder()
    found = _titles(folder) if folder else {}
    return {game: list(found[game]) for game in names() if game in found}


@cache
def _titles(folder: Path) -> dict[str, Any]:
    """The titles in the index, read only once, as the list that shows them is drawn often."""
    return dict(read_index(folder).get("lessons", {}))


def done_lessons(settings: Mapping[str, Any]) -> set[str]:
    """The keys of the lessons that the player has done."""
    done = settings.get("lessons")
    return {key for key, value in done.items() if value is True} if isinstance(done, dict) else set()


def next_lesson(game: str, settings: Mapping[str, Any]) -> int:
    """The number of the first lesson of the game that is not done; 0 if all are."""
    done = done_lessons(settings)
    return next((n for n in range(1, len(taught().get(game, ())) + 1) if f"{game}/{n}" not in done), 0)


class LessonProgress(NamedTuple):
    """A game's lessons: how many are done, of how many, and the number and title of the next one; 0 after the last."""

    game: str
    done: int
    every: int
    number: int = 0
    title: str = ""

    def __str__(self) -> str:
        following = f" · next: {self.title}" if self.number else ""
        return f"{named(self.game).title}: {self.done} of {self.every} lessons{following}"


def lesson_progress(settings: Mapping[str, Any]) -> LessonProgress | None:
    """The lessons of the game with the latest lesson, else of the first game; None if no game has any."""
    titles, done = taught(), done_lessons(settings)
    if not titles:
        return None
    begun = [game for game in titles if any(key.startswith(f"{game}/") for key in done)]
    game = next((game for game in begun if next_lesson(game, settings)), next(iter(begun or titles)))
    count, number = sum(key.startswith(f"{game}/") for key in done), next_lesson(game, settings)
    return LessonProgress(game, count, len(titles[game]), number, titles[game][number - 1] if number else "")


def lessons_in_words(settings: Mapping[str, Any]) -> str:
    """`Net: 5 of 12 lessons · next: Two ends facing`, or what lessons are for if there are none."""
    return str(lesson_progress(settings) or "how the games are played")
