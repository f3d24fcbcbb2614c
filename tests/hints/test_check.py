"""Checking the settled cells: pins and lines are compared with the solutions, and nothing else is given away."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from termpuzzles.board.grid import TURNS, E, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle, State
from termpuzzles.hints.check import Verdict, check, possible, why_not, with_what_else
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import IMPOSSIBLE, REFUTED
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import FITS, Domain, masks_of
from termpuzzles.logic.rules import rule_named
from termpuzzles.logic.task import finish
from termpuzzles.session.session import Session
from tests.games.boards import board, drawing, random_grid, random_tree

INFINITY = named("infinity")


def verdict(puzzle: Puzzle, *gestures: Gesture) -> Verdict:
    session = Session(puzzle)
    for gesture in gestures:
        assert session.do(gesture)
    return finish(check(Guide(puzzle), session.state))


def test_tiles_that_are_not_pinned_are_never_wrong() -> None:
    assert verdict(board(named("infinity"), "┓┓", "┗┛")) == Verdict(frozenset(), "Nothing wrong so far.")


def test_a_pin_against_the_only_solution_is_wrong() -> None:
    found = verdict(board(named("infinity"), "┓┓", "┗┛"), Gesture("pin", 0), Gesture("pin", 1))
    assert found == Verdict(frozenset({0}), "1 pinned tile is wrong.")


def test_pins_that_exclude_each_other_are_reported_where_each_alone_could_be_right() -> None:
    bars = board(named("infinity"), "━┃", "━┃", wrap=True)
    assert verdict(bars, Gesture("pin", 0)).wrong == frozenset()
    found = verdict(bars, Gesture("pin", 0), Gesture("pin", 1))
    assert found == Verdict(frozenset(), "The pinned tiles cannot all be right.")


def test_tiles_that_form_a_closed_group_are_no_mistake_unless_pinned() -> None:
    puzzle = board(named("infinity"), "┓┳┳┏", "┻╋╋┻", "┃┗┓━", "┓╹╹┏")
    assert verdict(puzzle).sentence == "Nothing wrong so far."
    assert verdict(puzzle, Gesture("turn", 9)).sentence == "Nothing wrong so far."
    assert verdict(puzzle, Gesture("turn", 9), Gesture("pin", 0)).sentence == "1 pinned tile is wrong."


def test_a_note_against_the_only_solution_is_wrong() -> None:
    found = verdict(board(named("infinity"), "┓┓", "┗┛"), Gesture("cross", 0, E))
    assert found == Verdict(frozenset({0, 1}), "2 noted cells are wrong.")


@pytest.mark.parametrize("name", ["infinity", "net"])
def test_just_the_pins_that_no_solution_has_are_wrong_unless_some_solution_has_them_all(name: str) -> None:
    rng, told = Random(1), set()
    for _ in range(150):
        grid = random_grid(rng, 4)
        solved = drawing(grid, random_tree(rng, grid))
        puzzle = Puzzle(named(name), grid, bytes(rng.choice(TURNS[mask]) for mask in solved))
        every = finish(solutions(puzzle.problem(), 500))
        if not 0 < len(every) < 500:
            continue
        pins = bytes(rng.random() < 0.3 for _ in puzzle.tiles)
        lines = bytes(rng.choice((mask, right)) for mask, right in zip(puzzle.tiles, rng.choice(every), strict=True))
        pinned = [cell for cell, pin in enumerate(pins) if pin]
        found = finish(check(Guide(puzzle), State(lines, pins, bytes(len(pins)))))
        if any(all(lines[cell] == solution[cell] for cell in pinned) for solution in every):
            assert found.wrong == frozenset() or len(every) == 1
        else:
            wrong = {cell for cell in pinned if all(lines[cell] != solution[cell] for solution in every)}
            assert found.wrong == wrong
            told.add((len(every) > 1, bool(wrong)))
    assert {(False, True), (True, True)} <= told


def test_a_board_without_a_solution_is_reported_as_such() -> None:
    assert verdict(board(named("infinity"), "╋╋"), Gesture("pin", 0)).sentence == "This board has no solution."


@pytest.mark.parametrize(("action", "wrong"), [("line", True), ("cross", False)])
def test_drawn_lines_and_crosses_are_checked_alike(action: str, wrong: bool) -> None:
    ring = board(named("simpleloop"), "···", "·■·", "···")
    sides = [Gesture("line", 0, E), Gesture("line", 0, S)]
    assert verdict(ring, *sides).sentence == "Nothing wrong so far."
    crossed = verdict(ring, Gesture("cross", 0, E))
    assert crossed == Verdict(frozenset({0, 1}), "2 cells are wrong.")
    two_by_three = board(named("simpleloop"), "···", "···")
    assert bool(verdict(two_by_three, Gesture(action, 1, S)).wrong) == wrong


@pytest.mark.parametrize("text", ["simpleloop/2/2/g", "simpleloops/4/3/00g", "infinity:2x2:3f6f"])
def test_on_a_board_without_a_solution_every_turn_is_out_because_there_is_none(text: str) -> None:
    (puzzle,) = read(text)
    for cell, sides in product(range(puzzle.grid.size), range(1, 16)):
        guide = Guide(puzzle)
        hint = finish(why_not(guide, puzzle.start, cell, sides))
        if puzzle.problem().domain_of(cell) & (FITS[sides << 4] if puzzle.game.draws else 1 << sides):
            assert (hint.kind, hint.cell) == (IMPOSSIBLE, None)
            assert hint.sentence.startswith("This board has no solution. ")
            assert with_what_else(guide, hint, sides, 0) == hint
        else:
            assert hint.kind == REFUTED


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?mashu/4/2/0q0",
        "simpleloops/5/4/4000",
        "net:1x2kx:ff",
        "infinity:1x2w:89",
        "infinity:2x1kx:3b",
        "net:2x2w:cvch19",
        "net:2x3w:bc3931",
        "infinity:2x2kx:2h749",
        "net:3x2w:23689c",
        "net:3x4kx:89eb7ebd623c",
    ],
)
def test_on_a_board_without_a_solution_the_rules_that_find_that_leave_nothing_of_some_cell(text: str) -> None:
    (puzzle,) = read(text)
    assert finish(solutions(puzzle.problem(), 1)) == []
    assert not all(finish(possible(Guide(puzzle), puzzle.start, True)))


@pytest.mark.parametrize(
    ("text", "cell", "sides", "sentence"),
    [
        ("simpleloop/6/4/00036", 18, N, "The cell at (1, 4) is shaded: it has no lines."),
        ("net:1x3:108", 1, E, "The blank tile at (1, 2) has no lines."),
        ("simpleloop/4/4/", 0, N, "The cell at (1, 1) cannot have a line up. Its line up runs into the border."),
        (
            "simpleloop/4/4/",
            4,
            N | W,
            "The cell at (1, 2) cannot have lines up and left. Its line to the left runs into the border.",
        ),
        (
            "simpleloop/4/4/",
            5,
            N | W | E,
            "The cell at (2, 2) cannot have lines up, left and right. No cell has more than two lines.",
        ),
        ("simpleloop/4/4/", 5, 0, "The cell at (2, 2) must have two lines. The loop passes through it."),
        (
            "pearl:4x4:eWj",
            5,
            N | E,
            "The white circle at (2, 2) cannot have lines up and right. The loop goes straight on there.",
        ),
        (
            "pearl:4x4:eBj",
            5,
            N | S,
            "The black circle at (2, 2) cannot have lines up and down. The loop turns there.",
        ),
    ],
)
def test_why_not_is_true_of_the_place(text: str, cell: int, sides: int, sentence: str) -> None:
    (puzzle,) = read(text)
    guide = Guide(puzzle)
    hint = finish(why_not(guide, puzzle.start, cell, sides))
    assert (hint.kind, hint.sentence) == (REFUTED, sentence)
    if "shaded" in sentence or "blank" in sentence:
        assert with_what_else(guide, hint, sides, puzzle.problem().domain_of(cell)) == hint


def test_rules_without_search_leave_as_much_as_with_it() -> None:
    puzzle = read("infinity:5x4w:d97b9122e35b08d7b8a7")[0]

    def left(*rules: str) -> list[Domain]:
        game = replace(INFINITY, problem=lambda puzzle: replace(INFINITY.problem(puzzle), rules=rules))
        return finish(possible(Guide(replace(puzzle, game=game)), puzzle.start, True))

    assert left("edge", "search") == left("edge")


def test_of_the_only_solution_nothing_else_is_possible_though_the_rules_leave_more() -> None:
    grid = read("infinity:5x4w:d97b9122e35b08d7b8a7")[0]
    game = replace(grid.game, problem=lambda puzzle: replace(grid.problem(), rules=("edge", "search")))
    guide, told = Guide(replace(grid, game=game)), 0
    (solution,) = finish(solutions(grid.problem(), 2))
    left = finish(possible(guide, grid.start, True))
    for cell, domain in enumerate(left):
        masks = masks_of(domain)
        if len(masks) > 1:
            hint = finish(why_not(guide, grid.start, cell, solution[cell]))
            assert with_what_else(guide, hint, solution[cell], domain).sentence == (
                f"{hint.sentence} Nothing else is possible."
            )
            other = next(mask for mask in masks if mask != solution[cell])
            hint = finish(why_not(guide, grid.start, cell, other))
            more = with_what_else(guide, hint, other, domain).claim.plain.removeprefix(f"{hint.claim.plain} ")
            assert more.startswith("It can only " if len(masks) == 2 else "It can still ")
            told += 1
    assert told


@pytest.mark.parametrize(
    "text",
    [
        "6x6:4311d49db5389bb9664b6d73672e15194223",
        "7x7:43914143ebbdbb463d123449b7ac6deee811eaee5c1941681",
        "infinity:6x6:08144086a2883b5ceb25eedd183e7b200644",
        "infinity:7x7:1323922cbe7d4183eaad389aad712ee6731c73ac624648142",
    ],
)
def test_all_rules_leave_one_way_for_each_tile_of_a_board_that_needs_no_trying_out(text: str) -> None:
    (puzzle,) = read(text)
    left = finish(possible(Guide(puzzle), puzzle.start, True))
    (solution,) = finish(solutions(puzzle.problem()))
    assert left == [1 << mask for mask in solution]


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?mashu/2/2/0",
        "https://puzz.link/p?mashu/3/2/0",
        "infinity:6x6:08144086a2883b5ceb25eedd183e7b200644",
    ],
)
def test_once_all_rules_have_left_what_they_can_none_finds_anything_more(text: str) -> None:
    problem = (puzzle := read(text)[0]).problem()
    left = finish(possible(Guide(puzzle), puzzle.start, True))
    for name in problem.rules:
        if name != "search":
            assert not [*rule_named(name).find(Knowledge(problem, left), range(len(left)))]
