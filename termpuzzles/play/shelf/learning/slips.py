"""Wrong pins, and wrong lines, by the technique that would have told better: what a game says of its player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.games.queries import solve
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.rules import SEARCH
from termpuzzles.play.session import Session

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.task import Task
    from termpuzzles.play.questions import Desk
    from termpuzzles.play.storage.journal_text import Event

LARGEST = 400  # cells of a board that is played again to find its slips


class SlipsQuestion(NamedTuple):
    """How often each technique would have told better, in each of these games."""

    games: tuple[tuple[Puzzle, tuple[Event, ...]], ...]

    def work(self, desk: Desk) -> Task[list[dict[str, int]]]:
        """A count of each technique for each of the games."""
        found = []
        for puzzle, events in self.games:
            found.append(dict(slips(puzzle, events)))
            yield None
        return found


def slips(puzzle: Puzzle, events: Sequence[Event]) -> Counter[str]:
    """For each cell that was settled wrongly, each time, the technique that settles it."""
    answer = solve(puzzle)
    if answer is None:
        return Counter()
    session, told = Session(puzzle), Counter[str]()
    known = mistaken(puzzle, session.state, answer)
    rules: dict[int, str] | None = None
    for event in events:
        session.restore([event])
        wrong = mistaken(puzzle, session.state, answer)
        for cell in wrong - known:
            rules = settling(puzzle) if rules is None else rules
            told[rules.get(cell, "")] += 1
        known = wrong
    del told[""]
    return told


def mistaken(puzzle: Puzzle, state: State, answer: State) -> set[int]:
    """The cells that are settled otherwise than in the solution."""
    if puzzle.game.pins:
        return {cell for cell, pin in enumerate(state.pins) if pin and state.lines[cell] != answer.lines[cell]}
    return {cell for cell, mask in enumerate(state.lines) if mask & ~answer.lines[cell]}


def settling(puzzle: Puzzle) -> dict[int, str]:
    """The technique that settles each cell, in the order in which a person goes on."""
    problem, rules = puzzle.problem(), dict[int, str]()
    for finding in chain(Knowledge(problem), [name for name in problem.rules if name != SEARCH]):
        settled = [each.cell for each in finding.narrowed if each.settles] if finding else []
        for cell in settled:
            rules.setdefault(cell, finding.rule if finding else "")
    return rules
