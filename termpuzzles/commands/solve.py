"""`solve`: each puzzle solved, or proved to have no solution; with every deduction on the way if that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.commands.limit import known_so_far, patience, to_tell_why
from termpuzzles.commands.printing import as_json, facts_of, failure, is_block, places, written
from termpuzzles.commands.result import LIMIT, NO, YES, Answer
from termpuzzles.errors import PuzzleError
from termpuzzles.games import queries
from termpuzzles.logic.task import Unfinished

if TYPE_CHECKING:
    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle
    from termpuzzles.games.queries import Until
    from termpuzzles.logic.explain.step import Step


class Asked(NamedTuple):
    """How to answer: the format (by default the puzzle's own), the seconds for each puzzle, the chain, JSON."""

    to: str | None = None
    limit: float | None = None
    explain: bool = False
    json: bool = False


class Explained(NamedTuple):
    """One step of the chain, as it is printed: it must be told before the next one is drawn."""

    rule: str
    sentence: str
    cells: list[list[int]]
    because: list[list[int]]


def solve(entries: Iterable[Entry], asked: Asked) -> Iterator[Answer]:
    """Each puzzle solved, in the format asked for."""
    for entry in entries:
        form = asked.to or entry.form
        try:
            if isinstance(entry.puzzle, PuzzleError):
                raise entry.puzzle
            yield _answer(entry.puzzle, form, asked)
        except PuzzleError as error:
            yield failure(error, block=is_block(form) or asked.explain, json=asked.json)


def _answer(puzzle: Puzzle, form: str, asked: Asked) -> Answer:
    until = patience(asked.limit)
    chain: list[Explained] = []
    try:
        for step in queries.steps(puzzle, until) if asked.explain else ():
            chain.append(_explained(puzzle, step))
        state = queries.solve(puzzle, until)
    except Unfinished as stopped:
        return _stopped(puzzle, form, asked, chain, stopped)
    if state is None:
        reason = no_solution(puzzle, until)
        return _answered(puzzle, asked, chain, f"# {reason}", {"error": reason}, NO, said=reason)
    text = written(puzzle, form, state)
    return _answered(puzzle, asked, chain, text, {"solution": text}, YES, block=is_block(form))


def no_solution(puzzle: Puzzle, until: Until) -> str:
    """That there is no solution, with the contradiction that the rules find if they find one in time, and its cells."""
    try:
        found = queries.contradiction(puzzle, to_tell_why(until))
    except Unfinished:
        found = None
    if not found:
        return "no solution"
    said = f"no solution: {found.sentence[0].lower()}{found.sentence[1:]}"
    if len(found.cells) == 1:
        return said
    return f"{said} The tiles that show it: {' '.join(map(puzzle.grid.name, found.cells))}"


def _stopped(puzzle: Puzzle, form: str, asked: Asked, chain: list[Explained], stopped: Unfinished) -> Answer:
    """What is settled when the limit runs out, the rest as given, and the cells that are open."""
    known = known_so_far(puzzle, stopped.left)
    text = written(puzzle, form, known.state)
    reason = f"the limit of {asked.limit:g} s ran out"
    facts: dict[str, object] = {"error": reason, "settled": text}
    if asked.json:
        facts["open"] = places(puzzle, known.open_cells)  # seconds for a million cells
    names = " ".join(map(puzzle.grid.name, known.open_cells)) or "none"
    said = f"{reason}; open cells: {names}"
    return _answered(puzzle, asked, chain, text, facts, LIMIT, said=said, block=is_block(form))


def _explained(puzzle: Puzzle, step: Step) -> Explained:
    cells = places(puzzle, (narrowing.cell for narrowing in step.narrowed))
    because = places(puzzle, (premise.cell for premise in step.because))
    return Explained(step.rule, step.sentence, cells, because)


def _answered(
    puzzle: Puzzle,
    asked: Asked,
    chain: list[Explained],
    text: str,
    facts: dict[str, object],
    status: int,
    *,
    said: str = "",
    block: bool = False,
) -> Answer:
    if asked.json:
        steps = {"steps": [step._asdict() for step in chain]} if asked.explain else {}
        return Answer(as_json({**facts_of(puzzle), **facts, **steps}), status, said)
    if asked.explain:
        told = [f"{number}. {step.rule}: {step.sentence}" for number, step in enumerate(chain, 1)]
        return Answer("\n".join([*told, text]), status, said, block=True)
    return Answer(text, status, said, block)
