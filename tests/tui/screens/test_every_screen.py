"""Every screen as a person has read and approved it: in several windows, and after each of some keys.

Each visit is in `approved`: the window at first, and after each step the rows that have changed.
"""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple

import pytest
from textual.geometry import Region

from termpuzzles.catalogue.lessons import lessons
from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.company.daily_table import TablePart, TableRow
from termpuzzles.company.screens.daily_table import DailyTableScreen
from termpuzzles.company.screens.race import RaceScreen, RoomScreen
from termpuzzles.company.screens.watch import WatchScreen
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.render.picture import picture_of
from termpuzzles.session.recorded_session import open_session
from termpuzzles.tui import theme
from termpuzzles.tui.screen import ShownGame
from termpuzzles.tui.screens.dialogs import ChoiceDialog, TakeOverScreen, TextDialog
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.overview import OverviewScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.records import Record
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.match.match import Match, Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.menu import WallMatchScreen
from tests.approved import approve
from tests.pictures.boards import half_played
from tests.pictures.company import a_race
from tests.tui.past import write_past
from tests.tui.visit import Visit, visiting
from tests.wall.game.games import random_game

Go = Callable[[Visit], Awaitable[None]]


class Way(NamedTuple):
    """A visit: how one comes to the screen, the steps there, and how the visitor's window, past and settings are."""

    go: Go
    steps: tuple[str, ...] = ()
    has_past: bool = True
    more: Mapping[str, object] = MappingProxyType({})


async def nowhere(visit: Visit) -> None:
    """Stay on the first screen."""


def to(name: str, *keys: str) -> Go:
    """A screen that others lead to by its name, after these keys."""

    async def go(visit: Visit) -> None:
        visit.app.go(name)
        await visit.settle()
        await visit.press(*keys)

    return go


def on(board: Callable[[], Puzzle], *keys: str) -> Go:
    """A board, after these keys."""

    async def go(visit: Visit) -> None:
        visit.app.play([board()])
        await visit.settle()
        await visit.press(*keys)

    return go


def level(pack: str, number: int) -> Puzzle:
    """A level by its pack and its number from 1."""
    return Levels(packs()).named(pack).puzzles()[number - 1]


def solved(pack: str, number: int) -> Go:
    """A level after its last move, all moves made at once."""

    async def go(visit: Visit) -> None:
        visit.app.play(Levels(packs()).named(pack).puzzles(), number - 1)
        await visit.settle()
        await to_the_end(visit)

    return go


async def to_the_end(visit: Visit) -> None:
    """Solve the board that is open."""
    screen = visit.app.screen
    assert isinstance(screen, PlayScreen)
    answer = solve(screen.controller.puzzle)
    assert answer is not None
    visit.time.now += 95
    move = solving(screen.controller.puzzle, screen.controller.session.state, answer.lines)
    screen.controller.carry_out(move, "")
    visit.time.now += 5
    await visit.settle()


def lesson(game: str, number: int, *, done: bool = False) -> Go:
    """A lesson, as it begins or at its end."""

    async def go(visit: Visit) -> None:
        await visit.show(LessonScreen(visit.context, lessons(game), number))
        if done:
            await to_the_end(visit)

    return go


async def review(visit: Visit) -> None:
    """A look back on a game with pauses and wrong pins."""
    puzzle, time = level("net/everyday", 20), visit.time
    kept = open_session(visit.context.library, puzzle, time)
    kept.session.resume()
    for cell in range(30):
        time.now += 4 + 70 * (cell % 17 == 9)
        kept.session.do(Gesture("turn", cell))
        if cell % 5 == 0:
            kept.session.do(Gesture("pin", cell))
    kept.leave()
    await on(lambda: puzzle, "V")(visit)


async def fixed(visit: Visit) -> None:
    """The options of somebody whose own file decides some of them."""
    folder = visit.context.library.where.config
    folder.mkdir(exist_ok=True)
    (folder / "settings.toml").write_text('theme = "night"\nlook = "lines"\n', encoding="utf-8")
    visit.context.settings = visit.context.library.settings()
    await to("options")(visit)


