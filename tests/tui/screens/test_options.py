"""The screens of options and keys: they show, change and keep values, respect the player's file, and report clashes."""

from pathlib import Path

import pytest
from rich.style import Style
from textual.geometry import Size

from termpuzzles.formats import read
from termpuzzles.play.command_table import BY_ID, COMMANDS
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.settings import OPTIONS, Option, Settings, option_named
from termpuzzles.tui import theme
from termpuzzles.tui.keys import keymap
from termpuzzles.tui.screens.options import KeyOf, OptionsScreen
from termpuzzles.tui.screens.themes import ThemeScreen
from termpuzzles.tui.screens.value_pictures import example_board, value_strips
from termpuzzles.tui.warnings import key_clashes, key_warnings
from termpuzzles.tui.widgets.lines import Lines
from termpuzzles.tui.widgets.strips import CellPainter
from tests.approved import approve
from tests.tui.apps import Game, playing, shown
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_home import choose


async def options(game: Game) -> OptionsScreen:
    game.app.context.settings["started"] = True
    game.app.go("options")
    await game.pilot.pause()
    assert isinstance(game.app.screen, OptionsScreen)
    return game.app.screen


async def all_options(game: Game) -> OptionsScreen:
    screen = await options(game)
    await choose(game, "more …")
    return screen


