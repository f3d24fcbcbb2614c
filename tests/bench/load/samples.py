"""Who is measured, in a process of its own: `-m tests.bench.load.samples player PORT`, or `… control`; until killed.

Each line is a moment of the system's clock that never goes back, and the milliseconds that something took: a key of a
player until its first byte; or, as a control that has nothing to do with the service, work that only spins.
"""

from __future__ import annotations

import asyncio
import sys
import time
from itertools import cycle

import asyncssh

from tests.bench.load.players import Player

BETWEEN = 0.15  # seconds between two samples
SPINS = 0.003  # seconds of CPU that the control takes, as a key takes in the service
BOARD = "infinity:7x7:" + "1" * 49
KEYS = (b"\x1b[C", b" ", b"\x1b[D", b" ")  # each draws something: at a border a move does not


def _tell(begun: float, milliseconds: float) -> None:
    print(f"{begun:.3f} {milliseconds:.3f}", flush=True)


async def play(port: int) -> None:
    """Press keys for ever, as a player with a key; each key waits until the one before it was drawn."""
    player = await Player.join(port, 0, key=asyncssh.generate_private_key("ssh-ed25519"))
    await player.open_board(BOARD, b"loose end")
    await asyncio.sleep(2)
    for key in cycle(KEYS):
        begun = time.monotonic()
        _tell(begun, 1000 * await player.key(key))
        await asyncio.sleep(BETWEEN)


def spin() -> None:
    """Spin for the same time of CPU again and again."""
    while True:
        begun, cpu = time.monotonic(), time.thread_time()
        while time.thread_time() - cpu < SPINS:
            pass
        _tell(begun, 1000 * (time.monotonic() - begun))
        time.sleep(BETWEEN)


if __name__ == "__main__":
    if sys.argv[1] == "control":
        spin()
    else:
        asyncio.run(play(int(sys.argv[2])))
