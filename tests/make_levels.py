"""Makes the packs of levels anew: `.venv/bin/python -m tests.make_levels packs`.

Every board that is in `levels/` already stays as it is, so that what players have solved stays solved: it only goes to
the pack whose promise it keeps, and gets its rating and effort from the rules as they are now. Where a pack has fewer
boards than it wants, the generator makes others from seeds. Finally, it writes the index, so that the program can list
the levels without reading them all; `.venv/bin/python -m tests.make_levels index` writes only the index.

`.venv/bin/python -m tests.make_levels newest` makes the newest packs, which are listed first, from their seeds alone:
the same byte for byte wherever it runs, since no clock ends the search for a board. It leaves the others alone.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from termpuzzles.board.grid import TURNS, E, N, S, W
from termpuzzles.board.surface import SURFACES
from termpuzzles.catalogue.lessons import FOLDER as LESSONS
from termpuzzles.catalogue.levels import INDEX, pack_name, packs, read_index
from termpuzzles.catalogue.practice import MOST_CELLS, cell_count, playing, positions
from termpuzzles.formats import canonical_id, read, write
from termpuzzles.games import GAMES, named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, solve
from termpuzzles.generator import NotFound, make_board, rng_of
from termpuzzles.logic.answers.rating import Rating
from termpuzzles.logic.rules.techniques import PATTERNS
from termpuzzles.logic.task import Unfinished
from termpuzzles.storage.journal_text import identity
from tests.variety import neighbours_alike

FOLDER = Path(__file__).parents[1] / "levels"
CLASSIC = "edge"  # that the classic board teaches
PATIENCE = 20.0  # seconds for one new board
VARIED = 1  # traits in which neighbours of the newest packs differ, at least (see tests.variety)
PATIENCE_FOR_VARIETY = 60  # boards that are made again for that


class Rated(NamedTuple):
    """A board with what the rules say of it."""

    puzzle: Puzzle
    hardest: str
    effort: int
    steps: dict[str, int]

    @property
    def cells(self) -> int:
        return self.puzzle.grid.size

    @property
    def wraps(self) -> bool:
        return not self.puzzle.grid.surface.is_plane


Fits = Callable[[Rated], bool]


class Pack(NamedTuple):
    """A pack: its name, the technique that it is about, its promise in words, which boards keep it, and how many.

    `params` are used in turn to generate new boards if there are fewer than `wanted`.
    """

    game: str
    name: str
    teaches: str
    promise: str
    fits: Fits
    wanted: int = 0
    params: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        if self in NEWEST:
            return FOLDER / self.game / f"{NEWEST_ORDER.index(self.name) + 1:03}-{self.name.replace(' ', '-')}.loops"
        return FOLDER / self.game / f"{ORDER.index(self.name) + 1:02}-{self.name.replace(' ', '-')}.loops"


def needs(*rules: str, most: int = 200) -> Fits:
    """A test for boards whose hardest technique is one of these, with at most that many cells."""
    return lambda rated: rated.hardest in rules and rated.cells <= most


def _tiles(game: str) -> tuple[Pack, ...]:
    """The packs of a game of turning tiles, in the order in which a board is offered to them."""
    net = game == "net"
    hardest = "block" if net else "edge"  # that large boards teach
    packs = [
        *(_twisted() if net else ()),
        Pack(
            game,
            "first turns",
            "edge",
            "Every tile follows from the border and from its neighbours.",
            lambda rated: rated.hardest == "edge" and rated.cells <= 36 and not rated.wraps and not _walled(rated),
            20,
            ("4x4, at most edge", "5x5, at most edge") if net else ("4x4, density 0.45", "5x5"),
        ),
    ]
    if net:
        packs += [
            Pack(
                game,
                "no loops",
                "no loop",
                "Some line would close a loop, and there the net may not go.",
                lambda rated: (
                    rated.hardest == "no loop" and rated.cells <= 49 and not rated.wraps and not _walled(rated)
                ),
                25,
                ("5x5, rating no loop", "6x6, rating no loop", "7x7, rating no loop"),
            ),
            Pack(
                game,
                "nothing sealed off",
                "pocket",
                "No part of the net may be closed off from the rest.",
                lambda rated: (
                    rated.hardest in ("pocket", "dead end")
                    and rated.cells <= 200
                    and not rated.wraps
                    and not _walled(rated)
                ),
                20,
                ("5x5, rating pocket", "6x6, rating pocket", "6x6, rating dead end"),
            ),
        ]
    packs += [
        Pack(
            game,
            "same or opposite",
            "colouring",
            "One line tells of another through straights and corners.",
            needs("colouring"),
            10,
            ("5x5w, rating colouring", "6x6w, rating colouring")
            if net
            else ("6x6w, rating colouring", "10x10, rating colouring", "9x9w, rating colouring"),
        ),
        Pack(
            game,
            "odd or even",
            "parity",
            "Count the line ends that a part still needs: they come out even.",
            needs("parity", "pairs", "only way across"),
        ),
        Pack(
            game,
            "what if",
            "chain",
            "Suppose it, follow it, and see it fail.",
            needs("chain", "one step ahead", "search", most=150),
            12 if net else 8,
            ("7x7w, rating chain", "6x6w, rating chain") if net else ("8x8w, rating chain", "7x7w, rating chain"),
        ),
        Pack(
            game,
            "walls",
            "edge",
            "Walls stand between tiles, and no line crosses them.",
            lambda rated: _walled(rated) and rated.cells <= 200,
            25 if net else 10,
            ("6x6, walls 0.25", "8x8, walls 0.25"),
        ),
        Pack(
            game,
            "wraparound",
            "no loop" if net else "edge",
            "Lines go on at the opposite side: there is no border to help.",
            lambda rated: rated.wraps and rated.cells <= 400 and rated.hardest not in ("chain", "one step ahead"),
            32,
            ("5x5w", "6x6w", "7x7w", "9x9w"),
        ),
        Pack(
            game,
            "four together",
            "block",
            "Four tiles of a square say together what none of them says alone.",
            needs("block"),
            12,
            ("6x6, rating block", "7x7, rating block", "8x8, rating block"),
        ),
        Pack(
            game,
            "everyday",
            "no loop" if net else "edge",
            "Boards for a coffee break, of at most 150 tiles.",
            lambda rated: rated.cells <= 150,
            50,
            ("7x7", "9x9", "10x10"),
        ),
        Pack(
            game,
            "long evenings",
            hardest,
            "Large boards, for patience and a good eye.",
            lambda rated: rated.cells < 900,
        ),
        Pack(game, "monsters", hardest, "The largest boards: up to ten thousand tiles.", lambda rated: True),
    ]
    return tuple(packs)


def _twisted() -> tuple[Pack, ...]:
    """The packs of Net on surfaces with a twist."""
    return (
        Pack(
            "net",
            "twisted strips",
            "pocket",
            "What leaves on one side comes back mirrored: each board is a Möbius strip.",
            lambda rated: rated.puzzle.grid.surface in (SURFACES["mx"], SURFACES["my"]),
            20,
            ("5x4mx", "5x5my", "6x6mx", "7x7mx", "7x5my", "8x8mx", "9x9mx"),
        ),
        Pack(
            "net",
            "klein bottles",
            "pocket",
            "No border at all, and a twist one way round: each board is a Klein bottle.",
            lambda rated: rated.puzzle.grid.is_twisted,
            20,
            ("5x4kx", "5x5ky", "6x6kx", "7x7kx", "7x5ky", "8x8kx", "9x9kx"),
        ),
    )


def _walled(rated: Rated) -> bool:
    return bool(rated.puzzle.grid.walls)


def _no_loops_too_early(game: str, *sizes: int) -> Pack:
    """Small boards on which one must not close the loop, in these sizes."""
    return Pack(
        game,
        "no loops too early",
        "no loop",
        "A line that closes the loop before its end is no line.",
        lambda rated: rated.hardest == "no loop" and rated.cells <= 64,
        16,
        tuple(f"{size}x{size}, rating no loop" for size in sizes),
    )


def _lines(game: str) -> tuple[Pack, ...]:
    """The packs of a game of drawing lines."""
    one = game == "simpleloop"
    hardest = "no loop" if one else "degree"  # that large boards teach
    first = Pack(
        game,
        "first lines",
        "degree",
        "Every open cell has two lines, and that is enough.",
        lambda rated: rated.hardest == "degree" and rated.cells <= 40,
        20,
        ("4x4, rating degree", "5x5, rating degree", "6x6, rating degree"),
    )
    rest = (
        Pack(
            game,
            "everyday",
            hardest,
            "Boards for a coffee break, of at most 150 cells.",
            lambda rated: rated.cells <= 150,
            24 if one else 54,
            ("8x8", "9x9", "10x10, density 0.45"),
        ),
        Pack(
            game,
            "long evenings",
            hardest,
            "Large boards, for patience and a good eye.",
            lambda rated: rated.cells < 500,
        ),
        Pack(game, "monsters", hardest, "The largest boards.", lambda rated: True),
    )
    if not one:
        return (first, *rest)
    return (
        first,
        _no_loops_too_early(game, 5, 6, 7),
        Pack(
            game,
            "odd or even",
            "parity",
            "Lines leave a region in pairs.",
            needs("parity", "pairs"),
            12,
            ("7x7, rating parity", "7x7, rating pairs"),
        ),
        Pack(
            game,
            "light and dark",
            "parity type 1",
            "Count the light cells and the dark ones.",
            needs("parity type 1", "parity type 2"),
        ),
        Pack(
            game,
            "what if",
            "one step ahead",
            "Suppose it, follow it, and see it fail.",
            needs("one step ahead", "chain", "search"),
        ),
        *rest,
    )


def _circles(game: str) -> tuple[Pack, ...]:
    """The packs of a game of circles on a loop."""
    return (
        Pack(
            game,
            "first lines",
            "circles",
            "Every line follows from a circle or from the lines beside it.",
            lambda rated: rated.hardest in ("degree", "circles") and rated.cells <= 64,
            14,
            ("6x6, rating circles", "7x7, rating circles", "8x8, rating circles"),
        ),
        _no_loops_too_early(game, 6, 7, 8),
        Pack(
            game,
            "four together",
            "block",
            "Four cells of a square say together what none of them says alone.",
            needs("block"),
            8,
            ("6x6, rating block", "7x7, rating block", "8x8, rating block"),
        ),
        Pack(
            game,
            "odd or even",
            "pairs",
            "The loop leads into a region as often as out of it.",
            needs("parity", "pairs"),
            10,
            ("7x7, rating pairs", "8x8, rating pairs"),
        ),
        Pack(
            game,
            "what if",
            "chain",
            "Suppose it, follow it, and see it fail.",
            needs("chain", "one step ahead", "search"),
            10,
            ("6x6, rating chain", "7x7, rating chain"),
        ),
        Pack(
            game,
            "everyday",
            "no loop",
            "Boards for a coffee break, of at most 150 cells.",
            lambda rated: rated.cells <= 150,
            16,
            ("9x9", "10x10", "12x12"),
        ),
        Pack(
            game,
            "long evenings",
            "no loop",
            "Large boards, for patience and a good eye.",
            lambda rated: True,
            10,
            ("15x15", "20x20"),
        ),
    )


ORDER = (
    *("first turns", "first lines", "no loops", "no loops too early", "nothing sealed off", "walls", "wraparound"),
    *("four together", "same or opposite", "odd or even", "light and dark", "what if"),
    *("everyday", "long evenings", "monsters", "twisted strips", "klein bottles"),
)  # the order in which packs are listed; PACKS is the order in which a board is offered to them

PACKS = (*_tiles("infinity"), *_tiles("net"), *_lines("simpleloop"), *_lines("simpleloops"), *_circles("masyu"))


def _newest(game: str, name: str, teaches: str, promise: str, *wishes: str) -> Pack:
    """A pack with a board for each wish, made from its seed; no other board comes into it."""
    return Pack(game, name, teaches, promise, lambda rated: False, len(wishes), wishes)


AGAIN = "The hardest technique of each board comes early, and again and again."
NEWEST = (
    _newest(
        *("net", "early and again", "block", AGAIN),
        *(f"{side}x{side}w, rating no loop, times 3" for side in (5, 5, 6, 7)),
        *(f"{side}x{side}w, rating block, times 3" for side in (6, 7, 7, 8, 8, 9)),
    ),
    _newest(
        *("net", "long arms", "edge", "Long straight arms with few forks: ask where each of them can end."),
        *(f"{side}x{side}, long arms" for side in (5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11)),
    ),
    _newest(
        *("infinity", "early and again", "block", AGAIN),
        *(f"{size}, rating block, times 3" for size in ("6x6w", "6x6w", "7x7w", "7x7", "7x7", "8x8w", "8x8", "9x9w")),
    ),
    _newest(
        *("infinity", "some of each", "edge", "From boards that are plain, by way of four together, to chains."),
        *("6x6", "6x6w", "7x7", "7x7w, rating chain", "8x8", "8x8w", "9x9", "9x9w", "10x10", "10x10w"),
    ),
    _newest(
        *("simpleloop", "mirrored", "degree", "The shaded cells lie as in a mirror, or as after a half turn."),
        *("6x6, mirror", "6x6, half turn", "7x7, mirror", "7x7, half turn", "8x8, mirror", "8x8, half turn"),
        *("9x8, mirror", "9x9, half turn"),
    ),
    _newest(
        *("masyu", "every circle counts", "circles", "Without any one of the circles there would be a second loop."),
        *(f"{side}x{side}" for side in (6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10)),
    ),
    _newest(
        *(
            "masyu",
            "mirrored",
            "circles",
            "The circles lie as in a mirror, or as after a half turn; the loop does not.",
        ),
        *("6x6, mirror", "6x6, half turn", "6x6, mirror", "7x7, half turn", "7x7, mirror", "7x7, half turn"),
    ),
)
NEWEST_ORDER = ("early and again", "every circle counts", "long arms", "some of each", "mirrored")


def rated(puzzle: Puzzle) -> Rated | None:
    """The board with its rating; None unless it has exactly one solution."""
    found: Rating = rate(puzzle)
    if found.hardest is None or found.effort is None:
        return None
    return Rated(puzzle, found.hardest, found.effort, dict(found.steps))


def kept() -> Iterator[Puzzle]:
    """The boards of the existing packs; the classic board has its own file."""
    for game in GAMES:
        for path in sorted((FOLDER / game).glob("*.loops")):
            if path.name != "classic.loops" and path not in {pack.path for pack in NEWEST}:
                yield from read(path.read_text(encoding="utf-8"), source=str(path), game=game)


def made(pack: Pack, seen: set[object], missing: int) -> Iterator[Rated]:
    """New boards that keep the pack's promise, none of them in `seen` in any of its eight views."""
    for place in range(3 * pack.wanted):
        if missing <= 0:
            return
        params, until = pack.params[place % len(pack.params)], monotonic() + PATIENCE
        seed = f"{pack.game} {pack.name} {place}"
        with suppress(NotFound, Unfinished):
            puzzle = make_board(named(pack.game), Params.parse(params), rng_of(seed, 0), partial(_late, until))
            found = rated(puzzle)
            if found and home(found) is pack and view(puzzle) not in seen:
                seen.add(view(puzzle))
                missing -= 1
                yield found


