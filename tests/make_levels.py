"""Makes the packs of levels anew: `python3 -m tests.make_levels`, or with the names of some packs only those.

Each board comes from the generator, and its header says by which params, seed and place: `remade` makes it again.
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from termpuzzles.board.grid import TURNS, E, N, S, W
from termpuzzles.formats import canonical_id, write
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, solve
from termpuzzles.generator import NotFound, generate, rng_of

FOLDER = Path(__file__).parents[1] / "levels"


class Pack(NamedTuple):
    """A file of so many boards of a game; the params are taken in order, each as often as the others."""

    game: str
    name: str
    boards: int
    params: tuple[str, ...]


PACKS = (
    Pack("infinity", "01-edge", 5, ("4x4, density 0.45", "5x5", "6x6, density 0.55")),
    Pack("infinity", "03-one-step-ahead", 5, ("6x6, rating one step ahead", "7x7, rating one step ahead")),
    Pack("infinity", "04-small", 40, ("5x5, density 0.4", "5x5", "6x5, density 0.6", "6x6", "7x6", "7x7, density 0.6")),
    Pack(
        "infinity", "05-medium", 40, ("8x8", "9x9, density 0.6", "10x10", "11x10, density 0.4", "13x11, density 0.55")
    ),
    Pack("infinity", "06-large", 25, ("15x15", "20x15, density 0.6", "20x20", "25x20, density 0.45", "25x25")),
    Pack("infinity", "07-huge", 6, ("40x25", "40x40", "50x50", "70x40, density 0.6", "80x60", "100x100")),
    Pack("infinity", "08-wrapped", 25, ("5x5w", "6x6w, density 0.55", "8x8w", "10x10w", "15x15w, density 0.55")),
    Pack("infinity", "09-monsters", 12, tuple(f"{size}, rating one step ahead" for size in ("8x8", "10x10", "12x12"))),
    Pack("net", "01-edge", 5, ("4x4, rating edge", "5x5, rating edge", "6x6, rating edge")),
    Pack("net", "02-no-loop", 5, ("5x5, rating no loop", "6x6, rating no loop", "7x7, rating no loop")),
    Pack("net", "03-dead-end", 5, ("5x5, rating dead end", "6x6, rating dead end", "5x5w, rating dead end")),
    Pack("net", "05-parity", 5, ("5x5w, rating parity", "6x6w, rating parity")),
    Pack("net", "06-pairs", 5, ("5x5w, rating pairs", "6x6w, rating pairs")),
    Pack("net", "07-one-step-ahead", 5, ("5x5w, rating one step ahead", "6x6, rating one step ahead")),
    Pack("net", "08-small", 25, ("5x5", "5x5, uniform", "6x6, depth-first", "7x6, uniform", "7x7")),
    Pack("net", "09-medium", 25, ("9x9", "9x9, uniform", "10x10, depth-first", "11x11", "13x11")),
    Pack("net", "10-large", 15, ("15x15", "20x15, uniform", "20x20, depth-first", "25x20", "25x25")),
    Pack("net", "11-huge", 6, ("40x25", "40x40, uniform", "50x50", "70x40, depth-first", "80x60", "100x100")),
    Pack("net", "12-wrapped", 25, ("5x5w", "7x7w, uniform", "9x9w, depth-first", "13x11w", "20x15w")),
    Pack(
        "net",
        "13-walled",
        25,
        ("5x5, walls 0.2", "7x7, walls 0.3", "9x9w, walls 0.2", "13x11, walls 0.15, walls matter"),
    ),
    Pack("net", "14-monsters", 10, ("10x10w, depth-first, rating one step ahead", "20x20, rating one step ahead")),
    Pack("simpleloop", "01-degree", 5, ("4x4, rating degree", "5x5, rating degree", "6x6, rating degree")),
    Pack("simpleloop", "02-no-loop", 5, ("5x5, rating no loop", "6x6, rating no loop", "7x7, rating no loop")),
    Pack("simpleloop", "03-parity", 5, ("7x7, rating parity", "8x8, rating parity")),
    Pack("simpleloop", "04-pairs", 5, ("7x7, rating pairs", "8x8, rating pairs")),
    Pack("simpleloop", "05-parity-type-1", 5, ("7x7, rating parity type 1", "8x8, rating parity type 1")),
    Pack("simpleloop", "06-parity-type-2", 5, ("8x8, rating parity type 2", "10x10, rating parity type 2")),
    Pack("simpleloop", "07-small", 25, ("5x5", "6x6", "7x6, density 0.45", "7x7", "8x8, density 0.55")),
    Pack("simpleloop", "08-medium", 25, ("9x9", "10x10, density 0.45", "10x10", "12x10", "12x12")),
    Pack("simpleloop", "09-large", 15, ("14x14, density 0.45", "14x14", "17x13", "16x16", "20x20, density 0.45")),
    Pack("simpleloop", "10-monsters", 10, ("10x10, rating parity type 1", "12x12, rating parity type 2")),
    Pack("simpleloops", "01-first-lines", 8, ("4x4", "5x4", "5x5", "6x5")),
    Pack("simpleloops", "02-small", 16, ("6x6", "7x6", "7x7", "8x7")),
    Pack("simpleloops", "03-roomy", 8, ("8x8, density 0.35", "10x10, density 0.35")),
    Pack("simpleloops", "04-medium", 16, ("9x9", "10x10", "12x10", "12x12")),
    Pack("simpleloops", "05-crowded", 10, ("7x7, density 0.6", "8x8, density 0.6", "10x8, density 0.58")),
    Pack("simpleloops", "06-large", 10, ("15x15", "18x13, density 0.45", "20x15", "20x20, density 0.45")),
    Pack("simpleloops", "07-huge", 4, ("30x20, density 0.45", "30x30, density 0.4", "40x25, density 0.4")),
)


# Packs for the techniques of a person, in place of those for one step ahead, parity, pairs and only way across, which
# hardly any board needs any more: not written unless asked for by name.
TECHNIQUES = (
    Pack("infinity", "02-block", 5, ("6x6, rating block", "6x6w, rating block")),  # 2 s a board
    Pack("infinity", "03-colouring", 5, ("5x5w, rating colouring", "6x6w, rating colouring")),  # 0.2 s
    Pack("infinity", "04-chain", 5, ("6x6w, rating chain", "7x7w, rating chain")),  # 0.4 s
    Pack("infinity", "10-monsters", 12, ("8x8w, rating chain", "9x9w, rating chain", "10x10w, rating chain")),
    Pack("net", "02-pocket", 5, ("5x5, rating pocket", "6x6, rating pocket")),  # 0.1 s
    Pack("net", "04-block", 5, ("6x6, rating block", "7x7, rating block", "6x6w, depth-first, rating block")),  # 0.2 s
    Pack("net", "05-dead-end", 5, ("5x5w, depth-first, rating dead end", "6x6w, depth-first, rating dead end")),  # 2 s
    Pack("net", "06-colouring", 5, ("5x5w, depth-first, rating colouring", "6x6w, depth-first, rating colouring")),
    Pack(
        "net",
        "07-chain",
        5,
        ("5x5w, depth-first, rating chain", "6x6w, depth-first, rating chain", "7x7, rating chain"),
    ),
    Pack("net", "15-monsters", 10, ("8x8w, depth-first, rating chain", "7x7w, effort 900-9999")),
)


def remade(game: str, params: str, seed: str) -> Puzzle:
    """The board of these params and this seed, which ends with the board's place; without title and header."""
    batch, _, place = seed.rpartition(" ")
    return generate(named(game), Params.parse(params), rng_of(batch, int(place)))


