"""The nouns that every game shares, and the record of functions that is a game.

Where does a datum live? If it is chosen before generating: `Params`. If the level gives it: `Puzzle`. If undo brings it
back: `State`. What outlives undo belongs to the session (`termpuzzles.session`), and what is only seen to the screen.

What a game prints on its cells is data, too (`clues`): formats, drawings and words know how to show it, and know no
game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from termpuzzles.board.grid import SIDE_NAMES, SIDES, Grid
from termpuzzles.board.survey import Survey, survey
from termpuzzles.errors import ArgumentError, PuzzleError, shortened
from termpuzzles.games import named

if TYPE_CHECKING:
    from termpuzzles.games.clues import ClueKind
    from termpuzzles.games.making.maker import Maker
    from termpuzzles.logic.problem import Problem


SIDE_LETTERS = {side: SIDE_NAMES[side][0].upper() for side in SIDES}
LETTER_SIDES = {letter: side for side, letter in SIDE_LETTERS.items()}


class State(NamedTuple):
    """All that undo brings back, three bytes a cell, row by row.

    `lines` holds the mask of each cell as it stands. `pins` is 1 where the player pinned the cell, else 0. `notes`
    holds what the player noted of the cell's sides: the low four bits the mask of sides noted as crossed (no line
    here), the high four bits those noted as drawn (a line here); both cells at a line carry the note.
    """

    lines: bytes
    pins: bytes
    notes: bytes

    @classmethod
    def of(cls, lines: bytes) -> State:
        """The state with these lines where nothing is pinned or noted."""
        return cls(lines, bytes(len(lines)), bytes(len(lines)))


class Change(NamedTuple):
    """One cell's part of a move: a `verb`, the cell's column `x` and row `y` from 0, and an `amount`.

    Verbs: `turn` (amount: quarter turns clockwise, 1 to 3), `pin` and `free` (no amount), and for the line across one
    side (amount: the side) `line`, `cross` and `clear`. In a game of turning these three are notes; in a game of
    drawing they draw, cross out and erase. All of them set and none toggles, so a change means the same anywhere.
    """

    verb: str
    x: int
    y: int
    amount: int = 0

    def __str__(self) -> str:
        place = f"{self.verb} {self.x + 1},{self.y + 1}"
        if self.verb == "turn":
            return f"{place} {self.amount}"
        return f"{place} {SIDE_LETTERS[self.amount]}" if self.verb in ("line", "cross", "clear") else place


class Move(NamedTuple):
    """The `changes` that are played and undone together. Text form: `turn 3,1 1; pin 3,1`, columns and rows from 1."""

    changes: tuple[Change, ...]

    def __str__(self) -> str:
        return "; ".join(str(change) for change in self.changes)

    @classmethod
    def parse(cls, text: str, puzzle: Puzzle) -> Move:
        """The move that `str` wrote; `PuzzleError` unless it is one that the puzzle's game and grid allow."""
        return cls(tuple(_parse_change(part.strip(), puzzle) for part in text.split(";")))


def _parse_change(text: str, puzzle: Puzzle) -> Change:
    try:
        verb, place, *rest = text.split()
        column, row = place.split(",")
        x, y = int(column) - 1, int(row) - 1
    except ValueError:
        raise PuzzleError("a move such as 'turn 3,1 1'", repr(shortened(text))) from None
    if verb not in puzzle.game.verbs:
        raise PuzzleError(f"one of {', '.join(puzzle.game.verbs)}", repr(shortened(verb)))
    if not (0 <= x < puzzle.grid.width and 0 <= y < puzzle.grid.height):
        raise PuzzleError(f"a cell of the {puzzle.grid} board", repr(shortened(place)))
    return Change(verb, x, y, _parse_amount(verb, rest, puzzle.grid.open_sides[puzzle.grid.cell(x, y)]))


def _parse_amount(verb: str, rest: list[str], open_sides: int) -> int:
    if verb == "turn":
        if len(rest) == 1 and rest[0] in ("1", "2", "3"):
            return int(rest[0])
        raise PuzzleError("1, 2 or 3 quarter turns", repr(shortened(" ".join(rest))))
    if verb in ("line", "cross", "clear"):
        side = LETTER_SIDES.get(rest[0], 0) if len(rest) == 1 else 0
        if side & open_sides:
            return side
        raise PuzzleError("a side N, E, S or W that leads to another cell", repr(shortened(" ".join(rest))))
    if rest:
        raise PuzzleError("the end of the move", repr(shortened(" ".join(rest))))
    return 0


class Gesture(NamedTuple):
    """What a key or a click asks for at a cell, before a game turns it into a move.

    Actions: `turn`, `turn back`, `turn half`, `pin` (toggles), and toward a side `line` and `cross` (both toggle).
    """

    action: str
    cell: int
    side: int = 0


