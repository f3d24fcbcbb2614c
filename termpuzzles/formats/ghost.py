"""`ghost`: how somebody solved a board, in one line: `ghost:7x7:cb25…@1AAEi…`.

After `ghost:` stand the id of the board, `@`, the version of the form, and in URL-safe base 64 without padding numbers
of seven bits a byte, the lowest first, where the highest bit says that the number goes on: how much help was taken,
then for each cell that changed the tenths of a second since the last change, and 16 times the cell plus its lines. `~`
and the name of whoever it was may follow, in base 64, too.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from termpuzzles.board.grid import TURNS
from termpuzzles.board.survey import survey
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import gate
from termpuzzles.formats.format import About, Assumed, Format, Specimen, shown, text_lines
from termpuzzles.games.model import Puzzle

HEADER = "ghost"  # the header of a puzzle whose text was a ghost
_PREFIX, _VERSION = "ghost:", "1"
_USUAL_CELLS, _USUAL_LENGTH = 49, 1200  # characters of the whole line on boards of up to so many cells
_LONGEST_NUMBER = 4  # bytes
_OF, _LONGEST_NAME = "~", 40  # what stands before the name of whoever it was; characters of that
_OTHER = r"[^0-9A-Za-z_-]"


class GhostMove(NamedTuple):
    """A cell that changed: tenths of a second since the beginning, the cell, and its lines from then on."""

    tenths: int
    cell: int
    lines: int


class Ghost(NamedTuple):
    """How a board was solved: its steps in their order, how many hints and checks helped, and by whom (or "")."""

    steps: tuple[GhostMove, ...]
    help: int = 0
    whose: str = ""

    @property
    def seconds(self) -> float:
        """The time from the beginning until the board was solved."""
        return self.steps[-1].tenths / 10 if self.steps else 0.0


def ghost_line(puzzle: Puzzle, ghost: Ghost) -> str:
    """The line of a ghost; on a board of 49 cells it has at most 1,200 characters.

    Where more was done, steps that follow each other closely become one; the time of the last step stays. Raises
    `PuzzleError` if the board has no id.
    """
    name = gate.canonical_id(puzzle)
    (given,) = gate.read(name, game=puzzle.game.name)
    begun = zip(given.start.lines, puzzle.beginning.lines, strict=True)
    steps = [GhostMove(0, cell, ours) for cell, (theirs, ours) in enumerate(begun) if theirs != ours]
    steps += ghost.steps
    room = max(_USUAL_LENGTH, _USUAL_LENGTH * puzzle.grid.size // _USUAL_CELLS) - len(_PREFIX) - len(name) - 2
    tenths, packed = 1, _pack(ghost._replace(steps=tuple(steps)))
    while len(packed) > room and tenths <= steps[-1].tenths:
        tenths *= 2
        packed = _pack(Ghost(tuple(_joined(given, steps, tenths)), ghost.help))
    return f"{_PREFIX}{name}@{_VERSION}{packed}{_OF * bool(ghost.whose)}{_base64(ghost.whose.encode())}"


def ghost_of(puzzle: Puzzle) -> Ghost | None:
    """The ghost that the puzzle's text gave; None if there was none, or one that is not of this board."""
    packed = dict(puzzle.header).get(HEADER)
    try:
        return _unpack(puzzle, packed, 0) if packed else None
    except PuzzleError:  # a header that somebody has written into a picture
        return None


def sniff(word: str, text: str) -> bool:
    """Whether the word begins as a ghost does."""
    return word.startswith(_PREFIX)


