"""What has room around a board: the words above and below it, the panel beside it, and which zoom that leaves.

The keys are those of the bindings in force, and each acts when it is clicked. They are not textual's `Footer`: that
makes a widget of each key and composes all of them anew whenever a binding changes (200 ms for the keys of a board,
against 0.2 ms here), and takes a row from the board where columns are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from textual.geometry import Size

from termpuzzles.board.grid import Grid
from termpuzzles.catalogue.statistics import Times
from termpuzzles.games.model import Puzzle
from termpuzzles.render.ink import SMALLEST, ZOOMS, Zoom, zooms_of
from termpuzzles.session.ghost import Rival
from termpuzzles.session.open_cells import number_settled, to_settle
from termpuzzles.session.session import Session, clock_text
from termpuzzles.session.staged_hint import NONE, StagedHint
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets import captions
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.captions import KeyOf, hint_in_words, wrapped
from termpuzzles.tui.widgets.geometry import Geometry, fitting_zoom
from termpuzzles.tui.widgets.lines import HELP, Words, keys_in_a_row

_BAR, _WHOSE = 14, 8  # columns of the bar of a ghost, and of the name of whoever it was
_FACTS = 8  # the most lines of the panel for its figures, without other players


class FreeSpace(NamedTuple):
    """The columns of the window, and the rows of the panel (0 if it is not shown)."""

    width: int
    panel: int


class Captions(NamedTuple):
    """The panel beside the board, and the lines below it."""

    panel: list[Words]
    status: list[Words]


class Report(NamedTuple):
    """What the words around a board in play are made of.

    `place` is the puzzle's index and their number, `tag` what is odd about the board, `rival` the ghost; `timed` says
    whether there is a clock, `marks` whether mistakes are counted, `unicode` whether bars may be drawn. `may_say` tells
    whether the player knows the words of a text; `name_of` gives the key for a command; `others` are lines about other
    players.
    """

    session: Session
    place: tuple[int, int]
    tag: str
    message: str
    staged_hint: StagedHint
    trouble: str
    times: Times
    rival: Rival | None
    goal: str
    marks: bool
    timed: bool
    unicode: bool
    may_say: Callable[[str], bool]
    name_of: Callable[..., str]
    others: Sequence[Words] = ()


def words_around(report: Report, board: Board, room: FreeSpace, keys: Groups) -> Captions:
    """All words around the board as they are now."""
    staged = hint_rows(report.staged_hint, report.name_of, bool(board.zoom.pixels))
    most = _FACTS + len(_others(report))
    in_panel = len(staged) <= room.panel - most  # there is room for the whole hint
    facts = [line for line in _facts(report, board) if report.may_say("".join(piece[0] for piece in line))]
    keys = [[key for key in group if report.may_say(key.name)] for group in keys]
    beside = panel(facts, staged if in_panel else [], keys, room.panel) if room.panel else []
    return Captions(beside, _below(report, board, room, keys, in_panel))


def time_lines(report: Report, board: Board) -> list[Words]:
    """The first lines of the panel, which change as time passes."""
    return _facts(report, board)[: 1 + len(_others(report))]


def _facts(report: Report, board: Board) -> list[Words]:
    session, times = report.session, report.times if report.timed else None
    key = report.name_of
    trial = trial_lines(lambda name: key(name, "Esc")) if session.attempt.trial is not None else []
    first, *others = facts(session, times, _place(report, board))
    return [first, *_others(report), *others, *trial]


def _others(report: Report) -> list[Words]:
    """How far others are, as bars: players of a race, and a ghost, with who is ahead."""
    if report.rival is None:
        return [*report.others]
    share = report.rival.share(report.session.clock.seconds)
    bar = captions.filled_bar(share, _BAR, report.unicode)
    return [
        *report.others,
        ((f"{(report.rival.whose or 'ghost')[:_WHOSE]:>{_WHOSE}}  ", "faint"), *bar),
        ((" " * (_WHOSE + 2), "faint"), (report.rival.words(report.session), "text")),
    ]


def _place(report: Report, board: Board) -> str:
    """Where the cursor is, as long as the words name places; else ""."""
    return report.session.puzzle.grid.name(board.cursor) if board.rulers else ""


def _below(report: Report, board: Board, room: FreeSpace, keys: Groups, in_panel: bool) -> list[Words]:
    """The lines below the board: what is wrong, what was just done, and asides if there is room."""
    session, free = report.session, _free_rows(board)
    texts = (_trial(report, room), _hint(report, board, in_panel), _here(report, board))
    message = report.message or " ".join(filter(None, texts))
    state = captions.still_wrong(session, report.marks, report.may_say)
    tone = "text" if texts[1] and not report.message else "faint"  # a hint is what the player asked to read
    width = captions.room_for(room.width)
    words = captions.state_in_words(state, message, report.trouble, width, free, tone)
    status = captions.in_margin(words, room.width)
    for aside, apart in _asides(report, message, room, keys, board.palette):
        if len(status) + len(aside) + (apart and not board.geometry.y.edge) <= free:
            status += aside
    return status


def _asides(
    report: Report, message: str, room: FreeSpace, keys: Groups, palette: Palette
) -> Iterator[tuple[list[Words], bool]]:
    """The optional lines below the board, the most important first, and whether they need a blank row above them."""
    if not message:
        goal = captions.toned(report.goal, captions.room_for(room.width))
        yield captions.in_margin(goal, room.width), True
    if not room.panel:
        yield [keys_in_a_row((key for group in keys for key in group), room.width, palette)], False


def _here(report: Report, board: Board) -> str:
    """Walls, notes and hint marks of the cell at the cursor in words, at the zoom that has no room for them."""
    return captions.cell_in_words(board.picture.look(board.cursor)) if board.zoom is SMALLEST else ""


def _trial(report: Report, room: FreeSpace) -> str:
    """How to end a trial, if there is no panel to say so."""
    if report.session.attempt.trial is None or room.panel:
        return ""
    keep, drop = report.name_of("play.trial"), report.name_of("play.close")
    return f"Trial: {keep} keeps it, {drop} drops it."


def _hint(report: Report, board: Board, in_panel: bool) -> str:
    """The hint's words below the board, and how to go there if it is out of view."""
    staged = report.staged_hint
    if staged.hint is None:
        return ""
    (text, does), key = captions.hint_in_words(staged, bool(board.zoom.pixels)), report.name_of
    page = f" {staged.page} of {staged.pages}" if staged.page and staged.pages > 1 else ""
    title = f"{staged.title}{page}: " if staged.title and staged.title not in text else ""
    line = "" if in_panel else f"{title}{text}  ({key('play.hint')}: {does})"
    cell = staged.hint.cell
    if cell is None or board.shows(cell):
        return line
    place = report.session.puzzle.grid.name(cell)
    return f"{line} It is out of view, at {place}: press {key('play.goto')}, then h, to go there.".strip()


