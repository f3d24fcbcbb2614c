"""What a game contributes to making its boards, and tiles turned at random, so that nothing shows the solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from random import Random
from typing import NamedTuple

from termpuzzles.board.byteboard import bitboards, cells_with, without_ends
from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.games.making.params import Params
from termpuzzles.logic.problem import Problem

Patches = Sequence[Sequence[int]]  # the cells that are still open, in groups that do not affect each other


class EffortRange(NamedTuple):
    """The least and the most effort to ask for on boards up to this size: one grade more than seconds found."""

    cells: int
    least: int
    most: int


ENDLESS = 1 << 30


class Maker(NamedTuple):
    """The functions of a game that draw a solved board, change it where it has other solutions, and hide the solution.

    A solved board is a grid and one mask a cell. `refuse` gives the reason why there can be no such board, or "".
    `mend` changes the masks in or near each patch and leaves a solved board. `tiles` gives what the puzzle shows of a
    solved board, and `scramble` turns these tiles to a start that is not solved. `climbed` names the ratings that drawn
    boards hardly ever have: such boards are grown around one of the stock and then changed a little, with `varied`
    tries shared among the cells; where there is no stock, others are made harder by one small change after the other.
    `unknown` names ratings that no board is known to have, `rare` those that hardly any has and nothing finds soon:
    both are refused. `bordered` and `wrapped` say which efforts can be asked for, smallest boards first. Large boards
    stay much as they are drawn: `drawn` is the most effort for each cell that these take, without a wrap and with one.
    `clues` gives all clues that a solution allows, of which the generator takes away those that are not needed, in one
    of the orders that `order_to_go` gives, and of several sets of them it keeps the one that is least `unlike` what one
    would like.

    Boards that are drawn `often` have one of these ratings: one of them that has it early is found among many of them,
    others by changing what was drawn. Of those in `early`, without a wrap and with one, a board is soon found that
    needs it early and again, so that players get one whenever they ask for that rating.

    What a maker that `is_symmetric` shows can lie as `Params.symmetry` says.

    Where nothing is asked about how hard a board is, each grade is aimed at as often if the maker `is_graded`, and of
    a board that is not too large each of the ratings that are `mixed`, "" for whatever is drawn.

    `offer`, where there is one, offers small changes by which the solved board `masks` becomes as large as asked for:
    each time the board with one change, to be put into `masks` if it is to stay. Boards of the ratings in `grown` are
    made so, and around one of the stock those of the ratings that are `climbed`.

    A board is mended at most `rounds` times before another is drawn. With a `heat`, mending climbs: a board with more
    open cells than the one before is kept only with probability exp(-more / heat), and otherwise taken back.
    """

    refuse: Callable[[Params], str]
    draw: Callable[[Grid, Params, Random], bytearray]
    mend: Callable[[Grid, bytearray, Patches, Params, Random], None]
    tiles: Callable[[bytes], bytes]
    scramble: Callable[[Problem, bytes, Random], bytes]
    styles: tuple[str, ...] = ()  # ways to draw a board among which one may choose
    climbed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    rare: tuple[str, ...] = ()
    varied: int = 0
    grown: tuple[str, ...] = ()
    offer: Callable[[Grid, bytearray, Params, Random], Iterator[bytearray]] | None = None
    rounds: int = 60  # where each round mends every patch, nearly all boards take fewer than ten
    heat: float = 0.0
    bordered: tuple[EffortRange, ...] = ()
    wrapped: tuple[EffortRange, ...] = ()
    clues: Callable[[Grid, bytes], bytes] | None = None
    drawn: tuple[float, float] = (inf, inf)
    order_to_go: Callable[[Grid, bytes, Random], list[int]] | None = None
    unlike: Callable[[bytes], float] | None = None
    is_graded: bool = False
    is_symmetric: bool = False
    mixed: tuple[str, ...] = ()
    often: tuple[str, ...] = ()
    early: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def efforts(self, cells: int, wraps: bool) -> tuple[int, int]:
        """The least and the most effort of boards of that size that can be asked for."""
        rows = self.wrapped if wraps else self.bordered
        return next(((row.least, row.most) for row in rows if cells <= row.cells), (1, ENDLESS))


# A tile and in the bits above it quarter turns clockwise, for `bytes.translate`: the turned tile.
_TURNED = bytes(TURNS[code & 15][code >> 4 & 3] for code in range(256))


def scramble(problem: Problem, tiles: bytes, rng: Random) -> bytes:
    """The tiles at random turns, each turn with the same chance, but not solved.

    The tiles must have a turn that is not solved.
    """
    while problem.judge(turned := turn_all(tiles, rng)):
        pass
    return turned


def scramble_without_loops(problem: Problem, tiles: bytes, rng: Random) -> bytes:
    """As `scramble`, but without a loop: the tiles of any loop are turned again."""
    while True:
        turned = bytearray(scramble(problem, tiles, rng))
        while looped := on_loops(problem.grid, bytes(turned)):
            for cell in looped:
                turned[cell] = TURNS[turned[cell]][rng.getrandbits(2)]
        if not problem.judge(bytes(turned)):
            return bytes(turned)


def on_loops(grid: Grid, lines: bytes) -> list[int]:
    """The cells on loops and between them, left after following all loose ends back to a loop."""
    joined, _ = bitboards(grid).join(lines)
    return cells_with(without_ends(grid, joined, grid.size))


def turn_all(tiles: bytes, rng: Random) -> bytes:
    """Turn each tile by as many quarter turns as two random bits say."""
    size = len(tiles)
    turns = rng.getrandbits(8 * size) & int.from_bytes(b"\x30" * size, "big")
    return (turns | int.from_bytes(tiles, "big")).to_bytes(size, "big").translate(_TURNED)