async def wall_game(visit: Visit) -> None:
    """A game of two at this keyboard on a small board."""
    terms = Terms(start("standard", 4, 3), ("you", "friend"))
    await visit.show(WallMatchScreen(visit.context, Match(terms, visit.context.now)))


async def begun(visit: Visit) -> None:
    """Home after a board was begun."""
    await on(lambda: level("net/first turns", 2), "space", "escape")(visit)


async def long_game(visit: Visit) -> None:
    """A game of the Wall Game of many turns, to be looked through."""
    game = random_game(Random(5), 4, 3)
    record = Record(game.positions[0], tuple(game.turns), "*", "-")
    await visit.show(WallAnalysisScreen(visit.context, Analysis(record)))


async def overview(visit: Visit) -> None:
    """A large board as a whole."""
    puzzle = half_played("net", "40x40")
    await visit.show(OverviewScreen(visit.context, puzzle, puzzle.start, Region(8, 12, 15, 10)))


async def watch(visit: Visit) -> None:
    """Somebody else's game."""
    puzzle = half_played("net", "7x7")
    shown = ShownGame(picture_of(puzzle, puzzle.start), 20, "Net 7x7", "20 of 49 pinned")
    await visit.show(WatchScreen(visit.context, "Ada", lambda: shown))


async def watch_nothing(visit: Visit) -> None:
    """Somebody who plays nothing."""
    await visit.show(WatchScreen(visit.context, "Ada", lambda: None))


async def daily_table(visit: Visit) -> None:
    """The table of a day, with other players."""

    async def table(day: date) -> list[TablePart]:
        names = ("Anna", "Bob", "Zoë the Quick")
        rows = tuple(TableRow(at, 41.0 + 1000 * at, name, at - 1) for at, name in enumerate(names, 1))
        if day.day % 2:
            return []
        return [TablePart("net", False, rows), TablePart("net", True, rows[1:2]), TablePart("infinity", False, ())]

    visit.context.table = table
    await visit.show(DailyTableScreen(visit.context, visit.context.library.today().date()))


async def room(visit: Visit) -> None:
    """Where players gather before a race."""
    await visit.show(RoomScreen(visit.context, a_race(visit.context).invitation))


async def race(visit: Visit) -> None:
    """The board of a race."""
    await visit.show(RaceScreen(visit.context, a_race(visit.context), None))


def dialog(kind: str) -> Go:
    """A small question over a board."""

    async def go(visit: Visit) -> None:
        puzzle = level("net/first turns", 3)
        await on(lambda: puzzle)(visit)
        if kind == "text":
            await visit.show(TextDialog(visit.context, "Columns and rows, such as 17x9"))
        elif kind == "choice":
            names = ["before the corner", "first", ""]
            await visit.show(ChoiceDialog(visit.context, "Go back to which position?", names))
        else:
            take = partial(visit.context.library.take_over, puzzle)
            await visit.show(TakeOverScreen(visit.context, take))

    return go


SIZES = ("40x15", "120x40")
PIPES = {"look": "pipes"}

