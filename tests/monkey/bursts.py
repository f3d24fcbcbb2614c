"""Bursts that once broke the program: each many times, in one write and with gaps up to a third of a second.

After each the program lives, or has ended with status 0. Where a burst says so, its screen and cursor are then those to
which the same keys lead when they are typed slowly.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.monkey.ideas import KEYS
from tests.monkey.program import Ended, Program, Step, Trouble
from tests.monkey.sessions import ALIVE, run, write
from tests.monkey.worlds import Fresh

GAPS = (0.0, 0.04, 0.0, 0.01, 0.1, 0.2, 0.3)  # seconds; each is tried from both starts before the next
_QUIET: Step = (0.0, "quiet")
_DOWN = KEYS["down"]


class Burst(NamedTuple):
    """Its name, its writes, and whether it must lead where slow keys lead."""

    name: str
    writes: tuple[bytes, ...]
    as_if_slow: bool = False


BURSTS = (
    Burst("g1,1⏎⏎", (b"g", b"1,1", b"\r", b"\r"), True),
    Burst("g3,3⏎ five times", (b"g3,3\r",) * 5, True),
    Burst("g2,5⏎ g3,1⏎", (b"g2,5\r", b"g3,1\r"), True),
    Burst("F4 a⏎⏎", (KEYS["f4"], b"a", b"\r", b"\r"), True),
    Burst("^P zen ⏎⏎", (b"\x10", b"zen", b"\r", b"\r")),
    Burst("? Tab ↓↓↓↓ ⏎⏎^P", (b"?", b"\t", _DOWN, _DOWN, _DOWN, _DOWN, b"\r", b"\r", b"\x10")),
    Burst("q?", (b"q", b"?")),
    Burst("q^P", (b"q", b"\x10")),
    Burst("qV", (b"q", b"V")),
    Burst("qo", (b"q", b"o")),
    Burst("^C^C?", (b"\x03", b"\x03", b"?")),
)
_STARTS: tuple[tuple[Step, ...], ...] = (
    ((0.0, "start five 80x24"), (0.0, "drawn"), _QUIET),
    ((0.0, "start full 80x24"), (0.0, "drawn"), _QUIET, (0.0, b"\r"), _QUIET),
)  # a board alone, and one that was opened from Home


class Shown(NamedTuple):
    """The screen without its clock, and the cursor's column and row on it."""

    text: str
    cursor: tuple[int, int]


def shown_after(steps: list[Step], fresh: Fresh) -> Shown:
    """What is on the screen after these steps; empty if the program has ended."""
    program = Program("five", (80, 24), fresh.folder("five"))
    with suppress(Ended):
        for step in steps[1:]:
            program.take(step)
    shown = Shown(program.still, (program.screen.cursor.x, program.screen.cursor.y))
    program.close()
    return shown


def steps_of(burst: Burst, gap: float) -> list[Step]:
    """The writes of the burst with that gap between them; without a gap all in one."""
    if not gap:
        return [(0.0, b"".join(burst.writes))]
    return [(gap, data) for data in burst.writes]


def typed_slowly(burst: Burst) -> list[Step]:
    """The writes of the burst, each after the one before has taken effect."""
    return [step for data in burst.writes for step in ((0.0, data), _QUIET)]


def try_once(burst: Burst, number: int, wanted: Shown | None) -> tuple[list[Step], str]:
    """Try the burst with one of the gaps; returns the steps, and what went wrong or ""."""
    gap = GAPS[number // 2 % len(GAPS)]
    start = _STARTS[number % 2 if wanted is None else 0]
    steps = [*start, *steps_of(burst, gap)]
    with TemporaryDirectory(ignore_cleanup_errors=True) as room:
        if wanted is None:
            trouble = run(steps, Fresh(Path(room)))
            return steps, trouble.kind if trouble else ""
        try:
            shown = shown_after([*steps, _QUIET, ALIVE, _QUIET], Fresh(Path(room)))
        except Trouble as met:
            return steps, met.kind
    if shown.cursor != wanted.cursor:
        return steps, f"the cursor is at {shown.cursor}, not at {wanted.cursor}"
    return steps, "" if shown.text == wanted.text else f"it shows\n{shown.text}\ninstead of\n{wanted.text}"


def try_all(times: int, jobs: int) -> Iterator[tuple[Burst, int, dict[str, list[Step]]]]:
    """Each burst, how often it failed, and the steps for each way in which it did."""
    for burst in BURSTS:
        wanted = None
        if burst.as_if_slow:
            with TemporaryDirectory(ignore_cleanup_errors=True) as room:
                slowly = [*_STARTS[0], *typed_slowly(burst), ALIVE, _QUIET]
                wanted = shown_after(slowly, Fresh(Path(room)))
        with ProcessPoolExecutor(jobs) as pool:
            outcomes = list(pool.map(try_once, [burst] * times, range(times), [wanted] * times))
        failed = [(steps, why) for steps, why in outcomes if why]
        yield burst, len(failed), {why: steps for steps, why in failed}


def tell_all(times: int, jobs: int) -> int:
    """Try all bursts and print what came of them; returns how many of them failed."""
    broken = 0
    for burst, count, ways in try_all(times, jobs):
        print(f"{burst.name}: {count} of {times} failed", flush=True)
        for why, steps in ways.items():
            print(f"  {why}\n{write(steps)}", flush=True)
        broken += bool(count)
    return broken
