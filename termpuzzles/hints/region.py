"""What counting shows of a region that the player has chosen: its cells, its exits and the lines that it still needs.

An exit is a line from a cell of the region to one outside. Of each cell the number of lines is known beforehand, or
only that it is even. A line inside uses up one line end of each of its two cells, of which one is light and one dark
wherever the board is a checkerboard; an exit uses up one end.

Source: 02C, Simple Loop Parity, for regions of light and dark cells; the rest is the handshake lemma.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, Grid
from termpuzzles.english import counted, number_in_words, plural
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.hint import STEP, Hint, HintStep
from termpuzzles.hints.position import Position
from termpuzzles.logic.explain.conclusion import conclusion_of
from termpuzzles.logic.explain.parts import Role, Sentence, group, page_of, plain_noun
from termpuzzles.logic.explain.step import Narrowing
from termpuzzles.logic.problem import ALL, FITS, Problem, Whole, masks_of

Exit = tuple[int, int]  # a cell of the region, and the side at which it leaves it


class RegionCount(NamedTuple):
    """A region as it stands: cells and open exits by colour (dark first), exits drawn and crossed, line ends missing.

    `missing` are the line ends that the cells of each colour still need, or None where a cell may have lines or none;
    then only that their number is `odd` or even is known, if that is. `two_colours` says that every line joins light
    and dark.
    """

    cells: tuple[int, ...]
    dark: int
    light: int
    drawn: int
    crossed: int
    open_exits: tuple[tuple[Exit, ...], tuple[Exit, ...]]
    missing: tuple[int, int] | None
    odd: bool | None
    two_colours: bool

    @property
    def exits(self) -> tuple[Exit, ...]:
        """All open exits."""
        return self.open_exits[0] + self.open_exits[1]

    def sentence(self, noun: str) -> str:
        """The figures, for the line below the board."""
        ends = "unknown" if self.odd is None else "an odd number" if self.odd else "an even number"
        if self.missing is not None:
            by_colour = f": dark {self.missing[0]}, light {self.missing[1]}" if self.two_colours else ""
            ends = f"{sum(self.missing)}, {ends}{by_colour}"
        colours = f": {self.dark} dark, {self.light} light" if self.two_colours else ""
        return (
            f"{counted(len(self.cells), noun)}{colours}. "
            f"Exits: {self.drawn} drawn, {self.crossed} crossed, {len(self.exits)} open. Line ends missing: {ends}."
        )


def is_two_coloured(grid: Grid) -> bool:
    """Whether every line joins a light and a dark cell: along an axis that wraps only where its length is even."""
    return all(
        _is_dark(grid, cell) != _is_dark(grid, grid.ways[side][cell])
        for cell in range(grid.size)
        for side in SIDES_OF[grid.open_sides[cell]]
    )


def _is_dark(grid: Grid, cell: int) -> bool:
    return sum(grid.place(cell)) % 2 == 0


def count_region(position: Position, cells: Iterable[int]) -> RegionCount:
    """The region of these cells, as the player's marks, the border and the walls show it."""
    grid, problem, inside = position.problem.grid, position.problem, set(cells)
    drawn = crossed = 0
    exits: tuple[list[Exit], list[Exit]] = ([], [])
    missing: list[int] | None = [0, 0]
    odd, has_parity = 0, True
    for cell in sorted(inside):
        known, light = position.known_sides[cell], not _is_dark(grid, cell)
        lines = DEGREE[known >> 4]
        degrees = {DEGREE[mask] for mask in masks_of(problem.domain_of(cell))}
        odd += max(degrees) - lines
        if missing is not None:
            missing[light] += max(degrees) - lines
        missing = missing if len(degrees) == 1 else None
        has_parity = has_parity and len({degree & 1 for degree in degrees}) == 1
        for side in SIDES_OF[grid.open_sides[cell]]:
            if grid.ways[side][cell] not in inside:
                drawn += bool(known >> 4 & side)
                crossed += bool(known & side)
                if not (known >> 4 | known) & side:
                    exits[light].append((cell, side))
    found = tuple(sorted(inside))
    dark = sum(_is_dark(grid, cell) for cell in found)
    left = None if missing is None else (missing[0], missing[1])
    return RegionCount(
        found,
        dark,
        len(found) - dark,
        drawn,
        crossed,
        (tuple(exits[0]), tuple(exits[1])),
        left,
        bool(odd & 1) if has_parity else None,
        is_two_coloured(grid),
    )


def proof(position: Position, region: RegionCount) -> Hint | None:
    """What the numbers of the region prove of its open exits, as a hint; None if nothing follows from them."""
    return _by_colours(position, region) or _by_ends(position, region) or _by_joining(position, region)