def _late(end: float) -> bool:
    return monotonic() > end


def home(board: Rated) -> Pack:
    """The first pack of the board's game whose promise it keeps."""
    return next(pack for pack in PACKS if pack.game == board.puzzle.game.name and pack.fits(board))


def view(puzzle: Puzzle) -> object:
    """A value that is the same for a board turned or mirrored: the least of the eight views of its solution."""
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


def written(pack: Pack, boards: list[Rated]) -> str:
    """The text of the pack's file: its boards by effort, each with its title, rating and effort."""
    texts = []
    for number, board in enumerate(sorted(boards, key=_in_order), 1):
        shared = canonical_id(board.puzzle)
        header = [("rating", board.hardest), ("effort", str(board.effort))]
        header += [("address", shared)] if "://" in shared else []
        title = f"{pack.name[0].upper()}{pack.name[1:]} {number}"
        texts.append(write(replace(board.puzzle, title=title, source="", header=tuple(header)), "picture"))
    return "\n---\n".join(texts) + "\n"


def _in_order(board: Rated) -> tuple[int, int]:
    return board.effort, board.cells


def index() -> dict[str, object]:
    """What a list shows of every file, and the titles of the lessons."""
    paths = [path for game in GAMES for path in sorted((FOLDER / game).glob("*.loops"))]
    found: dict[str, object] = {f"{path.parent.name}/{path.name}": entry(path) for path in paths}
    return found | {"lessons": lesson_titles(), "patterns": pattern_counts()}


