"""The sentences of hints, read back: each conclusion matches the hint's move, and each reason is true of its board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import STEP, Hint
from termpuzzles.logic.explain.parts import Role
from tests.data import sweep, tables
from tests.hints.all_hints import Fact, every_hint, facts

SIDES = {"up": 8, "right": 4, "down": 2, "left": 1}
PLACES = {"above": 8, "on the right": 4, "below": 2, "on the left": 1, "the right": 4, "the left": 1}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
PIECES = {"end": 1, "straight": 2, "corner": 2, "T": 3, "cross tile": 4}
CELL = r"\((\d+), (\d+)\)"
TOWARD = r"((?:up|down|(?:to the )?(?:right|left))(?:(?:, | and | or )(?:up|right|down|left))*)"


class Sample(NamedTuple):
    """A hint with the position in which it is given, and the solution."""

    puzzle: Puzzle
    state: State
    hint: Hint
    solution: bytes


def sides(text: str) -> int:
    return sum(SIDES[word] for word in re.split(r", | and | or ", text.removeprefix("to the ")))


def cell(puzzle: Puzzle, column: str, row: str) -> int:
    return puzzle.grid.cell(int(column) - 1, int(row) - 1)


def facts_in(puzzle: Puzzle, text: str) -> set[Fact]:
    """The facts about lines in a conclusion: a cell, a side, and whether a line is there; ValueError if unreadable."""
    found: set[Fact] = set()
    for sentence in re.split(r"\. |,? and (?=the |a |no |lines )|, (?=the |a |no |lines )", text.rstrip(".")):
        sentence = sentence[0].lower() + sentence[1:]
        if match := re.fullmatch(rf"the [\w ]+ at {CELL} (?:points|opens|runs) {TOWARD}", sentence):
            mine, mask = cell(puzzle, *match.group(1, 2)), sides(match[3])
            found |= {(mine, side, bool(mask & side)) for side in SIDES.values()}
        elif match := re.fullmatch(rf"(?:the [\w ]+ at {CELL} )?(?:has )?(a line|lines|no line) {TOWARD}", sentence):
            mine = cell(puzzle, *match.group(1, 2)) if match[1] else mine
            found |= {(mine, side, match[3] != "no line") for side in SIDES.values() if sides(match[4]) & side}
            if match[3] == "lines" and puzzle.problem().two_lines_each:  # where a cell has two lines, it has no third
                found |= {(mine, side, False) for side in SIDES.values() if not sides(match[4]) & side}
            if "corner" in sentence:  # a corner has a line toward exactly one of two opposite sides
                found |= {(mine, (side << 2 | side >> 2) & 15, not drawn) for _, side, drawn in tuple(found)}
        elif match := re.fullmatch(rf"the [\w ]+ at {CELL} cannot point {TOWARD}", sentence):
            mine = cell(puzzle, *match.group(1, 2))
            found |= {(mine, side, False) for side in SIDES.values() if sides(match[3]) & side}
        elif match := re.fullmatch(rf"(a line|no line) joins the \w+s? at {CELL} and {CELL}", sentence):
            found.add(fact_between(puzzle, match.group(2, 3), match.group(4, 5), match[1] == "a line"))
        elif match := re.fullmatch(
            rf"(lines?|a line|no line) joins? ({CELL} to {CELL}(?:(?:, | and | or ){CELL} to {CELL})*)", sentence
        ):
            for one_x, one_y, x, y in re.findall(rf"{CELL} to {CELL}", match[2]):
                found.add(fact_between(puzzle, (one_x, one_y), (x, y), match[1] != "no line"))
        elif match := re.fullmatch(rf"{CELL} to {CELL}", sentence):
            found.add(fact_between(puzzle, match.group(1, 2), match.group(3, 4), True))
        else:
            raise ValueError(sentence)
    return found


def fact_between(puzzle: Puzzle, one: tuple[str | None, ...], other: tuple[str | None, ...], drawn: bool) -> Fact:
    mine, beyond = cell(puzzle, *map(str, one)), cell(puzzle, *map(str, other))
    side = next(side for side in SIDES.values() if puzzle.grid.beyond(mine, side) == beyond)
    return mine, side, drawn


def inside(puzzle: Puzzle, claims: set[Fact]) -> set[Fact]:
    """The claims about lines between two cells, each stated from both cells."""
    back = {8: 2, 2: 8, 4: 1, 1: 4}
    here = {fact for fact in claims if puzzle.grid.beyond(fact[0], fact[1]) is not None}
    return here | {(puzzle.grid.ways[side][mine], back[side], drawn) for mine, side, drawn in here}


def untrue(sample: Sample, text: str) -> list[str]:
    """The sentences of a reason that are not true of the board."""
    return [sentence for sentence in re.split(r"(?<=\.) ", text) if not is_true(sample, sentence.rstrip("."))]


def is_true(sample: Sample, sentence: str) -> bool:
    puzzle, _, hint, solution = sample
    for noun, column, row in re.findall(rf"the (end|straight|corner|T|cross tile) at {CELL}", sentence, re.IGNORECASE):
        if solution[cell(puzzle, column, row)].bit_count() != PIECES.get(noun, PIECES.get(noun.lower(), 0)):
            return False
    target = hint.cells[0]
    if re.search(r"\b(border|wall|comes?)\b|^There is no line", sentence):
        return all(clause_is_true(sample, target, clause) for clause in clauses(sentence))
    if match := re.search(r"still needs? (\d+) line ends?, an (odd|even) number", sentence):
        ways = re.findall(rf"the line between {CELL} and {CELL}, the only way out", hint.sentence)
        drawn = {fact_between(puzzle, way[:2], way[2:], True) for way in ways}
        odd = any(solution[mine] & side for mine, side, _ in drawn)
        return int(match[1]) % 2 == (match[2] == "odd") and (not ways or (match[2] == "odd") == odd)
    if match := re.search(r"at most (\d+) of the (\d+) tiles could be joined", sentence):
        cut_off = {other for part in hint.reason for other in part.marks.get(Role.CUT_OFF, {})}
        counted = "whichever way" in sentence or len(cut_off) + 1 == int(match[1])
        return counted and int(match[1]) < int(match[2]) <= puzzle.grid.size
    if match := re.search(r"has (\w+) dark cells? and (as many|\w+) light ones?", sentence):
        region = {other for part in hint.reason for role in part.marks for other in part.marks[role]}
        dark = NUMBERS.index(match[1])
        light = dark if match[2] == "as many" else NUMBERS.index(match[2])
        return count_colours(puzzle, hint) == (dark, light) or len(region) > 2 * len(NUMBERS)
    return True


def count_colours(puzzle: Puzzle, hint: Hint) -> tuple[int, int]:
    """The numbers of dark and of light cells in the region that the reason shows."""
    region = {
        other
        for part in hint.reason
        if part.checkerboard
        for role in (Role.CUT_OFF, Role.TARGET)
        for other in part.marks.get(role, {})
    }
    dark = sum(sum(puzzle.grid.place(other)) % 2 == 0 for other in region)
    return dark, len(region) - dark


def clauses(sentence: str) -> list[str]:
    sentence = sentence.replace(" across the edge", "")
    starts = "the border is|a wall is|there is no line|a line comes|lines come"
    return re.split(rf",? and (?={starts})|, (?={starts})", sentence[0].lower() + sentence[1:])


def clause_is_true(sample: Sample, target: int, clause: str) -> bool:
    puzzle, _, _, solution = sample
    grid = puzzle.grid
    match = re.fullmatch(r"(the border is|a wall is|there is no line|a line comes from|lines come from) (.*)", clause)
    if not match:
        return False
    mask = sum(PLACES[place] for place in re.split(r", | and | or ", match[2]))
    x, y = grid.place(target)
    across, down = grid.surface
    rim = 0 if down else (8 if y == 0 else 0) | (2 if y == grid.height - 1 else 0)
    rim |= 0 if across else (1 if x == 0 else 0) | (4 if x == grid.width - 1 else 0)
    open_sides = grid.open_sides[target]
    return {
        "the border is": not mask & ~rim and not mask & open_sides,
        "a wall is": not mask & rim and not mask & open_sides,
        "there is no line": not solution[target] & mask and not mask & ~open_sides,
        "a line comes from": solution[target] & mask == mask and mask.bit_count() == 1,
        "lines come from": solution[target] & mask == mask and mask.bit_count() > 1,
    }[match[1]]


def collect() -> Iterator[Sample]:
    for game in ("net", "infinity", "simpleloop"):
        for row in sweep.sample((*tables.rows(game, "hard"), *tables.rows(game, "unique")[::12]), 3):
            (puzzle,) = read(row.id)
            if puzzle.grid.size <= 70:
                found = list(every_hint(puzzle, Guide(puzzle)))
                last, end = found[-1]
                assert end.move
                solution = puzzle.game.play(puzzle, last, end.move).lines
                yield from (Sample(puzzle, state, hint, solution) for state, hint in found if hint.kind == STEP)


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """Hints of many boards, of all techniques that occur on them."""
    found = list(collect())
    assert len(found) > 60
    assert len({sample.hint.rule for sample in found}) >= 8
    return found


def test_what_a_hint_concludes_can_be_read_back_and_is_what_its_move_does(samples: list[Sample]) -> None:
    for sample in samples:
        puzzle, state, hint, solution = sample
        done = inside(puzzle, set(facts(puzzle, state, hint)))
        if hint.claim.plain.endswith(" is already correct: pin it."):
            assert str(hint.move) == f"pin {hint.cell % puzzle.grid.width + 1},{hint.cell // puzzle.grid.width + 1}"  # type: ignore[operator]
        else:
            read_back = inside(puzzle, facts_in(puzzle, hint.claim.plain))
            assert done <= read_back, hint.claim.plain
            assert all(bool(solution[mine] & side) == drawn for mine, side, drawn in read_back), hint.claim.plain


def test_every_reason_is_true_of_the_board(samples: list[Sample]) -> None:
    for sample in samples:
        if len(sample.hint.steps) == 1:
            assert not untrue(sample, " ".join(part.plain for part in sample.hint.reason)), sample.hint.sentence


SWAPS = [("odd", "even"), ("above", "below"), ("on the left", "on the right"), ("dark", "light"), ("border", "wall")]


@pytest.mark.parametrize(("one", "other"), SWAPS)
def test_a_reason_with_two_words_swapped_is_found_untrue(samples: list[Sample], one: str, other: str) -> None:
    tried = caught = 0
    for sample in samples:
        text = " ".join(part.plain for part in sample.hint.reason)
        if len(sample.hint.steps) > 1 or bool(re.search(rf"\b{one}\b", text)) == bool(re.search(rf"\b{other}\b", text)):
            continue
        pattern = re.compile(rf"\b({one}|{other})\b")
        swapped = pattern.sub(lambda match: other if match[1] == one else one, text)
        tried += 1
        caught += bool(untrue(sample, swapped))
    assert caught >= 0.7 * tried, f"{caught} of {tried}"


def test_no_sentence_is_long_and_none_uses_words_that_players_do_not_know(samples: list[Sample]) -> None:
    for sample in samples:
        for sentence in re.split(r"(?<=[.:]) ", sample.hint.sentence):
            assert len(sentence.split()) <= 30, sentence
        for part in (sample.hint.claim, *sample.hint.reason):
            assert not re.search(r"\b(north|east|south|west|domain|mask)\b", part.plain)
            assert not re.search(r"\(\d+, \d+\)", part.shown), part.shown
            assert part.plain[0].isupper()
            assert part.plain.endswith(".")
