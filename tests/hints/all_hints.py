"""Check every hint of many boards: `.venv/bin/python -m tests.hints.all_hints [--every N] [--most CELLS]`.

Prints how many hints there were, whether each follows from the cells that it rests on, how many steps and words they
have, how far their reasons are from the smallest, and how long they took. On boards with more cells than `--most` it
takes only the first hints, as many as `--first` says, and stops where a hint leaves a choice.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import tests.games.web  # noqa: F401 - registers a game that only the tests know
from termpuzzles.board.grid import SIDES
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import solve
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import STEP, Hint
from tests import corpus
from tests.corpus import FOLDER
from tests.data.tables import GAMES, rows
from tests.hints.model import Model, known

Fact = tuple[int, int, bool]


def every_hint(puzzle: Puzzle, guide: Guide, near: int | None = None) -> Iterator[tuple[State, Hint]]:
    """Every hint from the start to the solved board, each with the position in which it is given."""
    state = puzzle.start
    while hint := guide.hint(state, near):
        yield state, hint
        assert hint.move, hint
        after = puzzle.game.play(puzzle, state, hint.move)
        assert after != state, hint
        state = after
    assert guide.solved(state)


def facts(puzzle: Puzzle, state: State, hint: Hint) -> list[Fact]:
    """The facts about lines that the hint's move states: a cell, a side, and whether a line is there."""
    assert hint.move
    grid = puzzle.grid
    after = puzzle.game.play(puzzle, state, hint.move)
    found = []
    for verb, x, y, amount in hint.move.changes:
        cell = grid.cell(x, y)
        if verb == "pin":
            found += [(cell, side, bool(after.lines[cell] & side)) for side in SIDES]
        elif verb in ("line", "cross"):
            found.append((cell, amount, verb == "line"))
    return found


def follows(puzzle: Puzzle, held: dict[int, set[int]], because: Iterable[int], claims: list[Fact]) -> bool:
    """Whether the claims follow from what is known of these cells alone."""
    model = Model(puzzle.problem(), {cell: held[cell] for cell in because})
    return not any(model.is_possible([(cell, side, not drawn)]) for cell, side, drawn in claims)


def fewest(puzzle: Puzzle, held: dict[int, set[int]], because: Iterable[int], claims: list[Fact]) -> int:
    """How many cells of a reason are left after dropping, one by one, each cell that the claims can do without."""
    left = sorted(because)
    for cell in tuple(left):
        less = [other for other in left if other != cell]
        if follows(puzzle, held, less, claims):
            left = less
    return len(left)


def boards(every: int) -> Iterator[tuple[str, Puzzle]]:
    """Every so many solvable boards of `tests/data`, and of the corpora where they are installed."""
    for game in GAMES:
        for row in [row for row in rows(game) if row.kind != "contradictory"][::every]:
            yield f"tests/data {game}", read(row.id, game=game)[0]
    if not FOLDER.exists():
        return
    for name in ("net/unique", "net/hard", "net/ambiguous", "simpleloop/real"):
        found = [line.split("\t") for line in (FOLDER / f"{name}.tsv").read_text().splitlines() if line[:1] != "#"]
        if name == "simpleloop/real":
            found = [fields for fields in found if fields[1] in ("unique", "multiple")]
        for fields in found[::every]:
            yield name, read(fields[0])[0]
    for number, (text, label) in enumerate(corpus.rows("masyu/labels.tsv")):
        if number % every == 0:
            yield f"masyu {label} {text.partition(':')[0]}", read(f"pearl:{text}")[0]
    for name in ("infinity", "pipes"):
        found = [
            line.split("\t") for line in (FOLDER / name / "expected.tsv").read_text().splitlines() if line[:1] != "#"
        ]
        for file, game, _, count in found[1::every]:
            for puzzle in read(Path(FOLDER / name / file).read_text(), game=game) if count != "0" else ():
                yield name, puzzle


