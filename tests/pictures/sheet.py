"""Screens as PNG, at four sizes and in eight looks, of somebody who begins and of somebody with 3,000 journals.

`.venv/bin/python -m tests.pictures FOLDER sheet` draws all of them, `sheet-daily` those of one screen,
`sheet-daily-full-dark-80x24` one alone, and `"sheet dark 80x24"` those whose names hold each of these words.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from PIL import Image
from rich.color import ColorSystem
from textual.geometry import Region
from textual.screen import Screen
from textual.worker import WorkerError

from termpuzzles.catalogue.daily import daily_board
from termpuzzles.catalogue.lessons import lessons
from termpuzzles.catalogue.levels import packs
from termpuzzles.games.model import Gesture, Move, Puzzle, State
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.play.opening import Opened, open_session
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.tui import theme
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.dialogs import ChoiceDialog, TakeOverScreen, TextDialog
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.overview import OverviewScreen
from termpuzzles.tui.screens.play import PlayScreen
from tests.guests import added
from tests.pictures.boards import THEMES, half_played, style_of
from tests.pictures.veteran import TODAY, write_journals
from tests.play.test_session import Time
from tests.tui.raster import Rows, raster
from tests.tui.recorder import Recorded, recorded
from tests.tui.terminal.strict_screen import StrictScreen

SIZES = ((40, 15), (80, 24), (100, 30), (160, 50))


class Seen(NamedTuple):
    """What the terminal shows: a theme, in how many colours, and whether only ASCII."""

    theme_name: str
    colours: ColourDepth = ColourDepth.TRUECOLOR
    ascii_only: bool = False


LOOKS = {name: Seen(made) for name, made in THEMES.items()} | {
    "16-colours": Seen(theme.DARK, ColourDepth.STANDARD),
    "no-colours": Seen(theme.COLOURLESS, ColourDepth.NONE),
    "ascii": Seen(theme.DARK, ascii_only=True),
}
Go = Callable[[Recorded, Context], Awaitable[None]]


async def settle(play: Recorded) -> None:
    """Wait until the app has read and drawn everything."""
    app, end = play.app, monotonic() + 30
    while monotonic() < end and not all(worker.is_finished for worker in app.workers):
        with suppress(WorkerError):  # a worker that another one has replaced
            await asyncio.wait_for(app.workers.wait_for_complete(), 30)
    await play.pilot.pause(0.05)
    while app.output.is_drawing:
        await play.pilot.pause(0.01)


async def press(play: Recorded, *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        await play.pilot.press(key)
        await settle(play)


def at(name: str, *keys: str) -> Go:
    """A screen that others lead to by its name, after these keys."""

    async def go(play: Recorded, context: Context) -> None:
        play.app.go(name)
        await settle(play)
        await press(play, *keys)

    return go


def keys(*pressed: str) -> Go:
    """The first screen, after these keys."""

    async def go(play: Recorded, context: Context) -> None:
        await press(play, *pressed)

    return go


def on_board(puzzle: Callable[[], Puzzle], *keys: str) -> Go:
    """A board, after these keys."""

    async def go(play: Recorded, context: Context) -> None:
        play.app.play([puzzle()])
        await settle(play)
        await press(play, *keys)

    return go


def solved(puzzle: Puzzle, *keys: str) -> Go:
    """A board after its last move: all others are made at once."""

    async def go(play: Recorded, context: Context) -> None:
        play.app.play([puzzle])
        await settle(play)
        screen = play.app.screen
        assert isinstance(screen, PlayScreen)
        move = to_the_end(puzzle, screen.controller.session.state)
        if move.changes:  # it may have been solved before
            screen.controller.carry_out(move, "")
        await settle(play)
        await press(play, *keys)

    return go


def to_the_end(puzzle: Puzzle, state: State) -> Move:
    """The move that solves the board."""
    answer = solve(puzzle)
    assert answer is not None
    return solving(puzzle, state, answer.lines)


def lesson(game: str, number: int, done: bool = False, *keys: str) -> Go:
    """A lesson, as it begins or at its end."""

    async def go(play: Recorded, context: Context) -> None:
        screen = LessonScreen(context, lessons(game), number)
        play.app.push_screen(screen)
        await settle(play)
        if done:
            controller = screen.controller
            controller.carry_out(to_the_end(controller.puzzle, controller.session.state), "")
        await settle(play)
        await press(play, *keys)

    return go


def level(game: str, number: int) -> Puzzle:
    """A level of the game."""
    return [puzzle for pack in packs() if pack.game == game for puzzle in pack.puzzles()[:20]][number]


async def nothing(play: Recorded, context: Context) -> None:
    """The first screen."""


async def overview(play: Recorded, context: Context) -> None:
    """A large board as a whole."""
    puzzle = half_played("net", "40x40")
    play.app.push_screen(OverviewScreen(context, puzzle, puzzle.start, Region(8, 12, 15, 10)))


async def review(play: Recorded, context: Context) -> None:
    """A look back on a game with pauses and wrong pins."""
    puzzle, time = half_played("net", "7x7", 0.0), Time()
    kept = open_session(context.library, puzzle, time)
    kept.session.resume()
    for cell in range(40):
        time.now += 4 + 70 * (cell % 17 == 9)
        kept.session.do(Gesture("turn", cell))
        if cell % 3 == 0:
            kept.session.do(Gesture("pin", cell))
    kept.leave()
    await on_board(lambda: puzzle, "V")(play, context)


def dialog(kind: Callable[[Context], Screen[Any]]) -> Go:
    """A small question over a board."""

    async def go(play: Recorded, context: Context) -> None:
        await on_board(lambda: half_played("net", "9x9"))(play, context)
        play.app.push_screen(kind(context))

    return go


SHEET: dict[str, Go] = {
    "daily": at("daily"),
    "daily-before": at("daily", "left", "left", "left"),
    "new": at("new", "down", "down"),
    "new-loop": at("new", "down", "right", "down"),
    "statistics": at("statistics"),
    "statistics-below": at("statistics", "tab"),
    "overview": overview,
    "play": on_board(lambda: half_played("net", "9x9", 0.4)),
    "play-hint": on_board(lambda: half_played("net", "9x9", 0.4), "i", "i", "i"),
    "play-loop": on_board(lambda: half_played("simpleloop", "7x7")),
    "play-masyu": on_board(lambda: half_played("masyu", "8x8")),
    "solved": solved(level("net", 45)),
    "solved-last": solved(level("net", 19)),
    "solved-daily": solved(daily_board("infinity", TODAY.date())),
    "learn": at("learn"),
    "learn-typed": at("learn", "3", "7"),
    "lesson": lesson("net", 3),
    "lesson-twisted": lesson("net", 14),
    "lesson-part": lesson("infinity", 12),
    "lesson-hint": lesson("net", 10, False, "i", "i", "i"),
    "lesson-done": lesson("simpleloop", 8, True),
    "lesson-last": lesson("net", 15, True),
    "solved-loop": solved(level("simpleloop", 5)),
    "help": on_board(lambda: half_played("net", "9x9"), "question_mark"),
    "help-reading": on_board(lambda: half_played("net", "9x9"), "question_mark", "right"),
    "help-techniques": on_board(lambda: half_played("net", "9x9"), "question_mark", "right", "right", "down", "down"),
    "help-keys": on_board(lambda: half_played("net", "9x9"), "question_mark", "right", "right", "right"),
    "help-loop": on_board(lambda: half_played("simpleloop", "7x7"), "question_mark"),
    "options": at("options", "down", "down"),
    "options-all": at("options", "end", "enter", *["down"] * 3),
    "themes": at("options", "enter", "right", "right"),
    "home": nothing,
    "help-from-home": keys("question_mark"),
    "home-found": keys("slash", *"net 7x7 wrap"),
    "welcome": at("welcome", "space"),
    "levels": at("levels", "right"),
    "levels-found": at("levels", "slash", *"net tricky"),
    "pack": at("levels", "down", "down", "enter", "right", "down"),
    "practise": at("practise", "down"),
    "palette": on_board(lambda: half_played("net", "9x9"), "ctrl+p"),
    "palette-found": on_board(lambda: half_played("net", "9x9"), "ctrl+p", *"new"),
    "review": review,
    "text": dialog(lambda context: TextDialog(context, "Columns and rows, such as 17x9")),
    "choice": dialog(
        lambda context: ChoiceDialog(context, "Go back to which position?", ["before the corner", "first", ""])
    ),
}


async def take_over(play: Recorded, context: Context) -> None:
    """The question whether to take a board over."""
    puzzle = half_played("net", "9x9")
    play.app.push_screen(TakeOverScreen(context, lambda now, sleep: Opened(puzzle, None)))


SHEET |= {"take-over": take_over}


def all_screens() -> dict[str, Go]:
    """The screens of the core and of its guests, by name."""
    return SHEET | {name: go for each in added("pictures") for name, go in each.SCREENS.items()}


@asynccontextmanager
async def begun(folder: Path, size: tuple[int, int], look: Seen) -> AsyncIterator[tuple[Recorded, Context]]:
    """The app on a terminal in memory."""
    library = Library(Folders(folder / "data", folder / "config"), lambda: TODAY)
    context = Context(
        library, library.settings(), Time(), look.ascii_only, look.theme_name, terminal=Terminal(look.colours)
    )
    context.settings["started"] = True
    if look.ascii_only:
        context.settings["glyphs"] = "ascii"  # which stays so when another theme is tried
    async with recorded(make_app(context), size) as play:
        await settle(play)
        yield play, context


async def shot(folder: Path, go: Go, size: tuple[int, int], look: Seen) -> Image.Image:
    """The window after going there."""
    async with begun(folder, size, look) as (play, context):
        await go(play, context)
        await settle(play)
        terminal = StrictScreen(*size)
        terminal.feed(play.take())
    rows: Rows = [[(cell.text, style_of(cell.pen)) for cell in row] for row in terminal.seen()]
    return raster(rows, ColorSystem.TRUECOLOR)


async def draw_sheet(folder: Path, only: str = "") -> None:
    """Draw all pictures, or those whose name holds each word of that text."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as full:
        for (name, go), past, (look, made), size in product(
            all_screens().items(), ("empty", "full"), LOOKS.items(), SIZES
        ):
            label = f"sheet-{name}-{past}-{look}-{size[0]}x{size[1]}"
            if all(part in label for part in only.split()):
                if past == "full" and not (Path(full) / "data").exists():
                    write_journals(Path(full))
                with TemporaryDirectory() as empty:
                    drawn = await shot(Path(full if past == "full" else empty), go, size, made)
                drawn.save(folder / f"{label}.png")
