"""The words for one cell, by column and row, and for a number of cells."""

from termpuzzles.logic.problem import Problem


def named_tile(problem: Problem, cell: int) -> str:
    """`the tile at (3, 1)`; a cell where lines are drawn."""
    return f"the {_noun(problem)} at {problem.grid.name(cell)}"


def counted(problem: Problem, number: int) -> str:
    """`one tile`, `9 tiles`."""
    return f"one {_noun(problem)}" if number == 1 else f"{number} {_noun(problem)}s"


def sentence(text: str) -> str:
    """The text with a capital at the beginning and a full stop at the end."""
    return f"{text[0].upper()}{text[1:]}."


def _noun(problem: Problem) -> str:
    return "cell" if problem.two_lines_each else "tile"
