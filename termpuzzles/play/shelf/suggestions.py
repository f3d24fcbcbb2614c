"""What to play next: the easiest unsolved level that needs one technique more than the hardest one solved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from termpuzzles.games import USUAL
from termpuzzles.play.shelf.levels import Levels, Shelved
from termpuzzles.play.shelf.statistics import practice
from termpuzzles.play.storage.summaries import Summary


class Suggestion(NamedTuple):
    """A level to play next, and why: the technique that is new in it, or that needs practice, or neither."""

    shelved: Shelved
    new: str = ""
    practises: str = ""


def suggest(levels: Levels, entries: Iterable[Summary], game: str = "") -> Suggestion | None:
    """The level to play next, of one game where one is named, else of the game played last; None where all is done."""
    played = list(entries)
    solved = {entry.identity for entry in played if entry.solves}
    wanted = game or next((entry.game for entry in played), USUAL)
    all_of = [Shelved(pack, place) for pack in levels.packs for place in range(len(pack.levels))]
    mine = [shelved for shelved in all_of if shelved.pack.game == wanted and shelved.level.steps]
    known = {rule for shelved in mine if shelved.level.identity in solved for rule, _ in shelved.level.steps}
    left = sorted((shelved for shelved in mine if shelved.level.identity not in solved), key=_effort)
    for rule, _ in practice(played).rules:
        for shelved in left:
            needs = {name for name, _ in shelved.level.steps}
            if rule in needs and needs <= known | {rule}:
                return Suggestion(shelved, practises=rule)
    for shelved in left:
        new = {rule for rule, _ in shelved.level.steps} - known
        if len(new) == 1:
            return Suggestion(shelved, new=new.pop())
    return Suggestion(left[0]) if left else None


def _effort(shelved: Shelved) -> tuple[int, str]:
    return shelved.level.effort, shelved.level.title
