"""A look back on a game: wrong pins, long pauses, and the board as it stood at any of these points, to play on from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer

from termpuzzles.games.model import Puzzle
from termpuzzles.logic.task import Task
from termpuzzles.play.review import Moment, Review, reviewing, shown_at
from termpuzzles.session.questions import Desk
from termpuzzles.session.session import clock_text
from termpuzzles.storage.journal_text import Event, parse, read_all
from termpuzzles.tui.background import ask
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines

_STOPS = 10  # points of the game from which one can play it again


class ReviewQuestion(NamedTuple):
    """Asks for the review of a game."""

    puzzle: Puzzle
    events: tuple[Event, ...]

    def work(self, desk: Desk) -> Task[Review]:
        """The review."""
        return reviewing(self.puzzle, self.events)


class ReviewScreen(PuzzleScreen[None]):
    """Points of the game; Enter shows the board as it stood there, to play on without keeping it."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "event before", id="review.before", tooltip="A point one event earlier"),
        Binding("right,l", "step(1)", "event after", id="review.after", tooltip="A point one event later"),
        Binding("q,escape", "leave", "back", id="review.leave", tooltip="Back to the board"),
    ]

    def __init__(self, context: Context, puzzle: Puzzle) -> None:
        super().__init__()
        self.context = context
        self._puzzle = puzzle
        self._events = self._read()
        self._review = Review((), ())
        self._point: Moment | None = None  # the point chosen by going from event to event

    def _read(self) -> tuple[Event, ...]:
        """The events in the journal."""
        place = self.context.library.place(self._puzzle)
        for path in (place.path, place.old):
            if path is not None and path.exists():
                return tuple(parse(read_all(path)).events)
        return ()

    def compose(self) -> ComposeResult:
        """A heading, the points of the game, the message, and the keys."""
        yield Lines(self.context.palette, id="heading")
        choices: Choices[Moment] = Choices(self.context, id="list")
        yield choices
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Look back on the game in the background."""
        self.query_one("#heading", Lines).lines = [((" Review", "good"), (f"   {self._puzzle.title}", "faint"))]
        self.query_one(Choices).focus()
        self._tell(Review((), ()))
        self.say("Looking back …")
        ask(self, self.context.answerer, ReviewQuestion(self._puzzle, self._events), self._take_review, "review")

    def _take_review(self, review: Review) -> None:
        self._tell(review)
        self.say("" if review.wrong or review.pauses else "No wrong pin, and no long pause.")

    def _tell(self, review: Review) -> None:
        self._review = review
        self.query_one(Choices).show(self._rows(review))

    def _rows(self, review: Review) -> Iterator[Choice[Moment]]:
        for title, moments in (("Wrong", review.wrong), ("Long pauses", review.pauses)):
            if moments:
                yield Choice(((f" {title}", "good"),))
            for moment in moments:
                words = ((f"   {clock_text(moment.seconds):>6}  ", "lit"), (moment.sentence, "text"))
                yield Choice(words, moment)
        yield Choice(((" Replay from", "good"),))
        stops = {len(self._events) * stop // _STOPS for stop in range(_STOPS)}
        stops |= {self._point.event} if self._point else set()
        for count in sorted(stops):
            seconds = self._events[count - 1][0] if count else 0.0
            point = f"after {count} of {len(self._events)} events" if count else "start"
            words = ((f"   {clock_text(seconds):>6}  ", "lit"), (point, "text"))
            yield Choice(words, Moment(count, seconds, ""))

    def action_step(self, step: int) -> None:
        """Go to the point one event earlier or later than the one at the cursor."""
        at = self.query_one(Choices).value
        count = at.event + step if isinstance(at, Moment) else 0
        if 0 <= count <= len(self._events):
            seconds = self._events[count - 1][0] if count else 0.0
            self._point = Moment(count, seconds, "")
            self.query_one(Choices).show(self._rows(self._review), self._point)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Show the board as it stood; what is played there is not kept."""
        if isinstance(event.value, Moment):
            shown = replace(shown_at(self._puzzle, self._events, event.value.event), title="As it stood")
            self.opener.play([shown], kept=False)

    def say(self, text: str) -> None:
        """Show a message below the list."""
        self.query_one("#said", Lines).lines = [((f" {text}", "faint"),)] if text else []
