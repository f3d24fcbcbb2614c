"""What one may ask of the generator, with a text form: `13x11w`, `7x7, uniform, walls 0.2, rating dead end`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import ascii_lowercase

from termpuzzles.board.grid import MOST_CELLS
from termpuzzles.board.surface import PLANE, SURFACES, Seam, Surface
from termpuzzles.errors import PuzzleError, did_you_mean, meanings, shortened
from termpuzzles.logic.answers.grades import GRADES
from termpuzzles.logic.rules.techniques import TITLES, title_of

STYLES = ("growth", "uniform", "depth-first", "long arms")
SHAPES = {"bushy": STYLES[0], "mixed": STYLES[1], "winding": STYLES[2], "long arms": STYLES[3]}  # as players call them
HALF_TURN = "half turn"
SYMMETRIES = (HALF_TURN, "mirror")


@dataclass(frozen=True)
class Params:
    """A new board's size and nature: `width` columns, `height` rows, and what else is asked of it.

    `surface`: how its borders are glued. `style`: how a tree is drawn, one of `STYLES`: grown from the middle outward;
    each tree with the same chance; along its newest branch, which makes long ways without forks; or straight on where
    it can. `density`: the
    share of lines that are drawn if no tree is; for a single loop its length, four cells in five at 0.5. `walls`: the
    share of the lines not drawn that become walls; deduction never needs them unless `walls_matter`. `rating`: the
    hardest rule that the board needs, or with `at_most` may need; None for any. `effort`: the least and the most effort
    that it may take. `grade`: easy to fiendish. `times`: how often the hardest rule must at least be needed, the first
    time early. Without `unique` any board will do. `spare`: the share of the clues not needed that stay. `symmetry`:
    how the clues lie, or the shaded cells: one of `SYMMETRIES`; "" for no matter how.
    """

    width: int
    height: int
    surface: Surface = PLANE
    style: str = STYLES[0]
    density: float = 0.5
    walls: float = 0.0
    walls_matter: bool = False
    rating: str | None = None
    at_most: bool = False
    effort: tuple[int, int] | None = None
    unique: bool = True
    spare: float = 0.0
    grade: str | None = None
    times: int = 0
    symmetry: str = ""

    def __str__(self) -> str:
        plain = Params(self.width, self.height)
        parts = [f"{self.width}x{self.height}{self.surface.suffix}"]
        parts += [self.style] if self.style != plain.style else []
        parts += [f"density {self.density:g}"] if self.density != plain.density else []
        parts += [f"walls {self.walls:g}"] if self.walls != plain.walls else []
        parts += [f"spare {self.spare:g}"] if self.spare != plain.spare else []
        parts += ["walls matter"] if self.walls_matter else []
        parts += [f"{'at most' if self.at_most else 'rating'} {self.rating}"] if self.rating else []
        parts += [f"times {self.times}"] if self.times else []
        parts += [f"effort {'-'.join(map(str, sorted({*self.effort})))}"] if self.effort else []
        parts += [f"grade {self.grade}"] if self.grade else []
        parts += [self.symmetry] if self.symmetry else []
        parts += [] if self.unique else ["any"]
        return ", ".join(parts)

    @property
    def words(self) -> str:
        """The same as people read it, with the title of the technique, which `parse` takes as well."""
        return str(replace(self, rating=title_of(self.rating)) if self.rating else self)

    @property
    def has_double_lines(self) -> bool:
        """Whether two lines join the same two cells all along the board, as a side of 2 is joined to itself."""
        across, down = self.surface
        return (self.width == 2 and across is Seam.JOINED) or (self.height == 2 and down is Seam.JOINED)

    def effort_off(self, effort: int) -> int:
        """How far an effort is from the one asked for; 0 if any will do."""
        least, most = self.effort or (effort, effort)
        return max(0, least - effort, effort - most)

    @property
    def is_open(self) -> bool:
        """Whether nothing is asked about how hard the board is."""
        return self.rating is None and self.effort is None and self.grade is None

    @classmethod
    def parse(cls, text: str) -> Params:
        """The params that `str` wrote, or a bare size such as `7x7`, `9`, `13x11w` or `9x9mx`; else `PuzzleError`."""
        size, *rest = (part.strip() for part in text.split(","))
        named: dict[str, object] = {}
        for part in rest:
            named |= _parse_part(part)
        return replace(parse_size(size), **named)  # type: ignore[arg-type]  # each value is made for its field below


def parse_size(text: str) -> Params:
    """The params of a bare size such as `9` or `13x11w`; else `PuzzleError`."""
    bare = text.rstrip(ascii_lowercase)
    surface = SURFACES.get(text[len(bare) :])
    width, cross, height = bare.partition("x")
    numbers = [width, height] if cross else [width, width]
    if surface is None or not all(number.isascii() and number.isdigit() and len(number) < 6 for number in numbers):
        raise PuzzleError("a size such as 7x7 or 13x11w", repr(shortened(text)))
    columns, rows = map(int, numbers)
    if columns < 1 or rows < 1 or columns == rows == 1:
        raise PuzzleError("a width and height of at least 1, and not both 1", repr(shortened(text)))
    if columns * rows > MOST_CELLS:
        raise PuzzleError(f"a board of at most {MOST_CELLS:,} cells", repr(shortened(text)))
    return Params(columns, rows, surface)


def _parse_part(text: str) -> dict[str, object]:
    if text in STYLES:
        return {"style": text}
    if text == "any":
        return {"unique": False}
    if text == "walls matter":
        return {"walls_matter": True}
    for key in ("density", "walls", "spare"):
        if text.startswith(key + " "):
            return {key: parse_share(text.removeprefix(key + " "))}
    if text in SHAPES:
        return {"style": SHAPES[text]}
    if text in SYMMETRIES:
        return {"symmetry": text}
    if text.startswith("grade "):
        return {"grade": parse_grade(text.removeprefix("grade "))}
    if text.startswith("times "):
        return {"times": parse_times(text.removeprefix("times "))}
    if text.startswith("effort "):
        return {"effort": parse_effort(text.removeprefix("effort "))}
    if text.startswith("rating "):
        return {"rating": _rating(text.removeprefix("rating "))}
    if text.startswith("at most "):
        return {"rating": _rating(text.removeprefix("at most ")), "at_most": True}
    known = (*dict.fromkeys((*STYLES, *SHAPES)), "density", "walls", "spare", "walls matter", "rating", "at most")
    known += ("times", "effort", "grade", *SYMMETRIES, "any")
    meant = did_you_mean(text, known) or did_you_mean(text.partition(" ")[0], known)
    raise PuzzleError(f"one of {', '.join(known)}", f"{shortened(text)!r}{meant}")


def _rating(text: str) -> str:
    """The id of that technique; a name that is not known stays, as games from outside may have rules of their own."""
    found = meanings(text, TITLES)
    return found[0] if len(found) == 1 else text


def parse_share(text: str) -> float:
    """A share from 0 to 1; else `PuzzleError`."""
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise PuzzleError("a share from 0 to 1", repr(shortened(text)))
    return share


def parse_grade(text: str) -> str:
    """The name of a grade; else `PuzzleError`."""
    if text not in GRADES:
        raise PuzzleError(f"one of the grades {', '.join(GRADES)}", f"{shortened(text)!r}{did_you_mean(text, GRADES)}")
    return text


def parse_times(text: str) -> int:
    """How often a technique is needed at least, below 100; else `PuzzleError`."""
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text)):
        raise PuzzleError("how often the rating is needed, such as times 3", repr(shortened(text)))
    return int(text)


def parse_effort(text: str) -> tuple[int, int]:
    """`200-300`, or a single number, as the least and the most effort; else `PuzzleError`."""
    least, dash, most = text.partition("-")
    numbers = [least, most if dash else least]
    if not all(number.isascii() and number.isdigit() and len(number) < 8 for number in numbers):
        raise PuzzleError("an effort such as 200-300", repr(shortened(text)))
    low, high = map(int, numbers)
    if low > high or high == 0:
        raise PuzzleError("an effort whose first number is not larger than its second", repr(shortened(text)))
    return low, high
