"""Hints as texts that a person has read, from first to last and a sentence of every form; and in sums, of many boards.

That each hint follows from what it cites is judged by a SAT solver in `test_oracle`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

import tests.games.web  # noqa: F401 - registers a game that only the tests know
from termpuzzles.board.grid import TURNS, E, Grid, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints import guide
from termpuzzles.hints.check import check, possible, why_not, with_what_else
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import STEP, Hint
from termpuzzles.hints.justification import distance_from
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import FITS, LONE, SEARCH, Domain
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.data.tables import GAMES, rows
from tests.games.boards import solvable_puzzle
from tests.hints.all_hints import every_hint
from tests.hints.oracle import GAMES as PLAYED
from tests.hints.oracle import board, position
from tests.hints.test_mistakes import position as mistaken
from tests.logic.tally import Tally
from tests.logic.transcript import lines

PLAYED_TO_THE_END = (
    "2x4w:c2vhc69c1v0",
    "https://puzz.link/p?mashu/4/4/0i00j0",
)


def cells(some: tuple[int, ...], grid: Grid) -> str:
    """The cells by name; their number if they are all."""
    return f"all {grid.size}" if len(some) == grid.size else " ".join(map(grid.name, some)) or "-"


def test_the_hints_of_whole_boards_read_as_approved() -> None:
    found = []
    for text in PLAYED_TO_THE_END:
        (puzzle,) = read(text)
        found.append(f"== {text}")
        for _, hint in every_hint(puzzle, Guide(puzzle), puzzle.grid.size // 2):
            where, by = hint.where_by_number(puzzle.grid), cells(hint.because, puzzle.grid)
            found.append(f"{hint.rule or hint.kind}: {hint.sentence}\n    {where} {hint.move} by {by}")
    approve(__file__, "hints-to-the-end", "\n".join(found) + "\n")


def past_the_plain_steps(puzzle: Puzzle, left: list[Domain] | None = None) -> State:
    """The position in which all is shown that the easiest rule finds by itself, from what is left of each cell."""
    known = Knowledge(puzzle.problem(), left)
    for _ in chain(known, rules_of(puzzle.problem().rules[:1])):
        pass
    lines, pins, notes = bytearray(puzzle.start.lines), bytearray(puzzle.grid.size), bytearray(puzzle.grid.size)
    for cell in range(puzzle.grid.size):
        drawn, crossed = known.known(cell) >> 4, known.known(cell) & puzzle.grid.open_sides[cell]
        if puzzle.game.draws:
            lines[cell], notes[cell] = drawn, crossed
        elif known.left[cell] in LONE:
            lines[cell], pins[cell] = LONE[known.left[cell]], 1
        else:
            notes[cell] = drawn << 4 | crossed
    return State(bytes(lines), bytes(pins), bytes(notes))


def account(tally: Tally, puzzle: Puzzle, hint: Hint, what: str = "") -> None:
    """Add a hint to the sums of its kind; its words, cells and pages belong together."""
    size = puzzle.grid.size
    assert hint.sentence.endswith("."), hint
    assert all(0 <= cell < size for cell in (*hint.cells, *hint.because, *hint.region))
    marked = {cell for page in (hint.claim, *hint.pages) for cells in page.marks.values() for cell in cells}
    assert {*hint.cells} & marked or not hint.cells or hint.rule is None, hint
    tally.add(
        f"{what}{puzzle.game.name} {hint.kind}, {hint.rule}",
        steps=len(hint.steps),
        cells_cited=len(hint.because),
        pages=len(hint.pages),
        words=len(hint.sentence.split()),
    )


def hint_on_larger_boards(tally: Tally) -> None:
    """Past the plain steps, near three cells of larger boards."""
    for game in GAMES:
        solvable = [row for row in rows(game) if row.kind != "contradictory" and 40 <= row.cells <= 150]
        hard = [row for row in solvable if row.kind == "hard"][:3]
        for row in hard + [row for row in solvable if row.kind != "hard"][::8]:
            (puzzle,) = read(row.id, game=game)
            state, guide = past_the_plain_steps(puzzle), Guide(puzzle)
            for near in (0, puzzle.grid.size // 2, puzzle.grid.size - 1):
                if hint := guide.hint(state, near):
                    account(tally, puzzle, hint, "larger ")
                    assert hint.move
                    state = puzzle.game.play(puzzle, state, hint.move)


OF_MISTAKES = (365, 456, 126, 156, 185, 210, 255, 261, 291, 301, 311, 326)  # seeds: which reason is shorter is close


def positions(seed: int, number: int) -> Iterator[tuple[Puzzle, State, frozenset[int]]]:
    """Positions that players of each game could have made, right ones and wrong ones."""
    rng = Random(seed)
    for _ in range(number):
        for name in PLAYED:
            puzzle = board(rng, name, 4)
            yield puzzle, *position(rng, puzzle)


def every_form() -> Iterator[tuple[Puzzle, Hint]]:
    """A hint in many positions of each game."""
    for number, (puzzle, state, turned) in enumerate(positions(5, 60)):
        if hint := Guide(puzzle).hint(state, number % puzzle.grid.size, turned=turned):
            yield puzzle, hint
    rng = Random(6)
    for number in range(150):
        puzzle = board(rng, PLAYED[number % len(PLAYED)], 5)
        hint = Guide(puzzle).hint(past_the_plain_steps(puzzle), number % puzzle.grid.size)
        if hint and hint.kind == STEP:
            yield puzzle, hint


def test_a_sentence_of_every_form_reads_as_approved() -> None:
    tally, forms = Tally(), dict[tuple[str, str, str], Hint]()
    for puzzle, hint in every_form():
        account(tally, puzzle, hint)
        forms.setdefault((puzzle.game.name, hint.kind, hint.rule or ""), hint)
    lines = [
        f"{game} {kind} {rule}: {hint.title}. {hint.which} {hint.sentence}"
        for (game, kind, rule), hint in forms.items()
    ]
    approve(__file__, "hints-of-every-form", "\n".join(lines) + "\n")
    approve(__file__, "hints-in-sums", tally.text)


def test_a_hint_of_four_steps_is_told_as_it_is_though_a_harder_rule_takes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = solvable_puzzle(Random(291), named("masyu"), 9)
    state, near = past_the_plain_steps(puzzle), 291 % puzzle.grid.size
    found = []
    for most in (guide.MANY_STEPS, 3):
        monkeypatch.setattr(guide, "MANY_STEPS", most)
        hint = Guide(puzzle).hint(state, near)
        assert hint
        found.append((hint.rule, len(hint.steps)))
    assert found == [("chain", 4), ("one step ahead", 1)]


def hint_where_lines_are_drawn(tally: Tally) -> None:
    """Boards of the drawing games of which some lines are known, four hints each."""
    rng = Random(13)
    for number in range(90):
        puzzle = solvable_puzzle(rng, named(("simpleloop", "simpleloops", "masyu")[number % 3]), 6)
        asked = puzzle.problem()
        (solution,) = finish(solutions(asked, 1))
        left = [asked.domain_of(cell) for cell in range(puzzle.grid.size)]
        share = rng.choice((0.0, 0.1, 0.2, 0.4))
        for line in puzzle.grid.lines():
            one, other = puzzle.grid.ends(line)
            if left[one] > 1 < left[other] and rng.random() < share:
                for cell, side in ((one, (E, S)[line & 1]), (other, (W, N)[line & 1])):
                    left[cell] &= FITS[side << 4 if solution[cell] & side else side]
        state, guide = past_the_plain_steps(puzzle, left), Guide(puzzle)
        for _ in range(4):
            hint = guide.hint(state, rng.randrange(puzzle.grid.size))
            if not hint or hint.kind != STEP:
                break
            account(tally, puzzle, hint, "partly drawn ")
            assert hint.move
            state = puzzle.game.play(puzzle, state, hint.move)


def hint_by_some_rules(tally: Tally) -> None:
    """Next steps by some rules alone use these and no others."""
    for number, (puzzle, state, _) in enumerate(positions(14, 14)):
        guide = Guide(puzzle)
        known = finish(guide.position(state))
        if not known:
            continue
        rules = [rule for rule in guide.problem.rules if rule != SEARCH]
        distance = distance_from(puzzle.grid, number % puzzle.grid.size)
        for names, rounds in ((rules[:1], 9), (rules[:3], 9), (rules, 1), (rules[:5], 2)):
            hint = finish(guide.by_rules(known, names, distance, rounds))
            assert not hint or {step.rule for step in hint.steps} <= {*names}
            steps, cited = (len(hint.steps), len(hint.because)) if hint else (0, 0)
            tally.add(f"by {len(names)} rules in {rounds} rounds", told=bool(hint), steps=steps, cells_cited=cited)


def with_a_mistake(rng: Random) -> tuple[Puzzle, State]:
    """A board of tiles nearly solved, many tiles pinned and some lines noted, one of all that wrongly."""
    puzzle = board(rng, rng.choice(("net", "infinity")), 3)
    answers = finish(solutions(puzzle.problem(), 1))
    lines, size = bytearray(answers[0] if answers else puzzle.tiles), puzzle.grid.size
    pins, notes = bytearray(rng.random() < 0.6 for _ in range(size)), bytearray(size)
    inside = [line for line in puzzle.grid.lines() if rng.random() < 0.3]
    wrong = rng.choice(inside) if inside and rng.random() < 0.4 else -1
    for line in inside:
        (one, other), (side, back) = puzzle.grid.ends(line), ((E, W), (S, N))[line & 1]
        shift = 4 * (bool(lines[one] & side) != (line == wrong))
        notes[one] |= side << shift
        notes[other] |= back << shift
    if wrong < 0:
        cell = rng.randrange(size)
        lines[cell], pins[cell] = rng.choice(TURNS[lines[cell]]), 1
    return puzzle, State(bytes(lines), bytes(pins), bytes(notes))


def test_what_is_said_of_a_mistake_seen_at_once_reads_as_approved() -> None:
    rng, said = Random(7), dict[str, str]()
    for _ in range(200):
        puzzle, state = with_a_mistake(rng)
        hint = Guide(puzzle).hint(state, 0)
        if hint and hint.mistake and hint.rule is None:
            said.setdefault(re.sub(r"\(\d+, \d+\)", "@", hint.sentence), hint.sentence)
    approve(__file__, "hints-at-mistakes", "\n".join(said.values()) + "\n")


def hint_at_mistakes(tally: Tally) -> None:
    """Boards with one mistake, with two, and with seven."""
    rng = Random(7)
    for _ in range(80):
        puzzle, state = with_a_mistake(rng)
        hint = Guide(puzzle).hint(state, 0)
        if hint and hint.mistake:
            account(tally, puzzle, hint, "a mistake ")
    for seed in (*range(30), *OF_MISTAKES):
        rng = Random(seed)
        puzzle = solvable_puzzle(rng, named(("simpleloop", "masyu", "net", "infinity", "simpleloops")[seed % 5]), 9)
        (solution,) = finish(solutions(puzzle.problem(), 1))
        with suppress(ValueError):  # a board with no place for two mistakes
            hint = Guide(puzzle).hint(mistaken(puzzle, solution, rng), 0)
            if hint and hint.mistake and hint.rule:
                account(tally, puzzle, hint, "two mistakes ")
    for seed in range(50):
        rng = Random(seed)
        puzzle = solvable_puzzle(rng, named(PLAYED[seed % len(PLAYED)]), 7)
        state = with_many_mistakes(rng, puzzle)
        hint = Guide(puzzle).hint(state, rng.randrange(puzzle.grid.size))
        if hint and hint.mistake:
            account(tally, puzzle, hint, "seven mistakes ")


def with_many_mistakes(rng: Random, puzzle: Puzzle) -> State:
    """A position with seven pins or lines put down at random."""
    lines, pins = bytearray(puzzle.start.lines), bytearray(puzzle.grid.size)
    for _ in range(7):
        if puzzle.game.draws:
            line = rng.choice([*puzzle.grid.lines()])
            for cell, side in zip(puzzle.grid.ends(line), ((E, W), (S, N))[line & 1], strict=True):
                lines[cell] |= side
        else:
            cell = rng.randrange(puzzle.grid.size)
            lines[cell], pins[cell] = rng.choice(TURNS[lines[cell]]), 1
    return State(bytes(lines), bytes(pins), bytes(puzzle.grid.size))


def test_hints_take_as_many_steps_and_words_as_approved() -> None:
    tally = Tally()
    for part in (hint_on_larger_boards, hint_where_lines_are_drawn, hint_by_some_rules, hint_at_mistakes):
        part(tally)
    approve(__file__, "hints-of-many-boards", tally.text)


def test_what_a_check_says_reads_as_approved() -> None:
    said = dict[str, None]()
    for puzzle, state, _ in positions(8, 16):
        verdict = finish(check(Guide(puzzle), state))
        assert all(state.pins[cell] or state.notes[cell] or puzzle.game.draws for cell in verdict.wrong)
        said[verdict.sentence] = None
    approve(__file__, "hints-checks", "\n".join(said) + "\n")


def test_why_a_turn_cannot_be_reads_as_approved() -> None:
    said = dict[tuple[str, str], str]()
    for number, (puzzle, state, turned) in enumerate(positions(9, 16)):
        cell = number % puzzle.grid.size
        guide = Guide(puzzle)
        by_all = finish(possible(guide, state, True, turned))
        for mask in (3, 5, 8, 12, 7, 10):
            if mask.bit_count() == puzzle.tiles[cell].bit_count() or puzzle.game.draws:
                hint = finish(why_not(guide, state, cell, mask, turned))
                hint = with_what_else(guide, hint, mask, by_all[cell]) if by_all[cell] else hint
                said.setdefault((hint.kind, hint.rule or ""), f"{lines(mask)}? {hint.sentence}")
    approve(
        __file__, "hints-why-not", "\n".join(f"{kind}, {rule}: {text}" for (kind, rule), text in said.items()) + "\n"
    )
