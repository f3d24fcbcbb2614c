"""Hints retraced by a stranger: the board, the marks and the text alone lead to each conclusion.

A chain is followed link by link; each link is checked by trying every turn of its one tile.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from termpuzzles.board.grid import SIDES
from termpuzzles.catalogue.levels import levels_folder
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import STEP
from tests.data import sweep, tables
from tests.hints.all_hints import Fact, every_hint, follows
from tests.hints.model import Model, known
from tests.hints.test_sentences import CELL, TOWARD, Sample, cell, fact_between, facts_in, inside, sides

EACH = 8  # hints of a technique
CONTRADICTS = ", which contradicts the assumption"
LINK = rf"Then the [\w ]+ at {CELL} (?:points|opens|runs|has lines|has (?:a|no) line) {TOWARD}"


def shown(sample: Sample) -> set[int]:
    """The cells that are marked or named in the text, and those neighbours of which something is known."""
    grid, state = sample.puzzle.grid, sample.state
    marked = {
        each for part in (sample.hint.claim, *sample.hint.reason) for sides in part.marks.values() for each in sides
    }
    named = {cell(sample.puzzle, *at) for at in re.findall(CELL, sample.hint.sentence)}
    beside = {grid.beyond(each, side) for each in marked | named for side in SIDES} - {None}
    visible = known(sample.puzzle, state, [sample.solution])
    problem = sample.puzzle.problem()
    return (
        marked
        | named
        | {
            each
            for each in beside
            if each is not None and (visible[each] == {0} or len(visible[each]) < problem.domain_of(each).bit_count())
        }
    )


def final_facts(sample: Sample) -> set[Fact]:
    """The facts about lines that the text concludes, read without asking the hint."""
    text = sample.hint.claim.plain
    if match := re.fullmatch(rf"The [\w ]+ at {CELL} is already correct: pin it\.", text):
        mine = cell(sample.puzzle, *match.group(1, 2))
        return {(mine, side, bool(sample.state.lines[mine] & side)) for side in SIDES}
    return facts_in(sample.puzzle, text)


def boards() -> Iterator[Puzzle]:
    """Small boards of ours, and the levels of the hardest techniques."""
    for game in ("net", "infinity", "simpleloop"):
        for row in (*tables.rows(game, "hard"), *tables.rows(game, "unique")[::6]):
            yield from read(row.id)
    for path in sorted((levels_folder() or Path()).glob("*/*-what-if.loops")):
        yield from read(path.read_text(encoding="utf-8"), source=str(path))


def collect() -> Iterator[Sample]:
    found: Counter[str] = Counter()
    for puzzle in boards():
        if puzzle.grid.size > 70:
            continue
        every = list(every_hint(puzzle, Guide(puzzle)))
        last, end = every[-1]
        assert end.move
        solution = puzzle.game.play(puzzle, last, end.move).lines
        for state, hint in every:
            if hint.kind == STEP and hint.rule and found[hint.rule] < EACH:
                found[hint.rule] += 1
                yield Sample(puzzle, state, hint, solution)


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """At least sixty hints, of all techniques that occur."""
    found = list(collect())
    assert len(found) >= 60, len(found)
    assert len({sample.hint.rule for sample in found}) >= 11
    return found


def test_the_conclusion_follows_from_the_cells_that_are_shown_and_named(samples: list[Sample]) -> None:
    for sample in sweep.sample(samples, 7):
        held = known(sample.puzzle, sample.state, [sample.solution])
        assert follows(sample.puzzle, held, shown(sample), list(final_facts(sample))), sample.hint.sentence


def with_settled_neighbours(puzzle: Puzzle, mine: int, so_far: dict[int, set[int]]) -> dict[int, set[int]]:
    """What is known of a tile, and of those beside it of which all is known: these rule its turns out, too."""
    beside = {puzzle.grid.beyond(mine, side) for side in SIDES} - {None}
    settled = {each: so_far[each] for each in beside if each is not None and len(so_far[each]) == 1}
    return {**settled, mine: so_far[mine]}


def test_a_link_may_rest_on_a_pinned_tile_beside_its_own() -> None:
    (puzzle,) = read("infinity:4x3w:03c029101824")  # with one across the edge
    found = 0
    every = list(every_hint(puzzle, Guide(puzzle)))
    last, end = every[-1]
    assert end.move
    solution = puzzle.game.play(puzzle, last, end.move).lines
    samples = [Sample(puzzle, state, hint, solution) for state, hint in every if hint.kind == STEP]
    for sample, sentences, held in chains(samples):
        found += 1
        assert follow(sample, sentences, held), sample.hint.sentence
    assert found


def follow(sample: Sample, sentences: list[str], so_far: dict[int, set[int]]) -> bool:
    """Whether each link of a chain follows at the tile it names, and the end contradicts what came before."""
    puzzle, problem = sample.puzzle, sample.puzzle.problem()
    facts: set[Fact] = set()
    for sentence in sentences:
        against = sentence.endswith(CONTRADICTS)
        sentence = sentence.removesuffix(CONTRADICTS)
        if match := re.fullmatch(rf"Suppose the line between {CELL} and {CELL} is (not )?drawn", sentence):
            facts |= inside(puzzle, {fact_between(puzzle, match.group(1, 2), match.group(3, 4), not match[5])})
        elif match := re.fullmatch(LINK, sentence):
            mine = cell(puzzle, *match.group(1, 2))
            given = [fact for fact in facts if fact[0] == mine]
            fresh = facts_in(puzzle, sentence.removeprefix("Then "))
            model = Model(problem, with_settled_neighbours(puzzle, mine, so_far))
            if not given or any(model.is_possible([*given, (at, side, not drawn)]) for at, side, drawn in fresh):
                return False
            facts |= inside(puzzle, fresh)
        elif match := re.fullmatch(rf"Then the [\w ]+ at {CELL} has no turn left", sentence):
            mine = cell(puzzle, *match.group(1, 2))
            model = Model(problem, with_settled_neighbours(puzzle, mine, so_far))
            return not model.is_possible([fact for fact in facts if fact[0] == mine])
        elif match := re.fullmatch(
            rf"Then the line between {CELL} and {CELL} would be both drawn and not drawn", sentence
        ):
            one = fact_between(puzzle, match.group(1, 2), match.group(3, 4), True)
            return one in facts and (*one[:2], False) in facts
        else:
            return True  # a loop or a sealed-off part: the first test checks it
        if against:
            return any((at, side, not drawn) in facts for at, side, drawn in facts)
    return False


def supposed(claim: str, sentence: str) -> str:
    """What a chain supposes, in full where it is just the opposite of the claim before it."""
    ends = re.search(rf"joins the \w+s at {CELL} and {CELL}", claim)
    if sentence not in ("Suppose one does", "Suppose none does"):
        return sentence
    assert ends
    line = "the line between ({}, {}) and ({}, {})".format(*ends.groups())
    return f"Suppose {line} is {'not ' if 'none' in sentence else ''}drawn"


def chains(samples: list[Sample]) -> Iterator[tuple[Sample, list[str], dict[int, set[int]]]]:
    """The chains that are told link by link; `tests.logic.test_chain_sentences` reads those told as ways of lines."""
    for sample in samples:
        if sample.hint.rule == "chain" and len(sample.hint.steps) == 1 and not sample.puzzle.game.draws:
            reason = sample.hint.reason[sample.hint.brief :]
            sentences = [sentence.rstrip(".") for part in reason for sentence in re.split(r"(?<=\.) ", part.plain)]
            sentences[:1] = [supposed(sample.hint.claim.plain, sentences[0])]
            yield sample, sentences, known(sample.puzzle, sample.state, [sample.solution])


def test_each_link_of_a_chain_follows_from_those_before_it(samples: list[Sample]) -> None:
    found = list(chains(samples))
    assert len(found) >= 4
    for sample, sentences, held in found:
        assert follow(sample, sentences, held), sample.hint.sentence


SWAPS = {"up": "down", "down": "up", "left": "right", "right": "left", "drawn": "not drawn"}


def test_a_chain_with_one_direction_swapped_does_not_hold(samples: list[Sample]) -> None:
    tried = caught = 0
    for sample, sentences, held in chains(samples):
        for at, sentence in enumerate(sentences):
            words = sentence.split()
            for place, word in enumerate(words):
                bare = word.rstrip(",")
                if bare in ("up", "down", "left", "right") and "no turn left" not in sentence:
                    other = [*words[:place], SWAPS[bare] + word[len(bare) :], *words[place + 1 :]]
                    tried += 1
                    try:
                        caught += not follow(sample, [*sentences[:at], " ".join(other), *sentences[at + 1 :]], held)
                    except ValueError:
                        caught += 1
    assert tried > 10
    assert caught >= 0.75 * tried, f"{caught} of {tried}"


def tie_in(sample: Sample, sentence: str) -> tuple[int, int, bool] | None:
    """The tile and the two sides that a sentence of colouring ties, and whether they are alike."""
    match = re.fullmatch(rf"The .* links? two sides of the [\w ]+ at {CELL}, {TOWARD}: (.*)", sentence)
    if not match:
        return None
    return cell(sample.puzzle, match[1], match[2]), sides(match[3]), match[4] == "both have a line, or neither has"


def test_tied_lines_are_alike_or_unlike_as_the_sentence_says(samples: list[Sample]) -> None:
    found = 0
    for sample in samples:
        held = known(sample.puzzle, sample.state, [sample.solution])
        model = Model(sample.puzzle.problem(), {each: held[each] for each in shown(sample)})
        for part in sample.hint.reason if len(sample.hint.steps) == 1 else ():
            tie = tie_in(sample, re.split(r"(?<=[a-z]\.) ", part.plain)[0].rstrip("."))
            if tie is None:
                continue
            found += 1
            mine, mask, alike = tie
            one, other = (side for side in SIDES if mask & side)
            as_said, otherwise = (
                any(model.is_possible([(mine, one, drawn), (mine, other, drawn is so)]) for drawn in (True, False))
                for so in (alike, not alike)
            )
            assert as_said, part.plain
            assert not otherwise, part.plain
    assert found


def test_tiles_that_a_pocket_names_lie_where_the_turn_points_and_are_ends(samples: list[Sample]) -> None:
    found = 0
    for sample in samples:
        for part in sample.hint.reason if sample.hint.rule == "pocket" and len(sample.hint.steps) == 1 else ():
            match = re.match(
                rf"(?:Pointing|If it (?:opened|ran)) {TOWARD}, it would (meet|join)(.*)",
                part.plain.replace(" across the edge", ""),
            )
            if not match:
                continue
            found += 1
            (target,) = sample.hint.cells
            mask = sides(match[1])
            named = {cell(sample.puzzle, *at) for at in re.findall(CELL, match[3])}
            assert named == {sample.puzzle.grid.beyond(target, side) for side in SIDES if mask & side}, part.plain
            assert all(sample.puzzle.tiles[each].bit_count() == 1 for each in named), part.plain
    assert found
