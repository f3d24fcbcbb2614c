"""Save files of Simon Tatham's collection: a board and the moves played on it, so that the game goes on elsewhere."""

from collections.abc import Iterator
from functools import partial

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import PLANE, TORUS
from termpuzzles.english import joined
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import net_id, pearl
from termpuzzles.formats.format import (
    About,
    Assumed,
    Format,
    Specimen,
    game_called,
    games_of_format,
    natural,
    shown,
)
from termpuzzles.formats.net_id import NetParams
from termpuzzles.formats.save_moves import (
    Field,
    drawing_steps,
    drawn_in,
    no_notes,
    replay_lines,
    replay_turns,
    turning_steps,
    turns_between,
)
from termpuzzles.formats.text_grid import parts
from termpuzzles.games.model import Game, Move, Puzzle, State

_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_SKIPPED = ("SEED", "HEXSEED", "AUXINFO", "UI", "TIME")
_ONCE = ("SAVEFILE", "VERSION", "GAME", "PARAMS", "CPARAMS", "DESC", "NSTATES", "STATEPOS")
_STEPS = ("MOVE", "SOLVE", "RESTART")
_LEAST_OF_PEARL = 5  # columns and rows of the boards that Pearl takes


def sniff(word: str, text: str) -> bool:
    """Whether the text begins with the first field of a save file."""
    return word.startswith("SAVEFILE")


