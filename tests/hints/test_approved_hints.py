"""Hints as texts that a person has read: whole boards from first to last, and every form of hint in full."""

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
from termpuzzles.hints.hint import STEP, Hint, HintStep
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
from tests.logic.transcript import form, lines, masks, page, sides

PLAYED_TO_THE_END = (
    "3x4w:b36b22c524b1",
    "2x4w:c2vhc69c1v0",
    "infinity:3x3w:283549142",
    "infinity:4x3w:03c029101824",
    "simpleloop/5/5/02000",
    "simpleloops/8/3/00030",
    "https://puzz.link/p?mashu/4/4/0i00j0",
    "https://puzz.link/p?mashu/6/6/1063000i3000",
)


def cells(some: tuple[int, ...], grid: Grid) -> str:
    """The cells by name; their number if they are all."""
    return f"all {grid.size}" if len(some) == grid.size else " ".join(map(grid.name, some)) or "-"


def told_step(step: HintStep, grid: Grid) -> Iterator[str]:
    """A step of a hint: what it says, what it is about and rests on, and what it settles."""
    concludes = " ".join(f"{grid.name(cell)}{sides(known)}" for cell, known in step.concludes.items())
    excludes = " ".join(f"{grid.name(cell)} {masks(gone)}" for cell, gone in step.excludes.items())
    yield f"    {step.rule}: {step.sentence}"
    yield f"        about {cells(step.cells, grid)}; by {cells(step.because, grid)}; {concludes} not {excludes or '-'}"


def told(hint: Hint, puzzle: Puzzle) -> str:
    """A hint with all that a screen shows of it."""
    grid = puzzle.grid
    counted = " ".join(f"{grid.name(cell)}{lines(mask)}" for cell, mask in hint.sides.items())
    where = "-" if hint.cell is None else grid.name(hint.cell)
    found = [
        f"{hint.kind}, {hint.rule}: {hint.title}. {hint.which} {hint.sentence}",
        f"    at {where} of {cells(hint.cells, grid)}; {hint.where_by_number(grid)} {hint.move}",
        f"    by {cells(hint.because, grid)}; {counted or '-'}; counts {cells(hint.part, grid)}",
        f"    around {cells(hint.region, grid)}",
        *(f"    | {page(part, grid)}" for part in (hint.claim, *hint.pages)),
    ]
    if len(hint.steps) > 1 or hint.mistake:
        found += [line for step in hint.steps for line in told_step(step, grid)]
    found += [f"    or {answer.lines.hex(' ', grid.width)}" for answer in hint.answers]
    return "\n".join(found)


def standing(puzzle: Puzzle, state: State, turned: frozenset[int] = frozenset()) -> str:
    """A position in a line: the board, its lines, pins and notes, and what was turned by hand."""
    seams = " ".join(f"{name} {seam.name.lower()}" for name, seam in puzzle.grid.surface._asdict().items() if seam)
    found = [f"{puzzle.game.name} {puzzle.grid}", *[seams] * bool(seams), f"tiles {puzzle.tiles.hex()}"]
    if puzzle.grid.walls:
        found.append(
            "walls " + " ".join(f"{puzzle.grid.name(cell)}{lines(side)}" for cell, side in sorted(puzzle.grid.walls))
        )
    if any(puzzle.clues):
        found.append(f"clues {puzzle.clues.hex()}")
    for name, marks in (("stands", state.lines), ("pins", state.pins), ("notes", state.notes)):
        if any(marks) and marks != puzzle.tiles:
            found.append(f"{name} {marks.hex()}")
    return ", ".join([*found, *(["turned " + cells(tuple(sorted(turned)), puzzle.grid)] if turned else [])])


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


