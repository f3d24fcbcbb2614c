"""The help omits nothing, indents its lines in any window, and lets the player enter its keys."""

from __future__ import annotations

import re
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

import pytest
from rich.console import Console, RenderableType
from rich.text import Text
from textual.widgets import OptionList

from termpuzzles.catalogue.practice import techniques
from termpuzzles.formats import read
from termpuzzles.games import named, names
from termpuzzles.generator.generate import generate
from termpuzzles.hints.guide import Guide
from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.ink import Ink
from termpuzzles.tui import theme
from termpuzzles.tui.keys import GROUPS, bound_keys
from termpuzzles.tui.screens.help import HelpRow, HelpScreen, Writer
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.options import OptionsScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.state_tiles import states
from termpuzzles.tui.screens.ten_keys import DRAWING, TURNING
from termpuzzles.tui.widgets.lines import Drawing
from tests.approved import approve
from tests.data import sweep
from tests.tui.apps import playing, shown
from tests.tui.screens.play.test_play import loops, net
from tests.tui.screens.test_home import at_home


async def test_every_key_that_acts_is_listed_under_its_group_and_only_a_game_with_tiles_speaks_of_pins(
    tmp_path: Path,
) -> None:
    for puzzle in (net(), loops()):
        async with playing(tmp_path / puzzle.game.name, puzzle, size=(80, 200)) as game:
            wanted = bound_keys(game.screen)
            said = " ".join(command.help for command in game.app.get_system_commands(game.screen))
            await game.press("f1")
            first = " ".join(shown(game.app))
            await game.press("left")
            assert isinstance(game.app.screen, HelpScreen)
            every = " ".join(shown(game.app))
            for name, bound in wanted.items():
                assert bound.sentence in every, name
            for words in (said, first, every):
                assert ("pins a tile" in words) == puzzle.game.pins
                assert "Go to the next open cell" in words
            rows = game.app.screen.query_one(OptionList).options
            groups, under = [str(row.prompt).strip() for row in rows if not row.id], ""
            assert groups == [group for group in GROUPS if group in groups]
            for row in rows:
                if row.id is None:
                    under = str(row.prompt).strip()
                else:
                    assert (wanted[row.id].group or "program") == under


async def test_a_row_of_the_help_acts_when_it_is_entered(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(80, 100)) as game:
        await game.press("question_mark", "left")
        keys = game.app.screen.query_one(OptionList)
        keys.highlighted = keys.get_option_index("tile.half")
        await game.press("enter")
        await game.pilot.pause()
        assert game.moves == ["turn 1,1 2"]


async def test_a_row_of_the_help_at_home_acts_there(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(80, 100)) as game:
        game.app.context.settings["started"] = True
        game.app.begin()
        await game.pilot.pause()
        await game.press("question_mark", "left")
        keys = game.app.screen.query_one(OptionList)
        keys.highlighted = keys.get_option_index("home.options")
        await game.press("enter")
        await game.until(lambda: isinstance(game.app.screen, OptionsScreen))


async def test_letters_of_ascii_tiles_have_a_legend(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(80, 100), ascii_only=True) as game:
        await game.press("question_mark", "right")
        text = "\n".join(shown(game.app))
        assert "J L 7 r" in text
        assert "sealed off" in text


@pytest.mark.parametrize(("look", "wanted"), [("auto", "▀"), ("lines", "━┃  ")])
async def test_the_board_is_read_in_the_look_in_which_it_is_drawn(tmp_path: Path, look: str, wanted: str) -> None:
    async with playing(tmp_path, net(), size=(80, 100), look=look) as game:
        await game.press("question_mark", "right")
        (row,) = (line for line in shown(game.app) if "a pinned tile" in line)
        assert row.strip().startswith(wanted)


@pytest.mark.parametrize("name", names())
def test_help_speaks_of_the_states_that_a_game_has_and_each_is_a_board_of_its_own(name: str) -> None:
    game = named(name)
    drawn = [*states(game)]
    found = {state.word: read(f"# game: {state.game}\n{state.board}\n") for state in drawn}
    assert ("dot" in found) == ("block" in found) == game.shades
    assert ("plate" in found) == game.pins
    assert all(puzzle.game is game or not game.draws for (puzzle,) in found.values())


