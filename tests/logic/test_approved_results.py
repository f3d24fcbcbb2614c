"""What whole-board deduction, merging, matching and counting come to on fixed boards, as tables to read."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

from termpuzzles.board.graph import Tree
from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.logic import bitboards
from termpuzzles.logic.answers import solver
from termpuzzles.logic.bitboards import solved_tree
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
from tests.logic.trees import random_tree, tree_problem, walls

T = TypeVar("T")


def with_breaths(task: Task[T]) -> tuple[T, int]:
    """The task's answer, and how often it stopped to breathe."""
    breaths = 0
    while True:
        try:
            next(task)
        except StopIteration as end:
            answer: T = end.value
            return answer, breaths
        breaths += 1


def settled(problem: Problem, rules: tuple[str, ...] | None = None, patience: int = bitboards.fixpoint.PASSES) -> str:
    """What whole-board deduction leaves open, in numbers."""
    found, breaths = with_breaths(bitboards.settling(problem, rules, patience))
    if found.contradiction:
        return "contradiction"
    left = found.left
    masks = sum(domain.bit_count() for domain in left.values())
    drawn = sum(mask.bit_count() for mask in found.drawn)
    cells = range(problem.grid.size) if found.joined and found.joined.parents else ()
    joined = len({found.joined.root(cell) for cell in cells})  # type: ignore[union-attr]
    end = "" if found.finished else ", not at its end"
    return f"{len(left)} open with {masks} masks, {drawn} sides drawn, {joined} groups, {breaths} breaths{end}"


def trees(number: int) -> Iterator[tuple[str, Problem, bytes]]:
    """Boards of trees of many sizes, some with walls, with blank cells, or wrapped."""
    rng = Random(31)
    for size in range(number):
        width, height = rng.choice(((2, 9), (7, 2), (5, 5), (9, 6), (14, 11), (25, 20), (1, 8), (8, 1)))
        wraps = rng.choice(((False, False), (True, True), (True, False), (False, True)))
        grid = Grid.make(width, height, glued(*wraps), walls(rng, width, height, rng.choice((0, 0, 0.1))))
        blank = rng.choice((0, 0, 0.1))
        masks = random_tree(rng, grid, blank, rng.random() < 0.5)
        yield (
            f"{size}: {grid} {wraps[0]:d}{wraps[1]:d} {len(grid.walls)} walls",
            tree_problem(grid, masks),
            bytes(masks),
        )


def test_whole_boards_settle_as_approved() -> None:
    found = []
    for title, problem, _ in trees(40):
        ways = {
            "all": settled(problem),
            "without loops": settled(problem, ("edge",)),
            "without dead ends": settled(problem, ("edge", "no loop")),
            "soon given up": settled(problem, patience=2),
        }
        found.append(title)
        found += [f"    {name}: {told}" for name, told in ways.items()]
    approve(__file__, "logic-settled", "\n".join(found) + "\n")


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


def test_drawn_trees_are_left_open_as_approved() -> None:
    found = []
    for title, problem, masks in trees(40):
        frame = Frame(problem.grid)
        for patience in (2, 200):
            left, breaths = with_breaths(solved_tree.still_open(frame, rooted(problem.grid, masks), patience))
            told = (
                "cannot tell" if left is None else f"{len(left)} open, {sum(map(int.bit_count, left.values()))} sides"
            )
            found.append(f"{title}, patience {patience}: {told}, {breaths} breaths")
    approve(__file__, "logic-drawn-trees", "\n".join(found) + "\n")


def loops() -> Iterator[tuple[str, Grid, bytes, bytes]]:
    """Drawn loops of several sizes, each with the cells through which it runs."""
    rng, maker = Random(32), named("simpleloop").maker()  # type: ignore[misc]
    for width, height in ((2, 2), (2, 7), (7, 2), (5, 5), (6, 9), (11, 8), (20, 15)) * 4:
        grid = Grid.make(width, height)
        masks = bytes(maker.draw(grid, Params(width, height, density=rng.uniform(0.3, 0.62)), rng))
        yield f"{grid} {masks.hex()[:24]}", grid, masks, maker.tiles(masks)


