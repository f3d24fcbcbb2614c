"""`hint`: the next step of each position, with its reason and the board marked; or all of them to the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.commands.limit import patience
from termpuzzles.commands.printing import as_json, failure, places
from termpuzzles.commands.result import LIMIT, NO, Answer
from termpuzzles.errors import PuzzleError
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import IMPOSSIBLE, Hint
from termpuzzles.logic.task import Unfinished
from termpuzzles.render.picture import BECAUSE, TARGET
from termpuzzles.render.text_diagram import chart

if TYPE_CHECKING:
    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle, State

WHERE, WHY, DONE = 1, 2, 3  # how deep a hint goes: where to look, which idea and why, done


class Asked(NamedTuple):
    """How to answer: cells pinned besides those of the text, how deep, all hints to the end, JSON, seconds a puzzle."""

    pins: str = ""
    depth: int = WHY
    all: bool = False
    json: bool = False
    limit: float | None = None


def hint(entries: Iterable[Entry], asked: Asked) -> Iterator[Answer]:
    """A hint for each puzzle as it stands, or all hints from there on."""
    for entry in entries:
        try:
            if isinstance(entry.puzzle, PuzzleError):
                raise entry.puzzle
            yield from _hints(entry.puzzle, asked)
        except PuzzleError as error:
            yield failure(error, block=True, json=asked.json)
        except Unfinished:
            reason = PuzzleError(f"the limit of {asked.limit:g} s ran out", source=entry.name)
            yield failure(reason, block=True, json=asked.json, status=LIMIT)


def _hints(puzzle: Puzzle, asked: Asked) -> Iterator[Answer]:
    until = patience(asked.limit)
    guide, state = Guide(puzzle), _position(puzzle, asked.pins)
    found = guide.hint(state, until=until)
    if found is None or found.kind == IMPOSSIBLE:
        yield _nothing(found, asked)
        return
    while found and found.move:
        after = puzzle.game.play(puzzle, state, found.move)
        yield _answer(puzzle, after if asked.depth == DONE else state, found, asked)
        if not asked.all:
            return
        state, found = after, guide.hint(after, until=until)


def _nothing(found: Hint | None, asked: Asked) -> Answer:
    reason = f"{found.sentence[0].lower()}{found.sentence[1:]}" if found else "nothing to hint: the board is solved"
    return failure(PuzzleError(reason), block=True, json=asked.json, status=NO)


def _position(puzzle: Puzzle, pins: str) -> State:
    """The position that the text shows, with these cells pinned too."""
    if not pins.strip():
        return puzzle.start
    if not puzzle.game.pins:
        raise PuzzleError(f"no --pins: {puzzle.game.title} has none")
    pinned = bytearray(puzzle.start.pins)
    for word in pins.split():
        pinned[_cell(puzzle, word)] = 1
    return puzzle.start._replace(pins=bytes(pinned))


def _cell(puzzle: Puzzle, word: str) -> int:
    column, comma, row = word.partition(",")
    if comma and column.isdecimal() and row.isdecimal():
        x, y = int(column) - 1, int(row) - 1
        if 0 <= x < puzzle.grid.width and 0 <= y < puzzle.grid.height:
            return puzzle.grid.cell(x, y)
    raise PuzzleError(f"a cell of the {puzzle.grid} board to pin, such as 3,1", repr(word))


def _answer(puzzle: Puzzle, state: State, found: Hint, asked: Asked) -> Answer:
    """What is told of a hint at the depth asked for."""
    where = asked.depth == WHERE
    sentence = found.where if where else found.sentence
    because = () if where else found.because
    if asked.json:
        return Answer(as_json(_facts(puzzle, found, sentence, because, where)))
    marks = dict.fromkeys(because, BECAUSE) | dict.fromkeys(found.cells, TARGET)
    # Where there are two answers, both are shown: what differs is marked.
    shown = found.answers if found.answers and asked.depth == WHY else (state,)
    text = [sentence]
    for position in shown:
        text += chart(puzzle, position, marks)
    return Answer("\n".join(text), block=True)


def _facts(puzzle: Puzzle, found: Hint, sentence: str, because: tuple[int, ...], where: bool) -> dict[str, object]:
    return {
        "rule": None if where else found.rule,
        "sentence": sentence,
        "cell": None if found.cell is None else places(puzzle, [found.cell])[0],
        "cells": places(puzzle, found.cells),
        "because": places(puzzle, because),
        "mistake": found.mistake,
        "kind": found.kind,
        "move": None if where else str(found.move),
    }
