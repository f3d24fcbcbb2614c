"""Wrong pins and lines, by the technique that would have avoided them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.games.queries import solve
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.rules import SEARCH
from termpuzzles.session.session import Session

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.task import Task
    from termpuzzles.session.questions import Desk
    from termpuzzles.storage.journal_text import Event

LARGEST = 400  # cells: only boards up to this size are played again to find slips


class SlipsQuestion(NamedTuple):
    """Asks how many slips each technique would have avoided, in each of these games."""

    games: tuple[tuple[Puzzle, tuple[Event, ...]], ...]

    def work(self, desk: Desk) -> Task[list[dict[str, int]]]:
        """For each of the games a count for each technique."""
        found = []
        for puzzle, events in self.games:
            found.append(dict(slips(puzzle, events)))
            yield None
        return found


def slips(puzzle: Puzzle, events: Sequence[Event]) -> Counter[str]:
    """Count, for every time a cell was settled wrongly, the technique that settles it."""
    answer = solve(puzzle)
    if answer is None:
        return Counter()
    session, counts = Session(puzzle), Counter[str]()
    known = mistaken(puzzle, session.state, answer)
    rules: dict[int, str] | None = None
    for event in events:
        session.restore([event])
        wrong = mistaken(puzzle, session.state, answer)
        for cell in wrong - known:
            rules = settling(puzzle) if rules is None else rules
            counts[rules.get(cell, "")] += 1
        known = wrong
    del counts[""]
    return counts


def mistaken(puzzle: Puzzle, state: State, answer: State) -> set[int]:
    """The cells that are settled differently from the solution."""
    if puzzle.game.pins:
        return {cell for cell, pin in enumerate(state.pins) if pin and state.lines[cell] != answer.lines[cell]}
    return {cell for cell, mask in enumerate(state.lines) if mask & ~answer.lines[cell]}


def settling(puzzle: Puzzle) -> dict[int, str]:
    """For each cell the technique that settles it when a person solves the board."""
    problem, rules = puzzle.problem(), dict[int, str]()
    for finding in chain(Knowledge(problem), [name for name in problem.rules if name != SEARCH]):
        settled = [each.cell for each in finding.narrowed if each.settles] if finding else []
        for cell in settled:
            rules.setdefault(cell, finding.rule if finding else "")
    return rules
