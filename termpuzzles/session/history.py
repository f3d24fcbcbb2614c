"""The moves played, for undo and redo: the past is kept and played again, never inverted."""

from __future__ import annotations

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.formats.format import natural
from termpuzzles.games.model import Move, Puzzle, State

_LATEST_BYTES = 1 << 24  # memory for the latest positions, so that repeated undo is quick on huge boards
_LEAST_STRIDE = 64  # moves; they are replayed in less than a millisecond on a 30x30 board


class History:
    """Entries played from a start, each a move or a restart (None), and how many of them are in force.

    Positions are kept at regular intervals, and the latest ones as well; all others are played again from the nearest
    kept one before them. A 10x10 board keeps every 64th position, a board of a million cells every 4000th.
    """

    def __init__(self, puzzle: Puzzle, start: State) -> None:
        self._puzzle = puzzle
        self._start = start
        self.entries: list[Move | None] = []
        self.at = 0
        self.marks: dict[str, int] = {}  # positions by name; the usual mark has the name ""
        self._turns = [0]  # [n]: how many of the first n entries turn a tile or set a line
        size = len(start.lines)
        self._stride = max(_LEAST_STRIDE, size // 256)
        self._kept = {0: start}
        self._latest: dict[int, State] = {}
        self._latest_limit = max(4, min(self._stride, _LATEST_BYTES // (3 * size)))  # more need not be played again

    @property
    def state(self) -> State:
        """The position now."""
        return self.state_at(self.at)

    def state_at(self, position: int) -> State:
        """The position after that many entries."""
        nearest = position
        while (state := self._kept.get(nearest) or self._latest.get(nearest)) is None:
            nearest -= 1
        for index in range(nearest, position):
            state = self._after(state, self.entries[index])
            self._keep(index + 1, state)
        return state

    def _after(self, state: State, entry: Move | None) -> State:
        return self._start if entry is None else self._puzzle.game.play(self._puzzle, state, entry)

    def _keep(self, position: int, state: State) -> None:
        if position % self._stride == 0:
            self._kept[position] = state
            return
        self._latest[position] = state
        if len(self._latest) > self._latest_limit:
            del self._latest[next(iter(self._latest))]

    def play(self, entry: Move | None) -> State:
        """Play an entry; whatever was undone is forgotten."""
        after = self._after(self.state, entry)
        self.drop(self.at)
        self.entries.append(entry)
        self._turns.append(self._turns[-1] + _turns_something(entry))
        self.at += 1
        self._keep(self.at, after)
        return after

    def merge(self, first: int) -> None:
        """Merge the moves in force from `first` on into one entry; whatever was undone is forgotten."""
        moves = [entry for entry in self.entries[first : self.at] if entry is not None]
        marks = self.marks
        self.drop(first)
        if moves:
            self.play(Move(tuple(change for move in moves for change in move.changes)))
        self.marks = {name: position for name, position in marks.items() if position <= self.at}

    def drop(self, first: int) -> None:
        """Forget the entries from `first` on, what was undone, and the marks beyond."""
        for position in range(first + 1, len(self.entries) + 1):
            self._kept.pop(position, None)
            self._latest.pop(position, None)
        del self.entries[first:], self._turns[first + 1 :]
        self.marks = {name: position for name, position in self.marks.items() if position <= first}
        self.at = first

    @property
    def turns(self) -> int:
        """How many entries in force turn a tile or set a line: pins and restarts do not count."""
        return self._turns[self.at]

    @property
    def turned(self) -> frozenset[int]:
        """The cells that moves in force have turned one by one."""
        cells: set[int] = set()
        for entry in self.entries[: self.at]:
            if entry is None:
                cells.clear()
                continue
            match [change for change in entry.changes if change.verb == "turn"]:
                case [turn]:
                    cells.add(self._puzzle.grid.cell(turn.x, turn.y))
        return frozenset(cells)

    def touched(self, first: int, last: int) -> set[int] | None:
        """The cells that the entries from `first` to `last` (exclusive) change; None if one is a restart."""
        cells: set[int] = set()
        for entry in self.entries[first:last]:
            if entry is None:
                return None
            cells.update(cells_changed(self._puzzle, entry))
        return cells


def _turns_something(entry: Move | None) -> bool:
    return entry is not None and any(change.verb not in ("pin", "free") for change in entry.changes)


def cells_changed(puzzle: Puzzle, move: Move) -> set[int]:
    """The cells that a move may change: those it names, and the cell across a line that it sets."""
    grid, cells = puzzle.grid, set()
    for _, x, y, _ in move.changes:
        cells.add(grid.cell(x, y))
    for verb, x, y, amount in move.changes:
        if verb in ("line", "cross", "clear"):
            cells.add(grid.ways[amount][grid.cell(x, y)])
    return cells


def cell_at(grid: Grid, place: str) -> int:
    """The cell at a column and row as events write them: `3,1`. Raises PuzzleError if there is none."""
    x, _, y = place.partition(",")
    column, row = natural(x) or 0, natural(y) or 0
    if 1 <= column <= grid.width and 1 <= row <= grid.height:
        return grid.cell(column - 1, row - 1)
    raise PuzzleError("a column and row of this board", repr(shortened(place)))
