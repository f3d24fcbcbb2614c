"""What whole-board deduction, merging, matching and counting come to on fixed boards, and with how much work, in sums.

That their answers are right is tested beside each of them, by brute force; here each answer must be a solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.board.rooted_tree import Tree
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.logic import bitboards
from termpuzzles.logic.answers import solver
from termpuzzles.logic.bitboards import solved_tree
from termpuzzles.logic.bitboards.fixpoint import PASSES
from termpuzzles.logic.bitboards.frame import Frame
from termpuzzles.logic.bitboards.solved_loops import left_by_degree, left_by_no_loop
from termpuzzles.logic.checkerboard import alternating, merging
from termpuzzles.logic.checkerboard.flow import two_factor
from termpuzzles.logic.counting import clusters, matching, sweep
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.two_factor import Balance
from termpuzzles.logic.problem import FITS, Problem, Whole
from termpuzzles.logic.task import Task, finish
from tests.approved import approve
from tests.board.surfaces import glued
from tests.logic.checkerboard.test_whole_board import random_board
from tests.logic.oracle import random_problem
from tests.logic.tally import Tally
from tests.logic.trees import random_tree, tree_problem, walls

T = TypeVar("T")


def with_yields(task: Task[T]) -> tuple[T, int]:
    """The task's answer, and how often it yielded."""
    yields = 0
    while True:
        try:
            next(task)
        except StopIteration as end:
            answer: T = end.value
            return answer, yields
        yields += 1


def trees(number: int) -> Iterator[tuple[Problem, bytes]]:
    """Boards of trees of many sizes, some with walls, with blank cells, or wrapped, each with a solution."""
    rng = Random(31)
    for _ in range(number):
        width, height = rng.choice(((2, 9), (7, 2), (5, 5), (9, 6), (14, 11), (25, 20), (1, 8), (8, 1)))
        wraps = rng.choice(((False, False), (True, True), (True, False), (False, True)))
        grid = Grid.make(width, height, glued(*wraps), walls(rng, width, height, rng.choice((0, 0, 0.1))))
        masks = random_tree(rng, grid, rng.choice((0, 0, 0.1)), rng.random() < 0.5)
        yield tree_problem(grid, masks), bytes(masks)


def rooted(grid: Grid, masks: bytes) -> Tree:
    """The tree with these masks, hung up at its first cell."""
    above, up = [*range(grid.size)], [0] * grid.size
    waiting = [next(cell for cell, mask in enumerate(masks) if mask)]
    for cell in waiting:  # grows while it is read
        for side in SIDES_OF[masks[cell] & ~up[cell]]:
            other = grid.ways[side][cell]
            above[other], up[other] = cell, OPPOSITE[side]
            waiting.append(other)
    return Tree.of(masks, above, up)


def settle_trees(tally: Tally) -> None:
    """Nothing that the solution uses is dropped, whichever rules are used and however soon they are given up."""
    for problem, masks in trees(40):
        ways: dict[str, tuple[tuple[str, ...] | None, int]] = {
            "all rules": (None, PASSES),
            "edges alone": (("edge",), PASSES),
            "without dead ends": (("edge", "no loop"), PASSES),
            "soon given up": (None, 2),
        }
        for name, (rules, patience) in ways.items():
            found, yields = with_yields(bitboards.settling(problem, rules, patience))
            assert not found.contradiction
            assert all(domain >> masks[cell] & 1 for cell, domain in found.left.items())
            assert not any(drawn & ~mask for drawn, mask in zip(found.drawn, masks, strict=True))
            tally.add(
                f"settled by {name}",
                open=len(found.left),
                masks=sum(domain.bit_count() for domain in found.left.values()),
                sides_drawn=sum(drawn.bit_count() for drawn in found.drawn),
                finished=found.finished,
                yields=yields,
            )
        for patience in (2, 200):
            left, yields = with_yields(
                solved_tree.still_open(Frame(problem.grid), rooted(problem.grid, masks), patience)
            )
            sides = sum(map(int.bit_count, left.values())) if left is not None else 0
            tally.add(
                f"drawn trees, patience {patience}",
                told=left is not None,
                open=len(left or ()),
                sides=sides,
                yields=yields,
            )


