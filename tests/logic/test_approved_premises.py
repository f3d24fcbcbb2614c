"""On which cells the findings of each rule rest amid a proof, and which are marked, as a table to read."""

from __future__ import annotations

from collections import Counter
from random import Random

from termpuzzles.games import named
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import step_of
from termpuzzles.logic.explain.step import Step
from termpuzzles.logic.problem import ALL, SEARCH, masks_of
from termpuzzles.logic.rules import rule_named, rules_of
from tests.approved import approve
from tests.games.boards import solvable_puzzle
from tests.logic.oracle import random_problem
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


def test_what_contradicts_wrong_choices_is_as_approved() -> None:
    found = []
    for number in range(400):
        rng = Random(number)
        asked = random_problem(rng, 25)
        knowledge = stalled(asked, asked.rules[:1])
        left = list(knowledge.left) if knowledge else []
        while cells := [cell for cell, domain in enumerate(left) if domain & (domain - 1)]:
            cell = rng.choice(cells)
            left[cell] = 1 << rng.choice(masks_of(left[cell]))
            steps = [step for step in chain(Knowledge(asked, left), rules_of(asked.rules[:5])) if step]
            if steps and steps[-1].contradiction:
                last = steps[-1]
                if last.rule != asked.rules[0]:
                    settled = "".join("-" if bits & (bits - 1) else f"{bits.bit_length() - 1:x}" for bits in left)
                    found.append(f"{number} {asked.grid} {settled}, {len(steps)} steps, {last.rule}: {last.sentence}")
                break
    approve(__file__, "logic-wrong-choices", "\n".join(found) + "\n")


def test_the_chains_of_larger_boards_are_as_approved() -> None:
    found = []
    for seed in (
        *range(60),
        121,
        227,
        309,
        359,
        471,
    ):  # the last ones where it matters how far one looks for shorter ones
        rng = Random(seed)
        puzzle = solvable_puzzle(rng, named(("masyu", "net", "infinity", "simpleloop")[seed % 4]), 9)
        asked = puzzle.problem()
        knowledge = stalled(asked, [name for name in asked.rules if name != SEARCH][: rng.choice((1, 2, 4))])
        assert knowledge
        knowledge.problem = asked
        if chains := list(rule_named("chain").find(knowledge, ())):
            sizes = " ".join(f"{len(each.because)}" for each in chains[:12])
            told = f"{len(chains)} chains of {chains[0].size} links by {sizes}"
            found += [f"{seed} {puzzle.game.name} {puzzle.grid}: {told}", f"    {chains[-1].sentence}"]
    approve(__file__, "logic-chains", "\n".join(found) + "\n")