def pattern_counts() -> dict[str, dict[str, int]]:
    """On how many boards for practice each pattern comes next in some position, game by game."""
    found: dict[str, Counter[str]] = {}
    for pack in packs(FOLDER):
        if named(pack.game).clue:
            small = [at for at, level in enumerate(pack.levels) if cell_count(level.size) <= MOST_CELLS]
            puzzles = pack.puzzles()
            for at in small:
                met = {step.pattern for _, hint in playing(puzzles[at]) for step in hint.steps if step.pattern}
                found.setdefault(pack.game, Counter()).update(met)
    return {
        game: {name: number for name in PATTERNS if (number := len(positions(game, name, FOLDER)) or counts[name])}
        for game, counts in found.items()
    }


def entry(path: Path) -> dict[str, object]:
    """What a list shows of a file."""
    text = path.read_bytes()
    puzzles = read(text.decode(), source=str(path), game=path.parent.name)
    pack = next((pack for pack in (*PACKS, *NEWEST) if pack.path == path), None)
    found = {
        "bytes": len(text),
        "teaches": pack.teaches if pack else CLASSIC,
        "promise": pack.promise if pack else f"The {pack_name(path)} board.",
        "levels": [_listed(puzzle, number) for number, puzzle in enumerate(puzzles, 1)],
    }
    return found | {"earlier": True} if is_earlier(path) else found


