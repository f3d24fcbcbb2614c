"""What is drawn for visitors, who share a loop: at once, part by part, with rules of style that all read."""

from __future__ import annotations

import asyncio
import gc
import io
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from rich.cells import cell_len
from textual._styles_cache import StylesCache
from textual.color import Color
from textual.geometry import Region
from textual.theme import Theme

from termpuzzles.company.service import drawing
from termpuzzles.company.service.drawing import OutputInParts, SharingApp, VisitorsApp
from termpuzzles.company.service.memory import forget_drawn
from termpuzzles.games import named
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.adapter.app import redraw
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.theme import DARK, LIGHT
from tests.data import sweep
from tests.games.boards import board
from tests.tui.recorder import recorded
from tests.tui.terminal.painted import THEMES as LOOKS
from tests.tui.terminal.painted import Look, random_events
from tests.tui.terminal.small_apps import Above, Run, Sheet, Small, running


class Shared(SharingApp, Small):
    """A small app that shares its loop."""


def sharing(app: Small | None = None, *given: Any, **options: Any) -> AbstractAsyncContextManager[Run]:
    """Run a small app that shares its loop."""
    return running(app or Shared(), *given, **options)


def output(run: Run) -> OutputInParts:
    """What is composed and shown."""
    found = run.app.output
    assert isinstance(found, OutputInParts)
    return found


async def test_a_change_is_drawn_in_the_next_turns_of_the_loop_and_only_in_its_rows() -> None:
    async with sharing(is_local=True) as run:
        assert run.letters == "aaaaaa"
        run.field.asked.clear()
        run.field.letter = "b"
        redraw(run.field, Region(2, 1, 3, 2))
        redraw(run.field, Region(2, 4, 3, 1))
        await run.turns(3)
        assert run.field.asked == [1, 2, 4]
        assert run.letters == "abbaba"


# --- in parts ---


async def parts(run: Run) -> list[list[int]]:
    """The rows that are asked of the field in each turn of the loop, until all is drawn; nothing is sent before."""
    found, field = list[list[int]](), run.field
    field.asked.clear()
    await run.soon(lambda: output(run).is_drawing or field.asked)
    for _ in range(10_000):
        if field.asked:
            found.append([*field.asked])
            field.asked.clear()
        if not output(run).is_drawing:
            return found
        if output(run).composes:
            assert run.take() == ""
        await asyncio.sleep(0)
    raise AssertionError("it is never drawn")


async def test_a_large_change_is_composed_some_rows_at_a_time_and_sent_after_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with sharing(size=(80, 30)) as run:
        monkeypatch.setattr(drawing, "PART", -1.0)
        run.field.letter = "b"
        run.app.waits.clear()
        redraw(run.field)
        assert not output(run).is_drawing
        asked = [range(0, 7), range(7, 14), range(14, 21), range(21, 28), range(28, 30)]
        assert await parts(run) == [*map(list, asked)]
        assert run.letters == "b" * 30
        assert run.app.waits[:5] == [0] * 5
        assert not output(run).draws_in_parts


