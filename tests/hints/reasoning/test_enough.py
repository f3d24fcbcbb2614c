"""How far hints look for findings: to the nearest that are enough to choose from, and no further."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.games import named
from termpuzzles.games.making.random_tree import grown_tree
from termpuzzles.games.model import Move, Puzzle
from termpuzzles.hints.agenda import Rings, StepFinder
from termpuzzles.hints.justification import Findings, distance_from, find
from termpuzzles.hints.position import Position
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import LONE, SEARCH
from termpuzzles.logic.rules import rule_named
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.games.boards import board
from tests.hints.test_approved_hints import past_the_plain_steps
from tests.logic.tally import Tally
from tests.logic.test_approved_results import with_yields

ENOUGH, FURTHER = 24, 12  # findings; cells at which a slow rule still looks once it has found something


def net(width: int, height: int, seed: int) -> Puzzle:
    """A Net board turned at random."""
    rng, grid = Random(seed), Grid.make(width, height)
    return Puzzle(named("net"), grid, bytes(rng.choice(TURNS[mask]) for mask in grown_tree(grid, rng)))


def nearest_first(grid: Grid, near: int) -> list[int]:
    (x, y), places = grid.place(near), [grid.place(cell) for cell in range(grid.size)]
    return sorted(range(grid.size), key=lambda cell: (abs(places[cell][0] - x) + abs(places[cell][1] - y), cell))


def expected(rule: str, knowledge: Knowledge, cells: list[int], wanted: set[int], slow: bool = False) -> set[object]:
    """What the rule finds at the nearest cells until it is enough; of all that only what is wanted counts."""
    found, since = dict[object, bool](), 0
    for cell in [cell for cell in cells if not slow or knowledge.left[cell] not in LONE]:
        for finding in rule_named(rule).find(knowledge, (cell,)):
            found.setdefault(finding.narrowed, not wanted.isdisjoint(each.cell for each in finding.narrowed))
        if sum(found.values()) >= ENOUGH or (slow and since == FURTHER):
            break
        since += bool(found)
    return {narrowed for narrowed, is_wanted in found.items() if is_wanted}


@pytest.mark.parametrize("near", [0, 130])
@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("rule", ["edge", "block", "one step ahead"])
def test_the_nearest_findings_are_taken_until_there_are_enough(rule: str, every: int, near: int) -> None:
    puzzle = net(16, 14, 2)
    state = puzzle.start if rule == "edge" else past_the_plain_steps(puzzle)
    position = Position(puzzle, puzzle.problem(), state)
    knowledge = Knowledge(puzzle.problem(), position.base)
    knowledge.begin_steps()
    wanted = set(range(0, puzzle.grid.size, every))

    def is_wanted(finding: Finding) -> bool:
        return not wanted.isdisjoint(each.cell for each in finding.narrowed)

    distance, cells = distance_from(puzzle.grid, near), nearest_first(puzzle.grid, near)
    every_one = expected(rule, knowledge, cells, wanted, rule == "one step ahead")
    found = finish(find(Findings(knowledge), [rule], range(puzzle.grid.size), distance, is_wanted))
    assert {finding.narrowed for finding in found} == every_one
    assert found


@pytest.mark.parametrize("near", [0, 130])
@pytest.mark.parametrize("rule", ["no loop", "block", "chain", "one step ahead"])
def test_a_finder_takes_the_nearest_news_until_there_are_enough(rule: str, near: int) -> None:
    puzzle = net(16, 14, 2)
    position = Position(puzzle, puzzle.problem(), past_the_plain_steps(puzzle))
    finder = StepFinder(position)
    found, since, is_slow = dict[object, None](), 0, rule == "one step ahead"
    for cell in nearest_first(puzzle.grid, near):
        at = rule_named(rule).find(finder.knowledge, (cell,))
        found.update((finding.narrowed, None) for finding in at if position.is_news(finding))
        if len(found) >= ENOUGH or (is_slow and since == FURTHER):
            break
        since += bool(found)
    for _ in range(1 if is_slow else 2):  # the second time a slow rule looks further
        _, direct = finish(finder.direct(rule, Rings(puzzle.grid, near)))
        assert [finding.narrowed for finding in direct] == list(found)


def test_a_finder_follows_the_play_until_something_is_taken_back() -> None:
    grid = Grid.make(5, 4)
    puzzle = Puzzle(named("net"), grid, bytes(grown_tree(grid, Random(1))))
    position = Position(puzzle, puzzle.problem(), puzzle.start)
    finder = StepFinder(position)
    assert finder.follow(()) is True
    pinned = puzzle.game.play(puzzle, puzzle.start, Move.parse("pin 2,2", puzzle))
    assert finder.follow(position.follow(pinned)) is True
    assert finder.knowledge.left == position.base != [puzzle.problem().domain_of(cell) for cell in range(20)]
    assert finder.follow(position.follow(puzzle.start)) is False


@pytest.mark.parametrize("rows", [["┳┳"] * 4, ["┳┳┳┳"] * 2])
def test_wherever_two_lines_join_the_same_tiles_a_loop_is_found_before_any_line_is_known(rows: list[str]) -> None:
    puzzle = board(named("net"), *rows, wrap=True)
    finder = StepFinder(Position(puzzle, puzzle.problem(), puzzle.start))
    _, found = finish(finder.direct("no loop", Rings(puzzle.grid, None)))
    assert [each.cell for finding in found for each in finding.narrowed] == list(range(puzzle.grid.size))


def test_finders_find_what_is_not_known_with_as_much_work_as_approved() -> None:
    tally = Tally()
    for game, width, height, seed in (("net", 16, 14, 3), ("net", 25, 20, 4), ("infinity", 12, 10, 5)):
        puzzle = net(width, height, seed)
        puzzle = Puzzle(named(game), puzzle.grid, puzzle.tiles)
        position = Position(puzzle, puzzle.problem(), past_the_plain_steps(puzzle))
        names = [name for name in position.problem.rules if name != SEARCH]
        for near in (0, puzzle.grid.size // 2 + width // 3, None):
            finder, rings = StepFinder(position), Rings(puzzle.grid, near)
            for rule in names:
                for time in ("directly", "again"):
                    (_, found), yields = with_yields(finder.direct(rule, rings))
                    narrowed = [each for finding in found for each in finding.narrowed]
                    assert all(after != before for _, before, after in narrowed)
                    tally.add(f"{rule} {time}", findings=len(found), cells=len(narrowed), yields=yields)
                rules = names[: names.index(rule) + 1]
                deeper, yields = with_yields(finder.deeper(rules, rings, lambda findings, found: len(found)))
                tally.add(f"{rule} deeper", findings=deeper or 0, yields=yields)
    approve(__file__, "finders", tally.text)
