"""Every screen that takes a list, with none, one and past the last of it; and with few levels or none at all."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from termpuzzles.catalogue import lessons, levels
from termpuzzles.catalogue.suggestions import after_lessons, following, suggest
from termpuzzles.games import named
from termpuzzles.play.opening import Opened
from termpuzzles.storage.journal import Journal
from termpuzzles.tui.screens.dialogs import ChoiceDialog, TakeOverScreen
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.play import PlayScreen
from tests.data import sweep
from tests.games.boards import board
from tests.tui.apps import Game, playing, shown
from tests.tui.screens.play.test_play import net, ring
from tests.tui.screens.test_home import at_home

RING = "# title: Ring\n┗┓\n┗┛\n"
BAR = "# title: Bar\n╺╻╸\n┃┻┃\n"
FOLDERS: dict[str, dict[str, str] | None] = {
    "no folder": None,
    "no packs": {},
    "a pack without boards": {"net/01-none.loops": ""},
    "a pack that cannot be read": {"net/01-odd.loops": "?\n"},
    "one board": {"net/01-bars.loops": BAR},
    "two packs": {"infinity/01-rings.loops": f"{RING}---\n# title: Other\n┏┛\n┗┛\n", "net/01-bars.loops": BAR},
}
ENDS = ("up", "end", "down", "pagedown", "home", "left", "right")
Keys = tuple[str, ...]
OF_LEVELS: dict[str, tuple[str, Keys]] = {  # screens that list levels: to which one to go, and the keys to press there
    "home": ("", (*ENDS, "home", "down", "right", "end", "enter")),
    "a filter that finds none": ("", ("slash", *"zz", "down", "up", "enter", "escape")),
    "a filter that finds one": ("", ("slash", "1", "down", "down", "up", "enter")),
    "a filter past the last number": ("", ("slash", *"9999", "enter", "escape")),
    "levels": ("levels", (*ENDS, "home", "enter", *ENDS, "enter")),
    "help": ("", ("question_mark", "up", "end", "tab", "up", "end", "down")),
    "learn": ("learn", (*ENDS, "enter")),
    "practise": ("practise", (*ENDS, "enter")),
    "first lesson": ("lesson", ("left_square_bracket", "right_square_bracket", "f7")),
    "statistics": ("statistics", (*ENDS, "enter")),
}
OTHERS: dict[str, tuple[str, Keys]] = {
    "daily": ("daily", (*ENDS, *["left_square_bracket"] * 2, *["right_square_bracket"] * 3, "y")),
    "new": ("new", (*ENDS, "home", "down", "s", "0", "enter", "s", "enter", "s", "escape")),
    "options": ("options", ENDS),
    "themes": ("options", ("home", "enter", "up", "end", "down", "home", "up")),
    "palette": ("", ("ctrl+p", *"zz", "down", "up", "enter")),
}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The levels of `FOLDERS` in place of the shipped ones."""
    files = FOLDERS[request.param]
    folder = tmp_path / "levels" if files is not None else None
    for name, text in (files or {}).items():
        path = tmp_path / "levels" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if folder:
        folder.mkdir(exist_ok=True)
    for module in (levels, lessons):
        monkeypatch.setattr(module, "levels_folder", lambda: folder)


async def settle(pilot: Pilot[None] | Pilot[object]) -> None:
    """Wait until everything that was begun is done."""
    with suppress(WorkerCancelled):
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def walk(game: Game, screens: dict[str, tuple[str, Keys]]) -> None:
    """Go from Home to each of the screens, press its keys, and come back by Esc."""
    await at_home(game)
    for name, (to, keys) in screens.items():
        if to:
            game.app.go(to)
            await settle(game.pilot)
        await game.press(*keys)
        await settle(game.pilot)
        assert any(line.strip() for line in shown(game.app)), name
        for _ in range(6):
            if type(game.app.screen) is not HomeScreen:
                await game.press("escape")
        assert game.app.is_running, name
        assert type(game.app.screen) is HomeScreen, name
        field = game.app.screen.query_one("#filter")
        if field.display:
            await game.press("escape")


