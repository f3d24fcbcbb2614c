"""Addresses of puzz.link, `https://puzz.link/p?simpleloop/6/4/00036`, or their tails: boards of shaded cells."""

import re

from termpuzzles.board.grid import Grid
from termpuzzles.english import joined
from termpuzzles.errors import PuzzleError, did_you_mean, shortened
from termpuzzles.formats import pzprv3
from termpuzzles.formats.format import (
    About,
    Assumed,
    Format,
    Specimen,
    check_asked,
    check_size,
    first_word,
    games_of_format,
    shown,
    side,
    text_lines,
)
from termpuzzles.formats.net_id import Unescaped, is_of_family
from termpuzzles.games.clues import ClueKind
from termpuzzles.games.model import Game, Puzzle, State

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_CELLS_A_DIGIT = 5
_ENDINGS = ("", "_edit", "_test", "_play")  # endings of the name in an address
_OPTIONS = re.compile(r"(?:[a-z]+=[^&/]*&)+")  # `type=player&`, `type=editor&`
_PAGE = re.compile(r"([a-z]+)\.html$")  # at kanpen.net the page names the game
_KANPEN = "kanpen"  # stands in the addresses of that site
_SITE_SIGNS = re.compile(r"[\w.:/~%+-]*")  # of what stands before the question mark


def sniff(word: str, text: str) -> bool:
    """Whether the word is an address of some puzzle, or the tail of one that is known."""
    site, mark, rest = word.partition("?")
    if mark and _SITE_SIGNS.fullmatch(site) and ("/" in word or "=" in rest or "%2" in rest):
        return True
    if mark or "://" in word:
        return is_of_family(word)
    head, slash, _ = word.partition("/")
    return bool(slash) and _game_called(head) is not None


def _claims(text: str) -> bool:
    """Whether the first line is an address from its beginning, and not words with an address among them."""
    return " " not in first_word(text).partition("?")[0]


