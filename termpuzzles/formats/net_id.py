"""Net ids of Simon Tatham's collection, `7x7w:cb2522…`, their params, and addresses in which such ids stand.

Beyond what the collection knows, a size may end in `mx` or `my` for a Möbius strip, twisted across or down, and in `kx`
or `ky` for a Klein bottle; params, in `cx` or `cy` for a cylinder too.
"""

import re
from collections.abc import Callable, Iterator
from string import ascii_lowercase
from typing import NamedTuple, TypeVar

from termpuzzles.board.grid import E, Grid, S
from termpuzzles.board.surface import PLANE, SURFACES, TORUS, Surface
from termpuzzles.english import joined
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.formats.format import (
    HELP,
    About,
    Assumed,
    Format,
    Specimen,
    check_asked,
    check_size,
    first_word,
    game_called,
    games_of_format,
    shown,
    side,
    text_lines,
    usual,
)
from termpuzzles.games import named
from termpuzzles.games.model import Game, Puzzle, State

_PARAMS_DIGITS, _DECIMAL = "[0-9]*", "[0-9.]*"


class NetParams(NamedTuple):
    """The params of its generator; text form `13x11wb0.25a`, or `13` for a square.

    `surface`: how the borders are glued; `walls`: the share of barriers, 0 to 1; `ambiguous`: several solutions are
    allowed.
    """

    width: int
    height: int
    surface: Surface = PLANE
    walls: float = 0.0
    ambiguous: bool = False

    @classmethod
    def parse(cls, text: str) -> "NetParams":
        """The params in the text; raises `PuzzleError` if it is anything else."""
        end = _past_digits(text, 0)
        width = height = side(text[:end], "width")
        if text[end : end + 1] == "x":
            start, end = end + 1, _past_digits(text, end + 1)
            height = side(text[start:end], "height", column=start + 1)
        check_size(width, height, column=1)
        return cls(width, height, *_letters(text, end))

    def __str__(self) -> str:
        walls = f"b{self.walls:.6f}".rstrip("0") if self.walls else ""
        return f"{self.width}x{self.height}{self.surface.suffix}{walls}{'a' * self.ambiguous}"


def bare(text: str) -> NetParams | None:
    """The params if the text is nothing else and asks for a board that can be made, else None."""
    try:
        return NetParams.parse(text)
    except PuzzleError:
        return None


def _past_digits(text: str, start: int, digits: str = _PARAMS_DIGITS) -> int:
    found = re.compile(digits).match(text, start)
    return found.end() if found else start


def _letters(text: str, start: int) -> tuple[Surface, float, bool]:
    surface, walls, ambiguous = PLANE, 0.0, False
    while start < len(text):
        letter, end = text[start], start + 1
        if found := SURFACES.get(text[start : start + 2]):
            surface, end = found, start + 2
        elif letter == "w":
            surface = TORUS
        elif letter == "a":
            ambiguous = True
        elif letter == "b":
            end = _past_digits(text, end, _DECIMAL)
            walls = _share(text[start + 1 : end], start + 2)
        else:
            raise PuzzleError("one of the letters w, b and a", shown(letter), line=1, column=start + 1)
        start = end
    return surface, walls, ambiguous


def _share(text: str, column: int) -> float:
    try:
        share = round(float(text), 6)
    except ValueError:
        share = -1
    if 0 <= share <= 1:
        return share
    raise PuzzleError("a share of barriers from 0 to 1", shown(text), line=1, column=column)


_ESCAPE = "%([2-7][0-9A-Fa-f])"  # an escaped printable character
_PAGE = ".html#"  # precedes the id in the address of a game in the collection's web pages
_SITE = "sgtatham"  # stands in the addresses of those pages at home
_APP = "sgtpuzzles:"  # begins the addresses of its Android app: `sgtpuzzles:net:5x5:…`
_FAMILY = r"(?i)[a-z]+://[^/]*(?:puzz\.link|pzv\.jp|pzpr|pzplus|kanpen\.net)"

_Found = TypeVar("_Found")


class Unescaped(NamedTuple):
    """A text in which characters from `start` on were escaped (`%3A` for a colon), as browsers and chats do."""

    text: str
    escapes: tuple[int, ...]

    @classmethod
    def of(cls, text: str, start: int) -> "Unescaped":
        """The text without its escapes."""
        escapes = tuple(found.start() for found in re.compile(_ESCAPE).finditer(text, start))
        return cls(text[:start] + re.sub(_ESCAPE, lambda found: chr(int(found[1], 16)), text[start:]), escapes)

    def read(self, reader: Callable[[str], _Found]) -> _Found:
        """What the reader makes of the text; the column of its error is that in the text with the escapes."""
        try:
            return reader(self.text)
        except PuzzleError as error:
            if not self.escapes or error.column is None:
                raise
            column = error.column
            for place in self.escapes:
                column += 2 * (place + 1 < column)
            raise PuzzleError(error.expected, error.found, line=1, column=column) from None


