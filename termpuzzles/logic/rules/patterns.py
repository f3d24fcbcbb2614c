"""`patterns`: shapes of several circles, lines and crosses that Masyu players know by name.

Proof: each shape is small, and the cells in it, each with its own rule, leave no other way, whatever lies around it: a
test shows it of every shape. So wherever a shape lies on a board, in any of its eight views, what it concludes holds.
Two more patterns are about ways through the cells beside a single circle: none turns toward a black one, and where a
white one has nothing but straight ways on one side, none is straight on the other; both are the rule of the game.
Found by mining suppositions on published boards (`tests.mine_patterns`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, E, N, S, W
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import Mention, Role, many, one, part
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import FITS, HAS
from termpuzzles.logic.rules.circles import BLACK, WHITE
from termpuzzles.logic.rules.cuts import fused, joint, stated, together

ShapePlace = tuple[int, int]  # column and row, from the circle at which a shape is looked for
ShapeLine = tuple[ShapePlace, int]  # a place and a side there


class Shape(NamedTuple):
    """A shape: its name, its picture, and why it holds, with `{black}` and `{white}` for its circles.

    In the picture a cell takes two columns and two rows: W and B are circles, a dot is a cell of which the shape uses
    the rule. Between them, `-` and `|` are lines, `x` is where no line can be, `?` where therefore none is drawn and
    `!` where one is. A shape may begin with an empty row of cells, for the lines below it.
    """

    name: str
    picture: tuple[str, ...]
    words: str


CIRCLE_SHAPES = (
    Shape(
        "whites at corners",
        (
            "W . W",
            "  ?  ",
            ". B .",
        ),
        "{white} would be passed alongside a line that way, so {black} could turn to neither side.",
    ),
    Shape(
        "two whites ahead",
        (
            "B",
            "?",
            ".",
            " ",
            "W",
            " ",
            "W",
        ),
        "a line that way would go straight through {white}, with no room to turn before the first.",
    ),
    Shape(
        "straight past white",
        (
            "B",
            "?",
            ".",
            " ",
            "W",
            " ",
            ".",
            "|",
        ),
        "a line that way would go straight on before {white}, and it goes straight on after it as well.",
    ),
    Shape(
        "between blacks",
        (
            "",
            "  ?  ",
            "B . B",
            "  x  ",
        ),
        "a line there could only turn toward one of {black}, and it would have to go straight on.",
    ),
)


class ShapeView(NamedTuple):
    """A shape as it may lie: what must be there, from its first circle on, and what follows."""

    shape: Shape
    circles: tuple[tuple[ShapePlace, int], ...]
    cells: tuple[ShapePlace, ...]
    known: tuple[tuple[ShapeLine, bool], ...]
    drawn: tuple[ShapeLine, ...]
    crossed: tuple[ShapeLine, ...]


def views(shape: Shape) -> list[ShapeView]:
    """The different views of a shape."""
    return list(dict.fromkeys(_view(shape, turn) for turn in range(8)))


def _view(shape: Shape, turn: int) -> ShapeView:
    signs = {
        _turned((column, row), turn): sign
        for row, text in enumerate(shape.picture)
        for column, sign in enumerate(text)
        if sign != " "
    }
    left, top = (min(place[axis] // 2 for place in signs) for axis in (0, 1))
    cells = sorted(((y // 2 - top, x // 2 - left), sign) for (x, y), sign in signs.items() if x % 2 == y % 2 == 0)
    (from_y, from_x), _ = next(cell for cell in cells if cell[1] in "WB")
    used = {(x - from_x, y - from_y): sign for (y, x), sign in cells}
    found: dict[str, list[ShapeLine]] = {sign: [] for sign in "-x?!"}
    for (x, y), sign in sorted(signs.items()):
        if x % 2 != y % 2:
            found["-" if sign == "|" else sign].append(_line(x - 2 * (left + from_x), y - 2 * (top + from_y), used))
    circles = tuple((place, WHITE if sign == "W" else BLACK) for place, sign in used.items() if sign != ".")
    known = (*((line, True) for line in found["-"]), *((line, False) for line in found["x"]))
    return ShapeView(shape, circles, tuple(used), known, tuple(found["!"]), tuple(found["?"]))


def _turned(place: ShapePlace, turn: int) -> ShapePlace:
    x, y = place
    x, y = (-x if turn & 1 else x), (-y if turn & 2 else y)
    return (y, x) if turn & 4 else (x, y)


def _line(x: int, y: int, used: Iterable[ShapePlace]) -> ShapeLine:
    """The line there, at a cell that the shape uses."""
    across = x % 2 == 1
    near = (x - across) // 2, (y - (not across)) // 2
    far = near[0] + across, near[1] + (not across)
    return (near, E if across else S) if near in used else (far, W if across else N)


@cache
def _views_of(clue: int) -> tuple[ShapeView, ...]:
    """The views of all shapes whose first circle is of that kind."""
    return tuple(view for shape in CIRCLE_SHAPES for view in views(shape) if view.circles[0][1] == clue)


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """What the circles in these cells leave of the cells beside them, and the shapes of which they are the first."""
    clues = knowledge.problem.clues
    for cell in cells:
        if clues[cell] in (WHITE, BLACK):
            yield from _beside(knowledge, cell)
        for view in _views_of(clues[cell]) if clues[cell] in (WHITE, BLACK) else ():
            if at := _lies(knowledge, cell, view):
                yield from _found(knowledge, view, at)


def _beside(knowledge: Knowledge, cell: int) -> Iterator[Finding]:
    """The ways through the cells beside a circle that do not suit it, in one finding."""
    clue, left = knowledge.problem.clues[cell], knowledge.left
    narrowed = []
    for side in SIDES_OF[15 & ~knowledge.known(cell)]:
        other, behind = knowledge.ways[side][cell], knowledge.ways[OPPOSITE[side]][cell]
        straight = 1 << (side | OPPOSITE[side])
        if clue == BLACK:
            after = left[other] & ~(HAS[OPPOSITE[side]] & ~straight)
        else:
            through = left[behind] & HAS[side] if behind >= 0 else 0
            after = left[other] & ~straight if through == straight else left[other]
        if after != left[other]:
            narrowed.append(Narrowing(other, left[other], after))
    if narrowed:
        pattern = "no turn to black" if clue == BLACK else "no way past white"
        tell = partial(_beside_reason, knowledge, cell)
        yield Finding(RULE.name, tuple(narrowed), partial(tell, tuple(narrowed)), tell_some=tell, pattern=pattern)


def _beside_reason(knowledge: Knowledge, cell: int, narrowed: tuple[Narrowing, ...]) -> Reason:
    problem = knowledge.problem
    sides = sum(side for side in SIDES if knowledge.ways[side][cell] in [each.cell for each in narrowed])
    circle = one(problem, cell, Role.BECAUSE, sides)
    premises = [Premise(cell, 0, problem.domain_of(cell))]
    premises += [Premise(at, knowledge.known(at), before) for at, before, _ in narrowed]
    if problem.clues[cell] == BLACK:
        return Reason.of(premises, part("a line to {} goes straight.", circle))
    behind = [knowledge.ways[OPPOSITE[side]][cell] for side in SIDES_OF[sides]]
    premises += [Premise(at, knowledge.known(at), knowledge.left[at]) for at in behind]
    others = many(problem, behind, Role.BECAUSE)
    page = part("a line through {} cannot go straight on both sides.", circle, marks=[others])
    return Reason.of(together(*premises), page)


def _lies(knowledge: Knowledge, cell: int, view: ShapeView) -> dict[ShapePlace, int]:
    """The cells at the places of a view that lies with its first circle here; {} if it does not."""
    grid, clues = knowledge.grid, knowledge.problem.clues
    x, y = grid.place(cell)
    for (dx, dy), clue in view.circles:
        if not (0 <= x + dx < grid.width and 0 <= y + dy < grid.height):
            return {}
        if clues[cell + dx + dy * grid.width] != clue:
            return {}
    at = {}
    for dx, dy in view.cells:
        if not (0 <= x + dx < grid.width and 0 <= y + dy < grid.height):
            return {}
        at[dx, dy] = cell + dx + dy * grid.width
    for (place, side), drawn in view.known:
        if not knowledge.known(at[place]) & (side << 4 if drawn else side):
            return {}
    return at


def _found(knowledge: Knowledge, view: ShapeView, at: dict[ShapePlace, int]) -> Iterator[Finding]:
    grid = knowledge.grid
    drawn, crossed = (
        [grid.line(at[place], side) for place, side in lines if grid.ways[side][at[place]] >= 0]
        for lines in (view.drawn, view.crossed)
    )
    narrowed = joint(knowledge, drawn, crossed)
    if narrowed:
        lines = stated(grid, drawn, crossed)
        yield Finding(
            RULE.name, narrowed, partial(_reason, knowledge, view, at, lines), 1, lines, pattern=view.shape.name
        )


def _reason(knowledge: Knowledge, view: ShapeView, at: dict[ShapePlace, int], lines: dict[int, int]) -> Reason:
    problem = knowledge.problem
    sides = dict.fromkeys(at.values(), 0)
    for (place, side), drawn in view.known:
        sides[at[place]] |= side << 4 if drawn else side
    premises = [Premise(cell, known, problem.domain_of(cell) & FITS[known]) for cell, known in sides.items()]
    things = {
        name: _mention(knowledge, [at[place] for place, kind in view.circles if kind == clue], sides)
        for name, clue in (("black", BLACK), ("white", WHITE))
        if any(kind == clue for _, kind in view.circles)
    }
    words, mentioned = view.shape.words, []
    for name, thing in sorted(things.items(), key=lambda each: view.shape.words.find(each[0])):
        if f"{{{name}}}" in words:
            words = words.replace(f"{{{name}}}", "{}")
            mentioned.append(thing)
    rest = [cell for cell in sides if not problem.clues[cell]]
    marks = [many(problem, {cell: sides[cell] >> 4 | sides[cell] & 15 for cell in rest}, Role.BECAUSE)] if rest else []
    page = part(words, *mentioned, marks=marks)
    return Reason.of(together(*premises, *fused(knowledge, lines)), page)


def _mention(knowledge: Knowledge, cells: list[int], sides: dict[int, int]) -> Mention:
    return many(knowledge.problem, {cell: sides[cell] >> 4 | sides[cell] & 15 for cell in sorted(cells)}, Role.BECAUSE)


_NEAR = 3  # how far from its first circle a shape reaches, at most


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """The circles that may be the first of a shape in which something changed."""
    grid, step = knowledge.grid, _NEAR + 1
    parts = set()
    for cell in changed:
        x, y = grid.place(cell)
        parts.add((x // step, y // step))
    around = {(x + dx, y + dy) for x, y in parts for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return [
        cell
        for cell, clue in enumerate(knowledge.problem.clues)
        if clue and (cell % grid.width // step, cell // grid.width // step) in around
    ]


RULE = Rule(
    name="patterns",
    sentence="Some circles side by side leave only one way, whatever lies around them.",
    find=find,
    near=near,
)
