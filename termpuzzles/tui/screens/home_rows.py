"""The rows of the first screen: their words, and what each opens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from termpuzzles.catalogue.daily import daily_games, daily_size, days_played
from termpuzzles.catalogue.levels import Found, Levels, Pack, PackLevel
from termpuzzles.catalogue.statistics import Practice
from termpuzzles.catalogue.suggestions import Glance, Suggestion
from termpuzzles.games import named, names
from termpuzzles.logic.explain.grades import dots, grade_name, technique_name
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Words

CONTINUED = 3  # the most unfinished boards to list
_LEAD = 13  # columns for the word that begins a row


class Go(NamedTuple):
    """A row that leads to another screen."""

    to: str


class Fold(NamedTuple):
    """A row that shows the levels of a pack, or folds them away."""

    key: str


Row = Choice[Go | Fold | Summary | PackLevel]


class Played(NamedTuple):
    """What the journals show: all of them, the identities of solved boards, and best times by identity.

    `begun` are the boards to go on with, the latest first; `days` the dates on which a board of the day was solved, and
    `daily` the dates and games of all solved boards of the day.
    """

    entries: tuple[Summary, ...] = ()
    solved: frozenset[str] = frozenset()
    best: Mapping[str, float] = {}
    begun: tuple[Summary, ...] = ()
    days: frozenset[date] = frozenset()
    daily: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def of(cls, entries: tuple[Summary, ...]) -> Played:
        """What these journals show."""
        best: dict[str, float] = {}
        done = [entry for entry in entries if entry.solves]
        for entry in done:
            name, seconds = entry.identity, min(entry.solves).seconds
            best[name] = min(seconds, best.get(name, seconds))
        begun = tuple(entry for entry in entries if not entry.finished and entry.game in names())
        days = frozenset(played.day for played in days_played(done))
        daily = frozenset((solve.daily, entry.game) for entry in done for solve in entry.solves if solve.daily)
        return cls(entries, frozenset(best), best, begun, days, daily)


class Room(NamedTuple):
    """The columns of the window, and the number of rows for a board's corner."""

    width: int
    corner: int

    @property
    def is_wide(self) -> bool:
        """Whether there is room for more than the essential words."""
        return self.width >= 100


class Signs(NamedTuple):
    """The characters of the list."""

    done: str
    folded: str
    unfolded: str
    unicode: bool


def heading(text: str) -> Row:
    """A row that cannot be chosen."""
    return Choice(((text, "good"),))


def blank() -> Row:
    """An empty row."""
    return Choice(((" ", "text"),))


def led(lead: str, words: Words, to: str) -> Row:
    """A row that leads to another screen, with the word that begins it."""
    return Choice(((f" {lead:<{_LEAD - 1}}", "good"), *words), Go(to))


def board_name(game: str, size: str, wraps: bool = False) -> str:
    """`Net 9x9 wraps`."""
    title = named(game).title if game in names() else game
    return f"{title} {size}{' wraps' if wraps else ''}"


def continue_rows(played: Played, levels: Levels, glances: Mapping[str, Glance], room: Room) -> Iterator[Row]:
    """The boards to go on with, each with a corner of it as it stands."""
    for number, entry in enumerate(played.begun[:CONTINUED]):
        pack_level = levels.by_identity.get(entry.identity)
        what = board_name(entry.game, entry.size, bool(pack_level and pack_level.level.wraps))
        glance = glances.get(entry.identity, Glance())
        corner, *below = glance.rows[: room.corner] or ("",)
        title = entry.title.rpartition("/")[2]
        before = _LEAD + 36
        words: list[tuple[str, str]] = [
            (f" {'Continue' if number == 0 else '':<{_LEAD - 1}}", "good"),
            (f"{what:<20.20} ", "text"),
            (f"{title:<14.14} ", "faint"),
            (f"{corner:<7}", "lit"),
            (f"{clock_text(entry.seconds):>5}  ", "text"),
            (glance.done, "faint"),
        ]
        words += [(f"\n{'':<{before}}{row}", "lit") for row in below] + [("\n ", "text")] * bool(below)
        yield Choice(tuple(words), entry)


def daily_row(today: date, played: Played, done: str) -> Row:
    """The row for today's boards, with those that are solved."""
    words: list[tuple[str, str]] = []
    for game in daily_games(today):
        words += [("  ", "faint")] if words else []
        words.append((board_name(game, daily_size(game, today).removesuffix("w")), "text"))
        words += [(done, "lit")] if (today.isoformat(), game) in played.daily else []
    return led("Daily", tuple(words), "daily")


