"""Players who are killed at any moment: no move that was shown is lost, and no journal is damaged."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NoReturn

from termpuzzles.games.model import Gesture
from termpuzzles.generator.generate import generate
from termpuzzles.play.opening import open_session
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import Store

Show = Callable[[bytes], object]


def run(folder: Path, count: int, seed: int = 1, store: Store | None = None) -> str:
    """Kill that many players of one board, each continuing where the last one stopped, and report lost moves."""
    rng, lost = Random(seed), 0
    library = Library(Folders(folder / "data", folder / "config"), store=store)
    puzzle = generate("net", "9x9", seed=1)

    def play(show: Show) -> NoReturn:
        kept = open_session(library, puzzle, time.monotonic)
        while True:
            kept.session.do(Gesture("turn", rng.randrange(puzzle.grid.size)))
            show(kept.session.state.lines)

    events = 0
    for _ in range(count):
        shown = shown_until_killed(play, rng)
        kept = open_session(library, puzzle, time.monotonic)
        if shown is not None:
            lost += shown not in (kept.session.state.lines, _before_last(kept))
            events += 1
        assert not kept.trouble, kept.trouble
        kept.leave()
    return f"{count} kills, {events} of them in play, {lost} with a move lost"


def _before_last(kept) -> bytes:  # type: ignore[no-untyped-def]  # the position before the last event, which was written but not yet shown
    session = kept.session
    session.undo()
    before: bytes = session.state.lines
    session.redo()
    return before


def shown_until_killed(play: Callable[[Show], NoReturn], rng: Random) -> bytes | None:
    """What a player was shown last who plays in a process that is killed soon after its beginning."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            play(lambda shown: os.write(writer, shown.hex().encode() + b"\n"))
        finally:
            os._exit(1)
    os.close(writer)
    shown = os.read(reader, 1)  # waits until the player has begun
    time.sleep(rng.uniform(0.0, 0.03))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the player ended before it was killed"
    with os.fdopen(reader, "rb") as pipe:
        shown += pipe.read()
    *whole, _ = shown.split(b"\n")
    return bytes.fromhex(whole[-1].decode()) if whole else None
