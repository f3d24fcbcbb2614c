"""Finds the boards of the lessons: `.venv/bin/python -m tests.make_lessons [GAME...]`, by default for all games.

A lesson needs a tiny board with some tiles pinned or some lines drawn, so that the next hint uses one rule
and settles a tile of one shape, and so that the whole chain of hints uses only rules that were taught before. The words
are in `tests/play/shelf/learning/lesson_words.py`; the boards come from seeds. A board that still suits is kept.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from time import monotonic
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES, SIDES_OF, TURNS, E, Grid, N, S, W
from termpuzzles.board.surface import SURFACES
from termpuzzles.board.survey import survey
from termpuzzles.catalogue.lessons import FOLDER, TURN, with_notes
from termpuzzles.catalogue.levels import packs, read_index
from termpuzzles.catalogue.practice import playing, positions, techniques
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read, write
from termpuzzles.games import GAMES, named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Controls, Puzzle, State
from termpuzzles.games.queries import solve
from termpuzzles.generator import NotFound, make_board, rng_of
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import STEP, Hint
from termpuzzles.logic.rules.techniques import rule_of
from termpuzzles.logic.task import Unfinished
from tests.make_levels import FOLDER as LEVELS
from tests.make_levels import lesson_titles, write_index
from tests.play.shelf.learning.lesson_words import SPECS, Spec

SEEDS, TRIES, MOST_CELLS, MOST_NOTES = 60, 120, 64, 8
SECONDS, PATIENCE = 150.0, 4.0  # in seconds, for one lesson and for one board
SHAPES = {"end": 1, "corner": 2, "straight": 2, "T": 3, "cross": 4}
CIRCLES = {"white": 1, "black": 2}
ON_SURFACES = {surface.words for surface in SURFACES.values() if surface.words}  # what lessons about them explain
KEY = {N: "w", W: "a", S: "s", E: "d"}


class Taken(NamedTuple):
    """A position found for a lesson, the cell that it is about, and the keys that do it from there."""

    puzzle: Puzzle
    mark: int
    keys: str


def notes_of(puzzle: Puzzle) -> Iterator[str]:
    """The notes with which the board begins, as a header lists them for `with_notes`."""
    for cell, known in enumerate(puzzle.start.notes):
        x, y = puzzle.grid.place(cell)
        for name, side in (("e", E), ("s", S)):
            yield from (f"{x + 1},{y + 1}{name}{sign}" for sign, shift in (("-", 0), ("+", 4)) if known >> shift & side)


def found(game: str, spec: Spec, taught: set[str], seen: set[bytes], before: dict[str, Puzzle]) -> Taken | None:
    """The current board of the lesson if it still suits, else the first that does."""
    end = monotonic() + SECONDS
    kept = before.get(spec.title)
    if kept is not None and (taken := suiting(kept, spec, taught)):
        return taken
    for number, puzzle in enumerate(_boards(game, spec)):
        if monotonic() > end:
            return None
        if _given(puzzle) not in seen:
            for shown in _positions(puzzle, spec, Random(number)):
                if taken := suiting(shown, spec, taught):
                    return taken
    return None


def _given(puzzle: Puzzle) -> bytes:
    return puzzle.clues or puzzle.tiles


def _boards(game: str, spec: Spec) -> Iterator[Puzzle]:
    """Small boards, most of them of the kind that the lesson asks for; first those for practice, and the help's."""
    yield from positions(game, spec.rule)
    any_board = Puzzle(named(game), Grid(2, 2), bytes(4))
    yield from (each.puzzle for each in techniques(any_board) if each.name == spec.rule and each.puzzle)
    shipped = (
        puzzle
        for pack in packs()
        if pack.game == game
        for level, puzzle in zip(pack.levels, pack.puzzles(), strict=True)
        if rule_of(spec.rule) in dict(level.steps) and puzzle.grid.size <= MOST_CELLS
    )
    if spec.rule not in ("edge", "degree") and spec.words not in ON_SURFACES:
        yield from sorted(shipped, key=lambda puzzle: puzzle.grid.size)
    for seed in range(SEEDS):
        params, until = spec.params[seed % len(spec.params)], monotonic() + PATIENCE
        rng = rng_of(f"lesson {game} {spec.title} {seed}", 0)
        with suppress(NotFound, PuzzleError, Unfinished):
            yield make_board(named(game), Params.parse(params), rng, lambda: monotonic() > until)  # noqa: B023