def _free_rows(board: Board) -> int:
    """The rows below the board that are free for words."""
    axis = board.geometry.y
    below = axis.room - axis.first - axis.period - axis.edge - axis.tail  # a frame, or the glimpses of copies
    return 1 + (below if axis.fits else 0)


PANEL_WIDTH = 26
Groups = Sequence[Sequence[ShownKey]]


def facts(session: Session, times: Times | None, place: str) -> list[Words]:
    """The figures; `times` is None if the player wants no clock."""
    figures = [("time", clock_text(session.clock.seconds))] if times else []
    figures += [("best", clock_text(times.best))] if times and times.best is not None else []
    figures.append(("moves", str(session.turns)))
    if session.puzzle.game.pins:
        figures.append(("pinned", f"{number_settled(session.puzzle, session.state)} of {to_settle(session.puzzle)}"))
    figures += [("hints", str(session.attempt.hints))] if session.attempt.hints else []
    figures += [("at", place)] if place else []
    return [((f"{name:>8}  ", "faint"), (value, "text")) for name, value in figures]


def trial_lines(key: KeyOf) -> list[Words]:
    """How to end a trial."""
    keep, drop = key("play.trial"), key("play.close")
    return [
        (("   trial  ", "faint"), (f"{keep} keeps it", "text", "screen.act('play.trial')")),
        (("          ", "faint"), (f"{drop} drops it", "text", "screen.act('play.close')")),
    ]