@pytest.mark.parametrize("shelf", sweep.sample(FOLDERS, 3), indirect=True)
@pytest.mark.usefixtures("shelf")
async def test_no_screen_fails_at_the_ends_of_its_list_however_few_levels_there_are(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await walk(game, OF_LEVELS)


async def test_no_screen_without_levels_fails_at_the_ends_of_its_list(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await walk(game, OTHERS)


ON_A_BOARD: dict[str, Keys] = {
    "review without moves": ("V", *ENDS, "home", "right", "left", "left", "enter", "escape", "escape"),
    "replay without moves": ("P", "P", "space", "u"),
    "back without marks": ("M", "escape"),
    "undo without moves": ("u", "r"),
    "puzzles past both ends": ("left_square_bracket", "right_square_bracket", "right_square_bracket"),
    "review of one move": ("space", "V", *ENDS, "home", "right", "right", "enter", "escape", "escape"),
    "replay of one move": ("P", "P", "space", "u"),
    "one mark": ("m", "enter", "space", "M", "end", "enter"),
    "two marks": ("f4", "enter", "space", "m", "down", "enter", "a", "enter", "m", "up", "end", "j", "k", "enter"),
    "no choice of marks": ("M", "escape"),
    "a mark without a name": ("f4", "down", "enter", "enter", "f4", "down", "enter", "escape"),
    "a place without words": ("g", "enter", "g", *"9,9", "enter", "g", "escape"),
    "overview": ("O", "up", "left", "down", "right", "down", "right", "enter", "O", "escape"),
    "next open past the last": ("s", "n", "right", "s", "n", "down", "s", "n", "b", "left", "s", "n", "b", "enter"),
    "hints to the last": ("u", "u", "u", "u", "u", "u", *["i"] * 8),
}


async def test_no_list_of_a_board_fails_without_anything_with_one_and_past_the_last(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("infinity"), "┓┓", "┗┛"), size=(100, 30)) as game:
        await settle(game.pilot)
        for name, keys in ON_A_BOARD.items():
            await game.press(*keys)
            await settle(game.pilot)
            assert type(game.app.screen) is PlayScreen, name
            assert len(game.app.screen_stack) == 2, name
            await game.press("home")
            assert any(line.strip() for line in shown(game.app)), name


async def test_a_dialog_offers_no_name_one_or_several(tmp_path: Path) -> None:
    async with playing(tmp_path, ring()) as game:
        for names in ([], ["only"], ["first", "last"]):
            answers: list[str | None] = []
            game.app.push_screen(ChoiceDialog(game.app.context, "Which?", names), answers.append)
            await game.press("up", "down", "down", "down", "k", "j", "enter")
            if not names:
                await game.press("escape")
            assert type(game.app.screen) is PlayScreen
            assert len(answers) == 1
            assert answers[0] in names or (answers == [None] and not names)


@pytest.mark.parametrize("shelf", ["two packs"], indirect=True)
@pytest.mark.usefixtures("shelf")
async def test_after_the_last_level_of_the_last_pack_of_a_game_comes_a_new_board(tmp_path: Path) -> None:
    last = levels.shipped().packs[0].puzzles()
    async with playing(tmp_path, *last) as game:
        await game.press("right_square_bracket", "right", "a")
        assert game.solved
        game.time.now += 1
        await game.press("enter")
        await settle(game.pilot)
        assert game.index == len(last)
        assert game.turns == 0


def test_from_no_levels_nothing_is_suggested_and_nothing_follows() -> None:
    none = levels.Levels([])
    assert suggest(none, ()) is None
    assert after_lessons(none, "net", ()) is None
    assert following(none, [ring()], 0, ()) is None
    assert levels.LevelIndex(none).find("net", ()) == []


# What is said where something fails


@pytest.mark.parametrize(
    ("is_ready", "outcome", "done"),
    [
        (True, "cancelled", []),
        (True, "taken", ["dismiss journal"]),
        (False, "taken", ["close"]),
        (True, "failed", ["ask That did not work: the disk is full."]),
        (False, "failed", []),
    ],
)
async def test_a_journal_that_is_taken_over_is_given_up_where_nobody_waits_for_it(
    is_ready: bool, outcome: str, done: list[str]
) -> None:
    heard, taking = list[str](), asyncio.get_running_loop().create_future()

    class Taken:
        def close(self) -> None:
            heard.append("close")

    if outcome == "cancelled":
        taking.cancel()
    elif outcome == "taken":
        taking.set_result(Opened(net(), cast(Journal, Taken())))
    else:
        taking.set_exception(OSError("the disk is full"))
    screen = SimpleNamespace(
        is_ready=is_ready,
        dismiss=lambda journal: heard.append("dismiss journal"),
        ask=lambda text: heard.append(f"ask {text}"),
        _taking=True,
    )
    TakeOverScreen._taken(cast(Any, screen), taking)
    assert heard == done
    assert screen._taking == (done[:1] != ["ask That did not work: the disk is full."])
