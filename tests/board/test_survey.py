"""The survey of a position, against looking at it line by line."""

from collections import Counter
from random import Random

import pytest

from termpuzzles.board.byteboard import CellSet, bitboards
from termpuzzles.board.graph import reached_without
from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid, N, S, W, turn
from termpuzzles.board.resurvey import resurvey
from termpuzzles.board.surface import CYLINDER_ACROSS, TORUS
from termpuzzles.board.survey import CORNERS, Survey, survey
from termpuzzles.games import named
from termpuzzles.games.judges import fits, is_one_tree
from termpuzzles.games.model import Puzzle
from termpuzzles.games.net import NET, is_solved, source
from tests.board.surfaces import glued
from tests.corpus import rows
from tests.games.boards import board, drawing, masks, net, random_grid, random_lines, random_tree


def looped_by_removal(grid: Grid, joined: bytes, cell: int) -> int:
    """The sides of the cell whose line can be removed without separating its ends."""
    along = bitboards(grid).along(joined)
    ways = zip(SIDES_OF[joined[cell]], along(cell), strict=True)
    return sum(side for side, (line, other) in ways if other in reached_without(cell, along, {line}))


def pieces(grid: Grid, sides: bytes) -> list[set[int]]:
    """The groups of cells joined along those sides, blank cells left out."""
    along = bitboards(grid).along(sides)
    return [
        set(group) for group in {frozenset(reached_without(cell, along)) for cell in range(grid.size) if sides[cell]}
    ]


def test_a_survey_agrees_with_removing_lines_and_walking_again() -> None:
    rng = Random(1)
    for _ in range(200):
        grid = random_grid(rng)
        lines = random_lines(rng, grid)
        seen = survey(grid, lines)
        along = bitboards(grid).along(seen.joined)
        for cell in range(grid.size):
            group = reached_without(cell, along)
            assert seen.group[cell] == min(group)
            assert seen.closed[cell] == (lines[cell] > 0 and not any(seen.loose[other] for other in group))
            assert seen.looped[cell] == looped_by_removal(grid, seen.joined, cell)
        start = rng.randrange(grid.size)
        assert {cell for cell, lit in enumerate(seen.lit(start)) if lit} == reached_without(start, along)


def test_groups_closed_groups_and_loops_are_counted_once_each() -> None:
    rng = Random(2)
    for _ in range(200):
        grid = random_grid(rng)
        lines = random_lines(rng, grid)
        seen = survey(grid, lines)
        along = bitboards(grid).along(seen.joined)
        groups = {frozenset(reached_without(cell, along)) for cell in range(grid.size) if lines[cell]}
        assert sorted(seen.heads) == sorted(min(group) for group in groups)
        assert seen.closed_groups == sum(not any(seen.loose[cell] for cell in group) for group in groups)
        assert seen.loops == len(pieces(grid, seen.looped))


@pytest.mark.parametrize("largest", [5, 12])
def test_counting_only_what_a_change_touched_gives_the_same_survey(largest: int) -> None:
    rng = Random(3)
    for _ in range(40):
        grid = random_grid(rng, largest)
        seen = survey(grid, random_lines(rng, grid))
        for _ in range(40):
            changed = rng.sample(range(grid.size), min(grid.size, rng.choice((1, 1, 1, 2, 5))))
            lines = bytearray(seen.lines)
            for cell in changed:
                lines[cell] = rng.randrange(16)
            seen = resurvey(seen, bytes(lines), changed)
            assert seen == survey(grid, bytes(lines))
            cells, ends = Counter(seen.ids), Counter[int]()
            for number, loose in zip(seen.ids, seen.loose, strict=True):
                ends[number] += DEGREE[loose]
            for number in cells:
                assert seen.tally.sizes[number] == cells[number]
                assert seen.tally.ends[number] == ends[number]


def test_counting_after_a_solved_board_is_turned_tile_by_tile_gives_the_same_survey() -> None:
    rng = Random(4)
    for grid in (Grid(9, 9), Grid(9, 9, TORUS)):
        tree = drawing(grid, random_tree(rng, grid))
        seen = survey(grid, tree)
        for _ in range(150):
            cell = rng.randrange(grid.size)
            lines = bytearray(seen.lines)
            lines[cell] = tree[cell] if rng.random() < 0.7 else rng.randrange(16)
            seen = resurvey(seen, bytes(lines), [cell])
            assert seen == survey(grid, bytes(lines))


def test_counting_among_many_loops_gives_the_same_survey() -> None:
    rng = Random(14)
    for grid in (Grid(14, 12), Grid(12, 10, TORUS), Grid(2, 9, CYLINDER_ACROSS), Grid(1, 7)):
        for density in (0.5, 0.75, 0.95):
            lines = drawing(grid, [line for line in grid.lines() if rng.random() < density])
            seen = survey(grid, lines)
            for _ in range(60):
                changed = rng.sample(range(grid.size), rng.choice((1, 1, 2, 4)))
                masks = bytearray(seen.lines)
                for cell in changed:
                    masks[cell] = lines[cell] if rng.random() < 0.6 else turn(masks[cell], rng.randrange(4))
                seen = resurvey(seen, bytes(masks), changed)
                assert seen == survey(grid, bytes(masks))