def _positions(puzzle: Puzzle, spec: Spec, rng: Random) -> Iterator[Puzzle]:
    """The board as it stands, played up to the rule, and with tiles pinned or lines drawn at random."""
    yield puzzle
    guide, state = Guide(puzzle), puzzle.start
    for _ in range(puzzle.grid.size):
        hint = guide.hint(state)
        if hint is None or hint.move is None:
            break
        if hint.takes(spec.rule):  # clearest without notes
            yield replace(puzzle, start=state._replace(notes=bytes(len(state.notes))))
            if sum(map(bool, state.notes)) <= MOST_NOTES:
                yield replace(puzzle, start=state)
        state = puzzle.game.play(puzzle, state, hint.move)
    answer = solve(puzzle)
    for _ in range(TRIES if answer else 0):
        assert answer
        yield replace(puzzle, start=_begun(puzzle, answer, _open_cells(puzzle.grid, rng)))


def _open_cells(grid: Grid, rng: Random) -> set[int]:
    """The cells of a rectangle, or cells anywhere on the board."""
    if rng.random() < 0.5:
        return {cell for cell in range(grid.size) if rng.random() < rng.uniform(0.1, 0.8)}
    x, y = rng.randrange(grid.width), rng.randrange(grid.height)
    width, height = rng.randint(2, 4), rng.randint(2, 4)
    return {
        cell for cell in range(grid.size) if 0 <= cell % grid.width - x < width and 0 <= cell // grid.width - y < height
    }


def _begun(puzzle: Puzzle, answer: State, undone: set[int]) -> State:
    """The board with everything done but some cells."""
    start = puzzle.start
    if puzzle.game.controls is Controls.TURN_TILES:
        pins = bytes(cell not in undone for cell in range(len(start.lines)))
        lines = bytes(
            right if pin else as_is for right, pin, as_is in zip(answer.lines, pins, start.lines, strict=True)
        )
        return start._replace(lines=lines, pins=pins)
    drawn = bytearray(len(start.lines))
    for cell, mask in enumerate(answer.lines):
        for side in (E, S):
            if mask & side and not {cell, puzzle.grid.ways[side][cell]} & undone:
                drawn[cell] |= side
                drawn[puzzle.grid.ways[side][cell]] |= OPPOSITE[side]
    return start._replace(lines=bytes(drawn))


def suiting(puzzle: Puzzle, spec: Spec, taught: set[str]) -> Taken | None:
    """The position with the cell that it is about, where it suits the lesson."""
    if spec.words in ON_SURFACES and puzzle.grid.surface.words != spec.words:
        return None
    answer, steps = solve(puzzle), playing(puzzle)
    first = next((hint for _, hint in steps), None)
    if answer is None or first is None or not first.takes(spec.rule) or first.cell is None:
        return None
    keys = _keys(puzzle, answer, first.cell)
    if not keys or not _suits(puzzle, answer, spec, first.cell) or not _leads_there(puzzle, answer, first):
        return None
    if any(hint.rule not in {*taught, rule_of(spec.rule), None} or hint.kind != STEP for _, hint in steps):
        return None
    return Taken(puzzle, first.cell, keys)


def _leads_there(puzzle: Puzzle, answer: State, hint: Hint) -> bool:
    """Whether the hint settles the marked cell, or says that its present position is wrong."""
    assert hint.move
    assert hint.cell is not None
    after = puzzle.game.play(puzzle, puzzle.start, hint.move).lines[hint.cell]
    if after == answer.lines[hint.cell] or puzzle.game.controls is Controls.DRAW_LINES:
        return True
    known, lines = hint.steps[-1].concludes.get(hint.cell, 0), puzzle.start.lines[hint.cell]
    return bool(known >> 4 & ~lines or known & 15 & lines)


