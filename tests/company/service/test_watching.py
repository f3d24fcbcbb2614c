"""Watching the game of a player who allows it, and taking a name."""

from __future__ import annotations

import re
from pathlib import Path

import asyncssh

from termpuzzles.tui.screens.options import OptionsScreen
from tests.company.service.service import Running, Window, running, window

ID = "infinity:3x3:111111111"


async def allow(service: Running, name: str, key: asyncssh.SSHKey) -> None:
    """Take a name, and let others watch by the options."""
    assert (await service.ask(f"name {name}", key=key))[1] == f"Others now see you as {name}.\n"
    async with service.client(key) as connection, window(connection, 80, 60) as shown:
        await shown.until("termpuzzles")
        (await options(service, shown))._keep("watch", True)


async def options(service: Running, player: Window) -> OptionsScreen:
    """The options, which nobody else has open."""
    player.type("o")
    await player.until("more …")
    screens = [visit._app._app.screen for visit in service.service.visits]  # type: ignore[attr-defined]
    (found,) = (each for each in screens if isinstance(each, OptionsScreen))
    return found


async def test_a_game_is_watched_live_where_its_player_allows_it(tmp_path: Path) -> None:
    mine = asyncssh.generate_private_key("ssh-ed25519")
    async with running(tmp_path) as service:
        async with service.client(mine) as connection, window(connection) as player, service.client() as stranger:
            await player.until("termpuzzles")
            player.type(f"\x1b[200~{ID}\x1b[201~")
            await player.until("loose ends")
            assert (await service.ask("name Anna", key=mine))[0] == 0
            refused = await stranger.run("watch Anna", term_type="xterm", check=False)
            assert (refused.exit_status, "lets others watch" in str(refused.stdout) + str(refused.stderr)) == (1, True)
        await allow(service, "Anna", mine)
        async with (
            service.client(mine) as connection,
            window(connection) as player,
            service.client() as stranger,
        ):
            await player.until("termpuzzles")
            player.type(f"\x1b[200~{ID}\x1b[201~")
            await player.until("loose ends")
            async with window(stranger, command="watch anna") as watcher:
                await watcher.until("Anna")
                await watcher.until("∞ Loop 3x3")
                before = board(watcher.text)
                player.type(" ")
                await watcher.until(lambda text: board(text) != before and bool(re.search(r"1 move\b", text)))
                watcher.type(" \x1b[C ")  # changes nothing
                player.type("\x1b[C ")
                await player.until(lambda text: bool(re.search(r"moves +2", text)))
                await watcher.until("2 moves")
                choices = await options(service, player)
                choices._keep("watch", False)
                await watcher.until("Anna has switched watching off.")
                choices._keep("watch", True)
                await watcher.until("2 moves")
                player.type("qq")
                await watcher.until("shows no board")
                watcher.type("q")
                await watcher.process.wait_closed()
                assert watcher.process.exit_status == 0


def board(text: str) -> str:
    """The lines of the board alone."""
    return "".join(re.findall("[━┃┏┓┗┛╸╺╹╻─│┌┐└┘▀▄]", text))
