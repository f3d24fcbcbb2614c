"""A conversation in lines of text over the wire of a visit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from termpuzzles.company.service.wire import ChannelWire
from termpuzzles.plain.conversation import Conversation
from termpuzzles.terminal.wire import QuietListener

_LONGEST = 1_000  # bytes of a line


async def converse(conversation: Conversation, wire: ChannelWire, say: Callable[[str], None]) -> None:
    """Hold the conversation until it or the input ends."""
    lines = _Lines()
    try:
        for greeting in conversation.begin():
            say(greeting)
        wire.open(lines)
        await conversation.settled()
        while not conversation.ended and (line := await lines.next()) is not None:
            for reply in conversation.answer(line):
                say(reply)
            await conversation.settled()
            await wire.until_read()
    finally:
        conversation.close()
        wire.close()


class _Lines(QuietListener):
    """The lines that come over a wire."""

    def __init__(self) -> None:
        self._begun = b""
        self._whole: asyncio.Queue[str | None] = asyncio.Queue()

    def received(self, data: bytes) -> None:
        """Take input; of a line that is too long the beginning counts."""
        *whole, begun = (self._begun + data).split(b"\n")
        for line in whole:
            self._whole.put_nowait(line[:_LONGEST].decode("utf-8", "replace"))
        self._begun = begun[:_LONGEST]

    def closed(self, status: int) -> None:
        """End."""
        self._whole.put_nowait(None)

    async def next(self) -> str | None:
        """The next line; None at the end."""
        return await self._whole.get()