def is_earlier(path: Path) -> bool:
    """Whether the game has newer packs, below which this one is folded away."""
    is_new = path in {pack.path for pack in NEWEST}
    return not is_new and path.name[0].isdigit() and any(pack.game == path.parent.name for pack in NEWEST)


def lesson_titles() -> dict[str, list[str]]:
    """The titles of the lessons, game by game."""
    lessons = {game: FOLDER / LESSONS / f"{game}.loops" for game in GAMES}
    return {
        game: [puzzle.title for puzzle in read(path.read_text(encoding="utf-8"), game=game)]
        for game, path in lessons.items()
        if path.exists()
    }


def _listed(puzzle: Puzzle, number: int) -> list[object]:
    board = rated(puzzle)
    hardest, effort, steps = (board.hardest, board.effort, board.steps) if board else ("", 0, {})
    size, surface = str(puzzle.grid), puzzle.grid.surface
    wraps = surface.words if puzzle.grid.is_twisted else not surface.is_plane
    counted = [[rule, count] for rule, count in steps.items() if count]
    return [puzzle.title or f"{number}", size, identity(puzzle), hardest, effort, counted, wraps]


def _by_game(name: str) -> tuple[int, str]:
    """A sort key of the index: game by game, as they are offered, and file by file."""
    game, _, file = name.partition("/")
    return [*GAMES].index(game), file