def loops() -> Iterator[tuple[Grid, bytes, bytes]]:
    """Drawn loops of several sizes, each with the cells through which it runs."""
    rng, maker = Random(32), named("simpleloop").maker()  # type: ignore[misc]
    for width, height in ((2, 2), (2, 7), (7, 2), (5, 5), (6, 9), (11, 8), (20, 15)) * 4:
        grid = Grid.make(width, height)
        masks = bytes(maker.draw(grid, Params(width, height, density=rng.uniform(0.3, 0.62)), rng))
        yield grid, masks, maker.tiles(masks)


def merge_loops(tally: Tally) -> None:
    """Loops merged from a two-factor, and what is left open of drawn ones."""
    for grid, masks, tiles in loops():
        frame = Frame(grid)
        for name, left_by in (("degree", left_by_degree), ("no loop", left_by_no_loop)):
            for near in (None, 0, grid.size // 2):
                left = left_by(frame, masks, near)
                where = "" if near is None else " near a cell"
                tally.add(f"drawn loops by {name}{where}", open=len(left), sides=_bits(left.values()))
        problem = Puzzle(named("simpleloop"), grid, tiles).problem()
        known = Knowledge(problem)
        assert known.propagate()
        lines = known.propagator(Balance).lines()
        factor = two_factor(lines)
        assert isinstance(factor, bytes)
        assert two_factor(lines, masks) == masks
        boards, yields = with_yields(merging.single_loops(lines, 3, 5))
        assert all(map(problem.judge, boards or ()))
        tally.add("merged loops", told=boards is not None, boards=len(boards or ()), yields=yields)


def _bits(masks: Iterable[int]) -> int:
    return sum(map(int.bit_count, masks))


def merge_partly_drawn(tally: Tally) -> None:
    """Loops of boards of which some lines are known, or some cells shaded, keep to all that."""
    rng = Random(35)
    for width, height in ((6, 10), (8, 8), (10, 10), (9, 8), (10, 7), (12, 8)) * 4:
        grid = Grid.make(width, height)
        asked = Puzzle(named("simpleloop"), grid, bytes([1]) * grid.size).problem()
        (goal,) = finish(solver.solutions(asked, 1)) if grid.size >= 80 else [bytes(grid.size)]
        held = rng.sample([*grid.lines()], rng.choice((0, 3, 6, 9, 12))) if any(goal) else []
        known = Knowledge(asked)
        for line in held:
            cell, side = line >> 1, 2 if line & 1 else 4
            known.narrow(cell, FITS[side << 4 if goal[cell] & side else side])
        merge(tally, "partly drawn boards", asked, known, ((2, 60), (1, 60), (2, 90)))
    rng = Random(37)
    for width, height, block in ((9, 10, 0), (14, 10, 0), (12, 10, 4), (12, 12, 6), (14, 10, 4), (16, 8, 4)) * 3:
        grid, tiles = Grid.make(width, height), bytearray([1]) * (width * height)
        for cell in range(grid.size):
            x, y = grid.place(cell)
            if 3 <= x < 3 + block and 2 <= y < 2 + block:
                tiles[cell] = 0
        for cell in [] if block else rng.sample(range(grid.size - width), rng.choice((2, 5, 8))):
            other = cell + width if rng.random() < 0.5 or (cell + 1) % width == 0 else cell + 1
            if tiles[cell] and tiles[other]:
                tiles[cell] = tiles[other] = 0
        asked = Puzzle(named("simpleloop"), grid, bytes(tiles)).problem()
        merge(tally, "boards with shaded cells", asked, Knowledge(asked), ((1, 60), (2, 80)))


def merge(tally: Tally, name: str, asked: Problem, known: Knowledge, ways: Iterable[tuple[int, int]]) -> None:
    """Merge loops on a board of which this is known, as many as wanted if it has at least so many cells."""
    for wanted, least in ways:
        boards, yields = with_yields(solver.merged_loops(Knowledge(asked, known.left), wanted, least))
        assert all(map(asked.judge, boards or ()))
        assert all(known.left[cell] >> mask & 1 for board in boards or () for cell, mask in enumerate(board))
        assert len({*(boards or ())}) == len(boards or ()) <= wanted
        told = boards is not None
        tally.add(f"{name}, {wanted} of {least}", tried=told, boards=len(boards or ()), yields=yields)


def large_board(rng: Random) -> Puzzle:
    """A larger board of ends, corners and tees, with a solution."""
    grid = Grid.make(rng.choice((10, 12, 15)), 10, glued(False, rng.random() < 0.3))
    masks = bytearray(grid.size)
    lines = list(grid.lines())
    rng.shuffle(lines)
    most = rng.choice((1, 2, 3))
    for line in lines:
        (one, other), side = grid.ends(line), S if line & 1 else E
        changed = masks[one] | side, masks[other] | OPPOSITE[side]
        if max(mask.bit_count() for mask in changed) <= most and not {*changed} & {5, 10}:
            masks[one], masks[other] = changed
    return Puzzle(named("infinity"), grid, bytes(masks))


def match_numbers_of_lines(tally: Tally) -> None:
    """Boards of which every cell has a known number of lines, solved by matching, patiently or not."""
    small, large = Random(33), Random(36)
    puzzles = [*(random_board(small) for _ in range(500)), *(large_board(large) for _ in range(12))]
    for puzzle in puzzles:
        problem = puzzle.problem()
        laid = bitboards.settle(problem)
        if laid.contradiction or not laid.is_open:
            continue
        kind = "large" if puzzle.grid.size > 20 else "small"
        for few, most, at_once in ((500, 20_000, 400_000), (-1, 20_000, 1), (500, 2, 1), (4, 3, 30), (8, 40, 400_000)):
            task = alternating.matchings(laid.board, laid.facts.lines, 2, few, most, at_once)
            boards, yields = with_yields(task)
            assert len({*(boards or ())}) == len(boards or ())
            assert all(map(problem.judge, boards or ()))
            told = boards is not None
            row = f"{kind} boards of numbers of lines, {few} {most} {at_once}"
            tally.add(row, told=told, boards=len(boards or ()), yields=yields)


def sweep_clusters(tally: Tally) -> None:
    """Clusters are counted, walked through and matched: as many ways as there are, each of them a way."""
    rng, number_of_clusters = Random(34), 0
    while number_of_clusters < 60:
        asked = random_problem(rng)
        known = Knowledge(asked)
        if asked.whole is not Whole.LINES or not finish(known.deducing()):
            continue
        left = clusters.undecided_cells(known.left)
        for cluster in sweep.clusters(asked.grid, left):
            number_of_clusters += 1
            order, width = sweep.best_order(asked.grid, left, cluster)
            steps = [*sweep.sweep_steps(asked.grid, left, order)]
            number, yields = with_yields(sweep.count_cluster(steps))
            least = next(most for most in range(1000) if finish(sweep.count_cluster(steps, most)) is not None)
            ways = finish(sweep.ways_through(steps, 3)) or []
            enough = next(most for most in range(1000) if finish(sweep.ways_through(steps, 3, most)) is not None)
            matched, rests = with_yields(matching.ways(asked.grid, left, cluster, 2))
            assert len({*(bytes(way[cell] for cell in cluster) for way in ways)}) == len(ways) == min(3, number or 0)
            assert matched is None or len(matched) == min(2, number or 0)
            assert sorted(order) == sorted(cluster)
            assert max(sweep.widths(asked.grid, left, order)) <= width
            tally.add(
                "clusters",
                ways=number or 0,
                states=least,
                width=width,
                yields=yields,
                states_to_walk=enough,
                matched=len(matched or ()),
                yields_to_match=rests,
            )


def test_whole_boards_are_solved_with_as_much_work_as_approved() -> None:
    tally = Tally()
    for part in (settle_trees, merge_loops, merge_partly_drawn, match_numbers_of_lines, sweep_clusters):
        part(tally)
    approve(__file__, "logic-work", tally.text)
