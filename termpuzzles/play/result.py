"""The result of a solved board as a text to share: words first, then a small picture that may be left out."""

from __future__ import annotations

from typing import NamedTuple

from termpuzzles.catalogue.day import day_of, share_text
from termpuzzles.english import counted
from termpuzzles.play.controller import BoardCommand, Controller
from termpuzzles.render.picture import picture_of
from termpuzzles.render.thumbnail import in_characters, thumbnail

_WIDEST, _HIGHEST = 40, 20  # characters of the picture


class ResultText(NamedTuple):
    """A result in words, and the picture below them."""

    words: str
    picture: str

    def __str__(self) -> str:
        return f"{self.words}\n{self.picture}"


NOT_SOLVED = "Solve the board first; then you can share its result."


def result_of(controller: Controller) -> ResultText | None:
    """The result of the board; None if it is not solved, or was solved for the player.

    Of a board of the day it shows the board as it began, since others have not solved it yet.
    """
    session, puzzle = controller.session, controller.puzzle
    if not session.solved or session.attempt.gave_up:
        return None
    day = day_of(puzzle)
    hints, helped = session.attempt.hints, "with help" if session.attempt.wrong_checks else "no hints"
    helped = counted(hints, "hint") if hints else helped
    state = puzzle.start if day else session.state
    picture = in_characters(thumbnail(picture_of(puzzle, state), _WIDEST, _HIGHEST))
    seconds = session.clock.seconds
    return ResultText(share_text(puzzle, day, seconds, helped), picture)


COMMANDS = (
    BoardCommand("play.share", "", "share", "share result", "Copy your result on this board as text", "program"),
)
