"""Each sentence of a chain follows from those before it and from its own tile; the last one states a contradiction."""

import re
from collections.abc import Iterator
from itertools import pairwise
from operator import and_
from random import Random

import pytest

from termpuzzles.board.grid import DEGREE, MASKS, OPPOSITE, SIDES, E, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import infinity, named, net
from termpuzzles.games.making.params import Params
from termpuzzles.generator import make_board, rng_of
from termpuzzles.hints.agenda import StepFinder
from termpuzzles.hints.position import Position
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.rules.circles import BLACK, WHITE
from termpuzzles.logic.rules.techniques import OF_LINES, OF_TREES
from tests.data import sweep
from tests.data.tables import rows
from tests.logic.boards import infinity_problem, net_problem
from tests.logic.oracle import random_problem
from tests.logic.test_reasons import check_premises

WORDS = {"up": N, "right": E, "down": S, "left": W}
PLACE = r"\((\d+), (\d+)\)"
STANDS = re.compile(rf"Then the [\w ]+ at {PLACE} (?:points|runs|opens|has lines?) ([^.,]*(?:, [^.]*)?)\.")
LINE = re.compile(rf"Then the \w+ at {PLACE} has (a|no) line ([\w ]+)(?:,|\.)")
WAYS = re.compile(
    rf"Then (?:a line runs|lines run) (.*?)(, or a loop would close|, turning beside .* at {PLACE}|"
    rf", not to (?:the black circle at )?{PLACE})?\."
)
NO_LINE = re.compile(
    rf"Then no line joins (.*?)(, as that would close a loop|, as the loop turns beside .* at {PLACE})?\."
)
BLANK = re.compile(r"Then (?:the .* cells between question marks )?(.*?) ?(?:has|have) no lines\.")
NOTHING_FITS = re.compile(
    rf"Then (?:the [\w ]+ at {PLACE} has no turn left|\w+ lines meet at (?:the [\w ]+ at )?{PLACE}|"
    rf"a line ends at (?:the [\w ]+ at )?{PLACE}(?P<loop>, or a loop would close)?|"
    rf"no way through (?:the [\w ]+ at )?{PLACE} is left|the loop would not turn beside the white circle at {PLACE})\."
)


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
        """The masks that agree with what is known: a line to a black circle goes straight, and where lines fill a cell.

        Where lines are drawn, a full cell shows by itself that it has no further line.
        """
        return [mask for mask in self.left(cell) if not self.crossed_at(cell) & mask]

    def left(self, cell: int) -> list[int]:
        problem = self.knowledge.problem
        black = [side for side in SIDES if problem.clues and self.clue_beside(cell, side) == BLACK]
        return [
            mask
            for mask in MASKS
            if self.knowledge.left[cell] >> mask & 1
            and not self.drawn[cell] & ~mask
            and not any(mask & side and not mask & OPPOSITE[side] for side in black)
        ]

    def crossed_at(self, cell: int) -> int:
        crossed = self.crossed[cell]
        for side in SIDES if self.knowledge.problem.draws else ():
            other = self.grid.beyond(cell, side)
            if other is not None and not self.drawn[cell] & side and DEGREE[self.drawn[other]] == 2:
                crossed |= side
        return crossed

    def clue_beside(self, cell: int, side: int) -> int:
        other = self.grid.beyond(cell, side)
        return 0 if other is None else self.knowledge.problem.clues[other]

    def cell(self, column: str, row: str) -> int:
        return self.grid.cell(int(column) - 1, int(row) - 1)

    def side_between(self, one: int, other: int) -> int:
        return next(side for side in (E, S, W, N) if self.grid.beyond(one, side) == other)

    def hear(self, sentence: str) -> None:
        if match := LINE.match(sentence):
            cell, sides = self.cell(match[1], match[2]), sides_in(match[4])
            assert len(self.agreeing(cell)) != 1, sentence
            lines = sides if match[3] == "a" else 0
            assert all(mask & sides == lines for mask in self.agreeing(cell)), sentence
            self.take(cell, sides, lines)
        elif match := WAYS.match(sentence):
            ways = [*self.told(match[1])]
            if match[2]:
                self.hear_why(sentence, ways, match)
            self.hear_ways(sentence, ways)
        elif match := NO_LINE.match(sentence):
            for places in re.findall(rf"{PLACE} to {PLACE}", match[1]):
                ends = self.cell(*places[:2]), self.cell(*places[2:])
                side = self.side_between(*ends)
                if match[2] is None:
                    both = zip(ends, (side, OPPOSITE[side]), strict=True)
                    assert any(not any(mask & at for mask in self.agreeing(end)) for end, at in both), sentence
                elif match[3]:
                    assert self.turns_beside(self.cell(match[3], match[4]), ends), sentence
                self.take(ends[0], side, 0)
        elif match := BLANK.match(sentence):
            cells = [self.cell(*places) for places in re.findall(PLACE, match[1])]
            while cells:  # one after the other, in some order
                cell = next((each for each in cells if self.agreeing(each) == [0]), -1)
                assert cell >= 0, sentence
                cells.remove(cell)
                self.take(cell, 15, 0)
        elif match := NOTHING_FITS.match(sentence):
            column, row = (each for each in match.groups() if each and each.isdigit())
            around = self.cell(column, row)
            if match["loop"]:
                barred = [line for line in self.closing() if around in line]
                assert barred, sentence
                for one, other in barred:
                    self.take(one, self.side_between(one, other), 0)
            self.ended = not self.agreeing(around) or self.knowledge.problem.clues[around : around + 1] == bytes(
                [WHITE]
            )
        elif match := STANDS.match(sentence):
            cell, lines = self.cell(match[1], match[2]), sides_in(match[3])
            assert self.agreeing(cell) in ([], [lines]), sentence
            self.take(cell, 15, lines)
        elif match := re.search(rf"line between {PLACE} and {PLACE} (?:is (not )?|can(not) be )drawn(,|\.)", sentence):
            ends = self.cell(match[1], match[2]), self.cell(match[3], match[4])
            side = self.side_between(*ends)
            self.take(ends[0], side, 0 if match[5] or match[6] else side)
        elif sentence == "Then these lines would close a loop.":
            self.ended = self.components() > self.grid.size - sum(map(int.bit_count, self.drawn)) // 2
        else:
            self.ended = sentence.endswith("cannot be joined to the rest.") or "a loop closes without" in sentence
        if sentence.endswith((" contradicts the assumption.", "would be both drawn and not drawn.")):
            clash = any(map(and_, self.drawn, self.crossed))
            self.ended = clash or not all(map(self.agreeing, range(self.grid.size)))

    def told(self, told: str) -> Iterator[tuple[int, int]]:
        """The lines of ways that are told by their bends."""
        for way in told.split("from ")[1:]:
            for one, other in pairwise(self.cell(*places) for places in re.findall(PLACE, way)):
                yield from self.straight(one, other)

    def hear_why(self, sentence: str, lines: list[tuple[int, int]], match: re.Match[str]) -> None:
        """Take in what is not drawn, as the end of a sentence says of the lines that are drawn for this reason."""
        beside = {end for cell, side in lines for end in (cell, self.grid.beyond(cell, side))}
        if "loop" in match[2]:
            barred = [line for line in self.closing() if not beside.isdisjoint(line)]
        elif "turning" in match[2]:
            barred = [line for line in self.straight_on(self.cell(match[3], match[4])) if line[0] in beside]
        else:
            other = self.cell(match[5], match[6])
            cell = next(end for end in self.around_cell(other) if end in beside)
            side = self.side_between(cell, other)
            assert any(
                not any(m & at for m in self.agreeing(end)) for end, at in ((cell, side), (other, OPPOSITE[side]))
            )
            barred = [(cell, other)]
        assert barred, sentence
        for one, other in barred:
            self.take(one, self.side_between(one, other), 0)

    def closing(self) -> list[tuple[int, int]]:
        """The open lines that would close a loop, each as its two cells."""
        groups, group_of = 0, [-1] * self.grid.size
        for start in range(self.grid.size):
            if group_of[start] < 0:
                group_of[start], reached = groups, [start]
                for cell in reached:
                    for side in (side for side in SIDES if self.drawn[cell] & side):
                        other = self.grid.beyond(cell, side)
                        if other is not None and group_of[other] < 0:
                            group_of[other] = groups
                            reached.append(other)
                groups += 1
        return [
            (cell, other)
            for cell in range(self.grid.size)
            for side in (E, S)
            if (other := self.grid.beyond(cell, side)) is not None
            and group_of[cell] == group_of[other]
            and not (self.drawn[cell] | self.crossed[cell]) & side
        ]

    def around_cell(self, cell: int) -> list[int]:
        return [other for side in SIDES if (other := self.grid.beyond(cell, side)) is not None]

    def straight_on(self, white: int) -> Iterator[tuple[int, int]]:
        """The lines straight on beyond the cells beside a white circle, where the loop goes on so on the other side."""
        assert self.knowledge.problem.clues[white] == WHITE
        for side in SIDES:
            beside, across = self.grid.beyond(white, side), self.grid.beyond(white, OPPOSITE[side])
            if beside is None or across is None or not all(mask & side for mask in self.agreeing(white)):
                continue
            beyond = self.grid.beyond(beside, side)
            if beyond is not None and self.drawn[across] & OPPOSITE[side] and not self.drawn[beside] & side:
                yield beside, beyond

    def hear_ways(self, sentence: str, lines: list[tuple[int, int]]) -> None:
        """Take in lines of ways: each follows at a cell from what is known, in some order."""
        while lines:
            follow = [line for line in lines if self.follows(*line)]
            assert follow, sentence
            for cell, side in follow:
                self.take(cell, side, side)
            lines = [line for line in lines if line not in follow]

    def straight(self, one: int, other: int) -> Iterator[tuple[int, int]]:
        """The lines straight from one cell to the other, or across a seam between two cells side by side."""
        (x, y), (to_x, to_y) = self.grid.place(one), self.grid.place(other)
        if all(self.grid.beyond(one, side) != other for side in SIDES):
            side = (E if to_x > x else W) if y == to_y else S if to_y > y else N
            assert x == to_x or y == to_y
        else:
            side = self.side_between(one, other)
        while one != other:
            yield one, side
            beyond = self.grid.beyond(one, side)
            assert beyond is not None
            one = beyond

    def follows(self, cell: int, side: int) -> bool:
        beyond = self.grid.beyond(cell, side)
        assert beyond is not None
        both = ((cell, side), (beyond, OPPOSITE[side]))
        return any(all(mask & toward for mask in self.agreeing(end)) for end, toward in both)

    def turns_beside(self, white: int, ends: tuple[int, int]) -> bool:
        """Whether the line is the one of three in a row at a white circle that the other two bar."""
        for side in (E, S):
            row = [self.grid.beyond(white, OPPOSITE[side]), white, self.grid.beyond(white, side)]
            if None not in row and all(end in (*row, *self.around(row, side)) for end in ends):
                return self.knowledge.problem.clues[white] == WHITE
        return False

    def around(self, row: list[int | None], side: int) -> list[int | None]:
        assert row[0] is not None
        assert row[2] is not None
        return [self.grid.beyond(row[0], OPPOSITE[side]), self.grid.beyond(row[2], side)]

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


