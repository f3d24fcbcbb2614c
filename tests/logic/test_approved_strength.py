"""What each rule and each way of solving comes to on many small boards, in sums; and that all of it holds.

A rule that says less than before, or rests on more, is seen here even where it is still right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

import tests.games.web  # noqa: F401 - registers a game that only the tests know
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate
from termpuzzles.logic.answers import rating
from termpuzzles.logic.answers.contradiction import contradiction_of
from termpuzzles.logic.answers.effort import weight
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import step_of
from termpuzzles.logic.explain.step import Finding, Step
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.problem import FITS, SEARCH, Domain, Problem
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.data.tables import GAMES, rows
from tests.games.boards import solvable_puzzle
from tests.logic.oracle import all_solutions, random_problem
from tests.logic.tally import Tally
from tests.logic.test_approved_proofs import broken, stalled
from tests.logic.test_reasons import check_premises
from tests.logic.transcript import form

DRAWN = ("simpleloop", "simpleloops", "masyu")
KINDS = ("net", "infinity", "simpleloop", "masyu", "simpleloops")


def partly_drawn(rng: Random, name: str) -> tuple[Puzzle, list[Domain], bytes]:
    """A board of a drawing game with some lines of a solution already known to both of their cells."""
    puzzle = solvable_puzzle(rng, named(name), 5)
    asked = puzzle.problem()
    (solution,) = finish(solutions(asked, 1))
    left = [asked.domain_of(cell) for cell in range(asked.grid.size)]
    share = rng.choice((0.0, 0.1, 0.3))
    for line in asked.grid.lines():
        if rng.random() < share:
            for cell, side in zip(asked.grid.ends(line), ((4, 1), (2, 8))[line & 1], strict=True):
                left[cell] &= FITS[side << 4 if solution[cell] & side else side]
    return puzzle, left, solution


def boards() -> Iterator[tuple[str, Problem, Sequence[Domain] | None, Collection[bytes]]]:
    """Boards with what is left of each cell and some solutions: all of small ones on any surface, one of others."""
    rng = Random(21)
    for _ in range(150):
        asked = random_problem(rng)
        yield ("net" if "no loop" in asked.rules else "infinity"), asked, None, all_solutions(asked)
    for number in range(60):
        puzzle, left, solution = partly_drawn(rng, DRAWN[number % len(DRAWN)])
        yield puzzle.game.name, puzzle.problem(), left, [solution]
    for number in range(50):
        puzzle = solvable_puzzle(rng, named(KINDS[number % len(KINDS)]), 6)
        yield puzzle.game.name, puzzle.problem(), None, finish(solutions(puzzle.problem(), 1))


def check_words(step: Step) -> None:
    """The pages make up the sentence, and each cell that a page names is marked on it."""
    assert step.sentence.endswith("."), step
    for page in step.parts:
        assert page.plain[:1].isupper() or page.plain[:1] == "(", page
        assert page.plain.endswith("."), page
        assert page.plain in step.sentence or page.assumption, page


def account(tally: Tally, kind: str, asked: Problem, finding: Finding, forms: set[str]) -> None:
    """Add a finding to the sums of its rule."""
    step = step_of(asked, finding)
    check_words(step)
    forms.add(form(step.sentence))
    tally.add(
        f"{kind}, {finding.rule}",
        masks=sum((before & ~after).bit_count() for _, before, after in finding.narrowed),
        cells_cited=len(finding.because),
        effort=weight(finding),
        words=len(finding.sentence.split()),
        pages=len(step.parts),
        cells_marked=sum(len(cells) for page in step.parts for cells in page.marks.values()),
    )
    if finding.tell_some and len(finding.narrowed) > 1:
        alone = [finding.about({cell}) for cell, _, _ in finding.narrowed]
        cited = sum(len(each.because) for each in alone)
        tally.add(f"{kind}, {finding.rule}, each cell alone", tellings=len(alone), cells_cited=cited)


def test_the_rules_are_sound_and_as_strong_as_approved() -> None:
    tally, forms = Tally(), set[str]()
    for kind, asked, left, solved in boards():
        names = [name for name in (*asked.rules, *asked.extra_rules) if name != SEARCH]
        for number in (1, 3, 5):
            knowledge = Knowledge(asked, left)
            steps = [step for step in chain(knowledge, rules_of(names[:number])) if step]
            if steps and steps[-1].contradiction:
                assert not solved
                continue
            for name in names[number:]:
                for finding in rule_named(name).find(knowledge, range(knowledge.size)):
                    check_premises(finding, knowledge)
                    for cell, before, after in finding.narrowed:
                        assert after != before
                        assert not any((before & ~after) >> board[cell] & 1 for board in solved), finding
                    if number != 5 or kind in DRAWN:
                        account(tally, kind, asked, finding, forms)
    tally.add("forms of sentences", number=len(forms))
    approve(__file__, "logic-strength", tally.text)


def test_contradictions_are_right_and_as_many_as_approved() -> None:
    tally = Tally()
    for asked in broken(400):
        knowledge = stalled(asked, asked.rules[:1])
        for name in asked.rules[1:-2] if knowledge else ():
            assert knowledge
            knowledge.problem = asked
            for finding in rule_named(name).find(knowledge, range(knowledge.size)):
                if finding.contradiction:
                    assert not all_solutions(asked), finding
                    check_words(step_of(asked, finding))
                    tally.add(f"found by {name}", cells_cited=len(finding.because), words=len(finding.sentence.split()))
    for game in GAMES:
        for row in rows(game, "contradictory")[::2]:
            (puzzle,) = read(row.id, game=game)
            if puzzle.grid.size <= 100:
                told = finish(contradiction_of(puzzle.problem()))
                assert not told or all(0 <= cell < puzzle.grid.size for cell in told.cells)
                assert not told or told.sentence.endswith(".")
                words = len(told.sentence.split()) if told else 0
                tally.add(f"boards of {game}", told=bool(told), cells=len(told.cells) if told else 0, words=words)
    approve(__file__, "logic-contradictions", tally.text)


def test_proofs_end_at_the_solution_and_take_as_many_steps_as_approved() -> None:
    tally = Tally()
    for game in GAMES:
        for number, row in enumerate(rows(game)):
            if row.cells <= 36 and (row.kind == "hard" or number % 4 == 1):
                (puzzle,) = read(row.id, game=game)
                asked = puzzle.problem()
                judged = rate(puzzle)
                some = finish(solutions(asked, 2))
                tally.add(f"{game} {row.kind}", effort=judged.effort or 0)
                for step in rating.chain_steps(asked):
                    assert not any(
                        (before & ~after) >> board[cell] & 1 for board in some for cell, before, after in step.narrowed
                    ), step.sentence
                    tally.add(f"    {game} by {step.rule}", cells=len(step.narrowed), cited=len(step.because))
    approve(__file__, "logic-proof-steps", tally.text)


@pytest.mark.parametrize("few", [4, 20])
def test_search_finds_all_solutions_with_as_many_conflicts_as_approved(few: int) -> None:
    tally, rng = Tally(), Random(22)
    for _ in range(200):
        asked = random_problem(rng, 12)
        knowledge = Knowledge(asked)
        if finish(knowledge.deducing()) and knowledge.open_cells():
            searched = BoardSearch(knowledge)
            found = finish(searched.solutions(few))
            every = all_solutions(asked)
            assert len({*found}) == len(found) == min(few, len(every))
            assert {*found} <= every
            tally.add("boards of tiles", conflicts=searched.search.conflicts, boards=len(found))
    for seed in range(40):
        puzzle = solvable_puzzle(Random(seed), named(("masyu", "simpleloop", "net")[seed % 3]), 7)
        asked = replace(puzzle.problem(), rules=(puzzle.problem().rules[0], SEARCH))
        knowledge = Knowledge(asked)
        if finish(knowledge.deducing()) and (number := len(knowledge.open_cells())):
            searched = BoardSearch(knowledge)
            found = finish(searched.solutions(few))
            assert all(map(asked.judge, found))
            assert len({*found}) == len(found) <= few
            conflicts = searched.search.conflicts
            tally.add(f"larger boards of {puzzle.game.name}", open=number, conflicts=conflicts, boards=len(found))
    approve(__file__, f"logic-searches-for-{few}", tally.text)