def test_hints_past_the_plain_steps_of_larger_boards_read_as_approved() -> None:
    found = []
    for game in GAMES:
        solvable = [row for row in rows(game) if row.kind != "contradictory" and 40 <= row.cells <= 150]
        for row in [row for row in solvable if row.kind == "hard"][:5] + [
            row for row in solvable if row.kind != "hard"
        ][::4]:
            (puzzle,) = read(row.id, game=game)
            state, guide, told = past_the_plain_steps(puzzle), Guide(puzzle), []
            for near in (0, puzzle.grid.size // 2, puzzle.grid.size - 1):
                hint = guide.hint(state, near)
                if hint:
                    counted = f"by {len(hint.because)}, {len(hint.steps)} steps"
                    told.append(
                        f"    near {puzzle.grid.name(near)} {hint.rule or hint.kind}, {counted}: {hint.sentence}"
                    )
                    assert hint.move
                    state = puzzle.game.play(puzzle, state, hint.move)
            found += [f"== {row.id}", *told] if told else []
    approve(__file__, "hints-of-larger-boards", "\n".join(found) + "\n")


MOST = 2  # forms of each kind of hint in each game
OF_MISTAKES = (365, 456, 126, 156, 185, 210, 255, 261, 291, 301, 311, 326)  # seeds: which reason is shorter is close


def positions(seed: int, number: int) -> Iterator[tuple[Puzzle, State, frozenset[int]]]:
    """Positions that players of each game could have made, right ones and wrong ones."""
    rng = Random(seed)
    for _ in range(number):
        for name in PLAYED:
            puzzle = board(rng, name, 4)
            yield puzzle, *position(rng, puzzle)


def test_every_form_of_hint_reads_as_approved() -> None:
    found: list[str] = []
    brief = []
    forms: dict[tuple[str, str, str], set[str]] = {}
    for number, (puzzle, state, turned) in enumerate(positions(5, 90)):
        hint = Guide(puzzle).hint(state, number % puzzle.grid.size, turned=turned)
        if hint:
            by = f"{cells(hint.because, puzzle.grid)} in {len(hint.steps)}"
            seen_at_once = f" {hint.sentence}" * (hint.mistake and hint.rule is None)
            brief.append(
                f"{number} {hint.kind} {hint.rule} {cells(hint.cells, puzzle.grid)} by {by}: {hint.move}{seen_at_once}"
            )
            seen = forms.setdefault((puzzle.game.name, hint.kind, hint.rule or ""), set())
            if form(hint.sentence) not in seen and len(seen) < MOST:
                seen.add(form(hint.sentence))
                found += [f"== {standing(puzzle, state, turned)}", told(hint, puzzle)]
    rng = Random(6)
    for number in range(300):
        puzzle = board(rng, PLAYED[number % len(PLAYED)], 5)
        hint = Guide(puzzle).hint(past_the_plain_steps(puzzle), number % puzzle.grid.size)
        if hint and hint.kind == STEP:
            by = f"{cells(hint.because, puzzle.grid)} in {len(hint.steps)}"
            brief.append(f"past {number} {hint.rule} {cells(hint.cells, puzzle.grid)} by {by}: {hint.move}")
    approve(__file__, "hints-of-every-form", "\n".join(found) + "\n")
    approve(__file__, "hints-in-brief", "\n".join(brief) + "\n")


def test_a_hint_of_four_steps_is_told_as_it_is_though_a_harder_rule_takes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = solvable_puzzle(Random(1094), named("masyu"), 9)
    state, near = past_the_plain_steps(puzzle), 1094 % puzzle.grid.size
    found = []
    for most in (guide.MANY_STEPS, 3):
        monkeypatch.setattr(guide, "MANY_STEPS", most)
        hint = Guide(puzzle).hint(state, near)
        assert hint
        found.append((hint.rule, len(hint.steps)))
    assert found == [("block", 4), ("chain", 1)]


def test_hints_where_lines_are_drawn_read_as_approved() -> None:
    found = []
    rng = Random(13)
    for number in range(240):
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
            if hint.rule != asked.rules[0]:
                counted = " ".join(f"{puzzle.grid.name(cell)}{lines(mask)}" for cell, mask in hint.sides.items())
                where = cells(hint.cells, puzzle.grid)
                found.append(
                    f"{number} {puzzle.grid} {hint.rule} {where} in {len(hint.steps)} by {counted}: {hint.move}"
                )
            assert hint.move
            state = puzzle.game.play(puzzle, state, hint.move)
    approve(__file__, "hints-where-lines-are-drawn", "\n".join(found) + "\n")


def test_next_steps_by_some_rules_alone_read_as_approved() -> None:
    found: list[str] = []
    for number, (puzzle, state, _) in enumerate(positions(14, 14)):
        guide = Guide(puzzle)
        known = finish(guide.position(state))
        if not known:
            continue
        rules = [rule for rule in guide.problem.rules if rule != SEARCH]
        distance = distance_from(puzzle.grid, number % puzzle.grid.size)
        for names, rounds in ((rules[:1], 9), (rules[:3], 9), (rules, 1), (rules[:5], 2)):
            hint = finish(guide.by_rules(known, names, distance, rounds))
            by = f"{cells(hint.because, puzzle.grid)} in {len(hint.steps)}" if hint else ""
            told = f"{hint.rule} {hint.move} by {by}" if hint else "nothing"
            if not found or not found[-1].endswith(told):
                found.append(f"{number} {puzzle.game.name} {len(names)} rules, {rounds} rounds: {told}")
    approve(__file__, "hints-by-some-rules", "\n".join(found) + "\n")


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


def test_mistakes_read_as_approved() -> None:
    found: list[str] = []
    rng = Random(7)
    seen = set[str]()
    for number in range(200):
        puzzle, state = with_a_mistake(rng)
        hint = Guide(puzzle).hint(state, 0)
        if hint and hint.mistake and hint.rule is None:
            found.append(f"{number} {hint.sentence} {hint.move}")
            said = re.sub(r"\(\d+, \d+\)", "@", hint.sentence)
            if said not in seen:
                seen.add(said)
                found.append(f"    {standing(puzzle, state)}")
        elif hint and hint.mistake:
            counted = " ".join(f"{puzzle.grid.name(cell)}{lines(mask)}" for cell, mask in hint.sides.items())
            number_of = f"{len(hint.steps)} steps, {len(hint.pages)} pages"
            found.append(f"{number} {hint.rule} in {number_of}, by {counted}: {hint.move}")
    approve(__file__, "hints-at-mistakes", "\n".join(found) + "\n")


def test_mistakes_on_larger_boards_read_as_approved() -> None:
    found: list[str] = []
    for seed in (*range(80), *OF_MISTAKES):
        rng = Random(seed)
        puzzle = solvable_puzzle(rng, named(("simpleloop", "masyu", "net", "infinity", "simpleloops")[seed % 5]), 9)
        (solution,) = finish(solutions(puzzle.problem(), 1))
        with suppress(ValueError):  # a board with no place for two mistakes
            hint = Guide(puzzle).hint(mistaken(puzzle, solution, rng), 0)
            if hint and hint.mistake and hint.rule:
                by = f"{len(hint.because)} cells in {len(hint.steps)} steps, {len(hint.pages)} pages"
                last = f"{hint.claim.plain} {hint.reason[-1].plain}"
                found.append(f"{seed} {puzzle.game.name} {puzzle.grid} {hint.rule} by {by}: {last}")
    approve(__file__, "hints-at-mistakes-larger", "\n".join(found) + "\n")


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


def test_of_many_mistakes_those_are_told_that_are_approved() -> None:
    found: list[str] = []
    for seed in range(120):
        rng = Random(seed)
        puzzle = solvable_puzzle(rng, named(PLAYED[seed % len(PLAYED)]), 7)
        state = with_many_mistakes(rng, puzzle)
        near = rng.randrange(puzzle.grid.size)
        hint = Guide(puzzle).hint(state, near)
        if hint and hint.mistake:
            by = f"{len(hint.because)} cells in {len(hint.steps)} steps"
            where = f"{cells(hint.cells, puzzle.grid)} near {puzzle.grid.name(near)}"
            found.append(f"{seed} {puzzle.game.name} {puzzle.grid} {where} {hint.rule} by {by}: {hint.move}")
    approve(__file__, "hints-at-many-mistakes", "\n".join(found) + "\n")


def test_checks_read_as_approved() -> None:
    found = []
    for puzzle, state, turned in positions(8, 16):
        verdict = finish(check(Guide(puzzle), state))
        if any(state.pins) or any(state.notes) or puzzle.game.draws:
            found.append(
                f"{standing(puzzle, state, turned)}: {verdict.sentence} {cells(tuple(verdict.wrong), puzzle.grid)}"
            )
    approve(__file__, "hints-checks", "\n".join(found) + "\n")


def test_why_a_turn_cannot_be_reads_as_approved() -> None:
    found: list[str] = []
    forms: dict[tuple[str, str, str], set[str]] = {}
    for number, (puzzle, state, turned) in enumerate(positions(9, 16)):
        cell = number % puzzle.grid.size
        guide = Guide(puzzle)
        by_all = finish(possible(guide, state, True, turned))
        by_one = finish(possible(guide, state, False, turned))
        asked = [
            f"    {puzzle.grid.name(cell)} may be {masks(by_one[cell])} at a glance, {masks(by_all[cell])} in the end"
        ]
        for mask in (3, 5, 8, 12, 7, 10):
            if mask.bit_count() == puzzle.tiles[cell].bit_count() or puzzle.game.draws:
                hint = finish(why_not(guide, state, cell, mask, turned))
                hint = with_what_else(guide, hint, mask, by_all[cell]) if by_all[cell] else hint
                seen = forms.setdefault((puzzle.game.name, hint.kind, hint.rule or ""), set())
                if form(hint.sentence) not in seen and len(seen) < MOST:
                    seen.add(form(hint.sentence))
                    asked.append(
                        f"    {lines(mask)}? {hint.rule}, by {cells(hint.because, puzzle.grid)}: {hint.sentence}"
                    )
        if len(asked) > 1:
            found += [f"== {standing(puzzle, state, turned)}", *asked]
    approve(__file__, "hints-why-not", "\n".join(found) + "\n")