def read(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle of an address or of its tail; raises `PuzzleError` with the column, also for variants of the rules."""
    start = text.find("?") + 1
    if not text[start:].strip("#/") or (not start and is_of_family(text)):
        raise _without_board(text)
    end = text.find("#", start)
    whole = text if end < 0 else text[:end].rstrip()
    return Unescaped.of(whole, start).read(lambda plain: _read_after(plain, start, assumed))


def _without_board(text: str) -> PuzzleError:
    """The error for an address of a site of the family that holds no board: how the addresses of boards are there."""
    host = shortened((text.partition("://")[2] or text).partition("/")[0])
    form = f"p?NAME/COLUMNS/ROWS/… (NAME is {joined(_names(), 'or')})"
    if _KANPEN in host.lower():
        form = f"{joined(_pages(), 'or')}?problem=ROWS/COLUMNS/…"
    return PuzzleError(f"an address of a board, {host}/{form}", shown(text), line=1, column=1)


def _names() -> list[str]:
    """The names of games in addresses."""
    return sorted({_name(game) for game in games_of_format("puzzlink")})


def _pages() -> list[str]:
    """The pages of kanpen.net whose boards are read."""
    return [f"{game.name}.html" for game in games_of_format("pencilbox")]


def _read_after(text: str, start: int, assumed: Assumed) -> Puzzle:
    """The puzzle of what stands after the site of an address."""
    site = text[: max(0, start - 1)]
    for key in ("problem=", "pzpr="):
        if text.startswith(key, start):
            page = _PAGE.search(site)
            game = _game_called(page[1]) if page else None
            if game is None:
                raise PuzzleError(
                    f"the page {joined(_pages(), 'or')} of kanpen.net",
                    shown(page[0] if page else site),
                    line=1,
                    column=1,
                )
            check_asked(game, assumed.asked, f"an address of {game.title}")
            begin = start + len(key)
            if key == "problem=":
                return _read_problem(game, text, begin)
            return _parse_parts(game, text[begin:].split("/"), begin + 1)
    if options := _OPTIONS.match(text, start):
        start = options.end()
    if text.startswith("pzprv3", start):
        return pzprv3.read_within(text, start, assumed)
    name, *parts = text[start:].split("/")
    if not name and parts:  # a very old address: the name is that of a folder
        name = next((part for part in site.split("/") if _game_called(part)), "")
        return _parse_parts(_known(name, text, start, assumed), parts, start + 2)
    return _parse_parts(_known(name, text, start, assumed), parts, start + len(name) + 2)


def _known(name: str, text: str, start: int, assumed: Assumed) -> Game:
    """The game of that name in an address; raises `PuzzleError` for another."""
    game = _game_called(name)
    if game is None:
        found = shown(name or text[start:]) + did_you_mean(name, _names())
        raise PuzzleError(f"an address of {joined(_names(), 'or')}", found, line=1, column=start + 1)
    return check_asked(game, assumed.asked, f"an address of {game.title}")


def _read_problem(game: Game, text: str, start: int) -> Puzzle:
    """The puzzle of kanpen's form: rows, columns, and rows of cells, their signs parted by underscores."""
    lines = pzprv3.LineReader([word._replace(column=word.column + start) for word in pzprv3.placed_lines(text[start:])])
    sizes = [lines.next() for _ in range(2)]
    height, width = (
        side(word.text, name, word.line, word.column)
        for word, name in zip(sizes, ("number of rows", "number of columns"), strict=True)
    )
    check_size(width, height, column=sizes[0].column)
    return pzprv3.read_board(game, width, height, lines, drawn=False)


def _name(game: Game) -> str:
    """The name of the game in addresses, after the site; "" if it has none."""
    return game.formats["puzzlink"].rpartition("?")[2]


def _game_called(name: str) -> Game | None:
    """The game that addresses call so; its own name and that of its ids in another collection are known there, too."""
    for game in games_of_format("puzzlink"):
        names = (_name(game), game.name, *filter(None, [game.formats.get("pearl")]))
        if name in {each + ending for each in names for ending in _ENDINGS}:
            return game
    return None


def _parse_parts(game: Game, parts: list[str], column: int) -> Puzzle:
    if parts and parts[0].startswith("v:"):
        raise PuzzleError(
            f"the variant {shown(parts[0])} has another rule that the address does not state, so it is not read",
            line=1,
            column=column,
        )
    if parts and parts[0] == "f":
        raise pzprv3.through_all(game, pzprv3.PlacedLine("f", 1, column))
    if len(parts) < 2:
        raise PuzzleError("columns, rows and cells separated by /", shown("/".join(parts)), line=1, column=column)
    width = side(parts[0], "width", column=column)
    height = side(parts[1], "height", column=column + len(parts[0]) + 1)
    check_size(width, height, column=column)
    column += len(parts[0]) + len(parts[1]) + 2
    data, *rest = parts[2:] or [""]
    if any(rest):
        raise PuzzleError("the end of the address", shown("/".join(rest)), line=1, column=column + len(data) + 1)
    grid = Grid.make(width, height)
    if game.clue:
        return Puzzle(game, grid, b"\1" * grid.size, clues=_decode_clues(game.clue, data, grid.size, column))
    return Puzzle(game, grid, _decode(data, grid.size, column))


_BASE_27 = "0123456789abcdefghijklmnopq"  # a digit is three clues in base 3, the first of them first


def _decode_clues(kind: ClueKind, data: str, size: int, column: int) -> bytes:
    """One byte a cell; cells past the end of the data have no clue."""
    for place, digit in enumerate(data):
        if digit not in _BASE_27:
            raise PuzzleError("a digit 0 to 9 or a to q", shown(digit), line=1, column=column + place)
    numbers = map(_BASE_27.index, data)
    clues = bytes(number // power % 3 for number in numbers for power in (9, 3, 1))
    known = bytes((0, *kind.symbols))
    if clues.translate(None, known):
        place = next(cell for cell, clue in enumerate(clues) if clue not in known) // 3
        expected = f"no clue but a {joined([*kind.names.values()], 'or')}"
        raise PuzzleError(expected, shown(data[place]), line=1, column=column + place)
    if len(data) > (most := -(-size // 3)):
        raise PuzzleError(f"at most {most} digits of cells", str(len(data)), line=1, column=column + most)
    if any(clues[size:]):
        expected = f"no {kind.noun} past the {size} cells of the board"
        raise PuzzleError(expected, shown(data[-1]), line=1, column=column + len(data) - 1)
    return clues[:size].ljust(size, b"\0")


def _encode_clues(clues: bytes) -> str:
    padded = clues + bytes(-len(clues) % 3)
    return "".join(
        _BASE_27[9 * padded[place] + 3 * padded[place + 1] + padded[place + 2]] for place in range(0, len(padded), 3)
    )


def _decode(data: str, size: int, column: int) -> bytes:
    """One byte a cell, 1 where it is open; cells past the end of the data are open too."""
    for place, digit in enumerate(data):
        if digit not in _DIGITS:
            raise PuzzleError("a digit 0 to 9 or a to v", shown(digit), line=1, column=column + place)
    bits = "".join(f"{_DIGITS.index(digit):05b}" for digit in data)
    if "1" in bits[size:]:
        place = (size + bits[size:].index("1")) // _CELLS_A_DIGIT
        raise PuzzleError(
            f"no shaded cell past the {size} of the board", shown(data[place]), line=1, column=column + place
        )
    if len(data) > -(-size // _CELLS_A_DIGIT):
        place = -(-size // _CELLS_A_DIGIT)
        raise PuzzleError(f"at most {place} digits of cells", str(len(data)), line=1, column=column + place)
    return bytes(bit == "0" for bit in bits[:size].ljust(size, "0"))


def write(puzzle: Puzzle, state: State | None) -> str:
    """The address of the puzzle; raises `PuzzleError` for a position with lines, which it cannot hold."""
    if state is not None and any(state.lines):
        raise PuzzleError("an address has no place for drawn lines; a picture or a pzprv3 text has")
    if puzzle.game.clue and any(value in puzzle.clues for value in _without_digit(puzzle.game.clue)):
        site = puzzle.game.formats["puzzlink"].rpartition("?")[0]
        text = pzprv3.write(puzzle, puzzle.game.initial_state(puzzle.grid, puzzle.tiles))
        return f"{site}?{text.replace(' ', '%20')}"  # as Duplicate writes it
    data = _encode_clues(puzzle.clues) if puzzle.game.clue else _encode(puzzle.tiles)
    return f"{puzzle.game.formats['puzzlink']}/{puzzle.grid.width}/{puzzle.grid.height}/{data}"


def _without_digit(kind: ClueKind) -> list[int]:
    """The clues that the digits of an address cannot hold."""
    return [value for value, symbol in kind.symbols.items() if not symbol.letter]


def _encode(tiles: bytes) -> str:
    if 0 not in tiles:
        return ""
    bits = "".join("0" if tile else "1" for tile in tiles)
    bits += "0" * (-len(bits) % _CELLS_A_DIGIT)
    return "".join(_DIGITS[int(bits[place : place + 5], 2)] for place in range(0, len(bits), _CELLS_A_DIGIT))


ABOUT = About(
    "Addresses of puzz.link",
    "puzz.link, pzv.jp, pzprxs, pzplus, kanpen.net, and other pages with that editor. Simple Loops is ours alone.",
    """\
`https://puzz.link/p?NAME/COLUMNS/ROWS/DATA`, whatever the page, or only what follows the `?`. NAME is
`simpleloop` or `mashu` (also `masyu`, `pearl`), and `simpleloops` for ours; it may end in `_edit`, `_play` or
`_test`. Options (`type=player&`), slashes and a `#tail` at the end, `%2F` for slashes and `%20` for spaces are
understood.

Simple Loop's DATA holds five cells a character, in base 32 (`0` to `9`, `a` to `v`), highest bit first, 1 for a
shaded cell; Masyu's holds three cells a character in base 27 (`0` to `9`, `a` to `q`), worth 9, 3 and 1: 0
none, 1 white, 2 black. What is missing at the end is open or empty.

What Duplicate gives is read, too: `…?type=player&pzprv3/…`, the text form below in one line. So are
`kanpen.net/masyu.html?problem=ROWS/COLUMNS/…` with rows of signs and underscores, and
`?pzpr=COLUMNS/ROWS/DATA`. Refused by name are other games, boards of a variant (`v:…`), and Masyu through all
cells (`f`), which is another puzzle.""",
    "Title and header lines, lines and crosses. A board with circles of unknown colour is written as Duplicate does.",
    (
        Specimen("https://puzz.link/p?simpleloop/6/4/00036", "https://puzz.link/p?simpleloop/6/4/00036"),
        Specimen("simpleloops/5/5/sg020", "simpleloops/5/5/sg020"),
        Specimen("https://puzz.link/p?mashu/5/5/i6i006b00", "https://puzz.link/p?mashu/5/5/i6i006b00"),
        Specimen(
            "http://pzv.jp/p.html?type=player&mashu%2F5%2F5%2Fi6i006b00/#top", "https://puzz.link/p?mashu/5/5/i6i006b00"
        ),
        Specimen("https://puzz.link/p?pzprv3/mashu/2/2/.%20./1%20./0/0/0%200//", "https://puzz.link/p?mashu/2/2/10"),
        Specimen("http://www.kanpen.net/masyu.html?problem=2/2/._._/1_._/", "https://puzz.link/p?mashu/2/2/10"),
    ),
)

PUZZLINK = Format("puzzlink", 40, text_lines, sniff, read, write, ABOUT, instead="pzprv3", claims=_claims)
