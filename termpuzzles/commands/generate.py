"""`generate`: new puzzles, each with exactly one solution unless any will do, and rated as asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.commands.answers import LIMIT, NO, YES, Answer, as_json, failure, is_block, text_of, written
from termpuzzles.commands.check import examine, judged
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id
from termpuzzles.games import named
from termpuzzles.generator import NotFound, batch, cluster, local, make_board, rng_of
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.task import USUAL, Budget, Unfinished, spending

if TYPE_CHECKING:
    from termpuzzles.games.making.params import Params
    from termpuzzles.games.model import Puzzle


class GenerateOptions(NamedTuple):
    """What to make: how many boards of which game, from which seed, in which format, within which budget in all.

    Without a format they are printed as ids. They are made here, or by `jobs` processes on this machine, or by the
    cluster whose `scheduler` is at that address.
    """

    game: str
    params: Params
    seed: str
    boards: int = 1
    to: str | None = None
    budget: Budget = USUAL
    jobs: int = 1
    scheduler: str | None = None
    json: bool = False

    @property
    def block(self) -> bool:
        """Whether a board takes several lines."""
        return bool(self.to and not self.json and is_block(self.to))


_LEAST_SHARE = 1 << 27  # bytes of memory for a job: Python itself hardly runs with less

RARE = ("only way across", "parity", "pairs")  # rules that are hardly ever the hardest that a board needs


def ratings(name: str) -> tuple[str, ...]:
    """The ratings that may be asked for of new boards of that game, easiest first."""
    from termpuzzles.board.grid import Grid
    from termpuzzles.games.making.params import Params
    from termpuzzles.games.model import Puzzle

    game = named(name)
    if game.maker is None:
        return ()
    rules, refuse = Puzzle(game, Grid(2, 2), bytes(4)).problem().rules, game.maker().refuse
    return tuple(rule for rule in rules if rule != SEARCH and not refuse(Params(9, 9, rating=rule)))


def make(asked: GenerateOptions) -> Iterator[Answer]:
    """Each new puzzle as soon as it is there; `# reason` in place of one that was not found.

    Raises `PuzzleError` for a rating that the game does not have or a format that cannot hold the puzzle.
    """
    if reason := _refusal(asked):
        yield _failure(reason, asked, NO)._replace(place="")  # of all boards, not of one among them
        return
    budget = asked.budget.begun()
    try:
        for puzzle in _puzzles(asked, budget):
            if isinstance(puzzle, NotFound):
                yield _failure(_not_found(puzzle, asked.params), asked, NO)
            else:
                yield _answer(puzzle, asked, budget)
    except Unfinished as stopped:
        yield _failure(asked.budget.sentence(stopped), asked, LIMIT)


def _failure(reason: str, asked: GenerateOptions, status: int) -> Answer:
    return failure(PuzzleError(reason), block=asked.block, json=asked.json, status=status)


def _answer(puzzle: Puzzle, asked: GenerateOptions, budget: Budget) -> Answer:
    if not asked.json:
        return Answer(written(puzzle, asked.to or "gameid"), block=asked.block)
    with spending(budget):
        verdict = examine(puzzle, budget)
        facts = {**judged(puzzle, verdict), **(text_of(puzzle, asked.to) if asked.to else {})}
    ran_out = verdict.ran_out
    return Answer(as_json(facts), LIMIT if ran_out else YES, asked.budget.sentence(ran_out) if ran_out else "")


def _refusal(asked: GenerateOptions) -> str:
    """The reason why there can be no such puzzle, or ""."""
    game = named(asked.game)
    return game.maker().refuse(asked.params) if game.maker else f"{game.title} boards cannot be made"


def _puzzles(asked: GenerateOptions, budget: Budget) -> Iterator[Puzzle | NotFound]:
    boards = _here(asked, budget) if asked.scheduler is None and asked.jobs == 1 else _elsewhere(asked)
    for _ in range(asked.boards):
        with spending(budget):
            puzzle = next(boards)
        yield puzzle


def _here(asked: GenerateOptions, budget: Budget) -> Iterator[Puzzle | NotFound]:
    for index in range(asked.boards):
        try:
            yield make_board(named(asked.game), asked.params, rng_of(asked.seed, index), budget)
        except NotFound as reason:
            yield reason


def _elsewhere(asked: GenerateOptions) -> Iterator[Puzzle | NotFound]:
    share = max(_LEAST_SHARE, asked.budget.bytes // asked.jobs)
    executors = local(asked.jobs, share) if asked.scheduler is None else cluster(asked.scheduler)
    return batch(named(asked.game), asked.params, asked.seed, asked.boards, executors)


def _not_found(reason: NotFound, params: Params) -> str:
    nearest = f" ({canonical_id(reason.nearest)})" if reason.nearest else ""
    rare = params.rating in RARE and not params.at_most
    return f"{reason}{nearest}{'; it is hardly ever the hardest rule that a board needs' if rare else ''}"
