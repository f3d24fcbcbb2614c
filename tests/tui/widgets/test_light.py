"""Light on a board: it runs where something may move, never far from the player, and no key waits for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import CYLINDER_ACROSS
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.render.picture import Phase, picture_of
from termpuzzles.tui import theme
from termpuzzles.tui.adapter.type_ahead import is_busy
from termpuzzles.tui.widgets import light as running_light
from termpuzzles.tui.widgets.light import STILL, Light, RunningLight, joining, sweeping
from termpuzzles.tui.widgets.solved_card import SolvedCard
from tests.games.boards import board
from tests.tui.apps import Game, playing
from tests.tui.terminal.strict_screen import StrictScreen

LINE = "╺━━━━┃━━╸"  # the source is in the middle; turning the tile to its right joins three more
LOOSE = "╺╸╺╸╺╸╺╸╺"
COLOUR = theme.palette(theme.DARK).dyes(False).named["glow"]
GLOW = tuple(int(COLOUR[at : at + 2], 16) for at in (1, 3, 5))  # as a pen has it
MOST = 6_000  # bytes of one frame


def unsolved() -> Puzzle:
    return board(named("net"), LOOSE, LINE, LOOSE)


def nearly_solved() -> Puzzle:
    return board(named("net"), LINE)


class Watched:
    """A game on a terminal at this computer, where things may move."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.terminal = StrictScreen(80, 24)
        self.terminal.feed(game.sent())

    async def settled(self) -> None:
        """Wait until all light has ended and everything is drawn, however slow the machine is."""
        app = self.game.app
        await app.workers.wait_for_complete()  # what they find may be drawn, too
        await self.game.until(lambda: app.is_shown and self.game.screen.is_fitted)
        await self.game.until(lambda: not (self.game.board.light.left or self.game.terminal.is_drawing or is_busy(app)))

    async def glowing(self) -> list[int]:
        """How many characters glow after the first frame and each in which the light moved, until all has ended."""
        await self.settled()
        found, before = list[int](), set[tuple[int, int]]()
        for frame in self.game.terminal.wire.sent:
            assert len(frame) < MOST
            self.terminal.feed(frame.decode())
            pens = {(x, y): cell.pen for y, row in enumerate(self.terminal.seen()) for x, cell in enumerate(row)}
            places = {place for place, pen in pens.items() if GLOW in (pen.ink[1:], pen.ground[1:])}
            if not found or places != before:
                found.append(len(places))
            before = places
        self.game.sent()
        return found


@asynccontextmanager
async def watched(folder: Path, puzzle: Puzzle) -> AsyncIterator[Watched]:
    """The board with the cursor on the tile to turn."""
    async with playing(folder, puzzle, on_wire=True, look="auto") as game:
        watched = Watched(game)
        await watched.settled()  # what is still to be composed in parts, as for a player elsewhere, would stay so
        game.terminal.wire.is_local = True
        game.app.animation_level = "full"
        game.screen.cursor = puzzle.grid.size // 2 + 1
        await game.until(lambda: game.screen.focused is not None)
        await watched.settled()
        watched.terminal.feed(game.sent())
        yield watched


async def test_light_runs_through_what_joins_the_source(tmp_path: Path) -> None:
    async with watched(tmp_path, unsolved()) as play:
        await play.game.press("d")
        found = await play.glowing()
        assert sum(map(bool, found)) == 4  # cell by cell
        assert found[-1] == 0


async def test_light_runs_over_a_solved_board_once_and_then_the_card_comes(tmp_path: Path) -> None:
    async with watched(tmp_path, nearly_solved()) as play:
        await play.game.press("d")
        assert play.game.solved
        card = play.game.screen.query_one(SolvedCard)
        seen = [card.display]
        while play.game.board.light.left:
            seen.append(card.display)
            await play.game.pilot.pause(0.02)
        seen.append(card.display)
        assert not seen[0]
        assert seen[-1]
        found = await play.glowing()
        assert sum(map(bool, found)) > 5
        assert found[-1] == 0


@pytest.mark.parametrize("why", ["no animations", "another computer", "a shell over SSH"])
@pytest.mark.parametrize("puzzle", [unsolved, nearly_solved])
async def test_nothing_moves_where_it_may_not(tmp_path: Path, puzzle: Callable[[], Puzzle], why: str) -> None:
    async with watched(tmp_path, puzzle()) as play:
        if why == "no animations":
            play.game.app.animation_level = "none"
        elif why == "another computer":
            play.game.terminal.wire.is_local = False
        else:
            play.game.app.output.terminal.over_ssh = True
        await play.game.press("d")
        found = await play.glowing()
        assert found
        assert any(found) == (play.game.solved and why != "no animations")  # the end of a board shows over a line, too


async def test_a_terminal_that_reads_too_slowly_gets_fewer_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_light, "STEP_SECONDS", 3600.0)  # the light stands still until the test goes on
    async with watched(tmp_path, nearly_solved()) as play:
        wire, lit = play.game.terminal.wire, play.game.board
        await play.game.press("d")
        await play.game.until(lambda: bool(lit.light.left) and not play.game.terminal.is_drawing)
        wire._most = -1  # the terminal takes nothing in
        sent, left = len(wire.sent), len(lit.light.left)
        for _ in range(3):
            lit.light.go_on()
            await play.game.pilot.pause()
        assert len(lit.light.left) == left - 3
        assert len(wire.sent) == sent
        wire._most = 1 << 20
        play.terminal.feed(play.game.sent())  # and then catches up
        while lit.light.left:
            lit.light.go_on()
        assert (await play.glowing())[-1] == 0


