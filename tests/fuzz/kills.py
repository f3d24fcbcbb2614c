"""Players who are killed at any moment: no move that was shown is lost, and no journal is damaged."""

import os
import signal
import time
from pathlib import Path
from random import Random

from termpuzzles.games.model import Gesture
from termpuzzles.generator.generate import generate
from termpuzzles.play.opening import open_session
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import Store


def run(folder: Path, count: int, seed: int = 1, store: Store | None = None) -> str:
    """Kill that many players of one board, each continuing where the last one stopped, and report lost moves."""
    rng, lost = Random(seed), 0
    library = Library(Folders(folder / "data", folder / "config"), store=store)
    puzzle = generate("net", "9x9", seed=1)
    events = 0
    for _ in range(count):
        shown = _play_until_killed(library, puzzle, rng)
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


def _play_until_killed(library: Library, puzzle, rng: Random) -> bytes | None:  # type: ignore[no-untyped-def]
    """The lines of the last position that the player was shown."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        kept = open_session(library, puzzle, time.monotonic)
        while True:
            kept.session.do(Gesture("turn", rng.randrange(puzzle.grid.size)))
            os.write(writer, kept.session.state.lines)
    os.close(writer)
    shown = os.read(reader, puzzle.grid.size)  # waits until the player has begun
    time.sleep(rng.uniform(0.0, 0.03))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as pipe:
        shown += pipe.read()
    size = puzzle.grid.size
    whole = len(shown) // size * size
    return shown[whole - size : whole] or None
