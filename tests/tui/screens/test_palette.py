"""The palette offers by name everything that a key does on the screen below it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from textual.actions import parse
from textual.binding import Binding
from textual.command import CommandPalette, Hit
from textual.dom import DOMNode
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import OptionList

from termpuzzles.formats import canonical_id, read
from termpuzzles.games import named
from termpuzzles.play.opening import Opened
from termpuzzles.tui.app import all_screens
from termpuzzles.tui.keys import bound_keys, keymap, palette_bindings
from termpuzzles.tui.screens.dialogs import TakeOverScreen
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.overview import OverviewScreen
from termpuzzles.tui.screens.palette import PlayerCommands, PuzzlePalette
from termpuzzles.tui.screens.themes import ThemeScreen
from termpuzzles.tui.warnings import every_id
from tests.games.boards import board
from tests.tui.apps import Game, Never, playing, shown
from tests.tui.screens.test_home import at_home

OPEN_TO_ALL = [name for name, door in all_screens().items() if not door.needs]


async def test_the_palette_does_what_is_chosen_in_it(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")) as game:
        await game.press("f2")
        assert isinstance(game.app.screen, CommandPalette)
        await game.press(*"half", "space", *"turn")
        await game.until(lambda: sum(line.strip().startswith("tile ") for line in shown(game.app)) == 1)
        await game.press("enter")
        await game.until(lambda: game.moves == ["turn 1,1 2"])


@pytest.mark.parametrize("size", [(80, 24), (24, 8)])
async def test_the_palette_has_an_upper_border_in_any_window(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛"), size=size) as game:
        await game.press("ctrl+p", *"half")
        await game.until(lambda: any("▔" * 8 in line for line in shown(game.app)))  # by which the monkey knows it
        await game.press("escape")
        await game.until(lambda: not any("▔" in line for line in shown(game.app)))


async def test_the_rows_of_the_palette_are_made_anew_for_a_window_that_has_changed(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")) as game:
        await game.press("ctrl+p", *"half")

        def row() -> str:
            return next((line.strip() for line in shown(game.app) if "half turn" in line), "")

        await game.until(lambda: row().startswith("tile") and row().endswith("halfway around"))
        await game.pilot.resize_terminal(40, 15)
        await game.until(lambda: row().split() == ["half", "turn", "f"])
        await game.pilot.resize_terminal(80, 24)
        await game.until(lambda: row().startswith("tile") and row().endswith("halfway around"))


@pytest.mark.parametrize("rows", [("┓╺╸", "╻┻╸", "┗━┛"), ()])
async def test_the_palette_lists_whatever_a_key_does_on_any_screen(tmp_path: Path, rows: tuple[str, ...]) -> None:
    async with playing(tmp_path, *([board(named("net"), *rows)] if rows else [])) as game:
        listed = {command.title for command in game.app.get_system_commands(game.app.screen)}
        bound = {each.name for each in palette_bindings(game.app.screen).values()}
        assert listed == bound | set(OPEN_TO_ALL) | ({"save picture", "save text"} if rows else set())


PLACES = (*OPEN_TO_ALL, "board", "help", "review", "themes", "overview", "taking over")


async def _at(game: Game, place: str) -> Screen[Any]:
    """Go to the screen of that name from Home."""
    context, puzzle = game.app.context, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")
    above: dict[str, Screen[Any]] = {
        "themes": ThemeScreen(context),
        "overview": OverviewScreen(context, puzzle, puzzle.start, Region(0, 0, 1, 1)),
        "taking over": TakeOverScreen(context, lambda now, sleep: Opened(puzzle, None)),
    }
    if place in all_screens():
        game.app.go(place)
    elif place in above:
        game.app.push_screen(above[place])
    elif place == "help":
        await game.press("question_mark")
    else:
        game.app.play([puzzle])
        await game.pilot.pause()
        await game.press(*(("V",) if place == "review" else ()))
    await game.pilot.pause()
    await game.until(lambda: all(worker.is_finished for worker in game.app.workers))
    return game.app.screen


def declared_on(screen: Screen[Any]) -> set[str]:
    """The sentences of all bindings that the screen and what has the focus on it declare, as the code lists them."""
    parts = [screen, *(node for node in (screen.focused,) if node is not None)]
    bases = {base for part in parts for base in type(part).__mro__ if base.__module__.startswith("termpuzzles")}
    every = [binding for base in bases for binding in base.__dict__.get("BINDINGS", ())]
    assert all(isinstance(binding, Binding) for binding in every)
    places = bound_keys(screen)
    moving = places.keys() - palette_bindings(screen).keys()
    able = [binding for binding in every if screen.check_action(*parse(binding.action)[1:]) is not False]
    acting = [binding for binding in able if binding.id not in moving and not binding.key.startswith("<")]
    return {binding.tooltip for binding in acting}


async def test_the_palette_of_each_screen_holds_every_binding_that_the_screen_declares(tmp_path: Path) -> None:
    missing = []
    async with playing(tmp_path) as game:
        home = await at_home(game)
        for place in PLACES:
            screen = await _at(game, place)
            offered = [command.help for command in game.app.get_system_commands(screen)]
            declared = declared_on(screen)
            assert declared, place
            missing += [(place, each) for each in declared if not any(words.startswith(each) for words in offered)]
            while not isinstance(game.app.screen, HomeScreen):
                game.app.pop_screen()
        assert home in game.app.screen_stack
    assert missing == []


@pytest.mark.parametrize("place", ["board", "options", "taking over"])
async def test_ctrl_c_leaves_every_kind_of_screen_when_pressed_twice(tmp_path: Path, place: str) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        screen = await _at(game, place)
        await game.press("ctrl+c")
        assert game.app.screen is screen
        await game.press("ctrl+c")
        assert not game.app.is_running


async def test_the_palette_saves_the_board_as_it_stands_as_a_picture_and_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with playing(tmp_path / "kept", board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")) as game:
        await game.press("space", "right", "s")
        saved: list[Path] = []
        for name in ("save picture", "save text", "save text"):
            before = saved
            for command in game.app.get_system_commands(game.app.screen):
                if command.title == name:
                    command.callback()
            while len(saved) == len(before):
                await game.pilot.pause(0.02)
                saved = [*tmp_path.glob("net-*")]
        state = game.state
    assert sorted(path.name for path in tmp_path.glob("net-*")) == ["net-3x3-2.loops", "net-3x3.loops", "net-3x3.svg"]
    (kept,) = read((tmp_path / "net-3x3.loops").read_text(encoding="utf-8"))
    assert (kept.start.lines, kept.start.pins) == (state.lines, state.pins)
    drawn = ElementTree.fromstring((tmp_path / "net-3x3.svg").read_text(encoding="utf-8"))
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"


async def test_y_copies_the_id_and_for_a_net_its_web_address_too(tmp_path: Path) -> None:
    async with playing(tmp_path / "net", board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")) as game:
        await game.press("y")
        name, _, address = game.app.clipboard.partition("\t")
        (again,), (in_the_web,) = read(game.app.clipboard), read(address)
        assert canonical_id(again) == canonical_id(in_the_web) == name == canonical_id(game.puzzle)
        assert address.startswith("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#3x3:")
    async with playing(tmp_path / "infinity", board(named("infinity"), "┓╺", "╻┻")) as game:
        await game.press("y")
        assert game.app.clipboard == canonical_id(game.puzzle)


def test_every_sentence_of_the_palette_has_room_in_a_window_of_80_columns() -> None:
    every_id()  # which imports all screens
    classes: list[type[DOMNode]] = [DOMNode]
    found = set()
    while classes:
        one = classes.pop()
        classes += one.__subclasses__()
        bindings = vars(one).get("BINDINGS", ()) if one.__module__.startswith("termpuzzles.") else ()
        found |= {(each.description, each.tooltip) for each in bindings if isinstance(each, Binding)}
    assert len(found) > 100
    assert not [name for name, _ in found if len(name) > 16]
    assert not [sentence for _, sentence in found if len(sentence) > 41]
    assert not [door.sentence for door in all_screens().values() if len(door.sentence) > 41]


async def test_the_palette_is_waited_for_while_it_looks_and_not_for_what_others_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = asyncio.Event()

    async def search(self: PlayerCommands, query: str) -> AsyncIterator[Hit]:
        await found.wait()
        yield Hit(1.0, "what was found", lambda: None, text="what was found")

    monkeypatch.setattr(PlayerCommands, "search", search)
    async with playing(tmp_path, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")) as game:
        game.app.context.answerer = Never()  # type: ignore[assignment]
        await game.press("i")
        await game.press("ctrl+p")
        palette = game.app.screen
        assert isinstance(palette, PuzzlePalette)
        await game.until(lambda: any("undo" in line for line in shown(game.app)))
        await game.until(lambda: not palette.is_searching)
        await game.pilot.press("x")
        await game.until(lambda: palette.is_searching)
        found.set()
        await game.until(lambda: any("what was found" in line for line in shown(game.app)))
        await game.until(lambda: not palette.is_searching)


async def test_in_a_window_of_sixty_columns_a_row_of_the_palette_has_its_group_and_sentence(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛"), size=(60, 24)) as game:

        def groups() -> list[bool]:
            rows = [line for line in shown(game.app) if "turn back" in line]
            return [row.startswith("            ") for row in rows]

        await game.press("ctrl+p")
        for width in (60, 59, 60, 61):
            await game.pilot.resize_terminal(width, 24)
            wanted = [width >= 60]
            await game.until(lambda: groups() == wanted)  # noqa: B023 - at once


async def test_every_row_of_the_palette_takes_one_line_also_where_its_sentence_is_cut(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛"), size=(60, 24)) as game:
        await game.press("ctrl+p")
        listed = game.app.screen.query_one(OptionList)
        await game.until(lambda: any("turn back" in line for line in shown(game.app)))
        await game.until(lambda: listed.option_count == listed.virtual_size.height)


async def test_as_many_keys_as_fit_into_six_columns_are_named_in_the_palette(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")) as game:
        for keys, seen in (("home,y", "home y"), ("enter,y", "Enter")):
            game.app.context.settings["keys"] = {"play.undo": keys}
            game.app.set_keymap(keymap(game.app.context.settings))
            await game.press("ctrl+p", *"undo")
            await game.until(lambda: any(line.split()[1:2] == ["undo"] for line in shown(game.app)))
            (row,) = [line for line in shown(game.app) if line.split()[1:2] == ["undo"]]
            assert row[29:36].strip() == seen
            await game.press("escape")