async def test_changes_that_are_far_apart_are_composed_in_parts_of_the_same_height(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with sharing(size=(80, 30)) as run:
        monkeypatch.setattr(drawing, "PART", -1.0)
        run.field.letter = "b"
        redraw(run.field, Region(10, 3, 70, 9), Region(0, 20, 5, 3))
        assert await parts(run) == [*map(list, (range(3, 10), range(10, 12), range(20, 23)))]
        assert run.letters == "a" * 3 + "b" * 9 + "a" * 8 + "b" * 3 + "a" * 7


async def test_in_a_window_wider_than_a_part_one_row_at_a_time_is_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with sharing(size=(700, 4)) as run:
        monkeypatch.setattr(drawing, "PART", -1.0)
        run.field.letter = "b"
        redraw(run.field)
        assert await parts(run) == [[0], [1], [2], [3]]
        assert run.letters == "b" * 4


async def test_what_is_quickly_composed_is_composed_and_sent_without_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    async with sharing(size=(80, 30)) as run:
        monkeypatch.setattr(drawing, "PART", 1000.0)
        for letter, regions, waits in (("b", (), [0]), ("c", (Region(0, 0, 80, 7),), [])):
            run.app.waits.clear()
            run.field.letter = letter
            redraw(run.field, *regions)
            assert await parts(run) == [[*range(7 if regions else 30)]]
            assert run.app.waits == waits
            assert run.rows[6] == letter * 80


async def test_at_this_computer_a_large_change_is_composed_at_once() -> None:
    async with sharing(size=(80, 30), is_local=True) as run:
        run.app.waits.clear()
        redraw(run.field)
        assert await parts(run) == [[*range(30)]]
        assert run.app.waits == []


async def test_what_changes_while_others_have_their_turns_is_drawn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async with sharing(Shared(lambda: Sheet("ab")), (80, 30)) as run:
        monkeypatch.setattr(drawing, "PART", -1.0)
        upper, lower = run.sheet.fields
        upper.letter = "c"
        redraw(upper)
        await run.soon(lambda: output(run).is_drawing)
        lower.letter = "d"
        redraw(lower, Region(0, 2, 80, 1))
        await run.until(lambda: run.letters == "c" * 15 + "bbd" + "b" * 12)


async def test_a_layout_comes_before_the_rest_of_what_is_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with sharing(Shared(lambda: Sheet("ab")), (80, 30)) as run:
        monkeypatch.setattr(drawing, "PART", -1.0)
        upper = run.field
        redraw(upper)
        await run.soon(lambda: output(run).composes)
        upper.asked.clear()
        with run.app.batch_update():
            upper.styles.height = 2
            await run.turns(50)
        await run.until(lambda: run.letters == "aa" + "b" * 28)
        assert max(upper.asked) == 1


async def test_nothing_is_composed_within_a_batch_nor_of_a_screen_that_another_one_hides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with sharing(size=(80, 30)) as run:
        monkeypatch.setattr(drawing, "PART", -1.0)
        lower = run.field
        redraw(lower)
        await run.soon(lambda: output(run).composes)
        lower.asked.clear()
        with run.app.batch_update():
            await run.turns(5)
            assert lower.asked == []
            assert output(run).is_drawing
        await run.until(lambda: lower.asked and not output(run).is_drawing)
        redraw(lower)
        await run.soon(lambda: output(run).composes)
        run.app.push_screen(Sheet("c"))
        lower.asked.clear()
        await run.until(lambda: run.letters == "c" * 30)
        assert lower.asked == []


@pytest.mark.parametrize(
    ("size", "rows", "part", "is_local"),
    [
        ((100, 40), [6, 6, 6, 6, 6, 6, 4], -1.0, False),
        ((100, 31), [6, 6, 6, 6, 6, 1], -1.0, False),
        ((60, 51), [10, 10, 10, 10, 10, 1], -1.0, False),
        ((60, 50), [50], -1.0, False),
        ((100, 40), [40], 1000.0, False),
        ((100, 40), [40], -1.0, True),
    ],
)
async def test_a_large_window_is_painted_some_rows_at_a_time(
    size: tuple[int, int], rows: list[int], part: float, is_local: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sharing(size=size, is_local=is_local) as run:
        await run.until(lambda: not output(run).is_drawing)
        assert run.letters == "a" * size[1]
        monkeypatch.setattr(drawing, "PART", part)
        run.field.letter = "b"
        redraw(run.field)
        await run.until(lambda: len(run.wire.sent) == len(rows) and not output(run).is_drawing)
        assert [sent.count(b"b" * size[0]) for sent in run.wire.sent] == rows
        assert run.letters == "b" * size[1]


async def test_a_window_that_is_painted_in_parts_is_shown_at_once_where_the_terminal_can_do_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []
    async with sharing(size=(100, 40)) as run:
        monkeypatch.setattr(drawing, "PART", -1.0)
        await run.until(lambda: not output(run).is_drawing)
        run.wire.type(b"\x1b[?2026;2$y\x1b[?62c")
        run.take()
        run.app.once_drawn(lambda: drawn.append(len(run.wire.sent)))
        run.field.letter = "b"
        redraw(run.field)
        await run.until(lambda: drawn)
        assert drawn == [7]
        assert [b"\x1b[?2026h" in each for each in run.wire.sent] == [True] + [False] * 6
        assert [b"\x1b[?2026l" in each for each in run.wire.sent] == [False] * 6 + [True]


# --- screens above others ---


def looks(run: Run) -> list[Any]:
    run.take()
    return run.shown.seen()


@pytest.mark.parametrize("above", ["b", "bc"])
async def test_a_screen_below_another_is_seen_alike_whether_it_is_drawn_in_parts_or_not(above: str) -> None:
    seen = []
    for is_local in (True, False):
        async with sharing(Shared(lambda: Sheet("xy")), (90, 32), is_local) as run:
            below = run.sheet
            for letter in above:
                await run.app.push_screen(Above(letter))
                await run.rest()
            await run.until(lambda: not output(run).is_drawing)
            seen.append(looks(run))
            for field in below.fields:
                field.asked.clear()
            run.field.letter = "z"
            run.app.screen.refresh(Region(3, 0, 4, 2), Region(50, 20, 5, 3))
            redraw(run.field)
            await run.until(lambda: run.rows[0][0] == "z")
            seen.append(looks(run))
    first, second = seen[:2]
    assert seen[2:] == [first, second]
    texts = ["".join(cell.text for cell in row) for row in second]
    assert [text[0] for text in texts] == ["z", *["x"] * 15, *["y"] * 16]
    tint = {cell.pen.ground for cell in second[1]}
    assert len(tint) == 1
    assert tint != {cell.pen.ground for cell in first[0]}


async def test_only_the_rows_that_are_drawn_are_asked_of_the_screen_below() -> None:
    async with sharing(Shared(lambda: Sheet("xy")), (20, 10)) as run:
        upper, lower = run.sheet.fields
        await run.app.push_screen(Above("b"))
        await run.rest()
        for field in (upper, lower):
            field.asked.clear()
        run.app.screen.refresh(Region(0, 3, 20, 3))
        await run.until(lambda: lower.asked)
        await run.rest()
        assert (upper.asked, lower.asked) == ([3, 4], [0])


# --- keys ---


async def typed(run: Run, keys: str) -> list[str]:
    """What the field hears and what is done for these keys."""
    field = run.field
    field.heard.clear()
    run.wire.type(keys.encode())
    await run.until(lambda: not run.app._driver.ahead.waits)  # type: ignore[union-attr]
    await run.rest()
    return field.heard


async def test_a_key_does_at_once_what_it_is_bound_to_nearest_first_unless_a_binding_comes_before_all() -> None:
    async with sharing() as run:
        before = run.app.typed
        run.field.focus()
        await run.rest()
        assert await typed(run, "x") == ["action of screen first"]
        assert await typed(run, "y") == ["action of field"]
        assert await typed(run, "z") == ["action of field"]
        assert await typed(run, "w") == ["action of screen"]
        assert run.app.typed == before + 4
        assert await typed(run, "q") == ["q"]


async def test_a_binding_that_may_not_act_leaves_its_key_to_the_next() -> None:
    async with sharing() as run:
        run.field.focus()
        await run.rest()
        field = run.field
        field.check_action = lambda action, parameters: False  # type: ignore[method-assign]
        assert await typed(run, "y") == ["action of screen"]


async def test_a_widget_that_hears_keys_hears_them_first() -> None:
    async with sharing() as run:
        run.field.focus()
        await run.rest()
        run.field.knows_bindings_alone = False
        assert await typed(run, "z") == ["z", "action of field"]
        run.field.knows_bindings_alone = True
        run.app.app_focus = False
        assert (await typed(run, "z"))[0] == "z"
        run.app.app_focus = True
        await run.app.push_screen(Above("b"))
        await run.rest()
        run.field.focus()
        await run.rest()
        assert await typed(run, "z") == ["z", "action of field"]


async def test_keys_that_somebody_has_mapped_are_those_of_the_map() -> None:
    async with sharing() as run:
        run.field.focus()
        await run.rest()
        run.app.set_keymap({"y": "v"})
        assert "action of field" in await typed(run, "v")
        assert "action of field" not in await typed(run, "y")


THEMES = {name: Theme(name, primary=colour, dark=True) for name, colour in (("one", "#112233"), ("two", "#445566"))}


class Themed(Shared):
    """A small app whose screens have the first colour of its theme as their ground."""

    CSS = "Screen { background: $primary; } Field { height: 1; }"

    def __init__(self, name: str) -> None:
        super().__init__()
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = name


async def test_each_app_is_drawn_in_its_theme_whatever_others_have_changed_to() -> None:
    def ground(run: Run) -> object:
        run.take()
        return run.shown.rows[5][0].pen.ground

    one, two = (2, 0x11, 0x22, 0x33), (2, 0x44, 0x55, 0x66)
    async with sharing(Themed("one")) as first, sharing(Themed("one")) as second:
        assert ground(first) == ground(second) == one
        with first.app._context():
            first.app.theme = "two"
            await first.until(lambda: ground(first) == two)
        with second.app._context():
            await second.app.push_screen(Sheet("b"))
            await second.rest()
        assert ground(second) == one
        async with sharing(Themed("two")) as third, sharing(Themed("one")) as fourth:
            assert (ground(third), ground(fourth)) == (two, one)
            with third.app._context():
                third.app.theme = "one"
                await third.until(lambda: ground(third) == one)


async def test_what_is_printed_goes_where_the_app_was_told_to_print() -> None:
    out, err = io.StringIO(), io.StringIO()
    app = Shared()
    app.keep_streams(out, err)
    async with sharing(app) as run:
        assert run.letters == "aaaaaa"
    assert "mounted" in out.getvalue()
    assert err.getvalue() == ""


def test_what_closed_widgets_are_drawn_with_goes_with_them_once_the_service_clears_up() -> None:
    cache = StylesCache()
    cache.get_inner_outer(Color(5, 5, 5), Color(255, 255, 255))
    gone = ref(cache)
    del cache
    forget_drawn()
    gc.collect()
    assert gone() is None
    assert Region(1, 2, 3, 4).intersection(Region(2, 3, 9, 9)) == Region(2, 3, 2, 3)
    assert Region.intersection.cache_info().currsize == 1
    assert cell_len("漢字") == 4


async def test_apps_of_one_theme_read_the_same_rules_and_those_of_another_theme_do_not(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    first, second, light = (
        make_app(Context(library, library.settings(), theme_name=name), kind=VisitorsApp)
        for name in (DARK, DARK, LIGHT)
    )
    sheets = []
    for app in (first, second, light):
        async with recorded(app, (90, 24)) as play:
            await play.pilot.pause()
            sheets.append(app.stylesheet.rules)
    ours, same, other = ([rule for rule in rules if rule.selector_names & {"OptionList"}] for rules in sheets)
    assert ours
    assert all(one is two for one, two in zip(ours, same, strict=True))
    assert not any(one is two for one in ours for two in other)


async def test_a_screen_that_another_one_hides_is_laid_out_for_a_new_window_once_it_is_seen_again(
    tmp_path: Path,
) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    async with recorded(make_app(Context(library, library.settings()), kind=VisitorsApp), (90, 24)) as play:
        lowest = play.app.screen
        play.app.play([board(named("net"), "┗┓", "┗┛")])
        while play.app.screen is lowest or play.is_drawing:
            await play.pilot.pause()
        play.wire.resize(100, 30)
        while play.app.screen.size != (100, 30):
            await play.pilot.pause()
        await play.pilot.pause()
        assert lowest._compositor.size == (90, 24)
        await play.pilot.press("q")
        while lowest._compositor.size != (100, 30):
            await play.pilot.pause()
        assert play.app.screen is lowest


async def test_what_is_drawn_in_parts_is_shown_as_composed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "PART", 0.0)
    monkeypatch.setattr(drawing, "CELLS", 200)
    monkeypatch.setattr(drawing, "PAINTED", 200)
    monkeypatch.setattr(drawing, "AT_ONCE", 0)
    count = 500 if sweep.IS_LONG else 25
    assert (
        await random_events(tmp_path, "in parts", count, Look("256", True, False, LOOKS["dark"]), VisitorsApp) == count
    )