@pytest.mark.parametrize(("width", "across"), [(80, 1), (160, 2)])
async def test_states_stand_in_one_column_or_two_with_their_words_below_each_other(
    width: int, across: int, tmp_path: Path
) -> None:
    async with playing(tmp_path, net(), size=(width, 100), look="auto") as game:
        await game.press("question_mark", "right")
        lines = shown(game.app)
        begun = [next(line for line in lines if word in line).index(word) for word, *_ in states(named("net"))]
        assert len({*begun}) == across


async def test_the_example_of_a_technique_leads_to_its_lesson(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(80, 100)) as game:
        await game.press("question_mark", "right", "right")
        lists = list(game.app.screen.query(OptionList))
        row = next(each for each in lists if each.option_count == 1 and each.get_option_at_index(0).id == "no loop")
        row.focus()
        row.highlighted = 0
        await game.press("enter")
        await game.pilot.pause()
        assert isinstance(game.app.screen, LessonScreen)
        assert game.app.screen.controller.lesson.teaches == "no loop"


async def test_an_example_without_a_lesson_is_played_itself(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        game.app.action_teach("masyu", "chain")
        await game.pilot.pause()
        assert isinstance(game.app.screen, PlayScreen)
        assert game.puzzle.title == "Example"
        hint = Guide(game.puzzle).hint(game.state)
        assert hint
        assert hint.kind == "step"


async def test_the_first_page_has_three_rules_and_ten_keys(tmp_path: Path) -> None:
    for puzzle, size in ((net(), (80, 24)), (loops(), (40, 60))):
        async with playing(tmp_path / puzzle.game.name, puzzle, size=size) as game:
            await game.press("question_mark")
            lines = [line.strip(" │▁▂▃▄▅▆▇█") for line in shown(game.app)]
            rules = [line[:1] for line in lines[: lines.index("Ten keys")] if line[:2].strip().isdecimal()]
            assert rules == ["1", "2", "3"]
            keys = lines[lines.index("Ten keys") + 1 :]
            assert sum(bool(line) and "   " in line for line in keys[:24]) >= 10


def test_each_of_the_ten_keys_is_shown_on_its_two_tiles() -> None:
    for tiles in (tiles for key in (*TURNING, *DRAWING) for tiles in (key.before, key.after)):
        assert tiles.cursor in (None, 0, 1)
        assert len(tiles.text) == len(tiles.pins) == 2


@pytest.mark.parametrize("look", ["auto", "lines"])
async def test_a_technique_is_shown_on_a_small_board_in_pipes_or_else_as_text(tmp_path: Path, look: str) -> None:
    known = [technique for technique in techniques(net()) if technique.board is not None]
    assert known
    async with playing(tmp_path, net(), size=(80, 60), look=look) as game:
        await game.press("question_mark", "right", "right")
        await game.pilot.pause()
        boards = game.app.screen.query(Drawing)
        assert len(boards) == (len(known) if look == "auto" else 0)
        text = "\n".join(shown(game.app))
        assert "Here: " in text
        assert ("▀" in text) == (look == "auto")


def written(width: int, *parts: RenderableType) -> list[str]:
    console = Console(width=width, file=StringIO(), color_system=None)
    for part in parts:
        console.print(part)
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def of_net(ink: Ink, width: int) -> list[str]:
    """What the help says of a game, but for its keys."""
    puzzle = generate("net", "5x5w", seed=1)
    writer = Writer(theme.palette(theme.DARK, ascii_only=ink.glyphs is ASCII))
    lines = written(width, *writer.rules(puzzle), *writer.board(puzzle.game, ink.glyphs))
    lines += written(width, *writer.mouse(puzzle), *writer.words(), writer.about_techniques())
    for each in techniques(puzzle)[:2]:
        told = (*writer.explain(each), writer.diagram(each, ink.glyphs is UNICODE))
        lines += written(width, *told, writer.found(each), writer.leading(puzzle, each))
    return lines


def test_what_the_help_says_of_a_game_is_as_approved_and_the_same_in_ascii_and_in_a_small_window() -> None:
    usual = of_net(Ink(UNICODE, True, True), 77)
    approve(__file__, "help-on-net", "\n".join([*usual, ""]))
    sentence = re.compile(r"[A-Za-z,;']+")
    words = [sentence.findall(line) for line in usual]
    for ink, width in ((Ink(ASCII, True, True), 77), (Ink(UNICODE, True, True), 38)):
        lines = of_net(ink, width)
        assert max(map(len, lines)) <= width
        assert ink.glyphs is UNICODE or all(line.isascii() for line in lines)
        text = " ".join(lines)
        missing = [word for line in words for word in line if word not in text]
        assert missing == []


@pytest.mark.parametrize("width", [7, 9, 10, 12, 15])
def test_both_columns_of_a_row_are_wrapped_under_themselves(width: int) -> None:
    first, second = "one two", "a bb cc ddd"
    row, console = HelpRow(Text(first), 3, Text(second)), Console(width=width)
    lines = [line.plain.rstrip() for line in row.__rich_console__(console, console.options)]
    pairs = zip_longest(wrap(first, 3), wrap(second, width - 4), fillvalue="")
    assert lines == [f"{one:<4}{other}".rstrip() for one, other in pairs]
    narrow = [row.__rich_console__(console, console.options.update_width(columns)) for columns in (1, 4, 5)]
    assert [max(len(line.plain) for line in lines) for lines in narrow] == [5] * 3, "a column is left for the second"


async def test_help_in_a_hint_begins_with_its_technique_and_its_other_pages_at_their_top(tmp_path: Path) -> None:
    about = next(technique for technique in techniques(net()) if technique.name == "edge")
    async with playing(tmp_path, net(), size=(80, 24)) as game:
        await game.press("i", "i", "question_mark")
        screen = game.app.screen
        assert isinstance(screen, HelpScreen)
        await game.until(lambda: about.title in " ".join(shown(game.app)[2:4]))
        assert screen.headline().about == "techniques"
        page = screen.query_one("#page")
        assert page.scroll_y > 0
        await game.press("left", "right")
        await game.until(lambda: screen.headline().about == "techniques")
        assert page.scroll_y == 0
        assert "Techniques, easiest first" in shown(game.app)[2]


async def test_tab_and_the_arrows_lead_from_page_to_page_and_around(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        await game.press("f1")
        screen = game.app.screen
        assert isinstance(screen, HelpScreen)
        seen = []
        for key in ("tab", "tab", "right", "tab", "left", "left"):
            await game.press(key)
            await game.pilot.pause()
            name, page, ((place, _),) = screen.headline()
            seen.append((page, place))
        pages = ["rules and keys", "the board", "techniques", "all keys"]
        assert seen == [(pages[at], f"{at + 1} of 4") for at in (1, 2, 3, 0, 3, 2)]
        assert name == "Help · Net"


@pytest.mark.parametrize(
    ("size", "look"), sweep.sample([((40, 15), "lines"), ((80, 24), "lines"), ((160, 50), "pipes")], 2)
)
async def test_help_from_home_shows_ten_keys_of_each_kind_of_game(
    size: tuple[int, int], look: str, tmp_path: Path
) -> None:
    async with playing(tmp_path, size=size, look=look) as game:
        await at_home(game)
        for ten in (TURNING, DRAWING):
            await game.press(*(("question_mark",) if ten is TURNING else ("tab",)))
            seen = ""
            for _ in range(12):
                seen += "\n".join(shown(game.app))
                await game.press(*["down"] * 5)
            assert [key.does for key in ten if key.does not in seen] == []
            assert "On every screen" in seen
            assert "other games" in shown(game.app)[-1]
        for number, words in ((2, "Turn"), (3, "Techniques"), (4, "program"), (1, "move the cursor")):
            await game.press(str(number))
            await game.until(lambda: any(words in line for line in shown(game.app)))  # noqa: B023 - at once
            assert shown(game.app)[0].rstrip().endswith(f"{number} of 4")


async def test_the_ten_keys_are_those_of_the_player(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.settings["keys"] = {"tile.turn": "f9,T"}
        await at_home(game)
        await game.press("question_mark")
        await game.until(lambda: any(" T " in line for line in shown(game.app)))
