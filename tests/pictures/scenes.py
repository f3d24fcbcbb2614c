"""What each picture shows: the boards played before, the board that is open, and the keys that are pressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import NamedTuple

from textual.widget import Widget

from termpuzzles.catalogue.levels import packs
from termpuzzles.formats import read
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.hints.guide import Guide
from termpuzzles.play.opening import open_session
from termpuzzles.render.svg import pipes_document
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui import theme
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from tests.pictures.screen import cells, svg
from tests.play.test_session import Time

FOLDER = Path(__file__).parents[2] / ".github"
THEMES = {"light": theme.LIGHT, "dark": theme.DARK}
WIDTH = 80
WRAPPED = "9x9w:5e3a56ca5a59ca2768659c366da275666563655c21d3a996c55929a3a6517698c556c555c555aa257"
DRAWN = "https://puzz.link/p?simpleloop/9/9/gg8800hp8g13kg0c0"


def game_picture(game: str, page: str) -> str:
    """A solved board of the game, as the app draws it on a light or a dark page."""
    level = next(
        puzzle
        for pack in packs()
        if pack.game == game
        for puzzle in pack.puzzles()
        if (puzzle.grid.width, puzzle.grid.height) == GAME_SIZE and puzzle.grid.surface.is_plane
    )
    solved = solve(level)
    assert solved is not None
    return pipes_document(level, solved, page)


GAME_SIZE = (6, 6)


class Scene(NamedTuple):
    """A picture: its name, what it shows in words, the open board (none for Home), keys, and the window's height.

    `sign` is a text that shows that this is the intended screen: when lists grow, the keys may lead elsewhere.
    `steps` is the number of steps that the player has already made on the board by following hints.
    """

    name: str
    shows: str
    sign: str
    puzzle: Callable[[], Puzzle] | None
    keys: tuple[str, ...]
    height: int = 22
    steps: int = 0


async def picture(scene: Scene, page: str) -> str:
    """The screen of the app after those keys, for a light or a dark page."""
    with TemporaryDirectory() as folder:
        copytree(_past().name, folder, dirs_exist_ok=True)
        library = library_in(folder)
        puzzles = [scene.puzzle()] if scene.puzzle else []
        for puzzle in puzzles:
            begin(library, puzzle, scene.steps)
        context = Context(library, library.settings(), Time(), theme_name=THEMES[page])
        app = make_app(context, puzzles)
        async with app.run_test(size=(WIDTH, scene.height)) as pilot:
            for key in ("", *scene.keys):
                await pilot.press(*filter(None, [key]))
                await app.workers.wait_for_complete()
                await pilot.pause()
            shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
            assert scene.sign in shown, f"{scene.name} does not show {scene.sign!r}:\n{shown}"
            ground = Widget.background_colors.fget(app.screen)[1].hex6[1:].lower()  # type: ignore[attr-defined]
            return svg(cells(app.screen._compositor.render_strips(), "808080", ground), ground, scene.shows)


@cache
def _boards(game: str, pack: str) -> list[Puzzle]:
    return next(found for found in packs() if (found.game, found.name) == (game, pack)).puzzles()


def library_in(folder: str) -> Library:
    """What a player has kept there, on the day of the pictures."""
    return Library(Folders(Path(folder) / "data", Path(folder) / "config"), lambda: datetime(2026, 11, 22, 9))


@cache
def _past() -> TemporaryDirectory[str]:
    """A folder with what was played before any picture: some boards solved, in different times."""
    folder = TemporaryDirectory()
    library = library_in(folder.name)
    settings = library.settings()
    settings["started"] = True
    library.keep_settings(settings)
    for game, pack, number in (
        ("infinity", "first turns", 14),
        ("net", "first turns", 9),
        ("net", "no loops", 3),
        ("simpleloop", "first lines", 5),
    ):
        for played, puzzle in enumerate(_boards(game, pack)[:number]):
            _solve(library, puzzle, puzzle.grid.size * 2 + played * 17 % 40)
    begin(library, _boards("net", "no loops")[3], 12)
    return folder


def _solve(library: Library, puzzle: Puzzle, seconds: float) -> None:
    time, solution = Time(), solve(puzzle)
    assert solution is not None
    kept = open_session(library, puzzle, time)
    kept.session.resume()
    time.now += seconds
    for cell, mask in enumerate(solution.lines):
        for side in (4, 2) if puzzle.game.draws else ():
            if mask & side:
                kept.session.do(Gesture("line", cell, side))
        while kept.session.state.lines[cell] != mask and not puzzle.game.draws:
            kept.session.do(Gesture("turn", cell))
    assert kept.session.solved
    kept.leave()


def begin(library: Library, puzzle: Puzzle, steps: int) -> None:
    """Play so many steps by following hints, and leave the board."""
    time, guide = Time(), Guide(puzzle)
    kept = open_session(library, puzzle, time)
    kept.session.resume()
    for _ in range(steps):
        found = guide.hint(kept.session.state)
        assert found is not None
        assert found.move is not None
        time.now += 5
        kept.session.play(found.move)
    kept.leave()


def _half_turned() -> Puzzle:
    """A board of Net that wraps around, its upper part as in the solution and mostly pinned."""
    (puzzle,) = read(WRAPPED)
    solution = solve(puzzle)
    assert solution is not None
    part = puzzle.grid.size * 2 // 3
    pins = bytes(cell < part and cell % 7 != 0 for cell in range(puzzle.grid.size))
    lines = solution.lines[:part] + puzzle.start.lines[part:]
    return replace(puzzle, start=puzzle.start._replace(lines=lines, pins=pins))


def _half_drawn() -> Puzzle:
    """A board of Simple Loop with its upper half drawn."""
    (puzzle,) = read(DRAWN)
    solution = solve(puzzle)
    assert solution is not None
    width, half = puzzle.grid.width, puzzle.grid.size // 2
    lines = bytearray(puzzle.grid.size)
    for cell in range(half):
        lines[cell] = solution.lines[cell] & (13 if cell >= half - width else 15)
    return replace(puzzle, start=puzzle.start._replace(lines=bytes(lines)))


SCENES = (
    Scene(
        "home",
        "Home: unfinished boards, today's boards, lessons, a new board, and all levels",
        "Continue",
        None,
        (),
        24,
    ),
    Scene(
        "hint",
        "A hint on a board of Net: the marked tile, how it must point, and why",
        "cut off from",
        lambda: _boards("net", "what if")[9],
        ("i", "i", "i"),
    ),
    Scene(
        "lesson",
        "A lesson: a tiny board, and one technique",
        "lesson 6 of 18",
        None,
        ("t", "2", "6", "enter"),
    ),
    Scene("net", "A board of Net that wraps around, half played", "Net 9x9   wraps", _half_turned, ()),
    Scene(
        "loop",
        "A board of Simple Loop, half drawn, with a trial begun",
        "trial",
        _half_drawn,
        ("g", *"5 4", "enter", "t", "s", "down", "d", "right", "d", "right", "d", "right", "x", "s"),
    ),
    Scene(
        "statistics", "Statistics: what was solved, how fast, and what needs practice", "Statistics", None, ("s",), 18
    ),
)
