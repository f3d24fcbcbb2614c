"""Chooses the hint: a mistake, or the simplest next step from what the player knows, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.errors import ArgumentError
from termpuzzles.games.arguments import as_found, check_puzzle, check_state
from termpuzzles.hints.agenda import ENOUGH, Rings, StepFinder
from termpuzzles.hints.choice import (
    Ambiguous,
    Choice,
    Deduced,
    Sealed,
    Tried,
    Unseen,
    by_known_sides,
    sides_needed,
    sources,
)
from termpuzzles.hints.justification import ANY_NUMBER, Distance, Findings, Justification, find
from termpuzzles.hints.mistakes import Accusation
from termpuzzles.hints.nearer import CELLS, LEAST, cells_to_read, chains_over_few
from termpuzzles.hints.news import asks_for_a_move, first_news
from termpuzzles.hints.position import Position
from termpuzzles.hints.several import Agreement, Solutions
from termpuzzles.hints.witness import ANY_WORK, Restriction, Witnesses, limited, most_alike, undetermined
from termpuzzles.hints.wording import worded
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import FITS, KNOWN, SEARCH, Whole
from termpuzzles.logic.rules import chain
from termpuzzles.logic.task import Task, finish, never

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.hints.hint import Hint

MANY_STEPS = 4  # a hint that takes more gives way to a harder rule that takes one
MOST_PREMISES = 2000  # of the steps to choose from, all together: each could go around a large board
MOST_LINKS = 4  # of a chain that replaces a rule which rests on more cells,
CELLS_PER_LINK = 8  # or more where it rests on very many: a link for so many of them
MOST_CELLS = 1000  # on larger boards no such chain is looked for
EASY = ("edge", "degree", "pocket", "no loop")  # what is looked for before other solutions are
COUNTING = ("only way across", "parity", "pairs")  # in trees they come first where they rest on fewest cells
SLOW = ("chain", "one step ahead")  # any of these over fewer cells is better
LITTLE_OPEN = 150  # on boards with more, which have several solutions, they are not looked for
MANY_OPEN_CELLS = 600  # on boards with more, rules that look at all of them at once are not asked there either
WHOLE_BOARD = ("colouring", "only way across", "parity", "pairs", "parity type 1", "parity type 2")
PATIENT = 5000  # conflicts of the search that it may take to see whether there are several solutions
QUESTIONS = 8  # about all cells at once, to see what several solutions share; fewer where more cells are open
WORK_AT_ONCE = 40  # yields that these questions may take,
WORK = 12  # and those about one cell after the other,
LEAST_WORK = 2  # and where more cells are open still so many


class _WrongError(Exception):
    """No solution has the player's marks, as came out only after the first search had run out of work."""


