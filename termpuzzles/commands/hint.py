"""`hint`: the next step in each position, with its reason and the board marked; or all of them to the end."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.commands.answers import LIMIT, NO, Answer, Console, as_json, failure, places
from termpuzzles.commands.command import Command, Parser, number, take_json, take_limit
from termpuzzles.commands.workers import answers_to, take_workers
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import natural, shown
from termpuzzles.games.model import LETTER_SIDES, SIDE_LETTERS
from termpuzzles.hints.check import why_not
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import IMPOSSIBLE, MISTAKE, REFUTED, STEP, Hint, HintStep
from termpuzzles.logic.explain.parts import merged_marks
from termpuzzles.logic.problem import masks_of
from termpuzzles.logic.task import USUAL, Budget, Unfinished, finish, spending
from termpuzzles.render.picture import BECAUSE, TARGET, roles_of
from termpuzzles.render.text_diagram import part_diagram, text_diagram
from termpuzzles.session.supposition import supposing

if TYPE_CHECKING:
    import argparse

    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.explain.parts import Part, Role, Sides

MOST_WAYS, APART = 6, 3  # pictures of ways that are drawn, and columns between two of them
MARGIN = 6  # columns of a picture for the numbers of rows and for its rim
ROOM = 80, 24  # columns and rows to draw in where there is no terminal
WHERE, WHY, DONE = 1, 2, 3  # how deep a hint goes: where to look, which idea and why, done


class HintOptions(NamedTuple):
    """How to answer.

    `pins` are further pinned cells; `trust` takes every tile that is right as known; `why_not` asks about a turn
    instead: a cell and the letters of its sides. `steps` asks for every page of a long reason. `depth` says how far a
    hint goes, `all` asks for all hints to the end. `budget` is what each puzzle may cost. `room` is how many columns
    and rows there are to draw a board in: of a larger one only the part around the hint is drawn.
    """

    pins: str = ""
    depth: int = WHY
    all: bool = False
    json: bool = False
    budget: Budget = USUAL
    trust: bool = False
    why_not: str = ""
    steps: bool = False
    room: tuple[int, int] = ROOM


def hint_each(entries: Iterable[Entry], asked: HintOptions) -> Iterator[Answer]:
    """A hint for each puzzle as it stands, or all hints from there on."""
    for entry in entries:
        yield from hint_entry(asked, entry)


def hint_entry(asked: HintOptions, entry: Entry) -> Iterator[Answer]:
    """A hint for the puzzle as it stands, or all hints from there on."""
    begun = False  # whether a hint was given
    try:
        for answer in _hints(entry, asked):
            yield answer
            begun = True
    except PuzzleError as error:
        yield failure(error, name=entry.name, block=True, json=asked.json)
    except Unfinished as stopped:
        reason = PuzzleError(asked.budget.sentence(stopped), source=entry.name)
        answer = failure(reason, block=True, json=asked.json, status=LIMIT)
        yield answer._replace(place="") if begun else answer


def _hints(entry: Entry, asked: HintOptions) -> Iterator[Answer]:
    puzzle = entry.given()
    with spending(asked.budget.begun(entry.seconds)) as budget:
        guide, state = Guide(puzzle), _position(puzzle, asked.pins)
        if asked.why_not:
            answer, following = _why_not(guide, state, entry.name, asked, budget), None
        else:
            answer, following = _hint(guide, state, entry.name, asked, budget)
    yield answer
    while asked.all and following:
        with spending(budget):
            answer, following = _hint(guide, following, entry.name, asked, budget)
        if following:
            yield answer


def _hint(guide: Guide, state: State, name: str, asked: HintOptions, budget: Budget) -> tuple[Answer, State | None]:
    """The answer for a position, and the position after the hint's move; None if there is no hint."""
    puzzle = guide.puzzle
    found = guide.hint(state, until=budget, turned=range(puzzle.grid.size) if asked.trust else ())
    if found is None or found.kind == IMPOSSIBLE or not found.move:
        return _nothing(found, name, asked), None
    after = puzzle.game.play(puzzle, state, found.move)
    return _answer(puzzle, after if asked.depth == DONE else state, found, asked), after


def _why_not(guide: Guide, state: State, name: str, asked: HintOptions, budget: Budget) -> Answer:
    puzzle = guide.puzzle
    cell, sides = _turn(puzzle, asked.why_not)
    turned = range(puzzle.grid.size) if asked.trust else ()
    found = finish(why_not(guide, state, cell, sides, turned), budget)
    return _nothing(found, name, asked) if found.kind == IMPOSSIBLE else _answer(puzzle, state, found, asked)


