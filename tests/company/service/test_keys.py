"""Keys and guests: a key claims what a guest has played, and tokens live ten minutes."""

from __future__ import annotations

import re
from pathlib import Path

import asyncssh

from tests.company.service.service import running, window

ID = "infinity:3x3:111111111"


async def test_what_a_guest_played_is_claimed_with_a_key(tmp_path: Path) -> None:
    mine = asyncssh.generate_private_key("ssh-ed25519")
    async with running(tmp_path) as service:
        async with service.client() as connection, window(connection) as guest:
            await guest.until("termpuzzles")
            guest.type(f"\x1b[200~{ID}\x1b[201~")
            await guest.until("loose ends")
            guest.type("  ")
            await guest.until(lambda text: bool(re.search(r"moves +2", text)))
            guest.type("\x03\x03")
            await guest.process.wait_closed()
            assert guest.process.exit_status == 0
        assert b"\x1b[?1049l" in guest.received, "the terminal was not restored"
        assert b"ssh-keygen -t ed25519" in guest.received
        found = re.search(rb"ssh HOST claim (\S+)", guest.received)
        assert found
        status, said, why = await service.ask(f"claim {found[1].decode()}")
        assert (status, said, why.startswith("You came without a key")) == (2, "", True)
        _, claimed, _ = await service.ask(f"claim {found[1].decode()}", key=mine)
        assert re.fullmatch(r"1 board of guest-\w+ is now yours\.\n", claimed)
        assert not list((tmp_path / "guests").glob("*/journals/*"))
        async with service.client(mine) as connection, window(connection) as shown:
            await shown.until("∞ Loop 3x3")
            shown.type(f"\x1b[200~{ID}\x1b[201~")
            await shown.until(lambda text: bool(re.search(r"moves +2", text)))


async def test_what_is_typed_before_the_first_screen_is_played_once_it_is_shown(tmp_path: Path) -> None:
    async with running(tmp_path) as service, service.client() as connection, window(connection) as guest:
        guest.type(f"\x1b[200~{ID}\x1b[201~")
        await guest.until("loose ends")
