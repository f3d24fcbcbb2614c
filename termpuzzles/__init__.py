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
    from termpuzzles.batches.cluster import cluster
    from termpuzzles.batches.work import Skipped
    from termpuzzles.errors import ArgumentError, PuzzleError, WorkersError
    from termpuzzles.formats import FORMATS, read, write
    from termpuzzles.games import names
    from termpuzzles.games.making.params import Params
    from termpuzzles.games.model import Cell, Change, Move, Puzzle, State
    from termpuzzles.games.queries import Count, count_solutions, rate, solve, steps
    from termpuzzles.generator.generate import NotFound, generate
    from termpuzzles.hints.guide import hint
    from termpuzzles.hints.hint import Hint, HintStep
    from termpuzzles.logic.answers.rating import Rating, UniqueRating
    from termpuzzles.logic.explain.parts import Part
    from termpuzzles.logic.explain.step import Step
    from termpuzzles.logic.task import Unfinished
    from termpuzzles.study.counting import solutions, techniques
    from termpuzzles.study.pictures import svg

__version__ = "0.2.0"

_HOMES = {
    "Cell": "termpuzzles.games.model",
    "Change": "termpuzzles.games.model",
    "Move": "termpuzzles.games.model",
    "Puzzle": "termpuzzles.games.model",
    "State": "termpuzzles.games.model",
    "Count": "termpuzzles.games.queries",
    "ArgumentError": "termpuzzles.errors",
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
    "UniqueRating": "termpuzzles.logic.answers.rating",
    "read": "termpuzzles.formats",
    "write": "termpuzzles.formats",
    "solve": "termpuzzles.games.queries",
    "steps": "termpuzzles.games.queries",
    "count_solutions": "termpuzzles.games.queries",
    "rate": "termpuzzles.games.queries",
    "hint": "termpuzzles.hints.guide",
    "generate": "termpuzzles.generator.generate",
    "batch": "termpuzzles.batches.batch",
    "cluster": "termpuzzles.batches.cluster",
    "Params": "termpuzzles.games.making.params",
    "FORMATS": "termpuzzles.formats",
    "names": "termpuzzles.games",
    "solutions": "termpuzzles.study.counting",
    "techniques": "termpuzzles.study.counting",
    "svg": "termpuzzles.study.pictures",
}  # where each public name lives; loaded only when it is first asked for, so that a command loads its own part

__all__ = [
    "FORMATS",
    "ArgumentError",
    "Cell",
    "Change",
    "Count",
    "Hint",
    "HintStep",
    "Move",
    "NotFound",
    "Params",
    "Part",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Skipped",
    "State",
    "Step",
    "Unfinished",
    "UniqueRating",
    "WorkersError",
    "batch",
    "cluster",
    "count_solutions",
    "generate",
    "hint",
    "names",
    "rate",
    "read",
    "solutions",
    "solve",
    "steps",
    "svg",
    "techniques",
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
