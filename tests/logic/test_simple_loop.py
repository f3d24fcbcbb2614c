"""The whole logic on Simple Loop: small boards against brute force, real boards against their known answers."""

import os
from collections.abc import Iterator
from random import Random

import pytest

from termpuzzles.board.grid import DEGREE, E, Grid, N, S, W
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.simpleloop import SIMPLELOOP
from termpuzzles.logic.answers.rating import chain_steps, rating_of
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.checkerboard.flow import colours
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.task import finish
from tests import corpus
from tests.data import sweep
from tests.logic.checkerboard.two_factors import all_two_factors, lines_of

STAGES = ((), ("parity type 1",), ("parity type 1", "parity type 2"))
EVERYTHING = bool(os.environ.get("TERMPUZZLES_ALL"))


def puzzle(*rows: str) -> Puzzle:
    """The puzzle of a picture of open and shaded cells."""
    return Puzzle(SIMPLELOOP, Grid(len(rows[0]), len(rows)), bytes(glyph != "■" for glyph in "".join(rows)))


def solved_by_trial(board: Puzzle) -> set[bytes]:
    """All solutions: the 2-factors that the judge accepts."""
    judge = board.problem().judge
    return {factor for factor in all_two_factors(lines_of(board.grid, board.tiles)) if judge(factor)}


def random_puzzles(number: int, seed: str) -> Iterator[Puzzle]:
    """Small boards, most of them with a few shaded cells, with as many open cells of one colour as of the other."""
    rng = Random(seed)
    for _ in range(number):
        grid = Grid(rng.randint(2, 6), rng.randint(2, 5))
        tiles = bytearray([1]) * grid.size
        for _ in range(rng.randrange(6)):
            tiles[rng.randrange(grid.size)] = 0
        black = colours(grid)
        colour = [[cell for cell in range(grid.size) if black[cell] == which and tiles[cell]] for which in (0, 1)]
        more, fewer = sorted(colour, key=len, reverse=True)
        for cell in rng.sample(more, len(more) - len(fewer)):
            tiles[cell] = 0
        yield Puzzle(SIMPLELOOP, grid, bytes(tiles))


def test_search_finds_exactly_the_solutions_that_trial_finds() -> None:
    numbers = set()
    for board in random_puzzles(sweep.share(150), "search"):
        expected = solved_by_trial(board)
        assert set(finish(solutions(board.problem(), 10_000))) == expected
        numbers.add(min(len(expected), 2))
    assert numbers == {0, 1, 2}


def test_no_step_drops_what_a_solution_uses_and_only_unsolvable_boards_are_contradictory() -> None:
    for board in random_puzzles(sweep.share(150), "steps"):
        expected = solved_by_trial(board)
        for step in chain_steps(board.problem()):
            for cell, before, after in step.narrowed:
                assert after != before
                assert all(after >> solution[cell] & 1 or not before >> solution[cell] & 1 for solution in expected)
            assert not (step.contradiction and expected)
            assert step.sentence.endswith(".")
            assert step.sentence[0].isupper() or step.sentence[0] == "("


def test_each_step_shows_something_new() -> None:
    for board in random_puzzles(60, "new"):
        knowledge = Knowledge(board.problem())
        seen = [0] * board.grid.size
        for step in chain_steps(board.problem()):
            for cell, _, after in step.narrowed:
                knowledge.left[cell] &= after
            now = [knowledge.known(cell) for cell in range(board.grid.size)]
            assert step.contradiction or now != seen or step.rule in ("no loop", "pairs", "one step ahead")
            seen = now


def test_a_board_is_rated_exactly_when_it_has_one_solution() -> None:
    for board in random_puzzles(sweep.share(100), "rated"):
        assert (finish(rating_of(board.problem())).hardest is not None) == (len(solved_by_trial(board)) == 1)


FIRES = {  # for each rule, a board on which it makes a step, and the beginning of its sentence
    "degree": (("···", "···"), "The cell at "),
    "no loop": (("■··", "■··", "···", "···"), "No line joins "),
    "parity": (("·······", "···■···", "·······", "··■····"), ""),
    "pairs": (("···■···", "·······", "·······", "···■···"), "Lines join "),
    "parity type 1": (("······■", "·······", "·······"), "Lines join "),
    "parity type 2": (("····", "····", "····", "···■", "···■"), "A line joins "),
}


