"""How hard a board is, in five grades, and how long it takes, in the words that players read.

A grade says what is hard about each cell: it comes from the effort for each cell, on a scale of each game, so that a
large board of easy steps is easy, and long. The hardest step counts by itself, too: a board with one what-if is hard,
however large it is, and one on which nothing is ever supposed is never more than tricky.

The scales were fixed in this way. Masyu: on 300 published boards from 6x6 to 15x15 with their maker's labels (easy,
medium, hard), the bounds between which the labels part best; the two outer grades split what is left at the ends of
the shipped levels. All other games: on the shipped levels. Boards that need only the first rule or two are easy; each
further bound lies where the next technique becomes usual, so that each of the five has a share of the levels that were
made to be hard. `tests.bench.grading` measures how well labels are told apart.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from math import ceil, inf, log2, nextafter
from typing import NamedTuple

from termpuzzles.logic.rules.techniques import PATTERNS, TITLES, title_of

MOST = 5


class Grade(NamedTuple):
    """A grade from 1 to 5, and its name."""

    number: int
    name: str

    @property
    def dots(self) -> str:
        """`●●●○○`."""
        return self.drawn("●", "○")

    def drawn(self, full: str, empty: str) -> str:
        """The number out of five, by these signs."""
        return full * self.number + empty * (MOST - self.number)


GRADES = ("easy", "medium", "tricky", "hard", "fiendish")
SCALES = {
    "infinity": (1.9, 3.0, 6.0, 12.0),
    "net": (2.0, 3.0, 5.0, 10.0),
    "simpleloop": (1.5, 2.4, 3.5, 6.0),
    "simpleloops": (1.5, 2.4, 3.5, 6.0),
    "masyu": (2.3, 3.7, 4.5, 10.0),
}  # the effort for each cell at which the next grade begins
_SCALE = SCALES["net"]  # of a game without its own
LEAST = {
    "dead end": 2,
    "colouring": 2,
    "parity": 2,
    "pairs": 2,
    "parity type 1": 2,
    "parity type 2": 3,
    "chain": 3,
    "one step ahead": 4,
    "search": 5,
}  # the least grade of a board that needs such a step
MOST_OF = dict.fromkeys(("edge", "degree", "circles", "pocket", "no loop"), 2) | dict.fromkeys(
    ("patterns", "block", "dead end", "only way across", "parity", "pairs", "parity type 1"), 3
)  # the highest grade of a board that needs no harder step: of all others the highest there is
LENGTHS = ((100, "short"), (500, ""), (2000, "long"))  # below so much effort, in words
_LONGEST = "very long"
_ENDLESS = 9_999_999  # the largest effort that can be asked for
_LEAST_POINTS, _PER_GRADE, _PER_DOUBLING = 600, 300, 80  # of a board of `_FEWEST` cells; for twice as many cells
_FEWEST = 25
_MIDDLING = 1.0  # the grades below a board of which no more is known than its size


class Difficulty(NamedTuple):
    """How hard a board of a game is: its number of cells, its effort, 0 if not known, and its hardest rule or ""."""

    game: str
    cells: int
    effort: int
    hardest: str = ""

    @classmethod
    def written(cls, game: str, cells: int, header: Iterable[tuple[str, str]]) -> Difficulty:
        """What the header lines of a level say of it."""
        lines = dict(header)
        effort = lines.get("effort", "")
        known = effort.isascii() and effort.isdigit() and len(effort) <= len(str(_ENDLESS))
        return cls(game, cells, int(effort) if known else 0, lines.get("rating", ""))

    @property
    def score(self) -> float:
        """The effort for each cell, within what a board with such a hardest step can be."""
        scale = (0.0, *SCALES.get(self.game, _SCALE), inf)
        least, most = scale[LEAST.get(self.hardest, 1) - 1], scale[MOST_OF.get(self.hardest, MOST)]
        return max(least, min(self.effort / max(1, self.cells), nextafter(most, 0)))

    @property
    def grade(self) -> Grade:
        """The grade: by the effort for each cell, and by what the hardest step is by itself."""
        number = bisect_right(SCALES.get(self.game, _SCALE), self.score)
        return Grade(number + 1, GRADES[number])

    @property
    def points(self) -> int:
        """The board's rating, on the scale on which players have theirs; of unknown effort that of a usual board.

        A grade is worth 300 points, in between by the effort for each cell; twice as many cells are worth 80. Players'
        ratings are counted anew from these each time, so whatever changes them changes everybody's.
        """
        if self.effort:
            bounds = (0.0, *SCALES.get(self.game, _SCALE))
            below = self.grade.number - 1
            least = bounds[below]
            most = bounds[below + 1] if below + 1 < MOST else 2 * least
            grades = below + min(1.0, (self.score - least) / (most - least))
        else:
            grades = max(LEAST.get(self.hardest, 1) - 1, min(_MIDDLING, MOST_OF.get(self.hardest, MOST)))
        return round(_LEAST_POINTS + _PER_GRADE * grades + _PER_DOUBLING * log2(max(1, self.cells) / _FEWEST))

    @property
    def length(self) -> str:
        """`short`, `long` or `very long`; "" in between."""
        return next((name for bound, name in LENGTHS if self.effort < bound), _LONGEST)

    @property
    def name(self) -> str:
        """`easy`; "" if the effort is not known."""
        return self.grade.name if self.effort else ""

    @property
    def words(self) -> str:
        """`easy, long`; "" if the effort is not known."""
        return ", ".join(filter(None, (self.name, self.length))) if self.effort else ""

    def dots(self, unicode: bool = True) -> str:
        """The grade as dots: `●●●○○`; "" if the effort is not known."""
        if not self.effort:
            return ""
        return self.grade.dots if unicode else self.grade.drawn("*", ".")


def _first_efforts(game: str, cells: int) -> list[int]:
    """The least effort of every grade but the first."""
    return [ceil(bound * cells) for bound in SCALES.get(game, _SCALE)]


def efforts(name: str, game: str, cells: int) -> tuple[int, int]:
    """The least and the most effort of boards of the grade of that name, of so many cells."""
    firsts = [1, *_first_efforts(game, cells), _ENDLESS + 1]
    place = GRADES.index(name)
    return firsts[place], firsts[place + 1] - 1


def may_have(name: str, rule: str) -> bool:
    """Whether a board with such a hardest rule can be of the grade of that name."""
    return LEAST.get(rule, 1) <= GRADES.index(name) + 1 <= MOST_OF.get(rule, MOST)


def technique_name(rule: str) -> str:
    """The technique as players read it in the middle of a sentence: `sealed off`."""
    title = title_of(rule) if rule in TITLES or rule in PATTERNS else rule
    return title if title.endswith("I") else title[:1].lower() + title[1:]
