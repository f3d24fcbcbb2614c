"""Two hosts of two processes behind a balancer: any process serves any player, and whatever is killed loses nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# what follows needs it
from tests.data import sweep
from tests.play.storage.postgres import new_server
from tests.ssh.hosts import survive


async def test_whatever_is_killed_players_are_back_at_the_same_move_and_nothing_shown_is_lost(tmp_path: Path) -> None:
    server = new_server()
    try:
        found = await survive(tmp_path, server, sweep.share(50, of=8), players=2)
    finally:
        await asyncio.to_thread(server.end)
    assert (found.lost, found.torn) == (0, 0)
    assert found.moves > 2 * found.kills
