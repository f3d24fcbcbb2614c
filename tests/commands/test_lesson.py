"""The lesson of `solve --explain`: its boards show what its steps have settled so far."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.commands.explanation import Passage, explanation_page, named_places, passages
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve, steps
from termpuzzles.generator.generate import generate
from termpuzzles.logic.explain.parts import part
from termpuzzles.logic.problem import masks_of

SHOWN = [
    ("net", "5x5", 5),
    ("infinity", "5x5", 5),
    ("simpleloop", "8x8", 3),
    ("simpleloops", "5x5", 5),
    ("masyu", "8x8", 2),
]


@pytest.mark.parametrize(("game", "size", "seed"), SHOWN)
def test_after_each_passage_the_board_shows_what_the_steps_so_far_have_settled(game: str, size: str, seed: int) -> None:
    puzzle = generate(game, size, seed=seed)
    problem, answer = puzzle.problem(), solve(puzzle)
    assert answer
    left = [set(masks_of(problem.domain_of(cell))) for cell in range(puzzle.grid.size)]
    lesson = list(passages(puzzle, steps(puzzle)))
    assert lesson
    for passage in lesson:
        for cell, _, after in (narrowing for step in passage.steps for narrowing in step.narrowed):
            left[cell] &= set(masks_of(after))
        for cell, masks in enumerate(left):
            inside = [side for side in SIDES if puzzle.grid.beyond(cell, side) is not None]
            drawn = sum(side for side in SIDES if all(mask & side for mask in masks))
            crossed = sum(side for side in inside if not any(mask & side for mask in masks))
            state = passage.state
            is_settled = len(masks) == 1
            shown = state.lines[cell], state.pins[cell], state.notes[cell]
            if puzzle.game.draws:
                assert shown == (drawn, 0, 0 if is_settled else crossed)
            elif is_settled:
                assert shown == (drawn, 1, 0)
            else:
                assert shown == (puzzle.tiles[cell], 0, (drawn & sum(inside)) << 4 | crossed)
            assert not is_settled or drawn == answer.lines[cell]


def named_in(sentence: str, puzzle: Puzzle) -> Iterator[int]:
    """The cells that a sentence names, one by one or in rows."""
    for column, row in re.findall(r"\((\d+), (\d+)\)", sentence):
        yield puzzle.grid.cell(int(column) - 1, int(row) - 1)
    for at, columns in re.findall(r"row (\d+),? columns? ([\d, toand]+)", sentence):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", columns):
            for column in range(int(first), int(last or first) + 1):
                yield puzzle.grid.cell(column - 1, int(at) - 1)


@pytest.mark.parametrize("game", ["net", "infinity", "simpleloop"])
def test_easy_steps_come_together_with_the_cells_they_settle_and_each_harder_one_alone(game: str) -> None:
    for seed in range(8):
        puzzle = generate(game, "6x6", seed=seed)
        easiest = puzzle.problem().rules[0]
        lesson = list(passages(puzzle, steps(puzzle)))
        assert [step for passage in lesson for step in passage.steps] == list(steps(puzzle))
        for passage, following in zip(lesson, [*lesson[1:], None], strict=True):
            assert {step.rule for step in passage.steps} == {passage.rule}
            if passage.rule != easiest:
                assert len(passage.steps) == 1
                assert passage.sentences
                continue
            assert following is None or following.rule != easiest
            (sentence,) = passage.sentences
            cells = {narrowing.cell for step in passage.steps for narrowing in step.narrowed}
            settled = {each.cell for step in passage.steps for each in step.narrowed if each.after.bit_count() == 1}
            numbers = re.findall(r"\b(one|\d+) (?:tiles?|cells?|more)\b", sentence.lower())
            assert bool(
                re.match(
                    r"(?:Its neighbours|Their neighbours|The border and the walls|The border) settles? part of ",
                    sentence,
                )
            ) == (not settled)
            assert sum(1 if word == "one" else int(word) for word in numbers) == len(settled)
            assert set(named_in(sentence, puzzle)) == (settled or cells)
        (alone,) = passages(puzzle, lesson[0].steps[:1])
        assert (alone.rule, alone.steps) == (lesson[0].rule, lesson[0].steps[:1])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("infinity:2x2:1111", "The border settles part of (1, 1), (2, 1), (1, 2) and (2, 2)."),
        (
            "infinity:3x3:11111v1111",
            "The border and the walls settle part of (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3) "
            "and (3, 3).",
        ),
    ],
)
def test_what_the_border_alone_settles_in_part_is_not_said_to_follow_from_neighbours(text: str, sentence: str) -> None:
    (puzzle,) = read(text)
    assert next(passages(puzzle, steps(puzzle))).sentences == (sentence,)


@pytest.mark.parametrize(
    ("sentences", "written"),
    [
        (("One.",), "<p>One.</p>"),
        (("One.", "Two <&>."), "<p>One.</p><p>Two &lt;&amp;&gt;.</p>"),
        (("One.", "Two.", "Three."), "<p>One.</p><ol><li>Two.</li><li>Three.</li></ol>"),
    ],
)
def test_a_section_of_a_page_lists_what_follows_its_first_sentence_if_that_is_more_than_one(
    sentences: tuple[str, ...], written: str
) -> None:
    (puzzle,) = read("infinity:2x2:3333")
    passage = Passage("edge", (), tuple(map(part, sentences)), puzzle.start, {})
    page = explanation_page(puzzle, "a name", [passage], None, "It is so.")
    assert f"<h2>1. Only fit</h2>{written}</div><svg" in page
    assert "Solved" not in page
    assert "<title>∞ Loop 2x2: a name</title>" in page


def test_up_to_twelve_cells_are_named_one_by_one_and_more_in_rows() -> None:
    grid = Grid.make(14, 3)
    singly = [f"({x}, 1)" for x in range(1, 13)]
    assert named_places(grid, range(12)) == f"{', '.join(singly[:-1])} and {singly[-1]}"
    assert named_places(grid, range(13)) == "row 1, columns 1 to 13"
    assert named_places(grid, [*range(11), 14]).endswith(" and (1, 2)")
    rows = "row 1, columns 1 to 3, 5 and 7 to 10; row 2, columns 1, 2, 4 and 5; row 3, column 14"
    cells = [0, 1, 2, 4, 6, 7, 8, 9, 14, 15, 17, 18, 41]
    assert named_places(grid, reversed(cells)) == rows


def test_a_step_told_in_two_parts_deserves_a_picture_and_so_does_a_search() -> None:
    state, one = generate("net", "3x3", seed=1).start, part("so it is.")
    told = [Passage(rule, (), (one,) * parts, state, {}) for rule, parts in (("chain", 1), ("chain", 2), ("search", 1))]
    assert [passage.is_harder for passage in told] == [False, True, True]
