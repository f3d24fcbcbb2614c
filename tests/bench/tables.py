"""The tables of measurements by name; each yields its lines one by one as they are measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from termpuzzles.games.model import Puzzle
from tests.bench import boards
from tests.bench.batches import batches
from tests.bench.bytes import ends, sent
from tests.bench.cliffs import cliffs
from tests.bench.corpora import corpora
from tests.bench.explanations import explanations
from tests.bench.generating import generating
from tests.bench.grading import grading
from tests.bench.hints import hints
from tests.bench.keys import keys
from tests.bench.likeness import likeness
from tests.bench.lists import lists
from tests.bench.page import page
from tests.bench.peers.measure import Task, by_board, compare, milliseconds, name_of, ours, row, seconds, worst
from tests.bench.peers.reference import reference
from tests.bench.sat import sat
from tests.bench.spread import Spread
from tests.bench.starting import starting
from tests.bench.waits import GAMES, LARGE, on_large, turns
from tests.guests import added

SIZES = tuple(size + wrap for size in ("13x11", "25x25", "50x50", "100x100") for wrap in ("", "w"))


def net() -> Iterator[str]:
    """Net, solved and proved unique."""
    yield from compare([Task(f"net {size}, proved unique", boards.net(size), 2) for size in SIZES])


def infinity() -> Iterator[str]:
    """∞ Loop: one solution of random and real boards, and two of wide open ones."""
    wide = "infinity/grid_{}.loops"
    yield from compare(
        [
            *(
                Task(
                    f"∞ random {side}x{side}{'w' * wraps}, {'one solution' if wanted == 1 else 'two solutions'}",
                    [boards.random_infinity(side, seed, wraps) for seed in range(boards.LEAST)],
                    wanted,
                )
                for side, wanted in ((50, 1), (100, 1), (100, 2))
                for wraps in (False, True)
            ),
            *(
                Task(f"∞ nearly all ends {size}, two solutions", [boards.picture(wide.format(rest), "infinity")], 2)
                for size, rest in (
                    ("32x32", "32x32_dist.1_vflip.true_hflip.true_messedup.false_id.1"),
                    ("64x64", "64x64_dist.1_vflip.false_hflip.true_messedup.false_id.1"),
                    ("128x128", "128x128_dist.1_vflip.true_hflip.true_messedup.false_id.1"),
                )
            ),
        ]
    )


def simpleloop() -> Iterator[str]:
    """Simple Loop, solved and proved unique."""
    yield from compare(
        [
            Task(f"simple loop {size}, proved unique", boards.simple_loop(size, most), 2)
            for size, most in (("10x10", 20), ("14x14", 20), ("20x20", 16), ("35x35", 1), ("75x75", 1))
        ]
    )


def masyu() -> Iterator[str]:
    """Masyu, solved and proved unique."""
    yield from compare(
        [
            Task(f"masyu {size}, proved unique", boards.made("masyu", size), 2)
            for size in ("6x6", "8x8", "10x10", "15x15", "20x20")
        ]
    )


def surfaces() -> Iterator[str]:
    """Net on twisted boards, solved and proved unique, beside a torus that is solved cell by cell as they are."""
    yield row("ms a board", "boards", "ours", "worst of ours")
    for size in ("13x11", "25x25", "50x50"):
        for suffix, name in (("w", "torus"), ("mx", "Möbius strip"), ("kx", "Klein bottle")):
            puzzles = boards.made("net", f"{size}{suffix}")
            yield _solved(f"net {size}, {name}", puzzles, lambda puzzle: puzzle)
            if suffix == "w":
                yield _solved(f"net {size}, {name}, cell by cell", puzzles, boards.cell_by_cell)


def _solved(name: str, puzzles: Sequence[Puzzle], prepared: Callable[[Puzzle], Puzzle]) -> str:
    """A row for the time to prove these puzzles unique, each prepared first."""
    times, _ = by_board(lambda puzzle: ours(prepared(puzzle), 2), puzzles)
    names = [name_of(puzzle) for puzzle in puzzles]
    return row(name, str(len(puzzles)), milliseconds(Spread.of(times)), worst(times, names))


def large() -> Iterator[str]:
    """Large boards: 200x100 in process, 1000x1000 as a whole command."""
    yield row("ms a board", "boards", "ours")
    for name, game in (("pipes/4-01", "net"), ("pipes/4-02", "net"), ("pipes/4-05", "net"), ("pipes/4-01", "infinity")):
        puzzle = boards.picture(f"{name}.loops", game)
        took, _ = seconds(lambda puzzle=puzzle: ours(puzzle, 1))  # type: ignore[misc]
        yield row(f"{name} 200x100 as {game}, one solution", "1", milliseconds(took))
    for game in GAMES:
        for command in ("solve", "check"):
            status, cpu, megabytes = on_large(command, game)
            yield f"{command} {LARGE} as {game}: exit status {status}, {cpu:.2f} s of CPU, {megabytes:.0f} MB"


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "net": net,
    "infinity": infinity,
    "simpleloop": simpleloop,
    "masyu": masyu,
    "sat": sat,
    "grading": grading,
    "surfaces": surfaces,
    "large": large,
    "hints": hints,
    "explanations": explanations,
    "turns": turns,
    "starting": starting,
    "lists": lists,
    "bytes": sent,
    "ends": ends,
    "keys": keys,
    "generating": generating,
    "likeness": likeness,
    "batches": batches,
    "reference": reference,
    "corpora": corpora,
    "cliffs": cliffs,
    "page": page,
}
for each in added("bench"):
    TABLES |= each.TABLES