def _suits(puzzle: Puzzle, answer: State, spec: Spec, cell: int) -> bool:
    mask, grid, turns = puzzle.tiles[cell], puzzle.grid, puzzle.game.controls is Controls.TURN_TILES
    if spec.shape and turns and (DEGREE[mask] != SHAPES[spec.shape] or (mask in (5, 10)) != (spec.shape == "straight")):
        return False
    x, y = grid.place(cell)
    sides = (x in (0, grid.width - 1)) + (y in (0, grid.height - 1))
    around = [grid.ways[side][cell] for side in SIDES]
    within = ((x > 0, W), (y > 0, N), (x < grid.width - 1, E), (y < grid.height - 1, S))
    return {
        "": True,
        "inside": sides == 0,
        "border": sides == 1,
        "corner": sides == 2,
        "walled": any(
            inside and grid.beyond(cell, side) is None for inside, side in zip(within, (W, N, E, S), strict=True)
        ),
        "seam": sides > 0 and bool(grid.surface.across),
        "cross": any(other >= 0 and puzzle.tiles[other] == 15 for other in around),
        "shaded": any(other >= 0 and puzzle.tiles[other] for other in around) and not turns,
        "passage": answer.lines[cell] in (5, 10)
        and not any(_is_open(puzzle, other) for other in _across(puzzle, answer, cell)),
        **{name: puzzle.clues[cell : cell + 1] == bytes([clue]) for name, clue in CIRCLES.items()},
        **{
            f"beside {name}": bool(puzzle.clues) and clue in (puzzle.clues[other] for other in around if other >= 0)
            for name, clue in CIRCLES.items()
        },
        "loop": bool(survey(grid, answer.lines).loops),
    }[spec.place]


def _across(puzzle: Puzzle, answer: State, cell: int) -> list[int]:
    """The cells on the sides where the answer has no line."""
    return [puzzle.grid.ways[side][cell] for side in SIDES if not answer.lines[cell] & side]


def _is_open(puzzle: Puzzle, cell: int) -> bool:
    return cell >= 0 and not puzzle.tiles[cell]


def _keys(puzzle: Puzzle, answer: State, cell: int) -> str:
    """The keys that bring the marked cell from the position to the answer; none if it is right already."""
    have, want = puzzle.start.lines[cell], answer.lines[cell]
    if puzzle.game.controls is Controls.DRAW_LINES:
        return " ".join(KEY[side] for side in SIDES_OF[want & ~have]) if have & ~want == 0 else ""
    return " ".join([TURN] * TURNS[have].index(want)) if have != want and DEGREE[have] else ""


def text_of(spec: Spec, taken: Taken) -> str:
    """The lesson as its file holds it."""
    x, y = taken.puzzle.grid.place(taken.mark)
    header = (
        ("teaches", spec.rule),
        ("mark", f"{x + 1},{y + 1}"),
        ("keys", taken.keys),
        *((("words", spec.words),) if spec.words else ()),
        *((("notes", notes),) if (notes := " ".join(notes_of(taken.puzzle))) else ()),
        *((("part", "yes"),) if spec.part else ()),
        *sentences(spec),
    )
    return write(replace(taken.puzzle, title=spec.title, source="", header=header), "picture", taken.puzzle.start)


def sentences(spec: Spec) -> Iterator[tuple[str, str]]:
    """The header lines with its sentences."""
    for key, sentence in (("before", spec.before), ("after", spec.after), ("then", spec.then)):
        if sentence:
            yield key, sentence
        if key in spec.aloud:
            yield f"{key}-in-words", spec.aloud[key]


def main(games: list[str]) -> None:
    """Write the lessons of these games, or of all."""
    for game in games or GAMES:
        taught: set[str] = set()
        seen: set[bytes] = set()
        texts = []
        path = LEVELS / FOLDER / f"{game}.loops"
        shipped = read(path.read_text(encoding="utf-8"), game=game) if path.exists() else []
        before = {puzzle.title: with_notes(puzzle) for puzzle in shipped}
        for spec in SPECS[game]:
            taken = found(game, spec, taught, seen, before)
            print(f"{game}: {spec.title}: {'-' if taken is None else taken.puzzle.grid}", flush=True)
            if taken:
                taught.add(rule_of(spec.rule))
                seen.add(_given(taken.puzzle))
                texts.append(text_of(spec, taken))
        path.write_text("\n---\n".join(texts) + "\n", encoding="utf-8")
    write_index(dict(read_index(LEVELS)) | {"lessons": lesson_titles()})


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.make_lessons", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; by default all")
    main(parser.parse_args().games)
