"""Save files of Simon Tatham's collection: a Net board and the moves played on it, so that the game goes on here."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.board.surface import PLANE, TORUS
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import net_id
from termpuzzles.formats.format import (
    DefaultGame,
    Format,
    game_called,
    games_of_format,
    natural,
    or_list,
    shown,
    single_part,
)
from termpuzzles.formats.net_id import NetParams
from termpuzzles.games.model import Change, Game, Move, Puzzle, State

_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_SKIPPED = ("SEED", "HEXSEED", "AUXINFO", "UI", "TIME")
_ONCE = ("SAVEFILE", "VERSION", "GAME", "PARAMS", "CPARAMS", "DESC", "NSTATES", "STATEPOS")
_STEPS = ("MOVE", "SOLVE", "RESTART")
_QUARTERS = {"C": 1, "F": 2, "A": 3}


class _Field(NamedTuple):
    key: str
    value: str
    line: int
    column: int

    def refuse(self, expected: str, found: str | None = None, column: int = 0) -> PuzzleError:
        found = shown(self.value) if found is None else found
        return PuzzleError(expected, found, line=self.line, column=self.column + column)


def sniff(word: str, text: str) -> bool:
    """Whether the text begins with the first field of a save file."""
    return word.startswith("SAVEFILE")


def read(text: str, assumed: DefaultGame) -> Puzzle:
    """The puzzle and the moves in the text; raises `PuzzleError` with the place, also if the game is not known here."""
    once: dict[str, _Field] = {}
    steps: list[_Field] = []
    for field in _fields(text):
        if field.key in _STEPS:
            steps.append(field)
        elif field.key in once:
            raise PuzzleError(f"one field {field.key}", "a second one", line=field.line, column=1)
        elif field.key in _ONCE:
            once[field.key] = field
        elif field.key not in _SKIPPED:
            raise PuzzleError("a field of a save file", shown(field.key), line=field.line, column=1)
    game = _game(once, assumed.asked)
    params = _params(once)
    puzzle = Puzzle(game, *_board(params, _required(once, "DESC")))
    return _replay(puzzle, params, steps, _position(once, len(steps)))


def _fields(text: str) -> Iterator[_Field]:
    """The fields `KEY     :LEN:VALUE`, LEN in bytes of UTF-8."""
    data, place, line = text.encode("utf-8", "surrogatepass"), 0, 1
    while place < len(data):
        head = data[place : place + 30].split(b":", 2)
        length = natural(head[1].decode("ascii", "replace")) if len(head) == 3 else None
        if len(head[0]) != 8 or length is None:
            found = data[place:].split(b"\n", 1)[0].decode("utf-8", "replace")
            raise PuzzleError("a field such as 'GAME    :3:Net'", shown(found), line=line, column=1)
        column = len(head[0]) + len(head[1]) + 2
        begin = place + column
        value = data[begin : begin + length].decode("utf-8", "replace")
        if len(data) < begin + length or data[begin + length : begin + length + 1] not in (b"\n", b""):
            value = value.partition("\n")[0]
            raise PuzzleError(
                f"a value of {length} bytes and the end of the line", shown(value), line=line, column=column + 1
            )
        yield _Field(head[0].decode("ascii", "replace").rstrip(" "), value, line, column + 1)
        line += value.count("\n") + 1
        place = begin + length + 1


def _required(once: dict[str, _Field], key: str) -> _Field:
    if key not in once:
        raise PuzzleError(f"a field {key}", "none")
    return once[key]


def _game(once: dict[str, _Field], asked: str | None) -> Game:
    for key, value in (("SAVEFILE", _MAGIC), ("VERSION", "1")):
        if _required(once, key).value != value:
            raise once[key].refuse(value if key == "SAVEFILE" else f"the {key.lower()} {value}")
    game = game_called("save", _required(once, "GAME").value)
    if game is None:
        raise once["GAME"].refuse(f"the game {or_list([each.formats['save'] for each in games_of_format('save')])}")
    if asked not in (None, game.name):
        raise once["GAME"].refuse(f"a puzzle of the game {asked}")
    return game


def _params(once: dict[str, _Field]) -> NetParams:
    field = once.get("CPARAMS") or _required(once, "PARAMS")
    try:
        params = NetParams.parse(field.value)
        if params.surface not in (PLANE, TORUS):
            raise PuzzleError("the size of a board of the collection, with or without w", shown(field.value))
        return params
    except PuzzleError as error:
        raise _within(field, error) from None


def _board(params: NetParams, field: _Field) -> tuple[Grid, bytes]:
    try:
        return net_id.decode_id(params, field.value)
    except PuzzleError as error:
        raise _within(field, error) from None


def _within(field: _Field, error: PuzzleError) -> PuzzleError:
    """The error of a field's value, with its place in the whole text."""
    return field.refuse(error.expected, error.found, (error.column or 1) - 1)


