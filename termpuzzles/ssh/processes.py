"""Ends a process that the service has started."""

from __future__ import annotations

import asyncio
from contextlib import suppress

_GONE = 1.0  # seconds to wait for the pipes of a killed process before they are left as they are


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill a process if it still runs, and wait until it and the pipes to it are gone."""
    if process.returncode is None:
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    with suppress(TimeoutError):
        await asyncio.wait_for(process.communicate(), _GONE)  # reads the pipes to their ends: only then they close
