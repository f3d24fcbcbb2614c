"""The service with a watch on one player: `-m tests.bench.load.own_times serve …` logs what each key took of its loop.

That is the processor time of the loop from the arrival of a key to the first byte of the answer, whatever it was used
for: with work of others that went first, and without what the rest of the machine does.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from termpuzzles.cli import main
from termpuzzles.company.service.connection import Connection
from termpuzzles.company.service.wire import ChannelWire

PLAYER = "127.0.0.2"  # the first address of players: nobody else comes from there
WORD = "own "  # a line that begins with it goes on with the system's clock and the milliseconds


def watch() -> None:
    """Measure every key of the player from now on."""
    made, send, arrived = Connection.connection_made, ChannelWire.send, list[float]()

    def watched(self: Connection, conn: Any) -> None:
        made(self, conn)
        if self.address == PLAYER:
            take = conn.data_received

            def received(data: bytes) -> None:
                arrived.append(time.thread_time())
                take(data)

            conn.data_received = received

    def sent(self: ChannelWire, data: bytes) -> None:
        send(self, data)
        channel: Any = self._channel
        if arrived and channel is not None and channel.get_connection().get_extra_info("peername")[0] == PLAYER:
            taken = 1000 * (time.thread_time() - arrived[0])
            arrived.clear()
            print(f"{WORD}{time.monotonic():.3f} {taken:.3f}", file=sys.stderr, flush=True)

    setattr(Connection, "connection_made", watched)  # noqa: B010 # a method is not assigned to
    setattr(ChannelWire, "send", sent)  # noqa: B010


if __name__ == "__main__":
    watch()
    sys.exit(main())
