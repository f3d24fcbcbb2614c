"""The rows of the first screen and of a list of levels: their words, and what each opens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from termpuzzles.catalogue.daily import TodaysBoard
from termpuzzles.catalogue.home import Played
from termpuzzles.catalogue.lessons import LessonProgress
from termpuzzles.catalogue.levels import LevelIndex, LevelMatch, Levels, PackLevel
from termpuzzles.catalogue.statistics import Need, Practice
from termpuzzles.catalogue.suggestions import Preview, Suggestion
from termpuzzles.english import counted, number_in_words
from termpuzzles.games import named, names
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.render.glyph_sets import Glyphs
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.widgets.captions import filled_bar, time_chart
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import NARROW, Words
from termpuzzles.tui.widgets.table import Column, in_columns, width_of

_LEAD = 13  # columns for the word that begins a row
_BAR, _SHORT_BAR = 12, 6  # columns of the bar of a board to go on with, at most in a narrow window
_WIDE = 100  # columns of a window in which a list shows everything about a level
_FULL = 79  # columns of a list that names the technique, too
_WRAPS = 5  # letters of a surface that has room in the list of any other
_WITH_COUNTS = 106  # columns of a window in which a board to go on with tells how much is done in figures, too
_SHOWN = 60  # the most levels in a filtered list
FILTER_EXAMPLE = "net 7x7 tricky, sealed off, or 42"
_NEEDS = 3  # the most techniques named in the row for practice
_WEEK = 7  # days in the chart beside the streak
_NAMES_TODAY = Column(2, "done", gap=1), Column(14), Column(12, "faint")  # of a board of the day: if solved, game, size
_TIME_TODAY = Column(8, right=True)
_NEED = Column(18), Column(14, "faint"), Column(), Column(5, right=True)  # a technique, its game, a bar and a figure


class Go(NamedTuple):
    """A row that leads to another screen."""

    to: str


class Today(NamedTuple):
    """One of today's boards, by its game."""

    game: str


Row = Choice[Go | Today | Summary | PackLevel]


def week(played: Played, today: date, unicode: bool) -> str:
    """How many of the boards of the day were solved on each of the last seven days, as bars."""
    counts = [played.daily.get(today - timedelta(back), 0) for back in reversed(range(_WEEK))]
    return time_chart(counts, unicode) if any(counts) else ""


def blank() -> Row:
    """An empty row."""
    return Choice(((" ", "text"),))


def led(lead: str, words: Words, to: str) -> Row:
    """A row that leads to another screen, with the word that begins it."""
    return Choice((*_lead(lead), *words), Go(to))


def led_if_room(lead: str, words: str, to: str, fit: WordChoice) -> Row:
    """A row that leads to another screen, with what is there if that has room in so many columns."""
    return led(lead, fit(((words, "faint"),), (("", "faint"),)), to)


def _lead(word: str) -> Words:
    return ((f" {word:<{_LEAD - 1}}", "good"),)


def short_game(game: str) -> str:
    """The title of a game in two letters, for a narrow window: `∞L`, `Ne`, `SL`, `Ss`, `Ma`."""
    title = named(game).title if game in names() else game
    first, *others = title.split()
    if not others:
        return first[:2]
    return f"{first[0]}{others[-1][-1] if others[-1].endswith('s') else others[-1][0]}"


def board_name(game: str, size: str, wraps: str = "") -> str:
    """`Net 9x9 wraps`."""
    title = named(game).title if game in names() else game
    return f"{title} {size} {wraps}".rstrip()


def continue_row(
    entry: Summary, first: bool, levels: Levels, preview: Preview | None, width: int, unicode: bool
) -> Row:
    """A board to go on with: what it is, how much of it is done, and the time."""
    pack_level = levels.by_identity.get(entry.identity)
    name = board_name(entry.game, entry.size, pack_level.level.wraps if pack_level else "")
    title = entry.title.rpartition("/")[2]
    both, time = f"{name}  {title}", clock_text(entry.seconds)
    if width >= NARROW:
        room, long, time = min(width - 40, 44), _BAR, f"{time:>8}"
        text = both if len(both) <= room else name[:room]
    else:  # the bar gives way to the name, down to two columns
        left = width - _LEAD - len(time) - 4  # columns for the words and the bar, but for the gaps and the edges
        text = both if len(both) <= left - _SHORT_BAR else name
        long = max(2, min(_SHORT_BAR, left - len(text)))
        text, room, time = text[: max(1, left - long)], max(1, left - long - 1), f" {time}"
    done = filled_bar(preview.share, long, unicode) if preview and preview.picture else ((" " * long, "text"),)
    more = ((f"  {preview.done}" if preview and width >= _WITH_COUNTS else "", "faint"),)
    padded = f"{text:<{room + 2}}"
    words = ((padded[: len(name)], "text"), (padded[len(name) :], "faint")) if text != name else ((padded, "text"),)
    return Choice((*_lead("Continue" if first else ""), *words, *done, (time, "text"), *more), entry)


