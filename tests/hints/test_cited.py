"""What a step rests on is there to be seen: marked on the board, or concluded by a step before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.choice import Deduced
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.hints.wording import worded
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import ALL, FITS, KNOWN
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.hints.positions import marked, solved

GAMES = ("net", "infinity", "simpleloop", "simpleloops", "masyu")
BOARDS = sweep.share(500, 20)
IN_A_ROW = 4  # hints on each
WORDS = 30  # of a sentence, at most
LARGEST = 6


class Seen:
    """What a reader sees of each cell: its marked sides, from either end, and what is left of its masks."""

    def __init__(self, puzzle: Puzzle, state: State) -> None:
        problem, grid, draws = puzzle.problem(), puzzle.grid, puzzle.game.draws
        self.grid = grid
        self.sides = [0] * grid.size
        self.left = [problem.domain_of(cell) for cell in range(grid.size)]
        for cell, domain in enumerate(self.left):
            lines = state.lines[cell]
            known = state.notes[cell] | 15 & ~grid.open_sides[cell] | (lines << 4 if draws else 0)
            if (state.pins[cell] and not draws) or (draws and lines.bit_count() == 2):
                known |= lines << 4 | 15 ^ lines
            if not domain & (domain - 1):  # a blank tile, a cross tile, a shaded cell
                known |= KNOWN[domain]
            self.tell(cell, known)

    def tell(self, cell: int, known: int) -> None:
        """Let both ends of these sides know."""
        self.sides[cell] |= known
        for side in SIDES_OF[self.grid.open_sides[cell]]:
            other, back = self.grid.ways[side][cell], OPPOSITE[side]
            self.sides[other] |= (back << 4 if known >> 4 & side else 0) | (back if known & side else 0)

    def conclude(self, finding: Finding) -> None:
        """Take in what a step has concluded."""
        for cell, before, after in finding.narrowed:
            if after:
                known = KNOWN[self.left[cell]]
                self.left[cell] &= after  # two steps about a cell may tell of a side together
                self.tell(cell, KNOWN[after] if after.bit_count() == 1 else KNOWN[self.left[cell]] & ~known)
                self.tell(cell, KNOWN[after] & ~KNOWN[before])

    def unseen(self, finding: Finding) -> Iterator[str]:
        """What the step cites though it is not there."""
        for cell, known, left in finding.because:
            if missing := known & ~self.sides[cell]:
                yield f"a side of {self.grid.name(cell)}: {missing:08b}"
            if left != ALL and self.left[cell] & FITS[self.sides[cell]] & ~left:
                yield f"what is left of {self.grid.name(cell)}"


def hints(game: str) -> Iterator[tuple[Puzzle, State, Deduced, Hint]]:
    """The first hints on random boards, with marks or without."""
    rng = Random(f"{game} cited")
    for _ in range(BOARDS):
        puzzle, like = solved(rng, game, LARGEST)
        most = rng.choice((0, puzzle.grid.size // 3, puzzle.grid.size))
        state, guide = marked(rng, puzzle, like, rng.randint(0, most), rng.randint(0, most // 3)), Guide(puzzle)
        for _ in range(IN_A_ROW):
            if guide.solved(state):
                break
            choice = finish(guide.choose(state, 0))
            if not isinstance(choice, Deduced):
                break
            yield puzzle, state, choice, worded(puzzle.problem(), choice)
            state = puzzle.game.play(puzzle, state, choice.move)


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_that_a_hint_cites_is_marked_or_concluded_before(game: str) -> None:
    told = 0
    for puzzle, state, choice, hint in hints(game):
        seen = Seen(puzzle, state)
        for finding in (*choice.proof.steps, choice.finding):
            assert not [*seen.unseen(finding)], f"{hint.sentence} {state} {puzzle}"
            seen.conclude(finding)
        assert too_long(hint) == []
        told += 1
    assert told > BOARDS


def too_long(hint: Hint) -> list[str]:
    """The sentences of a hint with more words than a sentence may have."""
    texts = [part.plain for part in (hint.claim, *hint.reason)]
    return [each for text in texts for each in re.split(r"(?<=\.) ", text) if len(each.split()) > WORDS]


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_about_wrong_marks_has_more_words_and_no_page_more_steps(game: str) -> None:
    rng = Random(f"{game} words")
    for number in range(BOARDS):
        puzzle, like = solved(rng, game, LARGEST)
        hint = Guide(puzzle).hint(marked(rng, puzzle, like, 20, 6, wrong=1 + number % 3), 0)
        assert hint is None or (too_long(hint) == [] and all(len(leaf) <= 7 for leaf in hint.leaves))
