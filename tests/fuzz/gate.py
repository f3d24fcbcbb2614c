"""Damaged texts: each puzzle in them is read, or refused in one printable sentence."""

from pathlib import Path
from random import Random

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, decode, read, read_each
from termpuzzles.games.model import Puzzle
from tests.fuzz.mutate import mutated

ROOT = Path(__file__).parents[2]
IDS = [
    b"7x7w:78a2ab47ad541418beb984d39",
    b"net:2x2:9c63\ninfinity:2x1:14\nsimpleloop/6/4/00036\nsimpleloops/6/4/00036",
    b"pzprv3/simpleloop/1/2/. . /0 /",
    b'{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]}',
    b"https://puzz.link/p?simpleloop/6/4/00036\tnotes",
]

CIRCLES = [
    b"https://puzz.link/p?mashu/6/6/1063000i3000",
    b"pearl:6x6:bWdBbWjBcWj\npearl:30x1:zbWa",
    b"pzprv3/mashu/2/3/. 1 . /2 . . /0 0 /0 0 /0 0 0 /",
    "# game: masyu\n# clues: 3,1○ 2,2●\n······\n·┏┓○··\n·┗┛···\n".encode(),
    "# game: masyu\n··○···\n·●··○·\n······\n---\n# game: masyu\n·○●\n".encode(),
]


def seeds() -> list[bytes]:
    """Undamaged levels, saved games and ids."""
    files = sorted(ROOT.rglob("tests/formats/**/*.sav")) + sorted(ROOT.glob("**/levels/*/*.loops"))[::40]
    return [*IDS, *CIRCLES, *(file.read_bytes()[:3000] for file in files)]


def run(folder: Path, count: int, seed: int = 1, texts: list[bytes] | None = None) -> str:
    """Try that many damaged texts, by default of all kinds, and report the outcome."""
    rng, whole, outcomes = Random(seed), texts or seeds(), {"read": 0, "refused": 0}
    for _ in range(count):
        try:
            text = decode(mutated(rng, rng.choice(whole), whole)[:4000], "in")
        except PuzzleError as error:
            _refused(error, outcomes)
            continue
        for reading in read_each(text, source="in"):
            if isinstance(reading.puzzle, PuzzleError):
                _refused(reading.puzzle, outcomes)
            else:
                assert isinstance(reading.puzzle, Puzzle)
                outcomes["read"] += 1
                if reading.puzzle.grid.size < 100:
                    (again,) = read(canonical_id(reading.puzzle))
                    assert (again.tiles, again.clues) == (reading.puzzle.tiles, reading.puzzle.clues)
    return ", ".join(f"{number} {what}" for what, number in outcomes.items()) + f", in {count} texts; no traceback"


def _refused(error: PuzzleError, outcomes: dict[str, int]) -> None:
    assert str(error).isprintable()
    outcomes["refused"] += 1
