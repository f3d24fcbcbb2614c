"""The board step by step: what it asks for, where its view goes, which lines it draws, and what light shows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import chain
from pathlib import Path

from textual import events
from textual.geometry import Offset
from textual.screen import Screen
from textual.strip import Strip

from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.ink import FILLED, FLASH, LARGE, LARGEST, MEDIUM, PIPE_ZOOMS, SMALL, SMALLEST, Ink
from termpuzzles.render.picture import BECAUSE, TARGET, Phase, picture_of
from termpuzzles.terminal.painter import ScreenMove
from termpuzzles.tui import screens, theme
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.light import STILL, Light, sweeping
from termpuzzles.tui.widgets.mouse import MouseSettings
from tests.approved import approve
from tests.games.boards import board
from tests.tui.apps import Game, playing

LINES = Ink(UNICODE, True, True)


class Table(Screen[None]):
    """A screen with nothing but a board, which keeps what the board asks for."""

    CSS_PATH = Path(screens.__file__).with_name("screens.tcss")

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.told: list[str] = []
        board.moved = lambda: self.told.append("moved")

    async def on_mount(self) -> None:
        await self.mount(self.board)
        self.board.focus()

    def on_board_asked(self, message: Board.Asked) -> None:
        gesture = message.gesture
        self.told.append(f"{gesture.action} {gesture.cell}{f' toward {gesture.side}' if gesture.side else ''}")


class Steps:
    """A board on a screen, and what became of each step."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game = game
        self.table = table
        self.board = table.board
        self.lines: list[str] = []
        self.drawn: set[int] = set()
        self.moves: list[ScreenMove] = []  # that the terminal was told of
        game.app.output.moved = self.moves.append  # type: ignore[assignment, method-assign]
        render = Board.render_line

        def count(y: int) -> Strip:
            self.drawn.add(y)
            return render(self.board, y)

        self.board.render_line = count  # type: ignore[method-assign]

    async def take(self, name: str, step: Callable[[], object] | None = None) -> None:
        """Do something, and write down what became of it."""
        self.drawn.clear()
        self.moves.clear()
        self.table.told.clear()
        if step is not None:
            step()
        await self.game.pilot.pause()
        await self.game.pilot.pause()
        board = self.board
        view = ", ".join(map(str, board.view))
        where = f"cursor {board.cursor}, view {view}, at {tuple(board.scroll_offset)}, {tuple(board.terminal_cursor)}"
        told = f"; {', '.join(self.table.told)}" if self.table.told else ""
        moves = "".join(f"; moved {tuple(move)}" for move in self.moves)
        self.lines.append(f"{name}: {where}{told}{moves}; drew {sorted(self.drawn)}")

    async def mouse(self, name: str, *places: tuple[int, int], button: int = 1) -> None:
        """Press a button at the first place, move over the others, and let go at the last."""
        pilot = self.game.pilot
        self.drawn.clear()
        self.table.told.clear()
        await pilot.mouse_down(self.board, offset=places[0], button=button)
        for place in places[1:]:
            await pilot.hover(self.board, offset=place)
        await pilot.mouse_up(self.board, offset=places[-1])
        told = list(self.table.told)
        await self.take(name)
        self.lines[-1] += f"; {', '.join(told + self.table.told)}"

    def show(self) -> None:
        """Write down what the board shows."""
        self.lines += [f"  {self.board.render_line(y).text}|" for y in range(self.board.size.height)]


@asynccontextmanager
async def steps(folder: Path, puzzle: Puzzle, room: tuple[int, int], ink: Ink = LINES) -> AsyncIterator[Steps]:
    async with playing(folder, board(named("net"), "╺╸"), size=(80, 40)) as game:
        shown = Board(picture_of(puzzle, puzzle.start), ink, theme.palette(theme.DARK))
        table = Table(shown)
        await game.app.push_screen(table)
        await game.pilot.pause()
        shown.styles.width, shown.styles.height = room
        await game.until(lambda: shown.outer_size == room)
        for cell in (1, 0):  # until nothing is left to draw of the beginning
            await game.pilot.pause()
            shown.place_cursor(cell)
        await game.pilot.pause()
        yield Steps(game, table)