def read(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle and the moves in the text; raises `PuzzleError` with the place, also if the game is not known here."""
    once: dict[str, Field] = {}
    steps: list[Field] = []
    for field in _fields(text):
        if field.key in _STEPS:
            steps.append(field)
        elif field.key in once:
            raise PuzzleError(f"one field {field.key}", "a second one", line=field.line, column=1)
        elif field.key in _ONCE:
            once[field.key] = field
        elif field.key not in _SKIPPED:
            assumed.remark(f"the field {shown(field.key)} of a save file is skipped")
    game = _game(once, assumed.asked)
    board = partial(_drawn_board if game.draws else _turned_board, game, once)
    puzzle = board(_required(once, "DESC"))

    def restart(step: Field) -> Puzzle:
        again = board(step)
        if (again.grid, again.clues) != (puzzle.grid, puzzle.clues):
            raise step.refuse("a board with the same " + ("circles" if game.draws else "walls"))
        return again

    position = _position(once, len(steps))
    if (
        game.draws
        and (hint := next((number for number, step in enumerate(steps) if step.value == "H"), None)) is not None
    ):
        assumed.remark(
            f"the moves from line {steps[hint].line} on follow a hint that is not in the file; they are skipped"
        )
        steps, position = steps[:hint], min(position, hint)
    return (replay_lines if game.draws else replay_turns)(puzzle, restart, steps, position)


def _fields(text: str) -> Iterator[Field]:
    """The fields `KEY     :LEN:VALUE`, LEN in bytes of UTF-8."""
    data, place, line = text.encode("utf-8", "surrogatepass"), 0, 1
    while place < len(data):
        if data[place : place + 1] == b"\n":  # mails and editors add empty lines
            place, line = place + 1, line + 1
            continue
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
        yield Field(head[0].decode("ascii", "replace").rstrip(" "), value, line, column + 1)
        line += value.count("\n") + 1
        place = begin + length + 1


def _required(once: dict[str, Field], key: str) -> Field:
    if key not in once:
        raise PuzzleError(f"a field {key}", "none")
    return once[key]


def _game(once: dict[str, Field], asked: str | None) -> Game:
    for key, value in (("SAVEFILE", _MAGIC), ("VERSION", "1")):
        if _required(once, key).value != value:
            raise once[key].refuse(value if key == "SAVEFILE" else f"the {key.lower()} {value}")
    game = game_called("save", _required(once, "GAME").value)
    if game is None:
        raise once["GAME"].refuse(
            f"the game {joined([each.formats['save'] for each in games_of_format('save')], 'or')}"
        )
    if asked not in (None, game.name):
        raise once["GAME"].refuse(f"a puzzle of the game {asked}")
    return game


def _params(once: dict[str, Field]) -> Field:
    return once.get("CPARAMS") or _required(once, "PARAMS")


def _turned_board(game: Game, once: dict[str, Field], field: Field) -> Puzzle:
    asked = _params(once)
    try:
        params = NetParams.parse(asked.value)
        if params.surface not in (PLANE, TORUS):
            raise PuzzleError("the size of a board of the collection, with or without w", shown(asked.value))
    except PuzzleError as error:
        raise _within(asked, error) from None
    try:
        return Puzzle(game, *net_id.decode_id(params, field.value))
    except PuzzleError as error:
        raise _within(field, error) from None


def _drawn_board(game: Game, once: dict[str, Field], field: Field) -> Puzzle:
    asked = _params(once)
    try:
        grid = Grid.make(*pearl.size(asked.value))
    except PuzzleError as error:
        raise _within(asked, error) from None
    try:
        return Puzzle(game, grid, b"\1" * grid.size, clues=pearl.decode_clues(game, field.value, grid.size))
    except PuzzleError as error:
        raise _within(field, error) from None


def _within(field: Field, error: PuzzleError) -> PuzzleError:
    """The error of a field's value, with its place in the whole text."""
    return field.refuse(error.expected, error.found, (error.column or 1) - 1)


def _position(once: dict[str, Field], moves: int) -> int:
    states, position = _required(once, "NSTATES"), _required(once, "STATEPOS")
    if natural(states.value) != moves + 1:
        raise states.refuse(f"{moves + 1}, one more than there are moves")
    number = natural(position.value)
    if not number or number > moves + 1:
        raise position.refuse(f"a state from 1 to {moves + 1}")
    return number - 1


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle and its moves, or one that leads to the position; raises `PuzzleError` for what Net or Pearl lacks."""
    grid, game = puzzle.grid, puzzle.game
    long_term, params, description = (_drawn_fields if game.draws else _turned_fields)(puzzle)
    moves, position = puzzle.moves, puzzle.position
    if state is not None or not moves:
        moves = _leading_to(puzzle, puzzle.start if state is None else state)
        position = len(moves)
    steps = list((drawing_steps if game.draws else turning_steps)(grid, moves))
    fields = [
        *(("SAVEFILE", _MAGIC), ("VERSION", "1"), ("GAME", game.formats["save"])),
        *(("PARAMS", long_term), ("CPARAMS", params), ("DESC", description)),
        *(("NSTATES", str(len(steps) + 1)), ("STATEPOS", str(position + 1))),
        *(("MOVE", step) for step in steps),
    ]
    return "\n".join(f"{key:<8}:{len(value)}:{value}" for key, value in fields)


def _leading_to(puzzle: Puzzle, state: State) -> tuple[Move, ...]:
    """The one move from the fresh board to the position, or none."""
    grid, game = puzzle.grid, puzzle.game
    if not game.draws and any(state.notes):
        raise no_notes()
    fresh = game.initial_state(grid, puzzle.tiles)
    changes = tuple(drawn_in(grid, state) if game.draws else turns_between(grid, fresh, state))
    return (Move(changes),) if changes else ()


def _turned_fields(puzzle: Puzzle) -> tuple[str, str, str]:
    """The params for further boards, those of this board, and its description."""
    if puzzle.grid.is_twisted:
        raise PuzzleError("a save file of Net cannot hold a twisted board: a picture or an id can")
    params, _, description = net_id.encode(puzzle.grid, puzzle.tiles).partition(":")
    never_unique = params.endswith("w") and 2 in (puzzle.grid.width, puzzle.grid.height)
    return params + "a" * never_unique, params, description  # Net takes no params for unique boards that cannot be


def _drawn_fields(puzzle: Puzzle) -> tuple[str, str, str]:
    """The params for further boards, those of this board, and its description."""
    if min(puzzle.grid.width, puzzle.grid.height) < _LEAST_OF_PEARL:
        what = f"fewer than {_LEAST_OF_PEARL} columns or rows"
        raise PuzzleError(f"Pearl has no boards of {what}: a picture or a pzprv3 text can hold this one")
    params = str(puzzle.grid)
    return params, params, pearl.encode_clues(puzzle.game, puzzle.clues, "a save file of Pearl")


ABOUT = About(
    "Save files of the collection",
    "Simon Tatham's collection, any version since 2005: Net and Pearl.",
    """\
Lines `KEY     :LENGTH:VALUE`, the key padded to eight characters, the length in bytes. Read are SAVEFILE,
VERSION 1, GAME `Net` or `Pearl`, CPARAMS (or else PARAMS), DESC, NSTATES (one more than there are moves),
STATEPOS (from 1), and the moves MOVE, SOLVE and RESTART, so that a game begun there goes on here, undo
included. In Net `A`, `C`, `F` and a place turn a tile left, right or around, `L` locks it or unlocks it; in
Pearl `F` and sides (1 right, 2 up, 4 left, 8 down) and a place draw a line or take it off, `M` marks a cross,
`L`, `N` and `R` set lines, clear them or replace all. Places count from 0. What Pearl's own hint drew (`H`) is
not in the file; moves from there on are left out, and that is said. Other keys are skipped. `---` parts several.

Written are the moves of a save file, or the position as one move, which undo takes back there; what the program
solved, jumbled or began again is a move like others.""",
    "Title and header lines; the clock, the cursor and the place of the light. Twisted boards and notes of lines and "
    "crosses of Net, circles of unknown colour, and boards of Masyu with fewer than five columns or rows cannot be "
    "written.",
    (
        Specimen(
            "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :3:Net\nPARAMS  :3:4x3\n"
            "CPARAMS :3:4x3\nDESC    :12:121264518341\nNSTATES :1:2\nSTATEPOS:1:2\nMOVE    :4:C1,0\n",
            "4x3:121264518341",
        ),
        Specimen(
            "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :5:Pearl\nPARAMS  :5:6x6de\n"
            "CPARAMS :3:6x6\nDESC    :14:BhBhBaBaWWfBdB\nNSTATES :1:2\nSTATEPOS:1:2\nMOVE    :13:F1,0,0;F4,1,0\n",
            "https://puzz.link/p?mashu/6/6/i00i00k400i2",
        ),
    ),
)

SAVE_FILE = Format("save", 80, parts, sniff, read, write, ABOUT)
