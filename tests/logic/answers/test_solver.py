"""Solving and rating, on real boards whose answers are known.

The ordinary run takes samples of the corpora, boards of up to 25x25; with `TERMPUZZLES_ALL` set it takes them whole.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import TORUS
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers import solver
from termpuzzles.logic.answers.rating import chain_steps, rating_of
from termpuzzles.logic.answers.solver import complete, one_solution, solutions
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem, Whole
from termpuzzles.logic.task import Task, Unfinished, finish
from tests import corpus
from tests.data import sweep, tables
from tests.logic.boards import infinity_problem, mask_of, masks, net, net_problem, picture
from tests.logic.learning.boards import MOST, boards

EVERYTHING = bool(os.environ.get("TERMPUZZLES_ALL"))
HARDEST_WITHOUT_LOOKING = ("edge", "pocket", "no loop", "parity", "pairs", "block", "dead end")
TREES = sweep.share(20_000, 40)  # random boards of all games, of which some are trees


def sample(table: str, every: int) -> list[list[str]]:
    """A sample of the rows of a Net corpus, without very large boards; or all rows with `TERMPUZZLES_ALL` set."""
    rows = corpus.rows(table)
    return rows if EVERYTHING else [row for row in rows[::every] if len(row[0]) < 800]


def test_a_board_with_one_solution_is_solved_and_proved_so() -> None:
    for text, wires in sample("net/unique.tsv", 9):
        assert finish(solutions(net(text))) == [masks(wires)], text


def test_deduction_alone_finishes_boards_that_the_reference_generates() -> None:
    for text, _ in sample("net/unique.tsv", 9):
        assert finish(rating_of(net(text))).hardest in HARDEST_WITHOUT_LOOKING, text


def test_boards_that_defeat_the_reference_need_the_techniques_of_a_person_and_no_more() -> None:
    for text, wires in sample("net/hard.tsv", 25):
        problem = net(text)
        assert finish(rating_of(problem)).hardest in ("parity", "pairs", "block", "dead end", "colouring", "chain"), (
            text
        )
        assert finish(solutions(problem)) == [masks(wires)], text


def test_every_solution_of_an_ambiguous_board_is_found() -> None:
    for text, wires, count in sample("net/ambiguous.tsv", 12):
        problem = net(text)
        found = finish(solutions(problem, 100))
        assert len(set(found)) == len(found) == (100 if count == "100+" else int(count)), text
        assert all(map(problem.judge, found))
        assert len(found) == 100 or masks(wires) in found


@pytest.mark.parametrize("most", [1, 2, MOST + 1])
def test_what_deduction_leaves_open_of_a_tree_is_found_as_by_brute_force_and_stays_as_it_was(most: int) -> None:
    completed = 0
    for problem, expected in boards(TREES, 51 + most):
        knowledge = Knowledge(problem)
        if problem.whole is Whole.TREE and finish(knowledge.deducing()) and knowledge.open_cells():
            before, found = tuple(knowledge.left), list[bytes]()
            finish(complete(knowledge, most, found))
            assert len(found) == len(set(found)) == min(most, len(expected))
            assert expected.issuperset(found)
            assert (tuple(knowledge.left), knowledge.depth) == (before, 0)
            completed += 1
    assert completed > TREES // 50


def test_everything_that_the_reference_deduces_is_settled_at_once() -> None:
    for text, _, wires in sample("net/deduce.tsv", 9):
        knowledge = Knowledge(net(text))
        knowledge.propagate()
        for cell, digit in enumerate(wires):
            assert digit == "." or knowledge.left[cell] == 1 << mask_of(digit), (text, cell)


@pytest.mark.parametrize("folder", ["infinity", "pipes"])
def test_real_pictures_have_the_solutions_that_are_known(folder: str) -> None:
    kind = {"infinity": infinity_problem, "net": net_problem}
    for file, game, _, count in corpus.rows(f"{folder}/expected.tsv")[1:]:
        text = corpus.path(f"{folder}/{file}").read_text(encoding="utf-8")
        if len(text) > 10_000 and not EVERYTHING:
            continue
        problem = kind[game](*picture(text))
        found = finish(solutions(problem))
        assert all(map(problem.judge, found))
        assert len(set(found)) == len(found)
        if count != "?":
            assert len(found) == (2 if count == "2+" else min(2, int(count))), file


def test_a_chain_ends_with_the_solution() -> None:
    problem = net(corpus.rows("net/hard.tsv")[0][0])
    left = [problem.domain_of(cell) for cell in range(problem.grid.size)]
    for step in chain_steps(problem):
        for cell, before, after in step.narrowed:
            assert left[cell] == before
            left[cell] = after
    assert problem.judge(bytes(domain.bit_length() - 1 for domain in left))


def test_a_board_that_contradicts_itself_says_where() -> None:
    problem = net_problem(Grid.make(3, 1), bytes([4, 6, 1]))
    rating = finish(rating_of(problem))
    assert rating.hardest is None
    assert rating.contradiction
    assert rating.contradiction.sentence.startswith("No turn of the corner at (2, 1) fits. The border")
    assert finish(one_solution(problem)) is None


def test_tiles_with_too_many_lines_for_a_tree_are_refused_without_search() -> None:
    assert finish(one_solution(net_problem(Grid.make(20, 20, TORUS), bytes([6] * 400)))) is None
    corners = net_problem(Grid.make(6, 6, TORUS), bytes([6] * 36))
    rating = finish(rating_of(replace(corners, rules=("edge", "no loop", "dead end", "search"))))
    assert (rating.hardest, rating.steps, rating.contradiction) == (None, {}, None)


def test_a_board_with_several_solutions_has_no_rating() -> None:
    rating = finish(rating_of(infinity_problem(Grid.make(4, 4, TORUS), bytes([5] * 16))))
    assert (rating.hardest, rating.steps, rating.contradiction) == (None, {}, None)


def test_a_board_on_which_the_rules_stall_is_rated_as_needing_search() -> None:
    board = tables.rows("net", "hard")[0]
    problem = replace(read(board.id)[0].problem(), rules=("edge", "search"))
    rating = finish(rating_of(problem))
    assert rating.hardest == "search"
    assert rating.steps["search"] == 1
    *_, last = chain_steps(problem)
    assert all(after == 1 << tables.masks(board.solution)[cell] for cell, _, after in last.narrowed)
    match = re.fullmatch(r"Trying out every way to go on through (\d+) tiles leaves only one\.", last.sentence)
    assert match
    assert rating.effort
    assert rating.effort >= 1000 * int(match[1]) == 1000 * len(last.narrowed)


def test_work_stops_when_it_is_told_to_and_gives_what_was_settled() -> None:
    problem = read(max(tables.rows("net", "hard"), key=lambda board: board.cells).id)[0].problem()
    calls = 0

    def until() -> bool:
        nonlocal calls
        calls += 1
        return calls > 20

    with pytest.raises(Unfinished) as stopped:
        finish(rating_of(problem), until)
    assert stopped.value.left is not None
    given = [problem.domain_of(cell) for cell in range(problem.grid.size)]
    assert all(not less & ~more for less, more in zip(stopped.value.left, given, strict=True))
    assert tuple(stopped.value.left) != tuple(given)


def test_work_that_is_stopped_at_once_says_that_nothing_is_known() -> None:
    with pytest.raises(Unfinished) as stopped:
        finish(one_solution(net("5x5:" + "5" * 25)), lambda: True)
    assert stopped.value.left is None


@pytest.mark.parametrize("most", [1, 2])
def test_up_to_two_solutions_of_a_board_of_lines_alone_take_no_search(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    def search(*arguments: object) -> Task[list[bytes]]:
        raise AssertionError("a search may take for ever")

    monkeypatch.setattr(solver, "_deduce", search)
    problem = infinity_problem(Grid.make(30, 30), bytes([1] * 900))
    found = finish(solutions(problem, most))
    assert len(set(found)) == most
    assert all(map(problem.judge, found))
    with pytest.raises(AssertionError):
        finish(solutions(problem, 3))


def loops_problem(rows: Sequence[str]) -> Problem:
    """The question for one loop through every cell that is not shaded (#)."""
    tiles = bytes(letter != "#" for row in rows for letter in row)
    return Puzzle(named("simpleloop"), Grid.make(len(rows[0]), len(rows)), tiles).problem()


@pytest.mark.parametrize("most", [1, 2, 3])
def test_two_large_rooms_that_meet_in_one_line_have_no_loop_as_is_deduced_once(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deduce(*arguments: object) -> Task[list[bytes]]:
        raise AssertionError("nothing is left to deduce")

    monkeypatch.setattr(solver, "_deduce", deduce)
    above, between, below = "." * 12 + "#" * 12, "." * 24, "#" * 12 + "." * 12
    assert finish(solutions(loops_problem([*[above] * 11, between, *[below] * 11]), most)) == []


@pytest.mark.parametrize(
    ("most", "tried", "is_searched"),
    [
        (2, {"SOON": 2, "IN_EARNEST": 0}, False),
        (2, {"SOON": 0, "IN_EARNEST": 24}, False),
        (2, {"SOON": 0, "IN_EARNEST": 0}, True),
        (3, {"FOR_EACH": 3, "IN_EARNEST": 0}, False),
        (3, {"FOR_EACH": 0, "IN_EARNEST": 24}, True),
    ],
)
def test_another_loop_is_looked_for_soon_and_then_in_earnest_and_only_then_searched_for(
    most: int, tried: dict[str, int], is_searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(knowledge: Knowledge, wanted: int) -> Task[list[bytes]]:
        yield None
        return [b"searched"] * wanted

    monkeypatch.setattr(solver, "_deduce", search)
    for limit, number in tried.items():
        monkeypatch.setattr(solver, limit, number)
    problem = loops_problem(["." * 16] * 14)
    found = finish(solutions(problem, most))
    assert found == [b"searched"] * most if is_searched else len({*found}) == most
    assert is_searched or all(map(problem.judge, found))
