"""The rows of the first screen: what each says, and what it opens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from termpuzzles.games import named, names
from termpuzzles.play.clock import clock_text
from termpuzzles.play.shelf.continuing import Glance
from termpuzzles.play.shelf.daily import daily_games, daily_size
from termpuzzles.play.shelf.finding import Found
from termpuzzles.play.shelf.grades import grade, technique_name
from termpuzzles.play.shelf.levels import Levels, Pack, Shelved
from termpuzzles.play.shelf.suggestions import Suggestion
from termpuzzles.play.storage.summaries import Summary
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Words

CONTINUED = 3  # unfinished boards that are listed


class Go(NamedTuple):
    """A row that leads to another screen."""

    to: str


class Fold(NamedTuple):
    """A row that shows the levels of a pack, or folds them away."""

    key: str


Row = Choice[Go | Fold | Summary | Shelved]


class Played(NamedTuple):
    """What the journals tell: all of them, the identities of solved boards, best times by identity."""

    entries: tuple[Summary, ...]
    solved: frozenset[str]
    best: Mapping[str, float]

    @classmethod
    def of(cls, entries: tuple[Summary, ...]) -> Played:
        """What these journals tell."""
        best: dict[str, float] = {}
        for entry in entries:
            for solve in entry.solves:
                best[entry.identity] = min(solve.seconds, best.get(entry.identity, solve.seconds))
        return cls(entries, frozenset(best), best)


NOTHING = Played((), frozenset(), {})


def heading(text: str) -> Row:
    """A row that cannot be chosen."""
    return Choice(((text, "good"),))


def blank() -> Row:
    """An empty row."""
    return Choice(((" ", "text"),))


def unfinished(played: Played) -> list[Summary]:
    """The boards to go on with, the latest first."""
    return [entry for entry in played.entries if not entry.finished and entry.game in names()]


def board_name(game: str, size: str, wraps: bool = False) -> str:
    """`Net 9x9 wraps`."""
    title = named(game).title if game in names() else game
    return f"{title} {size}{' wraps' if wraps else ''}"


def _led(lead: str, words: Words) -> Words:
    return ((f" {lead:<11}", "good"), *words)


def continue_rows(played: Played, levels: Levels, glances: Mapping[str, Glance], wide: bool) -> Iterator[Row]:
    """The boards to go on with, each with a corner of it where there is room."""
    for number, entry in enumerate(unfinished(played)[:CONTINUED]):
        shelved = levels.by_identity.get(entry.identity)
        what = board_name(entry.game, entry.size, bool(shelved and shelved.level.wraps))
        glance = glances.get(entry.identity, Glance())
        corner = f"{glance.rows[0]:<6}" if glance.rows and wide else ""
        title = entry.title.rpartition("/")[2]
        words = (
            (f"{what:<20} ", "text"),
            (f"{title:<22.22} ", "faint"),
            (corner, "lit"),
            (f"{clock_text(entry.seconds):>7}   ", "text"),
            (glance.done, "faint"),
        )
        yield Choice(_led("Continue" if number == 0 else "", words), entry)


def daily_row(today: date, played: Played, done: str) -> Row:
    """Today's boards, those that are solved with their time."""
    times = {
        entry.game: min(solve.seconds for solve in entry.solves if solve.daily == today.isoformat())
        for entry in played.entries
        if any(solve.daily == today.isoformat() for solve in entry.solves)
    }
    words: list[tuple[str, str]] = []
    for game in daily_games(today):
        size = daily_size(game, today).removesuffix("w")
        words += [("  ·  ", "faint")] if words else []
        words.append((board_name(game, size), "text"))
        words += [(f" {done} {clock_text(times[game])}", "lit")] if game in times else []
    return Choice(_led("Daily", tuple(words)), Go("daily"))


def suggestion_row(suggestion: Suggestion) -> Row:
    """What to play next, and why."""
    pack, level = suggestion.shelved.pack, suggestion.shelved.level
    name = f"{board_name(pack.game, level.size, level.wraps)} · {level.title}"
    why = "it is the easiest that you have not solved"
    if suggestion.practises:
        why = f"practises “{technique_name(suggestion.practises)}”"
    elif suggestion.new:
        why = f"it needs “{technique_name(suggestion.new)}”, which is new"
    return Choice(_led("Suggested", ((name, "text"), (f": {why}", "faint"))), suggestion.shelved)


def pack_rows(levels: Levels, played: Played, open_packs: Iterable[str], signs: Signs) -> Iterator[Row]:
    """Every pack with how much of it is solved; its levels below it where it is unfolded."""
    opened, number = set(open_packs), 0
    for pack in levels.packs:
        solved = sum(level.identity in played.solved for level in pack.levels)
        fold = signs.unfolded if pack.key in opened else signs.folded
        name = f"{named(pack.game).title} · {pack.name}"
        all_done = f" {signs.done}" if solved == len(pack.levels) else ""
        count = f"{solved:>4} of {len(pack.levels)}{all_done}"
        teaches = technique_name(pack.teaches) if pack.teaches else ""
        words = (
            (f" {fold} ", "faint"),
            (f"{name:<30.30} ", "text"),
            (f"{pack.sizes:<16} {teaches:<15}", "faint"),
            (count, "text"),
        )
        yield Choice(words, Fold(pack.key))
        if pack.key in opened:
            yield from (
                level_row(Found(number + place + 1, Shelved(pack, place)), played, signs, "     ")
                for place in range(len(pack.levels))
            )
        number += len(pack.levels)


class Signs(NamedTuple):
    """The characters of the list."""

    done: str
    folded: str
    unfolded: str
    unicode: bool


def level_row(found: Found, played: Played, signs: Signs, indent: str = " ") -> Row:
    """A level: whether it is solved, its number, title, size, how hard it is, and the best time."""
    level = found.shelved.level
    solved = level.identity in played.solved
    mark = signs.done if solved else " "
    size = f"{level.size}{' wraps' if level.wraps else ''}"
    hardest = technique_name(level.rating)
    best = f" {clock_text(played.best[level.identity])}" if solved else ""
    words = (
        (f"{indent}{mark} ", "lit"),
        (f"{found.number:>4}  ", "faint"),
        (f"{level.title:<18.18} {size:<11} ", "text"),
        (f"{grade(level.effort):<8} {hardest:<16}", "faint"),
        (best, "text"),
    )
    return Choice(words, found.shelved)


def found_row(found: Found, played: Played, signs: Signs) -> Row:
    """A level in a list that was narrowed: with its game before it."""
    row = level_row(found, played, signs, " ")
    game = named(found.shelved.pack.game).title
    return Choice((row.words[0], (f"{game:<13}", "text"), *row.words[1:]), row.value)


def last_pack(levels: Levels, played: Played) -> Pack | None:
    """The pack that was played last."""
    packs = (levels.by_identity.get(entry.identity) for entry in played.entries)
    return next((shelved.pack for shelved in packs if shelved), None)
