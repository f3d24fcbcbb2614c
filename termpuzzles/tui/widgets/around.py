"""The words around a board, chosen to fit the room so that no word of a hint is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from termpuzzles.render.ink import SMALLEST
from termpuzzles.tui.controller.controller import Controller
from termpuzzles.tui.widgets import panel, words
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.lines import Words

_COORDINATES = re.compile(r"\(\d+, \d+\)")
_FACTS = 8  # the most lines of the panel for its figures
_MOST_BELOW = 2  # lines below a solved board if there is no room for more


class Room(NamedTuple):
    """The columns of the window, and the rows of the panel (0 if it is not shown)."""

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


def words_around(controller: Controller, board: Board, room: Room, keys: panel.Groups) -> WordsAround:
    """All words around the board as they are now."""
    in_panel = _hint_in_panel(controller, room)
    facts = [line for line in _facts(controller, board) if controller.may_say("".join(piece[0] for piece in line))]
    keys = [[key for key in group if controller.may_say(key.name)] for group in keys]
    advice = panel.advice_lines(controller.advice, controller.stage.key) if in_panel else []
    beside = panel.panel(facts, advice, keys, room.panel) if room.panel else []
    return WordsAround(_heading(controller, board, room), beside, _below(controller, board, room, keys, in_panel))


def time_line(controller: Controller, board: Board, room: Room) -> Words:
    """The line with the time: the first line of the panel, or the line above the board if there is no panel."""
    return _facts(controller, board)[0] if room.panel else _heading(controller, board, room)


def _heading(controller: Controller, board: Board, room: Room) -> Words:
    session, timed = controller.session, bool(controller.settings["time"])
    figures = "" if room.panel else words.figures(session, timed, room.width, _place(controller, board))
    place = (controller.index, len(controller.puzzles))
    return words.heading(session.puzzle, place, controller.tag, figures, room.width, session.trial is not None)


def _facts(controller: Controller, board: Board) -> list[Words]:
    session = controller.session
    chart = words.chart(controller.times.recent, controller.context.glyphs.unicode) if session.solved else ""
    times = controller.times if controller.settings["time"] else None
    key = controller.stage.key
    trial = panel.trial_lines(lambda name: key(name, "Esc")) if session.trial is not None else []
    return [*panel.facts(session, times, chart, _place(controller, board)), *trial]


def _place(controller: Controller, board: Board) -> str:
    """Where the cursor is, as long as the words name places; else ""."""
    return controller.puzzle.grid.name(board.cursor) if board.rulers else ""


def _below(controller: Controller, board: Board, room: Room, keys: panel.Groups, in_panel: bool) -> list[Words]:
    """The lines below the board: what is wrong, what was just done, and asides if there is room."""
    session, free = controller.session, _free_rows(board)
    texts = (_trial(controller, room), _advice(controller, board, in_panel), _here(controller, board))
    message = controller.message or " ".join(filter(None, texts))
    trouble = controller.kept.trouble
    trouble = trouble[:1].upper() + trouble[1:]
    state = words.still_wrong(session, bool(controller.settings["marks"]), controller.may_say)
    status = words.state_in_words(session, state, message, trouble, room.width, free)
    for aside in _asides(controller, message, room, keys):
        if len(status) + len(aside) <= (max(free, _MOST_BELOW) if session.solved else free):
            status += aside
    return status


def _asides(controller: Controller, message: str, room: Room, keys: panel.Groups) -> Iterator[list[Words]]:
    """The optional lines below the board, the most important first."""
    if controller.session.solved and not message:
        yield words.faintly(
            words.how_to_go_on(controller.next_name, bool(room.panel), controller.stage.key), room.width
        )
        if not room.panel and controller.settings["time"]:
            bars = words.chart(controller.times.recent, controller.context.glyphs.unicode)
            yield words.faintly(words.best(controller.puzzle, controller.times.best, bars), room.width)
    elif not message:
        yield words.faintly(controller.goal, room.width)
    if not room.panel and not controller.session.solved:
        yield [panel.keys_in_a_row(keys, room.width)]


def _hint_in_panel(controller: Controller, room: Room) -> bool:
    """Whether the panel has room for the whole hint."""
    return 0 < len(panel.advice_lines(controller.advice, controller.stage.key)) <= room.panel - _FACTS


def _here(controller: Controller, board: Board) -> str:
    """Walls, notes and hint marks of the cell at the cursor in words, at the zoom that has no room for them."""
    return words.cell_in_words(board.picture.look(board.cursor)) if board.zoom is SMALLEST else ""


def _trial(controller: Controller, room: Room) -> str:
    """How to end a trial, if there is no panel to say so."""
    if controller.session.trial is None or room.panel:
        return ""
    keep, drop = controller.stage.key("play.trial"), controller.stage.key("play.close")
    return f"Trial: {keep} keeps it, {drop} drops it."


def _advice(controller: Controller, board: Board, in_panel: bool) -> str:
    """The hint's words below the board, and how to go there if it is out of view."""
    advice = controller.advice
    if advice.hint is None:
        return ""
    (text, does), key = words.advice_in_words(advice), controller.stage.key
    page = f" {advice.page} of {advice.pages}" if advice.page and advice.pages > 1 else ""
    title = f"{advice.title}{page}: " if advice.title and advice.title not in text else ""
    line = "" if in_panel else f"{title}{text}  ({key('play.hint')}: {does})"
    cell = advice.hint.cell
    if cell is None or board.shows(cell):
        return line
    place = controller.puzzle.grid.name(cell)
    return f"{line} It is out of view, at {place}: {key('play.goto')}, then h, goes there.".strip()


def _free_rows(board: Board) -> int:
    """The rows below the board that are free for words."""
    axis = board.geometry.y
    below = axis.room - axis.first - axis.period - 1  # a frame, or the glimpses of copies
    return 1 + max(0, below if axis.fits else 0)
