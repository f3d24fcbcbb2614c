"""Hints read back by a stranger: with the board, the marks and the text alone each conclusion is found again.

What is told of a chain is followed link by link, each link checked by trying out all that its one tile could be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from termpuzzles.board.grid import SIDES
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import STEP
from termpuzzles.play.shelf.levels import levels_folder
from tests.data import tables
from tests.hints.all_hints import Fact, follows, taken
from tests.hints.model import Model, known
from tests.hints.test_sentences import CELL, TOWARD, Told, cell, concluded, inside, joined, sides

EACH = 8  # hints of a technique
LINK = rf"Then the [\w ]+ at {CELL} (?:points|opens|runs|has lines|has (?:a|no) line) {TOWARD}"


def shown(told: Told) -> set[int]:
    """The cells that a reader sees marked, or named in the text; and those beside them of which something is known."""
    grid, state = told.puzzle.grid, told.state
    marked = {each for part in (told.hint.claim, *told.hint.reason) for sides in part.marks.values() for each in sides}
    named = {cell(told.puzzle, *at) for at in re.findall(CELL, told.hint.sentence)}
    beside = {grid.beyond(each, side) for each in marked | named for side in SIDES} - {None}
    visible = known(told.puzzle, state, [told.solution])
    problem = told.puzzle.problem()
    return (
        marked
        | named
        | {
            each
            for each in beside
            if each is not None and (visible[each] == {0} or len(visible[each]) < problem.domain_of(each).bit_count())
        }
    )


def conclusion(told: Told) -> set[Fact]:
    """What the text says in the end of lines, read without asking the hint."""
    text = told.hint.claim.plain
    if match := re.fullmatch(rf"The [\w ]+ at {CELL} stands right: pin it\.", text):
        mine = cell(told.puzzle, *match.group(1, 2))
        return {(mine, side, bool(told.state.lines[mine] & side)) for side in SIDES}
    return concluded(told.puzzle, text)


def boards() -> Iterator[Puzzle]:
    """Small boards of ours, and the levels of the hardest techniques."""
    for game in ("net", "infinity", "simpleloop"):
        for row in (*tables.rows(game, "hard"), *tables.rows(game, "unique")[::6]):
            yield from read(row.id)
    for path in sorted((levels_folder() or Path()).glob("*/*-what-if.loops")):
        yield from read(path.read_text(encoding="utf-8"), source=str(path))


def collect() -> Iterator[Told]:
    found: Counter[str] = Counter()
    for puzzle in boards():
        if puzzle.grid.size > 70:
            continue
        every = list(taken(puzzle, Guide(puzzle)))
        last, end = every[-1]
        assert end.move
        solution = puzzle.game.play(puzzle, last, end.move).lines
        for state, hint in every:
            if hint.kind == STEP and hint.rule and found[hint.rule] < EACH:
                found[hint.rule] += 1
                yield Told(puzzle, state, hint, solution)


@pytest.fixture(scope="module")
def stranger() -> list[Told]:
    """Sixty hints and more, of all techniques that occur."""
    found = list(collect())
    assert len(found) >= 60, len(found)
    assert len({told.hint.rule for told in found}) >= 11
    return found


def test_the_conclusion_follows_from_the_cells_that_are_shown_and_named(stranger: list[Told]) -> None:
    for told in stranger:
        held = known(told.puzzle, told.state, [told.solution])
        assert follows(told.puzzle, held, shown(told), list(conclusion(told))), told.hint.sentence


def follow(told: Told, sentences: list[str], so_far: dict[int, set[int]]) -> bool:
    """Go along a chain: whether each link follows at the tile that it names, and the end contradicts what was said."""
    puzzle, problem = told.puzzle, told.puzzle.problem()
    facts: set[Fact] = set()
    for said in sentences:
        against = said.endswith(", against what we supposed")
        said = said.removesuffix(", against what we supposed")
        if match := re.fullmatch(rf"Suppose the line between {CELL} and {CELL} is (not )?drawn", said):
            facts |= inside(puzzle, {joined(puzzle, match.group(1, 2), match.group(3, 4), not match[5])})
        elif match := re.fullmatch(LINK, said):
            mine = cell(puzzle, *match.group(1, 2))
            given = [fact for fact in facts if fact[0] == mine]
            fresh = concluded(puzzle, said.removeprefix("Then "))
            model = Model(problem, {mine: so_far[mine]})
            if not given or any(model.is_possible([*given, (at, side, not drawn)]) for at, side, drawn in fresh):
                return False
            facts |= inside(puzzle, fresh)
        elif match := re.fullmatch(rf"Then the [\w ]+ at {CELL} has no turn left", said):
            mine = cell(puzzle, *match.group(1, 2))
            return not Model(problem, {mine: so_far[mine]}).is_possible([fact for fact in facts if fact[0] == mine])
        elif match := re.fullmatch(rf"Then the line between {CELL} and {CELL} is drawn and not drawn", said):
            one = joined(puzzle, match.group(1, 2), match.group(3, 4), True)
            return one in facts and (*one[:2], False) in facts
        else:
            return True  # a loop or a sealed part: the first test has it
        if against:
            return any((at, side, not drawn) in facts for at, side, drawn in facts)
    return False


def chains(stranger: list[Told]) -> Iterator[tuple[Told, list[str], dict[int, set[int]]]]:
    for told in stranger:
        if told.hint.rule == "chain" and len(told.hint.steps) == 1:
            sentences = [said.rstrip(".") for part in told.hint.reason for said in re.split(r"(?<=\.) ", part.plain)]
            yield told, sentences, known(told.puzzle, told.state, [told.solution])


def test_each_link_of_a_chain_follows_from_those_before_it(stranger: list[Told]) -> None:
    found = list(chains(stranger))
    assert len(found) >= 4
    for told, sentences, held in found:
        assert follow(told, sentences, held), told.hint.sentence


SWAPS = {"up": "down", "down": "up", "left": "right", "right": "left", "drawn": "not drawn"}


def test_a_chain_with_one_direction_swapped_does_not_hold(stranger: list[Told]) -> None:
    tried = caught = 0
    for told, sentences, held in chains(stranger):
        for at, said in enumerate(sentences):
            words = said.split()
            for place, word in enumerate(words):
                bare = word.rstrip(",")
                if bare in ("up", "down", "left", "right") and "no turn left" not in said:
                    other = [*words[:place], SWAPS[bare] + word[len(bare) :], *words[place + 1 :]]
                    tried += 1
                    try:
                        caught += not follow(told, [*sentences[:at], " ".join(other), *sentences[at + 1 :]], held)
                    except ValueError:
                        caught += 1
    assert tried > 10
    assert caught >= 0.8 * tried, f"{caught} of {tried}"


def tied(told: Told, said: str) -> tuple[int, int, bool] | None:
    """What a sentence of colouring says: two sides of a tile that are alike, or unlike."""
    match = re.fullmatch(rf"The .* tie the lines {TOWARD} of the [\w ]+ at {CELL}: (.*)", said)
    if not match:
        return None
    return cell(told.puzzle, match[2], match[3]), sides(match[1]), match[4] == "both are drawn or neither"


def test_lines_that_are_said_to_be_tied_are_alike_or_unlike_as_it_says(stranger: list[Told]) -> None:
    found = 0
    for told in stranger:
        held = known(told.puzzle, told.state, [told.solution])
        model = Model(told.puzzle.problem(), {each: held[each] for each in shown(told)})
        for part in told.hint.reason if len(told.hint.steps) == 1 else ():
            tie = tied(told, re.split(r"(?<=[a-z]\.) ", part.plain)[0].rstrip("."))
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


def test_tiles_that_a_pocket_names_lie_where_the_turn_points_and_are_ends(stranger: list[Told]) -> None:
    found = 0
    for told in stranger:
        for part in told.hint.reason if told.hint.rule == "pocket" and len(told.hint.steps) == 1 else ():
            match = re.match(
                rf"(?:Pointing|Opening|Running) {TOWARD}, it would (face|have an end)(.*)",
                part.plain.replace(" across the edge", ""),
            )
            if not match:
                continue
            found += 1
            (target,) = told.hint.cells
            mask = sides(match[1].replace(" or ", " and "))
            named = {cell(told.puzzle, *at) for at in re.findall(CELL, match[3])}
            assert named == {told.puzzle.grid.beyond(target, side) for side in SIDES if mask & side}, part.plain
            assert all(told.puzzle.tiles[each].bit_count() == 1 for each in named), part.plain
    assert found
