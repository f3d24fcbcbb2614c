"""The controller of one board: its session, the hint and the check that are shown, the message; and what a command is.

It knows no widget and no key: it asks a `Stage` for what it needs of a front end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import E
from termpuzzles.catalogue.statistics import Times, times_like
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Controls, Gesture, Move, Puzzle
from termpuzzles.play.opening import Opened, Opening, board_opening, open_session
from termpuzzles.play.stage import QUESTIONS, Message, Pending, PlayContext, Shown, Stage
from termpuzzles.render.picture import Picture, coloured_groups, looks_of, marks_of_region, picture_of
from termpuzzles.session.assistance import aided, is_wrong, only_pins_what_turns
from termpuzzles.session.attempt import CHECKED, DROP_TRIAL, HINT, Attempt
from termpuzzles.session.ghost import Rival
from termpuzzles.session.questions import NewQuestion, RegionQuestion, SolutionsQuestion
from termpuzzles.session.session import RecordedSession, Session
from termpuzzles.session.staged_hint import StagedHint, acted_out
from termpuzzles.session.supposition import supposing
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.settings import Settings

if TYPE_CHECKING:
    from termpuzzles.catalogue.suggestions import Following
    from termpuzzles.hints.hint import Hint


class Controller:
    """Plays what keys and clicks ask for, on one of several puzzles."""

    shows_mistakes_at_once = False  # whether a mistake is shown at once, whatever the settings say
    tells_proofs = True  # whether what a region proves is told
    runs_on = False  # whether the clock has to be shown each second, however long nobody types
    assists = True  # whether options may pin, turn and show wrong pins by themselves

    def __init__(
        self,
        context: PlayContext,
        stage: Stage,
        puzzles: list[Puzzle],
        index: int,
        opened: Opened[Puzzle] | None = None,
    ) -> None:
        self.context = context
        self.stage = stage
        self.puzzles = puzzles
        self.index = index
        self.paused = False
        self.last = Gesture("line", 0, E)  # the last line or cross asked for
        self.open_session(opened)

    def open_session(self, opened: Opened[Puzzle] | None = None) -> None:
        """Begin, or go on with, the session at the current puzzle; nobody is asked if it is not opened yet."""
        self.recorded = self.new_session(opened)
        self.staged_hint = StagedHint(self.session.puzzle)
        self.wrong: frozenset[int] = frozenset()  # cells that a check found wrong
        self.region: frozenset[int] = frozenset()  # cells that the player counts
        self.region_words = ""
        self.pending = Pending.MOVE
        self.pen = False  # whether moving draws
        self.pen_in_trial: int | None = None  # the trial in which the pen was put down
        self._helped: Attempt | None = None  # the attempt in which it was counted that options helped
        self.answered = False  # whether the message answers a question, and stays until it is closed
        self.solution: bytes | None = None  # the only solution, once it is known
        self.solved_at = float("-inf")
        self.replayed: int | None = None  # the move that a replay has reached
        self.shows_groups = False  # whether groups are told apart by colour
        self.jumped_from = 0  # the cell of the cursor before the last jump
        self.times = self.times_before()
        self.rival = Rival.of(self.puzzle)
        self.message, self.tag = Message("notice", self.recorded.notice), ""
        if self.session.solved and not self.session.attempt.can_undo:
            self.message = Message("solved as given", "This board is already solved: it needs no move.")
        self._find_next()

    def new_session(self, opened: Opened[Puzzle] | None) -> RecordedSession:
        """The session at the current puzzle, going on where its journal ended."""
        return open_session(self.context.library, self.puzzles[self.index], self.context.now, opened)

    def begin(self) -> None:
        """Let the clock run."""
        self.session.resume()

    def count(self) -> None:
        """Find out in the background whether the board has exactly one solution."""

        def show(found: list[bytes]) -> None:
            if len(found) == 1:
                self.solution = self.puzzle.game.solved_state(self.puzzle, found[0]).lines
                return
            self.tag = "several solutions" if found else "no solution"
            if not self.message.text:  # a key may have been answered meanwhile
                self.message = Message(self.tag, f"This board has {self.tag}.")
            self.stage.show(Shown.WORDS)

        self.stage.ask(SolutionsQuestion(self.puzzle, 2), show, "count")

    @property
    def session(self) -> Session:
        """The current session."""
        return self.recorded.session

    @property
    def puzzle(self) -> Puzzle:
        """The current puzzle."""
        return self.session.puzzle

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.context.settings

    def picture(self) -> Picture:
        """The picture to draw now."""
        attempt = self.session.attempt
        if self.replayed is None and (acted := acted_out(self.staged_hint)):
            return self._acted_out(acted)
        if self.replayed is not None:
            return picture_of(self.puzzle, attempt.history.state_at(self.replayed), source=attempt.source)
        counts = bool(self.region) and self.staged_hint.hint is None
        return picture_of(
            self.puzzle,
            attempt.state,
            attempt.survey,
            mistakes=attempt.mistakes,
            hints=marks_of_region(self.puzzle.grid, self.region) if counts else looks_of(self.staged_hint.marks),
            wrong=self.wrong,
            marks=bool(self.settings["marks"]),
            sealed=bool(self.settings["sealed"]),
            tried=attempt.tried,
            checkerboard=counts or self.staged_hint.checkerboard,
            source=attempt.source,
            inside=bool(self.settings["inside"]) and self.puzzle.game.draws,
            groups=coloured_groups(self.puzzle.grid, attempt.survey, attempt.source) if self.shows_groups else b"",
            gave_up=attempt.gave_up,
        )

    def _acted_out(self, acted: Mapping[int, int]) -> Picture:
        """The board with what a hint supposes drawn on it, as in a trial; the position is left as it is."""
        attempt = self.session.attempt
        supposed = supposing(self.puzzle, attempt.state, acted)
        return picture_of(
            self.puzzle,
            supposed.state,
            hints=looks_of(self.staged_hint.marks),
            marks=False,
            tried=supposed.cells,
            checkerboard=self.staged_hint.checkerboard,
            source=attempt.source,
        )

    def say(self, code: str, text: str, for_speech: str | None = None, names_places: bool = False) -> None:
        """Show a message, until the next command."""
        self.message = Message(code, text, (), for_speech, names_places)
        self.stage.show(Shown.WORDS)

    def answer(self, code: str, text: str, names_places: bool = False) -> None:
        """Show the answer to a question, until the next command."""
        self.answered = True
        self.say(code, text, names_places=names_places)

    def unsay(self) -> None:
        """Remove the message about the last key."""
        self.answered = bool(self.region)
        if self.message.text and self.message.text != self.region_words:
            self.say("region" if self.region else "", self.region_words if self.region else "")

    def changed(
        self,
        code: str = "",
        text: str = "",
        cells: tuple[int, ...] = (),
        for_speech: str | None = None,
        names_places: bool = False,
    ) -> None:
        """Show what a command has changed; a pending note and the current hint are dropped."""
        self.message, self.wrong = Message(code, text, cells, for_speech, names_places), frozenset()
        self.pending, self.replayed, self.answered = Pending.MOVE, None, False
        self.staged_hint.forget()
        self.stage.forget("check", "hint")
        if self.session.solved:
            self.session.clock.stop()
        elif not self.paused:
            self.session.resume()
        self.stage.show(Shown.BOARD)
        if self.region:
            self.tell_region(aloud=self.tells_proofs)

    def tell_region(self, aloud: bool = True) -> None:
        """Count the region as the board stands, and say what that shows, unless something else was just said."""
        before = self.message

        def answered(found: tuple[str, Hint | None]) -> None:
            figures, hint = found
            proved = f" {hint.claim.plain} {hint.reason[0].plain}" if hint and self.tells_proofs else ""
            self.region_words = f"Region: {figures}{proved}"
            if aloud and not before.text:
                self.answer("region", self.region_words, names_places=bool(proved))

        question = RegionQuestion(self.puzzle, self.session.state, tuple(sorted(self.region)))
        self.stage.ask(question, answered, "hint")

    def close(self) -> bool:
        """Close what was opened last: an answer, a hint, a replay, a note, the pen, a trial; False if nothing is."""
        session = self.session
        if self.region and self.staged_hint.hint is None:
            self.region, self.region_words = frozenset(), ""
            self.changed()
        elif self.answered or self.wrong or self.staged_hint.was_asked_for or self.replayed is not None:
            pending = self.pending
            self.changed()
            self.pending = pending
        elif self.pending is not Pending.MOVE:
            self.changed()
        elif self.pen and self.pen_in_trial == session.attempt.trial:
            self.pen = False
            self.changed()
        elif session.apply(DROP_TRIAL):
            self.changed("trial dropped", "The trial is dropped.")
        else:
            return False
        return True

    def play(self, gesture: Gesture) -> None:
        """Play what a key or the mouse asks for."""
        session = self.session
        if gesture.side:
            self.last = gesture
        if session.solved:
            for_speech = "The board is finished. Type undo or restart to go on with it, or next for the next one."
            self.changed(
                "finished", "The board is finished. Undo or start again to go on with it.", for_speech=for_speech
            )
        elif session.do(gesture, self._assisted) is None and session.state.pins[gesture.cell] and not gesture.side:
            for_speech = f"{self.puzzle.grid.name(gesture.cell)} is pinned. Type pin to unpin it."
            self.changed("pinned", "This tile is pinned.", (gesture.cell,), for_speech)
        else:
            self._settle(gesture.cell)

    def _assisted(self, move: Move) -> Move:
        """The move with what options add; the first time in an attempt that this tells something is counted."""
        if not self.assists:
            return move
        more = aided(self.settings, self.puzzle, self.session.state, move)
        if more != move and not only_pins_what_turns(self.settings, move) and self._helped is not self.session.attempt:
            self._helped = self.session.attempt
            self.count_help()
        return more

    def _settle(self, cell: int) -> None:
        """Show what a move has changed; if it is wrong or has solved the board, say so."""
        if self.session.solved:
            self._finish()
        at_once = self.shows_mistakes_at_once or (self.assists and self.settings["wrong-pins"] == "at once")
        if at_once and self.solution and is_wrong(self.puzzle, self.session.state, self.solution, cell):
            self.session.apply(CHECKED, 1)
            for_speech = f"What you have settled at {self.puzzle.grid.name(cell)} is wrong."
            self.changed("wrong", "What you have settled at the marked cell is wrong.", (cell,), for_speech)
            self.wrong = frozenset((cell,))
            self.stage.show(Shown.BOARD)
        else:
            self.changed()

    def refusal(self, command: str) -> str:
        """Why the player may not give the command of that id now, in a sentence; "" if it may be given."""
        return ""

    def count_help(self, rule: str = "") -> None:
        """Count that the player was told something of the solution, and by which rule if there is one."""
        if not self.session.solved:
            self.session.apply(HINT, rule)

    def carry_out(self, move: Move, words: str) -> None:
        """Play the move of a hint, and say what is done by it."""
        self.session.play(move)
        if self.session.solved:
            self._finish()
        self.changed("done", "" if self.session.solved else words, for_speech="", names_places=True)

    def _finish(self) -> None:
        """Celebrate the board that was just solved, and find the next one."""
        self.solved_at = self.context.now()
        self.context.solved.add(self.puzzle.game.name)
        self.stage.show(Shown.SOLVED)
        self.times = self.times_before()
        self._find_next()

    def _find_next(self) -> None:
        """Find the name of the puzzle that comes next, if this one is solved."""
        found = self.following() if self.session.solved else None
        self.next_name = found.name if found else ""

    def times_before(self) -> Times:
        """How fast boards like this one were solved before it."""
        made = self.session.clock.seconds if self.session.solved else None
        return times_like(self.context.library.journals(), self.puzzle, made)

    def may_say(self, text: str) -> bool:
        """Whether the words around the board may use this text."""
        return True

    def following(self) -> Following | None:
        """The next unsolved puzzle; None if none is left, and after a board that is in no pack and of no day."""
        from termpuzzles.play.afterwards import next_board  # the catalogue, which a board that is open does not need

        return next_board(self.context.library, self.puzzles, self.index)

    @property
    def goal(self) -> str:
        """The goal of the game, until a board of it has been solved once."""
        return "" if self.context.has_solved(self.puzzle.game.name) else self.puzzle.game.goal

    def pause(self) -> None:
        """Stop the clock, because nobody is looking."""
        self.paused = True
        self.session.clock.stop()

    def resume(self) -> None:
        """Let the clock run again."""
        self.paused = False
        self.session.resume()

    def tick(self) -> str:
        """Record the time that has passed; returns why this board must be left, or ""."""
        if lost := self.recorded.check_claim():
            return lost
        if self.session.clock.running:
            self.recorded.tick()
        return ""

    def leave(self) -> None:
        """Leave the session."""
        self.recorded.leave()

    def go_to_other(self, puzzles: list[Puzzle], index: int) -> None:
        """Go to a puzzle of another list; from a board that is not kept, on a screen that keeps it."""
        self.stage.open(puzzles, index, here=self.context.library.keeps)

    def opening(self, puzzles: list[Puzzle], index: int) -> Opening[Puzzle]:
        """Open the journal of one of these puzzles; of this one once more, after letting go of it."""
        if identity(puzzles[index]) == identity(self.puzzle):
            self.leave()
        return board_opening(self.context.library, puzzles[index])

    def turn_to(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle]) -> None:
        """Leave this board for one of these puzzles, which is opened."""
        self.leave()
        self.stage.forget(*QUESTIONS)
        self.puzzles, self.index = puzzles, index
        self.open_session(opened)
        self.stage.show(Shown.PUZZLE)


BOTH = (Controls.TURN_TILES, Controls.DRAW_LINES)


def play_asked(controller: Controller, text: str, surely: bool = True) -> bool:
    """Make the new board that a text asks for, by default of the same game, and play it, or say why there is none.

    Unless it is `surely` a request, nothing is done if the text names neither a game nor a size; False is returned.
    """
    from termpuzzles.games.making.request import asked_board, names_a_board  # with all games, for few players

    if not surely and not names_a_board(text):
        return False
    if refused := controller.refusal("play.new"):
        controller.changed("refused", refused)
        return True
    try:
        board = asked_board(text, usual=controller.puzzle.game.name)
    except PuzzleError as error:
        controller.say("no request", sentence(str(error)))
        return True
    made: Callable[[Puzzle | str], None] = lambda new: play_new(controller, new)  # noqa: E731
    controller.stage.ask(NewQuestion(board.game, board.params, controller.context.seed()), made, "new")
    return True


def play_new(controller: Controller, puzzle: Puzzle | str) -> None:
    """Play the new board, or say why there is none."""
    if isinstance(puzzle, str):
        controller.say("none made", sentence(puzzle))
        return
    before = controller.puzzles[: controller.index + 1] if controller.context.library.keeps else []
    controller.go_to_other([*before, puzzle], len(before))


class BoardCommand(NamedTuple):
    """The keys on a screen, what a player says in words, a short name, a sentence, its group, and what it does.

    `words` are one or several phrases, such as `turn PLACE back`: the words in capitals stand for what may be added: a
    PLACE (a column and a row), a SIDE or some SIDES, a NUMBER, a NAME or a BOARD asked for. `does` is a function
    that takes the controller and the words that were added; None if each front end carries the command out in its own
    way. `for_speech` is the sentence for players who have no keys, if it is another one.
    """

    id: str
    keys: str
    words: str
    name: str
    sentence: str
    group: str
    does: Callable[..., object] | None = None
    controls: tuple[Controls, ...] = BOTH
    for_speech: str = ""

    @property
    def aloud(self) -> str:
        """The sentence for players who have no keys."""
        return self.for_speech or self.sentence

    @property
    def phrases(self) -> tuple[str, ...]:
        """What a player says, without what may be added."""
        said = (
            " ".join(word for word in phrase.split() if word.islower() or word == "?")
            for phrase in self.words.split(",")
        )
        return tuple(phrase for phrase in said if phrase)

    @property
    def takes(self) -> frozenset[str]:
        """What may be added."""
        return frozenset(word for word in self.words.replace(",", " ").split() if word.isupper())

    @property
    def action(self) -> str:
        """The action of the screen that carries it out."""
        return f"act('{self.id}')"