def read(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle of a ghost, whose header holds the ghost; raises `PuzzleError` with the column."""
    name, at, packed = text[len(_PREFIX) :].rpartition("@")
    if not at:
        raise PuzzleError("a ghost of the kind ghost:ID@…", shown(text), line=1, column=len(text) + 1)
    if sniff(name, name) or not gate.is_puzzle(name):
        raise PuzzleError("the id of a board", shown(name), line=1, column=len(_PREFIX) + 1)
    try:
        (puzzle,) = gate.read(name, game=assumed.asked)
    except PuzzleError as error:
        raise PuzzleError(error.expected, error.found, line=1, column=len(_PREFIX) + (error.column or 1)) from None
    puzzle = replace(puzzle, header=(*puzzle.header, (HEADER, packed)))
    _unpack(puzzle, packed, len(_PREFIX) + len(name) + 1)
    return puzzle


def _joined(puzzle: Puzzle, steps: list[GhostMove], tenths: int) -> Iterator[GhostMove]:
    """The steps, where those within so many tenths come together at the last of them, and cancel each other."""
    lines, start = bytearray(puzzle.start.lines), 0
    for place, step in enumerate(steps):
        if place + 1 < len(steps) and steps[place + 1].tenths // tenths == step.tenths // tenths:
            continue
        changed = {each.cell: each.lines for each in steps[start : place + 1]}
        kept = [GhostMove(step.tenths, cell, mask) for cell, mask in changed.items() if lines[cell] != mask]
        yield from kept or [step] * (place + 1 == len(steps))
        for cell, mask in changed.items():
            lines[cell] = mask
        start = place + 1


def _pack(ghost: Ghost) -> str:
    numbers, before = [ghost.help], 0
    for tenths, cell, mask in ghost.steps:
        numbers += [tenths - before, cell << 4 | mask]
        before = tenths
    return _base64(bytes(_bytes_of(numbers)))


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _name(text: str) -> str:
    """The name that `_base64` wrote; "" if it is none."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError:
        return ""


def _bytes_of(numbers: Iterable[int]) -> Iterator[int]:
    for number in numbers:
        while number > 127:
            yield number & 127 | 128
            number >>= 7
        yield number


def _unpack(puzzle: Puzzle, packed: str, start: int) -> Ghost:
    """The ghost in a text that begins with its version; `start` is the number of characters before it."""

    def refuse(expected: str, found: str, place: int = 0) -> PuzzleError:
        return PuzzleError(expected, found, line=1, column=start + place + 1)

    packed, of, name = packed.partition(_OF)
    whose = _name(name)
    if of and not (0 < len(whose) <= _LONGEST_NAME and whose.isprintable() and whose == whose.strip()):
        raise refuse(f"a name of 1 to {_LONGEST_NAME} characters", shown(whose), len(packed) + 1)
    if packed[:1] != _VERSION:
        raise refuse(f"a ghost of version {_VERSION}", shown(packed[:1]))
    if other := re.search(_OTHER, packed):
        raise refuse("a letter, a digit, - or _", shown(other[0]), other.start())
    if len(packed) % 4 == 2:  # behind the version stand whole bytes
        raise refuse("a whole ghost", "one that is cut short", len(packed))
    numbers = _numbers(urlsafe_b64decode(packed[1:] + "=" * (-len(packed[1:]) % 4)))
    if numbers is None or len(numbers) % 2 == 0:
        raise refuse("a whole ghost", "one that is cut short", len(packed))
    steps, tenths = [], 0
    for pause, change in zip(numbers[1::2], numbers[2::2], strict=True):
        tenths += pause
        steps.append(GhostMove(tenths, change >> 4, change & 15))
    _check(puzzle, steps, refuse)
    return Ghost(tuple(steps), numbers[0], whose)


def _numbers(data: bytes) -> list[int] | None:
    """The numbers in the bytes; None if one is too large, or the last one goes on."""
    numbers, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
        elif shift == 7 * _LONGEST_NUMBER:
            return None
    return None if shift else numbers


def _check(puzzle: Puzzle, steps: list[GhostMove], refuse: Callable[[str, str], PuzzleError]) -> None:
    """Raise `PuzzleError` unless these steps can be made on the board, and solve it."""
    lines = bytearray(puzzle.beginning.lines)
    for _, cell, mask in steps:
        if cell >= puzzle.grid.size:
            raise refuse(f"steps on the {puzzle.grid} board", f"one at cell {cell + 1}")
        if not (puzzle.game.draws or mask in TURNS[puzzle.tiles[cell]]):
            raise refuse("steps that turn tiles", f"another tile at {puzzle.grid.name(cell)}")
        lines[cell] = mask
    if puzzle.game.mistakes(puzzle, survey(puzzle.grid, bytes(lines))):
        raise refuse("steps that solve the board", f"{len(steps)} that do not")


ABOUT = About(
    "Ghosts",
    "Only this program: a solved board copies as one (`y`).",
    """\
`ghost:ID@1…`: the id of the board, then how it was solved: in URL-safe base 64 without padding, numbers of
seven bits a byte, lowest first, where the highest bit says that the number goes on. First how much help was
taken, then for each cell that changed the tenths of a second since the last change, and 16 times the cell (from
0) plus its lines (8 up, 4 right, 2 down, 1 left). `~` and the name of whoever it was, in base 64, may follow.""",
    "Nothing of the board; written by playing only.",
    (Specimen("ghost:2x1:18@1AAwSEhE", "2x1:18"),),
)

_MADE_BY_PLAYING = "a ghost is made by solving a board"
GHOST = Format("ghost", 30, text_lines, sniff, read, None, ABOUT, instead="picture", only_read=_MADE_BY_PLAYING)
