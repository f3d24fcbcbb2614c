"""Hints on small boards: which step they give, what it rests on, and what they say where something is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termpuzzles.board.grid import TURNS, E, N, S, W
from termpuzzles.formats import read
from termpuzzles.games.model import Gesture, Move, Puzzle, State
from termpuzzles.hints import nearer
from termpuzzles.hints.guide import Guide, hint
from termpuzzles.hints.hint import AMBIGUOUS, IMPOSSIBLE, STEP, Hint
from termpuzzles.hints.justification import Findings, distance_from, find
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import Role
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.session.session import Session
from tests.hints.all_hints import every_hint, facts, follows
from tests.hints.model import known

SQUARE = "infinity:2x2:3333"  # four corners, solved by one loop
RING = "infinity:2x2:1111"  # four ends: two pairs, level or upright
ROW = "net:4x1:1551"  # end, bar, bar, end
COMB = "net:3x3:351773111"
PATH = "net:4x2:13310330"  # a path down and up again through the corners, which could also close to a ring
LOOP = "simpleloop/5/5/sg020"


def puzzle_of(text: str) -> Puzzle:
    (puzzle,) = read(text)
    return puzzle


def hint_for(puzzle: Puzzle, state: State | None = None, near: int | None = None) -> Hint:
    found = hint(puzzle, state, near)
    assert found
    return found


def played(puzzle: Puzzle, *moves: str) -> State:
    state = puzzle.start
    for move in moves:
        state = puzzle.game.play(puzzle, state, Move.parse(move, puzzle))
    return state


def solution(puzzle: Puzzle) -> bytes:
    from termpuzzles.games.queries import solve

    found = solve(puzzle)
    assert found
    return found.lines


def test_a_solved_board_has_no_hint() -> None:
    puzzle = puzzle_of(SQUARE)
    assert hint(puzzle, State.of(solution(puzzle))) is None


def test_the_hint_for_a_corner_of_the_board_names_its_borders() -> None:
    puzzle = puzzle_of(SQUARE)
    found = hint_for(puzzle, near=3)
    assert (found.kind, found.rule, found.cell, found.cells, found.because) == (STEP, "edge", 3, (3,), (3,))
    assert found.sentence.startswith("The corner at (2, 2) opens up and left.")
    assert found.pages[0].marks[Role.TARGET] == {3: 15}


@pytest.mark.parametrize("near", range(9))
def test_the_hint_is_the_nearest_of_several_steps_by_the_same_rule(near: int) -> None:
    puzzle = puzzle_of("infinity:3x3:3b3bfb3b3")
    state = State.of(bytes(TURNS[mask][1] for mask in solution(puzzle)))
    if near == 4:
        assert hint_for(puzzle, state, near).cell in (1, 3, 5, 7)
    else:
        assert hint_for(puzzle, state, near).cell == near


def test_a_tile_that_stands_right_gets_no_second_hint_whether_pinned_or_not() -> None:
    puzzle = puzzle_of(SQUARE)
    for near in (0, 1, 3):
        found = hint_for(puzzle, near=near)
        assert found.cell == near
        assert found.move
        after = puzzle.game.play(puzzle, puzzle.start, found.move)
        assert hint_for(puzzle, after, near).cell != near
        assert hint(puzzle, after._replace(pins=bytes(4)), near, turned=[near]).cell != near  # type: ignore[union-attr]


def test_a_tile_that_nobody_has_touched_is_not_known_though_it_stands_right() -> None:
    puzzle = puzzle_of("5x5w:41746417e7acab1b84ebc14c6")
    assert hint_for(puzzle).rule == "pocket"  # on a wrapped board where nothing is known, no other rule applies


def test_a_step_that_turns_a_tile_comes_before_an_equal_one_for_a_tile_that_stands_right() -> None:
    puzzle = puzzle_of("infinity:3x1:451")
    state = State.of(bytes([W, *solution(puzzle)[1:]]))
    found = hint_for(puzzle, state, near=2)
    assert found.sentence.startswith("The end at (1, 1) points right. ")


def test_in_a_drawing_game_a_step_that_draws_lines_comes_before_one_that_only_crosses_one_out() -> None:
    puzzle = puzzle_of("simpleloop/3/9/4g1140")
    state = State.of(bytes.fromhex("0603000808000004030004090000000204030a000a0a000a0c0509"))
    assert str(hint_for(puzzle, state).move) == "line 1,2 S; line 2,2 S"


def test_the_hint_for_an_unknown_tile_that_stands_right_is_to_pin_it() -> None:
    puzzle = puzzle_of("5x5w:41746417e7acab1b84ebc14c6")
    sentences = [hint.sentence for _, hint in every_hint(puzzle, Guide(puzzle))]
    assert any(" is already correct: pin it. " in sentence for sentence in sentences)


@pytest.mark.parametrize(("moves", "turned"), [("turn 1,1 1", [0]), ("turn 1,1 1; pin 1,1", [])])
def test_a_tile_that_the_player_has_turned_right_is_a_premise_whether_pinned_or_not(
    moves: str, turned: list[int]
) -> None:
    puzzle = puzzle_of("net:4x2:23310330")
    state = played(puzzle, moves)
    found = Guide(puzzle).hint(state, 1, turned=turned)
    assert found
    assert 0 not in found.cells
    assert str(found.move) != "pin 1,1"


def test_a_hint_turns_and_pins() -> None:
    puzzle = puzzle_of("infinity:4x1:1551")
    found = hint_for(puzzle, near=0)
    assert found.move
    state = puzzle.game.play(puzzle, puzzle.start, found.move)
    assert all(state.pins[cell] and state.lines[cell] == solution(puzzle)[cell] for cell in found.cells)


@pytest.mark.parametrize("text", [SQUARE, ROW, COMB, LOOP, RING, "net:5x5w:ce2c689e3256b484bb62336b2"])
def test_hints_taken_one_after_the_other_solve_the_board(text: str) -> None:
    puzzle = puzzle_of(text)
    number = len(list(every_hint(puzzle, Guide(puzzle))))
    assert number <= 3 * puzzle.grid.size


def test_a_wrong_pin_is_reported_first_with_the_contradiction_that_it_leads_to() -> None:
    puzzle = puzzle_of("infinity:2x2:9363")
    state = puzzle.start._replace(lines=bytes([9, *solution(puzzle)[1:]]), pins=bytes([1, 0, 0, 0]))
    found = hint_for(puzzle, state)
    assert found.mistake
    assert (found.rule, found.cell, found.cells) == (None, 0, (0,))
    assert found.sentence.startswith(
        "The corner at (1, 1) is pinned the wrong way. Its line to the left runs into the border."
    )
    assert str(found.move) == "free 1,1"


def test_pins_that_agree_with_each_other_are_refuted_by_where_they_lead() -> None:
    puzzle = puzzle_of("net:4x4w:16526bbd229e2139")
    right = solution(puzzle)
    wrong = State(bytes([TURNS[right[0]][1], *right[1:]]), bytes([1] + [0] * 15), bytes(16))
    found = hint_for(puzzle, wrong)
    assert found.mistake
    assert found.cell == 0
    assert 0 in found.because
    assert found.sentence.startswith("The end at (1, 1) is pinned the wrong way. Suppose it is right. Then ")


def test_a_part_sealed_off_by_hand_is_a_mistake_that_needs_no_rule() -> None:
    puzzle = puzzle_of(PATH)
    ring = bytes([0, E | S, S | W, 0, 0, N | E, N | W, 0])
    ends = bytes([E, 0, 0, W, 0, 0, 0, 0])
    state = State.of(bytes(a | b for a, b in zip(ring, ends, strict=True)))
    found = Guide(puzzle).hint(state, turned=[1, 2, 5, 6])
    assert found
    assert (found.mistake, found.rule, found.cells) == (True, None, (1, 2, 5, 6))
    assert found.sentence.startswith("These 4 tiles are sealed off")
    assert found.move
    assert puzzle.game.play(puzzle, state, found.move) != state


def test_two_ends_in_the_corner_that_meet_by_hand_are_sealed_off() -> None:
    puzzle = puzzle_of("net:2x2:1133")  # a path down, along the bottom and up again
    found = Guide(puzzle).hint(State.of(bytes([E, W, N | E, N | W])), turned=[0, 1])
    assert found
    assert (found.mistake, found.cells) == (True, (0, 1))


def test_a_tile_sealed_off_alone_is_told_as_one() -> None:
    puzzle = puzzle_of("net:1x6w:825aaa")
    state = State(bytes.fromhex("0202050a0a0a"), bytes.fromhex("000000010000"), bytes.fromhex("020800000000"))
    found = Guide(puzzle).hint(state, turned=[1, 2, 3])
    assert found
    assert (
        found.sentence == "The straight at (1, 3) is sealed off. Its line leads around the board back to the same tile."
    )


def test_a_part_that_is_closed_by_chance_is_no_mistake() -> None:
    puzzle = puzzle_of(PATH)
    state = State.of(bytes([E, E | S, S | W, W, 0, N | E, N | W, 0]))
    for turned in ([], [1], [1, 2, 5]):
        found = Guide(puzzle).hint(state, turned=turned)
        assert found
        assert not found.mistake


def test_a_wrong_note_is_reported() -> None:
    puzzle = puzzle_of(SQUARE)
    state = played(puzzle, "cross 1,1 E")
    found = hint_for(puzzle, state)
    assert found.mistake
    assert found.sentence == (
        "The corner at (1, 1) has only one side left for its two lines. The cross on the right is wrong."
    )
    assert str(found.move) == "clear 1,1 E"


def test_a_note_is_a_premise_unless_it_is_wrong() -> None:
    puzzle = puzzle_of(RING)
    assert hint_for(puzzle, near=0).kind == AMBIGUOUS
    found = hint_for(puzzle, played(puzzle, "line 1,1 S"), near=0)
    assert (found.kind, found.rule) == (STEP, "edge")
    assert set(found.because) == {0}


def test_a_wrong_line_is_reported_in_a_drawing_game() -> None:
    puzzle = puzzle_of(LOOP)
    right = solution(puzzle)
    open_line = next(
        line
        for line in puzzle.grid.lines()
        if all(puzzle.tiles[cell] for cell in puzzle.grid.ends(line)) and not right[line >> 1] & (2 if line & 1 else 4)
    )
    x, y = puzzle.grid.place(open_line >> 1)
    state = played(puzzle, f"line {x + 1},{y + 1} {'S' if open_line & 1 else 'E'}")
    found = hint_for(puzzle, state)
    assert found.mistake
    assert found.sentence.startswith("The line between ")
    assert str(found.move).startswith("clear ")


def test_an_ambiguous_board_shows_two_answers_and_follows_the_choice() -> None:
    puzzle = puzzle_of(RING)
    found = hint_for(puzzle, near=0)
    assert (found.kind, found.rule, found.cells) == (AMBIGUOUS, None, (0, 1, 2, 3))
    assert found.answers[0].lines != found.answers[1].lines
    assert found.move
    state = puzzle.game.play(puzzle, puzzle.start, found.move)
    then = hint_for(puzzle, state, near=0)
    assert (then.kind, then.rule) == (STEP, "edge")
    assert 0 in then.because


def test_choices_that_cannot_all_stand_are_a_mistake() -> None:
    puzzle = puzzle_of(RING)
    state = puzzle.start._replace(lines=bytes([E, S, N, N]), pins=bytes([1, 1, 0, 0]))
    found = hint_for(puzzle, state)
    assert found.mistake
    assert found.sentence.startswith("The pins at (1, 1) and (2, 1) cannot both be right. ")
    assert set(found.cells) == {0, 1}


def test_hints_give_what_all_solutions_share_before_they_call_the_board_ambiguous() -> None:
    puzzle = puzzle_of("infinity:4x2:11331133")
    kinds = [found.kind for _, found in every_hint(puzzle, Guide(puzzle))]
    assert AMBIGUOUS in kinds
    first = kinds.index(AMBIGUOUS)
    assert all(kind == STEP for kind in kinds[:first])


def test_a_board_without_a_solution_says_so() -> None:
    found = hint_for(puzzle_of("infinity:2x1:35"))
    assert (found.kind, found.move) == (IMPOSSIBLE, None)
    assert found.sentence.startswith("This board has no solution. ")


@pytest.mark.parametrize(
    ("text", "marks", "other_ends"),
    [
        (
            "net:4x2w:88b422va0",
            [("turn", 0, 0), ("line", 1, E), ("cross", 4, E), ("pin", 0, 0), ("pin", 1, 0)],
            "ends at (2, 1) and (1, 2): at most 3 of the 7 tiles",
        ),
        ("net:5x2w:av954h8b74vh0v2", [], "tiles at (1, 1), (5, 1) and (1, 2): at most 4 of the 9 tiles"),
    ],
)
def test_a_board_without_a_solution_says_so_where_lines_are_a_loop_already(
    text: str, marks: list[tuple[str, int, int]], other_ends: str
) -> None:
    puzzle = puzzle_of(text)
    session = Session(puzzle)
    for mark in marks:
        assert session.do(Gesture(*mark))
    for near in range(8):
        hint = Guide(puzzle).hint(session.state, near)
        assert hint
        assert hint.kind == IMPOSSIBLE
        end = f"However it is turned, it is sealed off with the {other_ends} could be joined."
        assert hint.sentence.endswith(end)


def test_a_hint_can_be_stopped() -> None:
    with pytest.raises(Unfinished):
        Guide(puzzle_of(COMB)).hint(puzzle_of(COMB).start, until=lambda: True)


def test_a_hint_asked_for_twice_is_the_same() -> None:
    puzzle = puzzle_of("net:5x5:c236851e157eee94e67c26844")
    guide = Guide(puzzle)
    found = hint(puzzle, near=3)
    assert found
    assert guide.hint(puzzle.start, 3) == guide.hint(puzzle.start, 3) == found._replace(position=None)


def test_findings_end_where_only_an_unwanted_contradiction_is_left() -> None:
    problem = puzzle_of("infinity:2x1:35").problem()
    knowledge = Knowledge(problem)
    knowledge.begin_steps()
    found = find(Findings(knowledge), ["edge"], range(2), distance_from(problem.grid, None), lambda step: False)
    assert finish(found) == []


def test_what_no_rule_shows_is_said_to_be_found_by_trying_out() -> None:
    grid = puzzle_of("5x5w:41746417e7acab1b84ebc14c6")
    game = replace(grid.game, problem=lambda puzzle: replace(grid.problem(), rules=("edge", "search")))
    found = hint_for(replace(grid, game=game))
    assert found.rule == "search"
    assert found.sentence.endswith("leads to a contradiction, found by trying out.")


def test_a_way_out_that_another_tile_rules_out_is_part_of_the_reason_that_a_group_is_sealed_off() -> None:
    puzzle = puzzle_of("5x5w:a283e54383617be15a125bbcc")
    lines = "0a08020c0b05010c020c09020e0e07040a0a0408050e0e0303"
    notes = "00060300a0000a280080100880405001000004050040100020"
    pins = "00000000000000000000000101000100010100010000000000"
    state = State(*map(bytes.fromhex, (lines, pins, notes)))
    found = Guide(puzzle).hint(state, near=24)
    assert found
    assert found.rule == "dead end"
    held = known(puzzle, state, [solution(puzzle)])
    assert follows(puzzle, held, found.because, facts(puzzle, state, found))


LONG = (  # where one technique rests on much, and a chain of few links says as much
    "pzprv3/simpleloop/7/6/. . . . . * /. . . . . . /. . . . . . /. . . * . . /. . * . . . /. . . . . . /"
    ". . . * . . /1 0 0 1 0 /0 0 0 0 1 /0 0 0 0 0 /0 1 0 0 0 /0 0 0 1 0 /0 0 0 0 -1 /1 1 0 0 1 /"
    "1 0 0 0 1 0 /0 0 0 0 0 1 /0 0 1 0 0 0 /0 0 0 0 0 0 /0 1 0 1 0 1 /1 0 1 0 1 1 /"
)


def test_a_short_chain_is_looked_for_among_few_cells_however_many_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearer, "FEW_OPEN_CELLS", 0)
    assert hint_for(puzzle_of(LONG)).rule == "chain"
    monkeypatch.setattr(nearer, "CORES", 0)
    assert hint_for(puzzle_of(LONG)).rule == "parity type 2"


def test_a_short_chain_replaces_a_step_that_rests_on_twice_as_many_cells_but_not_one_that_a_level_teaches() -> None:
    puzzle = puzzle_of(LONG)
    short, rated = hint_for(puzzle), hint_for(replace(puzzle, header=(("rating", "parity type 2"),)))
    assert (short.rule, rated.rule) == ("chain", "parity type 2")
    assert 2 * len(short.because) <= len(rated.because)
    assert short.sentence.endswith("Then these lines would close a loop.")


def test_a_hint_of_more_than_four_steps_gives_way_to_a_harder_rule_that_takes_one() -> None:
    puzzle = puzzle_of("net:5x4w:94c37986a6865a237ac9")
    steps = [len(each.steps) for _, each in every_hint(puzzle, Guide(puzzle))]
    assert max(steps) <= 4


@pytest.mark.parametrize(
    ("text", "pins", "where", "which"),
    [
        (SQUARE, 0, "Look at the shaded part.", "Try “Only fit” on the marked tile."),
        (LOOP, 0, "Look at the shaded part.", "Try “Two lines each” on the marked cells."),
        (SQUARE, 1, "Something is wrong in the shaded part.", "The marked corner is pinned the wrong way."),
        (RING, 0, "Look at the shaded part.", "The board has several solutions: 4 tiles differ."),
        ("infinity:2x1:35", 0, "This board has no solution.", "This board has no solution."),
    ],
)
def test_the_first_level_of_help_says_where_to_look_and_the_second_what_to_think_of(
    text: str, pins: int, where: str, which: str
) -> None:
    puzzle = puzzle_of(text)
    found = hint_for(puzzle, puzzle.start._replace(pins=bytes([pins, *puzzle.start.pins[1:]])))
    assert (found.where, found.which) == (where, which)
