"""What an app does for any screen and any widget, with screens that are hardly more than a rectangle of letters."""

from __future__ import annotations

import asyncio
import gc
import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar
from weakref import ref

import pytest
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._styles_cache import StylesCache
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.geometry import Offset, Region
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.theme import Theme
from textual.widget import Widget

from termpuzzles.terminal.capabilities import QUESTIONS, Terminal
from termpuzzles.terminal.wire import MemoryWire
from termpuzzles.tui.adapter import compat
from termpuzzles.tui.adapter.compat import (
    GuardedScreen,
    TerminalApp,
    is_busy,
    is_closing,
    keys_named,
    redraw,
    send_all_colours,
    send_no_colour,
    until_idle,
)
from termpuzzles.tui.adapter.display import plain_lines
from termpuzzles.tui.adapter.driver import ENTER, LEAVE, connect
from tests.tui.terminal.strict_screen import StrictScreen


class Wire(MemoryWire):
    """A terminal in memory that never lags; what takes it over and gives it back is not recorded."""

    def __init__(self, size: tuple[int, int], is_local: bool) -> None:
        super().__init__(size, 1 << 30, lambda: None)
        self.is_local = is_local

    def send(self, data: bytes) -> None:
        if data.decode() not in (ENTER, QUESTIONS, LEAVE):
            super().send(data)


class Field(Widget, can_focus=True):
    """Draws its letter everywhere; notes which of its rows are asked for, and which keys come to it as events."""

    DEFAULT_CSS = "Field { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("x,z", "note('field')"), Binding("y", "note('field')", id="y")]
    knows_bindings_alone = True

    def __init__(self, letter: str = "a") -> None:
        super().__init__()
        self.letter = letter
        self.asked: list[int] = []
        self.heard: list[str] = []

    def render_lines(self, crop: Region) -> list[Strip]:
        return plain_lines(self, crop)

    def render_line(self, y: int) -> Strip:
        self.asked.append(y)
        return Strip([Segment(self.letter * self.size.width, Style(color="#102030", bgcolor="#405060"))])

    def action_note(self, who: str) -> None:
        self.heard.append(f"action of {who}")

    def on_key(self, event: events.Key) -> None:
        self.heard.append(event.key)


class Told(Message):
    """Something that a screen is told."""