class Numbers:
    """The statistics of many hints."""

    def __init__(self) -> None:
        self.boards = self.hints = 0
        self.false: list[str] = []
        self.rules: Counter[str] = Counter()
        self.steps: list[int] = []
        self.words: list[int] = []  # that are told at once
        self.in_all: list[int] = []  # with all pages
        self.longest: list[int] = []
        self.cells: list[int] = []
        self.seconds: list[float] = []
        self.spare: list[int] = []
        self.large: list[str] = []

    def take(self, hint: Hint, seconds: float) -> None:
        """Count one hint."""
        self.hints += 1
        self.rules[hint.rule or hint.kind] += 1
        self.steps.append(len(hint.steps))
        self.words.append(len(hint.at_once.split()))
        self.in_all.append(len(hint.sentence.split()))
        self.longest.append(max(len(said.split()) for said in hint.sentence.replace(": ", ". ").split(". ")))
        self.cells.append(len(hint.because))
        self.seconds.append(seconds)

    def __str__(self) -> str:
        def spread(found: list[int] | list[float]) -> str:
            ordered = sorted(found) or [0]
            return " ".join(f"{ordered[min(len(ordered) - 1, int(len(ordered) * at))]:.4g}" for at in (0.5, 0.95, 1))

        return "\n".join(
            [
                f"{self.boards} boards, {self.hints} hints, {len(self.false)} do not follow; p50 p95 max:",
                f"  steps {spread(self.steps)}   words at once {spread(self.words)}, in all {spread(self.in_all)}   "
                f"of a sentence {spread(self.longest)}",
                f"  cells {spread(self.cells)}   ms {spread([1000 * seconds for seconds in self.seconds])}",
                f"  spare cells {sum(self.spare) / max(1, len(self.spare)):.3f} a hint of {len(self.spare)}; "
                f"larger than three where three would do: {len(self.large)}",
                f"  rules {dict(self.rules.most_common())}",
                *self.false[:5],
                *self.large[:5],
            ]
        )


def measure(puzzle: Puzzle, numbers: Numbers, most: int = 1 << 30, spare: bool = True) -> None:
    """Take the hints of a board, at most this many, and check each."""
    guide = Guide(puzzle)
    numbers.boards += 1
    state = puzzle.start
    found: list[tuple[State, Hint]] = []
    while len(found) < most:
        begin = time.process_time()
        hint = guide.hint(state)
        seconds = time.process_time() - begin
        if hint is None or (most < 1 << 30 and hint.kind != STEP):
            break
        numbers.take(hint, seconds)
        found.append((state, hint))
        assert hint.move, hint
        state = puzzle.game.play(puzzle, state, hint.move)
    finished = state if guide.solved(state) else solve(puzzle)
    assert finished
    for state, hint in found:
        if hint.kind != STEP:
            continue
        held, claims = known(puzzle, state, [finished.lines]), facts(puzzle, state, hint)
        if not follows(puzzle, held, hint.because, claims):
            numbers.false.append(f"  {puzzle.source or ''} {hint.sentence} {state}")
        elif spare and len(hint.because) < 30:
            least = fewest(puzzle, held, hint.because, claims)
            numbers.spare.append(len(hint.because) - least)
            if least <= 3 < len(hint.because):
                numbers.large.append(f"  {hint.sentence}")


def main() -> None:
    """Measure the boards that the options select."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.hints.all_hints", description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=int, default=625)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--no-spare", action="store_true", help="leave out how far reasons are from the smallest")
    options = parser.parse_args()
    by_kind: dict[str, Numbers] = {}
    before = ""
    for name, puzzle in boards(options.every):
        is_large = puzzle.grid.size > options.most
        if options.only not in name or (is_large and not options.first):
            continue
        if before not in ("", name):
            print(f"{before}: {by_kind[before]}", flush=True)
        before = name
        numbers = by_kind.setdefault(name, Numbers())
        measure(puzzle, numbers, options.first if is_large else 1 << 30, not options.no_spare)
    if before:
        print(f"{before}: {by_kind[before]}", flush=True)


if __name__ == "__main__":
    main()
