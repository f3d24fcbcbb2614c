"""One puzzle in play in plain mode: each command is a line, each answer is lines that make sense when read aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from termpuzzles.errors import did_you_mean, shortened
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.plain.conversation import Back, Desk, PlainPlace
from termpuzzles.plain.words import (
    DIRECTIONS,
    SIDE_WORDS,
    Refused,
    beside,
    cell_and_rest,
    cell_line,
    changes,
    clock,
    column,
    group,
    named_cells,
    neighbours,
    part_lines,
    place,
    playable,
    row,
    row_lines,
    so_many,
    spoken_heading,
    stands,
    trace,
    unfinished,
)
from termpuzzles.session.recorded_session import open_session
from termpuzzles.session.staged_hint import Advice

if TYPE_CHECKING:
    from termpuzzles.games.model import Game
    from termpuzzles.hints.hint import Hint
    from termpuzzles.storage.journal import Journal


_QUESTIONS = {"left": "open", "open": "open", "here": "here"}  # what is left, what is open, what is here
_TURNS = {"": "turn", "back": "turn back", "half": "turn half"}


class BoardPlace:
    """The puzzle at `index` of several, and the cell where the player stands."""

    def __init__(self, desk: Desk, puzzles: list[Puzzle], index: int = 0, journal: Journal | None = None) -> None:
        self.desk = desk
        self.puzzles = puzzles
        self.index = index
        self._journal = journal
        self._open()

    def _open(self) -> None:
        puzzle = self.puzzles[self.index]
        self._recorded = open_session(self.desk.library, puzzle, self.desk.now, self._journal)
        self._notice = ""  # about the journal's file, as it was said last
        self._journal = None
        self.session = self._recorded.session
        self.session.resume()
        self.advice = Advice(puzzle)
        self.here = next((cell for cell, open_ in enumerate(playable(puzzle)) if open_), 0)

    def enter(self) -> Iterator[str]:
        """Say which board this is, what to do, and how it stands."""
        puzzle = self.session.puzzle
        yield f"{spoken_heading(puzzle)}."
        yield puzzle.game.goal
        if len(self.puzzles) > 1:
            yield f"Puzzle {self.index + 1} of {len(self.puzzles)}."
        yield from self._trouble()
        yield from self._what_is_wrong()
        yield "Say help for the commands."

    def leave(self) -> None:
        """Stop the clock, and make sure that everything is kept."""
        self._recorded.leave()

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a command."""
        if lost := self._recorded.check_claim():
            yield lost
            raise Back
        command, *rest = words
        if command == "what":
            command, rest = _QUESTIONS.get(rest[-1] if rest else "", "wrong"), []
        known = self._commands().get(command)
        if known is None:
            meant = did_you_mean(command, self._commands())
            yield f"I do not know the command {shortened(command)!r}{meant or '; say help for those I know.'}"
            return
        try:
            yield from known(rest)
        except Refused as reason:
            yield str(reason)
        except Unfinished:
            yield "That takes too long; nothing was found."
        self._recorded.tick()
        yield from self._trouble()

    def _commands(self) -> dict[str, Callable[[list[str]], Iterator[str | PlainPlace]]]:
        def at(tell: Callable[[int], Iterator[str]]) -> Callable[[list[str]], Iterator[str]]:
            return lambda words: tell(self._cell(words)[0])

        return {
            "turn": self._turn,
            "pin": lambda words: self._do(Gesture("pin", self._cell(words)[0])),
            "line": lambda words: self._draw("line", words),
            "cross": lambda words: self._draw("cross", words),
            "show": self._show,
            "row": lambda words: row_lines(self.session, row(self.session.puzzle.grid, words, self.here)),
            "column": lambda words: row_lines(self.session, column(self.session.puzzle.grid, words, self.here)),
            "cell": at(self._describe),
            "go": at(self._go),
            "here": at(self._describe),
            "neighbours": at(lambda cell: neighbours(self.session, cell)),
            "group": at(lambda cell: iter([group(self.session, cell)])),
            "trace": at(lambda cell: trace(self.session, cell)),
            "open": lambda words: iter([unfinished(self.session)]),
            "look": self._look,
            "wrong": lambda words: self._what_is_wrong(),
            "hint": self._hint,
            "do": self._do_hint,
            "check": self._check,
            "undo": lambda words: self._past(self.session.undo, "There is nothing to undo."),
            "redo": lambda words: self._past(self.session.redo, "There is nothing to redo."),
            "restart": self._restart,
            "time": lambda words: iter([f"You have played for {clock(self.session.clock.seconds)}."]),
            "id": self._id,
            "brief": lambda words: self._how_much(False),
            "full": lambda words: self._how_much(True),
            "next": lambda words: self._step(1),
            "previous": lambda words: self._step(-1),
            "back": self._back,
            "help": lambda words: help_lines(self.session.puzzle.game),
            **{word: self._walk(side) for word, side in DIRECTIONS.items()},
        }

    # Places on the board

    def _cell(self, words: list[str]) -> tuple[int, list[str]]:
        """The cell at the beginning of the words, to which the player moves; and the words after it."""
        self.here, rest = cell_and_rest(self.session.puzzle.grid, words, self.here)
        return self.here, rest

    def _describe(self, cell: int) -> Iterator[str]:
        yield cell_line(self.session, cell, self.desk.full)

    def _go(self, cell: int) -> Iterator[str]:
        self.here = cell
        yield from self._describe(cell)

    def _walk(self, side: int) -> Callable[[list[str]], Iterator[str]]:
        def walk(words: list[str]) -> Iterator[str]:
            other = self.session.puzzle.grid.ways[side][self.here]
            if other < 0:
                yield "The border or a wall is there; you stay where you are."
            else:
                yield from self._go(other)

        return walk

    def _look(self, words: list[str]) -> Iterator[str]:
        side = SIDE_WORDS.get(words[0]) if len(words) == 1 else None
        if side is None:
            raise Refused("Say look and one of up, right, down and left.")
        yield beside(self.session, self.here, side)

    # Playing

    def _turn(self, words: list[str]) -> Iterator[str]:
        cell, rest = self._cell(words)
        action = _TURNS.get(" ".join(rest))
        if action is None:
            raise Refused("After turn and a place say nothing, back or half.")
        if self.session.puzzle.game.draws:
            raise Refused("In this game nothing turns: say line, a place and a direction.")
        if self.session.state.pins[cell] and not self.session.solved:
            raise Refused(f"{place(self.session.puzzle, cell)} is pinned; say pin to free it.")
        yield from self._do(Gesture(action, cell), "It looks the same however it is turned.")

    def _draw(self, kind: str, words: list[str]) -> Iterator[str]:
        cell, rest = self._cell(words)
        side = SIDE_WORDS.get(rest[0]) if len(rest) == 1 else None
        if side is None:
            raise Refused(f"Say {kind}, a place, and one of up, right, down and left.")
        yield from self._do(Gesture(kind, cell, side), "There is no way through on that side.")

    def _do(self, gesture: Gesture, otherwise: str = "Nothing changes.") -> Iterator[str]:
        session = self.session
        if session.solved:
            yield "The board is finished; say undo or restart to go on, next for the next one."
        elif session.do(gesture) is None:
            yield otherwise
        else:
            self.advice.forget()
            self.here = gesture.cell
            yield f"{place(session.puzzle, gesture.cell)}: {stands(session.puzzle, session.state, gesture.cell)}."
            yield from self._finished()

    def _past(self, act: Callable[[], bool], otherwise: str) -> Iterator[str]:
        before = self.session.state
        if not act():
            yield otherwise
            return
        self.advice.forget()
        self.session.resume()
        yield from changes(self.session, before)
        yield from self._finished()

    def _restart(self, words: list[str]) -> Iterator[str]:
        solved = self.session.solved
        if not self.session.restart():
            yield "Nothing has changed yet."
            return
        self.advice.forget()
        self.session.resume()
        yield "A new attempt begins." if solved else "The board is as it was given; say undo to have your moves back."
        yield from self._what_is_wrong()

    def _finished(self) -> Iterator[str]:
        session = self.session
        if session.solved:
            hints = so_many(session.hints, "hint")
            yield f"The board is solved, in {clock(session.clock.seconds)}, with {hints}."
            yield from self._going_on()

    def _going_on(self) -> Iterator[str]:
        """Say what comes after the finished board."""
        if self.index + 1 < len(self.puzzles):
            yield "Say next for the next one."

    def _what_is_wrong(self) -> Iterator[str]:
        session = self.session
        if session.solved:
            yield from self._finished()
            return
        for mistake in session.mistakes:
            where = named_cells(session, list(mistake.cells[:6])) if self.desk.full and mistake.cells else ""
            yield f"{mistake.sentence}{': ' if where else ''}{where}."

    # Help from the program

    def _hint(self, words: list[str]) -> Iterator[str]:
        if self.session.solved:
            yield "There is nothing left to hint."
            return
        hint = self._take_hint()
        yield from part_lines(self.session, hint.title, hint.claim)
        for number, part in enumerate(hint.reason, 1):
            step = f"Step {number} of {len(hint.reason)}" if len(hint.reason) > 1 else "Why"
            yield from part_lines(self.session, step, part)
        if hint.move:
            yield "Say do to have it done."

    def _take_hint(self) -> Hint:
        """The hint for the current position, counted once."""
        if self.advice.hint is None:
            found = finish(self.advice.guide.find(self.session.state, self.here), self.desk.until)
            assert found is not None, "only a finished board has no hint"
            self.session.count_hint(found.rule or "")
            self.advice.give(found)
        assert self.advice.hint is not None
        return self.advice.hint

    def _do_hint(self, words: list[str]) -> Iterator[str]:
        if self.session.solved:
            yield "There is nothing left to do."
            return
        hint = self._take_hint()
        if hint.move is None:
            yield "There is no move in this hint."
            return
        self.session.play(hint.move)
        self.advice.forget()
        for x, y in dict.fromkeys((change.x, change.y) for change in hint.move.changes):
            self.here = self.session.puzzle.grid.cell(x, y)
            yield f"{cell_line(self.session, self.here, full=False)}."
        yield from self._finished()

    def _check(self, words: list[str]) -> Iterator[str]:
        from termpuzzles.hints.check import check

        verdict = finish(check(self.advice.guide, self.session.state), self.desk.until)
        self.session.count_check(len(verdict.wrong))
        yield verdict.sentence
        if verdict.wrong:
            yield f"{named_cells(self.session, sorted(verdict.wrong))}."

    # The rest

    def _show(self, words: list[str]) -> Iterator[str]:
        from termpuzzles.render.text_diagram import text_diagram

        yield from text_diagram(self.session.puzzle, self.session.state, {})

    def _id(self, words: list[str]) -> Iterator[str]:
        from termpuzzles.formats import canonical_id

        yield canonical_id(self.session.puzzle)

    def _how_much(self, full: bool) -> Iterator[str]:
        self.desk.full = full
        yield "Cells are told in full." if full else "Cells are told briefly."

    def _step(self, step: int) -> Iterator[str | PlainPlace]:
        if not 0 <= self.index + step < len(self.puzzles):
            which = "only" if len(self.puzzles) == 1 else "last" if step > 0 else "first"
            yield f"This is the {which} puzzle here."
            return
        self._recorded.leave()
        self.index += step
        self._open()
        yield from self.enter()

    def _back(self, words: list[str]) -> Iterator[str]:
        if self.desk.library.keeps:
            yield "Every move is kept."
        raise Back

    def _trouble(self) -> Iterator[str]:
        if trouble := self._recorded.trouble:
            yield f"{trouble[0].upper()}{trouble[1:]}"
        if self._recorded.notice not in ("", self._notice):  # once is enough: it is about what has happened
            yield self._recorded.notice
        self._notice = self._recorded.notice


def help_lines(game: Game) -> Iterator[str]:
    """Every command on a board of the game, in words."""
    yield "Columns come first, then rows, both from 1; without a place a command means where you stand."
    if game.draws:
        yield "line 3 4 right: draw or erase a line. cross 3 4 right: cross it out, or take that back."
    else:
        yield "turn 3 4: turn clockwise; turn 3 4 back, turn 3 4 half. pin 3 4: pin a tile, or free it."
        yield "line 3 4 right, cross 3 4 right: note that there is a line, or none; again takes the note back."
    yield "up, right, down, left: walk. look left: what is there, without walking."
    yield "go 3 4: stand there. here, cell 3 4, row 3, column 2: what is there."
    yield "neighbours, group, trace: what is around, what it is joined to, where its lines lead."
    yield "open, or what is left: what is to be done. what is wrong: what is not right. show: a drawing."
    yield "hint: the next step and why; do: do it. check: is anything wrong so far?"
    yield "undo, redo, restart: take moves back, or have them again. next, previous, back: other puzzles."
    yield "brief, full: how much is told of a cell. time, id: of this game. quit: leave the program."
