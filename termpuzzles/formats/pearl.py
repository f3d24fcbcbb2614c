"""Ids of Pearl in Simon Tatham's collection, `pearl:6x6:bBcWaWd…`: circles, and letters for runs of empty cells."""

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import (
    DefaultGame,
    Format,
    check_asked,
    check_size,
    games_of_format,
    shown,
    side,
    text_lines,
)
from termpuzzles.games.model import Game, Puzzle, State

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def sniff(word: str, text: str) -> bool:
    """Whether the word has the prefix of such ids; or none, and a white circle, which no other id has."""
    head, colon, rest = word.partition(":")
    is_one = bool(colon) and (head == "pearl" or (head[:1].isdigit() and "W" in rest))
    return is_one and bool(games_of_format("pearl"))


def read(text: str, assumed: DefaultGame) -> Puzzle:
    """The puzzle of one id, with or without its prefix; raises `PuzzleError` with the column."""
    (game,) = games_of_format("pearl")
    start = len("pearl:") * text.startswith("pearl:")
    check_asked(game, assumed.asked, f"an id of {game.title}")
    params, colon, description = text[start:].partition(":")
    if not colon or "#" in params:
        raise PuzzleError("an id of the kind 6x6:bBcWaWd", shown(text[start:]), line=1, column=start + 1)
    width, cross, height = params.partition("x")
    columns = side(width, "width", column=start + 1)
    rows = side(height, "height", column=start + len(width) + 2) if cross else columns
    check_size(columns, rows, column=start + 1)
    grid = Grid.make(columns, rows)
    clues = _decode(game, description, grid.size, start + len(params) + 2)
    return Puzzle(game, grid, b"\1" * grid.size, clues=clues)


def _decode(game: Game, description: str, size: int, column: int) -> bytes:
    assert game.clue
    values = {symbol.letter: value for value, symbol in game.clue.symbols.items()}
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
    return f"{puzzle.game.formats['pearl']}:{puzzle.grid}:{_encode(puzzle.game, puzzle.clues)}"


def _encode(game: Game, clues: bytes) -> str:
    assert game.clue
    pieces, run = [], 0
    for clue in [*clues, 255]:
        if not clue and run < len(_LETTERS):
            run += 1
            continue
        pieces += [_LETTERS[run - 1]] if run else []
        pieces += [game.clue.symbols[clue].letter] if clue in game.clue.symbols else []
        run = not clue
    return "".join(pieces)


PEARL = Format("pearl", text_lines, sniff, read, write, instead="pzprv3")
