"""Human techniques: they are sound wherever easier rules stall, give valid reasons, and suffice for hard boards."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.formats import read
from termpuzzles.games.queries import rate, steps
from termpuzzles.logic.answers import rating
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import FITS, Problem, Whole, masks_of
from termpuzzles.logic.rules import implications, rule_named, rules_of
from termpuzzles.logic.task import finish
from tests import corpus
from tests.data import sweep
from tests.hints.model import Model
from tests.logic.boards import net
from tests.logic.oracle import all_solutions, random_problem
from tests.logic.test_reasons import follows

EVERYTHING = bool(os.environ.get("TERMPUZZLES_ALL"))
PERSON = ("pocket", "block", "colouring", "chain")
BASE = {Whole.TREE: ("edge", "no loop", "dead end", "parity"), Whole.LINES: ("edge", "parity")}
ENOUGH = 3000 if EVERYTHING else sweep.share(300)  # findings of each technique on boards where all must be one tree
BOARDS = 20_000 if EVERYTHING else sweep.share(2_000)
MOST_LINES = 12  # of a board on which every set of lines is tried


def stalled(problem: Problem) -> Iterator[Knowledge]:
    """The knowledge where the first base rule stalls, then the first two, and so on; never a contradiction."""
    base = BASE[problem.whole]
    for number in range(1, len(base) + 1):
        knowledge = Knowledge(replace(problem, rules=base))
        if not any(finding and finding.contradiction for finding in chain(knowledge, rules_of(base[:number]))):
            yield knowledge


def found(name: str, problem: Problem) -> Iterator[Finding]:
    """Everything that the rule finds wherever the base rules stall."""
    for knowledge in stalled(problem):
        yield from rule_named(name).find(knowledge, range(knowledge.size))


def rules_for(problem: Problem) -> list[str]:
    return [name for name in PERSON if name != "pocket" or problem.whole is Whole.TREE]


def test_no_technique_of_a_person_drops_what_a_solution_uses() -> None:
    rng, count = Random(77), Counter[tuple[str, Whole]]()
    for _ in range(BOARDS):
        problem = random_problem(rng)
        solved: set[bytes] | None = None
        for name in rules_for(problem):
            for finding in found(name, problem):
                solved = all_solutions(problem) if solved is None else solved
                count[name, problem.whole] += 1
                for cell, before, after in finding.narrowed:
                    assert after != before
                    assert not after & ~before
                    assert not any((before & ~after) >> board[cell] & 1 for board in solved), f"{finding} of {problem}"
    assert all(count[name, Whole.TREE] >= ENOUGH for name in PERSON), count
    assert all(count[name, Whole.LINES] >= ENOUGH // 20 for name in PERSON[1:]), count


def test_each_finding_follows_from_the_tiles_it_names() -> None:
    rng, looked = Random(72), 0
    while looked < BOARDS // 5:
        problem = random_problem(rng, 9)
        if sum(1 for _ in problem.grid.lines()) <= MOST_LINES:
            looked += 1
            for name in rules_for(problem):
                for finding in found(name, problem):
                    assert follows(finding, problem), f"{finding} {finding.reason} of {problem}"


def test_where_a_chain_of_steps_ends_no_rule_finds_anything_at_all() -> None:
    rng = Random(73)
    for _ in range(BOARDS // 2):
        problem = random_problem(rng)
        names = [name for name in problem.rules if name not in ("one step ahead", "search")]
        knowledge = Knowledge(problem)
        if not any(finding and finding.contradiction for finding in chain(knowledge, rules_of(names))):
            for name in names:
                assert not list(rule_named(name).find(knowledge, range(knowledge.size))), f"{name} in {problem}"


def test_the_chains_of_a_round_have_the_fewest_links_and_say_each_of_them_once() -> None:
    rng, chains, whole = Random(74), 0, 0
    for _ in range(BOARDS):
        problem = random_problem(rng)
        for knowledge in stalled(problem):
            findings = list(rule_named("chain").find(knowledge, ()))
            assert len({finding.size for finding in findings}) <= 1
            for finding in findings:
                chains += 1
                sentences = [part.plain for part in finding.reason.parts]
                assert len(sentences) == len(set(sentences)) <= finding.size + 2  # plus the start and the end
                whole += len(sentences) > finding.size
                check_the_start(problem.grid, finding)
    assert chains > ENOUGH
    assert whole > 0.8 * chains  # in the others one line settles a tile, from which two things follow


def check_the_start(grid: Grid, finding: Finding) -> None:
    """Check that the chain assumes the opposite of what it concludes about a line."""
    supposed = finding.reason.parts[0].plain
    named = [grid.cell(int(x) - 1, int(y) - 1) for x, y in re.findall(r"\((\d+), (\d+)\)", supposed)]
    assert sorted({*named}) == sorted(finding.lines)
    assert all((known < 16) == supposed.endswith(" is drawn.") for known in finding.lines.values())


@pytest.mark.parametrize("every", [1 if EVERYTHING else 15])
def test_boards_that_defeat_the_reference_need_neither_one_step_ahead_nor_search(every: int) -> None:
    for text, _ in corpus.rows("net/hard.tsv")[::every]:
        assert finish(rating.rating_of(net(text))).hardest not in (None, "one step ahead", "search"), text


BRANCHING = "infinity:9x9w:360aa020a481769d5fcb5497e17a289fc28874b6a296354a83d681156b43c28941fddfd6e81fe2b69"


def test_a_chain_may_lead_on_from_two_lines_of_a_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(BRANCHING)
    all_steps = list(steps(puzzle))
    assert all_steps[-1].rule != "search"
    assert rate(puzzle).hardest == "chain"
    for step in all_steps:
        if step.rule == "chain":
            held = {cell: set(masks_of(left & FITS[known])) for cell, known, left in step.because}
            model = Model(puzzle.problem(), held)
            for cell, before, after in step.narrowed:
                for mask in masks_of(before & ~after):
                    stands = [(cell, side, bool(mask & side)) for side in SIDES]
                    assert not model.is_possible(stands), step.sentence
    monkeypatch.setattr(implications, "MOST_BRANCHED", 0)
    assert rate(puzzle).hardest == "one step ahead"
