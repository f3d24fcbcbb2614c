"""A look back on a game: wrong pins, long pauses, and the board as it stood at any of these points, to play on from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from termpuzzles.games.model import Puzzle
from termpuzzles.play.review import Moment, Review, ReviewQuestion, moment_after, shown_at, starts
from termpuzzles.render.picture import picture_of
from termpuzzles.session.session import clock_text
from termpuzzles.storage.journal_text import Event
from termpuzzles.tui.background import ask
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import wrap
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_BEFORE = 11  # columns before a sentence, for its time
_EDGES = 2  # columns of the list that hold no words


class ReviewScreen(ListScreen[None, Moment]):
    """Points of the game; Enter shows the board as it stood there, to play on without keeping it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "step back", id="review.before", tooltip="One step of the game back"),
        Binding("right,l", "step(1)", "step on", id="review.after", tooltip="One step of the game on"),
        Binding("q,escape", "leave", "back", id="review.leave", tooltip="Back to the board"),
    ]

    def __init__(self, context: Context, puzzle: Puzzle) -> None:
        super().__init__(context)
        self._puzzle = puzzle
        self._events = self._read()
        self._review = Review((), ())
        self._point: Moment | None = None  # the point chosen by going from event to event

    def _read(self) -> tuple[Event, ...]:
        """The events in the journal."""
        return tuple(self.context.library.events(self._puzzle))

    def on_mount(self) -> None:
        """Look back on the game in the background."""
        self.show_message("Looking back …")
        ask(self, self.context.answerer, ReviewQuestion(self._puzzle, self._events), self._take_review, "review")

    def on_resize(self) -> None:
        """Break the sentences anew, once the list has its new width."""
        if self.is_ready:
            self.call_after_refresh(self.show)

    def beside(self) -> ComposeResult:
        """The board as it stood at the point at the cursor."""
        yield Thumbnail(self.context)

    def describe(self, value: Moment | None) -> None:
        """Show the board as it stood."""
        if value is not None:
            shown = shown_at(self._puzzle, self._events, value.event)
            self.query_one(Thumbnail).show(picture_of(shown, shown.start))

    def headline(self) -> Headline:
        """Which board it was."""
        return Headline("Review", self._puzzle.title)

    def _take_review(self, review: Review) -> None:
        first = next(iter((*review.wrong, *review.pauses)), None) if self.choices.is_at_first else None
        self._review = review
        self.show(first)
        self.show_message("" if review.wrong or review.pauses else "No wrong pins and no long pauses.")

    def rows(self) -> Iterator[Choice[Moment]]:
        """The points of the game."""
        for title, moments in (("Wrong", self._review.wrong), ("Long pauses", self._review.pauses)):
            if moments:
                yield Choice(((f" {title}", "good"),))
            for moment in moments:
                lines = wrap(moment.sentence, self.choices.size.width - _BEFORE - _EDGES)
                text = f"\n{' ' * _BEFORE}".join(lines)
                yield Choice(((f"   {clock_text(moment.seconds):>6}  ", "lit"), (text, "text")), moment)
        yield Choice(((" Replay from", "good"),))
        for start in sorted({*starts(self._events), *([self._point] if self._point else [])}):
            point = f"after {start.event} of {len(self._events)} steps" if start.event else "start"
            words = ((f"   {clock_text(start.seconds):>6}  ", "lit"), (point, "text"))
            yield Choice(words, start)

    def action_step(self, step: int) -> None:
        """Go to the point one event earlier or later than the one at the cursor."""
        at = self.choices.value
        if at is None:
            return
        count = at.event + step
        if 0 <= count <= len(self._events):
            self._point = moment_after(self._events, count)
            self.show(self._point)

    def choose(self, value: Moment) -> None:
        """Show the board as it stood; what is played there is not kept."""
        shown = replace(shown_at(self._puzzle, self._events, value.event), title="As it was")
        self.opener.play([shown], kept=False)