class CollectionAddress(NamedTuple):
    """The address of a puzzle in the collection: the name of its game, where that stands, and where the id begins."""

    game: str
    named_at: int
    start: int


def collection_address(text: str) -> CollectionAddress | None:
    """The address `…/net.html#ID` of a page, or `sgtpuzzles:net:ID` of the app; None if the text is something else."""
    if text[:1] in "sS" and text[: len(_APP)].lower() == _APP:
        name = text[len(_APP) :].partition(":")[0]
        return CollectionAddress(name, len(_APP), min(len(text), len(_APP) + len(name) + 1))
    if ".html" not in text or is_of_family(text):
        return None
    if (end := text.find(_PAGE)) < 0:
        if (end := text.find(".html?")) >= 0:  # what others append to addresses comes before the id
            begin = text.rfind("/", 0, end) + 1
            if text[begin:end] not in (usual("gameid").name, PEARL) and _SITE not in text:
                return None
            return CollectionAddress(text[begin:end], begin, text.find("#", end) + 1 or len(text))
        if "://" not in text or not text.endswith(_PAGE[:-1]):
            return None
        end = len(text) - len(_PAGE) + 1
    begin = text.rfind("/", 0, end) + 1
    return CollectionAddress(text[begin:end], begin, min(len(text), end + len(_PAGE)))


def is_of_family(text: str) -> bool:
    """Whether the text is an address of puzz.link or of another site of its family."""
    return bool(re.match(_FAMILY, text))


def page_address(game: str, name: str) -> str:
    """The address at which the collection's web pages play the board of that id."""
    return f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{game}{_PAGE}{name}"


def seed_refusal(text: str, whole: str, column: int) -> PuzzleError:
    """The error for an id that names a seed, from which only the program that drew the board can draw it again.

    `whole` is the beginning of the id that would do.
    """
    return PuzzleError(
        f"{text} names a seed of another program's random generator: give the descriptive id, {whole}:…, instead",
        line=1,
        column=column,
    )


_HEX = b"0123456789abcdef"
_DIGITS = b"0123456789abcdefABCDEF"
_BARRIERS = b"vh"


def swap(mask: int) -> int:
    """The bits R1 U2 L4 D8 for the mask N8 E4 S2 W1, and the other way round: both pairs change places."""
    return mask >> 2 | (mask & 3) << 2


_FROM_HEX = bytes.maketrans(_DIGITS, bytes(swap(int(chr(digit), 16)) for digit in _DIGITS))
_TO_HEX = bytes.maketrans(bytes(range(16)), bytes(_HEX[swap(mask)] for mask in range(16)))


def sniff(word: str, text: str) -> bool:
    """Whether the word begins like an id, up to a digit, or is an address of the collection, or a size alone."""
    head, colon, rest = word.partition(":")
    if head == "ghost":
        return False  # a ghost, which holds an id
    if (head == PEARL or (re.search(_OF_CIRCLES_ALONE, rest) and _is_of_circles(head, rest))) and games_of_format(
        PEARL
    ):
        return False
    if colon and (head[:1].isdigit() or (head.isalpha() and head.islower() and rest[:1].isdigit())):
        return True
    if found := collection_address(word):
        return found.game != PEARL
    size = head.partition("#")[0]
    return not word.isdigit() and bare(size) is not None and text.strip().count("\n") == 0


def _claims(text: str) -> bool:
    """Whether the first line is one word up to a tab, and not words after a number, such as a time of day."""
    return " " not in first_word(text).partition("\t")[0].rstrip()


PEARL = "pearl"  # the name of the format, and the collection's, of ids of circles
_OF_CIRCLES = frozenset(ascii_lowercase + "BW")
_OF_CIRCLES_ALONE = "[BWgi-uw-z]"  # the others, `abcdefhv`, are digits and barriers too


def _is_of_circles(head: str, rest: str) -> bool:
    """Whether an id without a prefix is of circles: it has a W, or its letters cannot be tiles of Net or are B."""
    if not head[:1].isdigit():
        return False
    return "W" in rest or (_OF_CIRCLES.issuperset(rest) and bool(re.search(_OF_CIRCLES_ALONE, rest)))


