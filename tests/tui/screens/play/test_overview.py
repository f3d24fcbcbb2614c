"""The overview of a board: which part it marks, and where the mark can move."""

from pathlib import Path

import pytest
from textual.geometry import Region

from termpuzzles.board.grid import Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.tui.screens.overview import Map, OverviewScreen
from tests.tui.apps import playing, shown

WAYS = {"down": (0, 1), "right": (1, 0), "up": (0, -1), "left": (-1, 0)}


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_a_board_without_pins_is_seen_whole(tmp_path: Path, ascii_only: bool) -> None:
    puzzle = Puzzle(named("infinity"), Grid(12, 9), bytes([5] * 108))
    async with playing(tmp_path, puzzle, ascii_only=ascii_only) as game:
        await game.press("O")
        assert [line.strip() for line in shown(game.app)].count(("." if ascii_only else "·") * 12) == 9


async def test_the_view_moves_by_half_of_itself_and_never_off_the_board(tmp_path: Path) -> None:
    puzzle = Puzzle(named("infinity"), Grid(12, 9), bytes([5] * 108))
    async with playing(tmp_path, puzzle) as game:
        for (width, height), (by_columns, by_rows) in {
            (1, 1): (1, 1),
            (2, 3): (1, 1),
            (5, 4): (2, 2),
            (12, 9): (6, 4),
        }.items():
            x, y = min(4, 12 - width), min(3, 9 - height)
            overview = OverviewScreen(game.app.context, puzzle, puzzle.start, Region(x, y, width, height))
            await game.app.push_screen(overview)
            for key in ("down", "right", "down", "up", *["up"] * 4, *["right"] * 8, *["left"] * 3, *["down"] * 8):
                await game.press(key)
                columns, rows = WAYS[key]
                x = min(12 - width, max(0, x + columns * by_columns))
                y = min(9 - height, max(0, y + rows * by_rows))
                assert overview.query_one(Map).view == Region(x, y, width, height)


SIGNS = {  # by the size of a board: the columns and rows of signs in a window of 80x24, and the cells for each of them
    (80, 21): (80, 21, 1, 1),
    (81, 21): (41, 6, 2, 4),
    (80, 22): (80, 11, 1, 2),
    (80, 43): (40, 11, 2, 4),
    (161, 30): (54, 5, 3, 6),
    (20, 100): (7, 17, 3, 6),
}


async def test_a_large_board_has_a_sign_for_as_few_cells_as_fit_the_window(tmp_path: Path) -> None:
    async with playing(tmp_path, Puzzle(named("infinity"), Grid(2, 1), b"\5\5")) as game:
        for (width, height), (columns, rows, across, down) in SIGNS.items():
            puzzle = Puzzle(named("infinity"), Grid(width, height), bytes([5]) * (width * height))
            overview = OverviewScreen(game.app.context, puzzle, puzzle.start, Region(0, 0, 1, 1))
            await game.app.push_screen(overview)
            await game.pilot.pause()
            lines = [line.rstrip() for line in shown(game.app)[1:-1]]
            left, top = (80 - columns) // 2, (21 - rows) // 2  # a row is left for a message
            drawn = [" " * left + "·" * columns] * rows
            assert lines == [""] * top + drawn + [""] * (22 - top - rows)
            board = overview.query_one(Map)
            for x, y in ((0, 0), (1, 1), (columns - 1, rows - 1), (90, 30)):
                found = (min(width - 1, x * across), min(height - 1, y * down))
                assert board.cell_at(left + x, top + y) == found
            await game.press("q")
            assert game.app.screen is game.screen


