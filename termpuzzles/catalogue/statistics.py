"""What was played, counted from the journals themselves: rows for each kind of board, and the times of the latest."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.storage.summaries import Solve, Summary

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle


ENOUGH = 3  # a technique missed fewer times is not said to need practice


class Row(NamedTuple):
    """The boards of one game, size and rating that were solved: how many, how many unaided, and how fast.

    `best` and `median` are seconds; `streak` counts the latest solved boards in a row that had no help. `times` are all
    of them, oldest first.
    """

    game: str
    size: str
    rating: str
    solved: int
    unaided: int
    best: float
    median: float
    streak: int
    times: tuple[float, ...]


def rows(entries: Iterable[Summary], ratings: Mapping[str, str] | None = None) -> list[Row]:
    """A row for each game, size and rating; `ratings` has those of boards whose journals do not name one."""
    known = ratings or {}
    return _rows(entries, lambda entry: entry.rating or known.get(entry.identity, ""))


LEAST_TIME = 1.0  # seconds: a board that was opened at its last move tells nothing of a time


def rows_by_size(entries: Iterable[Summary]) -> list[Row]:
    """A row for each game and size; its rating is ""."""
    return _rows(entries, lambda entry: "")


def _rows(entries: Iterable[Summary], rating_of: Callable[[Summary], str]) -> list[Row]:
    groups: dict[tuple[str, str, str], list[Solve]] = defaultdict(list)
    for entry in sorted(entries, key=attrgetter("modified")):
        if entry.solves:
            groups[entry.game, entry.size, rating_of(entry)] += entry.solves
    ordered = sorted(groups.items(), key=_order)
    return [_row(*key, sorted(group, key=attrgetter("day"))) for key, group in ordered]


def _order(item: tuple[tuple[str, str, str], object]) -> tuple[str, int, int, str]:
    game, size, rating = item[0]
    width, _, height = size.partition("x")
    return game, int(width) * int(height), int(width), rating


def _row(game: str, size: str, rating: str, solves: list[Solve]) -> Row:
    from statistics import median  # 5 ms, not needed for a board's first frame

    every = [solve.seconds for solve in solves]
    times = [seconds for seconds in every if seconds >= LEAST_TIME] or every
    streak = next((count for count, solve in enumerate(reversed(solves)) if not solve.unaided), len(solves))
    unaided = sum(solve.unaided for solve in solves)
    return Row(game, size, rating, len(solves), unaided, min(times), median(times), streak, tuple(times))


def solved_on(entries: Iterable[Summary]) -> Counter[str]:
    """The number of boards solved, by the date on which they were opened: `2026-11-22`."""
    return Counter(solve.day for entry in entries for solve in entry.solves if solve.day)


def techniques_met(
    entries: Iterable[Summary], steps: Mapping[str, Mapping[str, int]], alone: bool = False
) -> Counter[tuple[str, str]]:
    """The number of boards solved, or solved `alone`, that needed each technique, by game and technique.

    Alone is without a hint that names the technique. Of boards whose `steps` are not known only the hardest counts.
    """
    met: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        if entry.solves:
            found = steps.get(entry.identity) or ([entry.rating] if entry.rating else [])
            hinted = {rule for rule, _ in entry.hints} if alone else ()
            met.update((entry.game, rule) for rule in found if rule not in hinted)
    return met


class Need(NamedTuple):
    """A technique of a game that needs practice: how many hints named it, and how many wrong pins it would have saved.

    A line drawn wrongly counts as a wrong pin.
    """

    game: str
    rule: str
    hints: int
    wrong_pins: int

    @property
    def missed(self) -> int:
        """How often the technique was missed."""
        return self.hints + self.wrong_pins


class Practice(NamedTuple):
    """What needs practice, most often missed first; techniques missed fewer than three times are left out.

    `helped` are the journals of boards that were finished with help or given up, to play again.
    """

    needs: tuple[Need, ...] = ()
    helped: tuple[Summary, ...] = ()

    @property
    def unclear(self) -> bool:
        """Whether too little was played to say anything."""
        return not self.needs


def practice(entries: Iterable[Summary], wrong_pins: Mapping[tuple[str, str], int] | None = None) -> Practice:
    """What needs practice, according to the journals; `wrong_pins` are wrong pins by game and technique."""
    hints: Counter[tuple[str, str]] = Counter()
    helped = []
    for entry in entries:
        for rule, count in entry.hints:
            if rule:
                hints[entry.game, rule] += count
        if entry.gave_up or (entry.solves and not entry.solves[-1].unaided):
            helped.append(entry)
    wrong = wrong_pins or {}
    needs = (Need(*key, hints[key], wrong.get(key, 0)) for key in {**hints, **wrong})
    often = sorted((need for need in needs if need.missed >= ENOUGH), key=lambda need: (-need.missed, need))
    return Practice(tuple(often), tuple(helped))


RECENT = 12  # the most solved boards in a chart
_SAME = 0.01  # seconds by which a clock and what was kept of it may differ


class Times(NamedTuple):
    """How fast boards of one game, size and rating were solved without help: the shortest time, and the latest ones.

    `best` is None if none was; `recent` are the latest, oldest first.
    """

    best: float | None = None
    recent: tuple[float, ...] = ()


def times_like(entries: Iterable[Summary], puzzle: Puzzle, this: float | None = None) -> Times:
    """The times of boards like this one.

    The best is that of all but the solve in `this` many seconds, which was just made and is compared with the others.
    """
    wanted = puzzle.game.name, str(puzzle.grid), dict(puzzle.header).get("rating", "")
    found = [
        (solve.day, entry.modified, solve.seconds)
        for entry in entries
        if (entry.game, entry.size, entry.rating) == wanted
        for solve in entry.solves
        if solve.unaided and solve.seconds >= LEAST_TIME
    ]
    times = [seconds for _, _, seconds in sorted(found)]
    others = list(times)
    made = next((seconds for seconds in times if this is not None and abs(seconds - this) < _SAME), None)
    if made is not None:
        others.remove(made)
    return Times(min(others, default=None), tuple(times[-RECENT:]))
