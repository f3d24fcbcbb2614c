"""What holds for every game, whatever its rules: moves, their text, undoing, judging, copying."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, product
from random import Random

import pytest

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.board.resurvey import resurvey
from termpuzzles.board.surface import Seam, Surface
from termpuzzles.board.survey import survey
from termpuzzles.games import named, names
from termpuzzles.games.model import Change, Gesture, Mistake, Move, Puzzle, State
from tests.data import sweep
from tests.games.boards import board, random_puzzle
from tests.games.positions import MISTAKEN, SOLVED, Position

ACTIONS = ("turn", "turn back", "turn half", "pin", "line", "cross")
TURNS = ACTIONS[:3]

every_game = pytest.mark.parametrize("name", names())


def random_gesture(rng: Random, puzzle: Puzzle) -> Gesture:
    return Gesture(rng.choice(ACTIONS), rng.randrange(puzzle.grid.size), rng.choice(SIDES))


def random_play(rng: Random, puzzle: Puzzle, gestures: int = 200) -> tuple[list[Move], list[State]]:
    """The moves made of random gestures, and the states before and after each."""
    moves, states = [], [puzzle.start]
    for _ in range(gestures):
        move = puzzle.game.interpret(puzzle, states[-1], random_gesture(rng, puzzle))
        if move is not None:
            moves.append(move)
            states.append(puzzle.game.play(puzzle, states[-1], move))
    return moves, states


def mistakes(puzzle: Puzzle, lines: bytes) -> tuple[Mistake, ...]:
    return puzzle.game.mistakes(puzzle, survey(puzzle.grid, lines))


@every_game
def test_undoing_and_redoing_random_play_by_the_text_of_its_moves_restores_every_state(name: str) -> None:
    rng = Random(1)
    for _ in range(10):
        puzzle = random_puzzle(rng, named(name))
        moves, states = random_play(rng, puzzle)
        saved = [str(move) for move in moves]
        assert [Move.parse(text, puzzle) for text in saved] == moves
        for kept in (len(saved), len(saved) // 2, 0, len(saved)):
            state = puzzle.start
            for text in saved[:kept]:
                state = puzzle.game.play(puzzle, state, Move.parse(text, puzzle))
            assert state == states[kept]


@every_game
def test_a_move_always_changes_something_and_only_in_cells_it_names_or_their_neighbours(name: str) -> None:
    rng = Random(2)
    for _ in range(10):
        puzzle = random_puzzle(rng, named(name))
        moves, states = random_play(rng, puzzle)
        for move, before, after in zip(moves, states, states[1:], strict=False):
            named_cells = {puzzle.grid.cell(change.x, change.y) for change in move.changes}
            near = named_cells | {
                other for cell in named_cells for side in SIDES if (other := puzzle.grid.ways[side][cell]) >= 0
            }
            cells = list(zip(*before, strict=True)), list(zip(*after, strict=True))
            changed = {cell for cell in range(puzzle.grid.size) if cells[0][cell] != cells[1][cell]}
            assert changed
            assert changed <= near


@every_game
def test_a_state_always_keeps_three_bytes_a_cell(name: str) -> None:
    rng = Random(3)
    for _ in range(5):
        puzzle = random_puzzle(rng, named(name))
        for state in random_play(rng, puzzle)[1]:
            assert all(isinstance(part, bytes) and len(part) == puzzle.grid.size for part in state)
            assert max(state.lines) < 16
            assert set(state.pins) <= {0, 1}


@every_game
def test_notes_and_drawn_lines_are_kept_alike_in_both_cells_at_a_line(name: str) -> None:
    rng = Random(4)
    for _ in range(10):
        puzzle = random_puzzle(rng, named(name))
        grid = puzzle.grid
        for state in random_play(rng, puzzle, 100)[1]:
            for line in grid.lines():
                (cell, other), side, back = grid.ends(line), *((2, 8) if line & 1 else (4, 1))
                for bits in (0, 4):
                    assert (state.notes[cell] >> bits & side > 0) == (state.notes[other] >> bits & back > 0)
                if puzzle.game.draws:
                    assert (state.lines[cell] & side > 0) == (state.lines[other] & back > 0)
            assert not any(note >> 4 & note & 15 for note in state.notes)


@every_game
def test_a_pinned_tile_never_turns(name: str) -> None:
    rng = Random(5)
    for _ in range(10):
        puzzle = random_puzzle(rng, named(name))
        for state in random_play(rng, puzzle, 60)[1]:
            for cell in range(puzzle.grid.size):
                if state.pins[cell]:
                    assert not any(puzzle.game.interpret(puzzle, state, Gesture(turn, cell)) for turn in TURNS)


@every_game
def test_turning_a_tile_four_times_or_once_and_back_changes_nothing(name: str) -> None:
    rng = Random(6)
    for _ in range(10):
        puzzle = random_puzzle(rng, named(name))
        state = random_play(rng, puzzle, 60)[1][-1]
        for cell, gestures in product(
            range(puzzle.grid.size), (["turn"] * 4, ["turn", "turn back"], ["turn half"] * 2)
        ):
            turned = state
            for action in gestures:
                move = puzzle.game.interpret(puzzle, turned, Gesture(action, cell))
                turned = turned if move is None else puzzle.game.play(puzzle, turned, move)
            assert turned == state


@every_game
def test_repeating_a_gesture_that_toggles_undoes_it(name: str) -> None:
    rng = Random(7)
    for _ in range(10):
        puzzle = random_puzzle(rng, named(name))
        for gesture in (
            Gesture(action, cell, side) for action, cell, side in product(ACTIONS[3:], range(puzzle.grid.size), SIDES)
        ):
            move = puzzle.game.interpret(puzzle, puzzle.start, gesture)
            if move is not None:
                state = puzzle.game.play(puzzle, puzzle.start, move)
                again = puzzle.game.interpret(puzzle, state, gesture)
                assert again is not None
                assert puzzle.game.play(puzzle, state, again) == puzzle.start


@every_game
def test_updating_the_survey_after_each_move_gives_the_same_mistakes(name: str) -> None:
    rng = Random(8)
    for _ in range(4):
        puzzle = random_puzzle(rng, named(name))
        seen = survey(puzzle.grid, puzzle.start.lines)
        for state in random_play(rng, puzzle, 100)[1]:
            changed = [cell for cell in range(puzzle.grid.size) if seen.lines[cell] != state.lines[cell]]
            seen = resurvey(seen, state.lines, changed)
            assert puzzle.game.mistakes(puzzle, seen) == mistakes(puzzle, state.lines)


def domains(puzzle: Puzzle) -> list[list[int]]:
    """For each cell the masks that the puzzle's problem lets it take."""
    problem = puzzle.problem()
    return [[mask for mask in range(16) if problem.domain_of(cell) >> mask & 1] for cell in range(puzzle.grid.size)]


