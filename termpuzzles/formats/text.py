"""Helpers that every format uses: plain numbers, a size within bounds, and words fit for an error."""

from termpuzzles.board.grid import MOST_CELLS
from termpuzzles.errors import PuzzleError, shortened


def natural(text: str) -> int | None:
    """The number in plain digits (at most nine of them), else None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def shown(text: str) -> str:
    """The text in quotes, cut if it is too long for a sentence."""
    return repr(shortened(text))


def side(text: str, name: str, line: int = 1, column: int = 1) -> int:
    """The width or height in the text; raises `PuzzleError` unless it is a number of at least 1."""
    number = natural(text)
    if not number:
        raise PuzzleError(f"a {name} of at least 1", shown(text), line=line, column=column)
    return number


def check_size(width: int, height: int, line: int = 1, column: int | None = None) -> None:
    """Raise `PuzzleError` unless a puzzle may have a board of that size."""
    if width * height < 2:
        raise PuzzleError("a board of at least two cells", f"{width}x{height}", line=line, column=column)
    if width * height > MOST_CELLS:
        raise PuzzleError(f"a board of at most {MOST_CELLS:,} cells", f"{width}x{height}", line=line, column=column)
