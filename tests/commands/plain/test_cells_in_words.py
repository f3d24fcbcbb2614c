"""What is said of each cell, read back: nothing of the position is lost and nothing is wrong, on every surface."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from termpuzzles.board.grid import OPPOSITE, E, N, S, W
from termpuzzles.board.survey import survey
from termpuzzles.formats import read
from termpuzzles.games import named, names
from termpuzzles.games.model import State
from termpuzzles.logic.explain.parts import part
from termpuzzles.plain.words import (
    MOST_NAMED,
    Later,
    cell_line,
    described,
    group_in_words,
    naming,
    neighbours,
    part_lines,
    side_in_words,
    trace,
    unfinished,
)
from termpuzzles.session.session import Session
from tests.data import sweep
from tests.games.boards import drawing, random_puzzle

SIDES = {"up": N, "down": S, "left": W, "right": E}
PIECES = {
    "end": (1, "points"),
    "straight": (2, "runs"),
    "corner": (2, "opens"),
    "T": (3, "opens"),
    "cross": (4, "opens"),
}
CLUES = {"masyu": ("open", "white circle", "black circle"), "rails": ("open", "station")}  # by their bytes


def sides(words: str) -> int:
    """The mask of sides named as in `up, left and right`."""
    return sum(SIDES[word] for word in re.split(r", | and ", words) if word)


def position(rng: Random, name: str) -> Any:
    """What the words ask of a session: a puzzle of the game in any position at all."""
    puzzle = random_puzzle(rng, named(name), 5)
    grid, size = puzzle.grid, puzzle.grid.size
    lines = bytes(rng.randrange(16) for _ in range(size)) if not puzzle.game.draws else bytes(size)
    if puzzle.game.draws:
        may = [line for line in range(2 * size) if all(end >= 0 and puzzle.tiles[end] for end in ends(grid, line))]
        lines = drawing(grid, rng.sample(may, len(may) // 2))
    pins = bytes(rng.random() < 0.3 and puzzle.game.pins for _ in range(size))
    state = State(lines, pins, bytes(rng.choice((0, 0, rng.randrange(256))) for _ in range(size)))
    seen = survey(grid, lines)
    return SimpleNamespace(puzzle=puzzle, state=state, survey=seen, mistakes=puzzle.game.mistakes(puzzle, seen))


def ends(grid: Any, line: int) -> tuple[int, int]:
    """The two cells of a line, or -1 for one beyond a border or a wall."""
    cell, side = line >> 1, S if line & 1 else E
    return cell, grid.ways[side][cell]


@pytest.fixture(params=names())
def positions(request: pytest.FixtureRequest) -> Iterator[Any]:
    rng = Random(f"words of {request.param}")
    return (position(rng, request.param) for _ in range(sweep.share(100)))


def read_back(line: str) -> tuple[tuple[int, int], dict[str, Any]]:
    """The column and row, and what is said of the cell there."""
    where, _, said = line.partition(": ")
    column, row = map(int, re.fullmatch(r"column (\d+) row (\d+)", where).groups())  # type: ignore[union-attr]
    kind, *more = said.split("; ")
    found: dict[str, Any] = {"kind": kind}
    for each in more:
        if each in ("pinned", "the source"):
            found[each] = True
        else:
            what, toward = re.fullmatch(  # type: ignore[union-attr]
                r"(noted: a line|a cross|crosses|noted: no line|joined|loose|the border|a wall) (.*)", each
            ).groups()
            found[{"crosses": "a cross", "noted: no line": "a cross"}.get(what, what)] = sides(toward)
            assert what != "crosses" or sides(toward).bit_count() > 1
    return (column - 1, row - 1), found


def lines_said(kind: str) -> int:
    """The mask of the lines in `corner, opens up and right`, `open, no lines` and the like."""
    if kind in ("blank", "shaded"):
        return 0
    name, said = kind.split(", ", 1)
    if name in PIECES:
        number, verb = PIECES[name]
        mask = sides(said.split(" ", 1)[1])
        assert said.split(" ")[0] == verb
        assert mask.bit_count() == number
        assert (mask in (N | S, E | W)) == (name == "straight")
        return mask
    assert name in {"open", *(word for words in CLUES.values() for word in words)}
    if said == "no lines":
        return 0
    word, toward = said.split(" ", 1)
    assert word == ("line" if sides(toward).bit_count() == 1 else "lines")
    return sides(toward)


def test_a_cell_in_full_says_all_that_is_so_of_it(positions: Iterator[Any]) -> None:
    for session in positions:
        puzzle, state = session.puzzle, session.state
        grid, game = puzzle.grid, puzzle.game
        for cell in range(grid.size):
            place, found = read_back(cell_line(session, cell, full=True))
            assert place == grid.place(cell)
            kind, lines, note = found.pop("kind"), state.lines[cell], state.notes[cell]
            assert lines_said(kind) == lines
            assert (kind == "shaded") == (game.draws and not puzzle.tiles[cell])
            clue = puzzle.clues[cell] if puzzle.clues else 0
            if game.name in CLUES:
                assert kind.split(",")[0] == CLUES[game.name][clue]
            met = sum(
                side
                for side in SIDES.values()
                if lines & side and (other := grid.ways[side][cell]) >= 0 and state.lines[other] & OPPOSITE[side]
            )
            column, row = place
            closed = sum(side for side in SIDES.values() if grid.ways[side][cell] < 0)
            rim = N * (row == 0) + S * (row == grid.height - 1) + W * (column == 0) + E * (column == grid.width - 1)
            wanted = {
                **{"pinned": bool(state.pins[cell]), "the source": bool(game.source and game.source(grid) == cell)},
                **{"noted: a line": note >> 4, "a cross": note & 15, "joined": met, "loose": lines & ~met},
                **{"the border": closed & rim, "a wall": closed & ~rim},
            }
            assert found == {name: value for name, value in wanted.items() if value}


def test_the_neighbours_of_a_cell_are_those_that_the_grid_knows(positions: Iterator[Any]) -> None:
    for session in positions:
        grid = session.puzzle.grid
        for cell in range(grid.size):
            said, open_sides = list(neighbours(session, cell)), 0
            for line in said:
                way, _, beyond = line.partition(": ")
                if not beyond:
                    continue
                side = SIDES[way]
                open_sides |= side
                assert (
                    beyond
                    == cell_line(session, grid.ways[side][cell], full=False)
                    == side_in_words(session, cell, side)
                )
            closed = 15 & ~open_sides
            assert sum(sides(line.split(" ", 2)[2]) for line in said if ": " not in line) == closed
            for side in SIDES.values():
                if closed & side:
                    assert side_in_words(session, cell, side) == "The border or a wall is there."


def places(lines: list[str]) -> list[tuple[int, int]]:
    """All columns and rows that are named."""
    return [(int(x) - 1, int(y) - 1) for line in lines for x, y in re.findall(r"column (\d+) row (\d+)", line)]


def test_a_group_is_all_that_can_be_reached_along_joined_lines(positions: Iterator[Any]) -> None:
    for session in positions:
        grid, lines = session.puzzle.grid, session.state.lines
        for cell in range(grid.size):
            reached, left = {cell}, [cell]
            loose = 0
            while left:
                here = left.pop()
                for side in SIDES.values():
                    other = grid.ways[side][here]
                    if lines[here] & side and other >= 0 and lines[other] & OPPOSITE[side]:
                        left += [other] * (other not in reached)
                        reached.add(other)
                    elif lines[here] & side:
                        loose += 1
            said = list(group_in_words(session, cell))
            assert sorted(places(said)) == sorted(map(grid.place, reached))
            if len(reached) == 1:
                assert said[0].endswith(" is joined to nothing.")
                continue
            if session.puzzle.game.draws:
                loose = sum(lines[each].bit_count() == 1 for each in reached)
            number, ends_said = re.match(  # type: ignore[union-attr]
                r"A group of (\d+) \w+s with (\d+ loose ends?|no loose end, sealed off): ", said[0]
            ).groups()
            assert int(number) == len(reached)
            assert ends_said == (f"{loose} loose end{'s' * (loose > 1)}" if loose else "no loose end, sealed off")


def test_a_trace_follows_each_line_to_where_it_ends_forks_or_comes_back(positions: Iterator[Any]) -> None:
    for session in positions:
        grid, joined = session.puzzle.grid, session.survey.joined
        for cell in range(grid.size):
            said = list(trace(session, cell))
            if not joined[cell]:
                assert len(said) == 1
                assert said[0].startswith("No line leads on from ")
                continue
            assert sum(SIDES[line.split(":")[0]] for line in said) == joined[cell]
            for line in said:
                way, verb, steps = re.match(r"(\w+): (comes back here|ends|forks) after (\d+) step", line).groups()  # type: ignore[union-attr]
                here, side = cell, SIDES[way]
                for step in range(int(steps)):
                    assert step == 0 or here != cell
                    if step:
                        (side,) = (each for each in SIDES.values() if joined[here] & ~OPPOSITE[side] & each)
                    here = grid.ways[side][here]
                branches = (joined[here] & ~OPPOSITE[side]).bit_count()
                assert verb == ("comes back here" if here == cell else "forks" if branches > 1 else "ends")
                assert branches != 1 or here == cell
                assert places([line]) == ([] if here == cell else [grid.place(here)])


def test_what_is_open_is_named_once_and_the_first_twelve_at_once(positions: Iterator[Any]) -> None:
    for session in positions:
        puzzle, state = session.puzzle, session.state
        if puzzle.game.pins:
            wanted = [
                cell for cell in range(puzzle.grid.size) if puzzle.tiles[cell] not in (0, 15) and not state.pins[cell]
            ]
        else:
            wanted = sorted({cell for mistake in session.mistakes for cell in mistake.cells})
        said = list(unfinished(session))
        assert places(said) == [puzzle.grid.place(cell) for cell in wanted]
        if not wanted:
            assert said[0].startswith("Every ")
            continue
        assert int(said[0].split()[0]) == len(wanted)


@pytest.mark.parametrize("number", [1, 2, 12, 13, 24, 25, 30])
def test_of_many_cells_the_first_twelve_are_named_and_the_others_on_request(number: int) -> None:
    rng = Random(number)
    session = next(each for each in iter(lambda: position(rng, "net"), None) if each.puzzle.grid.size >= 20)
    cells = [cell % session.puzzle.grid.size for cell in range(number)]
    for said in (list(naming(session, "These: ", cells)), list(described(session, cells))):
        now, later = ([line for line in said if isinstance(line, Later) == is_later] for is_later in (False, True))
        assert places(now + later) == [session.puzzle.grid.place(cell) for cell in cells]
        assert all(len(places([line])) <= MOST_NAMED for line in later)
        assert bool(later) == (number > MOST_NAMED)
    named_now = next(iter(naming(session, "", cells)))
    assert (f", and {number - 12} more." in named_now) == (number > 12)


def test_the_ways_of_which_a_part_speaks_are_told_on_request_and_say_all_that_is_so_of_their_cells() -> None:
    (puzzle,) = read("3x2:123456")
    session = Session(puzzle, now=lambda: 0.0)
    for lines, without in product(range(16), repeat=2):
        if lines & without or not lines | without:
            continue
        told = part("they fit together.")._replace(ways=({4: lines << 4 | without}, {0: E << 4, 5: N}))
        sentence, first, second = part_lines(session, "", told)
        assert sentence == "They fit together."
        assert isinstance(first, Later)
        assert second == "Way 2 of 2: column 1 row 1 has a line right; column 3 row 2 has no line up."
        match = re.fullmatch(
            r"Way 1 of 2: column 2 row 2 has (?:(?:a line|lines) ([\w, ]+?))?(?:(?: and )?no line ([\w, ]+))?\.", first
        )
        assert match, first
        has, lacks = (sides((words or "").replace(" or ", " and ")) for words in match.groups())
        assert (has, lacks) == (lines, 0 if lines and lines | without == 15 else without)
    assert len([*part_lines(session, "", part("it fits.")._replace(ways=({0: E << 4},)))]) == 1
