"""Commands that ask the logic: hints and the check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from termpuzzles.logic.problem import masks_of
from termpuzzles.play.board_commands import BY_WORD
from termpuzzles.play.controller import BoardCommand, Controller
from termpuzzles.play.stage import SILENCE, Message, Shown
from termpuzzles.session.attempt import CHECKED
from termpuzzles.session.questions import CheckQuestion, HintQuestion, PossibleQuestion, WhyNotQuestion
from termpuzzles.session.staged_hint import NONE, WHY

if TYPE_CHECKING:
    from termpuzzles.hints.check import Verdict
    from termpuzzles.hints.hint import Hint
    from termpuzzles.logic.problem import Domain


def _check(controller: Controller) -> None:
    """Mark the cells that are settled wrongly, and nothing else."""

    def checked(verdict: Verdict) -> None:
        controller.session.apply(CHECKED, len(verdict.wrong))
        controller.wrong, controller.answered = verdict.wrong, True
        controller.message = Message("checked", verdict.sentence, tuple(sorted(verdict.wrong)))
        controller.stage.show(Shown.BOARD)

    controller.stage.ask(CheckQuestion(controller.puzzle, controller.session.state), checked, "check")


def point_out(controller: Controller) -> None:
    """Show where to look next; nobody has asked for it, so it is not counted as a hint."""

    def point(hint: Hint | None) -> None:
        if hint is not None:
            controller.staged_hint.give(hint, was_asked_for=False)
            _show_hint(controller)

    controller.stage.ask(question_of(controller), point, "hint")


def _hint(controller: Controller) -> None:
    """Give a hint, or go deeper into the one being given: where, why, done."""
    if not _is_given(controller, _show_hint):
        return
    if controller.staged_hint.is_last:
        _do_given(controller)
    else:
        controller.staged_hint.next()
        _show_hint(controller)


def turn_page(controller: Controller, onward: bool) -> None:
    """Go one way or page on in the reason of a hint that is acted out, or one back; the last one stays."""
    controller.staged_hint.turn(onward)
    _show_hint(controller)


def _is_given(controller: Controller, then: Callable[[Controller], None], none_left: str | None = None) -> bool:
    """Whether a hint is being given; if not, one is asked for and goes on like this, unless the board is solved."""

    def give(hint: Hint | None) -> None:
        if hint is not None:
            controller.count_help(hint.rule or "")
            controller.staged_hint.give(hint)
            then(controller)

    if controller.session.solved:
        controller.say("finished", _nothing_left(controller), none_left)
    elif controller.staged_hint.stage == NONE:
        controller.stage.ask(question_of(controller), give, "hint")
    else:
        return True
    return False


def _nothing_left(controller: Controller) -> str:
    """Say why a finished board has no hint."""
    if controller.session.attempt.gave_up:
        return this_is_the_solution(controller)
    return "No hint: the board is solved."


def this_is_the_solution(controller: Controller) -> str:
    """The message once the solution is shown; how to hide it only where that can be done."""
    if not controller.session.attempt.can_undo:
        return "This is the solution."
    undo, do = controller.stage.name_of("play.undo"), controller.stage.name_of("play.do")
    return f"This is the solution. {undo} hides it again; then {do} leads to it step by step."


def question_of(controller: Controller) -> HintQuestion:
    """The question for the next hint from where the player stands."""
    session = controller.session
    return HintQuestion(controller.puzzle, session.state, controller.stage.cursor, session.attempt.turned)


def _show_hint(controller: Controller) -> None:
    """Show the hint as far as it has gone."""
    controller.message = SILENCE
    controller.stage.show(Shown.BOARD)


def _do(controller: Controller) -> None:
    """Carry out the current hint, else the next one, at once."""
    if _is_given(controller, _do_given, "Nothing is left to do."):
        _do_given(controller)


def _do_given(controller: Controller) -> None:
    """Carry out the hint; one in which there is nothing to do is only closed."""
    hint = controller.staged_hint.hint
    if hint is None or hint.move is None:
        controller.changed()
        return
    controller.carry_out(hint.move, hint.claim.plain)
    if hint.cell is not None:
        controller.stage.reveal(hint.cell)


def _possible(controller: Controller) -> None:
    """Say what is still possible at the cursor."""
    cell = controller.stage.cursor

    def answered(left: list[Domain]) -> None:
        controller.count_help()
        name, masks = controller.puzzle.grid.name(cell), masks_of(left[cell])
        if not masks:
            controller.answer("impossible", "What you have settled cannot all be right: no way is left.")
            return
        number = "Only one way is" if len(masks) == 1 else f"{len(masks)} ways are"
        ways = controller.stage.drawn(masks)
        controller.answer("possible", f"{number} still possible at {name}: {ways}", names_places=True)

    session = controller.session
    controller.stage.ask(
        PossibleQuestion(controller.puzzle, session.state, True, session.attempt.turned), answered, "hint"
    )


def _why_not(controller: Controller, *sides: str) -> None:
    """Say why the cell at the cursor cannot be as it stands, or with lines at these sides, or that it can.

    Where the conflict lies comes first; the same question again leads to why, page by page.
    """
    session, cell = controller.session, controller.stage.cursor
    if session.solved:
        controller.say("finished", "Nothing is wrong with this board.")
        return

    lines = sum(BY_WORD[side] for side in set(sides)) or session.state.lines[cell]
    staged = controller.staged_hint

    def to_the_reason() -> None:
        while staged.stage < WHY:
            staged.next()

    def answered(hint: Hint) -> None:
        controller.count_help()
        staged.give(hint, about=(cell, lines))
        if not hint.region:  # it may be, or something is plain at once
            to_the_reason()
        _show_hint(controller)

    if staged.about == (cell, lines):
        if staged.stage < WHY:
            to_the_reason()
        elif not staged.is_last:
            staged.next()
        _show_hint(controller)
        return
    question = WhyNotQuestion(controller.puzzle, session.state, cell, lines, session.attempt.turned)
    controller.stage.ask(question, answered, "hint")


COMMANDS = (
    BoardCommand(
        "play.hint",
        "i",
        "hint",
        "hint",
        "Get a hint; press again for more",
        "hints",
        _hint,
        for_speech="Get a hint; repeat it for more",
    ),
    BoardCommand("play.do", "I", "do", "do the hint", "Make the move of this or the next hint", "hints", _do),
    BoardCommand("play.check", "c", "check", "check", "Check for mistakes", "hints", _check),
    BoardCommand(
        "play.why_not",
        "e,v",
        "why PLACE SIDES",
        "why not",
        "Why not like this? What else is possible?",
        "hints",
        _why_not,
    ),
    BoardCommand(
        "play.possible",
        "",
        "possible PLACE",
        "possible",
        "List what is still possible here",
        "hints",
        _possible,
    ),
)
