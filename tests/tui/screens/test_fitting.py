"""What stands on a screen is whole and in line, in the smallest window and in a large one."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from termpuzzles.catalogue.home import Played
from termpuzzles.catalogue.lessons import lessons
from termpuzzles.catalogue.levels import shipped, shipped_index
from termpuzzles.generator.generate import generate
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.tui import theme
from termpuzzles.tui.screens.dialogs import TextDialog
from termpuzzles.tui.screens.home_rows import FILTER_EXAMPLE, found_row
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.palette import PuzzlePalette
from termpuzzles.tui.widgets.lines import Lines, margin
from tests.tui.apps import Game, playing, shown
from tests.tui.screens.test_home import listed
from tests.tui.visit import visiting

ROOM = {40: 39, 80: 77, 100: 97}  # columns for the words of a list beside its scrollbar, by those of the window


async def test_heading_message_and_keys_keep_one_margin_at_both_sides(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        for to in ("home", "levels", "daily", "learn", "new", "options", "practise", "statistics"):
            await keeps_one_margin(game, to)


async def keeps_one_margin(game: Game, to: str) -> None:
    """See that heading, message and keys of that screen begin and end where they should in 40 columns."""
    game.app.go(to)
    lines = await listed(game)
    around = " " * margin(40)
    said = game.app.screen.query_one("#said", Lines).text
    for line in (lines[0], lines[-1], *said.splitlines()):
        assert line.startswith(around), to
        assert line[len(around)] != " ", to
        assert len(line.rstrip()) <= 40 - len(around), to


@pytest.mark.parametrize("width", sorted(ROOM))
def test_a_level_in_a_filtered_list_is_whole_even_with_a_time_of_hours(width: int) -> None:
    levels = shipped().by_identity
    played = Played(solved=frozenset(levels), best=dict.fromkeys(levels, 620.0))
    found = shipped_index().find("", played.solved)
    assert len(found) > 700
    for each in found:
        words = "".join(piece[0] for piece in found_row(each, played, UNICODE, width).words)
        assert len(words.rstrip()) <= ROOM[width]
        assert width < 60 or words.rstrip().endswith(" 10:20")


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (160, 50)])
async def test_statistics_say_one_thing_where_nothing_was_solved_and_lead_to_a_first_board(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with playing(tmp_path, size=size) as game:
        game.app.go("statistics")
        lines = await listed(game)
        text = "\n".join(lines)
        assert text.count("Your first board") == 1
        assert not any(word in text for word in ("solved  ", "Games", "Techniques", "Needs practice"))
        assert "choose" not in lines[-1], "there is nothing to choose"
        assert "Enter play" in lines[-1]
        await game.press("enter")
        assert game.puzzle.title.endswith("First turns 1")


async def test_a_lesson_whose_board_fills_the_window_names_its_keys(tmp_path: Path) -> None:
    async with playing(tmp_path, look="pipes") as game:
        game.app.push_screen(LessonScreen(game.app.context, lessons("net"), 10))
        await game.press("i")
        assert "q back" in shown(game.app)[-1]


async def test_a_value_of_a_new_board_is_shown_among_its_neighbours(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.go("new")
        await game.press(*["down"] * 3, *["right"] * 5)
        rows = await listed(game)
        assert any(row.startswith("  surface    ‹ Möbius strip, upright ›") for row in rows)
        assert any(row.startswith("  Möbius strip, upright   Klein bottle") for row in rows)


async def test_the_filter_shows_its_example_whole_and_names_the_keys_that_are_not_typed(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        game.app.go("levels")
        await game.press("slash")
        assert any(line.strip().startswith(FILTER_EXAMPLE) for line in await listed(game))
        await game.press(*"zz", "slash", *"no")
        keys = (await listed(game))[-1]
        assert "Enter open" in keys
        assert "Esc close" in keys
        assert "find" not in keys
        assert game.app.screen.query_one(Input).value == "no"  # the second / begins anew


async def test_the_smallest_window_names_a_board_to_go_on_with_in_full(tmp_path: Path) -> None:
    async with playing(tmp_path, generate("simpleloops", "9x8", seed=1), size=(40, 15)) as game:
        await game.press("d", "q")
    async with playing(tmp_path, size=(40, 15)) as game:
        game.app.go("home")
        (line,) = [line for line in await listed(game) if "Continue" in line]
        assert line.split()[1:4] == ["Simple", "Loops", "9x8"]


WIDTHS = (40, 44, 60, 72, 80)


@pytest.mark.parametrize(("to", "started"), [("welcome", False), ("practise", True)])
async def test_nothing_that_a_beginner_reads_is_cut_in_any_window(to: str, started: bool, tmp_path: Path) -> None:
    async with visiting(tmp_path, started=started) as visit:
        if started:
            visit.app.go(to)
            await visit.settle()
        for width in WIDTHS:
            await visit.take(f"{width}x24")
            assert "…" not in visit.window.replace("if … then …", ""), width


async def test_in_ascii_what_is_spelled_out_has_its_room_in_the_heading(tmp_path: Path) -> None:
    async with visiting(tmp_path, ascii_only=True) as visit:
        visit.app.play(shipped(visit.context.library.where.levels).named("infinity/first-turns").puzzles(), 0)
        for width in WIDTHS:
            await visit.take(f"{width}x24")
            heading = visit.window.splitlines()[0]
            assert heading.strip().startswith("Infinity Loop 4x4")
            assert heading.rstrip().endswith(("0 moves", "1 of 32")), width


async def test_in_ascii_what_is_cut_ends_without_a_sign_of_its_own(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15), ascii_only=True) as game:
        game.app.context.settings["glyphs"] = "ascii"
        for name in ("home", "levels", "learn", "practise", "new"):
            game.app.go(name)
            await game.until(lambda: any("Infinity" in line or "Net" in line for line in shown(game.app)))
            await listed(game)
            rows = [row.rstrip(" ▁▂▃▄▅▆▇") for row in shown(game.app)]  # but for the scrollbar, which is Textual's
            assert all(row.isascii() for row in rows), (name, rows)


async def test_in_ascii_a_question_and_the_palette_are_framed_by_ascii(tmp_path: Path) -> None:
    async with playing(tmp_path, ascii_only=True) as game:
        for screen in (TextDialog(game.app.context, "How large?"), PuzzlePalette(ascii_only=True)):
            await game.app.push_screen(screen)
            await game.pilot.pause()
            rows = [row.rstrip(" ▁▂▃▄▅▆▇") for row in shown(game.app)]  # but for the scrollbar, which is Textual's
            assert all(row.isascii() for row in rows), rows
            game.app.pop_screen()


async def test_the_last_line_keeps_its_keys_where_the_terminal_has_no_focus(tmp_path: Path) -> None:
    async with playing(tmp_path, on_wire=True) as game:
        game.app.go("levels")
        before = (await listed(game))[-1]
        assert "Enter" in before
        game.terminal.wire.type(b"\x1b[O")
        assert (await listed(game))[-1] == before
        game.terminal.wire.type(b"\x1b[I")
        assert (await listed(game))[-1] == before


async def test_without_colour_the_cursor_of_a_field_is_reversed(tmp_path: Path) -> None:
    async with playing(tmp_path, theme_name=theme.COLOURLESS) as game:
        await game.app.push_screen(TextDialog(game.app.context, "How large?"))
        await game.pilot.pause()
        first, *_ = game.app.screen.query_one(Input).render_line(0)
        assert (first.text, first.style is not None and first.style.reverse) == (" ", True)


async def test_signs_that_are_spelled_out_leave_the_columns_after_them_where_they_were(tmp_path: Path) -> None:
    async with playing(tmp_path, ascii_only=True) as game:
        game.app.context.settings["glyphs"] = "ascii"
        game.app.go("levels")
        await game.until(lambda: any("Infinity Loop" in line for line in shown(game.app)))
        columns = [row.rindex(" of ") for row in shown(game.app)[2:] if " of " in row]
        assert len(columns) > 5
        assert len(set(columns)) == 1