def numbered(size: str) -> Puzzle:
    columns, rows = map(int, size.rstrip("w").split("x"))
    (puzzle,) = read(f"infinity:{size}:{('3a5c96f1' * columns * rows)[: columns * rows]}")
    return puzzle


async def test_a_board_that_fits_goes_through_these_steps(tmp_path: Path) -> None:
    puzzle = numbered("6x5")
    async with steps(tmp_path, puzzle, (24, 11)) as play:
        shown = play.board
        await play.take("at first")
        play.show()
        await play.take("cursor to 8", lambda: shown.place_cursor(8))
        await play.take("cursor to 8 again", lambda: shown.place_cursor(8))
        await play.take("cursor to 29", lambda: shown.place_cursor(29))
        lines = bytearray(puzzle.start.lines)
        lines[9] ^= 15
        await play.take("another line", lambda: setattr(shown, "picture", picture_of(puzzle, State.of(bytes(lines)))))
        play.show()
        lines[0] ^= 15
        lines[5] ^= 15
        await play.take("two in a row", lambda: setattr(shown, "picture", picture_of(puzzle, State.of(bytes(lines)))))
        await play.take("the same", lambda: setattr(shown, "picture", picture_of(puzzle, State.of(bytes(lines)))))
        for zoom in (MEDIUM, SMALLEST, SMALL):
            await play.take(f"zoom {zoom.name}", partial(setattr, shown, "zoom", zoom))
        await play.take("the same zoom", lambda: setattr(shown, "zoom", SMALL))
        await play.take("rulers", lambda: setattr(shown, "rulers", True))
        play.show()
        await play.take("rulers again", lambda: setattr(shown, "rulers", True))
        await play.take("no rulers", lambda: setattr(shown, "rulers", False))
        await play.take("shifted", lambda: shown.shift(1, 1))
        await play.take("in ascii", lambda: shown.set_ink(Ink(ASCII, True, True)))

        def in_pipes() -> None:
            shown.set_ink(Ink(UNICODE, True, True, True))
            shown.zoom = PIPE_ZOOMS[2]

        await play.take("in pipes", in_pipes)
        hinted = picture_of(puzzle, State.of(bytes(lines)), hints={3: TARGET, 4: BECAUSE})
        await play.take("a hint", lambda: setattr(shown, "picture", hinted))
        await play.take("back to lines", lambda: shown.set_ink(LINES))
        other = numbered("3x3")
        await play.take("another board", lambda: setattr(shown, "picture", picture_of(other, other.start)))
        play.show()
        approve(__file__, "board_steps_fitting", "\n".join(play.lines))


async def test_a_board_that_scrolls_goes_through_these_steps(tmp_path: Path) -> None:
    puzzle = numbered("30x20")
    async with steps(tmp_path, puzzle, (21, 9)) as play:
        shown = play.board
        await play.take("at first")
        play.show()
        for cell in (8, 9, 10, 40, 130, 310, 599, 0, 19 * 30):
            await play.take(f"cursor to {cell}", partial(shown.place_cursor, cell))
        play.show()

        def to_and_fro() -> None:
            shown.place_cursor(0)
            shown.place_cursor(9)

        await play.take("cursor to 9", to_and_fro)
        lines = bytearray(puzzle.start.lines)
        for cell in (14, 15, 3):  # the one after the last that is seen, one that is further away, and one before
            lines[cell] ^= 15
            after = picture_of(puzzle, State.of(bytes(lines)))
            await play.take(f"another line at {cell}", partial(setattr, shown, "picture", after))
        await play.take("cursor to 570", lambda: shown.place_cursor(570))
        await play.take("reveal 0", lambda: shown.reveal(0))
        await play.take("shifted", lambda: shown.shift(1, 1))
        for zoom in (LARGE, LARGEST, SMALL):
            await play.take(f"zoom {zoom.name}", partial(setattr, shown, "zoom", zoom))
        await play.take("a smaller window", lambda: setattr(shown.styles, "height", 5))
        await play.take("a larger window", lambda: setattr(shown.styles, "height", 30))
        approve(__file__, "board_steps_scrolling", "\n".join(play.lines))