def hint_rows(staged: StagedHint, key: KeyOf, in_pipes: bool = False) -> list[Words]:
    """The whole hint: its technique, its page, and its text; [] if there is none."""
    if staged.stage == NONE:
        return []
    text, does = hint_in_words(staged, in_pipes)
    concluded = captions.seen(staged.conclusion, in_pipes)
    if staged.page:
        text = captions.seen(staged.reason, in_pipes)
    width = PANEL_WIDTH - 2
    lines: list[Words] = [((line, "faint", "screen.act('play.help')"),) for line in _title_lines(staged, width)]
    lines += [((line, "good"),) for line in wrapped(concluded, width)] + [()] * bool(concluded)
    lines += [((line, "text"),) for line in wrapped(text, width)]
    shown = [("play.hint", does, "screen.act('play.hint')")]
    if staged.can_be_done and not staged.is_last:
        shown.append(("play.do", "make the move", "screen.act('play.do')"))
    if staged.technique and not staged.page:
        shown.append(("play.help", "about this technique", "screen.act('play.help')"))
    return [*lines, (), *(((f" {key(name)}", "source", act), (f" {does}", "faint", act)) for name, does, act in shown)]


def _title_lines(staged: StagedHint, width: int) -> list[str]:
    """A rule with the name of the technique and the page, in two lines if they are too long for one."""
    page = f" {staged.page} of {staged.pages} ──" if staged.page and staged.pages > 1 else ""
    title = f"── {staged.title or 'Hint'} "
    if len(title) + len(page) > width:
        return [title.ljust(width, "─"), page.rjust(width, "─")] if page else [title.rstrip()]
    return [title.ljust(width - len(page), "─") + page]


def key_lines(groups: Groups, room: int) -> list[Words]:
    """The keys in at most `room` lines: with blank lines between groups, without, or only the first and help."""
    shown = [[_key_line(key) for key in group] for group in groups]
    apart = [line for group in shown for line in [*group, ()]][:-1]
    if len(apart) <= room:
        return apart
    every = [line for group in shown for line in group]
    if len(every) <= room:
        return every
    for_help = [_key_line(key) for group in groups for key in group if key.name == HELP]
    first = [line for line in every if line not in for_help][: room - len(for_help)]
    return [*first, *for_help][: max(0, room)]


def _key_line(key: ShownKey) -> Words:
    return ((f"{key.keys:>8}  ", "source", key.action), (key.name, "faint", key.action))


def panel(above: Iterable[Words], staged: Iterable[Words], groups: Groups, room: int) -> list[Words]:
    """Figures, the hint, and as many keys as fit, in at most `room` lines."""
    lines: list[Words] = [*above, ()]
    if hint := [*staged]:
        lines += [*hint, ()]
    return [*lines, *key_lines(groups, room - len(lines))]


_AROUND = 2  # rows above and below the board
NEEDED = Size(24, 8)  # the smallest window in which a board can be played


class Fit(NamedTuple):
    """The zoom, and which of board and panel are shown."""

    zoom: Zoom
    board: bool
    panel: bool


def fit(
    window: Size, grid: Grid, kept: Zoom | None, turned: bool, zen: bool, zooms: Sequence[Zoom] = ZOOMS
) -> Fit | None:
    """What to show in the window; None if it is too small to play in.

    `kept` is the zoom that the player chose, `turned` whether the player wants the panel in place of the board if there
    is no room for both, `zen` whether the player wants no panel beside it, `zooms` are those to choose from.
    """
    if window.width < NEEDED.width or window.height < NEEDED.height:
        return None
    room = Size(window.width, window.height - _AROUND)
    zoom = kept or fitting_zoom(grid, room, 0 if zen else PANEL_WIDTH, zooms)
    width = Geometry.of(grid, zoom, room).size.width
    beside = window.width - PANEL_WIDTH
    scrolls = width > window.width and beside >= 2 * window.width // 3
    instead = turned and beside < width and not scrolls
    return Fit(zoom, not instead, instead or ((beside >= width or scrolls) and not zen))


def too_small(window: Size) -> list[str]:
    """The text in a window that is too small to play in."""
    return ["Too small:", f"{window.width}x{window.height}, needs", f"{NEEDED.width}x{NEEDED.height}."]


def zoom_key(puzzle: Puzzle, window: Size) -> str:
    """The name under which a zoom is kept: for a game, a size of board and a size of window."""
    return f"{puzzle.game.name} {puzzle.grid} in {window.width}x{window.height}"


def kept_zoom(context: Context, puzzle: Puzzle, window: Size) -> Zoom | None:
    """The zoom that the player chose for boards of this size in such a window."""
    number = context.kept_zoom(zoom_key(puzzle, window))
    zooms = zooms_of(context.ink)
    return zooms[min(number, len(zooms)) - 1] if number > 0 else None
