"""termpuzzles: line puzzles on a square grid, played, solved and explained in a terminal.

Puzzles are values, and everything one can ask of them is a function:

>>> import termpuzzles
>>> (puzzle,) = termpuzzles.read("infinity:2x2:3333")
>>> print(termpuzzles.write(puzzle, "picture", termpuzzles.solve(puzzle)))
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know: to load `typing` takes longer than all else here

if TYPE_CHECKING:
    from typing import Any

    from termpuzzles.batches.batch import batch
    from termpuzzles.batches.work import Skipped
    from termpuzzles.errors import PuzzleError, WorkersError
    from termpuzzles.formats import read, write
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.games.queries import Count, count_solutions, rate, solve, steps
    from termpuzzles.generator.generate import NotFound, generate
    from termpuzzles.hints.guide import hint
    from termpuzzles.hints.hint import Hint, HintStep
    from termpuzzles.logic.answers.rating import Rating
    from termpuzzles.logic.explain.parts import Part
    from termpuzzles.logic.explain.step import Step
    from termpuzzles.logic.task import Unfinished

__version__ = "0.2.0"

_HOMES = {
    "Puzzle": "termpuzzles.games.model",
    "State": "termpuzzles.games.model",
    "Count": "termpuzzles.games.queries",
    "PuzzleError": "termpuzzles.errors",
    "WorkersError": "termpuzzles.errors",
    "Skipped": "termpuzzles.batches.work",
    "NotFound": "termpuzzles.generator.generate",
    "Unfinished": "termpuzzles.logic.task",
    "Hint": "termpuzzles.hints.hint",
    "HintStep": "termpuzzles.hints.hint",
    "Part": "termpuzzles.logic.explain.parts",
    "Step": "termpuzzles.logic.explain.step",
    "Rating": "termpuzzles.logic.answers.rating",
    "read": "termpuzzles.formats",
    "write": "termpuzzles.formats",
    "solve": "termpuzzles.games.queries",
    "steps": "termpuzzles.games.queries",
    "count_solutions": "termpuzzles.games.queries",
    "rate": "termpuzzles.games.queries",
    "hint": "termpuzzles.hints.guide",
    "generate": "termpuzzles.generator.generate",
    "batch": "termpuzzles.batches.batch",
}  # where each public name lives; loaded only when it is first asked for, so that a command loads its own part

__all__ = [
    "Count",
    "Hint",
    "HintStep",
    "NotFound",
    "Part",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Skipped",
    "State",
    "Step",
    "Unfinished",
    "WorkersError",
    "batch",
    "count_solutions",
    "generate",
    "hint",
    "rate",
    "read",
    "solve",
    "steps",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
