"""The menu of the Wall Game: a new game, those that go on, and what else there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.errors import PuzzleError
from termpuzzles.play.opening import Opened
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.opening import settle_opening
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Drawing
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.wall.match.analysis import analysis_from, read_analysis
from termpuzzles.wall.match.course import (
    MATCH_CHOICES,
    begin_match,
    first_position,
    keep_match_settings,
    match_of,
    match_opening,
    match_settings,
    new_opening,
    next_wall_lesson,
    progress_of,
    values_of,
    with_next,
)
from termpuzzles.wall.match.terms import CLOCKS, DUEL, Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.board import WALL_STYLES
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.puzzles import WallLessonScreen, WallPuzzlesScreen
from termpuzzles.wall.screens.small_boards import NamedBoard, named_board_strips, small_board_strips
from termpuzzles.wall.slots import LOBBY


def value_keys(screen: str) -> list[BindingType]:
    """The keys that take another value of the row at the cursor on this screen."""
    return [
        Binding("left,h", "change(-1)", "before", id=f"{screen}.before", tooltip="The value before"),
        Binding("right,l", "change(1)", "next", id=f"{screen}.after", tooltip="The next value"),
    ]


_NARROW_NAMES = {"opponent": "against"}


def value_row(name: str, values: Iterable[str], chosen: str, narrow: bool) -> Choice[str]:
    """The values to choose from for what has that name."""
    shown = [((f" {value or CLOCKS[value]}"), "good" if value == chosen else "faint") for value in values]
    lead = f" {_NARROW_NAMES.get(name, name):<7}" if narrow else f"  {name:<9}"  # all opponents fit in 40 columns
    return Choice(((lead, "text"), *shown), name)


_ABOUT = {
    "opponent": "A friend at this keyboard, or the engine: easy errs, medium looks two turns ahead, hard thinks for a "
    "second, expert for five.",
    "variant": "Standard; classic, in which mice do not move; freestyle, from a random start.",
    "size": "Freestyle is played on 12x10 alone.",
    "colour": "Red begins.",
    "clock": "Minutes for the whole game, and seconds added for each turn: bullet, blitz, rapid, classical.",
    "start": "Your cat hunts their mouse. A turn has two actions: steps and walls.",
    "results": "Your results, by opponent.",
    "others": "Challenge somebody who is here, or watch a match.",
    "lessons": "Five small positions, each solved in one turn.",
    "analysis": "Try turns for both sides and see what the engine thinks. Paste a game or a position here to open it.",
    "puzzles": "Positions in which a win can be forced.",
}


class WallMenuScreen(ListScreen[None, str]):
    """The menu of the Wall Game: a new game, those that go on, puzzles, and games that are over."""

    TITLE = "Wall Game"
    BESIDE_FROM = 80
    CSS_PATH = WALL_STYLES
    MOVES = ("wallmenu.before", "wallmenu.after")
    BINDINGS: ClassVar[list[BindingType]] = [
        *value_keys("wallmenu"),
        Binding("q,escape", "leave", "back", id="wallmenu.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._settings = match_settings(context)
        self._terms = self._settings.terms  # of freestyle, one of many starts
        self._games: dict[str, Summary] = {}

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What the keys do at the row at the cursor."""
        value = self.choices.value or ""
        if value in MATCH_CHOICES:
            return {"list.choose": "next value"}
        is_game = value.startswith("game ") and not self._is_over(value)
        enter = "play" if value == "start" else "go on" if is_game else "open"
        return {"list.choose": enter, "wallmenu.before": "", "wallmenu.after": ""}

    def _is_over(self, value: str) -> bool:
        entry = self._games.get(value.removeprefix("game "))
        return entry is None or entry.finished

    def body(self) -> ComposeResult:
        """The rows."""
        yield self.choices

    def beside(self) -> ComposeResult:
        """The board at the start."""
        yield Drawing(self.context, self._draw, id="wall-board")

    def begins_at(self) -> str | None:
        """The row that begins a game."""
        return "start"

    def show(self, at: str | None = None) -> None:
        """Show the board, too."""
        super().show(at)
        self.query_one("#wall-board", Drawing).draw_anew()

    def _draw(self, room: Size, brush: CellPainter) -> Sequence[Strip]:
        """A board for each variant or size at the cursor, else the one that the next game begins with."""
        name = self.choices.value or ""
        if name in ("variant", "size"):
            return named_board_strips([*self._boards(name)], room, brush)
        return small_board_strips(self._terms.start, room, brush)

    def _boards(self, name: str) -> Iterator[NamedBoard]:
        """A board for each value of the variant or the size."""
        chosen = str(getattr(self._settings, name))
        for value in values_of(self._settings, name):
            shown = self._settings._replace(**{name: value})
            at = self._terms.start if value == chosen else first_position(shown)
            yield NamedBoard(value, at, value == chosen)

    def on_screen_resume(self) -> None:
        """Show the games as they are now."""
        self._games = {entry.name: entry for entry in self.context.library.others(DUEL)}
        self.show()

    def rows(self) -> Iterator[Choice[str]]:
        """The games that go on, a new one, puzzles, and games that are over."""
        going = [entry for entry in self._games.values() if not entry.finished]
        yield from (self._game_row(entry, "go on") for entry in going[:5])
        if going:
            yield Choice(())
        yield Choice(((" New game", "good"),))
        for name in MATCH_CHOICES:
            yield value_row(name, values_of(self._settings, name), str(getattr(self._settings, name)), self.is_narrow)
        enter = "↵" if self.context.glyphs.unicode else "Enter"
        yield Choice(((f"  {enter} start", "good"),), "start")
        yield Choice(())
        learnt, lessons, solved, puzzles = progress_of(self.context)
        if LOBBY.of(self.context):
            yield Choice(((" Other players", "text"),), "others")
        yield Choice(((" Lessons  ", "text"), (f"{learnt:>2} of {lessons} done", "faint")), "lessons")
        yield Choice(((" Puzzles  ", "text"), (f"{solved:>2} of {puzzles} solved", "faint")), "puzzles")
        yield Choice(((" Analysis", "text"),), "analysis")
        yield Choice(((" Results", "text"),), "results")
        over = [entry for entry in self._games.values() if entry.finished]
        if over:
            yield Choice(())
            yield Choice(((" Games that are over", "good"),))
            yield from (self._game_row(entry, "") for entry in over)

    def _game_row(self, entry: Summary, does: str) -> Choice[str]:
        lead, apart = f" {does:<{6 if does else 1}}", 0 if self.is_narrow else 2
        about = f"{entry.size:>{6 + apart}}{clock_text(entry.seconds):>{6 + apart}}"
        return Choice(
            ((lead, "good"), (f"{entry.title:<{26 - len(lead)}}", "text"), (about, "faint")), f"game {entry.name}"
        )

    def describe(self, value: str | None) -> None:
        """Say something about the row at the cursor."""
        self.show_message(_ABOUT.get(value or "", ""))
        if self.is_ready:
            self.query_one("#wall-board", Drawing).draw_anew()
            self.show_frame()

    def action_change(self, step: int) -> None:
        """Take the value before or after."""
        name = self.choices.value or ""
        if name not in MATCH_CHOICES:
            return
        self._settings = with_next(self._settings, name, step)
        self._terms = self._settings.terms
        keep_match_settings(self.context, self._settings)
        self.show()

    def choose(self, value: str) -> None:
        """Begin, go on, or take the next value."""
        kind, _, name = value.partition(" ")
        if value in MATCH_CHOICES:
            self.action_change(1)
        elif value == "start":
            settle_opening(self.app, self.context, new_opening(self.context, self._terms), self._show_match, "game")
        elif value in ("others", "results"):
            self.opener.go({"others": "matches", "results": "wall results"}[value])
        elif value == "puzzles":
            self.app.push_screen(WallPuzzlesScreen(self.context))
        elif value == "analysis":
            self.app.push_screen(WallAnalysisScreen(self.context, analysis_from(self._terms.start)))
        elif value == "lessons":
            self.app.push_screen(WallLessonScreen(self.context, next_wall_lesson(self.context)))
        elif kind == "game":
            self._open(self._games[name])

    def _open(self, entry: Summary) -> None:
        """Open a game; if another window has it, ask whether to take it over."""
        try:
            settle_opening(self.app, self.context, match_opening(self.context, entry), self._show_match, "game")
        except (OSError, PuzzleError) as error:
            self.show_message(f"This game cannot be read: {error}.")

    def _show_match(self, opened: Opened[Terms]) -> None:
        self.app.push_screen(WallMatchScreen(self.context, match_of(self.context, opened)))

    def on_paste(self, event: events.Paste) -> None:
        """Look through a game or position that was pasted."""
        try:
            self.app.push_screen(WallAnalysisScreen(self.context, read_analysis(event.text)))
        except PuzzleError as error:
            self.show_message(f"This cannot be opened: {error}.")


def new_match(context: Context) -> WallMatchScreen:
    """A new game, as it was wished last."""
    return WallMatchScreen(context, begin_match(context, match_settings(context).terms))
