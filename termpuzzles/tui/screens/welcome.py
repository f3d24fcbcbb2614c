"""The first start: the game is learnt before anything is chosen, on a board that already turns under the space bar."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.strip import Strip

from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.suggestions import after_lessons
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.games import names
from termpuzzles.games.model import Gesture
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.session.session import Session
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.board import Board, FittedBoard
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.geometry import Geometry
from termpuzzles.tui.widgets.light import sweeping
from termpuzzles.tui.widgets.lines import Lines, wrap

GAME = names()[0]
BOARD = "╺┣┓\n┏┛━\n┛━┛"
_NAME = 10  # columns of what one may choose, before what is said of it
TO_TURN = (1, 5, 6)  # the cells of it that are a turn away from right, in the order in which the cursor goes to them


class Start(Enum):
    """What a new player may begin with."""

    PLAY = "Play"
    LESSONS = "Lessons"
    BROWSE = "Browse"


_LARGE = Size(140, 40)  # the smallest window in which the board is twice as large


class LargeBoard(FittedBoard):
    """A board in whole pixels, each twice as wide and high where there is room for that at the largest zoom."""

    @property
    def _times(self) -> int:
        grid, zoom = self.picture.grid, self.zoom
        room = 2 * grid.width * zoom.width <= self.size.width and 2 * grid.height * zoom.height <= self.size.height
        return 2 if room and zoom.pixels == max(each.pixels for each in self.zooms) > 0 else 1

    def _find_geometry(self) -> Geometry:
        return Geometry.of(
            self.picture.grid, self.zoom, Size(self.size.width // self._times, self.size.height // self._times)
        )

    @property
    def terminal_cursor(self) -> Offset:
        """The place on the screen of the middle of the cell at the cursor."""
        corner = self.region.offset
        return corner + (super().terminal_cursor - corner) * self._times

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        times = self._times
        return super().render_line(y) if times == 1 else doubled(super().render_line(y // 2), bool(y % 2))

    def _redraw(self, regions: list[Region]) -> None:
        super()._redraw([Region(*(self._times * each for each in region)) for region in regions])


def doubled(strip: Strip, lower: bool) -> Strip:
    """The upper or the lower pixels of a strip of half blocks, each as two blanks."""
    found = []
    for text, style, _ in strip:
        for sign in text:
            takes_ink = sign == ("▄" if lower else "▀") or sign == "█"
            colour = (style.color if takes_ink else style.bgcolor) if style else None
            found.append(Segment("  ", Style(bgcolor=colour)))
    return Strip(found).simplify()


class WelcomeScreen(ListScreen[None, Start]):
    """A board three turns from solved: Space turns the marked tile, and Enter then plays a real board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "turn_tile", "turn", id="welcome.turn", tooltip="Turn the marked tile", priority=True),
        Binding("f8", "plain", "plain mode", id="welcome.plain", tooltip="Play in lines of text"),
        Binding("question_mark,f1", "help", "help", id="welcome.help", tooltip="What this screen is for"),
        Binding("q,escape", "leave", "leave", id="welcome.leave", tooltip="Leave the program"),
    ]
    BINDINGS += [
        Binding(keys, f"go('{to}')", to, id=f"welcome.{to}", tooltip=f"Go on to {words}")
        for keys, to, words in (
            ("N,f5", "new", "a new board"),
            ("d", "daily", "today's boards"),
            ("t", "learn", "the lessons"),
            ("p", "practise", "practice"),
            ("s", "statistics", "what was solved"),
            ("o", "options", "the options"),
        )
    ]
    KEYS = ("welcome.turn", "choose", "list.choose", "app.palette", "welcome.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._session = Session(read(BOARD, game=GAME)[0], now=context.now)
        self._left = list(TO_TURN)

    def headline(self) -> Headline:
        """The name of the program, and who plays if there are several players."""
        return Headline("termpuzzles", self.context.who)

    def body(self) -> ComposeResult:
        """What the game is about, and what to do next."""
        yield Lines(self.context.palette, id="goal")
        yield self.choices
        yield Lines(self.context.palette, id="aside")

    def beside(self) -> ComposeResult:
        """The board."""
        board = LargeBoard(self._picture(), self.context.ink, self.context.palette)
        board.can_focus = False
        board.cursor = self._left[0]
        yield board

    def _picture(self) -> Picture:
        return picture_of(self._session.puzzle, self._session.state, self._session.survey)

    def on_resize(self) -> None:
        """Fit the words beside the board, once both have their places."""
        self.set_class(self.size.width >= _LARGE.width and self.size.height >= _LARGE.height, "large")
        if self.is_ready:
            self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        if self.is_ready:
            self._show_goal()
            self.show()

    def set_ink(self, ink: Ink) -> None:
        """Draw the board with this ink from now on."""
        self.query_one(LargeBoard).set_ink(ink)
        self.on_resize()

    def _show_goal(self) -> None:
        if not self.is_ready:
            return
        goal = self.query_one("#goal", Lines)
        width = max(12, goal.size.width - 2)
        turn = "Space turns the marked tile."
        if not self._left:
            turn = "That's the game. Enter plays a real board."
        tone = "text" if self._left else "done"
        lines = [((f" {line}", "text"),) for line in wrap("Turn the tiles until every line meets another.", width)]
        goal.lines = [*lines, (), *(((f" {line}", tone),) for line in wrap(turn, width)), ()]
        plain = wrap("Screen reader? F8 for plain mode." if width > 32 else "F8: plain mode", width)
        self.query_one("#aside", Lines).lines = [((f" {line}", "faint"),) for line in plain]

    def rows(self) -> Iterator[Choice[Start]]:
        """What to do next."""
        every = len(shipped(self.context.library.where.levels).by_identity)
        starts = {
            Start.PLAY: "a real board, one minute",
            Start.LESSONS: "from the first turn on",
            Start.BROWSE: f"{every} boards, easy to fiendish",
        }
        has_room = _NAME + max(map(len, starts.values())) <= self.choices.size.width
        for start, words in starts.items():
            yield Choice(((f" {start.value:<{_NAME - 1}}", "good"), (words if has_room else "", "faint")), start)

    def action_turn_tile(self) -> None:
        """Turn the marked tile; once it is right, the cursor jumps to the next."""
        if not self._left:
            return
        board = self.query_one(Board)
        self._session.do(Gesture("turn", self._left.pop(0)))
        board.picture = self._picture()
        if self._left:
            board.place_cursor(self._left[0])
        else:
            board.light.run(sweeping(board.picture, board.cursor))
        self._show_goal()

    def choose(self, value: Start) -> None:
        """Go to Home, and from there to what was chosen."""
        app, opener = self.app, self.opener
        first = after_lessons(shipped(self.context.library.where.levels), GAME, ())
        self._begin()
        try:
            if value is Start.PLAY and first is not None and first.puzzles is not None:
                opener.play(first.puzzles(), first.place)
            elif value is Start.LESSONS:
                opener.go("lesson")
            elif value is Start.BROWSE:
                opener.go("levels")
        except (PuzzleError, OSError) as error:
            app.notify(sentence(str(error)), markup=False)

    def _begin(self) -> None:
        """Replace this screen by Home, for good."""
        self.context.settings["started"] = True
        self.context.keep_settings()
        self.opener.begin()

    def action_go(self, to: str) -> None:
        """Go on to Home, and from there to one of its screens."""
        opener = self.opener
        self._begin()
        opener.go(to)

    def on_paste(self, event: events.Paste) -> None:
        """Go on to Home, and open the board that was pasted."""
        event.stop()
        app, opener = self.app, self.opener
        self._begin()
        opener.open_pasted(event.text, app.notify)

    def action_plain(self) -> None:
        """Play in lines of text from the next start on."""
        self.context.settings["plain"] = True
        self.context.keep_settings()
        self.leave("Plain mode is on: start termpuzzles again to play in lines of text.")

    def action_help(self) -> None:
        """Say what can be done here."""
        self.show_message("Space turns the marked tile; up and down choose, and Enter plays.")