def full_boards(puzzle: Puzzle) -> Iterator[bytes]:
    """The first 300 full boards of a puzzle, with each mask from its domain."""
    return map(bytes, islice(product(*domains(puzzle)), 300))


def boards_near(puzzle: Puzzle, solution: bytes) -> Iterator[bytes]:
    """The solution, and every full board that differs from it in one cell or two."""
    choices = domains(puzzle)
    for one, other in combinations(range(puzzle.grid.size), 2):
        for masks in product(choices[one], choices[other]):
            lines = bytearray(solution)
            lines[one], lines[other] = masks
            yield bytes(lines)


@every_game
def test_the_judge_and_the_mistakes_agree_on_full_boards_and_an_answer_has_no_mistake(name: str) -> None:
    rng = Random(9)
    solved = [puzzle_of(position) for position in SOLVED if position.game == name]
    boards = [(puzzle, lines) for puzzle in solved for lines in boards_near(puzzle, puzzle.start.lines)]
    for _ in range(sweep.share(60)):
        puzzle = random_puzzle(rng, named(name), largest=3)
        boards += ((puzzle, lines) for lines in full_boards(puzzle))
    for puzzle, lines in boards:
        right = puzzle.problem().judge(lines)
        if puzzle.game.draws and any(survey(puzzle.grid, lines).loose):
            assert not right  # and no player can draw it: a drawn line is in both its cells
            continue
        assert right == (not mistakes(puzzle, lines))
        if right:
            assert puzzle.game.solved_state(puzzle, lines).lines == lines


