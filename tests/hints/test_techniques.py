"""The techniques that help explains: those for the game's problem, each with a board where it finds something."""

from dataclasses import replace

import pytest

from termpuzzles.catalogue.practice import Technique, first_use, playing, techniques
from termpuzzles.formats import read
from termpuzzles.games import named, names
from termpuzzles.games.model import Game
from termpuzzles.games.queries import solve
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.rules import rule_named
from termpuzzles.logic.rules.techniques import PATTERNS, POSITIONS, rule_of
from tests.games.boards import board
from tests.games.web import WEB
from tests.hints.all_hints import facts, follows
from tests.hints.model import known
from tests.hints.oracle import Oracle


@pytest.mark.parametrize("name", ["infinity", "net"])
def test_every_technique_of_a_game_of_turning_has_a_marked_board_and_says_what_it_finds_there(name: str) -> None:
    puzzle = board(named(name), "┏┓", "┗┛")
    found = techniques(puzzle)
    assert [technique.name for technique in found] == [rule for rule in puzzle.problem().rules if rule != "search"]
    for technique in found:
        assert technique.sentence.endswith(".")
        assert technique.why.endswith(".")
        assert technique.title
        assert any("▸" in line for line in technique.picture)
        assert technique.found.endswith(".")


@pytest.mark.parametrize("name", ["infinity", "net"])
def test_the_example_of_a_technique_can_be_played_from_where_it_comes_next(name: str) -> None:
    for technique in techniques(board(named(name), "┏┓", "┗┛")):
        assert technique.puzzle
        puzzle, state, taken = technique.puzzle, technique.puzzle.start, list[str | None]()
        guide = Guide(puzzle)
        while hint := guide.hint(state):
            assert not hint.mistake, f"{technique.name}: {hint.sentence}"
            taken.append(hint.rule)
            assert hint.move
            state = puzzle.game.play(puzzle, state, hint.move)
        assert guide.solved(state)
        if technique.name not in ("only way across", "parity", "pairs", "one step ahead"):
            assert technique.name in taken, f"{technique.name}: {taken}"


@pytest.mark.parametrize("name", names())
def test_every_technique_of_a_game_is_named_with_a_sentence(name: str) -> None:
    found = techniques(board(named(name), "··", "··"))
    assert found
    assert all(technique.sentence.endswith(".") for technique in found)


def test_every_technique_of_a_game_of_drawing_has_a_marked_position_and_says_what_it_finds_there() -> None:
    found = techniques(board(named("simpleloop"), "··", "··"))
    assert [technique.name for technique in found] == list(POSITIONS)
    for technique in found:
        assert any("▸" in line for line in technique.picture)
        assert technique.found.endswith(".")


@pytest.mark.parametrize(("game", "rule"), [(WEB, "circles"), (WEB, "no loop"), (named("simpleloop"), "dead end")])
def test_a_technique_that_no_known_board_shows_in_a_game_is_said_in_its_sentence_alone(game: Game, rule: str) -> None:
    ruled = replace(game, problem=lambda puzzle: replace(game.problem(puzzle), rules=("edge", rule), extra_rules=()))
    assert techniques(board(ruled, "··", "··"))[-1] == Technique(rule, rule_named(rule).sentence)


def test_hints_that_are_followed_end_where_a_hint_has_no_move_as_the_board_has_no_solution() -> None:
    puzzle = board(named("infinity"), "╸╺╻")
    ((state, hint),) = playing(puzzle)
    assert (state, hint.move) == (puzzle.start, None)
    assert hint.sentence.startswith("This board has no solution.")


@pytest.mark.parametrize(
    ("game", "rule"), [(name, rule) for name in names() if (clue := named(name).clue) for rule in clue.examples]
)
def test_the_example_of_a_game_with_clues_is_marked_where_its_rule_fires_for_a_reason_that_holds(
    game: str, rule: str
) -> None:
    (found,) = [each for each in techniques(board(named(game), "··", "··")) if each.name == rule]
    assert found.puzzle
    assert any("▸" in line for line in found.picture)
    hint = first_use(found.puzzle, rule)
    assert hint
    assert hint.rule == rule_of(rule)
    assert hint.pattern == rule or rule not in PATTERNS
    assert hint.sentence == found.found
    assert not Oracle(found.puzzle).complaint(found.puzzle.start, frozenset(), hint)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_rule_fires_on_its_position_for_a_reason_that_holds(name: str) -> None:
    (puzzle,) = read(POSITIONS[name])
    hint = first_use(puzzle, name)
    assert hint
    assert hint.rule == name
    answer = solve(puzzle)
    assert answer
    held = known(puzzle, puzzle.start, [answer.lines])
    assert follows(puzzle, held, hint.because, facts(puzzle, puzzle.start, hint))
