"""Which words stand around a board: chosen for the room that there is, so that none of a hint's is lost."""

from __future__ import annotations

import re
from typing import NamedTuple

from termpuzzles.play.advice import NONE
from termpuzzles.tui.controller.controller import Controller
from termpuzzles.tui.widgets import words
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.lines import Words

_COORDINATES = re.compile(r"\(\d+, \d+\)")
_FACTS = 6  # lines of the panel that its figures may take


class Room(NamedTuple):
    """The columns of the window, and the rows of the panel, 0 where it is not shown."""

    width: int
    panel: int


class WordsAround(NamedTuple):
    """The line above the board, the panel beside it, and the lines below it."""

    heading: Words
    panel: list[Words]
    status: list[Words]


def speaks_of_places(text: str) -> bool:
    """Whether a text names cells by column and row."""
    return bool(_COORDINATES.search(text))


def words_around(controller: Controller, board: Board, room: Room, keys: list[tuple[str, str, str]]) -> WordsAround:
    """All words around the board as they are now."""
    session, settings = controller.session, controller.settings
    timed, wrong = bool(settings["time"]), bool(settings["marks"])
    figures = "" if room.panel else words.figures(session, timed, room.width)
    place = (controller.index, len(controller.puzzles))
    heading = words.heading(session.puzzle, place, controller.tag, figures, room.width)
    at = session.puzzle.grid.name(board.cursor) if board.rulers else ""
    in_panel = _hint_in_panel(controller, room)
    if in_panel:
        panel = [*words.facts_of(session, timed, None, at), (), *words.advice_panel(controller.advice)]
    else:
        panel = words.panel(session, keys, timed, controller.best, at)
    message = controller.message or _advice(controller, board, in_panel)
    trouble = controller.seat.trouble
    trouble = trouble[:1].upper() + trouble[1:]
    status = words.state_in_words(session, wrong, message, trouble, room.width, _free_rows(board))
    aside = [] if message else words.faintly(controller.aside, room.width)
    if session.solved or len(status) + len(aside) <= _free_rows(board):
        status += aside  # what may be said, and need not be
    return WordsAround(heading, panel, status)


def _hint_in_panel(controller: Controller, room: Room) -> bool:
    """Whether the panel has room for all that the hint says."""
    advice = controller.advice
    return advice.stage != NONE and len(words.advice_panel(advice)) + _FACTS <= room.panel


def _advice(controller: Controller, board: Board, in_panel: bool) -> str:
    """What the hint says below the board, and how to go there where it is out of view."""
    advice = controller.advice
    if advice.hint is None:
        return ""
    told, how = words.advice_in_words(advice)
    page = f" {advice.page} of {advice.pages}" if advice.page and advice.pages > 1 else ""
    title = f"{advice.title}{page}: " if advice.title and advice.title not in told else ""
    said = "" if in_panel else f"{title}{told}  ({how})"
    cell = advice.hint.cell
    if cell is None or board.shows(cell):
        return said
    return f"{said} It is out of view, at {controller.puzzle.grid.name(cell)}: g, then h, goes there.".strip()


def _free_rows(board: Board) -> int:
    """Rows below the board that words may take."""
    axis = board.geometry.y
    below = axis.room - axis.first - axis.period - (not axis.wraps)
    return 1 + max(0, below if axis.fits else 0)
