"""Fifty races of two, in one process: `-m tests.bench.load.racers PORT`, until it is killed."""

from __future__ import annotations

import asyncio
import random
import sys

import asyncssh

from tests.bench.load.players import TURN_OR_MOVE, Player

RACES, AT_ONCE = 50, 5
FIRST = 200  # the number of the first player
BEGUN = b"begun\n"  # what is printed once everybody races


async def race_of_two(port: int, number: int) -> list[Player]:
    """Two players who have just begun a race."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    who = await Player.join(port, number, key=keys[0], command="who")
    name = bytes(who.received).split(b",")[0].decode()
    await who.leave()
    guest = await Player.join(port, number, key=keys[0])
    host = await Player.join(port, number + 1, key=keys[1], command=f"race {name} 7x7w")
    await guest.until(lambda: b"invites" in guest.received)
    await asyncio.sleep(1.5)  # what is typed before does not answer
    guest.channel.write(b"\r")
    await guest.until(lambda: b"Enter when" in guest.received)
    await host.until(lambda: b"Enter when" in host.received)
    for player in (guest, host):
        player.channel.write(b"\r")
    for player in (guest, host):
        await player.until(lambda player=player: b"loose end" in player.received)  # type: ignore[misc]
    return [guest, host]


async def _races(player: Player, chance: random.Random) -> None:
    """Press a key a second."""
    await asyncio.sleep(chance.random())
    while True:
        player.received.clear()
        player.channel.write(chance.choice(TURN_OR_MOVE))
        await asyncio.sleep(1)


async def main(port: int) -> None:
    """Begin all races, a few at a time, and go on with them."""
    chance, racers = random.Random(7), list[Player]()
    for start in range(0, RACES, AT_ONCE):
        numbers = range(FIRST + 2 * start, FIRST + 2 * (start + AT_ONCE), 2)
        for race in await asyncio.gather(*(race_of_two(port, number) for number in numbers)):
            racers += race
    await asyncio.sleep(5)
    sys.stdout.buffer.write(BEGUN)
    sys.stdout.flush()
    await asyncio.gather(*(_races(player, chance) for player in racers))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
