"""Sessions: the steps from the start of the program to its end, how they are told, read and made minimal."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tests.monkey.plain import PlainProgram
from tests.monkey.program import Ended, Program, Step, Trouble
from tests.monkey.worlds import Fresh

T = TypeVar("T")
Failing = Callable[[list[T]], bool]

_KEY = re.compile(rb"\x1b\[200~.*?\x1b\[201~|\x1b\[[<0-9;]*[ -/]*[@-~]|\x1bO.|[\xc0-\xff][\x80-\xbf]+|.", re.DOTALL)
ALIVE: Step = (0.0, "alive")


def run(steps: Sequence[Step], fresh: Fresh, before: Sequence[str] = ()) -> Trouble | None:
    """Take these steps with a new program in new folders; returns what went wrong."""
    (_, start), *others = steps
    _, world, size = str(start).split()
    program: Program | PlainProgram | None = None
    try:
        program = begin(world, size, fresh.folder(world), before)
        for step in (*others, ALIVE):
            program.take(step)
    except Ended as end:
        return Trouble(f"ended with status {end.status} at its start") if program is None else None
    except Trouble as trouble:
        return trouble
    finally:
        if program is not None:
            program.close()
    return None


def begin(world: str, size: str, folder: Path, before: Sequence[str] = ()) -> Program | PlainProgram:
    """Start the program in a window of that size, or in plain mode."""
    if size == "plain":
        return PlainProgram(world, folder, before)
    columns, rows = map(int, size.split("x"))
    return Program(world, (columns, rows), folder, before)


def write(steps: Iterable[Step]) -> str:
    """The steps as a Python list, one on each line."""
    return "[\n" + "".join(f"    {step!r},\n" for step in steps) + "]\n"


def read(text: str) -> list[Step]:
    """The steps that were written as a list."""
    steps: Any = ast.literal_eval(text)
    return [(float(gap), what) for gap, what in steps]


def smallest(items: list[T], fails: Failing[T], until: float) -> list[T]:
    """As few of the items as still fail, found by leaving out ever smaller parts of them, until that time."""
    parts = 2
    while items and time.monotonic() < until:
        size = -(-len(items) // parts)
        for begin in range(0, len(items), size):
            fewer = items[:begin] + items[begin + size :]
            if time.monotonic() < until and fails(fewer):
                items, parts = fewer, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts = min(len(items), 2 * parts)
    return items


def minimal(steps: list[Step], fails: Failing[Step], until: float) -> list[Step]:
    """The session without the steps, the keys of each, and the gaps that it does not need in order to fail."""
    steps = _last_bursts(steps, fails)
    start, others = steps[:1], smallest(steps[1:], lambda some: fails([*steps[:1], *some]), until)
    for place in reversed(range(len(others))):
        gap, what = others[place]

        def fails_with(step: Step, place: int = place) -> bool:
            return fails([*start, *others[:place], step, *others[place + 1 :]])

        if isinstance(what, bytes) and len(what) > 1:
            keys = smallest(_KEY.findall(what), lambda some: fails_with((gap, b"".join(some))), until)  # noqa: B023
            what = b"".join(keys)
        hurried = gap > 0 and time.monotonic() < until and fails_with((0.0, what))
        others[place] = (0.0 if hurried else gap, what)
    return [*start, *others]


def _last_bursts(steps: list[Step], fails: Failing[Step]) -> list[Step]:
    """As few of the last bursts of the session as fail by themselves; most trouble needs but one or two."""
    ends = [place for place, step in enumerate(steps) if step == ALIVE]
    for count in (2, 3, 5, 9):
        if count < len(ends):
            some = [*steps[:1], (0.0, "drawn"), *steps[ends[-count] + 1 :]]
            if fails(some):
                return some
    without = [step for step in steps if step != ALIVE]  # as each of these takes a while
    return without if fails(without) else steps


def made_minimal(steps: list[Step], kind: str, fresh: Fresh, seconds: float) -> tuple[list[Step], str]:
    """The smallest session that was found to fail, and the kind of its trouble: the one given if it comes again.

    What depends on chance may not come again, or in another form; the kind is "" if nothing went wrong any more.
    """
    until = time.monotonic() + seconds
    met = [trouble.kind for _ in range(3) if (trouble := run(steps, fresh))]
    if not met:
        return steps, ""
    kind = kind if kind in met else met[0]

    def fails(some: list[Step]) -> bool:
        trouble = run(some, fresh)
        return trouble is not None and trouble.kind == kind

    return minimal(steps, fails, until), kind


def replay(file: Path, fresh: Fresh) -> Trouble | None:
    """Run the session that was written to the file."""
    return run(read(file.read_text(encoding="utf-8")), fresh)