class Sheet(GuardedScreen[None]):
    """A screen with fields one below the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "note('screen first')", priority=True),
        Binding("y,w", "note('screen')"),
    ]

    def __init__(self, letters: str = "a") -> None:
        super().__init__()
        self.fields = [Field(letter) for letter in letters]
        self.told = 0
        self.ended = False

    def compose(self) -> ComposeResult:
        yield from self.fields

    @property
    def field(self) -> Field:
        return self.fields[0]

    def action_note(self, who: str) -> None:
        self.field.heard.append(f"action of {who}")

    def on_told(self, message: Told) -> None:
        self.told += 1

    def on_unmount(self) -> None:
        self.ended = True


class Above(Sheet, ModalScreen[None]):
    """A sheet of which only the first row is not seen through."""


class Small(TerminalApp):
    """Shows a sheet; notes after how many seconds what is to be called."""

    CSS = "Screen { background: $surface; } Above { background: #ffffff 50%; } Above Field { height: 1; }"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, first: Callable[[], Any] | None = Sheet, terminal: Terminal | None = None) -> None:
        super().__init__()
        self._first = first
        self.waits: list[float] = []
        self.changed = 0
        self.paint_on(terminal or Terminal())

    def on_mount(self) -> None:
        print("mounted")
        if self._first is not None:
            self.push_screen(self._first())

    def after(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        self.waits.append(seconds)
        return super().after(max(0.0, seconds), call)

    def terminal_changed(self) -> None:
        self.changed += 1


class Run:
    """A small app on a terminal, and what that shows."""

    def __init__(self, app: Small, wire: Wire) -> None:
        self.app = app
        self.wire = wire
        self.shown = StrictScreen(*wire.size)

    def take(self) -> str:
        """What was sent since the last call; the terminal shows it."""
        sent = self.wire.take().decode()
        self.shown.feed(sent.replace("\x1b[?2026h", "").replace("\x1b[?2026l", ""))
        return sent

    @property
    def rows(self) -> list[str]:
        self.take()
        return ["".join(cell.text for cell in row) for row in self.shown.rows]

    @property
    def letters(self) -> str:
        """The rows, each of which has the same letter everywhere."""
        rows = self.rows
        assert rows == [row[0] * len(row) for row in rows]
        return "".join(row[0] for row in rows)

    @property
    def sheet(self) -> Sheet:
        screen = self.app.screen
        assert isinstance(screen, Sheet)
        return screen

    @property
    def field(self) -> Field:
        return self.sheet.field

    async def until(self, so: Callable[[], object]) -> None:
        while not so():
            await asyncio.sleep(0.001)

    async def rest(self) -> None:
        """Wait until nothing is left to do and to draw."""
        await self.until(lambda: not is_busy(self.app) and not self._is_dirty)

    @property
    def _is_dirty(self) -> bool:
        screen = self.app.screen
        return bool(screen._dirty_widgets) or screen._layout_required or screen._repaint_required

    async def soon(self, so: Callable[[], object]) -> None:
        """Look at every turn of the loop."""
        for _ in range(10_000):
            if so():
                return
            await asyncio.sleep(0)
        raise AssertionError("it does not come true")

    async def turns(self, number: int) -> None:
        for _ in range(number):
            await asyncio.sleep(0)


@asynccontextmanager
async def running(
    app: Small | None = None, size: tuple[int, int] = (20, 6), is_local: bool = False, starts: bool = True
) -> AsyncIterator[Run]:
    """Run a small app until the test is over; a crash is raised."""
    app, wire = app or Small(), Wire(size, is_local)
    connect(app, wire)
    task = asyncio.ensure_future(app.run_async())
    run = Run(app, wire)
    try:
        if starts:
            await run.until(lambda: task.done() or (app.is_shown and wire.sent))
            await run.rest()
            run.take()
        with app._context():
            yield run
    finally:
        app.exit()
        await task
    if app.crash is not None:
        raise app.crash


async def test_a_change_is_drawn_in_the_next_turns_of_the_loop_and_only_in_its_rows() -> None:
    async with running(is_local=True) as run:
        assert run.letters == "aaaaaa"
        run.field.asked.clear()
        run.field.letter = "b"
        redraw(run.field, Region(2, 1, 3, 2))
        redraw(run.field, Region(2, 4, 3, 1))
        await run.turns(3)
        assert run.field.asked == [1, 2, 4]
        assert run.letters == "abbaba"


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


# --- in parts ---


async def parts(run: Run) -> list[list[int]]:
    """The rows that are asked of the field in each turn of the loop, until all is drawn; nothing is sent before."""
    found, field = list[list[int]](), run.field
    field.asked.clear()
    await run.soon(lambda: run.app.is_drawing or field.asked)
    for _ in range(10_000):
        if field.asked:
            found.append([*field.asked])
            field.asked.clear()
        if not run.app.is_drawing:
            return found
        if run.app.composes:
            assert run.take() == ""
        await asyncio.sleep(0)
    raise AssertionError("it is never drawn")


async def test_a_large_change_is_composed_some_rows_at_a_time_and_sent_after_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(size=(80, 30)) as run:
        monkeypatch.setattr(compat, "PART", -1.0)
        run.field.letter = "b"
        run.app.waits.clear()
        redraw(run.field)
        assert not run.app.is_drawing
        asked = [range(0, 7), range(7, 14), range(14, 21), range(21, 28), range(28, 30)]
        assert await parts(run) == [*map(list, asked)]
        assert run.letters == "b" * 30
        assert run.app.waits[:5] == [0, -1, -1, -1, -1]
        assert not run.app.draws_in_parts


async def test_changes_that_are_far_apart_are_composed_in_parts_of_the_same_height(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(size=(80, 30)) as run:
        monkeypatch.setattr(compat, "PART", -1.0)
        run.field.letter = "b"
        redraw(run.field, Region(10, 3, 70, 9), Region(0, 20, 5, 3))
        assert await parts(run) == [*map(list, (range(3, 10), range(10, 12), range(20, 23)))]
        assert run.letters == "a" * 3 + "b" * 9 + "a" * 8 + "b" * 3 + "a" * 7


async def test_in_a_window_wider_than_a_part_one_row_at_a_time_is_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(size=(700, 4)) as run:
        monkeypatch.setattr(compat, "PART", -1.0)
        run.field.letter = "b"
        redraw(run.field)
        assert await parts(run) == [[0], [1], [2], [3]]
        assert run.letters == "b" * 4


async def test_what_is_quickly_composed_is_composed_and_sent_without_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(size=(80, 30)) as run:
        monkeypatch.setattr(compat, "PART", 1000.0)
        for letter, regions, waits in (("b", (), [0]), ("c", (Region(0, 0, 80, 7),), [])):
            run.app.waits.clear()
            run.field.letter = letter
            redraw(run.field, *regions)
            assert await parts(run) == [[*range(7 if regions else 30)]]
            assert run.app.waits == waits
            assert run.rows[6] == letter * 80


async def test_at_this_computer_a_large_change_is_composed_at_once() -> None:
    async with running(size=(80, 30), is_local=True) as run:
        run.app.waits.clear()
        redraw(run.field)
        assert await parts(run) == [[*range(30)]]
        assert run.app.waits == []


async def test_what_changes_while_others_have_their_turns_is_drawn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(Small(lambda: Sheet("ab")), (80, 30)) as run:
        monkeypatch.setattr(compat, "PART", -1.0)
        upper, lower = run.sheet.fields
        upper.letter = "c"
        redraw(upper)
        await run.soon(lambda: run.app.is_drawing)
        lower.letter = "d"
        redraw(lower, Region(0, 2, 80, 1))
        await run.until(lambda: run.letters == "c" * 15 + "bbd" + "b" * 12)


async def test_a_layout_comes_before_the_rest_of_what_is_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(Small(lambda: Sheet("ab")), (80, 30)) as run:
        monkeypatch.setattr(compat, "PART", -1.0)
        upper = run.field
        redraw(upper)
        await run.soon(lambda: run.app.composes)
        upper.asked.clear()
        with run.app.batch_update():
            upper.styles.height = 2
            await run.turns(50)
        await run.until(lambda: run.letters == "aa" + "b" * 28)
        assert max(upper.asked) == 1


async def test_nothing_is_composed_within_a_batch_nor_of_a_screen_that_another_one_hides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(size=(80, 30)) as run:
        monkeypatch.setattr(compat, "PART", -1.0)
        lower = run.field
        redraw(lower)
        await run.soon(lambda: run.app.composes)
        lower.asked.clear()
        with run.app.batch_update():
            await run.turns(5)
            assert lower.asked == []
            assert run.app.is_drawing
        await run.until(lambda: lower.asked and not run.app.is_drawing)
        redraw(lower)
        await run.soon(lambda: run.app.composes)
        run.app.push_screen(Sheet("c"))
        lower.asked.clear()
        await run.until(lambda: run.letters == "c" * 30)
        assert lower.asked == []


@pytest.mark.parametrize(
    ("size", "rows", "part", "is_local"),
    [
        ((100, 40), [10, 10, 10, 10], -1.0, False),
        ((100, 31), [10, 10, 10, 1], -1.0, False),
        ((60, 51), [16, 16, 16, 3], -1.0, False),
        ((60, 50), [50], -1.0, False),
        ((100, 40), [40], 1000.0, False),
        ((100, 40), [40], -1.0, True),
    ],
)
async def test_a_large_window_is_painted_some_rows_at_a_time(
    size: tuple[int, int], rows: list[int], part: float, is_local: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(size=size, is_local=is_local) as run:
        await run.until(lambda: not run.app.is_drawing)
        assert run.letters == "a" * size[1]
        monkeypatch.setattr(compat, "PART", part)
        run.field.letter = "b"
        redraw(run.field)
        await run.until(lambda: len(run.wire.sent) == len(rows) and not run.app.is_drawing)
        assert [sent.count(b"b" * size[0]) for sent in run.wire.sent] == rows
        assert run.letters == "b" * size[1]


async def test_a_window_that_is_painted_in_parts_is_shown_at_once_where_the_terminal_can_do_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []
    async with running(size=(100, 40)) as run:
        monkeypatch.setattr(compat, "PART", -1.0)
        await run.until(lambda: not run.app.is_drawing)
        run.wire.type(b"\x1b[?2026;2$y\x1b[?62c")
        run.take()
        run.app.once_drawn(lambda: drawn.append(len(run.wire.sent)))
        run.field.letter = "b"
        redraw(run.field)
        await run.until(lambda: drawn)
        assert drawn == [4]
        assert [b"\x1b[?2026h" in each for each in run.wire.sent] == [True, False, False, False]
        assert [b"\x1b[?2026l" in each for each in run.wire.sent] == [False, False, False, True]


# --- screens above others ---


def looks(run: Run) -> list[Any]:
    run.take()
    return run.shown.seen()


@pytest.mark.parametrize("above", ["b", "bc"])
async def test_a_screen_below_another_is_seen_alike_whether_it_is_drawn_in_parts_or_not(above: str) -> None:
    seen = []
    for is_local in (True, False):
        async with running(Small(lambda: Sheet("xy")), (90, 32), is_local) as run:
            below = run.sheet
            for letter in above:
                await run.app.push_screen(Above(letter))
                await run.rest()
            await run.until(lambda: not run.app.is_drawing)
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
    async with running(Small(lambda: Sheet("xy")), (20, 10)) as run:
        upper, lower = run.sheet.fields
        await run.app.push_screen(Above("b"))
        await run.rest()
        for field in (upper, lower):
            field.asked.clear()
        run.app.screen.refresh(Region(0, 3, 20, 3))
        await run.until(lambda: lower.asked)
        await run.rest()
        assert (upper.asked, lower.asked) == ([3, 4], [0])


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

    monkeypatch.setattr(compat.Blank, "render_lines", render_lines)
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
    async with running() as run:
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
    async with running() as run:
        run.field.focus()
        await run.rest()
        field = run.field
        field.check_action = lambda action, parameters: False  # type: ignore[method-assign]
        assert await typed(run, "y") == ["action of screen"]


async def test_a_widget_that_hears_keys_hears_them_first() -> None:
    async with running() as run:
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
    async with running() as run:
        run.field.focus()
        await run.rest()
        run.app.set_keymap({"y": "v"})
        assert "action of field" in await typed(run, "v")
        assert "action of field" not in await typed(run, "y")


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
            run.app.paint()
            run.take()
            assert run.shown.at == at


async def test_answers_of_the_terminal_are_heard_and_only_what_affects_drawing_is_told() -> None:
    async with running() as run:
        run.wire.type(b"\x1b[?2026;2$y")
        assert (run.app.terminal.shows_at_once, run.app.changed) == (True, 0)
        run.wire.type(b"\x1b]11;rgb:ffff/ffff/ffff\x07")
        assert (run.app.terminal.light, run.app.changed) == (True, 1)
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
        run.app.paint()
        await run.turns(5)
        assert (run.wire.sent, drawn) == ([], [])
        Arranging.is_fitted = True
        run.app.paint()
        assert run.letters == "aaaaaa"
        await run.until(lambda: drawn)
        run.app.held = True
        run.field.letter = "b"
        redraw(run.field)
        await run.turns(5)
        assert run.wire.sent == []
        run.app.held = False
        run.app.paint()
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
    app = Small()
    (send_all_colours if colours else send_no_colour)(app)
    async with running(app, starts=False) as run:
        await run.until(lambda: run.wire.sent and not is_busy(app))
        sent = run.take()
        assert run.letters == "aaaaaa"
        assert ("38;2;16;32;48" in sent) == ("48;2;64;80;96" in sent) == colours
        assert ("38;" in sent or "48;" in sent) == colours
        assert app.has_pseudo_class("nocolor") != colours


THEMES = {name: Theme(name, primary=colour, dark=True) for name, colour in (("one", "#112233"), ("two", "#445566"))}


class Themed(Small):
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
    async with running(Themed("one")) as first, running(Themed("one")) as second:
        assert ground(first) == ground(second) == one
        with first.app._context():
            first.app.theme = "two"
            await first.until(lambda: ground(first) == two)
        with second.app._context():
            await second.app.push_screen(Sheet("b"))
            await second.rest()
        assert ground(second) == one
        async with running(Themed("two")) as third, running(Themed("one")) as fourth:
            assert (ground(third), ground(fourth)) == (two, one)
            with third.app._context():
                third.app.theme = "one"
                await third.until(lambda: ground(third) == one)


async def test_what_is_printed_goes_where_the_app_was_told_to_print() -> None:
    out, err = io.StringIO(), io.StringIO()
    app = Small()
    app.leave_streams(out, err)
    async with running(app) as run:
        assert run.letters == "aaaaaa"
    assert "mounted" in out.getvalue()
    assert err.getvalue() == ""


async def test_the_first_error_is_kept_and_ends_the_app() -> None:
    first, second = RuntimeError("first"), RuntimeError("second")

    async def play() -> None:
        async with running() as run:
            run.app._handle_exception(first)
            run.app._handle_exception(second)
            assert run.app.crash is first
            assert run.app.return_code == 1
            assert run.app._exception_event.is_set()  # for which Textual's pilot waits
            await run.until(lambda: not run.app.is_running)

    with pytest.raises(RuntimeError, match="first"):
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


async def test_what_takes_too_long_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compat, "_MOST", 0.01)
    async with running() as run:
        app, field, go_on = run.app, run.field, asyncio.Event()
        field.call_later(go_on.wait)
        await run.turns(20)
        assert is_busy(app)
        await until_idle(app)
        assert [*app.stuck] == [field]
        assert not is_busy(app)
        run.sheet.call_next(lambda: None)
        assert is_busy(app)  # with something else
        go_on.set()
        await run.rest()


async def test_an_app_that_leaves_waits_for_nothing() -> None:
    async with running() as run:
        go_on = asyncio.Event()
        run.field.call_later(go_on.wait)
        await run.turns(20)
        assert is_busy(run.app)
        run.app.leaving = True
        await until_idle(run.app)
        assert not run.app.stuck
        run.app.leaving = False
        go_on.set()


# --- Textual's other habits ---


async def test_on_a_driver_of_textual_an_app_has_the_loop_for_itself_and_knows_when_it_has_drawn() -> None:
    app, drawn = Small(), list[str]()
    app.once_drawn(lambda: drawn.append("first"))
    async with app.run_test() as pilot:
        assert not app.shares_loop
        assert app.may_move
        while not drawn:
            await pilot.pause()
        app.once_drawn(lambda: drawn.append("second"))
        app.screen.refresh()
        while len(drawn) < 2:
            await pilot.pause()
    assert drawn == ["first", "second"]


def test_what_a_widget_is_drawn_with_goes_with_it() -> None:
    cache = StylesCache()
    grey, white = Color(5, 5, 5), Color(255, 255, 255)
    found = cache.get_inner_outer(grey, white)
    assert cache.get_inner_outer(grey, white) is found  # one cache serves all
    assert StylesCache().get_inner_outer(grey, white) is found
    gone = ref(cache)
    del cache
    gc.collect()
    assert gone() is None


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