async def test_a_board_without_end_goes_through_these_steps(tmp_path: Path) -> None:
    async with steps(tmp_path, numbered("12x9w"), (15, 6)) as play:
        shown = play.board
        await play.take("at first")
        play.show()
        for cell in (3, 7, 10, 11, 0, 12, 107, 50):
            await play.take(f"cursor to {cell}", partial(shown.place_cursor, cell))
        play.show()
        await play.take("shifted by 2, 1", lambda: shown.shift(2, 1))
        await play.take("shifted by -3, -1", lambda: shown.shift(-3, -1))
        play.show()
        await play.take("a larger window", lambda: setattr(shown.styles, "width", 30))
        await play.take("shifted by 2, 1", lambda: shown.shift(2, 1))
        await play.take("shifted by 12, 1", lambda: shown.shift(12, 1))
        play.show()
        approve(__file__, "board_steps_endless", "\n".join(play.lines))


async def test_the_mouse_on_a_board_asks_for_what_it_means(tmp_path: Path) -> None:
    async with steps(tmp_path, numbered("6x5"), (24, 11)) as play:
        left, top = play.board.geometry.region(0).offset
        await play.mouse("click 0", (left, top))
        await play.mouse("click the join of 7", (left + 3, top + 1))
        await play.mouse("right click 14", (left + 4, top + 2), button=3)
        await play.mouse("middle click 14", (left + 4, top + 2), button=2)
        await play.mouse("middle drag over four", *((left + 2 * x, top + 3) for x in range(4)), button=2)
        await play.mouse("drag", (left, top), (left + 1, top), (left + 2, top))
        await play.mouse("click beside", (0, 0))
        play.board.manner = MouseSettings(clockwise=False)
        await play.mouse("click 0, counterclockwise", (left, top))
        play.board.manner = MouseSettings(orient=True)
        await play.mouse("click the left of 0", (left, top))
        await play.take("hover", lambda: None)
        approve(__file__, "board_mouse_turning", "\n".join(play.lines))


async def test_the_mouse_on_a_board_of_lines_draws_them(tmp_path: Path) -> None:
    puzzle = board(named("simpleloop"), "····", "····", "····")
    async with steps(tmp_path, puzzle, (40, 20)) as play:
        play.board.zoom = LARGE
        await play.take("zoom large")

        def at(cell: int, across: int = 2, down: int = 1) -> tuple[int, int]:
            region = play.board.geometry.region(cell)
            return region.x + across, region.y + down

        await play.mouse("click the right of 0", at(0, 4))
        await play.mouse("click the bottom of 5", at(5, 2, 2))
        await play.mouse("right click the top of 5", at(5, 2, 0), button=3)
        await play.mouse("drag", at(0), at(1), at(5), at(6))
        await play.mouse("drag far", at(0), at(11))
        await play.mouse("drag out", at(3), at(2), (0, 0))
        await play.mouse("press, and let go beside", at(3), (0, 0))
        approve(__file__, "board_mouse_drawing", "\n".join(play.lines))


async def test_the_mouse_belongs_to_a_board_for_as_long_as_a_button_that_went_down_on_a_cell_is_held(
    tmp_path: Path,
) -> None:
    async with steps(tmp_path, numbered("6x5"), (24, 11)) as play:
        pilot, app, first = play.game.pilot, play.game.app, play.board.geometry.region(0).offset
        for down, belongs in ((first, play.board), (Offset(0, 0), None)):
            await pilot.mouse_down(play.board, offset=down)
            assert app.mouse_captured is belongs
            await pilot.mouse_up(play.board, offset=(0, 0))
            assert app.mouse_captured is None


