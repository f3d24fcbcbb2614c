"""A puzzle in play in plain mode: the stage of a controller whose player says and hears lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from termpuzzles.errors import as_sentence
from termpuzzles.formats import canonical_id
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.explain.parts import toward
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.plain.commands import COMMANDS, READ, Order, Refused, help_lines, is_sayable, parse
from termpuzzles.plain.conversation import Back, Menu, MenuItem, PlainContext, PlainPlace, settings_menu
from termpuzzles.plain.opening import settled
from termpuzzles.plain.words import (
    MOST_NAMED,
    Later,
    cell_line,
    changes,
    clock,
    described,
    hint_lines,
    move_in_words,
    naming,
    so_many,
    spoken,
    spoken_heading,
    tile_name,
)
from termpuzzles.play.command_table import BY_ID, act
from termpuzzles.play.controller import Command, Controller
from termpuzzles.play.ghost_commands import own_line
from termpuzzles.play.opening import Opened, board_opening
from termpuzzles.play.result import NOT_SOLVED, result_of
from termpuzzles.play.review import Review, ReviewQuestion, shown_at, starts
from termpuzzles.play.stage import SILENCE, Shown
from termpuzzles.session.open_cells import cells_to_do, first_open
from termpuzzles.session.session import Session

if TYPE_CHECKING:
    from termpuzzles.games.model import Move, State
    from termpuzzles.hints.hint import Hint
    from termpuzzles.session.questions import Question


T = TypeVar("T")

_TURNS_ALIKE = "This tile looks the same however it is turned."
_HALF_ALIKE = "A half turn changes nothing here."
_NO_WAY = "That side is closed: no line can be there."
_STEPS = ("board.north", "board.south", "board.west", "board.east")
_WALKS_HISTORY = ("play.undo", "play.redo")
_NEEDS_SOLUTION = ("play.sound", "play.give_up")


class Before(NamedTuple):
    """What a command found."""

    session: Session
    state: State
    solved: bool
    cursor: int
    hint: Hint | None
    page: tuple[int, int]  # the stage and page of the hint
    moves: tuple[Move | None, ...]


class BoardPlace(PlainPlace):
    """The puzzle at `index` of several, and the cell where the player stands."""

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
        self._asked: Callable[[str], None] | None = None  # takes the player's next line
        self._choices: Sequence[str] | None = None  # among these, if it must be one of some names
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
        yield f"{spoken_heading(puzzle)}."
        yield puzzle.game.goal
        if len(controller.puzzles) > 1:
            yield f"Puzzle {controller.index + 1} of {len(controller.puzzles)}."
        yield from self._trouble()
        yield from self._how_it_stands()
        yield "Type help for the commands."

    def leave(self) -> None:
        """Stop the clock, and make sure that everything is kept."""
        self.controller.leave()

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a command; of what is long, the beginning."""
        kept, self._later = self._later, []
        for reply in self._answer(words):
            if isinstance(reply, Later):
                self._later.append(reply)
            else:
                yield reply
        if words == ["more"]:
            yield kept[0] if kept else "That was all."
            self._later = kept[1:]
        if self._later:
            yield "Type more for the rest."

    def _answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        if lost := self.controller.tick():
            yield lost
            raise Back
        before = self._before()
        try:
            if self._asked is not None:
                yield from self._take(words, before)
            else:
                yield from self._carry_out(parse(words, self.session.puzzle, COMMANDS), before)
        except Refused as reason:
            yield str(reason)
        self.controller.tick()
        yield from self._trouble()

    def _before(self) -> Before:
        session, staged = self.session, self.controller.staged_hint
        page = staged.stage, staged.page
        return Before(session, session.state, session.solved, self.cursor, staged.hint, page, session.moves)

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

    def reveal(self, cell: int) -> None:
        """Nothing: whatever changes is said with its place."""

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

    def forget(self, *groups: str) -> None:
        """Nothing: every question was answered."""

    def request(self, prompt: str, choices: Sequence[str] | None, answered: Callable[[str], None]) -> None:
        """Take the player's next line as the answer."""
        self.controller.say("request", f"{prompt}?" if choices is None else f"{prompt}: {', '.join(choices)}?")
        self._asked, self._choices = answered, choices

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

    # What the player says

    def _take(self, words: Sequence[str], before: Before) -> Iterator[str]:
        """Give the player's line to whoever has asked for it."""
        answered, choices, text = self._asked, self._choices, " ".join(words)
        assert answered is not None
        self._asked, self._shown, self.controller.message = None, Shown(0), SILENCE
        if choices is not None and text not in choices:
            yield f"That is not one of {', '.join(choices)}. Nothing has changed."
        elif not is_sayable(text):
            yield "That is not an answer. Nothing has changed."
        else:
            answered(text)
            yield from self._reply(BY_ID["play.goto"], before)

    def _carry_out(self, order: Order, before: Before) -> Iterator[str | PlainPlace]:
        command, controller = order.command, self.controller
        if order.cell is not None:
            self.cursor = order.cell
        self._shown, self._elsewhere, controller.message = Shown(0), None, SILENCE
        if isinstance(command.does, str):
            if command.does in READ:
                yield from READ[command.does](self.session, self.cursor, order.added, self.context.full)
            else:
                yield from getattr(self, f"_{command.does}")(*order.added)
            return
        if command.id == "play.back" and self._is_to_leave(order.added):
            yield from self._leave()
        if command.id == "play.following" and self.session.solved:
            command = BY_ID["play.unsolved"]
        if command.id in _NEEDS_SOLUTION and controller.solution is None:
            controller.count()
        if refused := self._not_now(order.phrase):
            yield refused
            return
        act(controller, command.id, *order.added)
        yield from self._reply(command, before)
        if self._elsewhere is not None:
            yield self._elsewhere
        if self._goes_home:
            raise Back

    def _not_now(self, phrase: str) -> str:
        """Why a word that begins or ends a trial means nothing now; "" if it does."""
        tries = self.session.attempt.trial is not None
        if phrase == "trial" and tries:
            return "You are already in a trial. Type keep or drop to end it."
        return "There is no trial to keep." if phrase == "keep" and not tries else ""

    def _close(self) -> Iterator[str]:
        """Drop the trial, else what was opened last."""
        tries = self.session.attempt.trial is not None
        before = self._before()
        closed = self.controller.close()
        while tries and self.session.attempt.trial is not None:
            self.controller.close()
        if tries:
            yield from self._reply(BY_ID["play.trial"], before)
        else:
            yield "Dropped." if closed else "There is nothing to drop."

    def _more(self) -> Iterator[str]:
        return iter(())  # `answer` has what is left

    def _brief(self) -> Iterator[str]:
        self.context.full = False
        yield "Cells are described briefly."

    def _full(self) -> Iterator[str]:
        self.context.full = True
        yield "Cells are described in full."

    def _copy(self) -> Iterator[str]:
        yield canonical_id(self.session.puzzle)
        if line := own_line(self.controller):
            yield "Your game, for a friend to play against:"
            yield line

    def _share(self) -> Iterator[str]:
        """The result in words; the picture only for whoever wants to hear more."""
        result = result_of(self.controller)
        yield result.words if result else NOT_SOLVED
        if result:
            yield Later(result.picture)

    def _help(self, *about: str) -> Iterator[str]:
        yield from help_lines(self.session.puzzle.game, " ".join(about))

    def _is_to_leave(self, name: Sequence[str]) -> bool:
        """Whether `back` leaves the board, because no other position is marked to which it could lead."""
        attempt = self.session.attempt
        return not name and attempt.trial is None and not {*attempt.marks.values()} - {len(attempt.moves)}

    def _replay(self) -> Iterator[str]:
        """The moves in force, one after the other."""
        moves = self.session.moves
        told = [f"{number}. {self._in_words(move)}." for number, move in enumerate(moves, 1)]
        yield f"{so_many(len(moves), 'move')}:" if moves else "No moves yet."
        for at in range(0, len(told), MOST_NAMED):
            lines = told[at : at + MOST_NAMED]
            yield from lines if at == 0 else (Later(" ".join(lines)),)

    def _in_words(self, move: Move | None) -> str:
        return "a new beginning" if move is None else move_in_words(self.session.puzzle, move)

    def _review(self) -> Iterator[str | PlainPlace]:
        """Look back on this game; each of its moments leads to the board as it stood then."""
        puzzle, found = self.session.puzzle, list[Review]()
        events = tuple(self.context.library.events(puzzle))
        if not events:
            yield "There is no record of this game to look back on."
            return
        self.ask(ReviewQuestion(puzzle, events), found.append, "review")
        if not found:
            yield self.controller.message.text
            return
        review = found[0]
        if not (review.wrong or review.pauses):
            yield "No wrong pins and no long pauses."
        yield Menu(
            "Looking back. Type a number to play on from there; that is not kept.", partial(self._moments, review)
        )

    def _moments(self, review: Review) -> list[MenuItem]:
        """The moments of a game that are worth a look, then a few from its beginning to its end."""
        puzzle, events = self.session.puzzle, tuple(self.context.library.events(self.session.puzzle))
        items = []
        for moment in (*review.wrong, *review.pauses, *starts(events)):
            seconds, words = clock(moment.seconds), spoken(moment.sentence)
            at = f"after {moment.event} of {len(events)} events, {seconds}" if moment.event else "the start"
            elsewhere = replace(self.context, library=self.context.library.in_memory())
            go = partial(_stand, elsewhere, shown_at(puzzle, events, moment.event))
            items.append(MenuItem(f"{seconds}: {words}" if words else at, go))
        return items

    def _options(self) -> Iterator[PlainPlace]:
        yield settings_menu(self.context)

    def _leave(self) -> Iterator[str]:
        if self.controller.context.library.keeps:
            yield "Every move is kept."
        raise Back

    # What the player hears

    def _reply(self, command: Command, before: Before) -> Iterator[str]:
        """Say what a command has changed."""
        if Shown.PUZZLE in self._shown:
            self._begin()
            yield from self.enter()
            return
        told = [*self._changes(command, before), *self._message(), *self._hint(before)]
        if self.cursor != before.cursor and command.group == "move":
            told.append(cell_line(self.session, self.cursor, self.context.full))
        yield from told or self._nothing(command)
        if self.session.solved and not before.solved:
            yield from self._finished()
        elif command.id == "play.restart" and told:
            yield from self._how_it_stands()

    def _changes(self, command: Command, before: Before) -> Iterator[str]:
        """The cells that a command has changed, as they are now."""
        session = self.session
        if session.state == before.state or command.id == "play.restart":
            return
        if command.id in _WALKS_HISTORY:
            yield self._step_of_history(command, before)
        move = session.moves[-1] if session.moves else None
        if command.group in ("undo", "positions") or move is None:
            yield from changes(session, before.state)
        else:
            cells = [*dict.fromkeys(session.puzzle.grid.cell(change.x, change.y) for change in move.changes)]
            yield from described(session, cells)
        if not session.solved:
            yield f"{cells_to_do(session.puzzle, session.state).count(1)} left."

    def _step_of_history(self, command: Command, before: Before) -> str:
        """Say which move was undone or redone."""
        undone = command.id == "play.undo"
        move = before.moves[-1] if undone else self.session.moves[-1]
        what = "the new beginning" if move is None else move_in_words(self.session.puzzle, move)
        return f"{'Undone' if undone else 'Redone'}: {what}."

    def _message(self) -> Iterator[str]:
        """The controller's sentence, and the cells that it is about, unless it names them aloud."""
        message = self.controller.message
        if text := message.aloud:
            yield spoken(text if text[-1] in ".?!" else f"{text}.")
        if message.cells and message.spoken is None:
            yield from naming(self.session, "", message.cells)

    def _hint(self, before: Before) -> Iterator[str]:
        """The hint, if it has begun or gone on."""
        staged = self.controller.staged_hint
        same = staged.hint is before.hint and (staged.stage, staged.page) == before.page
        if staged.hint is not None and not same:
            yield from hint_lines(self.session, staged)

    def _nothing(self, command: Command) -> Iterator[str]:
        """Say that nothing has changed, unless it could not, because another window has the board now."""
        if self.controller.recorded.lost:
            return
        if command.id in _STEPS:
            yield "The border or a wall is there; you stay where you are."
        elif command.group == "move":
            yield cell_line(self.session, self.cursor, self.context.full)
        elif command.id == "play.do":
            yield "There is no move in this hint."
        elif command.id == "play.hint":
            yield "That was the whole hint."
        else:
            same = _TURNS_ALIKE if self.session.state.lines[self.cursor] in (0, 15) else _HALF_ALIKE
            yield {"tile": same, "line": _NO_WAY, "notes": _NO_WAY}.get(command.group, "Nothing changes.")

    def _how_it_stands(self) -> Iterator[str]:
        if self.session.solved:
            yield from self._finished()
        else:
            yield from (as_sentence(mistake.sentence) for mistake in self.session.mistakes)

    def _finished(self) -> Iterator[str]:
        session = self.session
        how = f" in {clock(session.clock.seconds)}, with {so_many(session.attempt.hints, 'hint')}"
        yield f"The board is solved{' for you' if session.attempt.gave_up else how}.{self._to_a_new_one()}"
        if self.controller.rival and not session.attempt.gave_up:
            yield spoken(self.controller.rival.sentence(session))
        yield from self._going_on()

    def _to_a_new_one(self) -> str:
        """How to go on after a board that no other follows; in the line that says that it is solved, often the last."""
        if self.controller.following() is not None:
            return ""
        if self.controller.is_daily:
            return " All boards of that day are solved: type next to go back."
        return " Type next for a new board like this one." * (self.session.puzzle.game.maker is not None)

    def _going_on(self) -> Iterator[str]:
        """Say what comes after the finished board."""
        if found := self.controller.following():
            yield f"Type next for {spoken(found.aloud) or 'the next one'}."

    def _trouble(self) -> Iterator[str]:
        kept = self.controller.recorded
        if trouble := kept.trouble:
            yield f"{trouble[0].upper()}{trouble[1:]}"
        if kept.notice not in ("", self._notice):  # once is enough: it is about what has happened
            yield kept.notice
        self._notice = kept.notice


def _stand(context: PlainContext, shown: Puzzle) -> Iterator[PlainPlace]:
    """Lead to the board as it stood."""
    yield BoardPlace(context, [shown])


def board_place(context: PlainContext, puzzles: list[Puzzle], index: int = 0) -> PlainPlace:
    """The place of one of these puzzles, or the question that leads there."""
    return settled(board_opening(context.library, puzzles[index]), partial(BoardPlace, context, puzzles, index))
