"""Finds the boards of the lessons: `python3 -m tests.make_lessons`, or with the names of some games only theirs.

A lesson wants a tiny board, played up to a hint of one rule about a tile of one shape, whose whole chain uses only
rules that were taught before. The words are written here; the boards are looked for among seeds.
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, SIDES_OF, E, N, S, W
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import write
from termpuzzles.games import GAMES, named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Controls, Puzzle, State
from termpuzzles.games.queries import solve
from termpuzzles.generator import NotFound, generate, rng_of
from termpuzzles.hints.hint import Hint
from termpuzzles.play.shelf.lessons import FOLDER
from termpuzzles.play.shelf.practice import playing
from tests.make_levels import FOLDER as LEVELS

SEEDS = 40  # boards to look through for one lesson
SHAPES = {
    "end": (1,),
    "straight": (5, 10),
    "corner": (3, 6, 9, 12),
    "T": (7, 11, 13, 14),
    "cross": (15,),
    "": range(16),
}
KEY = {N: "w", W: "a", S: "s", E: "d"}


class Spec(NamedTuple):
    """A lesson that is wanted: its words, the rule, the shape of the marked tile and where it lies, and the boards."""

    title: str
    rule: str
    before: str
    after: str
    params: tuple[str, ...]
    shape: str = ""
    place: str = ""


_TURN = " Turn it: space."
_EDGE = ("3x3, at most edge", "4x3, at most edge", "4x4, at most edge")


def _first_turns(ends: str) -> tuple[Spec, ...]:
    """The lessons with which both games of turning tiles begin."""
    return (
        Spec(
            "A straight at the border",
            "edge",
            f"{ends} No line may leave the board, so a straight at its border runs along it.{_TURN}",
            "It runs along the border now. Go on: the arrows move, space turns.",
            _EDGE,
            "straight",
            "border",
        ),
        Spec(
            "A corner in the corner",
            "edge",
            f"In the corner of the board only one turn of a corner is left.{_TURN}",
            "Both its lines stay on the board. Go on with the arrows and space.",
            _EDGE,
            "corner",
            "corner",
        ),
        Spec(
            "A T at the border",
            "edge",
            f"A T has three lines. At the border its back lies against the border.{_TURN}",
            "Its three lines point into the board. Go on with the arrows and space.",
            _EDGE,
            "T",
            "border",
        ),
        Spec(
            "What a neighbour says",
            "edge",
            f"A tile that is settled is pinned, and drawn heavy. The marked tile must meet its lines.{_TURN}",
            "What is settled settles what lies beside it. Go on with the arrows and space.",
            _EDGE,
            "corner",
            "inside",
        ),
        Spec(
            "A neighbour that says no",
            "edge",
            f"Where a settled neighbour has no line, the marked tile has none either.{_TURN}",
            "No line may end in the open. Go on with the arrows and space.",
            _EDGE,
            "end",
        ),
    )


NET = (
    *_first_turns("In Net all tiles become one net."),
    Spec(
        "Two ends facing",
        "pocket",
        f"An end has one line. Two ends that face each other are joined to nobody else.{_TURN}",
        "The end looks elsewhere, and the net stays in one piece. Finish it with the arrows and space.",
        ("4x4, rating pocket", "5x4, rating pocket", "5x5, rating pocket"),
        "end",
    ),
    Spec(
        "A small pocket",
        "pocket",
        f"A few tiles must not close themselves off: the marked tile leads out.{_TURN}",
        "No pocket is left behind. Finish it with the arrows and space.",
        ("4x4, rating pocket", "5x4, rating pocket", "5x5, rating pocket"),
    ),
    Spec(
        "No loop",
        "no loop",
        f"A net has no loop: a line between two tiles that are joined already would close one.{_TURN}",
        "The way around stays open. Finish it with the arrows and space.",
        ("4x4, rating no loop", "5x4, rating no loop", "5x5, rating no loop"),
        "corner",
    ),
    Spec(
        "No loop, the long way",
        "no loop",
        f"Follow the lines: these tiles are joined already, a long way around.{_TURN}",
        "However long the way, no line may close it. Finish it with the arrows and space.",
        ("5x5, rating no loop", "6x5, rating no loop"),
        "T",
    ),
    Spec(
        "Four together",
        "block",
        f"Look at the four tiles of the square: only some of their turns fit together.{_TURN}",
        "None of the four said so alone. Finish it with the arrows and space.",
        ("5x5, rating block", "5x5w, rating block", "6x6, rating block"),
    ),
    Spec(
        "Sealed off",
        "dead end",
        f"Beyond these lines lie too few tiles: whoever leads only there is sealed off.{_TURN}",
        "The net leads out again. Finish it with the arrows and space.",
        ("5x5, rating dead end", "5x5w, rating dead end", "6x6, rating dead end"),
    ),
    Spec(
        "Wrapping around",
        "pocket",
        f"This board wraps around: a line that leaves it comes in again on the other side.{_TURN}",
        "There is no border to help, but pockets and loops do. Finish it with the arrows and space.",
        ("4x4w, rating pocket", "5x4w, rating pocket", "5x5w, rating pocket", "4x4w, rating no loop"),
    ),
)

INFINITY = (
    *_first_turns("In ∞ Loop no line may end in the open."),
    Spec(
        "Crosses do not turn",
        "edge",
        f"A cross has a line on every side and never turns. The tile beside it must meet it.{_TURN}",
        "The cross was settled from the start. Finish it with the arrows and space.",
        ("4x4, density 0.65, at most edge", "5x4, density 0.65, at most edge"),
        "straight",
    ),
    Spec(
        "Loops are welcome",
        "edge",
        f"Loops are allowed here: only loose ends are wrong.{_TURN}",
        "Loops and groups apart are all fine. Finish it with the arrows and space.",
        ("4x4, density 0.6, at most edge", "5x5, density 0.6, at most edge"),
        "corner",
    ),
    Spec(
        "Wrapping around",
        "edge",
        f"This board wraps around: a line that leaves it comes in again on the other side.{_TURN}",
        "There is no border to help; blanks and crosses are where to begin. Finish it with the arrows and space.",
        ("4x4w, density 0.4, at most edge", "5x4w, density 0.4, at most edge"),
    ),
    Spec(
        "Four together",
        "block",
        f"Look at the four tiles of the square: only some of their turns fit together.{_TURN}",
        "None of the four said so alone. Finish it with the arrows and space.",
        ("5x5, rating block", "6x5, rating block", "6x6, rating block"),
    ),
    Spec(
        "Four together, once more",
        "block",
        f"Try the turns of the marked tile with those around it: only one way fits.{_TURN}",
        "Four tiles are few enough to try in the head. Finish it with the arrows and space.",
        ("6x6, rating block", "6x5, rating block"),
        "corner",
    ),
    Spec(
        "Same or opposite",
        "colouring",
        f"Through a straight a line goes on, through a corner it changes: follow it round.{_TURN}",
        "The lines were tied together all the way. Finish it with the arrows and space.",
        ("6x6, rating colouring", "7x7, rating colouring"),
    ),
    Spec(
        "If … then …",
        "chain",
        f"Suppose a line here, follow what it makes of its neighbours, and see it fail.{_TURN}",
        "What cannot be supposed is not so. Finish it with the arrows and space.",
        ("6x6, rating chain", "7x7, rating chain"),
    ),
)

_DRAW = " Draw it: {key}."


def _first_lines(whole: str) -> tuple[Spec, ...]:
    """The lessons with which both games of drawing lines begin."""
    small = ("4x4, rating degree", "5x4, rating degree", "5x5, rating degree")
    return (
        Spec(
            "Two lines each",
            "degree",
            f"{whole} Every open cell has two lines. Here only two sides are open.{_DRAW}",
            "A cell with two sides open uses both. The arrows move, w a s d draw.",
            small,
            "",
            "corner",
        ),
        Spec(
            "Beside a shaded cell",
            "degree",
            f"No line enters a shaded cell, nor leaves the board.{_DRAW}",
            "Shaded cells and the border work alike. The arrows move, w a s d draw.",
            small,
            "",
            "border",
        ),
        Spec(
            "The last two ways",
            "degree",
            f"A cell that has lost two sides needs the other two.{_DRAW}",
            "Count the sides that are left. The arrows move, w a s d draw.",
            small,
            "",
            "inside",
        ),
        Spec(
            "Step by step",
            "degree",
            f"Each line that is drawn tells its two cells more.{_DRAW}",
            "Go on from what is drawn. The arrows move, w a s d draw.",
            ("5x5, rating degree", "6x5, rating degree"),
        ),
    )


SIMPLELOOP = (
    *_first_lines("One loop goes through every open cell."),
    *(
        Spec(
            title,
            "no loop",
            f"A line here would close a small loop before every cell is on it.{_DRAW}",
            "The loop closes only at the very end. The arrows move, w a s d draw.",
            (f"{size}, rating no loop",),
        )
        for title, size in (("No loop too early", "5x5"), ("No loop too early, again", "6x5"), ("The long way", "6x6"))
    ),
    Spec(
        "Odd or even",
        "parity",
        f"The loop leaves a region as often as it enters it: an even number of lines.{_DRAW}",
        "Lines cross into a region in pairs. The arrows move, w a s d draw.",
        ("6x6, rating parity", "7x7, rating parity"),
    ),
    Spec(
        "Two bridges",
        "pairs",
        f"Only two lines join these two parts, and the loop needs both.{_DRAW}",
        "The loop goes over one bridge and comes back over the other. The arrows move, w a s d draw.",
        ("6x6, rating pairs", "7x7, rating pairs"),
    ),
    Spec(
        "Light and dark",
        "parity type 1",
        f"Colour the cells like a checkerboard: every line joins a light cell and a dark one. Count them.{_DRAW}",
        "The count leaves no other way out. The arrows move, w a s d draw.",
        ("6x6, rating parity type 1", "7x7, rating parity type 1"),
    ),
)

SIMPLELOOPS = (
    *_first_lines("Loops, as many as you like, go through every open cell."),
    *(
        Spec(
            title,
            "degree",
            f"Small loops are welcome here: only count the lines of each cell.{_DRAW}",
            "Every cell lies on some loop. The arrows move, w a s d draw.",
            (f"{size}, rating degree",),
        )
        for title, size in (("Any number of loops", "5x5"), ("Loops beside loops", "6x5"), ("A larger board", "6x6"))
    ),
    Spec(
        "Odd or even",
        "parity",
        f"Loops leave a region as often as they enter it: an even number of lines.{_DRAW}",
        "Lines cross into a region in pairs. The arrows move, w a s d draw.",
        ("6x6, rating parity", "7x7, rating parity"),
    ),
)

SPECS = {"infinity": INFINITY, "net": NET, "simpleloop": SIMPLELOOP, "simpleloops": SIMPLELOOPS}


class Taken(NamedTuple):
    """A position found for a lesson, the cell that it is about, and the keys that do it from there."""

    puzzle: Puzzle
    mark: int
    keys: str


def positions(game: str, spec: Spec, taught: set[str], seen: set[bytes]) -> Iterator[Taken]:
    """Positions that suit the lesson."""
    for seed in range(SEEDS):
        params = spec.params[seed % len(spec.params)]
        with suppress(NotFound, PuzzleError):
            puzzle = generate(named(game), Params.parse(params), rng_of(f"lesson {game} {spec.title} {seed}", 0))
            if puzzle.tiles not in seen and (found := _position(puzzle, spec, taught)):
                seen.add(puzzle.tiles)
                yield found


def _position(puzzle: Puzzle, spec: Spec, taught: set[str]) -> Taken | None:
    """The first position of the board that suits; its notes are taken away, which a picture cannot show."""
    allowed = {*taught, spec.rule, None}
    answer = solve(puzzle)
    if answer is None:
        return None
    for state, hint in playing(puzzle):
        if hint.rule == spec.rule:
            shown = replace(puzzle, start=state._replace(notes=bytes(len(state.notes))))
            chain = list(playing(shown))
            first = chain[0][1]
            rules, steps = {later.rule for _, later in chain}, {later.kind for _, later in chain}
            if first.rule == spec.rule and first.cell is not None and rules <= allowed and steps == {"step"}:
                keys = _keys(shown, shown.start, answer, first.cell)
                if keys and _suits(shown, spec, first.cell) and _leads_there(shown, answer, first):
                    return Taken(shown, first.cell, keys)
    return None


def _leads_there(puzzle: Puzzle, answer: State, hint: Hint) -> bool:
    """Whether the hint settles the marked tile, so that turning it right is what the hint says."""
    if puzzle.game.controls is Controls.DRAW_LINES:
        return True
    assert hint.move
    assert hint.cell is not None
    return puzzle.game.play(puzzle, puzzle.start, hint.move).lines[hint.cell] == answer.lines[hint.cell]


def _suits(puzzle: Puzzle, spec: Spec, cell: int) -> bool:
    x, y = puzzle.grid.place(cell)
    sides = (x in (0, puzzle.grid.width - 1)) + (y in (0, puzzle.grid.height - 1))
    place = ("inside", "border", "corner")[sides]
    shaped = puzzle.game.controls is Controls.DRAW_LINES or puzzle.tiles[cell] in SHAPES[spec.shape]
    return shaped and spec.place in ("", place)


def _keys(puzzle: Puzzle, state: State, answer: State, cell: int) -> str:
    """The keys that bring the marked cell from the position to the answer; none where it stands right."""
    have, want = state.lines[cell], answer.lines[cell]
    if puzzle.game.controls is Controls.DRAW_LINES:
        return " ".join(KEY[side] for side in SIDES_OF[want & ~have]) if have & ~want == 0 else ""
    from termpuzzles.board.grid import TURNS

    return " ".join(["space"] * TURNS[have].index(want)) if have != want and DEGREE[have] else ""


def text_of(spec: Spec, found: Taken) -> str:
    """The lesson as its file holds it."""
    x, y = found.puzzle.grid.place(found.mark)
    words = {"key": ", ".join(dict.fromkeys(found.keys.split()))}
    header = (
        ("teaches", spec.rule),
        ("mark", f"{x + 1},{y + 1}"),
        ("keys", found.keys),
        ("before", spec.before.format(**words)),
        ("after", spec.after),
    )
    return write(replace(found.puzzle, title=spec.title, source="", header=header), "picture", found.puzzle.start)


def main(games: list[str]) -> None:
    """Write the lessons of these games, or of all."""
    for game in games or GAMES:
        taught: set[str] = set()
        seen: set[bytes] = set()
        texts = []
        path = LEVELS / FOLDER / f"{game}.loops"
        path.parent.mkdir(exist_ok=True)
        for spec in SPECS[game]:
            found = next(positions(game, spec, taught, seen), None)
            print(f"{game}: {spec.title}: {'-' if found is None else found.puzzle.grid}", flush=True)
            if found:
                taught.add(spec.rule)
                texts.append(text_of(spec, found))
                path.write_text("\n---\n".join(texts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
