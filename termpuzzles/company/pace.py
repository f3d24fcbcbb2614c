"""Whether a game was played faster than hands play: told by the usual time between two moves, and only remarked on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from statistics import median

from termpuzzles.storage.journal_text import Event

BY_MACHINE = "by machine?"
_QUICKEST = 0.2  # seconds between moves at two places, of which a hand needs more half of the time
_ENOUGH = 10  # pauses, of which a few say nothing


def is_by_machine(events: Iterable[Event]) -> bool:
    """Whether half of the pauses between moves at two places were shorter than a hand can make them.

    Several turns of one tile are one move, and pins are none: keys are pressed twice, or held, faster than that.
    """
    places: list[tuple[float, str]] = []
    for seconds, event in events:
        word, _, move = event.partition(" ")
        verb, _, about = move.partition(" ")
        place = about.split(" ")[0].rstrip(";")
        if word == "move" and verb not in ("pin", "free") and (not places or places[-1][1] != place):
            places.append((seconds, place))
    pauses = [max(0.0, after - before) for (before, _), (after, _) in pairwise(places)]
    return len(pauses) >= _ENOUGH and median(pauses) < _QUICKEST
