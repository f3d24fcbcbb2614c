"""The card beside a solved board, or over its lower rows: its picture, how it went, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.segment import Segment
from textual.containers import Vertical
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.catalogue.statistics import Times
from termpuzzles.english import counted
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.render.picture import Picture
from termpuzzles.render.thumbnail import thumbnail
from termpuzzles.session.session import Session, clock_text
from termpuzzles.tui.adapter.display import blank_lines
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.widgets.captions import time_chart
from termpuzzles.tui.widgets.lines import Drawing, Lines, Words, wrap
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import dot_strips, thumbnail_strips

_EDGE = 2  # columns at the left of the words, and one fewer at their right
_FEWEST_ROWS = 4  # of a picture; a smaller one shows nothing
_CHART = 10  # the most times in the chart


class SolvedGame(NamedTuple):
    """What a card says of a solved board, with the keys that lead on; `times` is None for a player without a clock.

    `praise` are sentences about what was done by it: the last board of a pack, a row of days. `order` are the players
    of a race, one below the other.
    """

    session: Session
    times: Times | None
    praise: str
    next_name: str
    keys: Sequence[ShownKey]
    done_sign: str
    unicode: bool
    order: Sequence[Words] = ()


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
    if spare < _GAPS:
        return _indented([*above, *order, *facts, *praise, *keys, *others])
    middle = [line for block in (order, praise) if block for line in (*block, ())]
    return _indented([(), *above, *facts, (), *middle, *keys, *others, ()])


_GAPS = 6  # blank lines at most


def _indented(lines: list[Words]) -> list[Words]:
    return [((" " * _EDGE, "text"), *line) if line else () for line in lines]


def _best(ending: SolvedGame, width: int) -> list[Words]:
    """The best time on such boards, and below it the latest times as bars."""
    times, puzzle = ending.times, ending.session.puzzle
    if times is None or times.best is None:
        return []
    time, chart = clock_text(times.best), time_chart(times.recent[-_CHART:], ending.unicode)
    like = next((text for text in _likes(puzzle) if len(text) + len(time) + 6 <= width), "")
    best: Words = (("best ", "faint"), (time, "text"), (f" {like}" if like else "", "faint"))
    return [best, *([((chart, "lit"),)] if chart else [])]


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
    """The picture of a solved board above the words about it, or in few rows the words alone."""

    render_lines = blank_lines

    def __init__(self, context: Context) -> None:
        super().__init__(id="card")
        self.context = context
        self._picture: Picture | None = None

    def show(self, picture: Picture, ending: SolvedGame, room: Size, has_picture: bool) -> None:
        """Show a solved board in that room; the picture and the words are made then, as most boards begin unsolved."""
        if not self.children:
            drawn = Drawing(self.context, self._draw, id="picture")
            self.mount(drawn, Lines(self.context.palette, id="solved", ground="checker"))
        lines, grid, drawing = ending_lines(ending, room), picture.grid, self.query_one(Drawing)
        rows = min(grid.height, room.height - len(lines) - 2)
        drawing.display = has_picture and rows >= min(_FEWEST_ROWS, grid.height)
        drawing.styles.height = rows + 2
        if picture is not self._picture:
            self._picture = picture
            drawing.draw_anew()
        words = self.query_one("#solved", Lines)
        words.lines = lines
        words.styles.height = len(lines)

    def _draw(self, room: Size, brush: CellPainter) -> list[Strip]:
        """The board in one colour, two pixels a tile where the terminal has pipes, below a blank line."""
        if self._picture is None or room.height < 3:
            return []
        free = Size(room.width - _EDGE, room.height - 2)
        if brush.ink.pipes:
            strips = dot_strips(thumbnail(self._picture, free.width, free.height, None, True), brush)
        else:
            strips = thumbnail_strips(self._picture, free, brush)
        left = (room.width - max(strip.cell_length for strip in strips)) // 2
        edge = Strip([Segment(" " * left, brush.palette.style("text"))])
        return [Strip.blank(0), *(Strip.join([edge, strip]) for strip in strips)]
