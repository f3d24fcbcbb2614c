"""The service with a watch on its loop: `-m tests.bench.load.steps serve …` logs each long step."""

from __future__ import annotations

import sys
import time
from asyncio import events

from termpuzzles.cli import main

LONG = 0.005  # seconds of CPU: what is shorter is not logged
WORD = "step "  # a line that begins with it goes on with the milliseconds


def watch() -> None:
    """Measure every step from now on."""
    run = events.Handle._run

    def measured(handle: events.Handle) -> None:
        before = time.thread_time()
        run(handle)
        taken = time.thread_time() - before
        if taken > LONG:
            print(f"{WORD}{1000 * taken:.1f}", file=sys.stderr, flush=True)

    setattr(events.Handle, "_run", measured)  # noqa: B010 # a method is not assigned to


if __name__ == "__main__":
    watch()
    sys.exit(main())