def test_drawn_loops_are_left_open_as_approved() -> None:
    found = []
    for title, grid, masks, _ in loops():
        frame = Frame(grid)
        told = []
        for left_by in (left_by_degree, left_by_no_loop):
            for near in (None, 0, grid.size // 2):
                left = left_by(frame, masks, near)
                told.append(f"{len(left)} with {sum(map(int.bit_count, left.values()))}")
        found.append(f"{title}: {', '.join(told)}")
    approve(__file__, "logic-drawn-loops", "\n".join(found) + "\n")


def test_loops_are_merged_as_approved() -> None:
    found = []
    for title, grid, masks, tiles in loops():
        known = Knowledge(Puzzle(named("simpleloop"), grid, tiles).problem())
        assert known.propagate()
        lines = known.propagator(Balance).lines()
        factor = two_factor(lines)
        near = two_factor(lines, masks)
        assert isinstance(factor, bytes)
        assert near == masks
        boards, breaths = with_breaths(merging.single_loops(lines, 3, 5))
        told = "gives up" if boards is None else " ".join(f"{len({*board})}/{board.hex()[:40]}" for board in boards)
        found.append(f"{title}: factor {factor.hex()[:40]}, {told}, {breaths} breaths")
    approve(__file__, "logic-merged-loops", "\n".join(found) + "\n")


def test_loops_of_partly_drawn_boards_are_merged_as_approved() -> None:
    found = []
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
        for wanted, least in ((2, 60), (1, 60), (2, 90)):
            boards, breaths = with_breaths(solver.merged_loops(Knowledge(asked, known.left), wanted, least))
            told = "not tried" if boards is None else " ".join(board.hex()[:60] for board in boards) or "none"
            found.append(f"{grid}, {len(held)} held, {wanted} of {least}: {told}, {breaths} breaths")
    approve(__file__, "logic-partly-drawn-loops", "\n".join(found) + "\n")


def test_loops_of_boards_with_shaded_cells_are_merged_as_approved() -> None:
    found = []
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
        for wanted, least in ((1, 60), (2, 80)):
            boards, breaths = with_breaths(solver.merged_loops(Knowledge(asked), wanted, least))
            told = "not tried" if boards is None else " ".join(board.hex()[1:60:2] for board in boards) or "none"
            shaded = [cell for cell, tile in enumerate(tiles) if not tile]
            found.append(f"{grid} without {shaded}, {wanted} of {least}: {told}, {breaths} breaths")
    approve(__file__, "logic-shaded-loops", "\n".join(dict.fromkeys(found)) + "\n")


def test_boards_of_numbers_of_lines_are_solved_as_approved() -> None:
    found = []
    rng = Random(33)
    for number in range(500):
        puzzle = random_board(rng)
        laid = bitboards.settle(puzzle.problem())
        if laid.contradiction or not laid.is_open:
            continue
        told = []
        for few, most, at_once in ((500, 20_000, 400_000), (-1, 20_000, 1), (500, 2, 1), (4, 3, 30)):
            task = alternating.matchings(laid.board, laid.facts.lines, 2, few, most, at_once)
            boards, breaths = with_breaths(task)
            shown = " ".join(board.hex() for board in boards) if boards is not None else "no such board"
            told.append(f"{shown}, {breaths} breaths")
        title = f"== {number}: {puzzle.grid} {puzzle.tiles.hex()} {len(puzzle.grid.walls)} walls"
        found += [title, *(f"    {each}" for each in dict.fromkeys(told))]
    approve(__file__, "logic-numbers-of-lines", "\n".join(found) + "\n")


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


def test_larger_boards_of_numbers_of_lines_are_solved_as_approved() -> None:
    found = []
    rng = Random(36)
    for number in range(12):
        puzzle = large_board(rng)
        laid = bitboards.settle(puzzle.problem())
        if laid.is_open:
            for few, most, at_once in ((500, 20_000, 400_000), (-1, 20_000, 1_000), (8, 40, 400_000)):
                task = alternating.matchings(laid.board, laid.facts.lines, 2, few, most, at_once)
                boards, breaths = with_breaths(task)
                told = " ".join(board.hex()[1::2] for board in boards or ())
                found.append(f"{number} {puzzle.grid}, {few} {most} {at_once}, {breaths} breaths: {told}")
    approve(__file__, "logic-numbers-of-lines-larger", "\n".join(found) + "\n")


def test_clusters_are_swept_and_matched_as_approved() -> None:
    found: list[str] = []
    rng = Random(34)
    while len(found) < 180:
        asked = random_problem(rng)
        known = Knowledge(asked)
        if asked.whole is not Whole.LINES or not finish(known.deducing()):
            continue
        left = clusters.undecided_cells(known.left)
        for cluster in sweep.clusters(asked.grid, left):
            order, width = sweep.best_order(asked.grid, left, cluster)
            steps = [*sweep.steps(asked.grid, left, order)]
            number, breaths = with_breaths(sweep.count_cluster(steps))
            least = next(most for most in range(1000) if finish(sweep.count_cluster(steps, most)) is not None)
            ways = finish(sweep.ways_through(steps, 3)) or []
            enough = next(most for most in range(1000) if finish(sweep.ways_through(steps, 3, most)) is not None)
            greedy = [*sweep.greedy_order(asked.grid, left, cluster)]
            matched, rests = with_breaths(matching.ways(asked.grid, left, cluster, 2))
            chosen = "cannot" if matched is None else " ".join(bytes(way.values()).hex() for way in matched)
            wide = max(sweep.widths(asked.grid, left, order))
            swept = " ".join(bytes(way.values()).hex() for way in ways)
            found += [
                f"== {asked.grid}: {' '.join(f'{cell}:{left[cell]:x}' for cell in cluster)}",
                f"    {number} ways with {least} states over {wide}={width}, {breaths} breaths, {order}, {greedy}",
                f"    {swept} with {enough}; matched {chosen}, {rests} breaths",
            ]
    approve(__file__, "logic-clusters", "\n".join(found) + "\n")
