"""On which cells the findings of each rule rest amid a proof, and which are marked, as a table to read."""

from __future__ import annotations

from collections import Counter
from random import Random

from termpuzzles.games import named
from termpuzzles.logic.explain.conclusion import step_of
from termpuzzles.logic.explain.step import Step
from termpuzzles.logic.problem import ALL
from termpuzzles.logic.rules import SEARCH, rule_named
from tests.approved import approve
from tests.games.boards import solvable_puzzle
from tests.logic.test_approved_proofs import stalled
from tests.logic.transcript import lines, masks, sides

GAMES = ("masyu", "net", "infinity", "simpleloop", "masyu", "simpleloops")
MOST = 16  # findings of a rule in a game
EACH = 2  # of them on one board


def brief(step: Step) -> str:
    """What is left of which cells, by what of which others; then how many cells of which sides each page marks."""
    left = " ".join(f"{cell}{masks(after)}" for cell, _, after in step.narrowed)
    by = " ".join(
        f"{cell}{sides(known)}{'' if keep == ALL else '=' + masks(keep)}" for cell, known, keep in step.because
    )
    marked = [
        "+".join(
            f"{len(cells)} {role.value[0]}{''.join(map(lines, filter(None, cells.values())))}"
            for role, cells in page.marks.items()
        )
        for page in step.parts
    ]
    return f"{left} by {by}; {', '.join(marked)}"


def test_findings_rest_on_what_is_approved() -> None:
    found = []
    counts = Counter[tuple[str, str]]()
    rng = Random(91)
    for number in range(240):
        puzzle = solvable_puzzle(rng, named(GAMES[number % len(GAMES)]), 6)
        asked = puzzle.problem()
        names = [name for name in asked.rules if name != SEARCH]
        first = rng.randint(1, min(len(names) - 1, 4))
        knowledge = stalled(asked, names[:first])
        assert knowledge
        knowledge.problem = asked
        for name in (*names[first:], *asked.extra_rules):
            kind = puzzle.game.name, name
            for finding in list(rule_named(name).find(knowledge, range(knowledge.size)))[:: 1 + number % 3][:EACH]:
                counts[kind] += 1
                if counts[kind] <= MOST:
                    found.append(f"{number} {puzzle.game.name} {puzzle.grid} {name}: {brief(step_of(asked, finding))}")
    approve(__file__, "logic-premises", "\n".join(found) + "\n")