class Guide:
    """Gives hints for one puzzle, and keeps from one hint to the next what it has found.

    In every method `turned` may name tiles that the player has turned: where they are surely right they count as known,
    as if they were pinned.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.problem = puzzle.problem()
        self._may_chain = chain.NAME in (*self.problem.rules, *self.problem.extra_rules)
        self.witnesses = Witnesses(self.problem)
        self._easy = (*EASY, puzzle.game.clue.rule) if puzzle.game.clue else EASY
        self._position: Position | None = None  # as of the last hint, if nothing was wrong in it
        self._witness: bytes | None = None  # a solution with all marks of that position, if one was found
        self._finder: StepFinder | None = None
        self._changed: list[int] = []  # the cells that the finder has not taken in
        self._rings = Rings(self.problem.grid, None)

    def hint(
        self,
        state: State,
        near: int | None = None,
        until: Callable[[], bool] = never,
        turned: Collection[int] = (),
    ) -> Hint | None:
        """The hint for this position, with `near` as the cell of the cursor; None if the board is solved.

        Raises `Unfinished` once `until()` is true.
        """
        return finish(self.find(state, near, turned), until)

    def find(self, state: State, near: int | None = None, turned: Collection[int] = ()) -> Task[Hint | None]:
        """`hint` as a task."""
        return None if self.solved(state) else worded(self.problem, (yield from self.choose(state, near, turned)))

    def choose(self, state: State, near: int | None = None, turned: Collection[int] = ()) -> Task[Choice]:
        """What the hint for a board that is not solved yet is to say."""
        if self._rings.near != near:
            self._rings = Rings(self.problem.grid, near)
        position = yield from self.position(state, turned)
        if position is None:
            return (yield from Accusation(self.puzzle, self.witnesses, state, self._rings.distance).charge())
        if turned and self._witness and (group := sealed_by_hand(position, turned)):
            return Sealed.of(position, group, self._witness, self._rings.distance)
        if plain := plain_step(position, self._rings):
            return (yield from self._line_before_crosses(position, plain))
        try:
            return (yield from self._by_rules(position, self._follow(position)))
        except _WrongError:
            self._position = None
            return (yield from Accusation(self.puzzle, self.witnesses, state, self._rings.distance).charge())

    def _line_before_crosses(self, position: Position, plain: Deduced) -> Task[Deduced]:
        """The plain step; where it only crosses lines out, rather a line that is as plain by what a clue asks."""
        clue = self.puzzle.game.clue
        if clue is None or not clue.rule or asks_for_a_move(position, plain.finding.narrowed):
            return plain
        findings, found = yield from self._follow(position).direct(clue.rule, self._rings)
        lines = [finding for finding in found if asks_for_a_move(position, finding.narrowed)]
        return _simplest(position, findings, lines, self._rings.distance) if lines else plain

    def solved(self, state: State) -> bool:
        """Whether the board is solved as it stands."""
        judge, lines = self.problem.judge, state.lines
        if not self.puzzle.game.draws and not judge(lines):
            return False  # quick to see; whether the tiles fit takes longer, and need not be checked then
        domains = map(self.problem.domains.__getitem__, self.problem.cell_types)
        fits = all(domain >> mask & 1 for domain, mask in zip(domains, lines, strict=True))
        return fits and judge(lines)

    def position(self, state: State, turned: Collection[int] = ()) -> Task[Position | None]:
        """The position as its player knows it; None if it is shown to be wrong."""
        position, witness = self._position, self._witness
        self._position = None  # if it is broken off, or something is wrong, it starts anew
        if position is None:
            self._finder = witness = None
            position = Position(self.puzzle, self.problem, state)
        else:
            changed = position.follow(state, position.certain)
            self._changed += changed
            if witness and not all(position.marked(cell) >> witness[cell] & 1 for cell in changed):
                witness = None
        if witness is None:
            outcome = yield from self.witnesses.holding(position.marks())
            if outcome.decided and not outcome.board:
                return None
            witness = outcome.board
        self._witness = witness
        self._changed += position.follow(state, (yield from self._certain(position, turned)))
        self._position = position
        return position

    def _certain(self, position: Position, turned: Collection[int]) -> Task[Collection[int]]:
        """Those of the tiles that are right in every solution with the player's marks."""
        if self.puzzle.game.draws or not turned:
            return ()
        left, lines = self.witnesses.left, position.state.lines
        right = [cell for cell in turned if left[cell] >> lines[cell] & 1]
        certain = [cell for cell in right if left[cell] == 1 << lines[cell]]
        if len(certain) < len(right):
            only = (yield from self.witnesses.only(position.marks())).board
            if only:
                return [cell for cell in right if only[cell] == lines[cell]]
        return certain

    def _follow(self, position: Position) -> StepFinder:
        """The finder of steps from this position: the one of the last hint, unless something was taken back."""
        if self._finder is None or not self._finder.follow(dict.fromkeys(self._changed)):
            self._finder = StepFinder(position)
        self._changed.clear()
        return self._finder

    def _by_rules(self, position: Position, finder: StepFinder) -> Task[Choice]:
        """The easiest step that is news; else that there are several solutions; else what trying out shows."""
        names = [name for name in self.problem.rules if name != SEARCH]
        easy = [name for name in names if name in self._easy]
        step = yield from self._first(position, finder, easy, easy)
        if step:
            return (yield from self._told_shorter(position, finder, step, names))
        found = yield from self._several(position)
        if found.several and not found.certain:
            return self._ambiguous(position, found.decided)
        open_cells = len(self.witnesses.open)
        if found.several or not found.decided:
            names = [name for name in names if name not in _too_slow(open_cells)]
        step = yield from self._first(position, finder, names, names[len(easy) :])
        if step:
            return (yield from self._told_shorter(position, finder, step, names))
        if found.certain and (
            step := (yield from self._chain_near(position, finder, self._rings.nearest(found.certain)))
        ):
            return step
        if not found.decided and open_cells > MANY_OPEN_CELLS:
            return Unseen()
        return (yield from self._by_trying(position, found.certain))

    def _first(
        self, position: Position, finder: StepFinder, names: Sequence[str], fresh: Sequence[str]
    ) -> Task[Deduced | None]:
        """The first step by one of the `fresh` rules, or by what follows with those before it in `names`."""

        def build(findings: Findings, found: list[Finding]) -> Deduced:
            return _simplest(position, findings, found, self._rings.distance)

        for name in fresh:
            findings, found = yield from finder.direct(name, self._rings)
            if found:
                return build(findings, found)
            before = names[: names.index(name) + 1]
            if step := (yield from finder.deeper(before, self._rings, build)):
                return step
        return None

    def _told_shorter(
        self, position: Position, finder: StepFinder, step: Deduced, names: Sequence[str]
    ) -> Task[Deduced]:
        """The step, or a shorter one by a harder rule."""
        if step.rule in COUNTING and self.problem.whole is Whole.TREE:
            step = yield from self._over_fewest(position, finder, step, names)
        easiest = self.problem.rules[:2]
        if step.steps > MANY_STEPS:
            for name in names:  # the easier ones find nothing here
                findings, found = yield from finder.direct(name, self._rings)
                if found:
                    step = _simplest(position, findings, found, self._rings.distance)
                    break
        if step.rule in (*easiest, dict(self.puzzle.header).get("rating")):
            return step  # it must not replace the technique by which a level is rated, which it is played for
        return (yield from self._over_fewer_cells(position, finder, step)) or step

    def _over_fewest(
        self, position: Position, finder: StepFinder, step: Deduced, names: Sequence[str]
    ) -> Task[Deduced]:
        """The step that counts what crosses a cut, or the next rule's if that rests on fewer cells."""
        for name in names[names.index(step.rule) + 1 :]:
            if name in SLOW:
                break
            if name in COUNTING:
                continue
            findings, found = yield from finder.direct(name, self._rings)
            if found:
                other = _simplest(position, findings, found, self._rings.distance)
                return min((step, other), key=partial(cells_to_read, position))
        return step

    def _over_fewer_cells(self, position: Position, finder: StepFinder, step: Deduced) -> Task[Deduced | None]:
        """A chain over fewer cells; in place of a named technique a short one, over less than half of them."""
        size = cells_to_read(position, step)
        of_named = step.rule not in SLOW
        if size < LEAST or self._witness is None or not self._may_chain or self.problem.grid.size > MOST_CELLS:
            return None
        rings, knowledge = Rings(self.problem.grid, step.cell), finder.knowledge
        most = (size + 1) // 2 if of_named else size
        chains = yield from chains_over_few(position, knowledge, self._witness, rings, most)
        links = max(MOST_LINKS, size // CELLS_PER_LINK)
        short = [each for each in chains if not of_named or each.size <= links]
        if not short:
            return None
        findings = Findings(knowledge, position.own, position.known_sides)
        other = _simplest(position, findings, short, rings.distance)
        return other if cells_to_read(position, other) < most else None

    def _chain_near(self, position: Position, finder: StepFinder, cell: int) -> Task[Deduced | None]:
        """A chain over few cells near that one, where chains over the whole board take too long."""
        if self._witness is None or not self._may_chain or self.problem.grid.size > MOST_CELLS:
            return None
        rings, knowledge = Rings(self.problem.grid, cell), finder.knowledge
        chains = yield from chains_over_few(position, knowledge, self._witness, rings, CELLS)
        findings = Findings(knowledge, position.own, position.known_sides)
        return _simplest(position, findings, chains, rings.distance) if chains else None

    def _several(self, position: Position) -> Task[Solutions]:
        """Whether there are several solutions with the player's marks, and what all of them may have in common."""
        witnesses, marks = self.witnesses, position.marks()
        outcome = yield from witnesses.only(marks, 0 if self.problem.whole is Whole.LINES else PATIENT)
        if outcome.board or not outcome.decided:
            return Solutions(several=False, decided=outcome.decided)
        self._check(marks)
        base = position.base
        left = yield from witnesses.concluded(marks)
        hidden = {cell: base[cell] & ~FITS[KNOWN[left[cell]]] for cell in range(len(base))}
        if certain := {cell: against for cell, against in hidden.items() if against}:
            return Solutions(True, certain)
        if self.problem.whole is Whole.LINES and self.problem.two_lines_each:
            return Solutions(True)  # what follows from the numbers of light and dark cells is all that is certain
        open_cells = len(self.witnesses.open)
        agreement = Agreement(witnesses, marks, base, self._rings.nearest)
        at_once = agreement.at_once(QUESTIONS * MANY_OPEN_CELLS // open_cells)
        shared = yield from limited(at_once, _work(WORK_AT_ONCE, open_cells))
        if shared is None:
            shared = yield from limited(agreement.cell_by_cell(), _work(WORK, open_cells))
        return shared or Solutions(True, decided=False)

    def _check(self, marks: Restriction) -> None:
        """Raise an error if none of the solutions that were looked for with these marks was found."""
        if not self.witnesses.fitting(marks):
            raise _WrongError

    def _ambiguous(self, position: Position, decided: bool = True) -> Ambiguous:
        answers = most_alike(self.witnesses.fitting(position.marks()))
        for board in answers:  # whichever is chosen, the next hint has its witness
            self.witnesses.take(board)
        return Ambiguous.of(position, answers, self._rings.distance, decided)

    def _by_trying(self, position: Position, certain: Restriction) -> Task[Tried | Ambiguous]:
        """What no rule finds: a cell that only trying out settles, or that the board has several solutions."""
        if not certain:
            only = yield from self.witnesses.only(position.marks(), ANY_WORK)
            if only.board is None:
                self._check(position.marks())
                return self._ambiguous(position)
            certain = undetermined(position.base, [only.board], range(self.problem.grid.size))
        cell = self._rings.nearest(certain)
        before = position.base[cell]
        return Tried.of(position, Narrowing(cell, before, before & ~certain[cell]))

    def by_rules(
        self, position: Position, names: Sequence[str], distance: Distance, rounds: int = ANY_NUMBER
    ) -> Task[Hint | None]:
        """The next step by these rules alone, easiest first; None if they find nothing in this many rounds."""
        fixed = not position.plain()  # else the cells still have to be narrowed by what is known of their sides
        knowledge = Knowledge(self.problem, position.base if fixed else position.own)
        knowledge.begin_steps()
        findings = Findings(knowledge, position.own, position.known_sides)
        found = yield from find(findings, names, range(knowledge.size), distance, position.is_news, rounds)
        return worded(self.problem, _simplest(position, findings, found, distance)) if found else None


def _too_slow(open_cells: int) -> Collection[str]:
    """The rules that take too long on a board with several solutions, where much may stay open."""
    return () if open_cells <= LITTLE_OPEN else SLOW if open_cells <= MANY_OPEN_CELLS else (*SLOW, *WHOLE_BOARD)


def _work(most: int, open_cells: int) -> int:
    """The yields it may take to see whether several solutions share anything, fewer where each takes longer."""
    return max(LEAST_WORK, most * MANY_OPEN_CELLS // max(MANY_OPEN_CELLS, open_cells))


def plain_step(position: Position, rings: Rings) -> Deduced | None:
    """The simplest step near the cursor that follows for a single cell from what is known of its sides; or None."""
    cells = position.plain()
    if not cells:
        return None
    distance = rings.distance

    def order(narrowing: Narrowing) -> tuple[bool, int, int, int]:
        cell = narrowing.cell
        needed = sources(position, cell, sides_needed(position, narrowing))
        return not asks_for_a_move(position, [narrowing]), len(needed), distance(cell), cell

    narrowing = min(map(position.narrowing, islice(rings.of(cells), ENOUGH)), key=order)
    finding, proof = by_known_sides(position, narrowing.cell, sides_needed(position, narrowing))
    return Deduced.of(position, finding, proof, distance)


def sealed_by_hand(position: Position, turned: Collection[int]) -> tuple[int, ...]:
    """A group without a loose end, too small for the board, of which the player has turned or pinned every tile.

    Where all tiles are named they are trusted, not turned.
    """
    problem, lines, pins = position.problem, position.state.lines, position.state.pins
    if not problem.whole.joins_all or position.puzzle.game.draws or len(turned) == len(lines):
        return ()
    ways, seen = problem.grid.ways, set[int]()
    total = sum(map(bool, lines))
    for start in turned:
        group, is_closed = [start], start not in seen and bool(lines[start])
        members = {start}
        for cell in group:  # grows while it is read
            for side in SIDES_OF[lines[cell]] if is_closed else ():
                other = ways[side][cell]
                if other < 0 or not lines[other] & OPPOSITE[side] or not (other in turned or pins[other]):
                    is_closed = False
                elif other not in members:
                    members.add(other)
                    group.append(other)
        seen |= members
        if is_closed and len(group) < total:
            return tuple(sorted(group))
    return ()


def _simplest(position: Position, findings: Findings, found: list[Finding], distance: Distance) -> Deduced:
    """The best of one rule's findings: one that turns a tile, then one that rests on few cells, then the nearest.

    One that turns none comes before those that rest on more than twice as many cells.
    """

    def needed(finding: Finding, news: dict[int, int]) -> Finding:
        some = finding.about(news)
        return some if first_news(position, some.narrowed, distance) == news else finding

    def order(each: tuple[bool, Finding, Justification]) -> tuple[bool, int, int, int, int]:
        asks, finding, (steps, cells) = each
        near = min((distance(cell), cell) for cell, _, _ in finding.narrowed)
        return not asks or len(cells) > 2 * least, len(cells), len(steps), *near

    justified: list[tuple[bool, Finding, Justification]] = []
    premises = 0
    asking = [(asks_for_a_move(position, finding.narrowed), finding) for finding in found]
    for asks, each in sorted(asking, key=lambda each: not each[0]):
        news = first_news(position, each.narrowed, distance)
        finding = needed(each, news)
        if justified and (premises > MOST_PREMISES or len(finding.because) > MOST_PREMISES):
            continue
        justification = findings.justify(finding, {cell: FITS[known] for cell, known in news.items()})
        justified.append((asks, finding, justification))
        premises += sum(len(step.because) for step in (finding, *justification.steps))
    least = min(len(justification.cells) for *_, justification in justified)
    _, finding, justification = min(justified, key=order)
    return Deduced.of(position, finding, justification, distance)


def hint(
    puzzle: Puzzle,
    state: State | None = None,
    near: int | None = None,
    until: Callable[[], bool] = never,
    turned: Collection[int] = (),
) -> Hint | None:
    """The next step in a position (by default the one that the level's text shows), or None if it is solved.

    `near` is the cell of the cursor: of equally simple steps the nearest is chosen. `turned` names tiles that count as
    known where they are right, as pinned tiles do.

    Raises `ArgumentError` for what is no position or no cell of the puzzle, and `termpuzzles.logic.task.Unfinished`
    once `until()`, called every few milliseconds, is true.
    """
    check_puzzle(puzzle)
    state = puzzle.start if state is None else state
    check_state(puzzle, state)
    for cell in (*turned, *(() if near is None else (near,))):
        if not isinstance(cell, int) or not 0 <= cell < puzzle.grid.size:
            raise ArgumentError(f"expected a cell from 0 to {puzzle.grid.size - 1}, found {as_found(cell)}")
    found = Guide(puzzle).hint(state, near, until, turned)
    return found and found._replace(position=replace(puzzle, start=state, moves=(), position=0))
