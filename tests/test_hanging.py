"""A test that hangs."""

from __future__ import annotations

import asyncio

import pytest

from tests import hanging
from tests.hanging import fails_if_it_hangs
from tests.tui.terminal.small_apps import running


async def test_it_fails_with_what_the_app_shows_and_what_each_task_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs() -> None:
        await asyncio.Event().wait()

    async with running() as run:
        monkeypatch.setattr(hanging, "NEVER", 0.0)
        go_on = asyncio.Event()
        run.field.call_later(go_on.wait)
        with pytest.raises(AssertionError) as told:
            await fails_if_it_hangs(hangs)()
        go_on.set()
    for part in (
        "it hangs\n" + "a" * 20,
        "busy: True",
        "message pump Sheet() waits in MessagePump._process_messages",
        f"{hangs.__qualname__} (test_hanging.py:{hangs.__code__.co_firstlineno + 1}), Event.wait",
    ):
        assert part in str(told.value)


async def test_one_that_ends_or_is_ended_by_others_does_not() -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    await fails_if_it_hangs(asyncio.sleep)(0)
    with pytest.raises(asyncio.CancelledError):
        await fails_if_it_hangs(cancelled)()
