"""Two hosts of two processes behind a balancer: any process serves any player, and whatever is killed loses nothing."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# what follows needs it
from tests.commands.shell import Shell
from tests.company.postgres import new_server
from tests.company.service.hosts import survive
from tests.data import sweep


async def test_whatever_is_killed_players_are_back_at_the_same_move_and_nothing_shown_is_lost(tmp_path: Path) -> None:
    server = new_server()
    try:
        found = await survive(tmp_path, server, sweep.share(50, of=17), players=2)
    finally:
        await asyncio.to_thread(server.end)
    assert (found.lost, found.torn) == (0, 0)
    assert found.moves > 2 * found.kills


def test_several_processes_without_a_database_are_refused_and_so_is_one_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(monkeypatch, tmp_path)
    data = shlex.join(["--data", str(tmp_path / "data")])
    done = shell.run(f"serve --processes 2 {data}")
    assert (done.status, "several processes need a database" in done.err) == (2, True)
    done = shell.run(f"serve --port 0 {data} --store {shlex.quote(f'postgresql:///nobody?host={tmp_path}')}")
    assert (done.status, "does not answer" in done.err) == (1, True)
    done = shell.run("serve --store mysql://x")
    assert (done.status, "expected the address of a database" in done.err) == (2, True)