@pytest.mark.parametrize("rule", FIRES)
def test_each_rule_settles_something_where_no_easier_one_does(rule: str) -> None:
    rows, beginning = FIRES[rule]
    sentences = []
    for step in chain_steps(puzzle(*rows).problem()):
        if step.rule == rule and not step.contradiction:
            sentences.append(step.sentence)
    assert sentences
    assert sentences[0].startswith(beginning)


def test_a_board_whose_colours_do_not_balance_is_refuted_by_its_numbers() -> None:
    *_, last = chain_steps(puzzle("·····", "·····", "·····", "·····", "·····").problem())
    assert last.contradiction
    assert last.rule == "parity type 1"
    assert len(last.because) > 1


def real_boards(name: str = "") -> list[tuple[Puzzle, list[str]]]:
    """The real boards except variants, each with its row of the corpus."""
    found = []
    for row in corpus.rows("simpleloop/real.tsv"):
        if row[1] != "variant" and name in row[4]:
            [board] = read(row[0])
            found.append((board, row))
    return found


def listed_solution(board: Puzzle, text: str) -> bytes:
    """The masks of a solution as the corpus writes it: horizontal edges, then vertical ones."""
    across, down = text.split("|")
    grid, lines = board.grid, bytearray(board.grid.size)
    for y, row in enumerate(across.split("/")):
        for x, edge in enumerate(row):
            if edge == "1":
                lines[grid.cell(x, y)] |= E
                lines[grid.cell(x + 1, y)] |= W
    for y, row in enumerate(down.split("/")):
        for x, edge in enumerate(row):
            if edge == "1":
                lines[grid.cell(x, y)] |= S
                lines[grid.cell(x, y + 1)] |= N
    return bytes(lines)


def verdict(found: list[bytes]) -> str:
    """The word that the corpus uses for this number of solutions."""
    return ("unsolvable", "unique", "multiple")[min(len(found), 2)]


def staged(problem: Problem, parity: tuple[str, ...]) -> int:
    """How many lines degree, no loop and these parity rules leave undecided; -1 if they refute the board."""
    knowledge = Knowledge(problem)
    if any(finding and finding.contradiction for finding in chain(knowledge, rules_of(("degree", "no loop", *parity)))):
        return -1
    return sum(DEGREE[knowledge.undecided(cell) & (E | S)] for cell in range(knowledge.size))


def test_real_boards_have_their_listed_verdicts_and_solutions() -> None:
    for board, (address, status, _, _, _, solution) in real_boards():
        found = finish(solutions(board.problem(), 2))
        assert verdict(found) == status, address
        if solution != "-":
            assert found[0] == listed_solution(board, solution), address


def test_real_boards_leave_no_more_undecided_than_listed_after_any_stage() -> None:
    for board, row in sweep.sample(real_boards()):
        left = [staged(board.problem(), parity) for parity in STAGES]
        assert all(mine <= int(listed) for mine, listed in zip(left, row[3].split("/"), strict=True)), row[0]


def test_real_boards_are_finished_without_looking_ahead_except_one_that_looks_ahead_once() -> None:
    """Takes a seventh of the small boards and all large ones; the one that looks ahead only with `TERMPUZZLES_ALL`."""
    for number, (board, row) in enumerate(sweep.sample(real_boards(), 3)):
        if row[2] == "43x20":
            if EVERYTHING:
                rating = finish(rating_of(board.problem()))
                assert (rating.hardest, rating.steps["one step ahead"]) == ("one step ahead", 1)
        elif row[1] == "unique" and (EVERYTHING or number % 7 == 0 or board.grid.width > 20):
            hardest = finish(rating_of(board.problem())).hardest
            assert hardest is not None, row[0]
            assert hardest not in ("one step ahead", "search"), row[0]


def test_a_chain_never_rules_out_what_a_solution_has() -> None:
    ends: dict[str, int] = {}
    for board in random_puzzles(1500 if EVERYTHING else 150, "chain"):
        solved = solved_by_trial(board)
        for easier in (("degree",), ("degree", "no loop")) if solved else ():
            knowledge = Knowledge(board.problem())
            assert all(step is None or not step.contradiction for step in chain(knowledge, rules_of(easier)))
            for step in rule_named("chain").find(knowledge, ()):
                last = step.sentence.rpartition(" ")[2]
                ends[last] = ends.get(last, 0) + 1
                for cell, before, after in step.narrowed:
                    assert not any((before & ~after) >> solution[cell] & 1 for solution in solved), step.sentence
    assert ends["loop."] > 20
    assert len(ends) > 1  # some chains end by contradicting the line that they assume
