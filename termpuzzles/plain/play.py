"""A puzzle in play in plain mode: the stage of a controller whose player says and hears lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from termpuzzles.games.model import Puzzle
from termpuzzles.logic.explain.parts import toward
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.plain.commands import COMMANDS, READ, Order, Refused, is_sayable, parse
from termpuzzles.plain.conversation import Back, PlainContext, PlainPlace
from termpuzzles.plain.opening import settled
from termpuzzles.plain.own_commands import OF_PLAIN_MODE, close, leads_away, not_now
from termpuzzles.plain.replies import Before, WhatFollows, ending_of, how_it_stands, reply
from termpuzzles.plain.review import look_back
from termpuzzles.plain.words import (
    Later,
    heading_for_speech,
    tile_name,
)
from termpuzzles.play.command_table import BY_ID, act, may
from termpuzzles.play.controller import BoardCommand, Controller
from termpuzzles.play.opening import Opened, board_opening
from termpuzzles.play.stage import SILENCE, Shown, Stage
from termpuzzles.session.open_cells import first_open
from termpuzzles.session.session import Session

if TYPE_CHECKING:
    from termpuzzles.session.questions import Question


T = TypeVar("T")

_NEEDS_SOLUTION = ("play.sound", "play.give_up")
_NOT_BY_ACT = {*READ, *OF_PLAIN_MODE, "play.review", "play.close"}  # the others ask there whether they may


class AskedLine(NamedTuple):
    """A line that the controller has asked for: who takes it, and the names of which it must be one, if it must."""

    answered: Callable[[str], None]
    choices: Sequence[str] | None

    def refusal(self, text: str) -> str:
        """Why that line is no answer; "" if it is one."""
        if self.choices is not None and text not in self.choices:
            return f"That is not one of {', '.join(self.choices)}. Nothing has changed."
        return "" if is_sayable(text) else "That is not an answer. Nothing has changed."


class BoardPlace(PlainPlace, Stage):
    """The puzzle at `index` of several, and the cell where the player stands; nothing need be brought into view."""

    swapped = 0  # words mirror nothing

    def __init__(
        self, context: PlainContext, puzzles: list[Puzzle], index: int = 0, opened: Opened[Puzzle] | None = None
    ) -> None:
        self.context = context
        self.cursor = 0
        self._notice = ""  # about the journal's file, as it was said last
        self._shown = Shown(0)  # what the command has changed
        self._elsewhere: PlainPlace | None = None  # the place to which the command leads
        self._goes_home = False  # whether the command leads back to the menu
        self._later: list[str] = []  # lines for whoever wants to hear more
        self._asked: AskedLine | None = None  # for the player's next line
        self.controller = self.make_controller(puzzles, index, opened)
        self._begin()

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> Controller:
        """The controller of the board."""
        return Controller(self.context, self, puzzles, index, opened)

    def _begin(self) -> None:
        """Stand where something is to be done, and let the clock run."""
        self.cursor = first_open(self.controller.puzzle, self.controller.session.state)
        self.controller.begin()
        if self.controller.shows_mistakes_at_once or self.context.settings["wrong-pins"] == "at once":
            self.controller.count()

    @property
    def session(self) -> Session:
        """The session at the current puzzle."""
        return self.controller.session

    # A place of the conversation

    def enter(self) -> Iterator[str]:
        """Say which board this is, what to do, and how it stands."""
        puzzle, controller = self.session.puzzle, self.controller
        yield f"{heading_for_speech(puzzle)}."
        yield puzzle.game.goal
        if len(controller.puzzles) > 1:
            yield f"Puzzle {controller.index + 1} of {len(controller.puzzles)}."
        yield from self._trouble()
        yield from how_it_stands(controller, self.ending)
        yield "Type help for the commands."

    def leave(self) -> None:
        """Stop the clock, and make sure that everything is kept."""
        self.controller.leave()

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a command; of what is long, the beginning."""
        kept, self._later = self._later, []
        for said in self._answer(words):
            if isinstance(said, Later):
                self._later.append(said)
            else:
                yield said
        if words == ["more"]:
            if not kept and self.controller.staged_hint.hint and not self.controller.staged_hint.is_last:
                yield from self.answer(["hint"])  # a hint goes on by the word that it gives, and by this one
                return
            yield kept[0] if kept else "That was all."
            self._later = kept[1:]
        if self._later:
            yield "Type more for the rest."

    def _answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        if lost := self.controller.tick():
            yield lost
            raise Back
        self._shown, self._elsewhere, self.controller.message = Shown(0), None, SILENCE
        before = Before.of(self.controller)
        try:
            if self._asked is not None:
                asked, self._asked, text = self._asked, None, " ".join(words)
                if refused := asked.refusal(text):
                    yield refused
                else:
                    asked.answered(text)
                    yield from self._reply(BY_ID["play.goto"], before)
            else:
                yield from self._carry_out(parse(words, self.session.puzzle, COMMANDS), before)
        except Refused as reason:
            yield str(reason)
        self.controller.tick()
        yield from self._trouble()

    def on_empty_line(self) -> Iterator[str | PlainPlace]:
        """Lead on from a solved board; leave what was asked unanswered."""
        if self._asked is not None:
            self._asked = None
            yield "Nothing has changed."
        elif self.session.solved:
            yield from self.answer(["next"])

    # The stage

    def show(self, what: Shown) -> None:
        """Remember what is to be said."""
        self._shown |= what

    def name_of(self, command: str, usual: str = "") -> str:
        """The words for a command."""
        phrases = BY_ID[command].phrases
        return usual if usual in phrases else phrases[0] if phrases else BY_ID[command].name

    def drawn(self, ways: Sequence[int]) -> str:
        """Several ways in which lines may leave a cell, in words."""
        return "; ".join(f"{tile_name(lines)} {toward(lines)}" if lines else "no lines" for lines in ways)

    def ask(self, question: Question[T], answered: Callable[[T], None], group: str) -> None:
        """Find the answer before anything else is said."""
        try:
            answer = finish(question.work(self.context.cache), self.context.patience())
        except Unfinished:
            self.controller.say("too long", "That took too long, so nothing was found.")
        else:
            answered(answer)

    def request(self, prompt: str, choices: Sequence[str] | None, answered: Callable[[str], None]) -> None:
        """Take the player's next line as the answer."""
        self.controller.say("request", f"{prompt}?" if choices is None else f"{prompt}: {', '.join(choices)}?")
        self._asked = AskedLine(answered, choices)

    def open(self, puzzles: list[Puzzle], index: int, here: bool) -> None:
        """Go on with that board, or lead to a place of its own, perhaps through a question."""
        if not here:
            self._elsewhere = board_place(self.context, puzzles, index)
            return
        found = self.controller.opening(puzzles, index)
        if isinstance(found, Opened):
            self.controller.turn_to(puzzles, index, found)
        else:
            self._elsewhere = settled(found, partial(BoardPlace, self.context, puzzles, index))

    def go_home(self) -> None:
        """Lead back to the menu."""
        self._goes_home = True

    # What the player says and hears

    def _carry_out(self, order: Order, before: Before) -> Iterator[str | PlainPlace]:
        command, controller = order.command, self.controller
        if order.cell is not None:
            self.cursor = order.cell
        if command.id in _NOT_BY_ACT and not may(controller, command.id):
            yield from self._reply(command, before)
            return
        if command.id in READ:
            yield from READ[command.id](self.session, self.cursor, order.added, self.context.full)
            return
        if command.id == "play.review":
            yield from look_back(self.context, controller, lambda context, shown: BoardPlace(context, [shown]))
            return
        if command.id in OF_PLAIN_MODE:
            yield from OF_PLAIN_MODE[command.id](self.context, controller, *order.added)
            return
        if command.id == "play.back" and leads_away(controller, order.added):
            yield from OF_PLAIN_MODE["play.leave"](self.context, controller)
        if command.id == "play.following" and self.session.solved:
            command = BY_ID["play.unsolved"]
        if command.id in _NEEDS_SOLUTION and controller.solution is None:
            controller.count()
        if refused := not_now(controller, order.phrase):
            yield refused
            return
        if command.id == "play.close":
            close(controller)
            command = BY_ID["play.trial"]
        else:
            act(controller, command.id, *order.added)
        yield from self._reply(command, before)
        if self._elsewhere is not None:
            yield self._elsewhere
        if self._goes_home:
            raise Back

    def _reply(self, command: BoardCommand, before: Before) -> Iterator[str]:
        """Say what a command has changed."""
        if Shown.PUZZLE in self._shown:
            self._begin()
            yield from self.enter()
        else:
            yield from reply(self.controller, command, before, self.context.full, self.ending)

    def ending(self) -> WhatFollows:
        """What is said of the solved board, and after it."""
        return ending_of(self.controller)

    def _trouble(self) -> Iterator[str]:
        kept = self.controller.recorded
        if trouble := kept.trouble:
            yield f"{trouble[0].upper()}{trouble[1:]}"
        if kept.notice not in ("", self._notice):  # once is enough: it is about what has happened
            yield kept.notice
        self._notice = kept.notice


def board_place(context: PlainContext, puzzles: list[Puzzle], index: int = 0) -> PlainPlace:
    """The place of one of these puzzles, or the question that leads there."""
    return settled(board_opening(context.library, puzzles[index]), partial(BoardPlace, context, puzzles, index))