@pytest.mark.parametrize("puzzle", [unsolved, nearly_solved])
async def test_a_key_acts_at_once_and_ends_the_light(tmp_path: Path, puzzle: Callable[[], Puzzle]) -> None:
    async with watched(tmp_path, puzzle()) as play:
        before = play.game.state.lines
        await play.game.press("d")
        await play.game.press("u")
        assert play.game.state.lines == before
        play.terminal.feed(play.game.sent())
        assert not any(await play.glowing())


def test_light_runs_only_into_what_was_not_lit_and_not_over_one_cell_or_a_large_board() -> None:
    puzzle = unsolved()
    start, grid = puzzle.start, puzzle.grid

    def turned(**cells: int) -> list[list[int]]:
        lines = bytearray(start.lines)
        for cell, mask in cells.items():
            lines[int(cell[1:])] = mask
        after = picture_of(puzzle, start._replace(lines=bytes(lines)))
        return [[*light.glowing] for light in joining(picture_of(puzzle, start), after)]

    assert grid.width == 9
    assert turned(c14=5) == [[14], [15], [16], [17]]
    assert turned(c14=5, c16=10) == [[14], [15]]
    assert turned(c14=5, c15=10) == []
    assert turned() == []


def test_with_each_step_of_light_over_a_solved_board_the_cells_are_drawn_that_look_different() -> None:
    puzzle = board(named("net"), LINE.replace("┃", "━"))
    drawn = list[list[int]]()
    light = RunningLight(lambda: pytest.fail("it runs by hand"), drawn.append)
    lights = [STILL, *sweeping(picture_of(puzzle, puzzle.start), 4), STILL]
    for before, after in pairwise(lights):
        light.show(after)
        looks = [[each.stand(cell, Phase.DONE) for cell in range(puzzle.grid.size)] for each in (before, after)]
        assert drawn.pop() == [cell for cell, (was, now) in enumerate(zip(*looks, strict=True)) if was != now]
    assert len(lights) > 20


class ByHand:
    """Light over a board of an app in which time goes on by hand, with the steps that wait."""

    def __init__(self, level: str = "full", **output: bool) -> None:
        self.waiting = list[Callable[[], None]]()
        signs = {"may_move": True, "lags": False, "held": False} | output
        self.app = SimpleNamespace(typed=0, animation_level=level, output=SimpleNamespace(**signs), after=self._after)
        self.light = RunningLight(lambda: self.app, lambda cells: None)  # type: ignore[arg-type, return-value]

    def _after(self, seconds: float, call: Callable[[], None]) -> SimpleNamespace:
        self.waiting.append(call)
        return SimpleNamespace(cancel=lambda: self.waiting.remove(call))

    def to_the_end(self) -> list[Light]:
        """The lights that follow, until no step waits."""
        shown = []
        while self.waiting:
            self.waiting[0]()
            shown.append(self.light.now)
        return shown


def glowing(*cells: int) -> list[Light]:
    return [Light(frozenset({cell})) for cell in cells]


def test_light_that_begins_while_other_light_runs_takes_its_place() -> None:
    play = ByHand()
    for lights in (glowing(1, 2, 3), glowing(4, 5, 6, 7)):
        play.light.run(lights)
        assert play.light.now == lights[0]
        assert len(play.waiting) == 1
    assert play.to_the_end() == [*glowing(5, 6, 7), STILL, STILL]


def test_with_each_step_of_light_along_lines_the_cells_are_drawn_that_it_comes_to_or_leaves() -> None:
    drawn = list[list[int]]()
    light = RunningLight(lambda: pytest.fail("it runs by hand"), drawn.append)
    for step in (
        Light(frozenset({1}), frozenset({2, 3})),
        Light(frozenset({2}), frozenset({3})),
        Light(frozenset({3})),
    ):
        light.show(step)
    light.show(STILL)
    assert drawn == [[1, 2, 3], [1, 2], [2, 3], [3]]


def test_what_waits_for_light_to_be_late_is_called_once() -> None:
    play, called = ByHand(), list[int]()
    lights = [Light(phases=bytes([Phase.GLOW]), early=early) for early in (True, True, False, False)]
    play.light.run(lights, late=lambda: called.append(len(play.light.left)))
    play.to_the_end()
    assert called == [2]


def test_whatever_is_typed_ends_light() -> None:
    play = ByHand()
    play.light.run(glowing(1, 2, 3))
    play.app.typed += 1
    assert play.to_the_end() == [STILL, STILL]


@pytest.mark.parametrize(
    ("may_move", "solved", "level", "held", "runs"),
    [
        (True, False, "full", False, True),
        (False, False, "full", False, False),
        (False, True, "full", False, True),
        (False, True, "none", False, False),
        (False, True, "full", True, False),
    ],
)
def test_light_runs_where_something_may_move_and_that_of_a_solved_board_unless_nothing_should(
    may_move: bool, solved: bool, level: str, held: bool, runs: bool
) -> None:
    play = ByHand(level, may_move=may_move, held=held)
    lights = (
        [Light(phases=bytes([phase])) for phase in (Phase.UNREACHED, Phase.GLOW, Phase.FADING)]
        if solved
        else glowing(1, 2)
    )
    play.light.run(lights)
    assert play.light.now == (lights[0] if runs else STILL)
    assert play.to_the_end() == ([*lights[1:], STILL, STILL] if runs else [STILL])


def test_light_runs_over_a_board_of_which_only_the_first_tile_is_lit() -> None:
    ring = Puzzle(named("infinity"), Grid(1, 3, CYLINDER_ACROSS), bytes([5, 0, 0]))
    assert [light.phases[0] for light in sweeping(picture_of(ring, ring.start), 0)][-1] == Phase.DONE
