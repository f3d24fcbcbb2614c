"""What an app does for any screen and any widget, with screens that are hardly more than a rectangle of letters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.css.query import NoMatches
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import MountError

from termpuzzles.tui.adapter import type_ahead
from termpuzzles.tui.adapter.app import Blank, redraw
from termpuzzles.tui.adapter.guarded import GuardedScreen, is_closing
from termpuzzles.tui.adapter.inside import keys_named
from termpuzzles.tui.adapter.type_ahead import is_busy, until_idle
from tests.tui.terminal.small_apps import Field, Sheet, Small, Told, running


async def test_a_change_of_what_is_not_there_or_not_seen_is_drawn_when_it_is() -> None:
    async with running() as run:
        redraw(Field())
        lower = run.field
        await run.app.push_screen(Sheet("c"))
        await run.rest()
        assert run.letters == "cccccc"
        lower.letter = "b"
        redraw(lower)
        await run.turns(3)
        await run.rest()
        assert run.letters == "cccccc"
        await run.app.pop_screen()
        await run.until(lambda: run.letters == "bbbbbb")


async def test_changes_within_a_batch_are_drawn_after_it() -> None:
    async with running() as run:
        run.field.asked.clear()
        run.field.letter = "b"
        with run.app.batch_update():
            redraw(run.field)
            assert run.take() == ""
        await run.until(lambda: run.letters == "bbbbbb")


async def test_a_part_that_is_shown_again_while_somebody_asks_for_places_is_drawn_whole() -> None:
    async with running(Small(lambda: Sheet("abc")), (20, 9)) as run:
        first, second, third = run.sheet.fields
        assert run.letters == "aaabbbccc"
        first.display = False
        assert third.region.y >= 0  # which may look all places up anew
        run.sheet.find_widget(second)
        await run.until(lambda: run.letters == "b" * 5 + "c" * 4 or run.letters == "b" * 4 + "c" * 5)
        first.display = True
        run.sheet.find_widget(second)
        await run.until(lambda: run.letters == "aaabbbccc")


async def test_the_lowest_screen_ends_the_app_if_no_other_is_left_and_not_before_one_was_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Region] = []

    def render_lines(screen: object, crop: Region) -> list[Strip]:
        drawn.append(crop)
        return []

    monkeypatch.setattr(Blank, "render_lines", render_lines)
    async with running(Small(None), starts=False) as run:
        await asyncio.sleep(0.05)
        assert not run.app.leaving
        assert not run.app.is_shown
        assert is_busy(run.app)
        assert run.wire.sent == []
        run.app.push_screen(Sheet("b"))
        await run.until(lambda: run.letters[0] == "b")
        assert run.app.is_shown
        await run.app.push_screen(Sheet("c"))
        await run.app.pop_screen()
        await run.rest()
        assert not run.app.leaving
        run.app.pop_screen()
        await run.until(lambda: run.app.leaving)
        assert drawn == []


class Early(Sheet):
    """Asks what it may do while it has no widgets yet."""

    def compose(self) -> ComposeResult:
        self.early = [self.is_ready, is_closing(self), self.check_action("note", ("x",))]
        yield from super().compose()


class Slow(Container):
    """Makes what it holds only when told to."""

    def __init__(self, go_on: asyncio.Event) -> None:
        super().__init__()
        self._go_on = go_on

    async def on_mount(self) -> None:
        """Wait."""
        await self._go_on.wait()


async def test_a_screen_is_not_ready_before_what_its_widgets_hold_is_there() -> None:
    class Late(Sheet):
        def compose(self) -> ComposeResult:
            yield from super().compose()
            yield Slow(go_on)

    go_on = asyncio.Event()
    async with running() as run:
        screen = Late()
        shown = run.app.push_screen(screen)
        await run.until(lambda: len(screen.query(Slow)) == 1)
        was_ready = screen.is_ready
        go_on.set()  # whatever was found, as the app could not end
        await shown
        assert (was_ready, screen.is_ready) == (False, True)


async def test_a_screen_acts_only_while_its_widgets_are_there() -> None:
    assert not Sheet().is_ready
    assert is_closing(Sheet())
    async with running() as run:
        below, screen = run.sheet, Early()
        await run.app.push_screen(screen)
        assert screen.early == [False, False, False]
        assert screen.is_ready
        assert not is_closing(screen)
        assert screen.check_action("note", ("x",)) is True
        screen.post_message(Told())
        await run.until(lambda: screen.told == 1)
        below.dismiss()
        await run.rest()
        assert run.app.screen is screen
        screen.dismiss()
        screen.post_message(Told())
        await run.until(lambda: screen.ended)
        assert screen.told == 1
        assert is_closing(screen)
        assert not screen.is_ready
        assert run.app.screen is below
        assert below.is_ready


# --- the terminal ---


async def test_the_cursor_is_where_the_focused_widget_has_it_within_the_window() -> None:
    async with running() as run:
        field: Any = run.field
        for focused, place, at in (
            (True, Offset(3, 2), (2, 3)),
            (True, Offset(99, 99), (5, 19)),
            (True, Offset(-1, 4), (4, 0)),
            (False, Offset(3, 2), (1, 7)),
            (True, None, (1, 7)),
        ):
            run.app.cursor_position = Offset(7, 1)
            field.terminal_cursor = place
            run.sheet.set_focus(field if focused else None)
            await run.rest()
            run.app.output.paint()
            run.take()
            assert run.shown.at == at


async def test_answers_of_the_terminal_are_heard_and_only_what_affects_drawing_is_told() -> None:
    async with running() as run:
        run.wire.type(b"\x1b[?2026;2$y")
        assert (run.app.output.terminal.shows_at_once, run.app.changed) == (True, 0)
        run.wire.type(b"\x1b]11;rgb:ffff/ffff/ffff\x07")
        assert (run.app.output.terminal.light, run.app.changed) == (True, 1)
        run.wire.type(b"\x1b]11;rgb:ffff/ffff/ffff\x07")
        assert run.app.changed == 1


async def test_nothing_is_sent_before_a_screen_has_arranged_itself() -> None:
    class Arranging(Sheet):
        is_fitted = False

    async with running(Small(Arranging), starts=False) as run:
        await run.until(lambda: run.app.is_shown and run.field.size == (20, 6))
        await run.rest()
        drawn: list[str] = []
        run.app.once_drawn(lambda: drawn.append("drawn"))
        run.app.output.paint()
        await run.turns(5)
        assert (run.wire.sent, drawn) == ([], [])
        Arranging.is_fitted = True
        run.app.output.paint()
        assert run.letters == "aaaaaa"
        await run.until(lambda: drawn)
        run.app.output.held = True
        run.field.letter = "b"
        redraw(run.field)
        await run.rest()
        assert run.wire.sent == []
        run.app.output.held = False
        run.app.output.paint()
        assert run.letters == "bbbbbb"


async def test_a_window_is_painted_when_what_is_composed_is_for_its_size() -> None:
    async with running() as run:
        run.wire.resize(10, 3)
        run.shown.resize(10, 3)
        await run.until(lambda: run.wire.sent)
        assert run.letters == "aaa"
        run.wire.resize(10, 3)
        await run.until(lambda: b"\x1b[2J" in b"".join(run.wire.sent))
        run.shown.resize(10, 3)
        assert run.letters == "aaa"


@pytest.mark.parametrize("colours", [False, True])
async def test_all_colours_are_sent_or_none(colours: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")  # which is meant for whoever has started this program
    app = Small(has_colour=colours)
    async with running(app, starts=False) as run:
        await run.until(lambda: run.wire.sent and not is_busy(app))
        sent = run.take()
        assert run.letters == "aaaaaa"
        assert ("38;2;16;32;48" in sent) == ("48;2;64;80;96" in sent) == colours
        assert ("38;" in sent or "48;" in sent) == colours
        assert app.has_pseudo_class("nocolor") != colours


async def test_the_first_error_is_kept_and_ends_the_app() -> None:
    first, second = RuntimeError("first"), RuntimeError("second")

    async def play() -> None:
        async with running() as run:
            run.app._handle_exception(first)
            run.app._handle_exception(second)
            assert run.app.crash is first
            assert run.app.return_code == 1
            await run.until(lambda: not run.app.is_running)

    with pytest.raises(RuntimeError, match="first"):
        await play()


async def test_what_is_asked_of_a_screen_that_has_left_or_leaves_is_no_bug() -> None:
    async with running() as run:
        gone = Sheet("c")
        await run.app.push_screen(gone)
        await run.rest()
        leaving = run.app.pop_screen()
        run.app.guarded(lambda: gone.query_one("#body"))
        await leaving
        run.app.guarded(lambda: gone.query_one("#body"))
        await run.rest()
        assert run.app.crash is None
        assert run.letters == "aaaaaa"
        run.app.exit()
        run.app.guarded(lambda: run.sheet.mount(Field()))
        assert [type(error) for error in run.app.late] == [NoMatches, NoMatches, MountError]


@pytest.mark.parametrize(
    "ask", [lambda run: Field().mount(Field()), lambda run: run.sheet.query_one("#body"), lambda run: run.field.none]
)
async def test_what_is_asked_of_a_screen_that_stays_is_a_bug(ask: Callable[[Any], object]) -> None:
    async def play() -> None:
        async with running() as run:
            run.app.guarded(lambda: ask(run))
            assert run.app.crash is not None
            assert run.app.late == []

    with pytest.raises((MountError, NoMatches, AttributeError)):
        await play()


# --- waiting ---


async def test_an_app_is_busy_with_whatever_waits_and_idle_after_it() -> None:
    async with running() as run:
        app, field, sheet = run.app, run.field, run.sheet
        done: list[str] = []
        for ask in (
            app.call_next,
            sheet.call_next,
            field.call_next,
            app.call_later,
            sheet.call_later,
            field.call_later,
        ):
            assert not is_busy(app)
            ask(done.append, "done")
            assert is_busy(app)
            await until_idle(app)
            assert done.pop() == "done"
        sheet.is_searching = True  # type: ignore[attr-defined]
        assert is_busy(app)
        sheet.is_searching = False  # type: ignore[attr-defined]
        assert not is_busy(app)


@contextmanager
def held_up(field: Field) -> Iterator[None]:
    """Hold a widget up meanwhile: an app whose widget is not let go never ends, whatever the test finds."""
    go_on = asyncio.Event()
    field.call_later(go_on.wait)
    try:
        yield
    finally:
        go_on.set()


async def test_what_takes_too_long_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_ahead, "_MOST", -100)  # all that is busy at that moment has taken too long
    async with running() as run:
        app, field = run.app, run.field
        with held_up(field):
            await run.until(lambda: type_ahead._busy(app) == [field])
            assert is_busy(app)
            await until_idle(app)
            assert [*app.stuck] == [field]
            assert not is_busy(app)
            run.sheet.call_next(lambda: None)
            assert is_busy(app)  # with something else
        await run.rest()


async def test_an_app_that_leaves_waits_for_nothing() -> None:
    async with running() as run:
        with held_up(run.field):
            await run.turns(20)
            assert is_busy(run.app)
            run.app.leaving = True
            await until_idle(run.app)
            assert not run.app.stuck
            run.app.leaving = False


# --- Textual's other habits ---


async def test_on_a_driver_of_textual_an_app_has_the_loop_for_itself_and_knows_when_it_has_drawn() -> None:
    app, drawn = Small(), list[str]()
    app.once_drawn(lambda: drawn.append("first"))
    async with app.run_test() as pilot:
        assert not app.shares_loop
        assert app.output.may_move
        while not drawn:
            await pilot.pause()
        app.once_drawn(lambda: drawn.append("second"))
        app.screen.refresh()
        while len(drawn) < 2:
            await pilot.pause()
    assert drawn == ["first", "second"]


@pytest.mark.parametrize(
    ("code", "alt", "names"),
    [
        ("a", False, ["a"]),
        ("a", True, ["alt+a"]),
        ("\x1b[A", False, ["up"]),
        ("\x1b[G", False, []),  # a key without a meaning
        ("\x1b[1114112;5u", False, []),
        ("\x1b[99999999999999999999u", False, []),
    ],
)
def test_keys_have_the_names_of_textual(code: str, alt: bool, names: list[str]) -> None:
    assert [event.key for event in keys_named(code, alt)] == names


EVERYWHERE = [f"\x1b[{code}" for code in (*"ABCDHFZ", *(f"{number}~" for number in (2, 3, 5, 6, 15, *range(17, 25))))]


@pytest.mark.parametrize(
    "code", [code for code in (*EVERYWHERE, "\r", "\t", "\x1b", "\x7f", "\x01") if code != "\x1b[22~"]
)
def test_without_a_parser_of_textual_the_keys_of_every_terminal_have_its_names(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = [event.key for event in keys_named(code)]
    monkeypatch.setattr("termpuzzles.tui.adapter.inside._parser", lambda: None)
    assert [event.key for event in keys_named(code)] == named
    assert named


def test_a_screen_begins_with_the_styles_that_it_was_made_with_and_asks_for_them_whenever_it_comes_back() -> None:
    screen = GuardedScreen[None]()
    resumed = [events.ScreenResume() for _ in range(3)]
    for event in resumed:
        screen.keep_styles(event)
    assert [event.refresh_styles for event in resumed] == [False, True, True]
