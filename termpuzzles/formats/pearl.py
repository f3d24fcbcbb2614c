"""Ids of Pearl in Simon Tatham's collection, `pearl:6x6:bBcWaWd…`: circles, and letters for runs of empty cells."""

import re
from string import ascii_lowercase

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import (
    About,
    Assumed,
    Format,
    Specimen,
    check_asked,
    check_size,
    games_of_format,
    shown,
    side,
    text_lines,
)
from termpuzzles.formats.net_id import PEARL, Unescaped, collection_address, is_of_circles, seed_refusal
from termpuzzles.games.model import Game, Puzzle, State

_LETTERS = ascii_lowercase


_PARAMS = re.compile(r"([^a-z:#]*)(?:(x)([^a-z:#]*))?[A-Za-z]*")  # a size, and letters that only a generator needs


def sniff(word: str, text: str) -> bool:
    """Whether the word is an id of circles or the address of one, and no other id, or a text of params and a seed."""
    found = collection_address(word)
    params, seed, _ = word.partition("#")
    is_seed = bool(seed) and params_size(params) is not None and word == text.strip()
    is_one = found.game == PEARL if found else is_of_circles(word) or is_seed
    return is_one and bool(games_of_format(PEARL))


def read(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle of one id, with or without its prefix, or of an address; raises `PuzzleError` with the column."""
    (game,) = games_of_format(PEARL)
    check_asked(game, assumed.asked, f"an id of {game.title}")
    found = collection_address(text)
    start = found.start if found else len("pearl:") * text.startswith("pearl:")
    return Unescaped.of(text, start).read(lambda plain: _read_id(game, plain, start))


def _read_id(game: Game, text: str, start: int) -> Puzzle:
    params, colon, description = text[start:].partition(":")
    if "#" in params and (sized := params_size(params.partition("#")[0])):
        raise seed_refusal(shown(params), "{}x{}".format(*sized), start + 1)
    if not colon or "#" in params:
        raise PuzzleError("an id of the kind 6x6:bBcWaWd", shown(text[start:]), line=1, column=start + 1)
    columns, rows = size(params, start)
    grid = Grid.make(columns, rows)
    return Puzzle(
        game, grid, b"\1" * grid.size, clues=decode_clues(game, description, grid.size, start + len(params) + 2)
    )


def params_size(params: str) -> tuple[int, int] | None:
    """The columns and rows of params, None if they are none."""
    try:
        return size(params)
    except PuzzleError:
        return None


def size(params: str, start: int = 0) -> tuple[int, int]:
    """The columns and rows of params such as `6x6dtn`; `start` is the number of characters before them."""
    found = _PARAMS.fullmatch(params)
    if found is None:
        raise PuzzleError("a size such as 6x6", shown(params), line=1, column=start + 1)
    width, cross, height = found.groups()
    columns = side(width, "width", column=start + 1)
    rows = side(height, "height", column=start + len(width) + 2) if cross else columns
    check_size(columns, rows, column=start + 1)
    return columns, rows


def decode_clues(game: Game, description: str, size: int, column: int = 1) -> bytes:
    """One byte a cell, that of its clue; `column` is where the description begins."""
    assert game.clue
    values = {symbol.letter: value for value, symbol in game.clue.symbols.items() if symbol.letter}
    clues = bytearray()
    for place, letter in enumerate(description):
        if letter not in values and letter not in _LETTERS:
            expected = f"one of {', '.join(values)} and a to z"
            raise PuzzleError(expected, shown(letter), line=1, column=column + place)
        clues += bytes([values[letter]]) if letter in values else bytes(_LETTERS.index(letter) + 1)
        if len(clues) > size:
            raise PuzzleError(f"{size} cells", "more", line=1, column=column + place)
    if len(clues) < size:
        raise PuzzleError(f"{size} cells", str(len(clues)), line=1, column=column + len(description))
    return bytes(clues)


def write(puzzle: Puzzle, state: State | None) -> str:
    """The id of the puzzle; raises `PuzzleError` for a position with lines, which it cannot hold."""
    if state is not None and any(state.lines):
        raise PuzzleError("an id cannot hold the lines drawn: a picture or a pzprv3 text can")
    return f"{puzzle.game.formats['pearl']}:{puzzle.grid}:{encode_clues(puzzle.game, puzzle.clues, 'an id of Pearl')}"


def encode_clues(game: Game, clues: bytes, what: str) -> str:
    """The clues as a description; raises `PuzzleError` if that, which is part of `what`, cannot hold one of them."""
    assert game.clue
    for value, symbol in game.clue.symbols.items():
        if value in clues and not symbol.letter:
            raise PuzzleError(f"{what} cannot hold a {symbol.words}: a picture or a pzprv3 text can")
    pieces, run = [], 0
    for clue in [*clues, 255]:
        if not clue and run < len(_LETTERS):
            run += 1
            continue
        pieces += [_LETTERS[run - 1]] if run else []
        pieces += [game.clue.symbols[clue].letter] if clue in game.clue.symbols else []
        run = not clue
    return "".join(pieces)


ABOUT = About(
    "Ids of Pearl",
    "The same collection, whose Pearl is Masyu.",
    """\
`pearl:PARAMS:DESC`, or without the prefix where `W` and `B` tell it from an id of Net. PARAMS is `W` or `WxH`;
letters that follow (`dt` for a difficulty, `n` for boards that need not have a solution, others too) change
nothing. DESC: `W` a white circle, `B` a black one, `a` to `z` a run of 1 to 26 empty cells. The addresses of
the web page, `…/pearl.html#ID`, and of the app, `sgtpuzzles:pearl:ID`, are read; `PARAMS#SEED` is refused as
for Net.""",
    "Title and header lines, lines and crosses. Circles of unknown colour cannot be written.",
    (
        Specimen("pearl:6x6:BhBhBaBaWWfBdB", "https://puzz.link/p?mashu/6/6/i00i00k400i2"),
        Specimen("6x6dt:eBbBfWbWbWbWhWaB", "https://puzz.link/p?mashu/6/6/02200999900b"),
    ),
)

PEARL_ID = Format(PEARL, 20, text_lines, sniff, read, write, ABOUT, instead="pzprv3")