class WordChoice(NamedTuple):
    """Chooses words for so many columns; `width` tells how many a text takes as it is spelled."""

    columns: int
    width: Callable[[str], int] = len

    def __call__(self, *variants: Words) -> Words:
        """The first of these words that has room, else the last, which are the shortest."""
        fitting = (words for words in variants if sum(self.width(piece[0]) for piece in words) <= self.columns)
        return next(fitting, variants[-1])


def after_lead(columns: int, width: Callable[[str], int] = len) -> WordChoice:
    """Chooses words for what follows the word that begins a row, in a list of so many columns."""
    return WordChoice(columns - _LEAD - 1, width)


def in_sight(rows: Sequence[Row], room: int) -> list[Row]:
    """The rows, without empty ones if there are more than have room."""
    return [row for row in rows if len(rows) <= room or any(piece[0].strip() for piece in row.words)]


def state_today(board: TodaysBoard, glyphs: Glyphs) -> Words:
    """A sign and the time of a solved board, the time of one that was begun; else nothing."""
    if board.solve is not None:
        return ((f"{glyphs.done} {clock_text(board.solve.seconds)}", "done"),)
    going_on = " …" if glyphs.unicode else ""  # which has no room where names are spelled out
    return ((f"{clock_text(board.begun.seconds)}{going_on}", "source"),) if board.begun else ()


def day_in_words(boards: Sequence[TodaysBoard], now: datetime) -> str:
    """How many boards of the day are solved; once all are, how long they took, and when new ones come."""
    solves = [board.solve for board in boards if board.solve is not None]
    if not boards or len(solves) < len(boards):
        return f"{len(solves)} of {len(boards)} solved"
    hours = counted(max(1, 24 - now.hour), "hour")
    every = number_in_words(len(boards))
    return f"all {every} in {clock_text(sum(solve.seconds for solve in solves))} · new boards in {hours}"


def today_rows(
    boards: Sequence[TodaysBoard], seen: Mapping[str, Preview], glyphs: Glyphs, room: int, now: datetime
) -> Iterator[Row]:
    """The boards of the day, below a heading, in a window without room for cards: each with how much of it is done."""
    about = day_in_words(boards, now)
    lead = ((" Today", "good"), ("  ", "faint"))
    yield Choice(WordChoice(room)((*lead, (about, "faint")), (*lead, (about.partition(" · ")[0], "faint"))))
    left = room - width_of(*_NAMES_TODAY, _TIME_TODAY) - 3  # of which one column is between, and two at the end
    columns, long = (*_NAMES_TODAY, Column(left), _TIME_TODAY), min(_BAR, left)
    for board in boards:
        size = f"{board.size}{' wraps' if board.wraps else ''}"
        sign = glyphs.done if board.solve is not None else " "
        share = seen[board.game].share if board.begun and board.game in seen else 0.0
        bar = filled_bar(share, long, glyphs.unicode) if share and long > 1 else ()
        cells = sign, named(board.game).title, size, (*bar, ("", "text")), (_time_today(board),)
        yield Choice(in_columns(columns, *cells), Today(board.game))


def _time_today(board: TodaysBoard) -> tuple[str, str]:
    """The time of a board of the day, with its tone."""
    if board.solve is not None:
        return clock_text(board.solve.seconds), "done"
    return (clock_text(board.begun.seconds), "source") if board.begun else ("new", "faint")


def lessons_row(progress: LessonProgress | None, fit: WordChoice) -> Row:
    """The row for the lessons: how many are done, and as far as there is room of which game, and the next one."""
    if progress is None:
        return led("Learn", (("how the games are played", "text"),), "learn")
    done, game = f"{progress.done} of {progress.every}", named(progress.game).title
    words = [str(progress), f"{game}: {done} · {progress.title}", f"{done} · {progress.title}"][
        : 3 * bool(progress.number)
    ]
    words += [f"{game}: {done} lessons", f"{done} lessons"]
    return led("Learn", fit(*(((each, "text"),) for each in words)), "learn")


def new_row(settings: Mapping[str, Any], fit: WordChoice) -> Row:
    """The row for a new board, which is as the last one was."""
    again = settings.get("again")
    made = again["words"] if isinstance(again, dict) and isinstance(again.get("words"), str) else ""
    if not made:
        return led("New", name_only("a board of your own"), "new")
    name = name_only(made)
    return led("New", fit((*name, ("  as last time", "faint")), name), "new")