class Mistake(NamedTuple):
    """All mistakes of one kind in a position: the code of the kind, the cells, and words for them ("3 loose ends").

    `cells` may be worked out only when they are asked for.
    """

    code: str
    cells: Sequence[int]
    sentence: str


class Cell(NamedTuple):
    """A cell of a puzzle, as `puzzle[x, y]` gives it; sides are letters of `NESW`.

    `tile` has the sides of its tile as given, "" in games without tiles; `lines` the sides with lines in the position
    `puzzle.start`. `clue` is the name of what is printed in it, such as "black circle", or "". A cell that is not
    `is_open` is shaded.
    """

    tile: str
    lines: str
    clue: str
    is_open: bool


@dataclass(frozen=True)
class Puzzle:
    """What a level gives. Whoever holds one may trust it: the gate (`termpuzzles.formats`) has checked it.

    `game` is its game, and `grid` the columns, rows, borders and walls; cells are numbered row by row from 0. `title`
    is what the text calls it, `source` the file or link that it came from; "" if there is none.

    `tiles` has one byte a cell, which means what the game's `Tiles` say. `header` keeps the other `key: value` lines of
    its text in their order. `start` is the position that the text shows; solving, checking and rating ignore it. A text
    that has the moves that led there (a save file) gives `moves` too: the first `position` of them lead from the fresh
    board to `start`, the rest are undone. `clues` gives each cell the clue printed in it, 0 for none; in a game
    without clues it is empty.
    """

    game: Game
    grid: Grid
    tiles: bytes
    title: str = ""
    source: str = ""
    header: tuple[tuple[str, str], ...] = ()
    start: State = field(default=None, compare=True)  # type: ignore[assignment]  # filled in below
    moves: tuple[Move, ...] = ()
    position: int = 0
    clues: bytes = b""

    def __post_init__(self) -> None:
        if self.game.clue and not self.clues:
            object.__setattr__(self, "clues", bytes(self.grid.size))
        if self.start is None:
            object.__setattr__(self, "start", self.game.initial_state(self.grid, self.tiles))

    @cached_property
    def surveyed(self) -> Survey:
        """The survey of `start` with all that is looked at when the board is first shown; kept, also in a pickle."""
        found = survey(self.grid, self.start.lines)
        assert found.tally is not None  # it is worked out by this look, and so is the next
        assert self.grid.ways is not None
        return found

    @property
    def beginning(self) -> State:
        """Where the player begins again: the fresh board if the text has moves, else the position that it shows."""
        return self.game.initial_state(self.grid, self.tiles) if self.moves else self.start

    @property
    def needed(self) -> bytes:
        """1 for each cell of a game of drawing that must have lines in the end, or another number but 0."""
        return self.clues if self.game.tiles is Tiles.FREE else self.tiles

    def problem(self) -> Problem:
        """The question that this puzzle puts to the logic."""
        return self.game.problem(self)

    # For those who study puzzles: what is written and drawn is known only above this floor

    @property
    def id(self) -> str:
        """The id or address by which to share the puzzle, the same whatever text it came from."""
        found: str = _study("addresses").id_of(self)
        return found

    def url(self, site: str = "puzz.link") -> str:
        """The address at which a site shows the puzzle: `puzz.link`, or for Net `chiark.greenend.org.uk`.

        Raises `ArgumentError` if the site cannot show it.
        """
        found: str = _study("addresses").url_of(self, site)
        return found

    def __str__(self) -> str:
        found: str = _study("pictures").text_of(self)
        return found

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        found: str = _study("pictures").svg_of_puzzle(self)
        return found

    def __getitem__(self, place: tuple[int, int]) -> Cell:
        """The cell in column `x` and row `y`, both from 1, as sentences count them: `puzzle[3, 1]`.

        Raises `ArgumentError` for any other place.
        """
        grid = self.grid
        if not (isinstance(place, tuple) and len(place) == 2 and all(isinstance(number, int) for number in place)):
            raise ArgumentError(f"expected a column and a row, found {shortened(repr(place))}")
        x, y = place
        if not (1 <= x <= grid.width and 1 <= y <= grid.height):
            raise ArgumentError(f"expected a cell of the {grid} board, found {place}")
        cell = grid.cell(x - 1, y - 1)
        symbol = self.game.clue.symbols.get(self.clues[cell]) if self.game.clue else None
        return Cell(
            _letters(self.tiles[cell]) if self.game.tiles is Tiles.MASKS else "",
            _letters(self.start.lines[cell]),
            symbol.words if symbol else "",
            not self.game.shades or bool(self.tiles[cell]),
        )

    def with_marks(self, state: State) -> Puzzle:
        """The same puzzle in that position, such as a solution. Raises `ArgumentError` if it is none of this puzzle."""
        import_module("termpuzzles.games.arguments").check_state(self, state)
        return replace(self, start=state, moves=(), position=0)

    def rotated(self, quarters: int = 1) -> Puzzle:
        """The puzzle and its position, turned clockwise by so many quarters; its moves are left out."""
        found: Puzzle = import_module("termpuzzles.games.symmetry").rotated(self, quarters)
        return found

    def mirrored(self) -> Puzzle:
        """The puzzle and its position as a mirror beside it shows them; its moves are left out."""
        found: Puzzle = import_module("termpuzzles.games.symmetry").mirrored_board(self)
        return found

    def to_networkx(self, state: State | None = None) -> Any:
        """The board as a `networkx.MultiGraph`; it needs the extra `networkx`.

        Nodes are the open cells, `(x, y)` from 1 as sentences count them, with the attributes `tile` and `clue` of
        `Cell`. Edges are all lines that can be drawn, with `side`, E or S as seen from the first node, and `drawn`:
        whether the line is there in `state`, by default `puzzle.start`. Two lines may join the same two cells.

        Raises `ArgumentError` if the state is none of this puzzle, and ImportError without networkx.
        """
        return _study("networks").networkx_graph(self, state)