async def test_the_heading_above_the_first_row_comes_back_with_the_cursor(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        screen = await all_options(game)
        for keys in (["end", "home"], [*["pagedown"] * 2, *["pageup"] * 3], [*["down"] * 12, *["up"] * 12]):
            await game.press(*keys)
            assert screen.choices.is_at_first, keys
            assert any("Looks and keys" in line for line in shown(game.app)), keys


async def test_what_is_said_of_an_option_is_shown_whole(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await options(game)
        for size in ((80, 24), (66, 24), (60, 15), (40, 15)):
            await game.pilot.resize_terminal(*size)
            for name in ("theme", "look", "marks"):
                screen.show(option_named(name))
                await game.pilot.pause()
                shown_in = [game.app.screen.query_one(f"#{each}", Lines) for each in ("meaning", "about", "name")]
                texts = [" ".join(lines.text.split()) for lines in shown_in if lines.region]
                assert any(option_named(name).sentence[1:] in text for text in texts), (size, name, texts)
                assert all(len(lines.lines) <= lines.size.height for lines in shown_in if lines.region)


async def test_what_the_players_file_says_is_shown_as_fixed_and_not_changed(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    file = tmp_path / "config" / "settings.toml"
    file.write_text("[play]\ntime = false\nnonsense = 1\n")
    async with playing(tmp_path) as game:
        await options(game)
        assert "nonsense" in game.text_of("said")
        assert any("off" in line and "fixed" in line for line in shown(game.app))
        await choose(game, "show the time")
        assert "settings.toml sets play.time" in game.text_of("said")
        assert game.app.context.settings["time"] is False
    assert file.read_text() == "[play]\ntime = false\nnonsense = 1\n"


async def test_a_theme_is_seen_at_once(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await options(game)
        await choose(game, "theme")
        await game.press("right", "right")
        assert game.app.theme == theme.LIGHT
        ground = theme.palette(theme.LIGHT).style("text").bgcolor
        assert game.app.screen.query_one("#heading", Lines).palette.style("text").bgcolor == ground
        await game.press("escape")
        assert game.app.theme == theme.DARK
        await game.press("enter", "right", "right", "enter")
        assert game.app.theme == theme.LIGHT
        assert game.app.context.settings["theme"] == "light"
    assert Library(Folders(tmp_path / "data", tmp_path / "config")).settings()["theme"] == "light"


async def test_each_theme_is_shown_by_a_board_in_its_own_colours(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(160, 40), look="auto") as game:
        await options(game)
        await choose(game, "theme")
        screen = game.app.screen
        assert isinstance(screen, ThemeScreen)
        grounds = set()
        for line in range(screen.cards.size.height):
            strip = screen.cards.render_line(line)
            grounds |= {segment.style.bgcolor for segment in strip if segment.style}
        for name in ("dark", "light", "night", "warm"):
            dyes = theme.palette(theme.theme_name(name, False, {})).dyes(False)
            assert Style.parse(f"on {dyes.named['ground']}").bgcolor in grounds, name


async def test_a_theme_of_the_players_own_is_offered_and_what_looks_alike_in_it_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "themes"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('primary = "#4db8ff"\nbackground = "#101018"\n\n[tones]\nlit = "#ff80e0"\n')
    (folder / "bad.toml").write_text('primary = "#4db8ff"\nprimery = "#4db8ff"\n[grounds]\ncursor = 5\n')
    async with playing(tmp_path) as game:
        assert game.app.context.added.themes.keys() == {"mine", "bad"}
        warnings = [warning.replace(str(folder), "") for warning in game.app.context.added.warnings]
        assert "/bad.toml:2: there is no colour called 'primery'. Did you mean 'primary'?" in warnings
        assert '/bad.toml:4: cursor takes a colour such as "#4db8ff"' in warnings
        await options(game)
        await choose(game, "theme")
        screen = game.app.screen
        assert isinstance(screen, ThemeScreen)
        screen.cards.go([card.value for card in screen.cards.cards].index("mine"))
        await game.pilot.pause()
        assert game.app.theme == "mine"
        assert "#ff80e0" in str(game.app.context.palette.style("lit"))


async def test_every_option_and_every_command_has_a_row(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(160, 40)) as game:
        screen = await options(game)
        choices = screen.choices
        listed = [str(choices.get_option_at_index(n).prompt) for n in range(choices.option_count)]
        assert sum(line.startswith("   ") for line in listed) == 13  # and the row that shows all
        await choose(game, "more …")
        rows = [choice.value for choice in screen.rows()]
        assert {row.key for row in rows if isinstance(row, Option)} == {option.key for option in OPTIONS}
        assert {row.id for row in rows if isinstance(row, KeyOf)} == {command.id for command in COMMANDS}


async def test_options_of_every_kind_are_changed_and_lie_with_the_data(tmp_path: Path) -> None:
    changed = {}
    async with playing(tmp_path, size=(160, 40)) as game:
        screen = await all_options(game)
        for key in ("turn", "rulers", "glyphs", "game", "size"):
            screen.show(option_named(key))
            await game.pilot.pause()
            await game.press("enter")
            if key == "size":
                await game.press(*"17x9", "enter")
            if key in ("glyphs", "game"):  # of more than two values Enter shows all
                await game.press("down", "enter")
            await game.pilot.pause()
            changed[key] = game.app.context.settings.get(key)
            assert changed[key] != option_named(key).default
    kept = Library(Folders(tmp_path / "data", tmp_path / "config")).settings()
    assert {key: kept[key] for key in changed} == changed
    assert not (tmp_path / "config" / "settings.toml").exists()


async def test_a_new_key_is_waited_for_kept_and_in_force_and_a_clash_is_told(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await all_options(game)
        await choose(game, "undo")
        assert "Press the new key for “undo”; Esc leaves it as it is." in " ".join(game.text_of("said").split())
        await game.press("i")
        assert "Note: i is the key for" in " ".join(game.text_of("said").split())
        assert game.app.context.settings["keys"] == {"play.undo": "i"}
        await game.press("backspace")
        assert game.app.context.settings["keys"]["play.undo"] != "i"
        await game.press("enter", "escape")
        assert isinstance(game.app.screen, OptionsScreen)


@pytest.mark.parametrize("preset", option_named("keymap").values)
def test_no_preset_of_keys_clashes(preset: str) -> None:
    assert list(key_clashes(keymap(Settings({"keymap": preset})))) == []


def test_warnings_about_keys_name_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[play]\ntime = true\n\n[keys]\nplay.undo = "i"\n"play.unod" = "z"\n')
    warnings = key_warnings(Library(Folders(tmp_path / "data", tmp_path)).settings())
    assert warnings[0].startswith(f"{tmp_path / 'settings.toml'}:6: there is no 'play.unod'")
    assert any(warning.startswith(f"{tmp_path / 'settings.toml'}:5: i is the key for") for warning in warnings)


async def test_an_unknown_key_is_told_on_the_screen_that_opens_first(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text('[keys]\n"play.undoo" = "f9"\n"app.palette" = "f2"\n')
    told = "there is no 'play.undoo'. Did you mean 'play.undo'?"
    (board,) = read("5x5w:78a2ab47ad541418beb984d39")
    for first in ((), (board,)):
        async with playing(tmp_path, *first, size=(200, 40)) as game:
            await game.until(lambda: told in " ".join(" ".join(shown(game.app)).split()))


def test_clashes_and_unknown_names_are_told() -> None:
    names = {"play.undoo": "play.undo", "ply.undo": "play.undo", "home.newx": "home.new", "x": ""}
    warnings = key_warnings(Settings({"keys": {"play.undo": "i", **dict.fromkeys(names, "z")}}))
    assert any("i is the key for" in warning for warning in warnings)
    for name, meant in names.items():
        told = f"there is no '{name}'" + (f". Did you mean {meant!r}?" if meant else "")
        assert any(told in warning for warning in warnings), (told, warnings)


async def test_a_long_value_is_shown_whole_in_a_narrow_window(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        await options(game)
        await game.press("end", "up")
        assert any(line.split() == ["keys", "termpuzzles"] for line in shown(game.app))


async def test_every_sentence_is_shown_whole_in_a_narrow_window(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(60, 24)) as game:
        screen = await all_options(game)
        said = []
        for row in screen.rows():
            screen.describe(row.value)
            said.append(" ".join(game.text_of("meaning").split()).casefold())
        sentences = [option.sentence for option in OPTIONS] + [command.sentence for command in COMMANDS]
        assert [each for each in sentences if not any(text.endswith(each.casefold()) for text in said)] == []


async def test_the_arrows_go_through_every_value_of_every_option_and_around(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(50, 15)) as game:
        screen = OptionsScreen(game.app.context)
        await game.app.push_screen(screen)
        screen.choose("more")

        def row(option: Option) -> str:
            (words,) = ["".join(piece[0] for piece in row.words) for row in screen.rows() if row.value == option]
            return words.rstrip()

        settings = game.app.context.settings
        for option in [row.value for row in screen.rows() if isinstance(row.value, Option)]:
            if option.name == "theme":  # it has a screen of its own
                continue
            screen.show(option)
            first, seen = settings.get(option.name, option.default), {}
            while (value := settings.get(option.name, option.default)) not in seen:
                seen[value] = row(option)
                screen.action_change(1)
            assert value == first or not first, "around; no value stands for one of them"
            assert set(option.values) <= set(seen), option.name
            assert len({seen[value] for value in option.values}) == len(option.values), "each looks otherwise"
            screen.action_change(-1)
            assert row(option) == [*seen.values()][-1]
            screen.action_reset()
            assert row(option) == seen[option.default]


def test_the_board_beside_an_option_shows_what_its_value_does() -> None:
    lines = list[str]()
    for name, value in [("", False), *((option.name, value) for option in OPTIONS for value in option.values)]:
        board = example_board(name, value)
        signs = {
            "loops and mistakes": board.marks,
            "sealed-off groups": board.sealed,
            "hints": bool(board.hints),
            "wrong pins": bool(board.wrong),
        }
        pins = " ".join(str(cell) for cell, pin in enumerate(board.state.pins) if pin)
        shown = f"{', '.join(name for name, so in signs.items() if so)}; pins {pins}"
        if not name or not lines[0].endswith(f": {shown}"):
            lines.append(f"{name or 'most options'}{f' {value}' * bool(name)}: {shown}")
    approve(__file__, "boards-beside-options", "\n".join([*lines, ""]))


async def test_the_heading_names_the_theme_at_the_cursor_and_whose_it_is(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = ThemeScreen(game.app.context)
        await game.app.push_screen(screen)
        await game.pilot.pause()
        names = ["auto", *theme.offered({})]
        for place in (1, 2, len(names) - 1, 0):
            screen.cards.go(place)
            screen.on_cards_moved()
            name = names[place]
            whose = "as the terminal" if name == "auto" else "" if name in theme.OURS else "Textual's"
            assert screen.headline()[:2] == ("Theme", whose)
            await game.until(lambda: game.text_of("heading").strip().endswith(name))  # noqa: B023 - at once
        assert "theme" not in game.app.context.settings
        screen.cards.go(1)
        screen.on_cards_moved()
        screen.action_leave()
        assert "theme" not in game.app.context.settings


async def test_a_command_whose_keys_were_changed_is_marked(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.settings["keys"] = {"play.hint": "f9"}
        screen = await options(game)
        screen.choose("more")
        rows = {row.value.id: row.words[0][0] for row in screen.rows() if isinstance(row.value, KeyOf)}
        assert [name for name, words in rows.items() if words.startswith("  *")] == ["play.hint"]
        assert all(words[2] in "* " for words in rows.values())


async def test_a_key_that_cannot_be_kept_is_told_of(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        screen = OptionsScreen(game.app.context)
        await game.app.push_screen(screen)
        screen.choose(KeyOf("tile.pin"))
        game.app.context.library.keep_settings = lambda settings: "the disk is full"  # type: ignore[method-assign]
        await game.press("x")
        assert game.text_of("said").strip() == "the disk is full"
        assert keymap(game.app.context.settings)["tile.pin"] == "x", "for now"


async def test_whoever_chooses_another_row_by_the_mouse_is_not_waited_for_any_more(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        screen = OptionsScreen(game.app.context)
        await game.app.push_screen(screen)
        screen.choose("more")
        screen.choose(KeyOf("tile.pin"))
        assert "Press the new key" in game.text_of("said")
        screen.choose(option_named("marks"))
        await game.press("f9")
        assert game.app.context.settings.get("keys") in (None, {})
        screen.choose(KeyOf("tile.pin"))
        screen.choose(KeyOf("play.undo"))
        await game.press("f9")
        assert game.app.context.settings["keys"] == {"play.undo": "f9"}


async def test_the_key_that_resets_does_nothing_where_nothing_was_changed(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        settings = game.app.context.settings
        screen = OptionsScreen(game.app.context)
        await game.app.push_screen(screen)
        for keys in (None, {"tile.pin": "x"}):
            if keys:
                settings["keys"] = dict(keys)
            screen.show("more")
            assert screen.choices.value == "more"
            screen.action_reset()
            assert settings.get("keys") == keys
        screen.choose("more")
        settings.pop("keys")
        screen.show(KeyOf("tile.pin"))
        screen.action_reset()
        assert settings.get("keys") is None
        screen.choose(KeyOf("tile.pin"))
        await game.press("x")
        screen.action_reset()
        assert keymap(settings)["tile.pin"] == BY_ID["tile.pin"].keys


async def test_characters_are_the_terminals_where_the_option_leaves_them_to_it(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        context = game.app.context
        context.terminal.utf8 = False
        screen = OptionsScreen(context)
        await game.app.push_screen(screen)
        screen.choose("more")
        screen.show(option_named("glyphs"))
        for value, is_ascii in (("unicode", False), ("ascii", True), ("auto", True), ("unicode", False)):
            for _ in range(3):
                if context.settings.get("glyphs", "auto") != value:
                    screen.action_change(1)
            assert context.settings.get("glyphs", "auto") == value
            assert context.ascii_only == is_ascii
            kept = Library(context.library.where).settings().get("glyphs", "auto")
            assert kept == value


async def test_a_key_that_is_waited_for_does_nothing_else(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = OptionsScreen(game.app.context)
        await game.app.push_screen(screen)
        screen.choose("more")
        for key in ("q", "down"):
            screen.show(KeyOf("play.undo"))
            await game.press("enter", key)
            assert game.app.screen is screen
            assert screen.choices.value == KeyOf("play.undo")
            assert game.app.context.settings["keys"] == {"play.undo": key}


async def test_pictures_of_values_stand_side_by_side_where_there_is_room_for_them(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        context = game.app.context
        brush, across = CellPainter(context.ink, context.palette), set[int]()
        for width in range(27, 110):
            strips = value_strips(context, option_named("theme"), Size(width, 16), Size(120, 30), brush)
            assert max(strip.cell_length for strip in strips) <= width
            across.add(strips[0].cell_length // 27)  # the columns of a picture with its frame, and one between two
        assert across == {1, 2, 3, 4}


async def test_of_a_value_that_is_not_offered_the_first_pictures_are_shown(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        context = game.app.context
        brush = CellPainter(context.ink, context.palette)
        context.settings["theme"] = "gone"
        strips = value_strips(context, option_named("theme"), Size(30, 8), Size(60, 24), brush)
        assert "auto" in strips[0].text
