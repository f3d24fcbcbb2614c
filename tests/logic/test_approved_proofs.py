"""Proofs as texts that a person has read: some step by step, what each rule finds by itself, and many in brief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from random import Random

import tests.games.web  # noqa: F401 - registers a game that only the tests know
from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.formats import read
from termpuzzles.games.queries import rate
from termpuzzles.logic.answers import rating
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import step_of
from termpuzzles.logic.explain.step import Step
from termpuzzles.logic.problem import FITS, SEARCH, Problem, Whole
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.rules.techniques import OF_CIRCLES, OF_LINES, OF_TREES, POSITIONS
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.data.tables import GAMES, rows
from tests.logic.boards import ORBITS, infinity_problem, net_problem
from tests.logic.oracle import problem_of, random_problem
from tests.logic.transcript import form, masks, told

PROVED = (
    "5x4w:c1b55986163c296e6768",
    "3x4w:b36b22c524b1",
    "2x2w:9223",
    "infinity:5x4w:d97b9122e35b08d7b8a7",
    "infinity:1x8w:dd122ae0",
    "simpleloop/8/3/",
    "simpleloop/5/5/02000",
    "https://puzz.link/p?mashu/4/4/0i00j0",
)


ADDRESS = "https://puzz.link/p?mashu/"
CIRCLES = (f"{ADDRESS}4/4/0i00j0", f"{ADDRESS}6/6/1063000i3000", f"{ADDRESS}7/8/0000903010310010000")


def problem(text: str) -> Problem:
    """The problem of an id."""
    return read(text)[0].problem()


def whole_proof(text: str) -> Iterator[str]:
    """The proof of a board, each step with all that it says."""
    asked = problem(text)
    proof = list(rating.steps(asked))
    found = finish(rating.rate(asked))
    yield f"== {text}"
    yield f"{found.hardest}, effort {found.effort}, {found.steps}"
    for step in proof:
        yield told(step, asked.grid, step.rule == "edge")


def test_proofs_read_as_approved() -> None:
    approve(__file__, "logic-proofs", "\n".join(line for text in PROVED for line in whole_proof(text)) + "\n")


def stalled(asked: Problem, names: Iterable[str]) -> Knowledge | None:
    """What is known where these rules find nothing more; None if they contradict themselves."""
    knowledge = Knowledge(replace(asked, rules=tuple(names)))
    steps = list(chain(knowledge, rules_of(names)))
    return None if steps and steps[-1] and steps[-1].contradiction else knowledge


def found_by_each(asked: Problem, names: Iterable[str], most: int) -> Iterator[Step]:
    """What each rule finds first where the easiest one finds nothing more."""
    knowledge = stalled(asked, asked.rules[:1])
    if knowledge:
        knowledge.problem = asked
        for name in names:
            rule = rule_named(name)
            for finding in islice(rule.find(knowledge, range(knowledge.size)), most):
                yield step_of(asked, finding)


def examples() -> Iterator[tuple[str, Problem]]:
    """The boards by which players learn the techniques."""
    for name, example in OF_TREES.items():
        yield f"net, {name}", net_problem(example.grid, example.tiles)
    for name, example in OF_LINES.items():
        yield f"infinity, {name}", infinity_problem(example.grid, example.tiles)
    for kind, positions in (("loop", POSITIONS), ("circles", OF_CIRCLES)):
        for name, text in positions.items():
            yield f"{kind}, {name}", problem(text)


def small() -> Iterator[tuple[str, Problem]]:
    """Small boards of all games, and random ones with walls, on every surface, with tiles that cannot turn."""
    for game in GAMES:
        for row in [row for row in rows(game) if row.cells <= 30][::4]:
            yield row.id, read(row.id, game=game)[0].problem()
    for text in CIRCLES:
        yield text, problem(text)
    rng = Random(11)
    for number in range(60):
        asked = random_problem(rng, 12)
        yield f"random {number}: {asked.grid} {asked.grid.surface}", asked


MOST = {"one step ahead": 2, "block": 3, "dead end": 3}  # forms of sentences, of each kind of board
OTHERS = 4


def test_what_each_rule_finds_by_itself_reads_as_approved() -> None:
    found: list[str] = []
    forms: dict[tuple[str, str], set[str]] = {}
    for title, asked in (*examples(), *small()):
        names = [name for name in (*asked.rules[1:], *asked.extra_rules) if name != SEARCH]
        told_before = len(found)
        for step in found_by_each(asked, names, 4):
            seen = forms.setdefault((step.rule, asked.rules[1]), set())
            if form(step.sentence) not in seen and len(seen) < MOST.get(step.rule, OTHERS):
                seen.add(form(step.sentence))
                found.append(told(step, asked.grid))
        if len(found) > told_before:
            found.insert(told_before, f"== {title}")
    approve(__file__, "logic-findings", "\n".join(found) + "\n")


def broken(number: int) -> Iterator[Problem]:
    """Random boards with a tile or two exchanged, so that most have no solution."""
    rng = Random(12)
    for _ in range(number):
        asked = random_problem(rng, 12)
        domains = [asked.domain_of(cell) for cell in range(asked.grid.size)]
        for _ in range(rng.choice((1, 2))):
            domains[rng.randrange(len(domains))] = ORBITS[rng.randrange(16)]
        yield problem_of(asked.grid, domains, asked.whole is Whole.TREE)


EACH = 5  # contradictions of each rule that are told in full


def test_contradictions_that_each_rule_finds_read_as_approved() -> None:
    found = []
    counts = Counter[str]()
    for number, asked in enumerate(broken(1200)):
        knowledge = stalled(asked, asked.rules[:1])
        for name in asked.rules[1:-2] if knowledge else ():
            assert knowledge
            knowledge.problem = asked
            for finding in rule_named(name).find(knowledge, range(knowledge.size)):
                if finding.contradiction and (counts[name] < EACH or number % 40 == 0):
                    counts[name] += 1
                    step = step_of(asked, finding)
                    found.append(f"{number}, {asked.grid}: {told(step, asked.grid, brief=counts[name] > EACH)}")
    approve(__file__, "logic-contradicting-findings", "\n".join(found) + "\n")


def sketch(proof: Iterable[Step], grid: Grid) -> str:
    """The steps of a proof in their order, each with the cells that it narrows and what is left of these."""
    found = []
    for rule, steps in groupby(proof, key=lambda step: step.rule):
        told = []
        for step in steps:
            cells = [(grid.name(cell).replace(" ", ""), masks(after)) for cell, _, after in step.narrowed]
            told.append(" ".join(f"{name}{left if len(left) < 9 else ''}" for name, left in cells))
        found.append(f"{rule} {len(told)}" if rule in ("edge", "degree") else f"{rule} {'; '.join(told)}")
    return ". ".join(found)


def test_many_proofs_go_as_approved() -> None:
    found = []
    for game in GAMES:
        for number, row in enumerate(rows(game)):
            if row.cells <= 36 and (row.kind == "hard" or number % 2):
                (puzzle,) = read(row.id, game=game)
                asked = puzzle.problem()
                proof = list(rating.steps(asked))
                if {step.rule for step in proof} - {asked.rules[0]}:
                    judged = rate(puzzle)
                    found.append(f"{row.id} {row.kind}, {judged.effort}: {sketch(proof, puzzle.grid)}")
    approve(__file__, "logic-proof-sketches", "\n".join(found) + "\n")


def test_what_rules_say_of_a_loop_that_leaves_out_a_line_reads_as_approved() -> None:
    asked, found = problem(f"{ADDRESS}4/4/0"), []
    for name in ("no loop", "chain", "one step ahead"):
        knowledge = Knowledge(asked)
        knowledge.begin_steps()
        for cell, drawn in ((0, E | S), (1, W | S), (4, N), (5, N), (10, E), (11, W)):
            knowledge.narrow(cell, FITS[drawn << 4])
        knowledge.note()
        found += [told(finding.step(), asked.grid) for finding in rule_named(name).find(knowledge, (4,))]
    approve(__file__, "logic-loops-beside-lines", "\n".join(found) + "\n")
