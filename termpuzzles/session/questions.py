"""Slow questions as values: each can be answered in a thread, a process or on another machine."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.games import named

if TYPE_CHECKING:
    from termpuzzles.games.making.params import Params
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.hints.check import Verdict
    from termpuzzles.hints.guide import Guide
    from termpuzzles.hints.hint import Hint
    from termpuzzles.logic.problem import Domain
    from termpuzzles.logic.task import Budget, Task

T_co = TypeVar("T_co", covariant=True)


class Question(Protocol[T_co]):
    """Something to find out; plain data that can be pickled, whose `work` finds the answer."""

    def work(self, cache: GuideCache) -> Task[T_co]:
        """The task that finds the answer; what it learns about a puzzle stays in the cache."""


class GuideCache:
    """The place where questions are answered: keeps what is certain about the latest puzzle for the next question."""

    def __init__(self) -> None:
        self._guide: Guide | None = None

    def guide(self, puzzle: Puzzle) -> Guide:
        """The guide of the puzzle."""
        from termpuzzles.hints.guide import Guide  # 30 ms, only needed for hints

        if self._guide is None or self._guide.puzzle != puzzle:
            self._guide = Guide(puzzle)
        return self._guide


class HintQuestion(NamedTuple):
    """Asks what the player could find next; `near` is the cell of the cursor.

    `turned` are the cells that the player has turned: where they are right they count as known.
    """

    puzzle: Puzzle
    state: State
    near: int | None = None
    turned: frozenset[int] = frozenset()

    def work(self, cache: GuideCache) -> Task[Hint | None]:
        """The hint; None if the board is solved."""
        return cache.guide(self.puzzle).find(self.state, self.near, self.turned)


class WhyNotQuestion(NamedTuple):
    """Asks why a cell cannot have lines at these sides (in a turning game at no others), and what else it can have."""

    puzzle: Puzzle
    state: State
    cell: int
    sides: int
    turned: frozenset[int] = frozenset()

    def work(self, cache: GuideCache) -> Task[Hint]:
        """The answer in the form of a hint; it may be that the cell can."""
        from termpuzzles.hints.check import possible, why_not, with_what_else

        guide = cache.guide(self.puzzle)
        hint = yield from why_not(guide, self.state, self.cell, self.sides, self.turned)
        left = yield from possible(guide, self.state, True, self.turned)
        return with_what_else(guide, hint, self.sides, left[self.cell])


class PossibleQuestion(NamedTuple):
    """Asks what is still possible at each cell: by the easiest rule alone, or by all rules."""

    puzzle: Puzzle
    state: State
    all_rules: bool
    turned: frozenset[int] = frozenset()

    def work(self, cache: GuideCache) -> Task[list[Domain]]:
        """For each cell the masks that are left."""
        from termpuzzles.hints.check import possible

        return possible(cache.guide(self.puzzle), self.state, self.all_rules, self.turned)


class RegionQuestion(NamedTuple):
    """Asks what counting shows of a region of these cells: the figures in a sentence, and what they prove as a hint."""

    puzzle: Puzzle
    state: State
    cells: tuple[int, ...]

    def work(self, cache: GuideCache) -> Task[tuple[str, Hint | None]]:
        """Both of them; nothing is looked up in the solution."""
        from termpuzzles.hints.region import told

        yield None
        return told(self.puzzle, cache.guide(self.puzzle).problem, self.state, self.cells)


class CheckQuestion(NamedTuple):
    """Asks whether what the player has settled can be right."""

    puzzle: Puzzle
    state: State

    def work(self, cache: GuideCache) -> Task[Verdict]:
        """The verdict."""
        from termpuzzles.hints.check import check

        return check(cache.guide(self.puzzle), self.state)


class SolutionsQuestion(NamedTuple):
    """Asks for solutions of the puzzle, at most `most`."""

    puzzle: Puzzle
    most: int

    def work(self, cache: GuideCache) -> Task[list[bytes]]:
        """The solutions, each with one mask a cell."""
        from termpuzzles.logic.answers.solver import solutions  # 15 ms, not needed for the first frame

        return solutions(self.puzzle.problem(), self.most)


class ReadQuestion(NamedTuple):
    """Asks for the puzzles of a text."""

    text: str
    source: str
    budget: Budget

    def work(self, cache: GuideCache) -> Task[list[Puzzle] | str]:
        """The puzzles; or a sentence that says why the text is none."""
        yield None
        try:
            found = read(self.text, source=self.source, budget=self.budget)
        except PuzzleError as error:
            return str(error)
        assert found[0].surveyed  # here, as whoever opens the puzzle may have others to serve
        return found


class NewQuestion(NamedTuple):
    """Asks for a new board of a game as the params describe it."""

    game: str
    params: Params
    seed: str

    def work(self, cache: GuideCache) -> Task[Puzzle | str]:
        """The puzzle; or a sentence if there can be none or none was found."""
        from termpuzzles.games.making.randomness import rng_of
        from termpuzzles.generator.generate import making

        try:
            puzzle = yield from making(named(self.game), self.params, rng_of(self.seed, 0), to_play=True)
        except PuzzleError as error:
            return str(error)
        return made_by(puzzle, self.params)


def made_by(puzzle: Puzzle, params: Params) -> Puzzle:
    """The puzzle with its params in its header, so that another one like it can be made."""
    rated = (("rating", params.rating),) if params.rating and not params.at_most else ()
    return replace(puzzle, header=(*puzzle.header, *rated, (_PARAMS, str(params))))


_PARAMS = "params"  # the key in a header


def params_like(puzzle: Puzzle) -> Params:
    """The params by which the board was made; if it does not say, params for its size, shape and rating."""
    from termpuzzles.games.making.params import Params

    grid, header = puzzle.grid, dict(puzzle.header)
    with suppress(PuzzleError):
        params = Params.parse(header.get(_PARAMS, ""))
        if (params.width, params.height) == (grid.width, grid.height):
            return params
    lines = sum(1 for _ in grid.lines()) or 1
    rating = header.get("rating")
    rules = puzzle.problem().rules
    return Params(
        grid.width,
        grid.height,
        surface=grid.surface,
        walls=round(min(0.3, len(grid.walls) / lines), 2) if grid.walls else 0.0,
        rating=rating if rating in rules[:-1] else None,
        at_most=rating in rules[:-1],
    )
