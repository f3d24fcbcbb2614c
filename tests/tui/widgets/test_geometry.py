"""Where cells lie along an axis, found again by counting; which zoom fits; and what is redrawn when a cell changes."""

from __future__ import annotations

from itertools import product

import pytest
from textual.geometry import Offset, Region, Size

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.board.surface import SURFACES, TORUS
from termpuzzles.render.ink import LARGE, MEDIUM, PIPE_ZOOMS, SMALL, SMALLEST, ZOOMS, Zoom
from termpuzzles.tui.widgets.geometry import (
    BLANK,
    CELL,
    FRAME,
    ORIGIN,
    Axis,
    AxisCell,
    Geometry,
    fitting_zoom,
    largest_zoom,
)
from tests.approved import approve

TILES = {zoom.pixels: zoom for zoom in PIPE_ZOOMS if zoom.pixels}

Spot = tuple[int, int, int, bool, int]


def counted(axis: Axis) -> list[Spot]:
    """What lies at each place of the view, counted out character by character."""
    nothing = (BLANK, 0, 0, False, 0)
    cells = [(CELL, cell, part) for cell in range(axis.cells) for part in range(axis.size)]
    line: list[Spot] = [nothing] * axis.room
    length = len(cells) + 2 * axis.edge
    if axis.wraps and length > axis.room:
        for place in range(axis.room):
            at = place + axis.offset
            line[place] = (*cells[at % len(cells)], False, at // axis.size)
        return line
    middle = (axis.room - len(cells)) // 2 if length <= axis.room else axis.edge - axis.offset
    if axis.wraps:
        after = min(axis.reach, axis.room - middle - len(cells))
        for at in range(-min(axis.reach, middle), len(cells) + after):
            number = at // axis.size + axis.start
            shown = cells[(at + axis.start * axis.size) % len(cells)]
            line[middle + at] = (*shown, not 0 <= at < len(cells), number)
        return line
    row: dict[int, Spot] = {middle + at: (*cell, False, cell[1]) for at, cell in enumerate(cells)}
    if axis.edge:
        row |= {middle - 1: (FRAME, -1, 0, False, 0), middle + len(cells): (FRAME, axis.cells, 0, False, 0)}
    return [row.get(place, nothing) for place in range(axis.room)]


def axes() -> list[Axis]:
    found = []
    for cells, size, wraps, room, edge in product((2, 3, 5), (1, 2, 5), (False, True), (1, 4, 7, 11, 18, 30), (0, 1)):
        for offset, start, home, reach in ((0, 0, 0, 1), (2, 1, 0, 2), (-3, 2, -1, 3), (7, 0, 1, 1), (16, 1, 2, 4)):
            if room < size:
                continue
            most = max(0, cells * size + 2 * edge - room)
            scrolled = offset if wraps else max(0, min(offset, most))
            found.append(
                Axis(
                    cells, size, wraps, room, scrolled, start % cells * wraps, home, edge, min(reach, max(1, size // 2))
                )
            )
    return found


def test_what_lies_at_a_place_of_the_view_is_found_by_counting() -> None:
    for axis in axes():
        assert [tuple(axis.spot(place)) for place in range(axis.room)] == counted(axis), axis


def test_the_visible_cells_are_those_that_are_counted_each_once() -> None:
    for axis in axes():
        runs: list[tuple[int, int, bool]] = []
        for kind, cell, _, copy, number in counted(axis):
            if kind == CELL and (not runs or runs[-1] != (cell, number, copy)):
                runs.append((cell, number, copy))
        seen = axis.visible()
        assert [(spot.cell, spot.number, spot.copy) for spot in seen] == runs, axis
        assert all(spot.part == 0 for spot in seen[1:])
        assert not seen or seen[0].part == next(spot[2] for spot in counted(axis) if spot[0] == CELL)


def test_a_cell_is_said_to_begin_wherever_some_part_of_it_is_seen() -> None:
    for axis in axes():
        line = counted(axis)
        for cell in range(axis.cells):
            begins = {place - spot[2] for place, spot in enumerate(line) if spot[:2] == (CELL, cell)}
            said = axis.places(cell)
            assert begins <= set(said), axis
            assert said == sorted(set(said))
            for begin in set(said) - begins:  # beyond the end of the copies that there is room for
                assert axis.fits
                assert all(line[at][0] == BLANK for at in range(begin, begin + axis.size) if 0 <= at < axis.room)
            own = {place - spot[2] for place, spot in enumerate(line) if spot[:2] == (CELL, cell) and not spot[3]}
            whole = {begin for begin in own if 0 <= begin <= axis.room - axis.size}
            assert not whole or axis.homed(cell).place(cell) in whole
            for spot in axis.visible():
                assert line[axis.place_of(spot) + spot.part][1:2] == (spot.cell,)


def test_the_cells_that_are_no_copies_are_seen_from_where_they_are_counted() -> None:
    for axis in axes():
        own = [place for place, spot in enumerate(counted(axis)) if spot[0] == CELL and not spot[3]]
        if own:
            assert axis.shown_from == own[0], axis
        drawn = [place for place, spot in enumerate(counted(axis)) if spot[0] != BLANK]
        if axis.fits:
            assert axis.begin == drawn[0], axis


def test_a_cell_that_is_revealed_is_seen_whole_and_one_that_is_seen_moves_nothing() -> None:
    for axis in axes():
        for cell in range(axis.cells):
            offset = axis.revealing(cell)
            if axis.fits:
                assert offset == 0
                continue
            after = axis._replace(offset=offset, home=0).homed(cell)
            line = [spot[:3] for spot in counted(after)]
            whole = [(CELL, cell, part) for part in range(axis.size)]
            begin = after.place(cell)
            assert line[begin : begin + axis.size] == whole, axis
            before = [spot[:3] for spot in counted(axis)]
            if any(before[at : at + axis.size] == whole for at in range(axis.room - axis.size + 1)):
                assert offset == axis.offset
            elif axis.wraps or 0 < offset < axis.length - axis.room:
                assert after.place(cell) == min(axis.room // 2, axis.room - axis.size)


def test_a_cell_just_outside_a_large_view_moves_it_by_no_more_than_may_come_in_at_once() -> None:
    axis = Axis(50, 2, False, 40, offset=20, most=6)  # cells from 10 to 29 are seen whole
    assert axis.place(0) == -19
    moved = {cell: axis.revealing(cell) - 20 for cell in (5, 6, 7, 8, 9, 10, 28, 29, 30, 31, 32, 33, 34)}
    assert moved == {
        5: -20,
        6: -20,
        7: -6,
        8: -6,
        9: -6,
        10: 0,
        28: 0,
        29: 6,
        30: 6,
        31: 6,
        32: 25,
        33: 27,
        34: 29,
    }
    assert Axis(50, 8, False, 40, offset=80, most=6).revealing(14) == 88  # a cell is seen whole in any case


@pytest.mark.parametrize(("near", "offset"), [(None, 29), (0, 9), (40, 49), (-30, -11)])
def test_of_a_cell_that_repeats_the_nearest_one_is_revealed(near: int | None, offset: int) -> None:
    axis = Axis(10, 2, True, 7, offset=20)
    assert axis.revealing(6, near) == offset


def test_at_home_is_the_first_repetition_of_a_cell_that_is_seen_whole_or_else_the_nearest_to_the_middle() -> None:
    for cells, size, edge in product((1, 2, 3), (1, 2, 3), (0, 1)):
        period = cells * size
        for room, offset, index in product(range(1, period + 2 * edge), range(-period, 2 * period), range(cells)):
            at_home = Axis(cells, size, True, room, offset, edge=edge).homed(index)
            places = [index * size + repeat * period - offset for repeat in range(-4, 5)]
            whole = [place for place in places if 0 <= place <= room - size]
            nearest = min(abs(place - room // 2) for place in places)
            if whole:
                assert at_home.place(index) == whole[0], at_home
            else:
                assert abs(at_home.place(index) - room // 2) == nearest, at_home


def test_a_cell_is_in_view_up_to_the_last_column_and_row_and_no_further() -> None:
    grid = Grid(20, 20)
    for width, across in ((8, [(1, 1), (3, 1), (5, 1), (7, 1)]), (9, [(1, 1), (3, 1), (5, 1), (7, 1)])):
        shape = Geometry.of(grid, SMALL, Size(width, 5))
        assert [place for x in range(20) for place in shape.places(grid.cell(x, 0))] == across
        assert [place for y in range(20) for place in shape.places(grid.cell(0, y))] == [(1, y) for y in range(1, 5)]


def test_a_cell_that_is_larger_than_the_view_is_seen_from_its_beginning() -> None:
    for offset, index in product(range(28), range(5)):
        assert Axis(5, 6, False, 4, offset).revealing(index) == 1 + 6 * index
        assert Axis(5, 6, True, 4, offset).revealing(index) % 30 == 6 * index


def test_where_only_the_frame_is_seen_the_view_is_said_to_show_the_cell_beside_it() -> None:
    assert Axis(5, 2, False, 1).shown == (0, 1)
    assert Axis(5, 2, False, 1, offset=11).shown == (4, 1)


def shown_cells(axis: Axis) -> set[int]:
    """The numbers of the cells of the repetition with the cursor that are seen."""
    return {spot[4] - axis.home * axis.cells for spot in counted(axis) if spot[0] == CELL and not spot[3]}


def test_the_cells_in_view_are_told_by_the_first_and_their_number() -> None:
    for axis in axes():
        if axis.wraps and axis.fits:
            assert axis.shown == (0, axis.cells)
            continue
        shown, board = shown_cells(axis), set(range(axis.cells))
        first = min(shown, default=0) // axis.cells  # the repetition at the beginning
        seen = sorted(shown & board) or sorted(c % axis.cells for c in shown if c // axis.cells == first)
        if seen:
            assert axis.shown == (seen[0], len(seen)), axis
        else:
            assert axis.shown in ((0, 1), (axis.cells - 1, 1)), axis


@pytest.mark.parametrize("zoom", [*ZOOMS, *TILES.values()], ids=lambda zoom: zoom.name)
def test_the_side_nearest_to_a_place_of_a_cell_is_found_by_measuring(zoom: Zoom) -> None:
    shape = Geometry.of(Grid(2, 2), zoom, Size(60, 30))
    region = shape.region(3)
    for x, y in product(range(zoom.width), range(zoom.height)):
        # The middle of a cell: half of a tile in pipes, else the middle of the character that stands there.
        middle = (zoom.width / 2, zoom.height / 2) if zoom.pixels else (zoom.column + 0.5, zoom.row + 0.5)
        across, down = (x + 0.5 - middle[0]) / zoom.width, (y + 0.5 - middle[1]) / zoom.height
        reach = {E: across, W: -across, S: down, N: -down}
        found = shape.side_at(region.x + x, region.y + y)
        assert reach[found] == pytest.approx(max(reach.values()))


def test_every_cell_is_found_at_each_place_of_its_region_and_nothing_beyond_the_board() -> None:
    for zoom in (*ZOOMS, *TILES.values()):
        shape = Geometry.of(Grid(3, 2), zoom, Size(80, 30))
        found = {(x, y): shape.cell_at(x, y) for x in range(80) for y in range(30)}
        for cell in range(6):
            left, top, width, height = shape.region(cell)
            assert (width, height) == (zoom.width, zoom.height)
            assert {found.pop((x, y)) for x in range(left, left + width) for y in range(top, top + height)} == {cell}
        assert set(found.values()) == {None}


def covers_what_changes(shape: Geometry, first: int, last: int) -> bool:
    """Whether what is redrawn for these cells of a row covers them, their copies and the joins before them."""
    zoom, room = shape.zoom, Size(shape.x.room, shape.y.room)
    inside = set(product(range(room.width), range(room.height)))
    changed = {place for place in inside if shape.cell_at(*place) in range(first, last + 1)}
    drawn = shape.span(first, last)
    covered = {place for region in drawn for place in product(region.column_range, region.line_range)}
    lead, rise = int(zoom.shares), int(zoom.shares and zoom.height > 1)
    joins = {(x - dx, y - dy) for x, y in changed for dx in range(lead + 1) for dy in range(rise + 1)}
    assert len(drawn) <= 9 * (last - first + 1 if shape.grid.is_twisted else 1)
    return (changed | joins) & inside <= covered


def test_what_is_redrawn_for_cells_that_change_covers_them_their_copies_and_the_joins_before_them() -> None:
    for surface, zoom in product(SURFACES.values(), (SMALLEST, SMALL, MEDIUM, LARGE, TILES[4])):
        grid = Grid(4, 3, surface)
        for room in (Size(60, 30), Size(4 * zoom.width, 3 * zoom.height), Size(9, 5), Size(5, 2)):
            for scroll in (ORIGIN, Offset(1, 1)):
                assert covers_what_changes(Geometry.of(grid, zoom, room, scroll), 4, 6), (surface, zoom, room, scroll)
        for span in ((5, 7), (4, 7), (7, 7), (4, 4)):
            shape = Geometry.of(grid, zoom, Size(4 * zoom.width + 3, 3 * zoom.height + 3))
            assert covers_what_changes(shape, *span), (surface, zoom, span)


def test_the_regions_of_cells_that_change_are_as_small_as_they_can_be() -> None:
    grid, room = Grid(5, 4), Size(40, 20)
    assert Geometry.of(grid, SMALL, room).span(6, 8) == [Region(16, 9, 7, 1)]
    assert Geometry.of(grid, MEDIUM, room).span(6, 6) == [Region(13, 7, 5, 3)]
    assert Geometry.of(grid, LARGE, room).span(6, 8) == [Region(12, 7, 15, 3)]
    assert Geometry.of(grid, TILES[4], room).span(6, 7) == [Region(14, 8, 8, 2)]
    torus = Geometry.of(Grid(5, 4, TORUS), SMALL, Size(12, 6))
    assert torus.span(0, 1) == [Region(0, 1, 5, 1), Region(0, 5, 5, 1), Region(10, 1, 5, 1), Region(10, 5, 5, 1)]


ROOMS = [(80, 24), (60, 20), (59, 20), (40, 12), (24, 8), (120, 40), (12, 4)]


def test_the_zoom_at_which_a_board_opens_is_as_approved() -> None:
    lines = []
    for zooms, name in ((ZOOMS, "lines"), (PIPE_ZOOMS, "pipes")):
        for width, height in ((3, 3), (7, 7), (10, 6), (13, 11), (30, 20), (4, 15)):
            grid = Grid(width, height)
            found = [
                f"{room[0]}x{room[1]} {fitting_zoom(grid, Size(*room), 26, zooms).name}"
                f"/{(largest_zoom(grid, Size(*room), zooms) or Zoom(0, 'none', 0, 0, 0, 0, False)).name}"
                for room in ROOMS
            ]
            lines.append(f"{grid} in {name}: {', '.join(found)}")
    approve(__file__, "zooms", "\n".join(lines))


def test_a_zoom_fits_from_the_very_size_of_the_board_with_its_frame() -> None:
    grid = Grid(5, 4)
    for zoom in (*ZOOMS, *TILES.values()):
        zooms, edge = (zoom,), 0 if zoom.pixels else 2
        wide, high = 5 * zoom.width + edge, 4 * zoom.height + edge
        assert Geometry.of(grid, zoom, Size(wide, high)).size == Size(wide, high)
        assert largest_zoom(grid, Size(wide, high), zooms) is zoom
        assert largest_zoom(grid, Size(wide - 1, high), zooms) is None
        assert largest_zoom(grid, Size(wide, high - 1), zooms) is None


def test_a_seam_counts_on_and_a_frame_does_not() -> None:
    assert Axis(3, 2, False, 10).spot(1) == AxisCell(FRAME, -1)
    assert Axis(3, 2, False, 10).spot(8) == AxisCell(FRAME, 3)
    assert Axis(3, 2, True, 10).spot(1) == AxisCell(CELL, 2, 1, True, -1)
    assert Axis(3, 2, True, 10).spot(8) == AxisCell(CELL, 0, 0, True, 3)


@pytest.mark.parametrize("surface", SURFACES.values(), ids=str)
def test_a_cell_is_brought_into_view_on_every_surface(surface: object) -> None:
    grid = Grid(9, 8, surface)  # type: ignore[arg-type]
    for scroll in (ORIGIN, Offset(5, 3), Offset(20, 14)):
        for cell in range(grid.size):
            shape = Geometry.of(grid, SMALL, Size(8, 5), scroll)
            offset = shape.revealing(cell)
            after = Geometry.of(grid, SMALL, Size(8, 5), offset).homed(cell)
            region = after.region(cell)
            assert Region(0, 0, 8, 5).contains_region(region)
            assert after.cell_at(region.x, region.y) == cell


@pytest.mark.parametrize(
    ("room", "most"), [((100, 30), (100, 30)), ((120, 24), (125, 25)), ((10, 1), (3000, 300)), ((10, 4000), (1, 300))]
)
def test_no_more_than_three_thousand_characters_come_into_view_at_once(
    room: tuple[int, int], most: tuple[int, int]
) -> None:
    shape = Geometry.of(Grid(200, 100), SMALL, Size(*room))
    assert (shape.x.most, shape.y.most) == most


@pytest.mark.parametrize("surface", [name for name, each in SURFACES.items() if Grid.make(5, 4, each).is_twisted])
def test_on_a_twisted_board_nothing_is_redrawn_but_the_cells_that_have_changed(surface: str) -> None:
    for zoom in (SMALL, MEDIUM, LARGE, TILES[4]):
        shape = Geometry.of(Grid.make(5, 4, SURFACES[surface]), zoom, Size(41, 25))
        alone = [shape.span(cell, cell) for cell in (6, 7, 8)]
        assert shape.span(6, 8) == [region for regions in alone for region in regions]
        assert [len(regions) for regions in alone] == [len(shape.places(cell)) for cell in (6, 7, 8)]
