"""A ghost beside one's own game: made from a journal, and how far it had come at each moment.

How far a game has come is counted from what everybody sees, so that a bar tells nothing about the solution: the lines
that meet, beyond those that met at the beginning, or the cells with two lines of those that need them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property

from termpuzzles.board.byteboard import bitboards
from termpuzzles.board.grid import DEGREE
from termpuzzles.formats.ghost import Ghost, GhostMove, ghost_of
from termpuzzles.games.model import Puzzle
from termpuzzles.session.session import Session, clock_text

_MOMENTS = 250  # at which a ghost is looked at, for a bar; a ghost of a large board has more steps
_NEARLY = 0.99  # of the way, as long as the board is not solved


def runs(puzzle: Puzzle, events: Iterable[tuple[float, str]]) -> list[Ghost]:
    """The ghost of each attempt in these events that solved the board without being shown the solution."""
    session = Session(puzzle, now=lambda: 0.0)
    found: list[Ghost] = []
    steps: list[GhostMove] = []
    lines, solved = puzzle.beginning.lines, False
    for seconds, event in events:
        if not session.restore([(seconds, event)]):
            break
        if event == "attempt":
            steps, lines, solved = [], puzzle.beginning.lines, False
        after = session.state.lines
        if after != lines:
            tenths = max(round(10 * seconds), steps[-1].tenths if steps else 0)
            pairs = enumerate(zip(lines, after, strict=True))
            steps += [GhostMove(tenths, cell, new) for cell, (old, new) in pairs if old != new]
            lines = after
        if event == "finished" and not solved and session.solved and steps:
            solved = True
            if not session.attempt.gave_up:
                found.append(Ghost(tuple(steps), session.attempt.hints + session.attempt.wrong_checks))
    return found


def best(ghosts: Iterable[Ghost]) -> Ghost | None:
    """The quickest of these; None if there is none."""
    return min(ghosts, key=lambda ghost: ghost.seconds, default=None)


class Progress:
    """How far positions of a board are on their way, from 0 to 1."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._first = 0 if puzzle.game.draws else self._count(puzzle.beginning.lines)
        every = sum(map(bool, puzzle.needed)) if puzzle.game.draws else sum(DEGREE[mask] for mask in puzzle.tiles)
        self._way = max(1, every - self._first)

    def _count(self, lines: bytes) -> int:
        if self._puzzle.game.draws:
            return sum(DEGREE[mask] == 2 for mask, needed in zip(lines, self._puzzle.needed, strict=True) if needed)
        joined, _ = bitboards(self._puzzle.grid).join(lines)
        return int.from_bytes(joined, "little").bit_count()

    def of(self, lines: bytes) -> float:
        """How far this position is, which is not solved."""
        return min(_NEARLY, max(0.0, (self._count(lines) - self._first) / self._way))


class Rival:
    """The ghost beside a game: where it was after so many seconds, and how far ahead of it a player is."""

    def __init__(self, puzzle: Puzzle, ghost: Ghost, is_own: bool = False) -> None:
        self.ghost = ghost
        self.whose, self._is_own = ghost.whose, is_own
        self._puzzle = puzzle
        self._progress = Progress(puzzle)

    @classmethod
    def of(cls, puzzle: Puzzle) -> Rival | None:
        """The rival that the puzzle's text gave; None if there was none."""
        ghost = ghost_of(puzzle)
        return cls(puzzle, ghost) if ghost else None

    @cached_property
    def _course(self) -> tuple[list[float], list[float]]:
        """Moments in seconds, and how far the ghost had then come at best."""
        steps, lines = self.ghost.steps, bytearray(self._puzzle.beginning.lines)
        times, shares, stride = [0.0], [0.0], -(-len(steps) // _MOMENTS)
        for place, (tenths, cell, mask) in enumerate(steps, 1):
            lines[cell] = mask
            if place == len(steps):
                times.append(tenths / 10)
                shares.append(1.0)
            elif place % stride == 0:
                times.append(tenths / 10)
                shares.append(max(shares[-1], self._progress.of(bytes(lines))))
        return times, shares

    def share(self, seconds: float) -> float:
        """How far the ghost had come after so many seconds, from 0 to 1."""
        times, shares = self._course
        return shares[max(0, bisect_right(times, seconds) - 1)]

    def lead(self, session: Session) -> int:
        """The whole seconds by which the player is ahead of the ghost; negative if behind.

        Once the board is solved these are the seconds between the two times.
        """
        times, shares = self._course
        seconds = session.clock.seconds
        if session.solved:
            return round(self.ghost.seconds - seconds)
        mine = self._progress.of(session.state.lines)
        since, until = times[bisect_left(shares, mine)], times[min(len(times) - 1, bisect_right(shares, mine))]
        return round(since - seconds if seconds < since else min(0.0, until - seconds))

    def words(self, session: Session) -> str:
        """Whether the player is ahead, and by how much: `12 s ahead`."""
        lead = self.lead(session)
        return f"{abs(lead)} s {'ahead' if lead > 0 else 'behind'}" if lead else "level"

    @property
    def name(self) -> str:
        """What the ghost is called in a sentence: `Anna's ghost`."""
        if self._is_own:
            return "your best game"
        return f"{self.whose}'s ghost" if self.whose else "the ghost"

    def sentence(self, session: Session) -> str:
        """The same as a sentence, with how far the ghost is or how long it took."""
        lead = self.lead(session)
        mine = f"You are {self.words(session)}{' of' if lead > 0 else ''}" if lead else "You are level with"
        if session.solved:
            helped = f", with help {self.ghost.help} times" if self.ghost.help > 1 else ", with help once"
            return f"{mine} {self.name}, which took {clock_text(self.ghost.seconds)}{helped * bool(self.ghost.help)}."
        return f"{mine} {self.name}, which is {self.share(session.clock.seconds):.0%} of the way there."