WAYS = {
    "home": Way(
        nowhere, ("down", "end", "down", "right", "up", "slash n e t space x", "down", "120x40", "escape", "40x15")
    ),
    "home of a beginner": Way(nowhere, ("down", "slash 4 2", "down"), False),
    "home after a first board": Way(begun, ("down", "50x21", "slash f i r enter", "space", "q"), False),
    "home in a very wide window": Way(nowhere, ("250x44",), False, PIPES),
    "home in pipes": Way(nowhere, ("right",), True, PIPES),
    "home in ascii": Way(nowhere, ("40x15",), True, {"ascii_only": True}),
    "home without colour": Way(nowhere, (), True, {"theme_name": theme.COLOURLESS}),
    "welcome": Way(
        nowhere,
        ("down", "down down", "space", "space", "space", "space", "f1", "100x30", "40x15", "enter"),
        False,
        {"started": False},
    ),
    "levels": Way(to("levels"), ("up", "right", "left left", "enter", "down enter", "home", "down down down", *SIZES)),
    "levels found": Way(
        to("levels"), ("slash z z", "slash n e t space t r i c k y", "down", "160x50", "40x15", "escape")
    ),
    "pack": Way(
        to("levels", "home", "enter", "down", "down", "enter"),
        ("right", "down", "end", "down", "up", "100x30", "40x15", "enter"),
    ),
    "daily": Way(
        to("daily"),
        ("left", "y", "left", "right right", "down", "y", "left_square_bracket", "right_square_bracket", *SIZES),
    ),
    "daily in pipes": Way(to("daily"), ("120x40", "40x15"), True, PIPES),
    "daily table": Way(daily_table, ("m", "left", "right", "right", "40x15")),
    "learn": Way(to("learn"), ("3", "1 2", "9", "left", "enter", "down", "0", "40x15")),
    "learn of a beginner": Way(to("learn"), (), False),
    "practise": Way(to("practise"), ("down", "end", "100x30", "home", "40x15")),
    "practise of a beginner": Way(to("practise"), ("40x15",), False),
    "statistics": Way(to("statistics"), ("tab", "down", "tab", "160x50", "40x15", "tab")),
    "statistics in pipes": Way(to("statistics"), ("160x50",), True, PIPES),
    "statistics of a beginner": Way(to("statistics"), ("tab",), False),
    "new": Way(to("new"), ("right", "up", "down down right", "down right", "down right", "40x15", "end", "120x40")),
    "new loop": Way(
        to("new", "down", "right", "right"), ("down down", "down", "s 1 x 1 enter", "s 1 7 x 9 enter"), False
    ),
    "options": Way(to("options"), ("right", "down down right", "backspace", "end", "enter", "end", "40x15", "120x40")),
    "keys": Way(
        to("options", "end", "enter", "end"),
        ("enter", "x", "backspace", "enter", "f9", "up", "enter", "escape"),
    ),
    "values": Way(
        to("options", "end", "enter"),
        (
            *("down left", "left", "down right", "left", "down right", "right"),
            *(" ".join(["down"] * 14), "right", "down", "left", "enter", "1 7 x 9 enter", "right"),
        ),
        False,
    ),
    "options that are fixed": Way(
        fixed, ("right", "enter", "down right", "down right", "backspace", "75x24", "76x24"), False
    ),
    "themes": Way(to("options", "enter"), ("right", "down", "160x50", "80x24", "escape")),
    "help": Way(on(lambda: level("net/wraparound", 1), "question_mark"), ("right", "right", "down", "right", "40x15")),
    "help on a loop": Way(on(lambda: level("simpleloop/everyday", 1), "question_mark"), ("right", "left left")),
    "help in pipes": Way(on(lambda: level("net/everyday", 1), "question_mark"), ("right", "right"), False, PIPES),
    "help in ascii": Way(on(lambda: level("infinity/everyday", 1), "f1"), ("right",), False, {"ascii_only": True}),
    "palette": Way(on(lambda: level("net/everyday", 1), "ctrl+p"), ("n e w", "40x15", "escape"), False),
    "palette of home": Way(to("home", "ctrl+p"), ("pagedown",)),
    "play": Way(
        on(lambda: level("net/wraparound", 2)),
        (
            "right",
            "space",
            "p",
            "x",
            "u",
            "r",
            "c",
            "i",
            "i",
            "i",
            "escape",
            "m",
            "escape",
            "y",
            "Z",
            "Z",
            "40x15",
            "w up",
            "up left",
            "escape",
            "tab",
        ),
    ),
    "play in pipes": Way(on(lambda: level("net/everyday", 4)), ("space", "i i", "plus", "minus", "0"), False, PIPES),
    "play a large board": Way(
        on(lambda: level("net/monsters", 1)),
        (
            *("40x15", "pagedown pagedown", "pageup", "end", "home", "O", "right down", "enter", "Z", "Z plus"),
            *("minus", "g", "1 2 space 7 enter", "20x7", "30x8", "ctrl+c", "right", "ctrl+c"),
        ),
    ),
    "play a strip": Way(
        on(lambda: level("net/twisted strips", 2)),
        ("40x15", "w", "right", "down", "up", "left", "escape", "w", "w", "space R", "G", "u", "O", "escape", "o", "q"),
        False,
    ),
    "play a trial": Way(
        on(lambda: level("infinity/everyday", 1)),
        ("40x15", "t", "space", "c", "escape", "t space", "t", "e", "B", "v", "m enter", "space space", "m enter", "V"),
        False,
    ),
    "play a loop": Way(on(lambda: level("simpleloop/everyday", 2)), ("d", "right", "x s", "s", "i", "40x15")),
    "play masyu": Way(on(lambda: level("masyu/first lines", 2)), ("d", "escape")),
    "solved": Way(solved("net/everyday", 9), ("V", "escape", "y", "40x15", "enter")),
    "solved the last": Way(solved("net/first turns", 20), ("40x15", "enter")),
    "solved in pipes": Way(solved("simpleloop/everyday", 4), ("40x15",), True, PIPES),
    "lesson": Way(lesson("net", 3), ("i", "i", "i", "escape", "40x15", "20x7", "40x15", "space")),
    "lesson in pipes": Way(lesson("net", 14), ("i i i", "40x15"), True, PIPES),
    "lesson of a part": Way(lesson("infinity", 12), ("space", "40x15")),
    "lesson done": Way(lesson("simpleloop", 8, done=True), ("40x15", "enter")),
    "lesson done, the last": Way(lesson("net", 15, done=True), ("40x15",)),
    "review": Way(review, ("down", "left", "right", "40x15", "enter")),
    "overview": Way(overview, ("right", "down", "left left", "40x15")),
    "overview without colour": Way(overview, ("right",), True, {"theme_name": theme.COLOURLESS}),
    "overview in pipes": Way(overview, ("right down",), True, PIPES),
    "watch": Way(watch, ("40x15", "space")),
    "watch nothing": Way(watch_nothing),
    "text dialog": Way(dialog("text"), ("1 7", "40x15", "enter"), False),
    "choice dialog": Way(dialog("choice"), ("down down", "40x15", "enter"), False),
    "take-over dialog": Way(dialog("take over"), ("40x15", "escape"), False),
    "race room": Way(room, ("enter", "40x15")),
    "race": Way(race, ("space", "40x15")),
    "wall": Way(to("wall"), ("up", "left", "up right", "home", "end", *SIZES)),
    "wall of a beginner": Way(to("wall"), ("down", "down", "down", "down"), False),
    "wall game": Way(
        to("wall", *["up"] * 5, "left", *["down"] * 5, "enter"),
        ("down", "enter", "d", "w", "u", "tab", "p", "x", "x", "enter", "space", "x enter space", "i", "y", "40x15"),
        False,
    ),
    "wall game by walls": Way(
        wall_game,
        (
            *("40x15", "x", "down", "right", "up up", "left left", "x", "down", "right right right right right", "up"),
            *(
                "left left left left left",
                "down down down down down",
                "x",
                "up",
                "w",
                "enter",
                "enter",
                "a",
                "x x",
                "d",
            ),
            *("s", "tab", "tab", "right enter", "u u u", "u", "a", "p", "space", "up", "space"),
        ),
        False,
    ),
    "wall game that goes on": Way(
        to("wall", "home", "enter"), ("t", "o", "e", "n", "r", "r", "left", "left", "up", "n")
    ),
    "wall lesson": Way(to("wall", "down", "enter"), ("space", "space", "n", "40x15")),
    "wall puzzle": Way(to("wall", "down", "down", "enter"), ("b", "x", "n", "space space", "40x15"), False),
    "wall analysis": Way(to("wall", "down", "down", "down", "enter"), ("i", "space", "b", "n", "o", "y", "c", "40x15")),
    "wall analysis of a long game": Way(
        long_game, ("n", "n", "end", "b", "40x15", "home", "120x40", "end", "n", "space space", "o"), False
    ),
    "wall results": Way(to("wall results"), ("40x15",)),
}


@pytest.fixture(scope="session")
def past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a past."""
    folder = tmp_path_factory.mktemp("past")
    write_past(folder)
    return folder


@pytest.mark.parametrize("name", WAYS)
async def test_a_screen_is_as_approved(name: str, past: Path, tmp_path: Path) -> None:
    way = WAYS[name]
    if way.has_past:
        shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    async with visiting(tmp_path, **way.more) as visit:  # type: ignore[arg-type]
        await way.go(visit)
        visit.look(name)
        await visit.take(*way.steps)
        text = visit.text
    approve(__file__, name.replace(" ", "-"), text)
