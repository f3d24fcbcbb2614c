"""Finds levels by a few words or by number, while one types."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import NamedTuple

from termpuzzles.games import named
from termpuzzles.logic.explain.grades import grade_name, technique_name
from termpuzzles.play.shelf.levels import Levels, Shelved, shipped

_STATES = ("solved", "unsolved")
_EFFORT = re.compile(r"([<>])(\d{1,7})?")


class Found(NamedTuple):
    """A level with its number, counted from 1 over all packs."""

    number: int
    shelved: Shelved


def all_levels(levels: Levels) -> list[Found]:
    """Every level with its number."""
    every = (Shelved(pack, place) for pack in levels.packs for place in range(len(pack.levels)))
    return [Found(number, shelved) for number, shelved in enumerate(every, 1)]


class Finder:
    """Finds the levels that match what is typed; the words of each level are collected once."""

    def __init__(self, levels: Levels) -> None:
        self._levels = [(found, _words(found.shelved)) for found in all_levels(levels)]

    def find(self, query: str, solved: Collection[str]) -> list[Found]:
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
            and all(_within(each.shelved.level.effort, bound) for bound in bounds)
            and (not state or (each.shelved.level.identity in solved) == (state == "solved"))
        ]
        if query.strip().isdecimal():
            numbered = [each for each, _ in self._levels if each.number == int(query)]
            found = numbered + [each for each in found if each not in numbered]
        return found


def shipped_finder(folder: Path | None = None) -> Finder:
    """The finder of the levels of the folder (by default the shipped ones), shared by all who play in this program."""
    return _finder(shipped(folder))


@cache
def _finder(levels: Levels) -> Finder:
    return Finder(levels)


def _within(effort: int, bound: re.Match[str]) -> bool:
    """Whether the effort is less, or more, than the number typed; True while there is none."""
    return not bound[2] or (effort < int(bound[2]) if bound[1] == "<" else effort > int(bound[2]))


def _words(shelved: Shelved) -> tuple[str, ...]:
    pack, level = shelved.pack, shelved.level
    rating = f"{technique_name(level.rating)} {level.rating}"
    title = f"{named(pack.game).title} {pack.game}"
    wraps = "wraps wrapped wraparound" if level.wraps else "border"
    text = f"{title} {pack.name} {level.title} {level.size} {wraps} {rating} {grade_name(level.effort)}"
    return tuple(dict.fromkeys(text.casefold().split()))