def _turn(puzzle: Puzzle, text: str) -> tuple[int, int]:
    """The cell and the sides in a text such as `3,1 NE`."""
    place, _, letters = text.strip().partition(" ")
    cell = _cell(puzzle, place, "to ask about")
    sides = 0
    for letter in letters.replace(" ", "").upper():
        if letter not in LETTER_SIDES:
            raise PuzzleError("a cell and letters of NESW, such as '3,1 NE'", shown(text))
        sides |= LETTER_SIDES[letter]
    if not sides and not puzzle.game.draws:
        raise PuzzleError("a cell and letters of NESW, such as '3,1 NE'", shown(text))
    return cell, sides


def _nothing(found: Hint | None, name: str, asked: HintOptions) -> Answer:
    told = " ".join(part.plain for part in (found.claim, *_pages(found, asked))) if found else ""
    reason = f"{told[0].lower()}{told[1:]}" if told else "no hint: the board is solved"
    return failure(PuzzleError(reason), name=name, block=True, json=asked.json, status=NO)


def _position(puzzle: Puzzle, pins: str) -> State:
    """The position that the text shows, with these cells pinned as well."""
    if not pins.strip():
        return puzzle.start
    if not puzzle.game.pins:
        raise PuzzleError(f"--pins: {puzzle.game.title} has no pins")
    pinned = bytearray(puzzle.start.pins)
    for word in pins.split():
        pinned[_cell(puzzle, word, "to pin")] = 1
    return puzzle.start._replace(pins=bytes(pinned))


def _cell(puzzle: Puzzle, word: str, what_for: str) -> int:
    column, comma, row = word.partition(",")
    x, y = natural(column), natural(row)
    if comma and x and y and x <= puzzle.grid.width and y <= puzzle.grid.height:
        return puzzle.grid.cell(x - 1, y - 1)
    raise PuzzleError(f"a cell of the {puzzle.grid} board {what_for}, such as 3,1", shown(word))


def _answer(puzzle: Puzzle, state: State, found: Hint, asked: HintOptions) -> Answer:
    """The answer for a hint at the depth asked for."""
    if asked.json:
        return Answer(as_json(_facts(puzzle, found, asked)))
    return Answer("\n".join(_text(puzzle, state, found, asked)), block=True)


