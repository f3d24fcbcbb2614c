"""A search that learns: each contradiction becomes a clause, so that no part of it is met again.

The variables are lines. A *literal* is `2 * variable` where the line is drawn and `2 * variable + 1` where it is not,
so that `literal ^ 1` denies it. Three kinds of rules speak of them: cells, by the tables of their states; clauses,
lists of literals of which at least one holds; and what must hold of the whole board, which hears of each line drawn and
gives its reasons only where they are asked for.

Sources: Marques-Silva and Sakallah, GRASP, 1999 (learning at the first unique implication point); Moskewicz and others,
Chaff, 2001 (two watched literals, activities); Eén and Sörensson, An extensible SAT solver, 2003 (assumptions and their
cores, minimised clauses, listeners beside clauses); Audemard and Simon, Predicting learnt clauses quality, 2009 (which
clauses to forget); Luby, Sinclair and Zuckerman, Optimal speedup of Las Vegas algorithms, 1993 (when to start again).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from math import inf
from typing import NamedTuple, Protocol

from termpuzzles.logic.learning.line_order import LineOrder
from termpuzzles.logic.learning.tables import BITS, IMPLIED, NO_MASK, WHY
from termpuzzles.logic.task import Task

Clause = list[int]  # literals of which at least one holds
Reason = Clause | int | None  # a clause, `cell << 24 | state`, `~order` of the whole, or none: it was chosen

TRUE, FALSE = 0, 1  # the literals of variable 0, which stands for every line that is settled

UNIT = 30  # conflicts before a restart, times the numbers of Luby's sequence
SHAKEN = 100  # likewise before one that begins with other lines than before
MOST_LEARNED = 3000  # learned clauses; then the worse half of them is forgotten
GLUE = 2  # clauses over no more levels than this are never forgotten
PER_YIELD = 1000  # literals set between two yields,
PER_REASON = 2  # which take so much less than a literal of a reason that the whole gives


class SearchResult(Enum):
    """What a question came to: a board, a core, or neither before the conflicts ran out."""

    SOLVED = "solved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class WholeRule(Protocol):
    """What must hold of the whole board; it hears of each line drawn, in order, and taken back, last first."""

    def note(self, literal: int) -> Sequence[int]:
        """Take in a line that is drawn; returns what follows, which may be that it cannot be drawn."""

    def undo(self, literal: int) -> None:
        """Take it back, if it was taken in."""

    def why(self, literal: int, order: int) -> Iterable[int]:
        """The literals from which this one followed, all of them among the first `order` that were set."""

    def full(self) -> list[Clause]:
        """The clauses that a full board violates; none if it is as it must be."""

    def restarted(self) -> None:
        """Only what always holds is set now, so the rule may treat lines in another way from here on."""


class Nothing:
    """The rule of boards of which nothing more need hold."""

    def note(self, literal: int) -> Sequence[int]:
        """Nothing follows."""
        return ()

    def undo(self, literal: int) -> None:
        """There is nothing to take back."""

    def why(self, literal: int, order: int) -> Iterable[int]:
        """Nothing ever followed."""
        return ()

    def full(self) -> list[Clause]:
        """Every full board will do."""
        return []

    def restarted(self) -> None:
        """There is but one way to treat lines."""


class CellTable(NamedTuple):
    """A cell: its state to begin with, the literal of each of the state's bits, and a literal while which it holds."""

    state: int
    literals: Sequence[int]
    guard: int = TRUE


