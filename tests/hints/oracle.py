"""Hints judged by a SAT solver: `.venv/bin/python -m tests.hints.oracle [--hints N] [--mistakes N] [--seed N]`.

Boards of every game, with one solution or with several, are taken from a position that is partly right and partly
wrong: tiles turned, pins, notes, lines and crosses; and each hint is followed to the end. What a hint says must follow
from what its reader knows of the cells that it names: from the marks, and from turned tiles that stand so in every
solution with these marks. A mistake must name marks that cannot stand, a board without a solution must be called so at
once, and one said to have several solutions must have two.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from termpuzzles.board.grid import OPPOSITE, SIDES, TURNS, E, S
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import two_solutions
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import AMBIGUOUS, IMPOSSIBLE, MISTAKE, STEP, Hint, HintStep
from termpuzzles.logic.problem import EMPTY, FITS, Problem, masks_of
from tests.games.boards import drawing, random_grid, random_puzzle, random_tree, solvable_puzzle
from tests.hints.all_hints import Fact, facts
from tests.hints.model import Model

GAMES = ("net", "infinity", "simpleloop", "simpleloops", "masyu")
TRIES = 12  # random boards of a drawing game, of which the first with a solution is taken, or else the last
Restriction = dict[int, set[int]]


class Oracle:
    """What is true of a puzzle, by the model alone."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.problem = puzzle.problem()
        self.tiles = {cell: set(masks_of(self.problem.domain_of(cell))) for cell in range(puzzle.grid.size)}
        is_blank = all(masks == {0} for masks in self.tiles.values())  # no loop can be there
        may_be = puzzle.game.name != "simpleloop" or not is_blank
        self.is_solvable = may_be and Model(self.problem, self.tiles).is_possible([])

    def marks(self, state: State) -> Restriction:
        """What the player's marks leave of each cell."""
        found = {}
        for cell, masks in self.tiles.items():
            noted = state.notes[cell]
            drawn = noted >> 4 | (state.lines[cell] if self.puzzle.game.draws else 0)
            kept = {mask for mask in masks if mask & drawn == drawn and not mask & noted & 15}
            found[cell] = kept & {state.lines[cell]} if state.pins[cell] else kept
        return found

    def known(self, state: State, turned: frozenset[int]) -> Restriction:
        """The same with the turned tiles that stand so in every solution with these marks."""
        held = self.marks(state)
        if self.puzzle.game.draws:
            return held
        model = Model(self.problem, held)
        for cell in turned:
            facts = [(cell, side, not state.lines[cell] & side) for side in (8, 4, 2, 1)]
            if not any(model.is_possible([fact]) for fact in facts):
                held[cell] = {state.lines[cell]}
        return held

    def complaint(self, state: State, turned: frozenset[int], hint: Hint) -> str:
        """What is false about the hint; empty if nothing is."""
        if not self.is_solvable:
            return "" if hint.kind == IMPOSSIBLE else "not called impossible"
        fits = Model(self.problem, self.marks(state)).is_possible([])
        if hint.kind == IMPOSSIBLE:
            return "called impossible"
        if hint.kind == MISTAKE:
            return self._of_mistake(state, turned, hint, fits)
        if not fits:
            return "no mistake where the marks are wrong"
        if hint.kind == AMBIGUOUS:
            return self._of_several(state, hint)
        return self._of_step(state, turned, hint)

    def _of_step(self, state: State, turned: frozenset[int], hint: Hint) -> str:
        held, claims = self.known(state, turned), facts(self.puzzle, state, hint)
        if not _follow(self.problem, {cell: held[cell] for cell in hint.because}, _denied(claims)):
            return "does not follow from the cells that it names"
        so_far = {cell: set(masks) for cell, masks in held.items()}
        for step in hint.steps:
            if not _follow(self.problem, {cell: so_far[cell] for cell in step.because}, _denied_by(step)):
                return f"a step does not follow from the cells that it names: {step.sentence}"
            _keep(so_far, step)
        return ""

    def _of_several(self, state: State, hint: Hint) -> str:
        one, other = (answer.lines for answer in hint.answers)
        held = self.marks(state)
        right = all(
            self.problem.judge(board) and all(mask in held[cell] for cell, mask in enumerate(board))
            for board in (one, other)
        )
        return "" if right and one != other else "these are no two solutions"

    def _of_mistake(self, state: State, turned: frozenset[int], hint: Hint, fits: bool) -> str:
        if not hint.move:
            return "a mistake that cannot be taken back"
        if hint.move.changes[0].verb == "turn":
            return self._of_sealed(state, turned, hint)
        if fits:
            return "a mistake where the marks can be right"
        after = self.puzzle.game.play(self.puzzle, state, hint.move)
        if after == state:
            return "a mistake whose move does nothing"
        held = self.marks(state)
        marked = {cell for cell in held if held[cell] != self.tiles[cell]}
        if not marked.intersection({*hint.cells, *(cell for cell, _ in hint.conflict)}):
            return "a mistake about cells that the player has not marked"
        named = {cell: held[cell] for cell in {*hint.because, *hint.cells}}
        if Model(self.problem, named).is_possible([]):
            return "a mistake whose cells can all be right"
        return self._of_mistaken_steps(held, hint)

    def _of_sealed(self, state: State, turned: frozenset[int], hint: Hint) -> str:
        """A group that the player has turned and pinned so that nothing leads out of it, though it is not all."""
        group, grid = set(hint.cells), self.puzzle.grid
        if not all(cell in turned or state.pins[cell] for cell in group):
            return "a group sealed off that the player has not turned"
        for cell in group:
            for side in SIDES:
                other = grid.beyond(cell, side) if state.lines[cell] & side else cell
                if other not in group or (other != cell and not state.lines[other] & OPPOSITE[side]):
                    return "a group that is not sealed off"
        return "" if any(state.lines[cell] for cell in range(grid.size) if cell not in group) else "the whole board"

    def _of_mistaken_steps(self, held: Restriction, hint: Hint) -> str:
        if not hint.steps:
            return "a mistake without steps"
        if any(len(leaf) > 7 for leaf in hint.leaves):
            return "a page of more than seven parts"
        if "rying out" in hint.sentence:
            return "a mistake by trying out"
        so_far = {cell: set(masks) for cell, masks in held.items()}
        for step in hint.steps:
            if not _follow(
                self.problem, {cell: so_far[cell] for cell in {*step.because, *hint.cells}}, _denied_by(step)
            ):
                return f"a step does not follow from the cells that it names: {step.sentence}"
            _keep(so_far, step)
        return ""