def reader_of(finding: Finding, knowledge: Knowledge) -> ChainReader:
    """A reader that has heard the whole reason."""
    reader = ChainReader(knowledge)
    for page in finding.reason.parts:
        assert page.assumption
        for sentence in re.split(r"(?<=\.) ", page.plain):
            assert not reader.ended, sentence
            reader.hear(sentence)
    return reader


def test_each_sentence_of_a_chain_follows_from_those_before_it_and_its_tile() -> None:
    kinds = set()
    for problem, before in boards():
        knowledge = Knowledge(problem)
        if any(step and step.contradiction for step in chain(knowledge, rules_of(before))):
            continue
        for finding in rule_named("chain").find(knowledge, range(knowledge.size)):
            assert reader_of(finding, knowledge).ended, finding.sentence
            kinds |= {form for form in (LINE, STANDS, WAYS) for part in finding.reason.parts if form.match(part.plain)}
            check_premises(finding, knowledge)
    assert kinds == {LINE, STANDS, WAYS}


def test_a_line_is_told_to_end_where_each_way_on_would_close_a_loop() -> None:
    (puzzle,) = read(
        "pzprv3/mashu/4/4/. . . . /1 . . 2 /1 . . . /. . 1 . /0 0 -1 /0 1 0 /0 0 0 /0 0 0 /1 0 0 0 /0 0 0 1 /0 0 0 1 /"
    )
    knowledge = StepFinder(Position(puzzle, puzzle.problem(), puzzle.start)).knowledge
    told = list[str]()
    for finding in rule_named("chain").find(knowledge, ()):
        assert reader_of(finding, knowledge).ended, finding.sentence
        told += [page.plain for page in finding.reason.parts]
    assert "Then a line ends at (2, 3), or a loop would close." in told