def write_index(found: dict[str, object]) -> None:
    """Write the index, with one line for each file of levels."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry, ensure_ascii=False)}" for name, entry in found.items())
    (FOLDER / INDEX).write_text("{\n" + lines + "\n}\n", encoding="utf-8")


def write_packs() -> None:
    """Sort the boards into their packs, make what is missing, and write the files."""
    boards: dict[Pack, list[Rated]] = {pack: [] for pack in PACKS}
    seen: set[object] = set()
    for puzzle in kept():
        board = rated(puzzle)
        assert board, f"{puzzle.source} {puzzle.title}"
        boards[home(board)].append(board)
        seen.add(view(puzzle))
    for pack in PACKS:
        boards[pack] += made(pack, seen, pack.wanted - len(boards[pack]))
        print(f"{pack.game}/{pack.name}: {len(boards[pack])} boards", flush=True)
    for game in GAMES:
        for old in {*(FOLDER / game).glob("[0-9]*.loops")} - {pack.path for pack in NEWEST}:
            old.unlink()
    for pack, found in boards.items():
        if found:
            pack.path.write_text(written(pack, found), encoding="utf-8")


def unlike(seen: set[object], pack: Pack, wish: str, place: int, again: int) -> Puzzle:
    """A board of a newest pack, none of `seen` in any of its eight views: one as large as the stock's may be.

    It is another one each time that it is made `again`.
    """
    for tried in count():
        rng = rng_of(f"{pack.game} {pack.name}", place + (tried + 1000 * again) * len(pack.params))
        puzzle = make_board(named(pack.game), Params.parse(wish), rng)
        if view(puzzle) not in seen:
            break
    seen.add(view(puzzle))
    return puzzle


def various(seen: set[object], pack: Pack) -> list[Rated]:
    """A board for each wish of a newest pack, made again as long as it is too much like its neighbour."""
    boards = [_rated(unlike(seen, pack, wish, place, 0)) for place, wish in enumerate(pack.params)]
    places = list(range(len(boards)))
    for again in range(1, PATIENCE_FOR_VARIETY):
        places.sort(key=lambda place: _in_order(boards[place]))
        alike = neighbours_alike([boards[place].puzzle for place in places], VARIED)
        if not alike:
            break
        place = places[alike[0]]
        boards[place] = _rated(unlike(seen, pack, pack.params[place], place, again))
    return boards


def _rated(puzzle: Puzzle) -> Rated:
    board = rated(puzzle)
    assert board
    return board


def write_newest(games: Collection[str]) -> None:
    """Make the newest packs of these games from their seeds, and write them."""
    seen = {view(puzzle) for puzzle in kept()}
    for pack in (pack for pack in NEWEST if pack.game in games):
        found = various(seen, pack)
        pack.path.write_text(written(pack, found), encoding="utf-8")
        print(f"{pack.game}/{pack.name}: {len(found)} boards", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.make_levels", description=__doc__)
    parser.add_argument(
        "what",
        choices=["packs", "newest", "index"],
        help="packs: sort and make boards, and index them; newest: make the newest packs, and index all",
    )
    parser.add_argument("--game", choices=[*GAMES], help="newest: of this game alone")
    options = parser.parse_args()
    what = options.what
    if what == "packs":
        write_packs()
    if what == "newest":
        write_newest([options.game] if options.game else GAMES)
        before = read_index(FOLDER)
        new = {f"{pack.game}/{pack.path.name}": entry(pack.path) for pack in NEWEST}
        known = before | new
        for name, about in known.items():
            if isinstance(about, dict) and is_earlier(FOLDER / name):
                about["earlier"] = True
        write_index(
            {name: known[name] for name in sorted({*known} - {"lessons", "patterns"}, key=_by_game)}
            | {"lessons": lesson_titles(), "patterns": pattern_counts()}
        )
    else:
        write_index(index())
