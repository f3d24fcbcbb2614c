"""Steps told as the ways that lines take say all that the steps conclude, but for what is seen by what is drawn."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.games import named
from termpuzzles.logic.engine.agenda import empty_agendas, follow
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import LONGEST
from termpuzzles.logic.explain.step import Step
from termpuzzles.logic.problem import Problem, masks_of
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.rules.line_words import Clause, ways_of
from tests.games.boards import solvable_puzzle
from tests.logic.test_chain_sentences import BLANK, NO_LINE, PLACE, WAYS, ChainReader

RULES = ("degree", "circles", "no loop")


def heard(problem: Problem, sentences: list[str], cell: int, mask: int) -> ChainReader:
    """A reader that takes in what is supposed and what each sentence says, whether it follows or not."""
    reader = ChainReader(Knowledge(problem))
    reader.take(cell, 15, mask)
    for sentence in sentences:
        assert len(sentence.split()) <= LONGEST, sentence
        if match := WAYS.match(sentence):
            for cell, side in reader.told(match[1]):
                reader.take(cell, side, side)
        elif match := NO_LINE.match(sentence):
            for places in re.findall(rf"{PLACE} to {PLACE}", match[1]):
                one, other = reader.cell(*places[:2]), reader.cell(*places[2:])
                reader.take(one, reader.side_between(one, other), 0)
        elif match := BLANK.match(sentence):
            for places in re.findall(PLACE, match[1]):
                reader.take(reader.cell(*places), 15, 0)
    return reader


@pytest.mark.slow
@pytest.mark.parametrize("name", ["masyu", "simpleloop", "simpleloops"])
def test_what_follows_from_a_supposition_is_told_or_seen(name: str) -> None:
    rng, merged = Random(name), 0
    for _ in range(30):
        puzzle = solvable_puzzle(rng, named(name), 8)
        problem = replace(puzzle, clues=bytes(clue * (rng.random() < 0.6) for clue in puzzle.clues)).problem()
        supposed = Knowledge(problem)
        cell = rng.randrange(supposed.size)
        mask = rng.choice([each for each in masks_of(supposed.left[cell]) if each] or [0])
        if ChainReader(supposed).crossed[cell] & mask:
            continue
        supposed.begin_steps()
        agendas, steps = (
            empty_agendas(supposed, rules_of(name for name in problem.rules if name in RULES)),
            list[Step](),
        )
        supposed.narrow(cell, 1 << mask)
        found = (finding for finding in follow(supposed, agendas, supposed.note()) if finding)
        for finding in islice(found, rng.randint(1, 40)):
            if finding.contradiction:
                break
            steps.append(finding.step())
        parts = ways_of(Knowledge(problem), steps, cell, mask)
        sentences = [each for part in parts for each in re.split(r"(?<=\.) ", part.plain)]
        now = Knowledge(problem)
        now.narrow(cell, 1 << mask)
        assert all(now.narrow(at, after) is not False for step in steps for at, _, after in step.narrowed)
        check(heard(problem, sentences, cell, mask), ChainReader(now))
        merged += len(steps) - len(parts)
    assert merged > 3


def check(reader: ChainReader, concluded: ChainReader) -> None:
    """What was heard is what was concluded, but for lines that are not drawn where others show it."""
    assert reader.drawn == concluded.drawn
    for cell, crossed in enumerate(concluded.crossed):
        seen = 15 if reader.drawn[cell].bit_count() == 2 else reader.crossed_at(cell)
        assert not crossed & ~seen
        assert not reader.crossed[cell] & ~crossed


def test_a_way_says_where_it_does_not_go_on_only_if_that_is_one_cell_beside_one_of_its_two_ends() -> None:
    grid = Grid.make(4, 3)

    def clause(way: str, *barred: tuple[int, int]) -> Clause:
        cells = [int(cell) for cell in way.split()]
        return Clause(True, lines(pairwise(cells)), tuple(cells), {}, barred=lines(barred))

    def lines(pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(
            next(grid.line(one, side) for side in SIDES if grid.ways[side][one] == other) for one, other in pairs
        )

    for way, barred, beyond in (
        ("1 2 3", [(3, 7)], 7),
        ("1 2 3", [(1, 5)], 5),
        ("3 2 1", [(5, 1)], 5),
        ("1 2 3 7", [(6, 7)], 6),
        ("1 2 3", [(2, 6)], -1),  # from the middle
        ("1 2 3", [(6, 7)], -1),  # elsewhere
        ("1 2 3 7 6 5", [(5, 1)], -1),  # from one end to the other
        ("1 2 3 7 6", [(6, 2)], -1),  # back to the middle
        ("1 2 3", [(3, 7), (1, 5)], -1),
        ("1 2 3", [], -1),
        ("1 2 6 5 1", [(1, 0)], -1),  # no end
        ("3 2 6 5 1 2", [(3, 7)], -1),  # one end, as it meets itself
    ):
        assert clause(way, *barred).turned_from(grid) == beyond, (way, barred)