class Search:
    """A search over the lines of some cells, which keeps what it learns from one question to the next.

    The variables up to `lines` are lines, and those after them are set only as assumptions or by what follows.
    `true[literal]` is 1 while the literal holds; after a question that was solved the board still stands in it. After
    one that was refuted `core` holds assumptions of it that cannot all hold. `positions` gives for each variable that
    is set its place in the order in which they were.
    """

    def __init__(self, lines: int, others: int, cells: Sequence[CellTable]) -> None:
        variables = 1 + lines + others
        self.true = bytearray(2 * variables)
        self.positions = [0] * variables
        self.whole: WholeRule = Nothing()
        self.core: tuple[int, ...] = ()
        self.conflicts = 0
        self._lines = range(1, 1 + lines)
        self._cells = cells
        self._states = [cell.state for cell in cells]
        self._touched = _touched(variables, cells)
        self._watches: list[list[Clause]] = [[] for _ in range(2 * variables)]
        self._clauses: list[Clause] = []
        self._learned: list[tuple[int, Clause]] = []  # each with its glue
        self._levels = [0] * variables
        self._reasons: list[Reason] = [None] * variables
        self._order = LineOrder(self._lines)
        self._trail: list[int] = []  # the literals that hold, in the order in which they were set
        self._starts: list[int] = []  # where in the trail each level begins
        self._head = 0  # what comes before it in the trail was passed on
        self._work = 0  # since the last yield, in literals that were set
        self._assumed: list[int] = []  # the assumptions of the levels that stand
        self._is_refuted = False  # without any assumption
        self._restarts = self._shakes = 0
        self._restart_at, self._shake_at = UNIT, SHAKEN
        self._set(TRUE, None)
        self._head = 1
        self._begin()

    def _begin(self) -> None:
        """Take in what the cells say before anything is set."""
        for number, cell in enumerate(self._cells):
            if cell.guard == TRUE and self._look_at(number) is not None:
                self._is_refuted = True
                return

    # Questions

    def solve(self, assumptions: Sequence[int] = (), conflicts: float = inf) -> Task[SearchResult]:
        """Whether there is a board on which all assumptions hold, within so many conflicts."""
        self._keep_levels(assumptions)
        end = self.conflicts + conflicts
        self._work = 0
        while not self._is_refuted:
            if self._work > PER_YIELD:
                self._work = 0
                yield None  # it may end here: no conflict is in hand, which a later question would not see again
            before = len(self._trail)
            conflict = self._propagate()
            self._work += abs(len(self._trail) - before) + 10
            if conflict is not None:
                if not self._starts:
                    self._is_refuted = True
                    break
                self._learn(conflict)
                if self.conflicts >= end:
                    self._cancel(0)
                    return SearchResult.UNDECIDED
            elif self.conflicts >= self._restart_at:
                self._restart()
            elif len(self._starts) < len(assumptions):
                if not self._assume(assumptions[len(self._starts)]):
                    return SearchResult.REFUTED
            elif (literal := self._order.choose(self.true)) is not None:
                self._starts.append(len(self._trail))
                self._set(literal, None)
            elif violated := self.whole.full():
                self._cancel(0)
                for clause in violated:
                    self.add(clause)
            else:
                return SearchResult.SOLVED
        self.core = ()
        return SearchResult.REFUTED

    def assume(self, assumptions: Sequence[int]) -> bool:
        """Let these assumptions stand, and all that follows at once; False if that contradicts itself."""
        self._keep_levels(assumptions)
        self._cancel(len(assumptions))
        while self._propagate() is None:
            if len(self._starts) == len(assumptions):
                return True
            if not self._assume(assumptions[len(self._starts)]):
                break
        self._cancel(0)
        return False

    def denied_by(self, literal: int) -> tuple[int, ...] | None:
        """Assumptions that stand and contradict this literal at once, by what follows and nothing else; None if not."""
        self._starts.append(len(self._trail))
        conflict: Clause | None = [literal]
        if not self.true[literal ^ 1]:
            if not self.true[literal]:
                self._set(literal, None)
            conflict = self._propagate()
        core = None if conflict is None else self._assumed_for(conflict)
        self._cancel(len(self._starts) - 1)
        return core

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause that every board satisfies; what stands of the last question is taken back."""
        self._cancel(0)
        true = self.true
        literals = dict.fromkeys(literal for literal in clause if not true[literal ^ 1])
        if any(true[literal] or literal ^ 1 in literals for literal in literals):
            return
        if len(literals) > 1:
            self._clauses.append(kept := list(literals))
            self._watch(kept)
        elif literals:
            self._set(next(iter(literals)), None)
        else:
            self._is_refuted = True

    def rule_out(self, clause: Clause) -> None:
        """Add a clause that the board which stands violates, and go back only as far as that teaches."""
        if not self._starts or len(clause) < 2:
            self.add(clause)
            return
        levels = self._levels
        clause = sorted(clause, key=lambda literal: -levels[literal >> 1])
        self._clauses.append(clause)
        self._watch(clause)
        if levels[clause[0] >> 1]:
            self._cancel(levels[clause[0] >> 1])
            self._learn(clause)
        else:
            self._is_refuted = True

    def new_literal(self) -> int:
        """A literal of its own, which no question holds that does not assume it."""
        self._cancel(0)
        variable = len(self._levels)
        self.true += b"\0\0"
        for values in (self._levels, self.positions):
            values.append(0)
        self._reasons.append(None)
        self._touched += ((), ())
        self._watches += ([], [])
        return 2 * variable

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these literals first from now on."""
        self._order.prefer(literals)

    # What follows

    def _set(self, literal: int, reason: Reason) -> None:
        trail, variable = self._trail, literal >> 1
        self.true[literal] = 1
        self._levels[variable] = len(self._starts)
        self._reasons[variable] = reason
        self.positions[variable] = len(trail)
        trail.append(literal)

    def _propagate(self) -> Clause | None:
        """Set all that follows; returns a clause that is violated, if one is."""
        trail, touched, states, watches = self._trail, self._touched, self._states, self._watches
        end_of_lines = 2 * self._lines.stop
        while self._head < len(trail):
            literal = trail[self._head]
            self._head += 1
            for cell, bits in touched[literal]:
                state = states[cell] = states[cell] | bits
                if IMPLIED[state] and (conflict := self._look_at(cell)) is not None:
                    return conflict
            if watches[literal ^ 1] and (conflict := self._look_at_clauses(literal ^ 1)) is not None:
                return conflict
            if not literal & 1 and literal < end_of_lines:
                for implied in self.whole.note(literal):
                    if self.true[implied ^ 1]:
                        return [implied, *(other ^ 1 for other in self.whole.why(implied, self._head))]
                    if not self.true[implied]:
                        self._set(implied, ~self._head)
        return None

    def _look_at(self, number: int) -> Clause | None:
        """Set what the cell implies; returns a clause that is violated, if one is."""
        true, (_, literals, guard) = self.true, self._cells[number]
        if not true[guard]:
            return None
        state = self._states[number]
        implied = IMPLIED[state]
        if implied == NO_MASK:
            return self._denied(number, state, 0)
        for bit in BITS[implied]:
            literal = literals[bit]
            if true[literal ^ 1]:
                return [literal, *self._denied(number, state, 1 << bit)]
            if not true[literal]:
                self._set(literal, number << 24 | state)
        return None

    def _denied(self, number: int, state: int, bit: int) -> Clause:
        """What is denied by the fewest literals at the cell from which the bit follows."""
        _, literals, guard = self._cells[number]
        denied = [literals[known] ^ 1 for known in WHY[state << 8 | bit]]
        if guard != TRUE:
            denied.append(guard ^ 1)
        return denied

    def _look_at_clauses(self, denied: int) -> Clause | None:
        """Set what the clauses imply that watch this literal; returns one that is violated, if one is."""
        true, watches = self.true, self._watches
        kept: list[Clause] = []
        watching = iter(watches[denied])
        violated = None
        for clause in watching:
            first = clause[0]
            if first == denied:
                first = clause[0] = clause[1]
                clause[1] = denied
            if not true[first]:
                for at in range(2, len(clause)):
                    other = clause[at]
                    if not true[other ^ 1]:
                        clause[1], clause[at] = other, denied
                        watches[other].append(clause)
                        break
                else:
                    kept.append(clause)
                    if true[first ^ 1]:
                        violated = clause
                        break
                    self._set(first, clause)
                continue
            kept.append(clause)
        kept += watching
        watches[denied] = kept
        return violated

    def _watch(self, clause: Clause) -> None:
        self._watches[clause[0]].append(clause)
        self._watches[clause[1]].append(clause)

    # What a contradiction teaches

    def _learn(self, conflict: Clause) -> None:
        """Go back to where the clause learned from this conflict would have said something, and add it."""
        self.conflicts += 1
        clause = self._first_unique_point(conflict)
        levels = self._levels
        back = 0
        if len(clause) > 1:
            second = max(range(1, len(clause)), key=lambda at: levels[clause[at] >> 1])
            clause[1], clause[second] = clause[second], clause[1]
            back = levels[clause[1] >> 1]
            self._learned.append((len({levels[literal >> 1] for literal in clause}), clause))
            self._watch(clause)
        self._cancel(back)
        self._set(clause[0], clause if len(clause) > 1 else None)

    def _first_unique_point(self, conflict: Clause) -> Clause:
        """The clause that denies what alone at this level, with what came before, leads to the conflict; that first."""
        levels, trail, seen = self._levels, self._trail, set[int]()
        level, ahead, at = len(self._starts), 0, len(self._trail)
        learned = [0]
        denied: Iterable[int] = conflict
        while True:
            for literal in denied:
                variable = literal >> 1
                if variable not in seen and levels[variable]:
                    seen.add(variable)
                    if levels[variable] == level:
                        ahead += 1
                    else:
                        learned.append(literal)
            at -= 1
            while trail[at] >> 1 not in seen:
                at -= 1
            ahead -= 1
            if not ahead:
                break
            denied = self._reason(trail[at])
        learned[0] = trail[at] ^ 1
        self._order.took_part(seen)
        return self._minimised(learned, seen)

    def _reason(self, literal: int) -> Clause:
        """What is denied by the literals from which this one followed; nothing if it was chosen or always holds."""
        reason = self._reasons[literal >> 1]
        if reason is None:
            return []
        if isinstance(reason, list):
            return [other for other in reason if other != literal]
        if reason >= 0:
            number, state = reason >> 24, reason & 0xFFFFFF
            return self._denied(number, state, 1 << self._cells[number].literals.index(literal))
        denied = [other ^ 1 for other in self.whole.why(literal, ~reason)]
        self._work += PER_REASON * len(denied)
        return denied

    def _minimised(self, clause: Clause, seen: set[int]) -> Clause:
        """The clause without the literals that the others imply, directly or by what lies between."""
        levels, redundant, needed = self._levels, set[int](), set[int]()
        at_levels = {levels[literal >> 1] for literal in clause}

        def is_redundant(literal: int) -> bool:
            followed: list[int] = []
            waiting = [literal]
            for denied in waiting:  # grows while it is read
                reason = self._reason(denied ^ 1)
                for other in reason:
                    variable = other >> 1
                    if not levels[variable] or variable in seen or variable in redundant:
                        continue
                    if self._reasons[variable] is None or variable in needed or levels[variable] not in at_levels:
                        redundant.difference_update(followed)
                        needed.update(followed)
                        return False
                    redundant.add(variable)
                    followed.append(variable)
                    waiting.append(other)
            return True

        return clause[:1] + [
            literal for literal in clause[1:] if self._reasons[literal >> 1] is None or not is_redundant(literal)
        ]

    def _core_against(self, assumption: int) -> tuple[int, ...]:
        """Assumptions, with this one, that cannot all hold: it is denied by what the others imply."""
        return (assumption, *self._assumed_for([assumption]))

    def _assumed_for(self, clause: Clause) -> tuple[int, ...]:
        """What was chosen, the latest first, and leads to what the clause denies."""
        seen, chosen = {literal >> 1 for literal in clause}, list[int]()
        for literal in reversed(self._trail[self._starts[0] :] if self._starts else []):
            if literal >> 1 in seen:
                if self._reasons[literal >> 1] is None:
                    chosen.append(literal)
                seen.update(other >> 1 for other in self._reason(literal) if self._levels[other >> 1])
        return tuple(chosen)

    # Levels

    def _keep_levels(self, assumptions: Sequence[int]) -> None:
        """Go back to the last level up to which these are the assumptions that stand, if they are not the same."""
        if self._assumed == [*assumptions]:
            return
        kept = 0
        for before, now in zip(self._assumed, assumptions, strict=False):
            if before != now:
                break
            kept += 1
        self._cancel(kept)
        self._assumed = list(assumptions)

    def _assume(self, literal: int) -> bool:
        """Begin a level with the assumption; False if it is denied."""
        if self.true[literal ^ 1]:
            self.core = self._core_against(literal)
            return False
        self._starts.append(len(self._trail))
        if not self.true[literal]:
            self._set(literal, None)
        return True

    def _cancel(self, level: int) -> None:
        """Take back all levels above this one."""
        if len(self._starts) <= level:
            return
        true, states, end_of_lines = self.true, self._states, 2 * self._lines.stop
        start = self._starts[level]
        taken_back = self._trail[start:]
        taken_back.reverse()
        for literal in taken_back:
            true[literal] = 0
            for cell, bits in self._touched[literal]:
                states[cell] &= ~bits
            if not literal & 1 and literal < end_of_lines:
                self.whole.undo(literal)
        self._order.put_back(taken_back)
        del self._trail[start:], self._starts[level:]
        self._head = start

    def _restart(self) -> None:
        """Begin again with all that was learned, now and then with other lines first than before."""
        self._cancel(0)
        self._restarts += 1
        self._restart_at = self.conflicts + UNIT * luby(self._restarts)
        if self.conflicts >= self._shake_at:
            self._shakes += 1
            self._shake_at = self.conflicts + SHAKEN * luby(self._shakes)
            self._order.shake(self._shakes)
        if len(self._learned) >= MOST_LEARNED:
            self._forget()
        self.whole.restarted()

    def _forget(self) -> None:
        """Forget the half of the learned clauses that speak of most levels; nothing rests on them now."""
        self._learned.sort(key=lambda learned: learned[0])
        half = len(self._learned) // 2
        self._learned = [each for at, each in enumerate(self._learned) if at < half or each[0] <= GLUE]
        for watching in self._watches:
            watching.clear()
        for clause in (*self._clauses, *(clause for _, clause in self._learned)):
            self._watch(clause)


def luby(number: int) -> int:
    """The number at this place, from 1, in the sequence 1, 1, 2, 1, 1, 2, 4, …"""
    while number & (number + 1):
        number -= (1 << number.bit_length() - 1) - 1
    return (number + 1) // 2


def _touched(variables: int, cells: Sequence[CellTable]) -> list[tuple[tuple[int, int], ...]]:
    """For each literal the cells to look at once it holds, each with the bits of its state that it sets."""
    touched: list[tuple[tuple[int, int], ...]] = [()] * (2 * variables)
    for number, (_, literals, guard) in enumerate(cells):
        for bit, literal in enumerate(literals):
            if literal > FALSE:
                touched[literal] += ((number, 1 << bit),)
        if guard != TRUE:
            touched[guard] += ((number, 0),)
    return touched