def boards(pack: Pack, seen: set[object]) -> Iterator[Puzzle]:
    """The pack's boards, none of them in `seen` yet in any of its eight views."""
    places = count()
    title = pack.name.partition("-")[2].replace("-", " ").capitalize()
    for number in range(pack.boards):
        params = pack.params[number * len(pack.params) // pack.boards]
        puzzle, seed = next(found for found in _candidates(pack, params, places) if view(found[0]) not in seen)
        seen.add(view(puzzle))
        rating = rate(puzzle)
        assert rating.hardest
        address = (("address", canonical_id(puzzle)),) if "://" in canonical_id(puzzle) else ()
        header = (
            ("rating", rating.hardest),
            ("effort", str(rating.effort)),
            ("params", params),
            ("seed", seed),
            *address,
        )
        yield replace(puzzle, title=f"{title} {number + 1}", header=header)


def _candidates(pack: Pack, params: str, places: Iterator[int]) -> Iterator[tuple[Puzzle, str]]:
    for place in places:
        seed = f"{pack.game} {pack.name} {place}"
        with suppress(NotFound):
            yield remade(pack.game, params, seed), seed


def view(puzzle: Puzzle) -> object:
    """The same value for all boards that are this one turned or mirrored: the least of its solution's eight views."""
    solution = solve(puzzle)
    assert solution
    width = puzzle.grid.width
    rows = [list(solution.lines[start : start + width]) for start in range(0, len(solution.lines), width)]
    return repr(min(_views(rows)))


def _views(rows: list[list[int]]) -> Iterator[list[list[int]]]:
    for _ in range(4):
        rows = [[TURNS[mask][1] for mask in column] for column in zip(*reversed(rows), strict=True)]
        yield rows
        yield [[_mirrored(mask) for mask in reversed(row)] for row in rows]


def _mirrored(mask: int) -> int:
    return mask & (N | S) | (W if mask & E else 0) | (E if mask & W else 0)


def main(names: list[str]) -> None:
    """Write the packs of these names, or all of them but those of techniques."""
    seen: set[object] = set()
    for pack in (*PACKS, *TECHNIQUES):
        if f"{pack.game}/{pack.name}" not in names and (names or pack in TECHNIQUES):
            continue
        path = FOLDER / pack.game / f"{pack.name}.loops"
        path.parent.mkdir(parents=True, exist_ok=True)
        texts = [write(puzzle, "picture") for puzzle in boards(pack, seen)]
        path.write_text("\n---\n".join(texts) + "\n", encoding="utf-8")
        print(f"{path.relative_to(FOLDER)}: {len(texts)} boards", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
