"""A test that waits for ever fails, and says what waits: else the whole process that runs it would be ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

from textual.message_pump import MessagePump

from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.type_ahead import is_busy

NEVER = 200.0  # seconds after which a test hangs, and is not slow; pytest ends what takes 300


def fails_if_it_hangs(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A test that is cancelled after very long, and then says what every task waits for and what each app shows."""

    @wraps(test)
    async def run(*given: Any, **options: Any) -> None:
        loop, running = asyncio.get_running_loop(), asyncio.current_task()
        assert running is not None
        seen: list[str] = []

        def give_up() -> None:
            seen.append(what_waits())
            running.cancel()

        guard = loop.call_later(NEVER, give_up)
        try:
            await test(*given, **options)
        except asyncio.CancelledError as cancelled:
            if not seen:
                raise
            raise AssertionError(f"it hangs\n{seen[0]}") from cancelled
        finally:
            guard.cancel()

    return run


def what_waits() -> str:
    """The stack of every task of this loop, and of each app that one belongs to what it shows and has left to do."""
    tasks = sorted(asyncio.all_tasks(), key=asyncio.Task.get_name)
    apps = dict.fromkeys(pump.app for pump in map(_pump, tasks) if pump is not None)
    waits = (f"{task.get_name()} waits in {', '.join(_places(task.get_coro()))}" for task in tasks)
    return "\n".join([*(line for app in apps for line in _state(app)), *waits])


def _places(awaited: Any) -> Iterator[str]:
    """Where a coroutine waits, and where what it waits for does, and so on; a task itself knows the first alone."""
    while awaited is not None:
        frame = getattr(awaited, "cr_frame", None) or getattr(awaited, "gi_frame", None)
        if frame is not None:
            yield f"{frame.f_code.co_qualname} ({Path(frame.f_code.co_filename).name}:{frame.f_lineno})"
        awaited = getattr(awaited, "cr_await", None) or getattr(awaited, "gi_yieldfrom", None)


def _pump(task: asyncio.Task[Any]) -> MessagePump | None:
    """The app, screen or widget whose messages the task handles, if it is one of those."""
    frame = getattr(task.get_coro(), "cr_frame", None)
    found = frame and frame.f_locals.get("self")
    return found if isinstance(found, MessagePump) else None


def _state(app: Any) -> Iterator[str]:
    screen = app.screen
    yield from (strip.text for strip in screen._compositor.render_strips())
    if isinstance(app, TerminalApp):
        yield f"busy: {is_busy(app)}; leaving: {app.leaving}; stuck: {[*app.stuck]}; crash: {app.crash!r}"
    for pump in (app, *app.screen_stack, *screen.walk_children()):
        queue = pump._message_queue
        yield f"{pump} has {[*queue.values]} and {pump._next_callbacks}, is reading: {bool(queue.ready_event._waiters)}"
    dirty = screen._layout_required, screen._repaint_required, [*screen._dirty_widgets]
    yield f"to lay out, to repaint, dirty: {dirty}; its clock runs: {screen._update_timer._active.is_set()}"
