"""Matches of the Wall Game between clients of a service: challenged, cut off and back, watched, and to their end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import asyncssh

from tests.ssh.service import Running, Window, running, window


def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def players(service: Running, *keys: asyncssh.SSHKey) -> AsyncIterator[list[Window]]:
    """Clients with these keys, who are called anna, bob and so on, each with the app open."""
    async with AsyncExitStack() as stack:
        opened = []
        for mine, name in zip(keys, ("anna", "bob", "cleo"), strict=False):
            await service.ask(f"name {name}", key=mine)
            connection = await stack.enter_async_context(service.client(mine))
            opened.append(await stack.enter_async_context(window(connection)))
            await opened[-1].until("termpuzzles")
        yield opened


async def challenge(player: Window, name: str) -> None:
    """Challenge somebody from the screen of matches."""
    player.type("\x10matches\r")
    await player.until("challenge a player")
    player.type("\r")
    await player.until("Whom do you challenge?")
    player.type(f"{name}\r")


async def test_two_clients_play_a_match_to_its_end_and_one_is_cut_off_and_comes_back(tmp_path: Path) -> None:
    keys = [key(), key()]
    async with running(tmp_path) as service, players(service, *keys) as (anna, bob):
        await challenge(anna, "bob")
        await bob.until("Do you come?")
        await asyncio.sleep(1.1)
        bob.type("\r")
        for player in (anna, bob):
            await player.until("to go")
        print(anna.text)
        print(bob.text)