def is_of_circles(word: str) -> bool:
    """Whether the word is an id of circles, with its prefix or without."""
    head, colon, rest = word.partition(":")
    return bool(colon) and (head == PEARL or _is_of_circles(head, rest))


def read(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle of one id, with or without the prefix of its game, or of an address of the collection.

    Raises `PuzzleError` with the column, for example for ids that name a seed.
    """
    found = None if text[:1].isdigit() and ".html" not in text else collection_address(text)  # most are bare ids
    if found is None:
        return _read_after(text, 0, assumed)
    name, column, start = found
    if name != usual("gameid").name:
        page = ".html" * (text[column + len(name)] == ".") if column + len(name) < len(text) else ""
        known = joined([usual("gameid").name + page, PEARL + page], "or")
        raise PuzzleError(f"an address of {known}", shown(name + page), line=1, column=column + 1)
    if start == len(text):
        ends = text.endswith("#")
        expected = "a puzzle id after the page" if ends else "# and a puzzle id after the page"
        raise PuzzleError(expected, "nothing", line=1, column=len(text) + 1)
    return Unescaped.of(text, start).read(lambda plain: _read_after(plain, start, assumed))


def _read_after(text: str, start: int, assumed: Assumed) -> Puzzle:
    """The puzzle of the id that begins at `start`, after nothing or the address of a page."""
    head, colon, rest = text[start:].partition(":")
    if not start and rest.startswith("//"):
        expected = f"an address that holds a puzzle, such as https://puzz.link/p?… or …/net.html#… ({HELP})"
        raise PuzzleError(expected, shown(text), line=1, column=1)
    prefix = head if colon and head.isalpha() else ""
    game = _game(prefix, assumed.asked, start) if prefix or start else _bare_game(assumed.asked)
    return _read_id(game, text, start + len(prefix) + bool(prefix))


def address(puzzle: Puzzle) -> str:
    """The address at which the collection's web pages play the board; "" for other games and twisted boards."""
    if puzzle.game is not usual("gameid") or puzzle.grid.is_twisted:
        return ""
    return page_address(puzzle.game.name, write(puzzle, None))


def _read_id(game: Game, text: str, start: int) -> Puzzle:
    rest = text[start:]
    asked, colon, description = rest.partition(":")
    if not colon or "#" in asked or not asked[:1].isdigit():
        raise _no_id(rest, start)
    try:
        params = NetParams.parse(asked)
    except PuzzleError as error:
        raise PuzzleError(error.expected, error.found, line=1, column=start + (error.column or 1)) from None
    grid, tiles = decode_id(params, description, start + len(asked) + 1)
    return Puzzle(game, grid, tiles)


def _game(prefix: str, asked: str | None, start: int) -> Game:
    game = game_called("gameid", prefix) if prefix else usual("gameid")
    if game is None:
        pearl = [PEARL] * bool(games_of_format(PEARL))
        known = joined([f"{name}:" for name in (*(each.name for each in games_of_format("gameid")), *pearl)], "or")
        raise PuzzleError(f"the prefix {known}", shown(prefix + ":"), line=1, column=start + 1)
    found = shown(prefix + ":") if prefix else f"an address of {game.title}"
    return check_asked(game, asked, found, column=start + 1)


def _bare_game(asked: str | None) -> Game:
    game = named(asked) if asked else usual("gameid")
    if "gameid" not in game.formats:
        found = f"an id of {joined([each.title for each in games_of_format('gameid')], 'or')}"
        raise PuzzleError(f"a puzzle of the game {asked}", found, line=1, column=1)
    return game


def _no_id(text: str, start: int) -> PuzzleError:
    if params := bare(text.partition("#")[0]):
        sentence = (
            f"{shown(text)} is only a size: `play` makes a new puzzle of it, "
            f"anything else needs a whole id, {shortened(text)}:…"
        )
        if "#" in text:
            return seed_refusal(shown(text), str(params._replace(walls=0.0, ambiguous=False)), start + 1)
        return PuzzleError(sentence, line=1, column=start + 1)
    expected = f"a puzzle id such as 7x7w:… (this looks most like {ABOUT.title[:1].lower()}{ABOUT.title[1:]}; {HELP})"
    return PuzzleError(expected, shown(text), line=1, column=start + 1)


def decode_id(params: NetParams, description: str, start: int = 0) -> tuple[Grid, bytes]:
    """Grid and tiles of a description; `start` is the number of characters before it, for the columns of errors."""
    width, height = params.width, params.height
    data = description.encode("ascii", "replace")
    if wrong := data.translate(None, _DIGITS + _BARRIERS):
        place = data.index(wrong[0])
        raise PuzzleError("a hex digit, v or h", shown(description[place]), line=1, column=start + place + 1)
    if data[:1] and data[0] in _BARRIERS:
        raise PuzzleError("a tile before its barriers", shown(description[0]), line=1, column=start + 1)
    digits = data.translate(None, _BARRIERS)
    if len(digits) != width * height:
        place = _end_of_tiles(data, width * height)
        raise PuzzleError(f"{width * height} tiles", str(len(digits)), line=1, column=start + place + 1)
    grid = Grid.make(width, height, params.surface, _barriers(data))
    return grid, digits.translate(_FROM_HEX)


def _end_of_tiles(data: bytes, count: int) -> int:
    """The index of the first tile after `count` tiles, or the end of the data."""
    for place, digit in enumerate(data):
        if digit not in _BARRIERS:
            count -= 1
        if count < 0:
            return place
    return len(data)


def _barriers(data: bytes) -> Iterator[tuple[int, int]]:
    before = 1  # the number of barriers so far, and one for the digit of the barrier's own tile
    for piece in re.finditer(b"[vh]", data):
        yield piece.start() - before, E if piece[0] == b"v" else S
        before += 1


def encode(grid: Grid, lines: bytes) -> str:
    """The id of the board with these lines (one mask a cell), without a prefix."""
    walls = set(grid.walls)
    if grid.is_twisted:
        return f"{grid}{grid.surface.suffix}:{_with_barriers(_digits(lines), walls)}"
    across, down = grid.surface
    wraps = not grid.surface.is_plane
    if wraps and not across:
        walls |= {((y + 1) * grid.width - 1, E) for y in range(grid.height)}
    if wraps and not down:
        walls |= {(grid.size - grid.width + x, S) for x in range(grid.width)}
    return f"{grid}{'w' * wraps}:{_with_barriers(_digits(lines), walls)}"


def _digits(lines: bytes) -> str:
    return lines.translate(_TO_HEX).decode("ascii")


def _with_barriers(digits: str, walls: set[tuple[int, int]]) -> str:
    pieces: list[str] = []
    start = 0
    for cell, edge in sorted(walls, key=lambda wall: (wall[0], wall[1] == S)):
        pieces += digits[start : cell + 1], "v" if edge == E else "h"
        start = max(start, cell + 1)
    return "".join([*pieces, digits[start:]])


def write(puzzle: Puzzle, state: State | None) -> str:
    """The id of the puzzle with its tiles turned as in that position, with the prefix that its game needs."""
    prefix = puzzle.game.formats["gameid"]
    return f"{prefix}{':' * bool(prefix)}{encode(puzzle.grid, puzzle.tiles if state is None else state.lines)}"


ABOUT = About(
    "Ids of Net",
    "Simon Tatham's Portable Puzzle Collection: programs, web pages, Android app. Ids of ∞ Loop and of twisted boards "
    "are ours alone.",
    """\
`PARAMS:DESC`, one id a line; what follows a tab is ignored, and so are lines that begin with `#`. PARAMS is `W`
or `WxH`, then letters in any order: `w` wraps, `b` and a decimal number is the share of barriers, `a` allows
ambiguous boards; the last two change nothing once the board is there. Ours alone are `mx` and `my` (a Möbius
strip, twisted across or down), `kx` and `ky` (a Klein bottle). DESC has one hexadecimal digit a tile, row by
row, that is the sum of 1 right, 2 up, 4 left, 8 down; after a digit, `v` is a wall on the right of that tile
and `h` one below it.

`net:` or `infinity:` may stand before an id; without a prefix it is Net's. Also read are the addresses of the
collection's web page, `…/net.html#ID`, with or without escapes (`%3A`) and what others append (`?…`), and of
its Android app, `sgtpuzzles:net:ID`. `PARAMS#SEED` is refused: only the program that drew the board can draw
it again, by its own random numbers.""",
    "Title and header lines, pins and notes. A board that wraps in one direction gets walls along the other.",
    (
        Specimen("4x3:121264518341", "4x3:121264518341"),
        Specimen("5x5w:ev5v27a2v7b6241e26a2he7b22v1e4", "5x5w:ev5v27a2v7b6241e26a2he7b22v1e4"),
        Specimen("infinity:2x2:3333", "infinity:2x2:3333"),
        Specimen(
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#4x4%3A9423ec252a3747a3",
            "4x4:9423ec252a3747a3",
        ),
        Specimen("sgtpuzzles:net:4x4:9423ec252a3747a3", "4x4:9423ec252a3747a3"),
    ),
)

NET_ID = Format("gameid", 10, text_lines, sniff, read, write, ABOUT, claims=_claims)
