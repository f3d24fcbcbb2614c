"""Makes the boards of this folder: drawn at random, their solutions counted by `sat.py`, which shares no code with us.

    .venv/bin/python -m tests.data.make            writes a table for each game
    .venv/bin/python -m tests.data.make infinity   writes one of them

The same code draws the same boards. The package, run as a separate program, answers two questions: which unique boards
need more than the easiest rules, and what larger Simple Loops there are. `sat.py` confirms these boards, too.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.data.sat import DOWN, LEFT, RIGHT, UP, Board, count, parse, solutions, turns

HERE = Path(__file__).parent
EASY = {"edge", "degree", "no loop", "dead end"}
HEADING = """\
# Our own boards, made by make.py; solutions found and counted by a SAT solver (sat.py).
# id<TAB>a solution, one hexadecimal digit a cell (right 1, up 2, left 4, down 8; - for none)<TAB>how many (exact up to
# 99, else 100+)<TAB>why it is here: unique, hard (unique, and easy rules do not suffice), ambiguous, contradictory
"""


class Shape(NamedTuple):
    """The grid of a random board."""

    width: int
    height: int
    wrap_x: bool = False
    wrap_y: bool = False

    def board(self, walls: Iterable[tuple[int, int]] = ()) -> Board:
        """A board of that shape on which every mask is allowed."""
        closed = set(walls)
        for cell in range(self.width * self.height if self.wrap_x or self.wrap_y else 0):
            if not self.wrap_x and cell % self.width == self.width - 1:
                closed.add((cell, RIGHT))
            if not self.wrap_y and cell // self.width == self.height - 1:
                closed.add((cell, DOWN))
        anything = (frozenset(range(16)),) * (self.width * self.height)
        return Board(self.width, self.height, anything, "", self.wrap_x or self.wrap_y, frozenset(closed))


Line = tuple[int, int, int]  # a cell, RIGHT or DOWN, the cell beyond
_BACK = {RIGHT: LEFT, DOWN: UP}


def masks_of(board: Board, drawn: Iterable[Line]) -> list[int]:
    """The mask of each cell where these lines are drawn."""
    masks = [0] * len(board.allowed)
    for cell, side, beyond in drawn:
        masks[cell] |= side
        masks[beyond] |= _BACK[side]
    return masks


def drawn_in(board: Board, solution: str) -> set[Line]:
    """The lines of a solution."""
    return {line for line in board.lines() if int(solution[line[0]], 16) & line[1]}


def id_of(rng: Random, board: Board, masks: Iterable[int], prefix: str) -> str:
    """The id of the board whose tiles are these masks, each turned at random."""
    text = f"{prefix}{board.width}x{board.height}{'w' if board.wraps else ''}:"
    for cell, mask in enumerate(masks):
        text += f"{rng.choice(sorted(turns(mask))):x}"
        text += ("v" if (cell, RIGHT) in board.walls else "") + ("h" if (cell, DOWN) in board.walls else "")
    return text


def with_walls(rng: Random, shape: Shape, drawn: set[Line], share: float) -> Board:
    """The board with walls in place of that share of the lines that are not drawn."""
    board = shape.board()
    lines = [line for line in board.lines() if line not in drawn and rng.random() < share]
    return shape.board((cell, side) for cell, side, _ in lines)


def random_tree(rng: Random, shape: Shape, filled: float, deep: bool) -> set[Line]:
    """Lines that join that share of the cells without a loop; a deep tree has long branches."""
    board = shape.board()
    beside: dict[int, list[Line]] = {cell: [] for cell in range(len(board.allowed))}
    for line in board.lines():
        beside[line[0]].append(line)
        beside[line[2]].append(line)
    start = rng.randrange(len(beside))
    joined, drawn, active = {start}, set(), [start]
    while active and len(joined) < filled * len(beside):
        place = -1 if deep else rng.randrange(len(active))
        free = [line for line in beside[active[place]] if (line[0] in joined) != (line[2] in joined)]
        if not free:
            active.pop(place)
            continue
        line = rng.choice(free)
        new = line[2] if line[0] in joined else line[0]
        drawn.add(line)
        joined.add(new)
        active.append(new)
    return drawn


def cycle(drawn: set[Line], more: Line) -> set[Line]:
    """The lines of a tree on the path between the two ends of one more line."""
    paths: dict[int, set[Line]] = {more[0]: set()}
    reached = [more[0]]
    while more[2] not in paths:
        cell = reached.pop(0)
        for line in drawn:
            if cell in (line[0], line[2]):
                other = line[2] if line[0] == cell else line[0]
                if other not in paths:
                    paths[other] = paths[cell] | {line}
                    reached.append(other)
    return paths[more[2]]


def relink(rng: Random, drawn: set[Line], other: set[Line]) -> None:
    """Change a tree where another solution differs: add a line of that one and drop one of ours from the new loop."""
    more = rng.choice(sorted(other - drawn))
    if more[0] == more[2]:
        return
    loop = cycle(drawn, more)
    drawn.remove(rng.choice(sorted(loop - other or loop)))
    drawn.add(more)


def flip(rng: Random, drawn: set[Line], other: set[Line]) -> None:
    """Draw or erase a line where another solution differs."""
    drawn ^= {rng.choice(sorted(drawn ^ other))}


Mend = Callable[[Random, set[Line], set[Line]], None]


def mended(rng: Random, board: Board, drawn: set[Line], mend: Mend, prefix: str, rounds: int = 400) -> str | None:
    """The id of a board with one solution, made by changing lines where a second one differs; None if that fails."""
    for _ in range(rounds):
        text = id_of(Random(0), board, masks_of(board, drawn), prefix)
        others = [found for solution in solutions(text, 2) if (found := drawn_in(board, solution)) != drawn]
        if not others:
            return id_of(rng, board, masks_of(board, drawn), prefix)
        mend(rng, drawn, others[0])
    return None


def random_shape(rng: Random, largest: int, wraps: bool = True) -> Shape:
    """A small shape, often wrapped, now and then in one direction."""
    way = rng.choice(("", "", "", "xy", "xy", "x", "y")) if wraps else ""
    while True:
        shape = Shape(rng.randint(1, largest), rng.randint(1, largest), "x" in way, "y" in way)
        if shape.width * shape.height > 3:
            return shape


def random_net(rng: Random, shape: Shape) -> tuple[Board, set[Line]]:
    """A tree with or without walls, through all cells or most of them."""
    drawn = random_tree(rng, shape, rng.choice((1, 1, 1, 0.8)), rng.random() < 0.4)
    return with_walls(rng, shape, drawn, rng.choice((0, 0, 0.1, 0.4))), drawn


def random_lines(rng: Random, shape: Shape) -> tuple[Board, set[Line]]:
    """Lines drawn with some probability, and walls in place of some of the others."""
    density = rng.choice((0.3, 0.4, 0.5, 0.6, 0.7))
    drawn = {line for line in shape.board().lines() if rng.random() < density}
    return with_walls(rng, shape, drawn, rng.choice((0, 0, 0, 0.2))), drawn


LARGE = [(n, m) for n, m in ((10, 10), (13, 11), (15, 15), (20, 12), (20, 20), (25, 25), (30, 30), (3, 40), (40, 2))]


def random_web(rng: Random, shape: Shape) -> tuple[Board, set[Line]]:
    """A tree and some more lines."""
    drawn = random_tree(rng, shape, rng.choice((1, 1, 0.8)), rng.random() < 0.4)
    joined = {cell for line in drawn for cell in (line[0], line[2])}
    share = rng.choice((0.1, 0.3))
    drawn |= {line for line in shape.board().lines() if {line[0], line[2]} <= joined and rng.random() < share}
    return with_walls(rng, shape, drawn, rng.choice((0, 0, 0.2))), drawn


def unique_tiles(rng: Random, prefix: str, wanted: int) -> Iterator[str]:
    """Boards of games of turning with one solution, small ones first and a few large ones last."""
    draw, mend = (random_net, relink) if not prefix else (random_lines, flip)
    shapes = [Shape(2, 2), Shape(2, 3), Shape(1, 5), Shape(3, 3, True, True), Shape(4, 4, True, False)]
    large = [
        Shape(*size, wraps and size != (30, 30), wraps and size != (30, 30))
        for size in LARGE
        for wraps in (False, True)
    ]
    made = 0
    while made < wanted:
        shape = shapes.pop() if shapes else large.pop(0) if wanted - made <= len(large) else random_shape(rng, 9)
        if text := mended(rng, *draw(rng, shape), mend, prefix):
            made += 1
            yield text


def ratings(texts: list[str]) -> list[str]:
    """The hardest rule that each of these boards needs, according to the package."""
    rated = subprocess.run(
        [sys.executable, "-m", "termpuzzles", "check", "--json"], input="\n".join(texts), capture_output=True, text=True
    )
    return [str(json.loads(line)["rating"]) for line in rated.stdout.splitlines()]


def hard(candidates: Iterator[str], wanted: int) -> Iterator[str]:
    """Those of the boards that need more than the easiest rules, a batch at a time."""
    while wanted > 0:
        texts = list(islice(candidates, 25))
        for text, rating in zip(texts, ratings(texts), strict=True):
            if rating not in EASY and wanted:
                wanted -= 1
                yield text


def hard_candidates(rng: Random, prefix: str) -> Iterator[str]:
    """Wrapped boards with long branches or many lines, which are more often hard."""
    while True:
        side = rng.randint(4, 9)
        shape = Shape(side, rng.randint(4, 9), True, True)
        drawn = random_tree(rng, shape, 1, True) if not prefix else random_lines(rng, shape)[1]
        if text := mended(rng, shape.board(), drawn, flip if prefix else relink, prefix, 60):
            yield text


def ambiguous_tiles(rng: Random, prefix: str) -> Iterator[str]:
    """Random boards of games of turning, most of them small, so that some have few solutions."""
    while True:
        board, drawn = DRAW[prefix](rng, random_shape(rng, rng.choice((3, 4, 4, 5, 6, 12 if prefix != "web:" else 6))))
        yield id_of(rng, board, masks_of(board, drawn), prefix)


def contradictory_tiles(rng: Random, prefix: str) -> Iterator[str]:
    """Boards of games of turning on which two tiles have changed places, or one has become another."""
    while True:
        board, drawn = DRAW[prefix](
            rng, random_shape(rng, rng.choice((3, 5, 7, 15) if prefix != "web:" else (3, 4, 5)))
        )
        masks = masks_of(board, drawn)
        first, second = rng.randrange(len(masks)), rng.randrange(len(masks))
        masks[first], masks[second] = masks[second], masks[first]
        if rng.random() < 0.2:
            masks[first] = rng.randrange(1, 16)
        yield id_of(rng, board, masks, prefix)


def shading_id(name: str, shape: Shape, shaded: set[int]) -> str:
    """The id of a board of a game of drawing."""
    bits = "".join(str(int(cell in shaded)) for cell in range(shape.width * shape.height))
    bits += "0" * (-len(bits) % 5)
    digits = "0123456789abcdefghijklmnopqrstuv"
    data = "".join(digits[int(bits[place : place + 5], 2)] for place in range(0, len(bits), 5))
    return f"{name}/{shape.width}/{shape.height}/{data if shaded else ''}"


def random_shading(rng: Random, largest: int) -> tuple[Shape, set[int]]:
    """Randomly shaded cells. As many light as dark cells stay open, since otherwise there is no solution."""
    shape = Shape(rng.randint(2, largest), rng.randint(2, largest))
    share = rng.choice((0.05, 0.1, 0.15, 0.25))
    shaded = {cell for cell in range(shape.width * shape.height) if rng.random() < share}
    light = {cell for cell in range(shape.width * shape.height) if (cell % shape.width + cell // shape.width) % 2}
    left = [light - shaded, set(range(shape.width * shape.height)) - light - shaded]
    few, many = sorted(left, key=len)
    shaded |= set(rng.sample(sorted(many), len(many) - len(few)))
    return shape, shaded


def shadings(rng: Random, name: str, largest: int) -> Iterator[str]:
    """Random boards of games of drawing with at least one open cell."""
    while True:
        shape, shaded = random_shading(rng, largest)
        if len(shaded) < shape.width * shape.height:
            yield shading_id(name, shape, shaded)


def crowded(texts: Iterator[str]) -> Iterator[str]:
    """Those of the boards on which each open cell has at least two open neighbours."""
    for text in texts:
        board = parse(text)
        beside = [0] * len(board.allowed)
        for cell, _, beyond in board.lines():
            if 0 not in board.allowed[cell] and 0 not in board.allowed[beyond]:
                beside[cell] += 1
                beside[beyond] += 1
        if all(number > 1 or 0 in allowed for number, allowed in zip(beside, board.allowed, strict=True)):
            yield text


def climbed(rng: Random, name: str, largest: int) -> Iterator[str]:
    """Boards of games of drawing with one solution, made by shading and opening pairs of cells step by step."""
    while True:
        shape, shaded = random_shading(rng, largest)
        best = len(solutions(shading_id(name, shape, shaded), 100)) if len(shaded) < shape.width * shape.height else 0
        for _ in range(150 if best else 0):
            if best == 1:
                yield shading_id(name, shape, shaded)
                break
            light, dark = (
                [
                    cell
                    for cell in range(shape.width * shape.height)
                    if (cell % shape.width + cell // shape.width) % 2 == part
                ]
                for part in (0, 1)
            )
            tried = shaded ^ {rng.choice(light), rng.choice(dark)}
            now = len(solutions(shading_id(name, shape, tried), 100)) if len(tried) < shape.width * shape.height else 0
            if 0 < now <= best:
                best, shaded = now, tried


def generated(size: str, seed: int, number: int) -> Iterator[str]:
    """Simple Loops that the package generates, larger than `climbed` can make."""
    words = ["generate", "simpleloop", size, "--seed", str(seed), "--count", str(number)]
    made = subprocess.run([sys.executable, "-m", "termpuzzles", *words], capture_output=True, text=True, check=True)
    for line in made.stdout.splitlines():
        yield line.partition("?")[2] or line


def chosen(texts: Iterator[str], wanted: int, fits: Callable[[str], bool]) -> Iterator[tuple[str, str, str]]:
    """The first distinct boards whose number of solutions fits."""
    seen = set()
    for text in texts:
        if wanted == 0:
            return
        solution, number = count(text)
        if fits(number) and text not in seen:
            seen.add(text)
            wanted -= 1
            yield text, solution, number


def few_or_many(rng: Random, share: float = 0.35) -> Callable[[str], bool]:
    """A test of whether a number of solutions is from 2 to 99, or occasionally more."""
    return lambda number: number not in ("0", "1") and (number != "100+" or rng.random() < share)


def rows_of_tiles(rng: Random, prefix: str, scale: int) -> Iterator[tuple[str, str, str, str]]:
    """The rows of a game of turning."""
    unique = 48 * scale
    kinds = (
        ("unique", unique_tiles(rng, prefix, unique), unique, lambda number: number == "1"),
        ("hard", hard(hard_candidates(rng, prefix), 12 * scale), 12 * scale, lambda number: number == "1"),
        ("ambiguous", ambiguous_tiles(rng, prefix), 30 * scale, few_or_many(rng)),
        ("contradictory", contradictory_tiles(rng, prefix), 20 * scale, lambda number: number == "0"),
    )
    for kind, texts, wanted, fits in kinds:
        yield from ((*row, kind) for row in chosen(texts, wanted, fits))


def rows_of_web(rng: Random) -> Iterator[tuple[str, str, str, str]]:
    """The rows of the game that only the tests know: small random boards."""
    kinds = (
        ("unique", ambiguous_tiles(rng, "web:"), 40, lambda number: number == "1"),
        ("ambiguous", ambiguous_tiles(rng, "web:"), 40, few_or_many(rng)),
        ("contradictory", contradictory_tiles(rng, "web:"), 20, lambda number: number == "0"),
    )
    for kind, texts, wanted, fits in kinds:
        yield from ((*row, kind) for row in chosen(texts, wanted, fits))


def rows_of_drawing(rng: Random, name: str, scale: int) -> Iterator[tuple[str, str, str, str]]:
    """The rows of a game of drawing."""
    kinds = [
        ("unique", climbed(rng, name, 9), 22 * scale, lambda number: number == "1"),
        ("hard", hard(climbed(rng, name, 11), 5 * scale), 5 * scale, lambda number: number == "1"),
        ("ambiguous", shadings(rng, name, 9), 16 * scale, few_or_many(rng)),
        ("contradictory", crowded(shadings(rng, name, 9)), 8 * scale, lambda number: number == "0"),
    ]
    if name == "simpleloops":
        del kinds[1]
    else:
        larger = (text for size in ("10x10", "12x9", "14x14", "18x18") for text in generated(size, 1, 4))
        kinds.insert(1, ("unique", larger, 12, lambda number: number == "1"))
    for kind, texts, wanted, fits in kinds:
        yield from ((*row, kind) for row in chosen(texts, wanted, fits))


DRAW = {"": random_net, "infinity:": random_lines, "web:": random_web}  # by id prefix
GAMES = {
    "net": lambda: rows_of_tiles(Random("net"), "", 3),
    "infinity": lambda: rows_of_tiles(Random("infinity"), "infinity:", 2),
    "simpleloop": lambda: rows_of_drawing(Random("simpleloop"), "simpleloop", 3),
    "simpleloops": lambda: rows_of_drawing(Random("simpleloops"), "simpleloops", 2),
    "web": lambda: rows_of_web(Random("web")),
}


def main(names: list[str]) -> None:
    """Write the tables."""
    for name in names or GAMES:
        rows = ["\t".join(row) + "\n" for row in GAMES[name]()]
        (HERE / f"{name}.tsv").write_text(HEADING + "".join(rows), encoding="utf-8")
        print(f"{name}: {len(rows)} boards")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.data.make", description=main.__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all, if none is named")
    main(parser.parse_args().names)
