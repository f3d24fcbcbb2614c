"""`.venv/bin/python -m tests.bench --report`: the tables of the page, as ratios to peers, solving, a bare app."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from platform import machine, python_version

from tests.bench.bytes import shares
from tests.bench.peers.reference import program
from tests.bench.peers.solvers import PEERS
from tests.bench.starting import at_rest, first_frames
from tests.bench.tables import TABLES
from tests.bench.waits import beside_solving

COMPARED = ("net", "infinity", "simpleloop", "masyu")
_RATIO = re.compile(r"\(([\d.]+)x\)|too slow|not asked")


def report() -> Iterator[str]:
    """The table in Markdown. It has ratios only, because milliseconds are not comparable between machines."""
    peers = [peer.name for peer in PEERS if not peer.missing()]
    yield f"Measured on {date.today().isoformat()}, {machine()}, one thread, Python {python_version()}; medians."
    yield ""
    yield f"| work: theirs / ours | {' | '.join(peers)} |"
    yield f"|---|{'---|' * len(peers)}"
    for name in COMPARED:
        yield from _rows(name)
    if program():
        yield ""
        yield "| work: theirs / ours | Simon Tatham's program in C |"
        yield "|---|---|"
        yield from _rows("reference")
    yield ""
    yield "| what a player waits for | its time / that of solving the board |"
    yield "|---|---|"
    for name, ratio in beside_solving():
        yield f"| {name} | {ratio:.2g} |"
    yield ""
    yield "| the app | beside a bare Textual app |"
    yield "|---|---|"
    for name, (_, _, spread) in first_frames():
        yield f"| {name} | {spread.median:.2f} times the CPU time |"
    for size, _, ratio in at_rest():
        yield f"| memory at rest, {size} | {ratio:.2f} times as much |"
    yield ""
    yield "| bytes sent, all sizes of cells | beside the first frame |"
    yield "|---|---|"
    for kind, least, most in shares():
        yield f"| {kind} | {100 * least:.1f} to {100 * most:.1f} % |"


def _rows(name: str) -> Iterator[str]:
    """A row for each line of the table that has a ratio."""
    for line in TABLES[name]():
        if found := list(_RATIO.finditer(line)):
            columns = " | ".join(each[1] or each[0] for each in found)
            yield f"| {line[2:46].strip()} | {columns} |"
