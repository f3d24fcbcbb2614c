"""A rush: which one, its boards with its clock above them, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from termpuzzles.catalogue.home import Played, last_game
from termpuzzles.catalogue.rush import KINDS, RushKind, RushQuestion, RushTerms
from termpuzzles.english import counted
from termpuzzles.games import named, with_maker
from termpuzzles.games.model import Puzzle
from termpuzzles.play.afterwards import boards_on_ladder
from termpuzzles.play.command_table import BY_ID, COMMANDS
from termpuzzles.play.controller import Controller
from termpuzzles.play.opening import Opened
from termpuzzles.play.rush import MAKING, Rush, RushController, bests_of, rush_of
from termpuzzles.tui.background import ask
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.screen import Headline, PuzzleScreen
from termpuzzles.tui.screens.new import NewScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.captions import board_names
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.frame import BoardFrame
from termpuzzles.tui.widgets.layout import Groups

if TYPE_CHECKING:
    from termpuzzles.session.questions import Question

T = TypeVar("T")


def next_board_screen(context: Context) -> Screen[None]:
    """The next board of the ladder, of the game played last; if there is none, a new board is asked for."""
    boards = boards_on_ladder(context.library, last_game(Played.of(tuple(context.library.journals()))))
    return PlayScreen(context, boards()) if boards else NewScreen(context)


Chosen = tuple[str, RushKind]  # a rush to begin: its game and its kind


class RushMenuScreen(ListScreen[None, Chosen]):
    """All rushes with the player's bests; Enter begins one once its first board is made."""

    TITLE = "Rush"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="rush.leave", tooltip="Back to where you were"),
    ]
    KEYS = ("choose", "list.choose", "rush.leave")
    captions: ClassVar[dict[str, str]] = {"list.choose": "begin"}  # type: ignore[misc] # it never changes

    def headline(self) -> Headline:
        """What a rush is."""
        return Headline("Rush", "small boards one after another, each a little harder")

    def rows(self) -> Iterator[Choice[Chosen]]:
        """The kinds for each game."""
        for game in with_maker():
            yield Choice(((f" {named(game).title}", "good"),))
            for kind in KINDS:
                bests = bests_of(self.context, game, kind)
                best = f"best {bests.ever}, today {bests.today}" if bests.ever else ""
                yield Choice(((f"   {kind.name:<16}", "text"), (best, "faint")), (game, kind))

    def describe(self, value: Chosen | None) -> None:
        """Say what ends it."""
        self.show_message(value[1].sentence if value else "")

    def choose(self, value: Chosen) -> None:
        """Make the first board, and begin."""
        begin_rush(self, self.context, *value)

    def on_screen_resume(self) -> None:
        """Show the bests as they are now."""
        if self.is_ready:
            self.show()


def begin_rush(screen: PuzzleScreen[None], context: Context, game: str, kind: RushKind) -> None:
    """Begin a rush once its first board is made."""
    terms = RushTerms.of(game, kind, context.library.today().date(), context.seed())
    question = RushQuestion(terms, 0, 1)

    def begin(made: list[Puzzle]) -> None:
        rush = rush_of(context, terms)
        if isinstance(rush, str):
            screen.show_message(rush)
        else:
            rush.boards += made
            screen.app.push_screen(RushScreen(context, rush))

    ask(screen, context.answerer, question, begin, MAKING, lambda: screen.show_message("This took too long."))


class RushScreen(PlayScreen):
    """The boards of a rush; further ones are made in the background."""

    def __init__(self, context: Context, rush: Rush) -> None:
        self.rush = rush
        super().__init__(context, rush.boards)

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> RushController:
        """The controller of the rush."""
        controller = RushController(self.context, self, self.rush)
        controller.on_over = self._show_result
        return controller

    def make_frame(self) -> BoardFrame:
        """The frame, with the rush above the board."""
        return RushFrame(self, self.controller, self.rush)

    def on_mount(self) -> None:
        """Let further boards be made."""
        self.app.once_drawn(self._make_ahead)

    def _make_ahead(self) -> None:
        if self.is_ready and isinstance(self.controller, RushController):
            self.controller.make_ahead()

    def ask(self, question: Question[T], answered: Callable[[T], None], group: str) -> None:
        """Ask a slow question; nobody is told how boards are made in the background."""
        if group == MAKING:
            ask(self, self.context.answerer, question, answered, group)
        else:
            super().ask(question, answered, group)

    @property
    def keeps_the_front(self) -> bool:
        """Whether the clock runs."""
        return not self.rush.is_over

    @property
    def _is_just_solved(self) -> bool:
        return False  # whoever is quick need not wait

    def on_screen_resume(self) -> None:
        """Show what came of it, if it ended behind another screen."""
        self._show_result()

    def _show_result(self) -> None:
        if self.rush.is_over and self.is_ready and self.is_current:
            self.rush.end()
            self.app.switch_screen(RushResultScreen(self.context, self.rush))

    def leave(self, why: str = "") -> None:
        """End the rush, and show what came of it."""
        self.rush.end()
        self._show_result()

    def on_unmount(self) -> None:
        """End the rush; what was done counts."""
        self.rush.end()


