"""Solutions that hold what the player has shown: one is enough to say that nothing of it is provably wrong.

Where the board has several, some more show what cannot be concluded: a cell on which two of them differ need not be
looked at. All of it is done within a budget of work, so that no hint waits for a proof of the whole board; what runs
out of it is not known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from termpuzzles.board.grid import SIDES_OF, E, N, S, W
from termpuzzles.logic import bitboards
from termpuzzles.logic.answers.solver import complete, deduced, may_merge, merged_loops, no_tree, solutions
from termpuzzles.logic.counting import clusters
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.learning.conflicts import Conflicts
from termpuzzles.logic.learning.search import SearchResult
from termpuzzles.logic.problem import ALL, FITS, KNOWN, Domain, Problem, Whole, domain
from termpuzzles.logic.task import Task, with_progress

T = TypeVar("T")

MOST = 16  # witnesses that are kept
ANY_WORK = 1 << 40
STRAIGHT = domain(N | S, E | W)
STATES = 3000  # of a sweep, before a matching is built
CONFLICTS = 1000  # that the search for one may take,
WEIGHTED = 500_000  # or fewer on large boards: so many by the cells of the board; where lines only need to meet,
WORK = 300  # yields,
CELLS = 100_000  # or more where they are short: so many, by the cells of the board
AGAIN = 8  # after a search that has spent these conflicts, the next has such a part: it goes on from what was learned

MANY = 150  # open cells: on boards with more, another solution is first looked for close to one that is known:
NEAR = 4  # with no other cells than these so far from some cell,
FEW = 4  # in so many yields,
PLACES = 3  # at so many places

Restriction = Mapping[int, Domain]  # the masks to which some cells are held


class Outcome(NamedTuple):
    """What a search came to: the board, if there is one; `decided` is False if it ran out of work before."""

    board: bytes | None
    decided: bool = True


class Witnesses:
    """The solutions found of a problem; the latest that was asked for comes first.

    `left` is what propagation leaves of each cell with nothing held, `open` the cells that it does not settle. Each
    question may say how much `work` it is worth, in yields; 0 is as much as usual.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.left: Sequence[Domain] = ()
        self.open: Sequence[int] = ()
        self.boards: list[bytes] = []
        self.is_impossible = False
        self._knowledge: Knowledge | None = None
        self._only: tuple[Restriction, bytes] | None = None
        self._kept: BoardSearch | None = None
        self._clusters: clusters.KeptClusters | None = None
        self._usual_conflicts = min(CONFLICTS, WEIGHTED // problem.grid.size + 1)
        self._usual_work = max(WORK, CELLS // problem.grid.size)
        self._gave_up = False  # the last search for one
        self._undecided: Restriction | None = None  # it took too much work to see whether this leaves several

    def begin(self) -> Task[None]:
        """Draw the conclusions of propagation, once."""
        if self.left or self.is_impossible:
            return
        if no_tree(self.problem):
            self.is_impossible = True
            return
        knowledge, consistent = yield from with_progress(deduced(self.problem, {}), ())
        if not consistent:
            self.is_impossible = True
            return
        self.left = tuple(knowledge.left)
        self.open = tuple(knowledge.open_cells())
        self._knowledge = knowledge
        if (board := knowledge.settled()) is not None:
            self.is_impossible = not self.problem.judge(board)
            self._only = {}, board
            self.boards = [board]

    def holding(self, held: Restriction, work: int = 0) -> Task[Outcome]:
        """A solution with these cells held to these masks."""
        yield from self.begin()
        if self.is_impossible:
            return Outcome(None)
        for board in self.boards:
            if fits(board, held):
                self.take(board)
                return Outcome(board)
        if self._only and is_within(held, self._only[0]):
            return Outcome(None)
        if self._gave_up and self.problem.whole is not Whole.LINES:
            work = work or -(-self._usual_conflicts // AGAIN)
        outcome = yield from self._search(held, work)
        self._gave_up = not outcome.decided
        if outcome.board:
            self.take(outcome.board)
        elif outcome.decided and not held:
            self.is_impossible = True
        return outcome

    def only(self, held: Restriction, work: int = 0) -> Task[Outcome]:
        """The only solution with these cells held, as far as `work` goes; no board if there are several or none."""
        first = yield from self.holding(held, work)
        if first.board is None:
            return first
        if self._only and is_within(held, self._only[0]):
            return Outcome(self._only[1])
        if len(self.fitting(held)) > 1:
            return Outcome(None)
        if held == self._undecided and work < ANY_WORK:
            return Outcome(None, decided=False)
        other = yield from self._other(held, work, first.board)
        if other.board:
            self.boards.insert(1, other.board)
        elif other.decided:
            self._only = dict(held), first.board
            return first
        else:
            self._undecided = held
        return Outcome(None, other.decided)

    @property
    def the_only(self) -> bytes | None:
        """The solution of a board that is known to have no other."""
        return self._only[1] if self._only and not self._only[0] else None

    def concluded(self, held: Restriction) -> Task[Sequence[Domain]]:
        """What propagation leaves of each cell with these held."""
        knowledge = self._knowledge
        assert knowledge
        mark = knowledge.mark()
        try:
            if all(knowledge.narrow(cell, keep) for cell, keep in held.items()):
                yield from with_progress(knowledge.deducing(), self.left)
            return tuple(knowledge.left)
        finally:
            knowledge.undo(mark)

    def fitting(self, held: Restriction) -> list[bytes]:
        """The solutions found with these cells held."""
        return [board for board in self.boards if fits(board, held)]

    def beside(self, held: Restriction, board: bytes, cell: int, keep: Domain, work: int = 0) -> Task[Outcome]:
        """A solution like the board with one more cell held, so that it differs as little as is easily found."""
        held = {**held, cell: held.get(cell, 0xFFFF) & keep}
        outcome = Outcome((yield from self._near(held, board, cell)))
        if outcome.board is None:
            outcome = yield from self._search(held, work, board)
        if outcome.board and outcome.board not in self.boards:
            self.boards.append(outcome.board)
        return outcome

    def otherwise(self, held: Restriction, facts: Mapping[int, int]) -> Task[Outcome]:
        """A solution with these cells held in which one of the facts is not so: for each cell a known byte.

        Not decided where the search that learns is not the one to ask.
        """
        if self.problem.whole is Whole.LINES:
            return Outcome(None, decided=False)
        kept = self._search_kept()
        denied = [
            kept.literal(cell, side, not drawn)
            for cell, known in facts.items()
            for drawn, sides in ((True, known >> 4), (False, known & 15))
            for side in SIDES_OF[sides]
        ]
        asked = [literal for cell, keep in held.items() for literal in kept.holding(cell, keep)]
        answer = yield from with_progress(kept.ask([*asked, kept.any_of(denied)], self._usual_conflicts), self.left)
        board = kept.board if answer is SearchResult.SOLVED else None
        if board and board not in self.boards:
            self.boards.append(board)
        return Outcome(board, answer is not SearchResult.UNDECIDED)

    def _other(self, held: Restriction, work: int, board: bytes) -> Task[Outcome]:
        """A solution with these cells held besides the board: if it can be, one that differs in a small part."""
        free = [cell for cell in self.open if cell not in held and board[cell]]  # where there is no line, none can be
        for cell in free[:: max(1, len(free) // PLACES)]:
            if other := (yield from self._near(held, board, cell, unlike=board)):
                return Outcome(other)
        return (yield from self._search(held, work, unlike=board))

    def _near(self, held: Restriction, board: bytes, cell: int, unlike: bytes | None = None) -> Task[bytes | None]:
        """A solution with these cells held that differs from the board only near that cell; None if none is seen."""
        if not self.problem.whole.joins_all or may_merge(self.problem) or len(self.open) < MANY:
            return None
        ways, part = self.problem.grid.ways, {cell}
        for _ in range(NEAR):
            part.update([way[each] for each in part for way in ways.values() if way[each] >= 0])
        domains = with_only(part, self.left, board)
        for each in part:
            domains[each] &= held.get(each, ALL)
        if not all(domains) or not all(keep >> board[each] & 1 for each, keep in held.items() if each not in part):
            return None
        knowledge, found = Knowledge(self.problem, domains), list[bytes]()
        if (yield from with_progress(knowledge.propagating(), self.left)):
            yield from limited(with_progress(complete(knowledge, 1 + (unlike is not None), found), self.left), FEW)
        return next((other for other in found if other != unlike), None)

    def take(self, board: bytes) -> None:
        """Put the board before the others, of which so many are kept."""
        if board in self.boards:
            self.boards.remove(board)
        self.boards.insert(0, board)
        del self.boards[MOST:]

    def _search(
        self, held: Restriction, work: int, like: bytes | None = None, unlike: bytes | None = None
    ) -> Task[Outcome]:
        """A solution with these cells held, like one board but not another."""
        if self.problem.whole is Whole.LINES:
            found = yield from limited(self._by_clusters(held, like, unlike), work or self._usual_work)
            board = next((board for board in found or () if board != unlike), None)
            return Outcome(board, found is not None)
        if may_merge(self.problem) and (merged := (yield from self._merged(held, 1 if unlike is None else 2))):
            return Outcome(next(board for board in merged if board != unlike))
        return (yield from self._by_learning(held, work or self._usual_conflicts, like, unlike))

    def _by_learning(
        self, held: Restriction, conflicts: int, like: bytes | None, unlike: bytes | None
    ) -> Task[Outcome]:
        """The same by the search that is kept from question to question."""
        kept = self._search_kept()
        asked = [literal for cell, keep in held.items() for literal in kept.holding(cell, keep)]
        if unlike is not None:
            asked.append(kept.unlike(unlike))
        if like is not None:
            kept.prefer(like)
        answer = yield from with_progress(kept.ask(asked, conflicts), self.left)
        board = kept.board if answer is SearchResult.SOLVED else None
        return Outcome(board, answer is not SearchResult.UNDECIDED)

    def _search_kept(self) -> BoardSearch:
        if self._kept is None:
            assert self._knowledge
            self._kept = BoardSearch(self._knowledge)
        return self._kept

    def conflicts(self, marks: Sequence[Restriction], few: int = 0) -> Task[list[list[int]]]:
        """Some sets of marks, each of which holds some cells, that no solution has: see `Conflicts`."""
        looked = Conflicts(self._search_kept(), marks, self.boards)
        return (yield from with_progress(looked.find(few), self.left))

    def _merged(self, held: Restriction, most: int) -> Task[list[bytes] | None]:
        """So many loops with these cells held, on a board that is wide open; None proves nothing."""
        knowledge = self._knowledge
        assert knowledge
        mark = knowledge.mark()
        try:
            if not all(knowledge.narrow(cell, keep) for cell, keep in held.items()):
                return None
            return (yield from merged_loops(knowledge, most))
        finally:
            knowledge.depth = 1  # a search that was broken off leaves marks behind
            knowledge.undo(mark)

    def _by_clusters(self, held: Restriction, like: bytes | None, unlike: bytes | None) -> Task[list[bytes]]:
        """Solutions where lines only need to meet: one, or two if it must not be like some board."""
        like = like or (self.boards[0] if self.boards else None)
        if not held:
            return (yield from self._at_first(1 if unlike is None else 2))
        if like and unlike is None:
            return (yield from self._within(held, like))
        knowledge, found = self._knowledge, list[bytes]()
        assert knowledge
        mark = knowledge.mark()
        try:
            narrowed = all(knowledge.narrow(cell, keep) for cell, keep in held.items())
            if narrowed and (yield from with_progress(knowledge.deducing(), self.left)):
                yield from complete(knowledge, 2, found)
            return found
        finally:
            knowledge.depth = 1  # a search that was broken off leaves marks behind
            knowledge.undo(mark)

    def _at_first(self, most: int) -> Task[list[bytes]]:
        """Up to `most` solutions with nothing held."""
        straight = any(self.left[cell] == STRAIGHT for cell in self.open)  # else there is a quicker way
        if straight or not bitboards.fits(self.problem):
            return (yield from clusters.solutions_by_cluster(self.problem, self.left, most, STATES))
        return (yield from solutions(self.problem, most))

    def _within(self, held: Restriction, like: bytes) -> Task[list[bytes]]:
        """A solution like this one but for the clusters of the cells that it holds to other masks."""
        if self._clusters is None:
            self._clusters = clusters.KeptClusters(self.problem.grid, self.left)
        near = yield from self._clusters.solution_like(like, held)
        if near is not None:
            return near
        against = [cell for cell, keep in held.items() if not keep >> like[cell] & 1]
        part = {cell for cluster in self._clusters.around(against) for cell in cluster}
        knowledge = Knowledge(self.problem, with_only(part, self.left, like))
        found: list[bytes] = []
        narrowed = all(knowledge.narrow(cell, keep) for cell, keep in held.items() if cell in part or cell in against)
        if narrowed and (yield from with_progress(knowledge.propagating(), ())):
            found += yield from clusters.solutions_by_cluster(self.problem, knowledge.left, 1, STATES)
        return found


def limited(task: Task[T], yields: int) -> Task[T | None]:
    """The task's answer; None if it takes more yields than that."""
    for _ in range(yields):
        try:
            next(task)
        except StopIteration as end:
            answer: T = end.value
            return answer
        yield None
    task.close()
    return None


def fits(board: bytes, held: Restriction) -> bool:
    """Whether the board has one of its masks in each of these cells."""
    return all(keep >> board[cell] & 1 for cell, keep in held.items())


def is_within(held: Restriction, before: Restriction) -> bool:
    """Whether the cells are held at least as strictly as before."""
    return all(held.get(cell, ~keep) & ~keep == 0 for cell, keep in before.items())


def with_only(cells: Collection[int], left: Sequence[Domain], board: bytes) -> list[Domain]:
    """What is left of these cells, with all others as they are on the board."""
    domains = [1 << mask for mask in board]
    for cell in cells:
        domains[cell] = left[cell]
    return domains


def undetermined(left: Sequence[Domain], boards: Sequence[bytes], cells: Iterable[int]) -> dict[int, Domain]:
    """The cells on which the boards agree more than is known, each with its masks that differ from the boards."""
    found = {}
    for cell in cells:
        seen = 0
        for board in boards:
            seen |= 1 << board[cell]
        if against := left[cell] & ~FITS[KNOWN[seen]]:
            found[cell] = against
    return found


def most_alike(boards: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The first of the boards, and the one that differs from it in the fewest cells."""
    first, *others = boards

    def differing(board: bytes) -> int:
        apart = int.from_bytes(first) ^ int.from_bytes(board)
        return ((apart | apart >> 1 | apart >> 2 | apart >> 3) & int.from_bytes(b"\1" * len(first))).bit_count()

    return first, min(others, key=differing)
