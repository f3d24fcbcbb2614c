"""The driver step by step, between a terminal in memory and an app that only remembers what it is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from termpuzzles.terminal.capabilities import QUESTIONS, Terminal
from termpuzzles.terminal.wire import MemoryWire
from termpuzzles.tui.adapter import type_ahead as module
from termpuzzles.tui.adapter.driver import ENTER, LEAVE, TerminalDriver, connect
from termpuzzles.tui.adapter.type_ahead import TypeAhead


class App:
    """Remembers what the driver asks for, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.end_status = 0
        self.driver_class: Any = None
        self.output = self
        self.terminal = Terminal()
        self.driver: Any = None

    def leave_terminal(self) -> None:
        self.told.append("leave")

    def return_to_terminal(self) -> None:
        self.told.append("return")

    def paint(self) -> None:
        self.told.append("paint")

    def on_answer(self, answer: str) -> None:
        self.told.append(f"hear {answer[1:]}")

    def exit(self) -> None:
        self.told.append("exit")

    def post_message(self, message: Message) -> None:
        match message:
            case events.Key():
                self.told.append(f"key {message.key}")
            case events.Resize():
                self.told.append(f"size {message.size.width}x{message.size.height}")
            case events.Paste():
                self.told.append(f"paste {message.text}")
            case _:
                self.told.append(type(message).__name__)


class Wire(MemoryWire):
    """A terminal in memory that tells which code takes it over and which gives it back."""

    def __init__(self, app: App, is_local: bool) -> None:
        super().__init__(suspended=lambda: app.told.append("suspended"))
        self.is_local = is_local
        self.app = app

    def send(self, data: bytes) -> None:
        codes = {ENTER: "enter", LEAVE: "leave codes", QUESTIONS: "questions"}
        self.app.told.append(codes.get(data.decode(), data.decode()))
        super().send(data)


