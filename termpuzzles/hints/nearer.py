"""A step over fewer cells than one that was found: what the rules of a few cells show, followed from line to line.

A core says which cells these are; it may be of another conclusion near by. A chain among them says why.

Source: Espasa, Gent, Hoffmann, Jefferson and Lynch, Using small MUSes to explain how to solve pen and paper puzzles,
2021.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF
from termpuzzles.hints.agenda import Rings
from termpuzzles.hints.choice import Deduced
from termpuzzles.hints.position import Position
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.learning.cores import Rules, among, at_once
from termpuzzles.logic.problem import ALL, HAS, KNOWN, LACKS, LONE, Domain
from termpuzzles.logic.rules import chain
from termpuzzles.logic.task import Task

CELLS = 120  # the nearest, among which the few are looked for
FEW_OPEN_CELLS = 300  # on boards with more, chains over other cells are not looked for
CORES = 3  # that are made as small as they can be
LEAST = 3  # cells: a step that rests on fewer is short enough


def cells_to_read(position: Position, step: Deduced) -> int:
    """How many cells a step rests on for what they can be: of others it takes lines alone, which are there to see."""
    premises = (premise for each in (*step.proof.steps, step.finding) for premise in each.because)
    return len({cell for cell, _, left in premises if left != ALL and position.base[cell] not in LONE})


def chains_over_few(
    position: Position, knowledge: Knowledge, witness: bytes, rings: Rings, fewer_than: int
) -> Task[list[Finding]]:
    """The chains that are news, over the smallest of the cores near by of fewer cells than that; else the shortest.

    The witness is a solution with all that is marked: only what it denies can be refuted.
    """
    problem = position.problem
    held = position.shown()
    cells = list(islice(rings.of(range(problem.grid.size)), CELLS))
    rules = Rules(problem, cells)
    asked = {rules.literal(*line): line for line in _denied(position, witness, cells)}
    found = yield from at_once(rules, held, [literal for literal in asked if literal is not None])
    cores = set[tuple[int, ...]]()
    for literal, core in sorted(found.items(), key=lambda item: len(item[1]))[:CORES]:
        cell, side, drawn = asked[literal]
        least = yield from among(problem, core, _with_line(position, held, cell, side, drawn))
        cores.add(least.cells if least else core)
    for core in sorted((core for core in cores if len(core) < fewer_than), key=len):
        if chains := [each for each in chain.find_among(knowledge, core) if position.is_news(each)]:
            return chains
    if sum(domain not in LONE for domain in position.base) > FEW_OPEN_CELLS:
        return []
    return [each for each in chain.find(knowledge, ()) if position.is_news(each)]


def _denied(position: Position, witness: bytes, cells: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Each unknown line at these cells as it is not in the solution: a cell, a side and whether it is drawn."""
    grid, inside = position.problem.grid, set(cells)
    for cell in cells:
        known = KNOWN[position.base[cell]]
        for side in SIDES_OF[grid.open_sides[cell] & ~(known >> 4 | known)]:
            other = grid.ways[side][cell]
            if side in SIDES[:2] or other not in inside:
                yield cell, side, not witness[cell] & side


def _with_line(position: Position, held: dict[int, Domain], cell: int, side: int, drawn: bool) -> dict[int, Domain]:
    """What is held, with that line drawn or not."""
    other, masks = position.problem.grid.ways[side][cell], HAS if drawn else LACKS
    ends = {cell: masks[side], other: masks[OPPOSITE[side]]}
    return {**held, **{at: held.get(at, ALL) & keep for at, keep in ends.items()}}