def _position(once: dict[str, _Field], moves: int) -> int:
    states, position = _required(once, "NSTATES"), _required(once, "STATEPOS")
    if natural(states.value) != moves + 1:
        raise states.refuse(f"{moves + 1}, one more than there are moves")
    number = natural(position.value)
    if not number or number > moves + 1:
        raise position.refuse(f"a state from 1 to {moves + 1}")
    return number - 1


def _replay(puzzle: Puzzle, params: NetParams, steps: list[_Field], position: int) -> Puzzle:
    """The puzzle with each step as one move that leads to the same state, without steps that change nothing.

    The state is only worked out where it is needed: once for each step would take a time quadratic in the text.
    """
    state = start = puzzle.start
    moves: list[Move] = []
    reached = played = 0  # the number of moves that led to the state, and to the start
    pins = bytearray(puzzle.grid.size)
    for number, step in enumerate(steps, 1):
        if step.key == "RESTART":
            grid, tiles = _board(params, step)
            if grid != puzzle.grid:
                raise step.refuse("a board with the same walls")
            state, reached = _after(puzzle, state, moves[reached:]), len(moves)
            move = _between(grid, state, State.of(tiles), step)
            pins = bytearray(grid.size)
        else:
            move = Move(tuple(_changes(puzzle.grid, pins, step)))
        if move.changes:
            moves.append(move)
        if number == position:
            start = state = _after(puzzle, state, moves[reached:])
            played = reached = len(moves)
    return replace(puzzle, start=start, moves=tuple(moves), position=played)


def _after(puzzle: Puzzle, state: State, moves: list[Move]) -> State:
    """The state after these moves, played as one."""
    return puzzle.game.play(puzzle, state, Move(tuple(change for move in moves for change in move.changes)))


def _between(grid: Grid, before: State, after: State, step: _Field) -> Move:
    """The move from one state to another that has the same tiles, turned."""
    changes = []
    for cell, (old, new) in enumerate(zip(before.lines, after.lines, strict=True)):
        if new not in TURNS[old]:
            raise step.refuse("a board of the same tiles")
        if before.pins[cell]:
            changes.append(Change("free", *grid.place(cell)))
        if old != new:
            changes.append(Change("turn", *grid.place(cell), TURNS[old].index(new)))
    return Move(tuple(changes))


def _changes(grid: Grid, pins: bytearray, step: _Field) -> Iterator[Change]:
    """The changes of one step: `C1,2` alone, or several after `J` or `S`, separated by semicolons.

    They are made in the pins, too.
    """
    column = 2 if step.value[:2] in ("J;", "S;") else 1 if step.value in ("J", "S") else 0
    parts = step.value[column:].removesuffix(";").split(";") if step.value[column:] else []
    for part in parts:
        cell = _cell(grid, part, step, column)
        pin = pins[cell]
        if part[0] == "L":
            yield Change("free" if pin else "pin", *grid.place(cell))
            pins[cell] = 1 - pin
        elif pin:
            raise step.refuse("a tile that is not locked", shown(part), column)
        else:
            yield Change("turn", *grid.place(cell), _QUARTERS[part[0]])
        column += len(part) + 1


def _cell(grid: Grid, part: str, step: _Field, column: int) -> int:
    places = [natural(place) for place in part[1:].split(",")]
    if part[:1] not in ("L", *_QUARTERS) or len(places) != 2 or places[0] is None or places[1] is None:
        raise step.refuse("a move such as C3,1", shown(part), column)
    x, y = places[0], places[1]
    if x >= grid.width or y >= grid.height:
        raise step.refuse(f"a cell of the {grid} board", shown(part), column)
    return grid.cell(x, y)


SAVE_FILE = Format("save", single_part, sniff, read, None, instead="gameid")
