"""`python3 -m tests.bench --report`: how many times as long as we each peer takes, as a table for the README."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from platform import machine, python_version

from tests.bench.peers.reference import program
from tests.bench.peers.solvers import PEERS
from tests.bench.starting import at_rest, first_frames
from tests.bench.tables import TABLES

COMPARED = ("net", "infinity", "simpleloop")
_RATIO = re.compile(r"\(([\d.]+)x\)|too slow|not asked")


def report() -> Iterator[str]:
    """The table, in Markdown: ratios only, for milliseconds do not travel from machine to machine."""
    peers = [peer.name for peer in PEERS if not peer.missing()]
    yield f"Measured on {date.today().isoformat()}, {machine()}, one thread, Python {python_version()}; medians."
    yield ""
    yield f"| work | {' | '.join(peers)} |"
    yield f"|---|{'---|' * len(peers)}"
    for name in COMPARED:
        yield from _rows(name)
    if program():
        yield ""
        yield "| work | Simon Tatham's program in C |"
        yield "|---|---|"
        yield from _rows("reference")
    yield ""
    yield "| the app | |"
    yield "|---|---|"
    for name, (_, _, ratio) in first_frames():
        yield f"| {name} | {ratio.median:.2f} times the CPU time of a bare Textual app |"
    for size, megabytes in at_rest():
        yield f"| memory at rest, {size} | {megabytes:.0f} MB |"


def _rows(name: str) -> Iterator[str]:
    """A row for each line of the table that compares."""
    for line in TABLES[name]():
        if found := list(_RATIO.finditer(line)):
            told = " | ".join(f"{each[1]} times as long" if each[1] else each[0] for each in found)
            yield f"| {line[:44].strip()} | {told} |"