def suggestion_row(suggestion: Suggestion, fit: WordChoice) -> Row:
    """The row for what to play next, and as far as there is room of which game, and why."""
    pack, level = suggestion.pack_level.pack, suggestion.pack_level.level
    name = ((f"{named(pack.game).title} · {level.title}", "text"),)
    words = fit((*name, (f"   {why_suggested(suggestion)}", "faint")), name, name_only(level.title))
    return Choice((*_lead("Suggested"), *words), suggestion.pack_level)


def name_only(title: str) -> Words:
    """A name, without any more words."""
    return ((title, "text"),)


def why_suggested(suggestion: Suggestion) -> str:
    """Why a level is suggested."""
    if suggestion.practises:
        return f"practises “{technique_name(suggestion.practises)}”"
    return f"“{technique_name(suggestion.new)}” is new to you" if suggestion.new else "the easiest one left"


def practice_row(practice: Practice, fit: WordChoice) -> Row:
    """The row for what needs practice, and as far as there is room how many boards were finished with help."""
    needed = [*dict.fromkeys(technique_name(need.rule) for need in practice.needs)] or ["one technique at a time"]
    count = len(practice.helped)
    again = ((f"   {counted(count, 'board')} to play again", "faint"),) if count else ()
    fewer = [name_only(", ".join(needed[:most])) for most in range(min(_NEEDS, len(needed)), 0, -1)]
    return led("Practise", fit((*fewer[0], *again), *fewer), "practise")


def needs_table(needs: Sequence[Need], unicode: bool) -> list[Words]:
    """A heading, and the techniques that need practice, the one most often missed first, each with a bar."""
    lines: list[Words] = [(("Needs practice", "good"), ("  hints and wrong pins", "faint"))]
    for need in needs:
        bar = filled_bar(need.missed / needs[0].missed, 14, unicode, "bad loop")
        lines.append(in_columns(_NEED, technique_name(need.rule), named(need.game).title, bar, str(need.missed)))
    return lines


def matching_rows(levels: LevelIndex, query: str, played: Played, glyphs: Glyphs, width: int) -> Iterator[Choice[Any]]:
    """The levels that match what was typed, in a window of so many columns."""
    found = levels.find(query, played.solved)
    yield from (found_row(each, played, glyphs, width) for each in found[:_SHOWN])
    if not found:
        yield Choice(((" No level matches. Try words, a size, a difficulty or a technique.", "faint"),))
    if len(found) > _SHOWN:
        yield Choice(((f"  … and {len(found) - _SHOWN} more", "faint"),))


def found_row(found: LevelMatch, played: Played, glyphs: Glyphs, width: int) -> Choice[PackLevel]:
    """A level in a filtered list of so many columns: its game, whether it is solved, its number, its name and size.

    Where there is room, also its technique and the best time. Few columns have two letters for the game, and only many
    have room for the grade and for the name of a twisted surface, but none for how it lies, which its picture shows.
    """
    level, game = found.pack_level.level, found.pack_level.pack.game
    solved = level.identity in played.solved
    wide, full, middle = width >= _WIDE, width >= _FULL, width >= NARROW
    size = f"{level.size} {level.wraps.split(',')[0]}".rstrip() if wide or len(level.wraps) <= _WRAPS else level.size
    size = size if middle else level.size
    words = (
        (f" {named(game).title:<12} " if middle else f" {short_game(game):<3}", "text"),
        (f"{glyphs.done if solved else ' '} ", "done"),
        (f"{found.number:>3} ", "faint"),
        (_whole_words(level.title, 21 if middle else max(8, width - 20)), "text"),
        (f" {size:<{17 if wide else 11 if middle else 5}} ", "text"),
        (f"{level.difficulty(game).name:<9}" if wide else "", "faint"),
        (f"{technique_name(level.rating):<17}" if full else "", "faint"),
        (f"{clock_text(played.best[level.identity]):>6}" if full and solved else "", "text"),
    )
    return Choice(words, found.pack_level)


def _whole_words(text: str, width: int) -> str:
    """As many words as fit into so many columns, and blanks up to there."""
    while len(text) > width and " " in text:
        text = text.rpartition(" ")[0]
    return f"{text:<{width}.{width}}"


def level_in_words(pack_level: PackLevel, unicode: bool) -> str:
    """The description of a level: its grade, and how often it needs each technique."""
    level = pack_level.level
    needs = ", ".join(f"{technique_name(rule)} {count}" for rule, count in level.steps)
    hard = level.difficulty(pack_level.pack.game)
    return f"{hard.words} {hard.dots(unicode)}  {needs}"