async def test_a_sign_is_the_fuller_the_more_of_its_cells_are_settled(tmp_path: Path) -> None:
    puzzle = Puzzle(named("net"), Grid(160, 21), bytes([5]) * (160 * 21))
    async with playing(tmp_path, Puzzle(named("infinity"), Grid(2, 1), b"\5\5")) as game:
        pinned = {0: 8, 1: 7, 2: 4, 3: 3, 4: 2, 5: 1}  # of the eight cells of each sign, by its column
        pins = bytearray(160 * 21)
        for column, count in pinned.items():
            for cell in range(count):
                pins[160 * (cell // 2) + 2 * column + cell % 2] = 1
        state = puzzle.start._replace(pins=bytes(pins))
        await game.app.push_screen(OverviewScreen(game.app.context, puzzle, state, Region(0, 0, 1, 1)))
        await game.pilot.pause()
        heading, *above, first, second = shown(game.app)[:10]
        assert heading.rstrip().endswith(f"{160 * 21 - 25:,} open")
        assert not any(map(str.strip, above))  # it is drawn in the middle
        assert first == "█▓▒░░" + "·" * 75
        assert second == "·" * 80


async def test_in_pipes_a_board_that_fits_is_seen_in_the_middle_and_each_place_leads_to_its_cell(
    tmp_path: Path,
) -> None:
    puzzle = Puzzle(named("infinity"), Grid(12, 9), bytes([5]) * 108)
    async with playing(tmp_path, puzzle, look="pipes") as game:
        overview = OverviewScreen(game.app.context, puzzle, puzzle.start, Region(0, 0, 1, 1))
        await game.app.push_screen(overview)
        await game.pilot.pause()
        board = overview.query_one(Map)
        found = {(x, y): board.cell_at(x, y) for x in (*range(0, 80, 2), 79) for y in range(21)}
        assert set(found.values()) == {(x, y) for x in range(12) for y in range(9)}
        assert (found[0, 0], found[79, 20]) == ((0, 0), (11, 8))
        assert found[40, 10] in ((5, 4), (6, 4))
        drawn = [line for line in shown(game.app)[1:-2] if line.strip()]
        assert 9 <= len(drawn) <= 11


@pytest.mark.parametrize("look", ["lines", "pipes"])
async def test_a_click_leads_to_the_cell_that_is_drawn_there_and_beside_the_map_nowhere(
    look: str, tmp_path: Path
) -> None:
    puzzle, answers = Puzzle(named("infinity"), Grid(41, 30), bytes([5]) * (41 * 30)), list[int | None]()
    async with playing(tmp_path, Puzzle(named("infinity"), Grid(2, 1), b"\5\5"), look=look, on_wire=True) as game:

        async def click(x: int, y: int) -> None:
            game.terminal.wire.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())
            await game.pilot.pause()

        for x, y in ((0, 1), (7, 3), (39, 12), (70, 20)):
            overview = OverviewScreen(game.app.context, puzzle, puzzle.start, Region(0, 0, 5, 5))
            await game.app.push_screen(overview, answers.append)
            await game.pilot.pause()
            board, count = overview.query_one(Map), len(answers)
            expected = board.cell_at(x, y - 1)
            assert board.region == Region(0, 1, 80, 21)
            await click(x, 0)
            await click(x, 22)
            assert len(answers) == count
            await click(x, y)
            await game.until(lambda found=count: len(answers) > found)  # type: ignore[misc]
            assert answers[-1] == puzzle.grid.cell(*expected)
        assert len(set(answers)) > 2


@pytest.mark.parametrize("view", [Region(3, 2, 4, 5), Region(11, 8, 1, 1)])
async def test_enter_leads_to_the_middle_of_the_view(view: Region, tmp_path: Path) -> None:
    puzzle, answers = Puzzle(named("infinity"), Grid(12, 9), bytes([5]) * 108), list[int | None]()
    async with playing(tmp_path, puzzle) as game:
        await game.app.push_screen(OverviewScreen(game.app.context, puzzle, puzzle.start, view), answers.append)
        await game.press("enter")
        assert answers == [12 * (view.y + view.height // 2) + view.x + view.width // 2]


async def test_in_a_single_row_of_signs_the_whole_board_is_seen(tmp_path: Path) -> None:
    puzzle = Puzzle(named("infinity"), Grid(60, 40), bytes([5] * 2400))
    async with playing(tmp_path, puzzle, size=(80, 3)) as game:
        overview = OverviewScreen(game.app.context, puzzle, puzzle.start, Region(0, 0, 1, 1))
        await game.app.push_screen(overview)
        await game.until(lambda: overview.query_one(Map).size.height == 1)
        assert [row.strip() for row in shown(game.app) if "·" in row] == ["···"], "a sign is twice as high as wide"
