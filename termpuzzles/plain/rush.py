"""A rush in words: which one, then its boards one after another, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from termpuzzles.catalogue.rush import KINDS, RushKind, RushQuestion, RushTerms
from termpuzzles.english import counted, sentence
from termpuzzles.games import named, with_maker
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.plain.conversation import Back, Menu, MenuItem, PlainContext, PlainPlace
from termpuzzles.plain.play import BoardPlace, board_place
from termpuzzles.plain.replies import WhatFollows
from termpuzzles.plain.words import heading_for_speech, title
from termpuzzles.play.rush import MAKING, Rush, RushController, bests_of, rush_of

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle
    from termpuzzles.play.opening import Opened
    from termpuzzles.session.questions import Question

T = TypeVar("T")

_AT_FIRST = 3  # boards that are made before the clock runs


def rush_menu(context: PlainContext) -> Menu:
    """The games, then the kinds of rushes with the player's bests."""

    def kinds(game: str) -> Menu:
        return Menu("What ends it?", lambda: [_item(context, game, kind) for kind in KINDS])

    def games() -> list[MenuItem]:
        return [MenuItem(title(named(game)), partial(iter, [kinds(game)])) for game in with_maker()]

    return Menu("A rush: small boards one after another, each a little harder. Which game?", games)


def _item(context: PlainContext, game: str, kind: RushKind) -> MenuItem:
    bests = bests_of(context, game, kind)
    best = f" Your best is {bests.ever}, today {bests.today}." if bests.ever else ""
    return MenuItem(f"{sentence(kind.name)} {kind.sentence}{best}", partial(_begin, context, game, kind))


def _begin(context: PlainContext, game: str, kind: RushKind) -> Iterator[str | PlainPlace]:
    """Begin with the first boards at hand."""
    terms = RushTerms.of(game, kind, context.library.today().date(), context.seed())
    try:
        boards = finish(RushQuestion(terms, 0, _AT_FIRST).work(context.cache), context.patience())
    except Unfinished:
        yield "That took too long, so no board was found."
        return
    rush = rush_of(context, terms)
    if isinstance(rush, str):
        yield rush
    else:
        rush.boards += boards
        yield RushPlace(context, rush)


class RushPlace(BoardPlace):
    """The boards of a rush; further ones are made after each answer, while its player reads it."""

    def __init__(self, context: PlainContext, rush: Rush) -> None:
        self.rush = rush
        self._wanted: Callable[[], None] = lambda: None  # makes boards
        super().__init__(context, rush.boards)

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> RushController:
        """The controller of the rush."""
        return RushController(self.context, self, self.rush)

    def enter(self) -> Iterator[str]:
        """Say which board it is, and how the rush stands."""
        if self.rush.is_over:
            raise Back
        number = self.controller.index + 1
        if number == 1:
            yield f"{self.rush.terms.kind.sentence} Type next after each board, or to skip it; back ends the rush."
        yield f"Board {number}: {heading_for_speech(self.session.puzzle)}."
        if number > 1:
            yield f"{self.rush.state}."

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a command; once the rush is over, what came of it."""
        if not self.rush.is_over:
            try:
                yield from super().answer(words)
            except Back:
                self.rush.end()
        if self.rush.is_over:
            self.rush.end()
            yield from self._result()
        else:
            wanted, self._wanted = self._wanted, lambda: None
            wanted()

    def on_empty_line(self) -> Iterator[str | PlainPlace]:
        """Go on from a solved board, or hear that the rush is over."""
        return self.answer(["next"]) if self.session.solved or self.rush.is_over else iter(())

    def leave(self) -> None:
        """End the rush; what was done counts."""
        super().leave()
        self.rush.end()

    def ask(self, question: Question[T], answered: Callable[[T], None], group: str) -> None:
        """Make further boards later, and answer all else at once."""
        if group == MAKING:
            self._wanted = partial(super().ask, question, answered, group)
        else:
            super().ask(question, answered, group)

    def ending(self) -> WhatFollows:
        """How the rush stands, and how to go on."""
        return WhatFollows(f" {self.rush.state}. Type next.", ())

    def _result(self) -> Iterator[str | PlainPlace]:
        terms, missed = self.rush.terms, self.rush.missed
        yield f"The rush is over. {self.rush.result}"
        bests = bests_of(self.context, terms.game, terms.kind)
        yield f"Your best today is {bests.today}, your best ever {bests.ever}."
        if not missed:
            raise Back
        choices = [
            MenuItem(heading_for_speech(puzzle), partial(_play, self.context, missed, at))
            for at, puzzle in enumerate(missed)
        ]
        yield Menu(f"{counted(len(missed), 'board')} to play again. Type a number, or back.", lambda: choices)


def _play(context: PlainContext, boards: list[Puzzle], at: int) -> Iterator[str | PlainPlace]:
    yield board_place(context, boards, at)
