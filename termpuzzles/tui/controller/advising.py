"""Commands that ask the logic: hints and the check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.play.advice import NONE
from termpuzzles.play.questions import CheckQuestion, HintQuestion
from termpuzzles.tui.controller.command import Command
from termpuzzles.tui.controller.controller import Controller

if TYPE_CHECKING:
    from termpuzzles.hints.check import Verdict
    from termpuzzles.hints.hint import Hint


def _check(controller: Controller) -> None:
    """Mark what is settled and wrong, and nothing else."""

    def checked(verdict: Verdict) -> None:
        controller.session.tell_check(len(verdict.wrong))
        controller.wrong, controller.message = verdict.wrong, verdict.sentence
        controller.stage.show()

    controller.stage.ask(CheckQuestion(controller.puzzle, controller.session.state), checked, "check")


def _hint(controller: Controller) -> None:
    """Give a hint, or go deeper into the one being given: where, why, done."""

    def advise(hint: Hint | None) -> None:
        if hint is not None:
            controller.session.take_hint(hint.rule or "")
            controller.advice.give(hint)
            _tell(controller)
            if hint.cell is not None:
                controller.stage.reveal(hint.cell)

    if controller.session.solved:
        controller.say("There is nothing left to hint.")
    elif controller.advice.stage == NONE:
        question = HintQuestion(controller.puzzle, controller.session.state, controller.stage.cursor)
        controller.stage.ask(question, advise, "hint")
    elif move := controller.advice.next():
        sentence = controller.advice.sentence
        controller.session.play(move)
        controller.changed(sentence)
    else:
        _tell(controller)


def _tell(controller: Controller) -> None:
    """Show the hint as deep as it has gone."""
    controller.message = ""
    controller.stage.show()


COMMANDS = (
    Command("play.hint", "i", "hint", "A hint: where to look; again: why; again: do it", "hints", _hint),
    Command("play.check", "c", "check", "Mark pins that are wrong and parts that only look finished", "hints", _check),
)
