"""Apps for the tests, with their own folders, a clock that the test moves, and a pilot that presses keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.geometry import Offset, Region
from textual.pilot import Pilot

from termpuzzles.games.model import Mistake, Puzzle, State
from termpuzzles.play.controller import Controller
from termpuzzles.session.staged_hint import StagedHint
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui import theme
from termpuzzles.tui.app import PuzzleApp, make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.lines import Lines
from tests.play.test_session import Time
from tests.tui.recorder import Recorded, recorded


class Game:
    """An app on which a puzzle is played, with what a test looks at."""

    def __init__(
        self, app: PuzzleApp, pilot: Pilot[None] | Pilot[object], time: Time, recorded: Recorded | None = None
    ) -> None:
        self.app = app
        self.pilot = pilot
        self.time = time
        self._recorded = recorded

    @property
    def terminal(self) -> Recorded:
        """The terminal in memory."""
        assert self._recorded is not None, "the game has no wire"
        return self._recorded

    def sent(self) -> str:
        """What was sent to the terminal since the last call."""
        return self.terminal.take()

    @property
    def screen(self) -> PlayScreen:
        screen = self.app.screen
        assert isinstance(screen, PlayScreen)
        return screen

    @property
    def _controller(self) -> Controller:  # only here, so that a screen of another shape changes this class alone
        screen = self.app.screen
        assert isinstance(screen, PlayScreen | LessonScreen)
        return screen.controller

    @property
    def puzzles(self) -> list[Puzzle]:
        return self._controller.puzzles

    @property
    def index(self) -> int:
        """Which of the puzzles is open."""
        return self._controller.index

    @property
    def puzzle(self) -> Puzzle:
        return self._controller.puzzle

    @property
    def message(self) -> str:
        """What the last key was answered with."""
        return self._controller.message.text

    @property
    def wrong(self) -> frozenset[int]:
        """The cells that a check has found wrong."""
        return self._controller.wrong

    @property
    def solution(self) -> bytes | None:
        """The only solution, once it is known."""
        return self._controller.solution

    @property
    def staged_hint(self) -> StagedHint:
        """The hint that is being given."""
        return self._controller.staged_hint

    @property
    def state(self) -> State:
        return self._controller.session.state

    @property
    def moves(self) -> list[str]:
        """The moves from the start to the position that is shown."""
        return [str(move) for move in self._controller.session.moves]

    @property
    def turns(self) -> int:
        return self._controller.session.turns

    @property
    def pins(self) -> int:
        return self._controller.session.state.pins.count(1)

    @property
    def hints(self) -> int:
        """How many hints were taken."""
        return self._controller.session.attempt.hints

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        return self._controller.session.mistakes

    @property
    def solved(self) -> bool:
        return self._controller.session.solved

    @property
    def unaided(self) -> bool:
        return self._controller.session.attempt.unaided

    @property
    def trial(self) -> int | None:
        """The move with which the trial began."""
        return self._controller.session.attempt.trial

    @property
    def pending(self) -> str:
        """What the next direction sets, or ""."""
        return self._controller.pending.value

    @property
    def pen_is_down(self) -> bool:
        """Whether moving draws."""
        return self._controller.pen

    @property
    def seconds(self) -> float:
        """What the clock of the board says."""
        return self._controller.session.clock.seconds

    @property
    def board(self) -> Board:
        return self.screen.board

    def text_of(self, name: str) -> str:
        """The text of a widget around the board: heading, status or panel."""
        return self.app.screen.query_one(f"#{name}", Lines).text

    def region(self, cell: int) -> Region:
        """The region of a cell in the board's view."""
        return self.board.geometry.region(cell)

    def middle(self, cell: int) -> Offset:
        """The middle of a cell in the board's view."""
        region = self.region(cell)
        return Offset(region.x + region.width // 2, region.y + region.height // 2)

    async def drag(self, *places: Offset, button: int = 1) -> None:
        """Press a mouse button at the first place, move over the others, and let go at the last."""
        await self.pilot.mouse_down(Board, offset=places[0], button=button)
        for place in places[1:]:
            await self.pilot.hover(Board, offset=place)
            await self.pilot.pause()
        await self.pilot.mouse_up(Board, offset=places[-1])
        await self.pilot.pause()

    async def resize(self, width: int, height: int, words: str) -> None:
        """Change the size of the window, and wait until it shows these words."""
        await self.pilot.resize_terminal(width, height)
        await self.until(lambda: words in "".join(shown(self.app)))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until it is so, however slow the machine is."""
        while not so():
            await self.pilot.pause(0.02)


@asynccontextmanager
async def playing(
    folder: Path,
    *puzzles: Puzzle,
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
    theme_name: str = theme.DARK,
    on_wire: bool = False,
    look: str = "lines",
) -> AsyncIterator[Game]:
    """Run the app with these puzzles open, or with its list of levels (those of the folder, if any).

    Boards are drawn in lines, as many tests read them as text, unless `look` says otherwise.
    """
    time = Time()
    library = Library(Folders(folder / "data", folder / "config", own if (own := folder / "levels").is_dir() else None))
    context = Context(library, library.settings(), time, ascii_only, theme_name)
    context.settings["look"] = look
    app = make_app(context, list(puzzles))
    if on_wire:  # to a terminal in memory that records what is sent
        async with recorded(app, size) as play:
            yield Game(app, play.pilot, time, play)
        return
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Game(app, pilot, time)


def shown(app: PuzzleApp) -> list[str]:
    """The lines of text on the screen."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


class Never:
    """Thinks for ever about each question."""

    async def answer(self, question: object) -> object:
        return await asyncio.Event().wait()
