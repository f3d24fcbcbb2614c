"""The commands on a board that plain mode carries out in its own way, or has alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from termpuzzles.english import counted
from termpuzzles.formats import canonical_id
from termpuzzles.games.model import Move, Puzzle
from termpuzzles.plain.commands import help_lines
from termpuzzles.plain.conversation import Back, PlainContext, PlainPlace, settings_menu
from termpuzzles.plain.words import MOST_NAMED, Later, move_in_words
from termpuzzles.play.controller import Controller
from termpuzzles.play.ghost_commands import own_line
from termpuzzles.play.result import NOT_SOLVED, result_of
from termpuzzles.play.stage import Message


def _more(context: PlainContext, controller: Controller) -> Iterator[str]:
    return iter(())  # whoever asks has what is left


def _describe(full: bool, sentence: str) -> Callable[[PlainContext, Controller], Iterator[str]]:
    """The function that chooses how cells are described from now on."""

    def describe(context: PlainContext, controller: Controller) -> Iterator[str]:
        context.full = full
        yield sentence

    return describe


def _copy(context: PlainContext, controller: Controller) -> Iterator[str]:
    yield canonical_id(controller.puzzle)
    if line := own_line(controller):
        yield "Your game, for a friend to play against:"
        yield line


def _share(context: PlainContext, controller: Controller) -> Iterator[str]:
    """The result in words; the picture only for whoever wants to hear more."""
    result = result_of(controller)
    yield result.words if result else NOT_SOLVED
    if result:
        yield Later(result.picture)


def _help(context: PlainContext, controller: Controller, *about: str) -> Iterator[str]:
    yield from help_lines(controller.puzzle.game, " ".join(about))


def _replay(context: PlainContext, controller: Controller) -> Iterator[str]:
    """The moves in force, one after the other."""
    moves = controller.session.moves
    told = [f"{number}. {_in_words(controller.puzzle, move)}." for number, move in enumerate(moves, 1)]
    yield f"{counted(len(moves), 'move')}:" if moves else "No moves yet."
    for at in range(0, len(told), MOST_NAMED):
        lines = told[at : at + MOST_NAMED]
        yield from lines if at == 0 else (Later(" ".join(lines)),)


def _in_words(puzzle: Puzzle, move: Move | None) -> str:
    return "a new beginning" if move is None else move_in_words(puzzle, move)


def _options(context: PlainContext, controller: Controller) -> Iterator[PlainPlace]:
    yield settings_menu(context)


def _leave(context: PlainContext, controller: Controller) -> Iterator[str]:
    if controller.context.library.keeps:
        yield "Every move is kept."
    raise Back


OF_PLAIN_MODE: dict[str, Callable[..., Iterator[str | PlainPlace]]] = {  # by the id of the command
    "read.more": _more,
    "read.brief": _describe(False, "Cells are described briefly."),
    "read.full": _describe(True, "Cells are described in full."),
    "play.copy": _copy,
    "play.share": _share,
    "play.help": _help,
    "play.replay": _replay,
    "play.options": _options,
    "play.leave": _leave,
}


def leads_away(controller: Controller, name: Sequence[str]) -> bool:
    """Whether `back` leaves the board, because no other position is marked to which it could lead."""
    attempt = controller.session.attempt
    return not name and attempt.trial is None and not {*attempt.marks.values()} - {len(attempt.moves)}


def not_now(controller: Controller, phrase: str) -> str:
    """Why a word that begins or ends a trial means nothing now; "" if it does."""
    tries = controller.session.attempt.trial is not None
    if phrase == "trial" and tries:
        return "You are already in a trial. Type keep or drop to end it."
    return "There is no trial to keep." if phrase == "keep" and not tries else ""


def close(controller: Controller) -> None:
    """Drop the trial with whatever was opened in it, else what was opened last."""
    tries = controller.session.attempt.trial is not None
    closed = controller.close()
    while tries and controller.session.attempt.trial is not None:
        controller.close()
    if not tries:
        controller.message = Message("closed", "Dropped." if closed else "There is nothing to drop.")