class Between:
    """A driver between the two."""

    def __init__(self, is_local: bool = True) -> None:
        self.app = App()
        self.wire = Wire(self.app, is_local)
        app: Any = self.app
        self.driver = TerminalDriver(app, wire=self.wire)

    def told(self) -> list[str]:
        """What was told since the last call."""
        told, self.app.told = self.app.told, []
        return told


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app is never busy."""
    monkeypatch.setattr(module, "is_busy", lambda app: False)


STARTED = ["enter", "questions", "return", "size 80x24"]


@pytest.mark.usefixtures("idle")
async def test_a_terminal_is_taken_over_asked_once_and_given_back() -> None:
    between = Between()
    driver = between.driver
    driver.overwritten()
    assert between.told() == []
    driver.start_application_mode()
    assert between.told() == STARTED
    driver.overwritten()
    driver.caught_up()
    assert between.told() == ["return", "paint"]
    between.wire.resize(100, 30)
    assert between.told() == ["size 100x30"]
    driver.suspend_requested()
    assert between.told() == ["leave", "leave codes", "suspended", "enter", "return", "size 100x30", "SignalResume"]
    between.wire.type(b"x")
    assert between.told() == ["key x"]
    driver.stop_application_mode()
    assert between.told() == ["leave", "leave codes"]
    driver.stop_application_mode()
    driver.overwritten()
    between.wire.type(b"x")
    assert between.told() == []
    driver.suspend_requested()
    assert between.told() == ["suspended"]
    driver.close()
    between.wire.resize(20, 10)
    between.wire.hang_up(1)
    assert between.told() == []


@pytest.mark.usefixtures("idle")
async def test_what_comes_over_the_wire_becomes_keys_pastes_and_answers() -> None:
    between = Between()
    between.driver.start_application_mode()
    between.told()
    between.wire.type(b"ab\x1b[200~words\x1b[201~\x1b[A")
    assert between.told() == ["key a", "key b", "paste words", "key up"]
    between.wire.type(b"\x1b[?62;22c\x1b[I\x1b[O\x1b[<0;3;4M\x1b[<0;3;4m")
    assert between.told() == ["hear [?62;22c", "AppFocus", "AppBlur", "MouseDown", "MouseUp"]
    between.wire.type(b"\x1b")
    assert between.told() == []
    while not between.app.told:
        await asyncio.sleep(0.02)
    assert between.told() == ["key escape"]
    between.wire.type(b"\x1b")
    between.wire.type(b"[B")
    assert between.told() == ["key down"]
    between.driver.disable_input()
    between.wire.type(b"x")
    assert between.told() == []


@pytest.mark.usefixtures("idle")
async def test_an_escape_is_no_key_so_soon_while_the_answers_to_the_questions_are_awaited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, deadlines = asyncio.get_running_loop(), list[float]()

    def call_at(when: float, call: Callable[[], object]) -> asyncio.Handle:
        deadlines.append(when)
        return loop.call_soon(call)

    monkeypatch.setattr(loop, "time", lambda: 7.0)
    monkeypatch.setattr(loop, "call_at", call_at)
    between = Between()
    between.driver.start_application_mode()
    between.wire.type(b"\x1b")
    between.wire.type(b"[?62;22c\x1b")
    assert deadlines == [8.5, 7.1]


@pytest.mark.usefixtures("idle")
async def test_the_end_of_the_wire_ends_the_app_with_its_status() -> None:
    between = Between()
    between.driver.start_application_mode()
    between.told()
    between.wire.hang_up(129)
    assert between.app.end_status == 129
    assert between.told() == ["exit"]


async def test_only_at_this_computer_the_size_is_known_at_once_and_files_and_browsers_are_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used: list[str] = []
    monkeypatch.setattr(Driver, "open_url", lambda self, url, new_tab=True: used.append(f"{url} {new_tab}"))
    monkeypatch.setattr(Driver, "deliver_binary", lambda self, binary, **options: used.append(str(options)))
    for is_local in (True, False):
        driver = Between(is_local).driver
        assert driver.is_local == is_local
        assert driver._size == (Size(80, 24) if is_local else None)
        assert driver.can_suspend
        driver.open_url("https://example.org")
        driver.deliver_binary(BytesIO(), name="x")
        assert len(used) == 2
    assert used == ["https://example.org True", "{'name': 'x'}"]


async def test_a_driver_lags_as_its_wire_does_and_sends_what_no_code_can_hold() -> None:
    between = Between()
    assert not between.driver.lags
    between.wire.send(b"x" * 70_000)
    assert between.driver.lags
    between.told()
    between.driver.write("a\udcffb")
    assert between.told() == ["a?b"]


async def test_an_app_that_is_connected_gets_a_driver_on_its_wire() -> None:
    between, told = Between(), list[bool]()
    app: Any = between.app
    connect(app, between.wire, told.append)
    made = app.driver_class(app, debug=False, mouse=True, size=(7, 5))
    assert isinstance(made, TerminalDriver)
    assert made._size == (7, 5)
    assert (made.ahead.waits, told) == (False, [])


class Hands:
    """What is typed ahead of an app that is busy when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.busy = False
        self.done = asyncio.Event()
        self.handed: list[object] = []
        self.crowded: list[bool] = []
        monkeypatch.setattr(module, "is_busy", lambda app: self.busy)
        monkeypatch.setattr(module, "until_idle", self._until_idle)
        app: Any = None
        hand_over: Any = self.handed.append
        self.ahead = TypeAhead(app, hand_over, self.crowded.append)

    async def _until_idle(self, app: object) -> None:
        await self.done.wait()
        self.done.clear()

    async def goes_on(self) -> None:
        """Let the app be done with one thing."""
        self.done.set()
        for _ in range(5):
            await asyncio.sleep(0)

    def take(self, *messages: Any) -> None:
        for message in messages:
            self.ahead.enqueue(message)


async def test_what_is_typed_is_handed_over_at_once_to_an_idle_app_and_one_by_one_to_a_busy_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = Hands(monkeypatch)
    hands.take("a")
    assert hands.handed == ["a"]
    assert not hands.ahead.waits
    hands.busy = True
    hands.take("b", "c")
    assert hands.handed == ["a"]
    assert hands.ahead.waits
    hands.busy = False
    hands.take("d")  # not before those that wait
    for expected in (["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]):
        await hands.goes_on()
        assert hands.handed == expected
    assert not hands.ahead.waits
    hands.take("e")
    assert hands.handed[-1] == "e"


async def test_where_much_is_typed_ahead_that_is_told_until_half_of_it_is_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = Hands(monkeypatch)
    hands.busy = True
    hands.take(*range(63))
    assert hands.crowded == []
    hands.take(*range(63, 80))
    assert hands.crowded == [True]
    while len(hands.handed) < 47:
        await hands.goes_on()
    assert hands.crowded == [True]
    await hands.goes_on()
    assert hands.crowded == [True, False]
    while hands.ahead.waits:
        await hands.goes_on()
    assert (hands.handed, hands.crowded) == ([*range(80)], [True, False])