def test_everything_is_recounted_after_more_changes_than_there_are_cells_but_not_many_more() -> None:
    grid = Grid(36, 36)
    apart, line = bytes(grid.size), bytes([E, W]) + bytes(grid.size - 2)
    seen, numbers = survey(grid, apart), []
    for _ in range(3 * grid.size):
        seen = resurvey(resurvey(seen, line, [0, 1]), apart, [0, 1])
        numbers.append(len(seen.tally.sizes))
    before = numbers.index(max(numbers))
    assert grid.size < before < len(numbers) - 1
    assert max(numbers) < 4 * grid.size
    assert numbers[before + 1] <= grid.size + 2


def test_cells_that_are_found_only_when_needed_behave_like_a_tuple() -> None:
    cells = CellSet(bytes([0, 3, 0, 1, 1]))
    assert (len(cells), list(cells), cells[0], cells[-2:], cells == (1, 3, 4)) == (3, [1, 3, 4], 1, (3, 4), True)
    assert len({cells, (1, 3, 4), CellSet(bytes(5))}) == 2
    assert not CellSet(lambda: bytes(4))


def test_the_loop_and_lit_masks_of_every_listed_position_are_the_same() -> None:
    for name, looped, lit, all_joined in rows("net/loops.tsv"):
        grid, lines = net(name)
        seen = survey(grid, lines)
        assert seen.looped == masks(looped), name
        assert seen.lit(source(grid)) == bytes(map(int, lit)), name
        assert (len(seen.heads) < 2) == (all_joined == "1"), name


def test_joined_boards_with_loops_or_loose_ends_are_not_solved() -> None:
    joined = [net(row[0]) for row in rows("net/loops.tsv") if row[3] == "1"]
    assert (len(joined), sum(is_solved(grid, lines) for grid, lines in joined)) == (62, 1)


@pytest.mark.parametrize("table", ["net/unique.tsv", "net/hard.tsv", "net/ambiguous.tsv"])
def test_every_listed_solution_is_a_win_without_a_mistake_and_no_longer_after_one_turn(table: str) -> None:
    rng = Random(9)
    for name, solution, *_ in rows(table):
        grid, tiles = net(name)
        lines = masks(solution)
        assert is_solved(grid, lines), name
        assert not NET.mistakes(Puzzle(NET, grid, tiles), survey(grid, lines)), name
        cell = rng.choice([cell for cell in range(grid.size) if lines[cell] not in (0, 5, 10, 15)])
        turned = bytearray(lines)
        turned[cell] = turn(lines[cell], 1)
        assert not is_solved(grid, bytes(turned)), name


def is_tree_by_walking(grid: Grid, lines: bytes) -> bool:
    """Whether all cells that have lines are joined, and removing any line would separate some."""
    joined = bitboards(grid).join(lines)[0]
    whole = pieces(grid, joined)
    return len(whole) < 2 and not any(looped_by_removal(grid, joined, cell) for cell in range(grid.size))


def test_a_board_fits_when_no_line_ends_loose() -> None:
    rng = Random(5)
    fitting = 0
    for _ in range(400):
        grid = random_grid(rng, 4)
        lines = random_lines(rng, grid)
        expected = all(
            (other := grid.beyond(cell, side)) is not None and lines[other] & OPPOSITE[side]
            for cell in range(grid.size)
            for side in SIDES_OF[lines[cell]]
        )
        assert fits(grid, lines) == expected
        fitting += expected
    assert 100 < fitting < 300


def test_every_board_of_two_cells_fits_as_walking_over_each_side_says() -> None:
    for size in ((1, 2), (2, 1)):
        for wraps in range(4):
            grid = Grid(*size, glued(bool(wraps & 1), bool(wraps & 2)))
            for lines in (bytes(divmod(number, 16)) for number in range(256)):
                assert fits(grid, lines) == (not any(survey(grid, lines).loose))
                assert is_solved(grid, lines) == (fits(grid, lines) and is_tree_by_walking(grid, lines))


def test_one_tree_is_distinguished_from_loops_and_from_parts() -> None:
    rng = Random(6)
    trees = 0
    for _ in range(400):
        grid = random_grid(rng, 4)
        drawn = set(random_tree(rng, grid))
        drawn ^= {line for line in grid.lines() if rng.random() < rng.choice((0, 0.1))}
        lines = drawing(grid, drawn)
        assert fits(grid, lines)
        assert is_one_tree(grid, lines) == is_tree_by_walking(grid, lines)
        trees += is_one_tree(grid, lines)
    assert 100 < trees < 300


