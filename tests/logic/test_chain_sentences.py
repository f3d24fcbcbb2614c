"""Each sentence of a chain follows from those before it and from its own tile; the last one states a contradiction."""

import re
from collections.abc import Iterator
from operator import and_
from random import Random

from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES, E, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import infinity, net
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.rules.techniques import OF_LINES, OF_TREES
from tests.data.tables import rows
from tests.logic.boards import infinity_problem, net_problem
from tests.logic.oracle import random_problem
from tests.logic.test_reasons import check_premises

WORDS = {"up": N, "right": E, "down": S, "left": W}
PLACE = r"\((\d+), (\d+)\)"
STANDS = re.compile(rf"Then the [\w ]+ at {PLACE} (?:points|runs|opens|has lines?) ([^.,]*(?:, [^.]*)?)\.")
LINE = re.compile(rf"Then the \w+ at {PLACE} has (a|no) line ([\w ]+)(?:,|\.)")


class ChainReader:
    """Collects the lines that a chain concludes, sentence by sentence; fails on a sentence that does not follow."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge, self.grid = knowledge, knowledge.problem.grid
        self.drawn = [0] * self.grid.size
        self.crossed = [0] * self.grid.size
        self.ended = False  # whether the last sentence states a contradiction that is there
        for cell in range(self.grid.size):
            known = knowledge.known(cell)
            self.take(cell, known >> 4 | known & 15, known >> 4)

    def take(self, cell: int, sides: int, lines: int) -> None:
        """Record that these sides of a cell have a line where `lines` says so, and none elsewhere."""
        for side in (side for side in SIDES if sides & side):
            other = self.grid.beyond(cell, side)
            for end, at in ((cell, side), (other, OPPOSITE[side])):
                if end is not None:
                    (self.drawn if lines & side else self.crossed)[end] |= at

    def agreeing(self, cell: int) -> list[int]:
        return [
            mask
            for mask in MASKS
            if self.knowledge.left[cell] >> mask & 1 and not (self.drawn[cell] & ~mask or self.crossed[cell] & mask)
        ]

    def hear(self, sentence: str) -> None:
        if match := LINE.match(sentence):
            cell, sides = self.grid.cell(int(match[1]) - 1, int(match[2]) - 1), sides_in(match[4])
            assert len(self.agreeing(cell)) != 1, sentence
            lines = sides if match[3] == "a" else 0
            assert all(mask & sides == lines for mask in self.agreeing(cell)), sentence
            self.take(cell, sides, lines)
        elif match := STANDS.match(sentence):
            cell, lines = self.grid.cell(int(match[1]) - 1, int(match[2]) - 1), sides_in(match[3])
            assert self.agreeing(cell) in ([], [lines]), sentence
            self.take(cell, 15, lines)
        elif match := re.search(rf"line between {PLACE} and {PLACE} (?:is (not )?|can(not) be )drawn(,|\.)", sentence):
            ends = [self.grid.cell(int(match[at]) - 1, int(match[at + 1]) - 1) for at in (1, 3)]
            side = next(side for side in (E, S, W, N) if self.grid.beyond(ends[0], side) == ends[1])
            self.take(ends[0], side, 0 if match[5] or match[6] else side)
        elif match := re.fullmatch(rf"Then the [\w ]+ at {PLACE} has (?:no turn left|more than two lines)\.", sentence):
            self.ended = not self.agreeing(self.grid.cell(int(match[1]) - 1, int(match[2]) - 1))
        elif sentence == "Then these lines would close a loop.":
            self.ended = self.components() > self.grid.size - sum(map(int.bit_count, self.drawn)) // 2
        else:
            self.ended = sentence.endswith("cannot be joined to the rest.")
        if sentence.endswith((", which contradicts the assumption.", "would be both drawn and not drawn.")):
            self.ended = any(map(and_, self.drawn, self.crossed))

    def components(self) -> int:
        """The number of groups into which the known and concluded lines join the cells."""
        left, count = set(range(self.grid.size)), 0
        while left:
            count, reached = count + 1, [left.pop()]
            for cell in reached:
                for side in SIDES:
                    other = self.grid.beyond(cell, side)
                    if self.drawn[cell] & side and other in left:
                        left.remove(other)
                        reached.append(other)
        return count


def sides_in(words: str) -> int:
    return sum(WORDS[word] for word in re.findall(r"\b(?:up|right|down|left)\b", words))


def boards() -> Iterator[tuple[Problem, list[str]]]:
    """Problems, each with the rules to try before chains."""
    for example, build, rules in (
        (OF_TREES["chain"], net_problem, net.RULES),
        (OF_LINES["chain"], infinity_problem, infinity.RULES),
    ):
        yield build(example.grid, example.tiles), list(rules[: rules.index("chain")])
    for row in rows("simpleloops", "ambiguous"):
        if row.cells < 80:
            yield read(row.id)[0].problem(), ["degree"]
    rng = Random(4)
    for _ in range(150):
        problem = random_problem(rng)
        yield problem, [name for name in problem.rules[:2] if name != "search"]


def test_each_sentence_of_a_chain_follows_from_those_before_it_and_its_tile() -> None:
    kinds = set()
    for problem, before in boards():
        knowledge = Knowledge(problem)
        if any(step and step.contradiction for step in chain(knowledge, rules_of(before))):
            continue
        for finding in rule_named("chain").find(knowledge, range(knowledge.size)):
            reader = ChainReader(knowledge)
            for page in finding.reason.parts:
                assert not reader.ended, page.plain
                assert page.assumption
                reader.hear(page.plain)
                kinds |= {pattern for pattern in (LINE, STANDS) if pattern.match(page.plain)}
            assert reader.ended, finding.sentence
            check_premises(finding, knowledge)
    assert kinds == {LINE, STANDS}