def _by_colours(position: Position, region: RegionCount) -> Hint | None:
    """A line inside takes a dark end and a light one: what one colour needs more must leave by its exits."""
    if region.missing is None or not region.two_colours:
        return None
    more = region.missing[0] - region.missing[1]
    for short, need in ((0, more), (1, -more)):
        exits, others = region.open_exits[short], region.open_exits[1 - short]
        if need < len(exits) or not (exits or others):
            continue
        colour, other = ("dark", "light") if short == 0 else ("light", "dark")
        numbers = f"its {colour} cells need {_ends(region.missing[short])}, its {other} ones "
        numbers += f"{region.missing[1 - short]}"
        if need > len(exits):
            many = f"only {number_in_words(len(exits))}" if exits else "none"
            end = f"so {need} must leave {colour} cells, but {many} of their exits {_be(exits)} open."
            return _hint(position, region, "parity type 1", (), (), (numbers, end))
        end = f"a line inside uses one of each, so every open {colour} exit is drawn"
        end += f", and no open {other} one." if others else "."
        if not exits:
            end = f"a line inside uses one of each, and no {colour} exit is open, so no {other} one is drawn."
        return _hint(position, region, "parity type 1", exits, others, (numbers, end))
    return None


def _by_ends(position: Position, region: RegionCount) -> Hint | None:
    """Lines inside use two ends each: what is left over must leave by the only open exit, or cannot leave at all."""
    if region.odd is None or len(region.exits) > 1 or (not region.exits and not region.odd):
        return None
    number = "an odd number of" if region.missing is None else f"{sum(region.missing)} more"
    number = "an even number of" if region.missing is None and not region.odd else number
    needs = f"its cells need {number} line ends"
    needs += f", an {'odd' if region.odd else 'even'} number" if region.missing is not None else ""
    if not region.exits:
        return _hint(position, region, "parity", (), (), (needs, "each line inside uses two, and no exit is open."))
    left = "one is left" if region.odd else "none is left"
    end = f"each line inside uses two, so {left} for the only open exit."
    drawn, crossed = (region.exits, ()) if region.odd else ((), region.exits)
    return _hint(position, region, "parity", drawn, crossed, (needs, end))


def _by_joining(position: Position, region: RegionCount) -> Hint | None:
    """Where all are joined, something must lead out of every part but the whole."""
    whole, size = position.problem.whole, position.problem.grid.size
    must = [cell for cell in range(size) if not position.problem.domain_of(cell) & 1]
    inside = set(region.cells)
    if not whole.joins_all or not any(cell in inside for cell in must) or all(cell in inside for cell in must):
        return None
    least = 2 if whole is Whole.LOOP else 1
    if region.drawn + len(region.exits) > least or not region.exits:
        return None
    name = "the loop must enter it and leave it" if least == 2 else "it must be joined to the rest"
    end = f"{name}, so every open exit is drawn."
    return _hint(position, region, "only way across", region.exits, (), (end,))


def _hint(
    position: Position,
    region: RegionCount,
    rule: str,
    drawn: Sequence[Exit],
    crossed: Sequence[Exit],
    reason: Sequence[str],
) -> Hint:
    """A hint that these exits are drawn and those are not; with neither, that the marks around cannot be right."""
    problem, ways = position.problem, position.problem.grid.ways
    exits = [(*each, 4) for each in drawn] + [(*each, 0) for each in crossed]
    news: dict[int, int] = {}
    for cell, side, shift in exits:
        for at, toward in ((cell, side), (ways[side][cell], OPPOSITE[side])):
            news[at] = news.get(at, 0) | toward << shift
    cells = group(problem, region.cells, Role.CUT_OFF, "region")
    why = page_of(*(Sentence(f"{each}{'' if each.endswith('.') else '.'}") for each in reason), marks=[cells])
    if news:
        narrowed = tuple(Narrowing(cell, ALL, FITS[known]) for cell, known in sorted(news.items()))
        claim = conclusion_of(problem, narrowed, news)
    else:
        claim = page_of(Sentence("the marks around {} cannot all be right.", (cells,)))
    step = HintStep(rule, claim, (why,), tuple(sorted(news)), region.cells, news, {})
    return Hint(STEP, rule, claim, (why,), None, tuple(sorted(news)), region.cells, {}, region.cells, (step,))


def _ends(number: int) -> str:
    return f"{number} more {'line end' if number == 1 else plural('line end')}"


def _be(exits: Sequence[Exit]) -> str:
    return "is" if len(exits) == 1 else "are"


def told(puzzle: Puzzle, problem: Problem, state: State, cells: Iterable[int]) -> tuple[str, Hint | None]:
    """The figures of a region in a sentence, and what they prove as a hint, if anything."""
    position = Position(puzzle, problem, state)
    region = count_region(position, cells)
    return region.sentence(plain_noun(problem)), proof(position, region)