@every_game
def test_the_problem_gives_each_cell_a_domain_that_turning_or_drawing_stays_within(name: str) -> None:
    rng = Random(10)
    for _ in range(10):
        puzzle = random_puzzle(rng, named(name))
        problem = puzzle.problem()
        assert (problem.grid, len(problem.cell_types)) == (puzzle.grid, puzzle.grid.size)
        assert problem.rules[-1] == "search"
        if not puzzle.game.draws:
            for state in random_play(rng, puzzle)[1]:
                assert all(problem.domain_of(cell) >> mask & 1 for cell, mask in enumerate(state.lines))


@every_game
def test_a_puzzle_comes_back_from_a_pickle_and_from_its_repr(name: str) -> None:
    rng = Random(11)
    for _ in range(10):
        puzzle = random_puzzle(rng, named(name))
        moves, states = random_play(rng, puzzle, 20)
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle
        assert again.game is puzzle.game
        words = {
            kind.__name__: kind for kind in (Puzzle, Grid, Surface, Seam, State, Move, Change, Gesture, Mistake)
        } | {"named": named}
        for value in (puzzle, states[-1], *moves, *mistakes(puzzle, states[-1].lines), random_gesture(rng, puzzle)):
            assert eval(repr(value), words) == value


@every_game
def test_a_problem_comes_back_from_a_pickle_with_its_judge(name: str) -> None:
    for position in SOLVED:
        if position.game == name:
            puzzle = puzzle_of(position)
            assert pickle.loads(pickle.dumps(puzzle.problem())).judge(puzzle.start.lines)


def puzzle_of(position: Position) -> Puzzle:
    puzzle = board(named(position.game), *position.picture, wrap=position.wrap, walls=position.walls)
    clues = bytearray(puzzle.clues)
    for cell, clue in position.clues:
        clues[cell] = clue
    return replace(puzzle, clues=bytes(clues))


@pytest.mark.parametrize("position", MISTAKEN, ids=lambda position: f"{position.game}-{'/'.join(position.picture)}")
def test_each_mistake_has_its_code_its_sentence_and_its_cells(position: Position) -> None:
    puzzle = puzzle_of(position)
    found = mistakes(puzzle, puzzle.start.lines)
    assert {mistake.code: mistake.sentence for mistake in found} == position.wrong
    assert all(mistake.cells == tuple(sorted(set(mistake.cells))) and mistake.cells for mistake in found)
    if all(mask in choice for mask, choice in zip(puzzle.start.lines, domains(puzzle), strict=True)):
        assert not puzzle.problem().judge(puzzle.start.lines)


@pytest.mark.parametrize("position", SOLVED, ids=lambda position: f"{position.game}-{'/'.join(position.picture)}")
def test_a_solved_board_has_no_mistake(position: Position) -> None:
    puzzle = puzzle_of(position)
    assert mistakes(puzzle, puzzle.start.lines) == ()
    assert puzzle.problem().judge(puzzle.start.lines)


@every_game
def test_every_mistake_that_random_play_meets_has_its_board_here_and_there_are_solved_boards(name: str) -> None:
    rng = Random(12)
    met = set()
    for _ in range(60):
        puzzle = random_puzzle(rng, named(name))
        for state in islice(random_play(rng, puzzle, 40)[1], 0, None, 8):
            met |= {mistake.code for mistake in mistakes(puzzle, state.lines)}
    assert met <= {code for position in MISTAKEN if position.game == name for code in position.wrong}
    assert any(position.game == name for position in SOLVED)
