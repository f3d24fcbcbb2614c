"""The record of functions that is a format, how a text is cut into puzzles, and which numbers and names it may hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import MOST_CELLS
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.games import USUAL, named, names
from termpuzzles.games.model import Game

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State


def _ignore(remark: str) -> None:
    """Keep no remark."""


class Assumed(NamedTuple):
    """What is assumed of a text that does not say it, and who is told what was passed over in it.

    Its game is the game asked for, else that of its folder. A text that names another game than the one asked for is an
    error; another game than that of its folder is not. `own` marks a text that this program has kept for itself: it is
    read as it stands, where of other people's files margins are cut off and unknown header lines are errors. `remark`
    takes a sentence about what is not read of a text that is read.
    """

    asked: str | None = None
    folder: str | None = None
    own: bool = False
    remark: Callable[[str], None] = _ignore


class TextPart(NamedTuple):
    """A piece of a text with one puzzle, and the line and column where it begins."""

    text: str
    line: int = 1
    column: int = 1


class Specimen(NamedTuple):
    """A text in a format, and the id or address of the puzzle that it holds."""

    text: str
    id: str


class About(NamedTuple):
    """A format in words, of which the page of all formats is made.

    `programs`: which programs write it. `grammar`: its parts, in Markdown. `lost`: what a puzzle and its marks lose on
    the way through it. `examples`: at least one.
    """

    title: str
    programs: str
    grammar: str
    lost: str
    examples: tuple[Specimen, ...]


HELP = "`termpuzzles help formats` explains all formats"  # ends the refusal of a text in no known format


def _always(text: str) -> bool:
    return True


def never(text: str) -> bool:
    """False: a text may look like the format by chance."""
    return False


class Format(NamedTuple):
    """A format as a record; the last thing in its file.

    `rank` is its place in the order in which formats are tried, lowest first: the less a text needs to look like it,
    the higher.

    `parts` cuts a text into its puzzles; formats that may be mixed in one text share it. `sniff` takes the first word
    of a text or part (its first line that is neither blank nor begins with #) and all of it, and returns whether it
    looks like the format. `read` gives the puzzle of a part, None for a part of comments only, and raises `PuzzleError`
    with a place in that part. `write` is None for a format that is only read, for the reason `only_read`; it raises
    `PuzzleError` if the format cannot hold the puzzle or the position. `instead` names the format to use then, and to
    answer with lines.
    `like` names the format whose games it has, if games do not name it themselves. `claims` says of a text that looks
    like the format whether it can be nothing else; other files of a folder are passed over if they cannot be read.
    """

    name: str
    rank: int
    parts: Callable[[str], Iterator[TextPart]]
    sniff: Callable[[str, str], bool]
    read: Callable[[str, Assumed], Puzzle | None]
    write: Callable[[Puzzle, State | None], str] | None
    about: About
    instead: str = ""
    only_read: str = ""
    like: str = ""
    claims: Callable[[str], bool] = _always


def single_part(text: str) -> Iterator[TextPart]:
    """The text as one part."""
    yield TextPart(text)


def text_lines(text: str) -> Iterator[TextPart]:
    """Each line that is neither blank nor begins with #, up to a tab, without the spaces around it."""
    for number, line in enumerate(text.split("\n"), 1):
        indented = line.lstrip()
        word = indented.partition("\t")[0].rstrip()
        if word and word[0] != "#":
            column = len(line) - len(indented) + 1
            if word[0] == "[" and (link := re.fullmatch(_LINK, word)):
                yield TextPart(link[1], number, column + link.start(1))
            else:
                yield TextPart(word, number, column)


_LINK = r"\[[^][]*\]\(([^\s()]+)\)"  # a link in Markdown, which stands for its address


def first_word(text: str) -> str:
    """The first line that is not blank, a comment (#) or a separator of pictures; without the spaces around it.

    Of a link in Markdown it is the address.
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        word = text[start:end].strip()
        if word and word[0] != "#" and word != "---":
            link = re.fullmatch(_LINK, word) if word[0] == "[" else None
            return link[1] if link else word
        start = end + 1
    return ""


def first_words(text: str) -> Iterator[str]:
    """The lines that are not blank or comments (#), without the spaces around them; no more is read than is asked."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        word = text[start:end].strip()
        if word and word[0] != "#":
            yield word
        start = end + 1


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
        bound = f"most {MOST_CELLS:,}" if text.isascii() and text.isdigit() and text.strip("0") else "least 1"
        raise PuzzleError(f"a {name} of at {bound}", shown(text), line=line, column=column)
    return number


def check_size(width: int, height: int, line: int = 1, column: int | None = None) -> None:
    """Raise `PuzzleError` unless a puzzle may have a board of that size."""
    if width * height < 2:
        raise PuzzleError("a board of at least two cells", f"{width}x{height}", line=line, column=column)
    if width * height > MOST_CELLS:
        raise PuzzleError(f"a board of at most {MOST_CELLS:,} cells", f"{width}x{height}", line=line, column=column)


def games_of_format(form: str) -> list[Game]:
    """The games whose boards the format can hold, first the game that it usually means."""
    games = [game for game in map(named, names()) if form in game.formats]
    return sorted(games, key=lambda game: game.formats[form] != "")


def game_called(form: str, name: str) -> Game | None:
    """The game that the format calls by this name, or None; a game's own name is always understood."""
    return next((game for game in games_of_format(form) if name and name in (game.name, game.formats[form])), None)


def usual(form: str, shades: bool = False) -> Game:
    """The game that the format means if the text names none, with shaded cells or without."""
    games = map(named, (USUAL, *names()))  # one by one: usually the first is meant, and no other need be loaded
    return next(game for game in games if game.formats.get(form) == "" and game.shades == shades)


def check_asked(game: Game, asked: str | None, found: str, line: int = 1, column: int | None = 1) -> Game:
    """The game; raises `PuzzleError` with what was found at that place if another game was asked for."""
    if asked not in (None, game.name):
        raise PuzzleError(f"a puzzle of the game {asked}", found, line=line, column=column)
    return game
