"""Every screen as a person has read and approved it: in a window of 80 columns, and after each of a few keys.

Each visit is in `approved`: the window at first, and after each step the rows that have changed. In a small
window and in other colours nothing may be missing of what was approved.
"""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from termpuzzles.catalogue.lessons import lessons
from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.play.opening import Opened, open_session
from termpuzzles.tui.framed import FramedScreen, ListScreen
from termpuzzles.tui.screens.dialogs import TakeOverScreen, TextDialog
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.overview import OverviewScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.choices import Choices
from termpuzzles.tui.widgets.lines import Lines
from tests.approved import approve
from tests.pictures.boards import half_played
from tests.tui.past import write_past
from tests.tui.troubles import troubles
from tests.tui.visit import Visit, visiting

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


def lesson(game: str, number: int) -> Go:
    """A lesson, as it begins."""

    async def go(visit: Visit) -> None:
        await visit.show(LessonScreen(visit.context, lessons(game), number))

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


async def overview(visit: Visit) -> None:
    """A large board as a whole."""
    puzzle = half_played("net", "40x40")
    await visit.show(OverviewScreen(visit.context, puzzle, puzzle.start, Region(8, 12, 15, 10)))


def dialog(kind: str) -> Go:
    """A small question over a board."""

    async def go(visit: Visit) -> None:
        puzzle = level("net/first turns", 3)
        await on(lambda: puzzle)(visit)
        if kind == "text":
            await visit.show(TextDialog(visit.context, "Columns and rows, such as 17x9"))
        else:
            await visit.show(TakeOverScreen(visit.context, lambda now, sleep: Opened(puzzle, None)))

    return go


WAYS = {
    "home": Way(nowhere),
    "welcome": Way(nowhere, ("down", "space", "space", "space"), False, {"started": False}),
    "levels": Way(to("levels"), ("right",)),
    "pack": Way(to("levels", "home", "enter", *["down"] * 5, "enter"), ("right",)),
    "daily": Way(to("daily"), ("left",)),
    "learn": Way(to("learn"), ("3",)),
    "practise": Way(to("practise")),
    "statistics": Way(to("statistics"), ("tab",)),
    "new": Way(to("new"), ("right", "down down right")),
    "options": Way(to("options"), ("down right",)),
    "keys": Way(to("options", "end", "enter", "end"), ("enter", "x")),
    "themes": Way(to("options", "enter"), ("right",)),
    "help": Way(on(lambda: level("net/wraparound", 1), "question_mark"), ("right", "right", "right")),
    "palette": Way(on(lambda: level("net/everyday", 1), "ctrl+p"), ("n e w",), False),
    "play": Way(on(lambda: level("net/wraparound", 2)), ("space", "i", "i", "i")),
    "play a loop": Way(on(lambda: level("simpleloop/everyday", 2)), ("d",)),
    "solved": Way(solved("net/everyday", 9)),
    "lesson": Way(lesson("net", 3), ("i i i", "space")),
    "review": Way(review, ("down",)),
    "overview": Way(overview, ("right",)),
    "text dialog": Way(dialog("text"), ("1 7",), False),
    "take-over dialog": Way(dialog("take over"), (), False),
}
TINY = ("3x1", "pagedown", "1x1")  # sizes that nothing fits into, and keys there
RECOLOURED = ("home", "play")  # of each kind of drawing one screen


@pytest.fixture(scope="session")
def past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a past."""
    folder = tmp_path_factory.mktemp("past")
    write_past(folder)
    return folder


@pytest.mark.parametrize("name", WAYS)
async def test_a_screen_is_as_approved_and_misses_nothing_in_a_small_window(
    name: str, past: Path, tmp_path: Path
) -> None:
    await seen_as_approved(__file__, name, WAYS[name], past, tmp_path, is_recoloured=name in RECOLOURED)


async def seen_as_approved(
    test: str, name: str, way: Way, past: Path, folder: Path, *, is_recoloured: bool = False, is_cut: bool = False
) -> None:
    """See a screen step by step, the same words in other colours, and, unless it `is_cut`, all of it in few columns."""
    if way.has_past:
        shutil.copytree(past, folder, dirs_exist_ok=True)
    async with visiting(folder, **way.more) as visit:  # type: ignore[arg-type]
        await way.go(visit)
        visit.look(name)
        await visit.take(*way.steps)
        approve(test, name.replace(" ", "-"), visit.text)
        assert not [*troubles(visit)], visit.window
        text, values = visit.window, values_of(visit)
        if is_recoloured:
            visit.context.settings["theme"] = "light"
            visit.app.terminal_changed()
            await visit.settle()
            assert visit.window == text
        await visit.take("40x15")
        assert is_cut or not [*missing(visit, values), *troubles(visit)], visit.window
        await visit.take(*TINY)
        assert visit.app.is_running


def values_of(visit: Visit) -> list[object]:
    """What the rows of a list lead to."""
    screen = visit.app.screen
    return [row.value for row in screen.rows()] if isinstance(screen, ListScreen) else []


def missing(visit: Visit, values: list[object]) -> Iterator[str]:
    """What the window lacks: the name of the screen, a key that leaves it, one of these rows, or ends of lines."""
    screen, (heading, *_, keys), spelled = visit.app.screen, visit.window.splitlines(), visit.context.palette.spelled
    if isinstance(screen, FramedScreen):
        if not heading.strip().startswith(spelled(screen.headline().name)):
            yield "its name"
        if not {"q", "Esc"} & set(keys.split()):
            yield "a key that leaves it"
    yield from (f"the row {value}" for value in values if value not in values_of(visit))
    for lines in screen.query(Lines):
        if lines.region and len(lines.lines) > lines.size.height:
            yield f"the last lines of {lines.id}"
        yield from (
            row for row in lines.text.splitlines() if lines.region and cell_len(row.rstrip()) > lines.size.width
        )
    for listed in screen.query(Choices):
        room, rows = listed.scrollable_content_region.width, [str(each.prompt) for each in listed.options]
        yield from (row for row in rows if listed.region and max(map(cell_len, row.rstrip().split("\n"))) > room)
