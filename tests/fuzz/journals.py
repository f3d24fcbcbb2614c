"""Damaged journals: each is listed or skipped, opened or refused in a sentence, can be continued, and loses nothing."""

from pathlib import Path
from random import Random

from termpuzzles.errors import PuzzleError
from termpuzzles.play.opening import Opened, open_session
from termpuzzles.session.attempt import MARK
from termpuzzles.session.session import Session
from termpuzzles.storage.folder_store import ENDING, JOURNALS
from termpuzzles.storage.journal_text import parse, puzzle_of
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import summary_at
from tests.fuzz.mutate import mutated
from tests.play.storage import opened

RELEASES = Path(__file__).parents[1] / "data" / "releases"
EVERY = 20  # one journal in this many is opened from a folder, as a player would; the others are only read


def seeds() -> list[bytes]:
    """Journals that releases have really written."""
    return [path.read_bytes() for path in sorted(RELEASES.rglob("*.sitting")) + sorted(RELEASES.rglob("*.journal"))]


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Try that many journals and report the outcome."""
    rng, whole, outcomes = Random(seed), seeds(), {"listed": 0, "refused": 0, "played": 0}
    for number in range(count):
        data = mutated(rng, rng.choice(whole), whole)
        _read(folder, data, outcomes)
        if number % EVERY == 0:
            _open(folder / str(number // EVERY % 50), data)
    return ", ".join(f"{number} {what}" for what, number in outcomes.items()) + f", of {count}; no traceback"


def _read(folder: Path, data: bytes, outcomes: dict[str, int]) -> None:
    content = parse(data)
    assert content.good <= len(data)
    if content.head is None or not content.events:
        outcomes["refused"] += 1
        return
    entry = summary_at(str(folder / "x.journal"), content.head, content.events, 0.0)
    assert all(text.isprintable() for text in (entry.game, entry.title, entry.size, entry.rating, entry.opened))
    outcomes["listed"] += 1
    try:
        puzzle = puzzle_of(content.head, "x.journal")
    except PuzzleError as error:
        sentence = str(error)
        assert sentence.isprintable()
        return
    session = Session(puzzle)
    played = session.restore(content.events)
    assert 0 <= played <= len(content.events)
    outcomes["played"] += 1


def _open(folder: Path, data: bytes) -> None:
    """List, open and leave a journal in a folder; every byte of it is still there afterwards."""
    library = Library(Folders(folder / "data", folder / "config"))
    path = folder / "data" / JOURNALS / f"x{ENDING}"
    path.parent.mkdir(parents=True, exist_ok=True)
    for other in path.parent.iterdir():
        other.unlink()
    path.write_bytes(data)
    listed = library.journal_list()
    assert len(listed.entries) + listed.skipped <= 1
    for entry in listed.entries:
        try:
            puzzle, journal = opened.resumed(library, entry)
        except (PuzzleError, OSError):
            return
        resumed = open_session(library, puzzle, lambda: 0.0, Opened(puzzle, journal))
        resumed.session.apply(MARK)
        resumed.leave()
    kept = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert sum(line not in kept for line in data.split(b"\n")[:-1]) == 0