def _text(puzzle: Puzzle, state: State, found: Hint, asked: HintOptions) -> Iterator[str]:
    """Lines with the technique, the conclusion, the reason part by part, and the board with everything they show."""
    words, marks = _words(found, asked), _marks(found, asked.depth)
    for part in _pages(found, asked) if asked.depth == WHY else ():
        words += _ways(puzzle, state, part.ways, asked.room[0])
    yield from words
    above = 1 + sum(1 + len(line) // asked.room[0] for line in words)  # and a row for what the shell says next
    # If there are two answers, show both, with the differences marked.
    for position in found.answers if found.answers and asked.depth == WHY else (state,):
        yield from text_diagram(puzzle, position, marks, asked.room, above)


def _pages(found: Hint, asked: HintOptions) -> list[Part]:
    """The parts of the reason that are told: the first page, or all."""
    return [part for leaf in (found.leaves if asked.steps else found.leaves[:1]) for part in leaf]


def _words(found: Hint, asked: HintOptions) -> list[str]:
    """The hint in lines; of a long reason the first page, unless all of it is asked for."""
    if asked.depth == WHERE:
        return [found.where_to_look("the part in brackets")]
    leaves = found.leaves if asked.steps else found.leaves[:1]
    told = [f"{found.title}: {found.claim.plain}"]
    for leaf in leaves:
        for place, part in enumerate(leaf, 1):
            told.append(f"  {place}. {part.plain}" if len(leaf) > 1 else part.plain)
    if left := len(found.leaves) - len(leaves):
        told.append(f"Page 1 of {left + 1}; --steps prints all.")
    return told


def _ways(puzzle: Puzzle, state: State, ways: Sequence[Sides], room: int) -> Iterator[str]:
    """The few ways of which a part speaks, side by side in so many columns, each as the part of the board it is in."""
    cells = {cell for way in ways for cell in way}
    xs, ys = ([place[axis] for place in map(puzzle.grid.place, cells)] for axis in (0, 1))
    if len(ways) < 2 or 2 * (max(xs) - min(xs)) + MARGIN > room:
        return
    columns, rows = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    pictures = [part_diagram(puzzle, supposing(puzzle, state, way).state, columns, rows) for way in ways[:MOST_WAYS]]
    width = max(len(line) for picture in pictures for line in picture)
    number = max(1, (room + APART) // (width + APART))
    for first in range(0, len(pictures), number):
        for lines in zip(*pictures[first : first + number], strict=True):
            yield (" " * APART).join(line.ljust(width) for line in lines).rstrip()
    if len(ways) > MOST_WAYS:
        yield f"and {len(ways) - MOST_WAYS} more"


def _marks(found: Hint, depth: int) -> dict[int, int]:
    """The cells that a hint and its reason show, with their roles."""
    if depth == WHERE:
        return dict.fromkeys(found.region, BECAUSE)
    marks: Mapping[Role, Sides] = found.claim.marks
    for part in found.reason:
        marks = merged_marks(marks, part.marks)
    return dict.fromkeys(found.because, BECAUSE) | roles_of(marks) | dict.fromkeys(found.cells, TARGET)


def _facts(puzzle: Puzzle, found: Hint, asked: HintOptions) -> dict[str, object]:
    where = asked.depth == WHERE
    told = found.sentence if asked.steps else found.at_once
    return {
        "rule": None if where else found.rule,
        "sentence": found.where_by_number(puzzle.grid) if where else told,
        "cell": None if found.cell is None else places(puzzle, [found.cell])[0],
        "cells": places(puzzle, found.region if where else found.cells),
        "because": [] if where else places(puzzle, found.because),
        "mistake": found.mistake,
        "kind": found.kind,
        "move": None if where or found.move is None else str(found.move),
        "technique": None if where or found.kind not in (STEP, REFUTED) else found.title,
        "steps": [] if where else [_step(puzzle, step) for step in found.steps],
    } | ({} if where or found.kind not in (MISTAKE, IMPOSSIBLE) else {"conflict": _conflict(puzzle, found)})


def _conflict(puzzle: Puzzle, found: Hint) -> list[list[int | str]]:
    return [[*places(puzzle, [cell])[0], _letters(side)] for cell, side in found.conflict]


def _step(puzzle: Puzzle, step: HintStep) -> dict[str, object]:
    return {
        "rule": step.rule,
        "sentence": step.sentence,
        "cells": places(puzzle, step.cells),
        "because": places(puzzle, step.because),
        "concludes": [
            {
                "cell": places(puzzle, [cell])[0],
                "drawn": _letters(known >> 4),
                "absent": _letters(known & 15),
                "excluded": [_letters(mask) for mask in masks_of(step.excludes.get(cell, 0))],
            }
            for cell, known in sorted(step.concludes.items())
        ],
        "parts": [_part(puzzle, part) for part in step.parts],
    }


def _part(puzzle: Puzzle, part: Part) -> dict[str, object]:
    marks = {
        role.value: [[*places(puzzle, [cell])[0], _letters(sides)] for cell, sides in sorted(cells.items())]
        for role, cells in part.marks.items()
    }
    return {"sentence": part.plain, "marks": marks, "assumption": part.assumption}


def _letters(sides: int) -> str:
    return "".join(letter for side, letter in SIDE_LETTERS.items() if sides & side)


def run(options: argparse.Namespace, console: Console) -> int:
    asked = HintOptions(
        options.pins,
        options.depth,
        options.all,
        options.json,
        trust=options.trust,
        why_not=options.why_not or "",
        steps=options.steps,
        room=_terminal(console) or ROOM,
    )
    return console.show(answers_to(options, console, lambda budget: partial(hint_entry, asked._replace(budget=budget))))


def _terminal(console: Console) -> tuple[int, int] | None:
    """The columns and rows of the terminal that stdout is; None if it is none or does not say."""
    try:
        columns, rows = os.get_terminal_size(console.stdout.fileno())
    except OSError:
        return None
    return (columns, rows) if columns and rows else None


def _arguments(parser: Parser) -> None:
    parser.add_argument("--pins", metavar="CELLS", default="", help="cells to pin first, such as '3,1 4,1'")
    parser.add_argument(
        "--depth",
        type=number,
        choices=(1, 2, 3),
        default=2,
        help="1: where to look; 2: which technique, and why (default); 3: the board with the move made",
    )
    parser.add_argument("--steps", action="store_true", help="print every page of a long reason, not just the first")
    parser.add_argument("--all", action="store_true", help="give every hint, to the end")
    parser.add_argument("--trust", action="store_true", help="treat every correct tile as known, not only pinned tiles")
    parser.add_argument(
        "--why-not",
        metavar="TURN",
        help="explain why a cell cannot have these lines, such as '3,1 NE', or say that it can",
    )
    take_json(parser, "hint")
    take_limit(parser)
    take_workers(parser)


HINT = Command(
    "hint",
    run,
    (
        "hint 5x5w:78a2ab47ad541418beb984d39",
        "hint --pins '3,2 5,2' 5x5w:78a2ab47ad541418beb984d39",
        "hint --all infinity:2x2:3333",
    ),
    arguments=_arguments,
    more="A position is a puzzle with its tiles, pins and lines as they are.",
    takes_puzzles=True,
    statuses=("a hint", "no hint to give (already solved)"),
    holds_memory=True,
)