def test_what_leads_on_from_the_last_line_is_told_with_it() -> None:
    (puzzle,) = read("https://puzz.link/p?mashu/6/6/30003i300912")
    knowledge = Knowledge(problem := puzzle.problem())
    for _ in chain(knowledge, rules_of(problem.rules[: problem.rules.index("chain")])):
        pass
    told = [page.plain for found in rule_named("chain").find(knowledge, ()) for page in found.reason.parts]
    assert "Then a line runs from (2, 5) to (1, 5) to (1, 4), or a loop would close." in told


@pytest.mark.slow
def test_each_sentence_of_a_chain_among_circles_follows_from_those_before_it() -> None:
    kinds = set()
    for seed in range(100) if sweep.IS_LONG else (5, 7, 14, 15):  # which have sentences of all kinds
        problem = make_board(named("masyu"), Params.parse("6x6, rating chain"), rng_of(seed)).problem()
        knowledge = Knowledge(problem)
        for _ in chain(knowledge, rules_of(problem.rules[: problem.rules.index("chain")])):
            pass
        for finding in rule_named("chain").find(knowledge, range(knowledge.size)):
            assert reader_of(finding, knowledge).ended, finding.sentence
            forms = (WAYS, NO_LINE, BLANK, NOTHING_FITS)
            kinds |= {form for form in forms for part in finding.reason.parts if form.match(part.plain)}
    assert kinds == {WAYS, NO_LINE, BLANK, NOTHING_FITS}
