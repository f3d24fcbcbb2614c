"""Random bytes at random moments, as a terminal might send them: each is a named event, an answer, or nothing."""

from pathlib import Path
from random import Random

from textual.message import Message

from termpuzzles.terminal.input import LONGEST_PASTE, Input, TerminalAnswer
from termpuzzles.tui.adapter.driver import messages_of

PARTS = [
    *(bytes([byte]) for byte in range(256)),
    *(
        b"\x1b",
        b"\x1b[",
        b"\x1b]",
        b"\x1bO",
        b"\x1bP",
        b"\x1b\\",
        b"\x07",
        b";",
        b"?",
        b"$y",
        b"c",
        b"R",
        b"u",
        b"~",
        b"M",
    ),
    *(b"\x1b[A", b"\x1bOP", b"\x1b[97;5u", b"\x1b[1;2R", b"\x1b[?62;22c", b"\x1b[?2026;2$y", b"\x1b[I", b"\x1b[O"),
    *(b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", b"\x1b[<0;10;5M", b"\x1b[<64;10;5M", b"\x1b[M !!", b"\x1b[48;24;80;0;0t"),
    *(b"\x1b[200~", b"\x1b[201~", b"7x7w:0", b"\xc3\xa9", b"\xe2\x88\x9e", b"\xf0\x9f\x91\x8d", b"9" * 30, b"0;1:2"),
]


def one_input(chance: Random) -> list[Message]:
    """Feed some parts, split anywhere, at random moments; return the resulting events."""
    reader, now, messages = Input(), 0.0, list[Message]()
    if chance.random() < 0.5:
        reader.expect_answers()
    data = b"".join(chance.choice(PARTS) for _ in range(chance.randint(1, 12)))
    while data or reader.deadline is not None:
        length = chance.randint(1, len(data)) if data else 0
        tokens = reader.feed(data[:length], now) if length else []
        data = data[length:]
        now += chance.choice((0.0, 0.0, 0.05, 0.2, 2.0)) if data else 6.0
        tokens += reader.expire(now)
        for token in tokens:
            if not isinstance(token, TerminalAnswer):
                messages += messages_of(token)
        assert len(reader._left) < 300
        assert len(reader._paste or b"") <= LONGEST_PASTE
    assert reader._left == b""
    assert reader._paste is None
    return messages


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Try that many inputs and report the outcome."""
    chance = Random(seed)
    events = sum(len(one_input(chance)) for _ in range(count))
    return f"{count} inputs, {events} events; no traceback"
