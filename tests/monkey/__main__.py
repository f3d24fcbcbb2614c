"""Runs a kind of monkey for some time; prints each kind of trouble once, with the smallest session that leads to it."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from random import Random
from subprocess import Popen
from typing import NamedTuple

from tests.monkey import bursts, ideas, pairs, sessions
from tests.monkey import plain as plain_mode
from tests.monkey.program import Step, Trouble
from tests.monkey.worlds import Fresh

_SMALLER_SECONDS = 240.0  # for making a session minimal


class Found(NamedTuple):
    """A session and the trouble in which it ended, if any."""

    seed: str
    steps: list[Step]
    trouble: Trouble | None


def one_session(seed: str, plain: bool, starved: bool = False) -> Found:
    """Make up the session of that seed and run it."""
    steps = plain_mode.session(seed) if plain else ideas.session(seed)
    steps = ideas.starved(steps, Random(seed)) if starved else steps
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as room:
        return Found(seed, steps, sessions.run(steps, Fresh(Path(room))))


@contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes that work for nothing meanwhile."""
    busy = [Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def many(seed: str, minutes: float, jobs: int, plain: bool, starved: bool = False) -> Iterator[Found]:
    """Sessions until the time is over, so many at once."""
    end, number = time.monotonic() + 60 * minutes, 0
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[Found]] = set()
        while running or time.monotonic() < end:
            while len(running) < jobs and time.monotonic() < end:
                running.add(pool.submit(one_session, f"{seed}/{number}", plain, starved))
                number += 1
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)


def tell(seed: str, trouble: Trouble, steps: list[Step], again: str) -> None:
    """Print what went wrong, and how to see it again."""
    print(f"\n{'-' * 80}\n{trouble.kind}\nseed {seed}; ", end="")
    print(f"the smallest that ends so: {again}" if again else "it did not happen again; all of it:")
    print(f"{sessions.write(steps)}{trouble.details[-3000:]}\nthe last screen:\n{trouble.screen}", flush=True)


def hunt(seed: str, minutes: float, jobs: int, plain: bool, starved: bool = False) -> int:
    """Let the monkey play for so long; returns how many kinds of trouble it met."""
    kinds: dict[str, int] = {}
    count = steps = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as room:
        for found in many(seed, minutes, jobs, plain, starved):
            count, steps = count + 1, steps + len(found.steps)
            if found.trouble is None:
                continue
            kind = found.trouble.kind
            kinds[kind] = kinds.get(kind, 0) + 1
            if kinds[kind] == 1:
                print(f"seed {found.seed}: {kind}; making it smaller …", flush=True)
                fewer, again = sessions.made_minimal(
                    found.steps, kind, Fresh(Path(room) / str(len(kinds))), _SMALLER_SECONDS
                )
                tell(found.seed, found.trouble, fewer, again)
    print(f"{count} sessions of seed {seed}, {steps:,} steps; {sum(kinds.values())} failed, in {len(kinds)} ways")
    for kind, times in kinds.items():
        print(f"  {times} times: {kind}")
    return len(kinds)


def replayed(file: Path) -> int:
    """Run a session from a file; returns whether it failed."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as room:
        trouble = sessions.replay(file, Fresh(Path(room)))
    if trouble is None:
        print("nothing went wrong")
        return 0
    print(f"{trouble.kind}\n{trouble.details}\nthe last screen:\n{trouble.screen}")
    return 1


def main() -> int:
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.monkey", description=__doc__)
    parser.add_argument("kind", nargs="?", choices=("random", "pairs", "bursts"), default="random")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", default=str(int(time.time())), help="the same seed gives the same sessions")
    parser.add_argument("--jobs", type=int, default=1, help="sessions at once")
    parser.add_argument("--plain", action="store_true", help="plain mode, in place of the app")
    parser.add_argument("--starved", action="store_true", help="stop the program at random")
    parser.add_argument("--load", type=int, default=0, metavar="N", help="with N busy processes beside it, such as 8")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="run the session in a file")
    parser.add_argument("--tenth", type=int, choices=range(10), help="of the pairs, only every tenth, from this one")
    parser.add_argument("--times", type=int, default=50, help="how often to try each burst")
    options = parser.parse_args()
    if options.kind == "pairs":
        return int(pairs.tell_all(options.tenth, options.jobs) > 0)
    if options.kind == "bursts":
        return int(bursts.tell_all(options.times, options.jobs) > 0)
    if options.replay:
        return replayed(options.replay)
    if options.plain and options.starved:
        parser.error("--starved stops the app alone, not plain mode")
    with load(options.load):
        return int(hunt(options.seed, options.minutes, options.jobs, options.plain, options.starved) > 0)


if __name__ == "__main__":
    sys.exit(main())
