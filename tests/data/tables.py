"""The boards of this folder, row by row."""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
GAMES = ("net", "infinity", "simpleloop", "simpleloops", "web")
KINDS = ("unique", "hard", "ambiguous", "contradictory")
MOST = 99  # the largest number of solutions that is counted exactly; more are written as 100+


class Row(NamedTuple):
    """A board: its id, a solution as hexadecimal digits (`-` for none), how many there are, and why it is here."""

    id: str
    solution: str
    number: str
    kind: str

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        width, height = (self.id.split("/")[1:3]) if "/" in self.id else self.id.split(":")[-2].rstrip("w").split("x")
        return int(width) * int(height)


def rows(game: str, *kinds: str) -> list[Row]:
    """The boards of a game, of these kinds or of all."""
    text = (FOLDER / f"{game}.tsv").read_text(encoding="utf-8")
    found = [Row(*line.split("\t")) for line in text.splitlines() if line[0] != "#"]
    return [row for row in found if not kinds or row.kind in kinds]


def masks(solution: str) -> bytes:
    """The masks of a solution in the bits that we use: north 8, east 4, south 2, west 1."""
    digits = (int(digit, 16) for digit in solution)
    return bytes((bits & 1) << 2 | (bits & 2) << 2 | (bits & 4) >> 2 | (bits & 8) >> 2 for bits in digits)
