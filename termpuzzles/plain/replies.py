"""What the player of a board hears after a command: what has changed, what the controller says, and how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.catalogue.day import is_daily
from termpuzzles.english import counted, sentence
from termpuzzles.plain.words import (
    cell_line,
    changes,
    clock,
    described,
    for_speech,
    hint_lines,
    move_in_words,
    naming,
)
from termpuzzles.play.controller import BoardCommand, Controller
from termpuzzles.session.open_cells import cells_to_do

if TYPE_CHECKING:
    from termpuzzles.games.model import Move, State
    from termpuzzles.hints.hint import Hint
    from termpuzzles.session.session import Session

_TURNS_ALIKE = "This tile looks the same however it is turned."
_HALF_ALIKE = "A half turn changes nothing here."
_NO_WAY = "That side is closed: no line can be there."
_STEPS = ("board.north", "board.south", "board.west", "board.east")
_WALKS_HISTORY = ("play.undo", "play.redo")


class Before(NamedTuple):
    """What a command found."""

    state: State
    solved: bool
    cursor: int
    hint: Hint | None
    page: tuple[int, int]  # the stage and page of the hint
    moves: tuple[Move | None, ...]

    @classmethod
    def of(cls, controller: Controller) -> Before:
        """What there is before the next command."""
        session, staged = controller.session, controller.staged_hint
        page = staged.stage, staged.page
        return cls(session.state, session.solved, controller.stage.cursor, staged.hint, page, session.moves)


class WhatFollows(NamedTuple):
    """What is said of a solved board: in the line that says so, and after it."""

    with_it: str
    after_it: Iterable[str]


def reply(
    controller: Controller, command: BoardCommand, before: Before, full: bool, ending: Callable[[], WhatFollows]
) -> Iterator[str]:
    """What a command has changed on this board; `ending` is asked for once it is solved."""
    session, cursor = controller.session, controller.stage.cursor
    told = [*_changes(session, command, before), *_message(controller), *_hint(controller, before)]
    if cursor != before.cursor and command.group == "move":
        told.append(cell_line(session, cursor, full))
    yield from told or _nothing(controller, command, full)
    if command.id == "play.restart" or (session.solved and not before.solved):
        yield from how_it_stands(controller, ending)


def _changes(session: Session, command: BoardCommand, before: Before) -> Iterator[str]:
    """The cells that a command has changed, as they are now."""
    if session.state == before.state or command.id == "play.restart":
        return
    if command.id in _WALKS_HISTORY:
        yield _step_of_history(session, command, before)
    move = session.moves[-1] if session.moves else None
    if command.group in ("undo", "positions") or move is None:
        yield from changes(session, before.state)
    else:
        cells = [*dict.fromkeys(session.puzzle.grid.cell(change.x, change.y) for change in move.changes)]
        yield from described(session, cells)
    if not session.solved:
        yield _left_to_do(session, before)


def _left_to_do(session: Session, before: Before) -> str:
    """What is left to do, in counts that the command can have changed: pins, or else what is still wrong."""
    if session.state.pins != before.state.pins and session.state.lines == before.state.lines:
        return f"{counted(cells_to_do(session.puzzle, session.state).count(1), 'tile')} to pin."
    return sentence(", ".join(mistake.sentence for mistake in session.mistakes))


def _step_of_history(session: Session, command: BoardCommand, before: Before) -> str:
    """Which move was undone or redone."""
    undone = command.id == "play.undo"
    move = before.moves[-1] if undone else session.moves[-1]
    what = "the new beginning" if move is None else move_in_words(session.puzzle, move)
    return f"{'Undone' if undone else 'Redone'}: {what}."


def _message(controller: Controller) -> Iterator[str]:
    """The controller's sentence, and the cells that it is about, unless it names them aloud."""
    message = controller.message
    if text := message.aloud:
        yield for_speech(text if text[-1] in ".?!" else f"{text}.")
    if message.cells and message.for_speech is None:
        yield from naming(controller.session, "", message.cells)


def _hint(controller: Controller, before: Before) -> Iterator[str]:
    """The hint, if it has begun or gone on."""
    staged = controller.staged_hint
    same = staged.hint is before.hint and (staged.stage, staged.page) == before.page
    if staged.hint is not None and not same:
        yield from hint_lines(controller.session, staged)
        staged.turn_to_end()  # the reason is told at once, and whatever is left of it later


def _nothing(controller: Controller, command: BoardCommand, full: bool) -> Iterator[str]:
    """That nothing has changed, unless it could not, because another window has the board now."""
    session, cursor = controller.session, controller.stage.cursor
    if controller.recorded.lost:
        return
    if command.id in _STEPS:
        yield "The border or a wall is there; you stay where you are."
    elif command.group == "move":
        yield cell_line(session, cursor, full)
    elif command.id == "play.do":
        yield "There is no move in this hint."
    elif command.id == "play.hint":
        yield "That was the whole hint."
    else:
        same = _TURNS_ALIKE if session.state.lines[cursor] in (0, 15) else _HALF_ALIKE
        yield {"tile": same, "line": _NO_WAY, "notes": _NO_WAY}.get(command.group, "Nothing changes.")


def how_it_stands(controller: Controller, ending: Callable[[], WhatFollows]) -> Iterator[str]:
    """What is still wrong with the board; once it is solved, with what help, and what comes after it."""
    session, attempt = controller.session, controller.session.attempt
    if not session.solved:
        yield from (sentence(mistake.sentence) for mistake in session.mistakes)
        return
    found = ending()
    if session.opened_solved:
        yield f"This board is already solved.{found.with_it}"
        yield from found.after_it
        return
    time = f" in {clock(session.clock.seconds)}" if session.clock.seconds >= 1 else ""
    how = f"{time}, with {counted(attempt.hints or 'no', 'hint')}"
    yield f"The board is solved{' for you' if attempt.gave_up else how}.{found.with_it}"
    if controller.rival and not attempt.gave_up:
        yield for_speech(controller.rival.sentence(session))
    yield from found.after_it


def ending_of(controller: Controller) -> WhatFollows:
    """How to go on; after a board that no other follows in the line that says that it is solved, often the last."""
    if found := controller.following():
        return WhatFollows("", (f"Type next for {for_speech(found.aloud) or 'the next one'}.",))
    if is_daily(controller.puzzle):
        return WhatFollows(" All boards of that day are solved: type next to go back.", ())
    return WhatFollows(" Type next for a new board like this one." * (controller.puzzle.game.maker is not None), ())