def _denied(claims: list[Fact]) -> list[list[Fact]]:
    return [[(cell, side, not drawn)] for cell, side, drawn in claims]


def _denied_by(step: HintStep) -> list[list[Fact]]:
    """What the step says cannot be: a line otherwise than concluded, or a mask that it excludes."""
    stated = [
        (cell, side, bool(shift))
        for cell, known in step.concludes.items()
        for shift in (4, 0)
        for side in SIDES
        if known >> shift & side
    ]
    masks = [(cell, mask) for cell, excluded in step.excludes.items() for mask in masks_of(excluded)]
    return _denied(stated) + [[(cell, side, bool(mask & side)) for side in SIDES] for cell, mask in masks]


def _keep(held: Restriction, step: HintStep) -> None:
    for cell, known in step.concludes.items():
        keep = FITS[known] & ~step.excludes.get(cell, 0)
        held[cell] = {mask for mask in held[cell] if keep >> mask & 1}


def _follow(problem: Problem, held: Restriction, denied: list[list[Fact]]) -> bool:
    """Whether none of these can be, given what is left of these cells alone."""
    model = Model(problem, held)
    return not any(map(model.is_possible, denied))


def board(rng: Random, name: str, most: int) -> Puzzle:
    """A random board: a Net of a tree, an ∞ Loop of random lines, a Simple Loop with some cells shaded."""
    if name in ("net", "infinity") and rng.random() < 0.9:
        grid = random_grid(rng, most)
        solved = drawing(grid, random_tree(rng, grid))
        if name == "infinity" or any(solved):
            tiles = bytes(rng.choice(TURNS[mask]) for mask in solved)
            return Puzzle(named(name), grid, tiles, start=State.of(tiles))
    if named(name).clue and rng.random() < 0.8:
        return circled(rng, name, most)
    for _ in range(TRIES):
        puzzle = random_puzzle(rng, named(name), most)
        if any(puzzle.problem().domain_of(cell) != EMPTY for cell in range(puzzle.grid.size)) and two_solutions(puzzle):
            break
    return puzzle


