"""What a puzzle answers of itself: pictures, addresses, cells, the ways in which it can lie, all its solutions."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

import termpuzzles
from termpuzzles.errors import ArgumentError
from termpuzzles.games.model import Puzzle, State, Tiles
from tests.logic.oracle import all_solutions, fitting, is_joined

BOARDS = (
    "5x5w:78a2ab47ad541418beb984d39",
    "3x2:1b84e4",
    "infinity:4x3:346c7bde9c93",
    "infinity:2x1w:55",
    "4x3mx:45b88ad225dc",
    "3x4ky:3d45e43b8215",
    "4x3:4abv915hea84d8",
    "simpleloop/6/4/00036",
    "simpleloop/4/4/0000",
    "simpleloops/5/5/44s33",
    "https://puzz.link/p?mashu/6/6/009c93030919",
)


def read(text: str) -> Puzzle:
    (puzzle,) = termpuzzles.read(text)
    return puzzle


@pytest.mark.parametrize("text", BOARDS)
def test_a_board_lies_in_eight_ways_with_as_many_solutions_and_its_position(text: str) -> None:
    puzzle = read(text)
    solution = termpuzzles.solve(puzzle)
    puzzle = puzzle.with_marks(solution) if solution else puzzle
    assert puzzle.rotated(4) == puzzle.rotated(0) == puzzle.mirrored().mirrored() == puzzle.rotated(-1).rotated()
    assert puzzle.mirrored().rotated().mirrored() == puzzle.rotated(3)
    count = termpuzzles.count_solutions(puzzle)
    for way in (each.rotated(quarters) for each in (puzzle, puzzle.mirrored()) for quarters in range(4)):
        assert read(termpuzzles.write(way, "picture")).start == way.start
        assert termpuzzles.count_solutions(way) == count
        assert not solution or not way.game.mistakes(way, way.surveyed)


def by_brute_force(puzzle: Puzzle) -> set[bytes]:
    """All solutions; of a Masyu, by what is known of its board: there is one."""
    if puzzle.game.clue:
        solution = termpuzzles.solve(puzzle)
        assert solution
        return {solution.lines}
    if puzzle.game.tiles is Tiles.MASKS:
        return all_solutions(puzzle.problem())
    problem = puzzle.problem()
    boards = fitting(puzzle.grid, [problem.domain_of(cell) for cell in range(puzzle.grid.size)])
    return {board for board in boards if puzzle.game.name == "simpleloops" or is_joined(board, puzzle.grid)}


@pytest.mark.parametrize("text", BOARDS)
def test_all_solutions_one_by_one(text: str) -> None:
    puzzle = read(text)
    expected = by_brute_force(puzzle)
    found = [state.lines for state in termpuzzles.solutions(puzzle)]
    assert len(found) == len({*found})
    assert {*found} == expected
    for limit in range(4):
        assert len(list(termpuzzles.solutions(puzzle, limit))) == min(limit, len(expected))


def test_solutions_come_one_by_one_where_nobody_could_wait_for_all() -> None:
    puzzle = read("infinity:20x20w:" + "3" * 400)
    several = termpuzzles.solutions(puzzle)
    found = {next(several) for _ in range(50)}
    assert len(found) == 50
    for state in found:
        board = puzzle.with_marks(state)
        assert not board.game.mistakes(board, board.surveyed)


def test_a_cell_is_asked_for_as_sentences_count() -> None:
    puzzle = read("https://puzz.link/p?mashu/6/6/009c93030919")
    clues = {(x, y): puzzle[x, y].clue for x in range(1, 7) for y in range(1, 7) if puzzle[x, y].clue}
    assert clues == {
        (cell % 6 + 1, cell // 6 + 1): ("white circle", "black circle")[clue - 1]
        for cell, clue in enumerate(puzzle.clues)
        if clue
    }
    net = read("3x2:1b84e4")
    solution = termpuzzles.solve(net)
    assert solution
    assert (net[2, 1].tile, net[2, 1].lines, len(net.with_marks(solution)[2, 1].lines)) == ("NES", "NES", 3)
    loop = read("simpleloop/6/4/00036")
    assert [loop[cell % 6 + 1, cell // 6 + 1].is_open for cell in range(24)] == [*map(bool, loop.tiles)]
    for wrong in ((0, 1), (4, 1), (1, 3), 5, (1,), ("a", 1)):
        with pytest.raises(ArgumentError, match="expected a c"):
            net[wrong]  # type: ignore[index] # as somebody without types may ask


def test_ids_and_addresses() -> None:
    assert read("https://puzz.link/p?simpleloop/6/4/00036").id == "https://puzz.link/p?simpleloop/6/4/00036"
    net = read("5x5w:78a2ab47ad541418beb984d39")
    assert net.url("chiark.greenend.org.uk").endswith("/net.html#5x5w:78a2ab47ad541418beb984d39")
    with pytest.raises(ArgumentError, match=r"^puzz\.link has no such boards of Net$"):
        net.url()
    with pytest.raises(ArgumentError, match=r"found 'puzzlink'\. Did you mean 'puzz\.link'\?$"):
        net.url("puzzlink")


@pytest.mark.parametrize("text", BOARDS)
def test_pictures_in_text_and_in_a_notebook(text: str) -> None:
    puzzle = read(text)
    assert str(puzzle) == termpuzzles.write(puzzle, "picture")
    root = ElementTree.fromstring(puzzle._repr_svg_())
    assert f"{puzzle.game.title} {puzzle.grid}" in "".join(root.itertext())
    if not (hint := termpuzzles.hint(puzzle)):
        return
    assert hint.position == puzzle
    shown = hint._repr_svg_()
    assert shown == termpuzzles.svg(puzzle, hint)
    marked = {path.get("class") for path in ElementTree.fromstring(shown).iter("{http://www.w3.org/2000/svg}path")}
    assert "target" in marked or hint.kind == "impossible"
    assert pickle.loads(pickle.dumps(hint)) == hint
    assert len({hint, hint}) == 1


def test_a_solution_is_drawn_and_what_is_of_another_board_is_not() -> None:
    puzzle, other = read("3x2:1b84e4"), read("2x3:b184e4")
    solution = termpuzzles.solve(puzzle)
    assert solution
    assert termpuzzles.svg(puzzle, solution) == puzzle.with_marks(solution)._repr_svg_() != termpuzzles.svg(puzzle)
    for wrong in (other.start, 5, "hint"):
        with pytest.raises(ArgumentError):
            termpuzzles.svg(puzzle, wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", BOARDS)
def test_a_board_as_a_graph_of_networkx(text: str) -> None:
    pytest.importorskip("networkx")
    puzzle = read(text)
    solution = termpuzzles.solve(puzzle)
    graph = puzzle.to_networkx(solution)
    grid = puzzle.grid
    assert {*graph.nodes} == {
        (x + 1, y + 1) for x, y in map(grid.place, range(grid.size)) if puzzle[x + 1, y + 1].is_open
    }
    if puzzle.game.tiles is Tiles.MASKS:
        assert graph.number_of_edges() == len(list(grid.lines()))
    drawn = [edge for edge in graph.edges(data="drawn") if edge[2]]
    assert not solution or 2 * len(drawn) == sum(mask.bit_count() for mask in solution.lines)


WRONG: dict[str, Callable[[Puzzle], object]] = {
    "expected one of the games infinity, .*, found 'nett'. Did you mean 'net'": lambda p: termpuzzles.generate("nett"),
    "expected one of the games .*, found None": lambda p: termpuzzles.generate(None),  # type: ignore[arg-type]
    "expected a seed that is a word or a whole number, found 1.5": lambda p: termpuzzles.generate("net", seed=1.5),  # type: ignore[arg-type]
    "expected params such as '7x7', found 7": lambda p: termpuzzles.generate("net", 7),  # type: ignore[arg-type]
    "expected text, found 5": lambda p: termpuzzles.read(5),  # type: ignore[arg-type]
    "found 'nett'": lambda p: termpuzzles.read("3x2:1b84e4", game="nett"),
    "expected a byte for each of the 6 cells in 'lines', found 4 bytes": lambda p: termpuzzles.hint(
        p, read("infinity:2x2:3333").start
    ),
    "expected a state of this puzzle, found one with other tiles": lambda p: termpuzzles.write(
        p, "picture", read("2x3:b184e4").start
    ),
    "expected a State, found a Puzzle": lambda p: termpuzzles.write(p, "picture", p),  # type: ignore[arg-type]
    "expected a cell from 0 to 5, found 6": lambda p: termpuzzles.hint(p, near=6),
    "expected a cell from 0 to 5, found -1": lambda p: termpuzzles.hint(p, turned=[-1]),
    "expected a Puzzle, found 'x'": lambda p: termpuzzles.solve("x"),  # type: ignore[arg-type]
    "expected a Puzzle, found 1": lambda p: termpuzzles.rate(1),  # type: ignore[arg-type]
    "expected a Puzzle, found 2": lambda p: termpuzzles.count_solutions(2),  # type: ignore[arg-type]
    "expected a Puzzle, found 3": lambda p: termpuzzles.steps(3),  # type: ignore[arg-type]
    "expected a Puzzle, found 4": lambda p: termpuzzles.hint(4),  # type: ignore[arg-type]
    "expected a Puzzle, found 5": lambda p: termpuzzles.solutions(5),  # type: ignore[arg-type]
    "expected a Puzzle, found 6": lambda p: termpuzzles.techniques(6),  # type: ignore[arg-type]
    "expected a Puzzle, found 7": lambda p: termpuzzles.write(7, "picture"),  # type: ignore[arg-type]
    "expected a limit of 0 or more, found -1": lambda p: termpuzzles.solutions(p, -1),
    "one of the formats .* found 'pictur'. Did you mean": lambda p: termpuzzles.write(p, "pictur"),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_every_wrong_argument_raises_the_one_kind_of_error(sentence: str) -> None:
    with pytest.raises(ArgumentError, match=sentence) as error:
        WRONG[sentence](read("3x2:1b84e4"))
    assert isinstance(error.value, ValueError)
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


def test_a_line_where_there_can_be_none_is_told_with_its_place() -> None:
    puzzle = read("simpleloop/6/4/00036")
    for cell, mask, place in ((0, 8, "(1, 1)"), (0, 4, "(1, 1)"), (20, 1, "(3, 4)")):
        lines = bytes(mask if each == cell else 0 for each in range(24))
        with pytest.raises(ArgumentError, match=f"found a line at {place}".replace("(", r"\(").replace(")", r"\)")):
            puzzle.with_marks(State.of(lines))
    with pytest.raises(ArgumentError, match="masks of sides and pins of 0 and 1"):
        puzzle.with_marks(State.of(bytes([16] * 24)))


def test_ratings_can_be_kept_in_sets_and_one_of_a_unique_board_has_a_number() -> None:
    unique, several = termpuzzles.rate(read("3x2:1b84e4")), termpuzzles.rate(read("simpleloop/4/4/0000"))
    assert isinstance(unique, termpuzzles.UniqueRating)
    assert unique.effort > 0
    assert not isinstance(several, termpuzzles.UniqueRating)
    assert len({unique, several, termpuzzles.rate(read("3x2:1b84e4"))}) == 2
    assert pickle.loads(pickle.dumps(unique)) == unique
    assert termpuzzles.techniques(read("3x2:1b84e4")) == unique.steps
