"""Hints as values, and how each kind of them is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import SIDES_OF
from termpuzzles.games.model import Change, Move
from termpuzzles.hints.agenda import Distance
from termpuzzles.hints.justification import Grounds
from termpuzzles.hints.position import Position
from termpuzzles.logic.domains import KNOWN
from termpuzzles.logic.explain.telling import Part, Role, Sides
from termpuzzles.logic.explain.titles import TITLES
from termpuzzles.logic.explain.words import lines, listed, named, noun, outcome, sentence, unfit
from termpuzzles.logic.rules import SEARCH

if TYPE_CHECKING:
    from termpuzzles.games.model import State
    from termpuzzles.hints.refutation import Refutation
    from termpuzzles.hints.suspects import Suspect
    from termpuzzles.logic.explain.step import Finding
    from termpuzzles.logic.problem import Domain

STEP, MISTAKE, AMBIGUOUS, IMPOSSIBLE = "step", "mistake", "ambiguous", "impossible"

_KINDS = {STEP: "Hint", MISTAKE: "Mistake", AMBIGUOUS: "Several ways", IMPOSSIBLE: "No solution"}

SPOKEN = 3  # findings on the way to a hint that are still told one by one


class Hint(NamedTuple):
    """What a player is told.

    `kind` is STEP; MISTAKE, where something shown is wrong; AMBIGUOUS, where the board has several solutions from here
    on (`answers` shows two); or IMPOSSIBLE, where it has none. `rule` is the hardest rule needed, None where it takes
    none. `cells` are those that the hint is about, `cell` the one nearest the cursor. `because` are the cells that it
    rests on, and `sides` the masks of their sides that count. `move` does it, or takes the mistake back.
    """

    kind: str
    rule: str | None
    sentence: str
    cell: int | None
    cells: tuple[int, ...]
    because: tuple[int, ...] = ()
    sides: Mapping[int, int] = {}
    move: Move | None = None
    answers: tuple[State, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def title(self) -> str:
        """The name of its technique as players read it; of a hint that needs none what kind it is."""
        return TITLES[self.rule] if self.rule else _KINDS[self.kind]

    @property
    def pages(self) -> tuple[Part, ...]:
        """The reason, page after page."""
        marks = {Role.TARGET: {cell: self.sides.get(cell, 0) for cell in self.cells}}
        rest = {cell: self.sides.get(cell, 0) for cell in self.because if cell not in self.cells}
        return self.parts or (Part(self.sentence, self.sentence, marks | {Role.BECAUSE: rest}),)

    @property
    def conclusion(self) -> str:
        """What follows, in a sentence."""
        return self.pages[-1].shown

    @property
    def which(self) -> str:
        """Which technique to think of, and where."""
        return f"{self.title}: {self.where[0].lower()}{self.where[1:]}"

    @property
    def region(self) -> Sides:
        """Where to look, without the answer: all that the reason shows."""
        return dict.fromkeys((*self.because, *self.cells), 0)

    @property
    def mistake(self) -> bool:
        """Whether it points at a mistake."""
        return self.kind == MISTAKE

    @property
    def where(self) -> str:
        """Only where to look."""
        if self.kind == IMPOSSIBLE:
            return "This board has no solution."
        return "Something is wrong in the shaded part." if self.mistake else "Look at the shaded part."


def step_hint(position: Position, step: Finding, grounds: Grounds, distance: Distance) -> Hint:
    """A finding, with the earlier ones that it needs."""
    news = {narrowing.cell: known for narrowing in step.narrowed if (known := position.news(narrowing))}
    rules = position.problem.rules
    return Hint(
        STEP,
        _hardest([*grounds.steps, step], rules),
        _sentence([*grounds.steps, step], rules) + _so(position, step),
        min(news, key=distance),
        _marked(position, news),
        tuple(sorted(grounds.cells)),
        grounds.cells,
        position.move(news),
    )


def trying_hint(position: Position, distance: Distance) -> Hint:
    """A cell that only trying out settles."""
    cell = min(position.to_show(), key=distance)
    news = {cell: KNOWN[position.left[cell]]}
    grid = position.problem.grid
    sentence = f"Trying out every way to go on leaves just one for {grid.name(cell)}."
    everything = tuple(range(grid.size))
    return Hint(STEP, SEARCH, sentence, cell, _marked(position, news), everything, {}, position.move(news))


def mistake_hint(position: Position, suspect: Suspect, found: Refutation | None) -> Hint:
    """What is wrong, and the contradiction to which it leads."""
    rule, why, because, sides = _contradiction(position, suspect.cell, found)
    start = suspect.name[0].upper() + suspect.name[1:]
    said = f"{start} looks finished, but is wrong: {why}" if suspect.joined else f"{start} is wrong: {why}"
    return Hint(MISTAKE, rule, said, suspect.cell, tuple(sorted(suspect.held)), because, sides, suspect.move)


def sealed_hint(suspect: Suspect) -> Hint:
    """A group without a loose end, where all cells must be joined."""
    members = suspect.joined
    said = f"These {len(members)} tiles are sealed off: they are joined to each other, and to nothing else."
    return Hint(MISTAKE, None, said, suspect.cell, members, members, {}, suspect.move)


def conflict_hint(position: Position, held: Mapping[int, Domain], found: Refutation | None, distance: Distance) -> Hint:
    """Choices that could each be right, and cannot all be."""
    grid = position.problem.grid
    cells = [cell for cell in held if found is None or cell in found.grounds.cells]
    rule, why, because, sides = _contradiction(position, -1, found)
    what = "pins and notes" if position.puzzle.game.pins else "lines and crosses"
    said = f"The {what} at {listed([grid.name(cell) for cell in cells])} cannot all stand: {why}"
    cell = min(cells, key=distance)
    return Hint(MISTAKE, rule, said, cell, tuple(cells), because, sides, _taken_back(position, cell))


def impossible_hint(position: Position, found: Refutation | None) -> Hint:
    """That the board has no solution, and why."""
    rule, why, because, sides = _contradiction(position, -1, found, "")
    return Hint(IMPOSSIBLE, rule, f"This board has no solution: {why}", None, because, because, sides)


def ambiguous_hint(position: Position, solutions: Sequence[bytes], distance: Distance) -> Hint:
    """That the board has several solutions from here on: where two of them differ, and one of them as a choice."""
    game = position.puzzle.game
    answers = tuple(game.answer(position.puzzle, solution) for solution in solutions)
    ways = [answer.lines for answer in answers]
    cells = [cell for cell, (one, other) in enumerate(zip(*ways, strict=True)) if one != other]
    cell = min(cells, key=distance)
    chosen = next((way for way in ways if way[cell] == position.state.lines[cell]), ways[0])
    known = KNOWN[1 << chosen[cell]]
    move = position.move({cell: known & 0xF0 & ~position.claims(cell) if game.draws else known})
    either = " or ".join(lines(way[cell]) for way in ways)
    said = (
        f"From here on the board is ambiguous: {len(cells)} {noun(position.problem, len(cells))} can be done in either "
        f"of two ways. For one, {named(position.problem, cell)} has {either}, and nothing tells which. Choose one way; "
        "hints then follow your choice."
    )
    return Hint(AMBIGUOUS, None, said, cell, tuple(cells), (), {}, move, answers)


def _contradiction(
    position: Position, at: int, found: Refutation | None, with_it: str = "with it, "
) -> tuple[str | None, str, tuple[int, ...], Mapping[int, int]]:
    """Rule, reason, cells and sides of a contradiction; the rule is None where it can be seen without any."""
    rules = position.problem.rules
    if found is None:
        return SEARCH, "trying out every way shows that nothing fits.", tuple(range(position.problem.grid.size)), {}
    step, (before, sides) = found
    said = step.sentence
    own = sentence(unfit(position.problem, at))[:-1] + ": " if at >= 0 else ""
    why = said.removeprefix(own) if own and said.startswith(own) else with_it + said[0].lower() + said[1:]
    rule = None if not before and step.rule == rules[0] and at >= 0 else _hardest([*before, step], rules)
    return rule, why, tuple(sorted(sides)), sides


def _taken_back(position: Position, cell: int) -> Move:
    """The move that takes back what the player has chosen at a cell."""
    grid, place = position.problem.grid, position.problem.grid.place(cell)
    if position.state.pins[cell]:
        return Move((Change("free", *place),))
    claims = position.claims(cell)
    return Move(
        tuple(Change("clear", *place, side) for side in SIDES_OF[(claims >> 4 | claims & 15) & grid.open_sides[cell]])
    )


def _marked(position: Position, news: dict[int, int]) -> tuple[int, ...]:
    return tuple(sorted(position.whole_lines(news)))


def _so(position: Position, step: Finding) -> str:
    """What becomes of the tiles that can now be turned right, where the step's own sentence does not say it."""
    if position.puzzle.game.draws:
        return ""
    outcomes = [outcome(position.problem, narrowing) for narrowing in step.narrowed if position.news(narrowing)]
    unsaid = [said for said in outcomes if said.lower() not in step.sentence.lower()]
    return f" So {listed(unsaid)}." if unsaid else ""


def _hardest(steps: list[Finding], rules: tuple[str, ...]) -> str:
    return max((step.rule for step in steps), key=rules.index)


def _sentence(steps: list[Finding], rules: tuple[str, ...]) -> str:
    """The last step as a sentence, and before it the last few of those by the hardest rule of the others.

    What the easiest rule leaves of tiles before a harder one goes without saying.
    """
    *before, last = steps
    if before:
        rule = _hardest(before, rules)
        goes_without_saying = rule == rules[0] != last.rule
        before = [] if goes_without_saying else [step for step in before if step.rule == rule][-SPOKEN:]
    return " ".join(step.sentence for step in (*before, last))
