"""`.venv/bin/python -m tests.tui.gallery FOLDER [SCREEN ...]`: screens at 80x24 and 120x40, dark and light.

The player has a past: boards begun and solved, with help and without, and boards of the day.
"""

from __future__ import annotations

import asyncio
import os
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from termpuzzles.catalogue.daily import daily_board
from termpuzzles.catalogue.lessons import lessons
from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.opening import open_session
from termpuzzles.session.attempt import HINT
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui import theme
from termpuzzles.tui.screens.lesson import LessonScreen
from tests.play.test_session import Time
from tests.tui.apps import Game, playing

THEMES = {"dark": theme.DARK, "light": theme.LIGHT}
SIZES = ((80, 24), (120, 40))
NOW = datetime(2026, 11, 21, 12)
Go = Callable[[Game], Awaitable[None]]


def play(library: Library, puzzle: Puzzle, seconds: float, hints: tuple[str, ...] = (), share: float = 1.0) -> None:
    """Play a board to its end, or only this share of its tiles."""
    time, answer = Time(), solve(puzzle)
    assert answer
    kept = open_session(library, puzzle, time)
    kept.session.resume()
    for rule in hints:
        kept.session.apply(HINT, rule)
    time.now += seconds
    for cell in range(int(puzzle.grid.size * share)):
        for _ in range(3):
            if kept.session.state.lines[cell] != answer.lines[cell] and not kept.session.solved:
                kept.session.do(Gesture("turn", cell))
        if not kept.session.solved and share < 1:
            kept.session.do(Gesture("pin", cell))
    kept.leave()


def past(folder: Path) -> None:
    """Write the journals of a player who has played before."""
    calendar = [NOW]
    library = Library(Folders(folder / "data", folder / "config"), lambda: calendar[0])
    levels = Levels(packs())
    for name, count, seconds in (
        ("net/first-turns", 9, 31.0),
        ("net/no-loops", 4, 72.0),
        ("infinity/first-turns", 5, 44.0),
    ):
        for place, puzzle in enumerate(levels.named(name).puzzles()[:count]):
            play(library, puzzle, seconds + 17 * (place % 4), ("no loop",) if name == "net/no-loops" else ())
    play(library, levels.named("net/wraparound").puzzles()[9], 724.0, share=0.6)
    play(library, levels.named("infinity/everyday").puzzles()[3], 190.0, share=0.3)
    for back in (0, 1, 2, 4, 5, 9):
        calendar[0] = NOW - timedelta(back)
        play(library, daily_board("net", calendar[0].date()), 161.0 + 20 * back)
    settings = library.settings()
    settings["started"] = True
    settings["lessons"] = {f"net/{number}": True for number in range(1, 6)}
    library.keep_settings(settings)


def goes(to: str, *keys: str) -> Go:
    """Open a screen from Home, and press keys there."""

    async def go(game: Game) -> None:
        game.app.go(to)
        await settle(game)
        await game.press(*keys)

    return go


async def review(game: Game) -> None:
    """Look back at a solved board, some steps after its beginning."""
    game.app.play(Levels(packs()).named("net/no-loops").puzzles(), 2)
    await settle(game)
    await game.press("V")
    await settle(game)
    await game.press("right", "right", "right")


async def sealed_off(game: Game) -> None:
    """The lesson that begins with notes."""
    found = lessons("net")
    number = next(lesson.number for lesson in found if lesson.teaches == "dead end")
    game.app.push_screen(LessonScreen(game.app.context, found, number))


def keys(*pressed: str) -> Go:
    """Press keys on Home."""

    async def go(game: Game) -> None:
        await game.press(*pressed)

    return go


async def settle(game: Game) -> None:
    """Wait until the app has read everything."""
    with suppress(Exception):
        await game.app.workers.wait_for_complete()
    await game.pilot.pause(0.1)


SHOWN: dict[str, Go] = {
    "home": keys(),
    "home-filter": keys("slash", *"net tric uns"),
    "help": keys("question_mark"),
    "palette": keys("ctrl+p"),
    "learn": goes("learn"),
    "lesson": goes("lesson"),
    "lesson-sealed-off": sealed_off,
    "review": review,
    "daily": goes("daily"),
    "new": goes("new"),
    "statistics": goes("statistics"),
    "options": goes("options"),
    "themes": goes("options", "enter"),
    "practise": goes("practise"),
}


async def picture(folder: Path, name: str, go: Go, past_of: Path, look: str, size: tuple[int, int]) -> None:
    """Take one picture."""
    async with playing(past_of, size=size, theme_name=THEMES[look]) as game:
        game.app.context.library.today = lambda: NOW
        await settle(game)
        await go(game)
        await settle(game)
        svg = game.app.export_screenshot().replace("Fira Code", "DejaVu Sans Mono")
    stem = folder / f"{name}-{look}-{size[0]}x{size[1]}"
    stem.with_suffix(".svg").write_text(svg, encoding="utf-8")
    with suppress(ImportError):
        from cairosvg import svg2png  # type: ignore[import-not-found,import-untyped,unused-ignore]

        svg2png(bytestring=svg.encode(), write_to=str(stem.with_suffix(".png")))


async def main(folder: Path, names: list[str]) -> None:
    """Take all pictures, or those of some screens."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data:
        past(Path(data))
        for (name, go), look, size in product(SHOWN.items(), THEMES, SIZES):
            if not names or name in names:
                await picture(folder, name, go, Path(data), look, size)
    with TemporaryDirectory() as data:
        for look, size in product(THEMES, SIZES):
            if not names or "first-start" in names:
                await picture(folder, "first-start", keys(), Path(data), look, size)


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.tui.gallery", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help="by default all")
    given = parser.parse_args()
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    asyncio.run(main(given.folder, given.screens))