def test_a_big_tree_is_one_tree_until_a_line_is_moved_to_close_a_loop() -> None:
    rng = Random(7)
    grid = Grid(60, 60)
    drawn = random_tree(rng, grid)
    tree = drawing(grid, drawn)
    assert is_solved(grid, tree)
    assert not NET.mistakes(Puzzle(NET, grid, tree), survey(grid, tree))
    free = sorted(set(grid.lines()) - set(drawn))
    for _ in range(30):
        moved = drawing(grid, [*drawn[1:], rng.choice(free)])
        assert is_solved(grid, moved) == (not any(survey(grid, moved).looped))
        rng.shuffle(drawn)


@pytest.mark.parametrize(
    ("picture", "apart"),
    [(("╺╸╺╸", "··╺╸"), (0, 1, 2, 3)), (("·╺╸·", "╺╸·╻", "·╺╸╹"), (4, 5, 7, 9, 10, 11))],
    ids=["the source has lines", "the source is blank"],
)
def test_cells_not_joined_lie_outside_the_group_of_the_source_or_if_that_is_blank_the_first_group(
    picture: tuple[str, ...], apart: tuple[int, ...]
) -> None:
    puzzle = board(NET, *picture)
    found = NET.mistakes(puzzle, survey(puzzle.grid, puzzle.tiles))
    assert next(mistake for mistake in found if mistake.code == "not joined").cells == apart


def test_blank_tiles_need_no_joining_and_a_blank_board_is_solved() -> None:
    grid = Grid(3, 1)
    assert is_solved(grid, bytes(3))
    assert is_solved(grid, bytes([4, 1, 0]))
    assert not is_solved(Grid(5, 1), bytes([4, 1, 0, 4, 1]))
    assert NET.mistakes(Puzzle(NET, grid, bytes(3)), survey(grid, bytes(3))) == ()


@pytest.mark.parametrize("name", ["infinity", "net"])
def test_the_mistakes_for_loose_ends_count_every_line(name: str) -> None:
    rng = Random(8)
    game = named(name)
    for _ in range(100):
        grid = random_grid(rng)
        lines = random_lines(rng, grid)
        seen = survey(grid, lines)
        found = {mistake.code: mistake for mistake in game.mistakes(Puzzle(game, grid, lines), seen)}
        loose = {cell for cell in range(grid.size) if seen.loose[cell] & grid.open_sides[cell]}
        wall = {cell for cell in range(grid.size) if seen.loose[cell] & ~grid.open_sides[cell]}
        assert loose == set(found["loose end"].cells if "loose end" in found else ())
        assert wall == set(found["wall"].cells if "wall" in found else ())
        number = sum(int(found[code].sentence.split()[0]) for code in ("loose end", "wall") if code in found)
        assert number == sum(DEGREE[sides] for sides in seen.loose)


def test_a_survey_can_be_compared_and_has_one_entry_per_cell() -> None:
    grid = Grid(4, 3, CYLINDER_ACROSS)
    seen = survey(grid, bytes(12))
    assert isinstance(seen, Survey)
    fields = (seen.lines, seen.joined, seen.loose, seen.looped, seen.group, seen.closed)
    assert {len(cells) for cells in fields} == {12}
    other = survey(grid, bytes([E, *[0] * 11]))
    assert [seen == each for each in (survey(grid, bytes(12)), other, seen.lines)] == [True, False, False]


def test_a_corner_is_inside_if_every_way_from_it_to_the_border_crosses_a_loop() -> None:
    for seed in range(100):
        rng = Random(seed)
        grid = Grid.make(rng.randint(2, 6), rng.randint(2, 6))
        lines = bytearray(grid.size)
        for cell, side in [(cell, side) for cell in range(grid.size) for side in (E, S)]:
            if grid.open_sides[cell] & side and rng.random() < 0.7:
                lines[cell] |= side
                lines[grid.ways[side][cell]] |= OPPOSITE[side]
        seen = survey(grid, bytes(lines))
        points = [(x, y) for x in range(grid.width + 1) for y in range(grid.height + 1)]
        free = {(x, y) for x, y in points if x in (0, grid.width) or y in (0, grid.height)}
        for _ in points:
            for x, y in set(points) - free:
                nearby = (x - 1, y, x - 1, N), (x + 1, y, x, N), (x, y - 1, y - 1, W), (x, y + 1, y, W)
                for across, down, at, side in nearby:
                    crossed = grid.cell(at, y) if side == N else grid.cell(x, at)
                    if (across, down) in free and not seen.looped[crossed] & side:
                        free.add((x, y))
        for cell, inside in enumerate(seen.inside):
            x, y = grid.place(cell)
            corners = {N | W: (x, y), N | E: (x + 1, y), S | E: (x + 1, y + 1), S | W: (x, y + 1)}
            assert inside == sum(CORNERS[corner] for corner, point in corners.items() if point not in free)