def suggestion_row(suggestion: Suggestion) -> Row:
    """The row for what to play next, and why."""
    pack, level = suggestion.pack_level.pack, suggestion.pack_level.level
    name = f"{named(pack.game).title} · {level.title}"
    why = "the easiest that you have not solved"
    if suggestion.practises:
        why = f"practises “{technique_name(suggestion.practises)}”"
    elif suggestion.new:
        why = f"teaches “{technique_name(suggestion.new)}”"
    words = ((f" {'Suggested':<{_LEAD - 1}}", "good"), (f"{name:<24} ", "text"), (why, "faint"))
    return Choice(words, suggestion.pack_level)


def practice_row(practice: Practice) -> Row:
    """The row for what needs practice, with the number of boards that were finished with help."""
    if practice.unclear:
        words = "one idea at a time, on boards played up to where you need it"
    else:
        words = ", ".join(technique_name(need.rule) for need in practice.needs[:3])
    count = len(practice.helped)
    again = f"  ·  {count} board{'s' * (count != 1)} to play again" if count else ""
    return led("Practise", ((words, "text"), (again, "faint")), "practise")


def pack_rows(levels: Levels, played: Played, opened: Iterable[str], signs: Signs, room: Room) -> Iterator[Row]:
    """Every pack with the solved part of it, and its levels below it if it is unfolded."""
    unfolded, number = set(opened), 0
    for pack in levels.packs:
        yield Choice(_pack_words(pack, played, signs, room, pack.key in unfolded), Fold(pack.key))
        if pack.key in unfolded:
            yield from (
                level_row(Found(number + place + 1, PackLevel(pack, place)), played, signs, "     ")
                for place in range(len(pack.levels))
            )
        number += len(pack.levels)


def _pack_words(pack: Pack, played: Played, signs: Signs, room: Room, unfolded: bool) -> Words:
    """`▸ Net · no loops    7 of 25   best 1:12   no loop`."""
    solved = [level.identity for level in pack.levels if level.identity in played.solved]
    best = min((played.best[identity] for identity in solved), default=None)
    done = signs.done if len(solved) == len(pack.levels) else " "
    name = f"{named(pack.game).title} · {pack.name}"
    return (
        (f" {signs.unfolded if unfolded else signs.folded} ", "faint"),
        (f"{name:<32.32} ", "text"),
        (f"{pack.sizes:<17}", "faint") if room.is_wide else ("", "faint"),
        (f"{len(solved):>3} of {len(pack.levels):<3}{done} ", "text" if solved else "faint"),
        (f"{f'best {clock_text(best)}' if best is not None else '':<12}", "text"),
        (technique_name(pack.teaches) if pack.teaches else "", "faint"),
    )


def level_row(found: Found, played: Played, signs: Signs, indent: str) -> Row:
    """A level: whether it is solved, its number, title, size, how hard it is, and the best time."""
    level = found.pack_level.level
    solved = level.identity in played.solved
    mark = signs.done if solved else " "
    size = f"{level.size}{' wraps' if level.wraps else ''}"
    idea = technique_name(level.rating)
    best = f"{'':{max(0, 16 - len(idea))}} {clock_text(played.best[level.identity])}" if solved else ""
    words = (
        (f"{indent}{mark} ", "lit"),
        (f"{found.number:>3} ", "faint"),
        (f"{level.title:<20.20} {size:<11} ", "text"),
        (f"{grade_name(level.effort):<8} {idea}", "faint"),
        (best, "text"),
    )
    return Choice(words, found.pack_level)


def found_row(found: Found, played: Played, signs: Signs) -> Row:
    """A level in a filtered list, with its game before it."""
    row = level_row(found, played, signs, "")
    game = named(found.pack_level.pack.game).title
    return Choice(((f" {game:<12} ", "text"), *row.words), row.value)


def pack_in_words(pack: Pack) -> str:
    """The description of a pack: sizes, grades, and a sentence."""
    grades = dict.fromkeys(grade_name(level.effort) for level in sorted(pack.levels, key=lambda level: level.effort))
    hard = [name for name in grades if name]
    return f"{pack.sizes}, {' to '.join(dict.fromkeys((hard[0], hard[-1]))) if hard else ''}. {pack.promise}"


def level_in_words(pack_level: PackLevel, unicode: bool) -> str:
    """The description of a level: its grade, and how often it needs each technique."""
    level = pack_level.level
    needs = ", ".join(f"{technique_name(rule)} {count}" for rule, count in level.steps)
    return f"{grade_name(level.effort)} {dots(level.effort, unicode)}  {needs}"
