"""Random changes to bytes: some are flipped, cut, doubled or moved, or mixed with strings known to cause trouble."""

from random import Random

NASTY = (
    b"nan",
    b"-1",
    b"1e999",
    b"\x00",
    b"\x1b[2J",
    b"\r",
    b"\n",
    b"\xff\xfe",
    b"[" * 300,
    b"{" * 300,
    b'"',
    b"\\u0000",
    "\u202e∞".encode(),
    b"999999999999999999999999",
    b"attempt",
    b"opened 2026-99-99T99:99 daily x",
    b"move turn 0,0 4",
    b"move ; ;",
    b"checked -5",
)


def mutated(rng: Random, data: bytes, others: list[bytes]) -> bytes:
    """The data after a few random changes."""
    for _ in range(rng.randrange(1, 6)):
        at, to = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        kind = rng.randrange(7)
        if kind == 0 and data:
            place = min(at, len(data) - 1)
            data = data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
        elif kind == 1:
            data = data[:at] + data[to:]
        elif kind == 2:
            data = data[:to] + data[at:]
        elif kind == 3:
            data = data[:at] + rng.choice(NASTY) + data[at:]
        elif kind == 4:
            data = data[:at] + rng.choice(NASTY) + data[to:]
        elif kind == 5:
            other = rng.choice(others)
            data = data[:at] + other[rng.randrange(len(other) + 1) :]
        else:
            data = data[:at]
    return data[:20_000]