def _study(name: str) -> Any:
    """A module of the room `study`, which stands above this one: loaded when somebody asks, as public names are."""
    return import_module(f"termpuzzles.study.{name}")


def _letters(mask: int) -> str:
    return "".join(SIDE_LETTERS[side] for side in SIDES if mask & side)


class Controls(Enum):
    """How the player acts."""

    TURN_TILES = "turn tiles"
    DRAW_LINES = "draw lines"


class Tiles(Enum):
    """What the bytes of `Puzzle.tiles` mean."""

    MASKS = "the mask of the tile as given"
    SHADING = "1 for an open cell, 0 for a shaded one"
    FREE = "1 for every cell: any may have lines, or stay empty"


class Daily(NamedTuple):
    """A game's boards of the day: how `catalogue.daily_recipe_2` draws them, and their sizes from Monday to Sunday."""

    form: str
    sizes: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game as a record of data and functions; the last thing in its file, and that file's table of contents.

    `noun` is what a player calls a cell. `verbs` are the changes that a move may have. `wraps` says whether boards may
    wrap around and have walls, `joins_all` whether all cells must be joined, so that a sealed-off group is a mistake.

    `formats` lists the text forms that can hold boards of the game (the names of `termpuzzles.formats`), each with the
    name that the form has for the game; "" if the form means this game unless it says otherwise.

    `initial_state` gives the first position of a level that shows none. `solved_state` gives the state that shows a
    solution (one mask a cell). `play` trusts its move. `source` gives the cell that lights all that is joined to it, in
    a game that has one. `rules` are its rules in three sentences. `maker` loads the maker of the game's new boards.
    `daily` describes its boards of the day by the number of the stream that holds on a date; a game without it has
    none. `clue` says which clues cells may have.
    """

    name: str
    title: str
    goal: str
    controls: Controls
    tiles: Tiles
    noun: str
    verbs: tuple[str, ...]
    wraps: bool
    joins_all: bool
    formats: Mapping[str, str]
    problem: Callable[[Puzzle], Problem]
    initial_state: Callable[[Grid, bytes], State]
    solved_state: Callable[[Puzzle, bytes], State]
    interpret: Callable[[Puzzle, State, Gesture], Move | None]
    play: Callable[[Puzzle, State, Move], State]
    mistakes: Callable[[Puzzle, Survey], tuple[Mistake, ...]]
    source: Callable[[Grid], int] | None = None
    rules: tuple[str, ...] = ()
    maker: Callable[[], Maker] | None = None
    daily: Mapping[int, Daily] = field(default_factory=dict)
    clue: ClueKind | None = None

    @property
    def draws(self) -> bool:
        """Whether the player draws lines; else the player turns tiles."""
        return self.controls is Controls.DRAW_LINES

    @property
    def shades(self) -> bool:
        """Whether cells are open or shaded; else they hold tiles with lines."""
        return self.tiles is Tiles.SHADING

    @property
    def pins(self) -> bool:
        """Whether the player can pin cells."""
        return "pin" in self.verbs

    def __repr__(self) -> str:
        return f"named({self.name!r})"

    def __reduce__(self) -> tuple[Callable[[str, str], Game], tuple[str, str]]:
        return named, (self.name, getattr(self.problem, "__module__", ""))