class RushFrame(BoardFrame):
    """What stands around the board of a rush: its own clock and figures."""

    def __init__(self, screen: PuzzleScreen[None], controller: Controller, rush: Rush) -> None:
        self.rush = rush
        super().__init__(screen, controller)

    def headline(self) -> Headline:
        """How the rush stands, before anything about the board."""
        name, *_ = board_names(self.controller.puzzle)
        return Headline(f"Rush · {name}", self.rush.terms.kind.name, ((self.rush.state, "good"),))

    def show_time(self) -> None:
        """Show the clock of the rush anew, and that of the board."""
        super().show_time()
        self._show_heading()

    @property
    def keys(self) -> Groups:
        """The keys that do something in a rush, with the one that skips a board."""
        skip = BY_ID["play.following"]
        shown = [[key for key in group if not self._is_refused(key)] for group in super().keys]
        return [*filter(None, shown), [ShownKey(self.name_of(skip.id), "skip", f"screen.{skip.action}")]]

    def _is_refused(self, key: ShownKey) -> bool:
        command = next((each.id for each in COMMANDS if key.action == f"screen.{each.action}"), "")
        return bool(command) and bool(self.controller.refusal(command))

    @property
    def card_names(self) -> dict[str, str]:
        """The keys on the card of a solved board."""
        return {"play.on": "next board", "play.leave": "end the rush"}


class RushResultScreen(ListScreen[None, int]):
    """What came of a rush: the figures, the bests, and the boards to play again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r,N", "again", "another rush", id="rush.again", tooltip="Begin another rush of the same kind"),
        Binding("q,escape", "leave", "back", id="rush.leave", tooltip="Back to where you were"),
    ]
    KEYS = ("choose", "list.choose", "rush.again", "rush.leave")
    captions: ClassVar[dict[str, str]] = {"list.choose": "play again"}  # type: ignore[misc] # it never changes

    def __init__(self, context: Context, rush: Rush) -> None:
        super().__init__(context)
        self._rush, self._missed = rush, rush.missed

    def headline(self) -> Headline:
        """Which rush it was, and how it ended."""
        terms = self._rush.terms
        return Headline(f"Rush · {named(terms.game).title}", terms.kind.name, ((self._rush.state, "good"),))

    def rows(self) -> Iterator[Choice[int]]:
        """What came of it, then the boards that were missed."""
        rush, terms = self._rush, self._rush.terms
        bests = bests_of(self.context, terms.game, terms.kind)
        is_best = bool(rush.solved) and len(rush.solved) == bests.ever
        yield Choice((("", "text"),))
        yield from (Choice(((f" {line}", "text"),)) for line in self.wrapped(rush.result))
        tone, new = ("source", ": your best ever") if is_best else ("faint", "")
        yield Choice(((f" best today {bests.today}   best ever {bests.ever}{new}", tone),))
        yield Choice((("", "text"),))
        if self._missed:
            yield Choice(((f" {counted(len(self._missed), 'board')} to play again", "good"),))
        for at, puzzle in enumerate(self._missed):
            name, *about = board_names(puzzle)
            yield Choice(((f"   {name:<18}", "text"), (" · ".join(about), "faint")), at)

    def choose(self, value: int) -> None:
        """Play a board that was missed, without a clock."""
        self.opener.play(self._missed, value)

    def action_again(self) -> None:
        """Begin another one of the same kind."""
        begin_rush(self, self.context, *self._rush.terms[:2])