def circled(rng: Random, name: str, most: int) -> Puzzle:
    """A board with a solution, and with some of the clues that it allows, at least one of them."""
    puzzle = solvable_puzzle(rng, named(name), most)
    while not any(puzzle.clues):
        puzzle = solvable_puzzle(rng, named(name), most)
    share = rng.choice((0.3, 0.6, 1.0))
    clues = bytes(clue if rng.random() < share else 0 for clue in puzzle.clues)
    return replace(puzzle, clues=clues if any(clues) else puzzle.clues)


def position(rng: Random, puzzle: Puzzle) -> tuple[State, frozenset[int]]:
    """A position that a player could have made, and the tiles turned by hand: mostly right, as in some solution."""
    answers = [state.lines for state in two_solutions(puzzle)]
    answer = rng.choice(answers) if answers else puzzle.tiles
    wrong, share = rng.choice((0.0, 0.0, 0.05, 0.3)), rng.choice((0.0, 0.2, 0.5))
    size, draws = puzzle.grid.size, puzzle.game.draws
    lines, pins, notes = bytearray(size if draws else puzzle.tiles), bytearray(size), bytearray(size)
    turned = set()
    for cell in range(size) if not draws else ():
        if rng.random() < share:
            lines[cell] = answer[cell] if rng.random() >= wrong else rng.choice(TURNS[puzzle.tiles[cell]])
            pins[cell] = rng.random() < 0.4
            turned.add(cell)
    for line in puzzle.grid.lines():
        one, other = puzzle.grid.ends(line)
        if rng.random() < share / 2 and (not draws or (puzzle.tiles[one] and puzzle.tiles[other])):
            side = S if line & 1 else E
            is_line = bool(answer[one] & side) != (rng.random() < wrong)
            for cell, toward in ((one, side), (other, OPPOSITE[side])):
                if draws and is_line:
                    lines[cell] |= toward
                else:
                    notes[cell] |= toward << 4 if is_line else toward
    return State(bytes(lines), bytes(pins), bytes(notes)), frozenset(turned)


def judged(
    rng: Random, name: str, most: int, counts: Counter[str], puzzle: Puzzle | None = None, only_first: bool = False
) -> Iterator[str]:
    """Follow the hints of that board, or of a random one, from a random position; or only the first.

    Yield each complaint, with what it takes to see it.
    """
    puzzle = puzzle or board(rng, name, most)
    state, turned = position(rng, puzzle)
    oracle, guide = Oracle(puzzle), Guide(puzzle)
    for _ in range(8 * puzzle.grid.size):
        hint = guide.hint(state, rng.randrange(puzzle.grid.size), turned=turned)
        if hint is None:
            if not guide.solved(state):
                yield f"no hint: {state} of {puzzle}"
            return
        counts[hint.kind if hint.kind != STEP else hint.rule or STEP] += 1
        if complaint := oracle.complaint(state, turned, hint):
            yield f"{complaint}: {hint.sentence} {hint.move} with {sorted(turned)} in {state} of {puzzle}"
        if only_first or not hint.move:
            return
        moved = {puzzle.grid.cell(change.x, change.y) for change in hint.move.changes if change.verb == "turn"}
        turned |= moved if rng.random() < 0.5 else set()
        state = puzzle.game.play(puzzle, state, hint.move)
    yield f"no end: {state} of {puzzle}"


def main() -> None:
    """Judge hints until there are enough."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.hints.oracle", description=__doc__)
    parser.add_argument("--hints", type=int, default=1000)
    parser.add_argument("--mistakes", type=int, default=0, help="judge first hints, until so many are at wrong marks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=5, help="the longest side of a board")
    parser.add_argument("--games", default=",".join(GAMES))
    options = parser.parse_args()
    rng, counts, wrong = Random(options.seed), Counter[str](), Counter[str]()
    by_mistakes, games = options.mistakes > 0, options.games.split(",")
    while counts[MISTAKE] < options.mistakes if by_mistakes else counts.total() < options.hints:
        for complaint in judged(rng, rng.choice(games), options.most, counts, only_first=by_mistakes):
            kind = complaint.partition(":")[0]
            wrong[kind] += 1
            if wrong[kind] <= 2:
                print(complaint, flush=True)
    print(f"{counts.total()} hints, {wrong.total()} false:", dict(wrong))
    print(dict(counts.most_common()))


if __name__ == "__main__":
    main()
