"""Plain mode on a service: matches with others wherever the player is, and boards kept in a database."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from tests.company.service.service import running
from tests.wall.service.test_wall_matches import Talk, key


async def test_matches_are_played_from_plain_mode_wherever_the_player_is(tmp_path: Path) -> None:
    async with running(tmp_path) as service, AsyncExitStack() as stack:
        talks = []
        for name in ("anna", "bob"):
            mine = key()
            await service.ask(f"name {name}", key=mine)
            connection = await stack.enter_async_context(service.client(mine))
            talks.append(Talk(await connection.create_process()))
            await talks[-1].until("Practise")
        anna, bob = talks
        anna.say("the wall game", "matches with")
        await anna.until("Matches with other players")
        await anna.until("Type help for the commands.")
        anna.say("challenge nobody", "challenge bob 3x3 blitz red unrated")
        await anna.until("No player is called 'nobody'.")
        await bob.until("anna challenges you to the Wall Game: standard, 3x3, blitz, unrated. Type matches, and then")
        bob.say("matches")
        await bob.until("Type help for the commands.")
        bob.say("accept anna")
        for talk in talks:
            await talk.until("Red, ")
        anna.say("ca2")
        for talk in talks:
            await talk.until("Red, anna: Ca2, cat to a2.")
        bob.say("leave", "back", "list")
        await bob.until("You left the match, but it goes on.")
        await bob.until("What would you like to do?")
        bob.say("matches", "continue", "resign", "resign")  # in one write, before the match can be open
        await bob.until("Type resign again")
        for talk in talks:
            await talk.until("Red wins: blue resigned.")
            talk.say("quit")
    assert "crash" not in service.log
