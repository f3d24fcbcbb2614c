"""Processes that the service starts are gone once it ends them, however much of their output was read."""

from __future__ import annotations

import asyncio
import sys

import pytest

from termpuzzles.company.service.limits import Limits
from termpuzzles.company.service.requests import Request
from termpuzzles.company.service.workers import end

SLEEPS = "import time; time.sleep(60)"
FILLS_ITS_PIPES = "print('x' * 1_000_000)"
ENDS = "pass"


@pytest.mark.parametrize("program", [SLEEPS, FILLS_ITS_PIPES, ENDS])
async def test_a_process_and_its_pipes_are_gone_once_it_has_been_ended(program: str) -> None:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdin=pipe, stdout=pipe, stderr=pipe)
    await asyncio.sleep(0.2)
    await end(process)
    assert process.returncode is not None
    assert process.stdin is not None
    assert process.stdin.is_closing()
    assert process.stdout is not None
    assert process.stdout.at_eof()


async def test_a_request_that_is_killed_while_its_process_starts_ends() -> None:
    printed: list[bytes] = []
    request = Request((sys.executable, "-c", SLEEPS), {}, 30.0, Limits())
    running = asyncio.ensure_future(request.run(printed.append, printed.append, room))
    await asyncio.sleep(0)
    request.kill()
    assert await running < 0
    assert not printed


async def room() -> None:
    """There is always room."""
