"""The card beside a solved board, or over its lower rows: how it went, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.containers import Vertical
from textual.geometry import Size

from termpuzzles.catalogue.statistics import Times
from termpuzzles.english import counted
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.session.session import Session, clock_text
from termpuzzles.tui.adapter.display import blank_lines
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.widgets.lines import Lines, Words, wrap
from termpuzzles.tui.widgets.plots import big_figures, columns, spark

_EDGE = 2  # columns at the left of the words, and one fewer at their right
_CHART = 10  # the most times in the chart


class SolvedGame(NamedTuple):
    """What a card says of a solved board, with the keys that lead on; `times` is None for a player without a clock.

    `praise` are sentences about what was done by it: the last board of a pack, a row of days. `order` are the players
    of a race, one below the other; `place` says which of how many boards it is.
    """

    session: Session
    times: Times | None
    praise: str
    next_name: str
    keys: Sequence[ShownKey]
    done_sign: str
    unicode: bool
    order: Sequence[Words] = ()
    place: str = ""


def how_it_went(session: Session, times: Times | None) -> list[str]:
    """`Solved in 4:31`, and what help it took: `no hints`."""
    if session.attempt.gave_up:
        return ["Solved for you"]
    if session.opened_solved:
        return ["Already solved"]
    hints = counted(session.attempt.hints, "hint") if session.attempt.hints else "no hints"
    is_timed = times and session.clock.seconds >= 1  # a board opened at its last move tells nothing of a time
    return [f"Solved in {clock_text(session.clock.seconds)}" if is_timed else "Solved", hints]


def ending_lines(ending: SolvedGame, room: Size) -> list[Words]:
    """The words of the card in that room: keys last, and what there is no room for left out."""
    return _whole_card(ending, room) if room.height >= _WHOLE else _few_lines(ending, room)


def _whole_card(ending: SolvedGame, room: Size) -> list[Words]:
    """The card with the time in big figures, and everything else in blocks with a blank line between them."""
    width = room.width - _EDGE - 1
    large = room.height >= _LARGE.height and room.width >= _LARGE.width
    title, *help_taken = how_it_went(ending.session, ending.times)
    is_timed = title.startswith(_TIMED)
    time = clock_text(ending.session.clock.seconds)
    figures = big_figures(time, ending.unicode, 2 if large else 1) if is_timed else []
    figures = figures if all(len(line) <= width for line in figures) else [time]
    facts = ", ".join([*help_taken, counted(ending.session.turns, "move")])
    chart = _latest(ending, large)
    blocks: list[list[Words]] = [
        [_apart((f"{ending.done_sign} {'Solved' if is_timed else title}", "done"), (ending.place, "faint"), width)],
        [((line, "source"),) for line in figures],
        [((facts, "text"),)],
        [*_compared(ending, width), *(chart if len(chart) == 1 else [])],
        chart if len(chart) > 1 else [],
        [*ending.order],
        [((line, "text"),) for line in wrap(ending.praise, width)],
        _next_lines(ending, width),
        _others(ending.keys[1:], width),
    ]
    for place in _LEFT_OUT:
        if sum(len(block) + 1 for block in blocks if block) + 1 > room.height:
            blocks[place] = []
    lines: list[Words] = [line for block in blocks if block for line in ((), *block)]
    return _indented([*lines, ()])


_WHOLE, _LARGE = 15, Size(40, 30)  # rows from which the card is whole, and room for figures twice as large
_LEFT_OUT = (4, 8, 3, 1, 6)  # the blocks of the card that give way, in this order
_TIMED = "Solved in"


def _apart(left: tuple[str, str], right: tuple[str, str], width: int) -> Words:
    gap = width - len(left[0]) - len(right[0])
    return (left, (" " * gap, "faint"), right) if right[0] and gap > 1 else (left,)


def _compared(ending: SolvedGame, width: int) -> list[Words]:
    """The best time on such boards, or that this one is the best, or the first."""
    times, session = ending.times, ending.session
    if times is None or session.attempt.gave_up:
        return []
    likes = _likes(session.puzzle)
    if times.best is None:
        return [((f"the first {likes[-1]}", "faint"),)] if not session.attempt.hints else []
    if session.clock.seconds < times.best and not session.attempt.hints:
        like = next((text for text in likes if len(text) + len("a new best ") <= width), likes[-1])
        return [((f"a new best {like}", "source"),)]
    time = clock_text(times.best)
    like = next((text for text in likes if len(text) + len(time) + len("best   ") <= width), "")
    return [_apart((f"best {like}".rstrip(), "faint"), (time, "text"), width)]


def _latest(ending: SolvedGame, large: bool) -> list[Words]:
    """The latest times, this one last: as bars in one row, or in a large card four rows high with a sentence."""
    times, session = ending.times, ending.session
    if times is None or session.attempt.gave_up or session.attempt.hints or len(times.recent) < _FEWEST:
        return []
    found = [*times.recent, session.clock.seconds]
    if not large:
        bars = spark(found[-_CHART:], ending.unicode)
        return [(("last ten  " if len(found) >= _CHART else "latest    ", "faint"), *bars)] if bars else []
    drawn = columns(found, 4, ending.unicode, 2, 1, len(found) - 1)
    slower = sum(time > found[-1] for time in times.recent)
    return [(("the latest", "faint"),), *drawn, ((f"this was faster than {slower} of {len(times.recent)}", "faint"),)]


_FEWEST = 2  # times before this one, for a chart


def _few_lines(ending: SolvedGame, room: Size) -> list[Words]:
    """The most of it that so few rows have room for."""
    width = room.width - _EDGE - 1
    title, *help_taken = how_it_went(ending.session, ending.times)
    if help_taken and len(title) + len(help_taken[0]) + 4 <= width:
        title, help_taken = f"{title}, {help_taken[0]}", []
    above: list[Words] = [((f"{ending.done_sign} {title}", "done"),)]
    facts = [((", ".join([*help_taken, counted(ending.session.turns, "move")]), "faint"),), *_best(ending, width)]
    keys, others = _next_lines(ending, width), _others(ending.keys[1:], width)
    praise: list[Words] = [((line, "text"),) for line in wrap(ending.praise, width)]
    spare = room.height - len(above) - len(keys)
    kept, order = [], [*ending.order]
    for block in (order, praise, others, facts):
        may_be_cut = block is facts or block is order
        kept.append(block if len(block) <= spare else block[: max(0, spare)] if may_be_cut else [])
        spare -= len(kept[-1])
    order, praise, others, facts = kept
    return _indented([*above, *order, *facts, *praise, *keys, *others])


def _indented(lines: list[Words]) -> list[Words]:
    return [((" " * _EDGE, "text"), *line) if line else () for line in lines]


def _best(ending: SolvedGame, width: int) -> list[Words]:
    """The best time on such boards, and below it the latest times as bars."""
    times, puzzle = ending.times, ending.session.puzzle
    if times is None or times.best is None:
        return []
    time, chart = clock_text(times.best), spark(times.recent[-_CHART:], ending.unicode)
    like = next((text for text in _likes(puzzle) if len(text) + len(time) + 6 <= width), "")
    best: Words = (("best ", "faint"), (time, "text"), (f" {like}" if like else "", "faint"))
    return [best, *([chart] if chart else [])]


def _likes(puzzle: Puzzle) -> list[str]:
    rating = dict(puzzle.header).get("rating", "")
    named = [f"on {puzzle.grid}, {technique_name(rating)}"] if rating else []
    return [*named, f"on {puzzle.grid}"]


def _next_lines(ending: SolvedGame, width: int) -> list[Words]:
    """The key that leads on, with the name of the next board: below it if there is no room beside."""
    if not ending.keys:
        return []
    on, name = ending.keys[0], ending.next_name
    words = f"{on.name}: {name}" if name and len(on.keys) + len(on.name) + len(name) + 3 <= width else on.name
    first: Words = ((on.keys, "source", on.action), (f" {words}", "good", on.action))
    below = wrap(name, width - 2) if name and name not in words else []
    return [first, *(((f"  {line}", "text", on.action),) for line in below)]


def _others(keys: Sequence[ShownKey], width: int) -> list[Words]:
    """The other keys, several in a row."""
    rows: list[list[tuple[str, ...]]] = []
    left = 0
    for key in keys:
        size = len(key.keys) + len(key.name) + 1
        if size + 3 > left:
            rows.append([])
            left = width + 3
        gap = [("   ", "faint")] if rows[-1] else []
        rows[-1] += [*gap, (key.keys, "source", key.action), (f" {key.name}", "faint", key.action)]
        left -= size + 3
    return [tuple(row) for row in rows]


class SolvedCard(Vertical):
    """The words about a solved board; they are made once it is, as most boards begin unsolved."""

    render_lines = blank_lines

    def __init__(self, context: Context) -> None:
        super().__init__(id="card")
        self.context = context

    def show(self, ending: SolvedGame, room: Size) -> None:
        """Show how a board was solved in that room."""
        if not self.children:
            self.mount(Lines(self.context.palette, id="solved", ground="checker"))
        words = self.query_one("#solved", Lines)
        words.lines = ending_lines(ending, room)
        words.styles.height = len(words.lines)