async def test_the_wheel_moves_a_board_without_end_and_no_other(tmp_path: Path) -> None:
    async with steps(tmp_path / "endless", numbered("12x9w"), (15, 6)) as play:
        shown = play.board
        before = shown.geometry.y.offset
        await play.game.pilot._post_mouse_events([events.MouseScrollDown], shown, offset=(2, 2), button=0)
        await play.take("down")
        assert shown.geometry.y.offset == before + 1
        await play.game.pilot._post_mouse_events([events.MouseScrollUp], shown, offset=(2, 2), button=0)
        await play.take("up")
        assert shown.geometry.y.offset == before


async def test_light_is_drawn_where_it_comes_and_where_it_goes(tmp_path: Path) -> None:
    async with steps(tmp_path, numbered("6x5"), (24, 11)) as play:
        shown = play.board
        await play.take("at first")
        await play.take("light on 0 and 1", lambda: shown.light.show(Light(frozenset({0, 1}))))
        await play.take("light on 1 and 8", lambda: shown.light.show(Light(frozenset({1, 8}))))
        await play.take("20 and 25 not reached", lambda: shown.light.show(Light(frozenset({8}), frozenset({20, 25}))))
        await play.take("still", lambda: shown.light.show(STILL))
        await play.take("still again", lambda: shown.light.show(STILL))
        approve(__file__, "board_light", "\n".join(play.lines))


def phases(lights: list[Light], cell: int) -> list[int]:
    return [light.phases[cell] for light in lights]


def test_light_runs_along_the_lines_from_where_a_board_was_solved() -> None:
    net = board(named("net"), "╺━┳━╸", "╺━┻━╸")
    lights = sweeping(picture_of(net, net.start), 0)
    assert len(lights) == 24
    assert [lights[0].phases[cell] for cell in range(3)] == [Phase.GLOW, Phase.UNREACHED, Phase.UNREACHED]
    reached = [phases(lights, cell).index(Phase.GLOW) for cell in range(10)]
    assert reached[:3] == sorted(reached[:3])
    assert reached[7] > reached[2]
    assert max(reached) == reached[9] == 15  # three quarters of a second
    assert all(phases(lights, cell) == sorted(phases(lights, cell)) for cell in range(10))
    assert [place for place, light in enumerate(lights) if light.early] == [*range(20)]
    assert [place for place, light in enumerate(lights) if light.flags & FLASH] == [20, 21, 22]
    assert [place for place, light in enumerate(lights) if light.flags & FILLED] == [*range(19, 24)]
    brief = sweeping(picture_of(net, net.start), 0, brief=True)
    assert len({*brief}) == 8
    assert not any(light.flags & FLASH for light in brief)
    assert {*chain.from_iterable(light.phases for light in brief)} == {Phase.UNREACHED, Phase.GLOW, Phase.DONE}
    assert all(phases(brief, cell).count(Phase.GLOW) == 3 for cell in range(10))


def test_a_group_apart_is_reached_with_the_cell_that_is_nearest_to_it() -> None:
    loops = board(named("infinity"), "╺━━╸", "╺╸╺╸")
    lights = sweeping(picture_of(loops, loops.start), 0)
    reached = [phases(lights, cell).index(Phase.GLOW) for cell in range(8)]
    assert reached[4] == reached[0] == 0
    assert reached[6] == reached[2]
    assert reached[7] > reached[6]
    small = board(named("infinity"), "╺╸", "╺╸")
    upward = sweeping(picture_of(small, small.start), 2)
    assert [phases(upward, cell).index(Phase.GLOW) for cell in (0, 1)] == [0, phases(upward, 3).index(Phase.GLOW)]
