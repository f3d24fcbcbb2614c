"""Positions as text diagrams and as SVG, with all that can be in them, as a person has approved them."""

from __future__ import annotations

import re

import pytest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.surface import SURFACES
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.explain.parts import Role
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET
from termpuzzles.render.svg import STYLE, Sheet, page, pipes_document, svg, svg_document
from termpuzzles.render.text_diagram import IN_ASCII, text_diagram
from tests.approved import approve
from tests.games.boards import board
from tests.render.test_all_thumbnails import WRAPS

ROLES = {"t": TARGET, "b": BECAUSE, "c": CUT_OFF, "a": ASSUMED}


def marked(letters: str) -> dict[int, int]:
    """The marks of the cells, a letter for each: target, because, cut off, assumed."""
    return {cell: ROLES[letter] for cell, letter in enumerate(letters.replace("/", "")) if letter in ROLES}


MARKS = ("..../..../....", "t..t/bb.b/cc.c", "tbca/btba/.t.c", "bbbb/tttt/aaaa", "b..b/.t../c..a")


@pytest.mark.parametrize("suffix", SURFACES)
def test_marks_in_a_text_diagram_on_this_surface_are_written_as_approved(suffix: str) -> None:
    (puzzle,) = read(f"# game: net\n{WRAPS[suffix]}# pins: 2,1\n┗╋┻╻\n╸┫┏┣\n┗┻┳╹")
    lines = []
    for letters in MARKS:
        lines += [letters, *text_diagram(puzzle, puzzle.start, marked(letters)), ""]
    approve(__file__, f"diagrams_{suffix or 'plane'}", "\n".join(lines))


def walled() -> tuple[Puzzle, State]:
    """A board with walls, pins and notes."""
    puzzle = board(named("net"), "╺┳╸╻", "┏┛┏┛", "╹╺┻╸", walls=[(0, S), (1, E), (6, E), (6, S), (7, S)])
    notes = bytes([0, E, 0, S, 0, 0, W << 4, 0, 0, 0, 0, N << 4])
    return puzzle, State(puzzle.start.lines, bytes([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]), notes)


def numbers(width: int, height: int) -> Puzzle:
    (puzzle,) = read(f"infinity:{width}x{height}:{'35c9' * (width * height // 4)}")
    return puzzle


def test_text_diagrams_of_parts_of_boards_are_written_as_approved() -> None:
    puzzle, state = walled()
    lines = ["walls, pins and notes", *text_diagram(puzzle, state, marked("t.../.b../c..a"))]
    lines += ["in ascii", *(line.translate(IN_ASCII) for line in text_diagram(puzzle, state, marked("t.../.b../c..a")))]
    drawn = board(named("masyu"), "●···", "··○·", "·○·●")
    ring = State.of(bytes([E | S, E | W, E | W, S | W, N | S, 0, 0, N | S, N | E, E | W, E | W, N | W]))
    lines += ["circles", *text_diagram(drawn, ring, {5: TARGET})]
    lines += ["circles in ascii", *(line.translate(IN_ASCII) for line in text_diagram(drawn, ring, {5: TARGET}))]
    shaded = board(named("simpleloop"), "■···", "···■")
    lines += ["shaded", *text_diagram(shaded, shaded.start, {3: TARGET})]
    large = numbers(20, 12)
    for room, marks, above in (
        ((45, 16), {45: TARGET}, 0),
        ((44, 14), {45: TARGET}, 0),
        ((43, 14), {45: TARGET}, 0),
        ((30, 10), {45: TARGET, 47: BECAUSE}, 0),
        ((30, 10), {0: TARGET, 239: BECAUSE}, 0),
        ((30, 10), {239: TARGET, 238: BECAUSE}, 0),
        ((30, 10), {100: BECAUSE, 239: BECAUSE}, 0),
        ((30, 10), {100: BECAUSE, 239: BECAUSE}, 3),
        ((30, 10), {110: CUT_OFF}, 7),
        ((30, 10), {}, 0),
        ((3, 2), {110: TARGET}, 0),
        ((3, 2), {}, 0),
        ((30, 8), {5: BECAUSE, 185: TARGET}, 0),
        ((30, 8), {5: BECAUSE, 105: TARGET}, 0),
        ((30, 8), {5: BECAUSE, 85: TARGET}, 0),
    ):
        lines += [f"in {room}, {above} rows above, {marks}", *text_diagram(large, large.start, marks, room, above)]
    approve(__file__, "diagrams_of_parts", "\n".join(lines))


def test_walls_take_rows_from_the_part_of_a_board_that_is_shown() -> None:
    rows = ["".join(chr(0x2501) for _ in range(12))] * 12
    puzzle = board(named("net"), *rows, walls=[(12 * y + x, S) for y in range(11) for x in (4, 5, 6)])
    lines = []
    for room in ((40, 20), (40, 12), (14, 9), (14, 5)):
        for target in (5, 76, 137):
            lines += [f"{target} in {room}", *text_diagram(puzzle, puzzle.start, {target: TARGET}, room)]
    for marks in ({41: TARGET, 113: TARGET}, {113: TARGET, 41: TARGET}):
        lines += [f"{marks} in (14, 15)", *text_diagram(puzzle, puzzle.start, marks, (14, 15))]
    approve(__file__, "diagrams_with_walls", "\n".join(lines))


# --- SVG ---


def opened(text: str) -> str:
    """A document with a line for each element, and a line for each figure of a path."""
    return re.sub(r"(?<=[a-z0-9])(?=M)", "\n    ", re.sub("><", ">\n<", text))


ALL_ROLES = {
    Role.TARGET: {0: 0, 5: E},
    Role.BECAUSE: {1: 0, 2: 0},
    Role.CUT_OFF: {6: 0},
    Role.ASSUMED: {7: 0},
}


def test_a_board_in_svg_is_drawn_as_approved() -> None:
    puzzle, state = walled()
    drawn = svg(puzzle, state, ALL_ROLES, checkerboard=True)
    approve(__file__, "svg_walls", opened(drawn))


def test_boards_of_other_games_and_surfaces_in_svg_are_drawn_as_approved() -> None:
    circles = board(named("masyu"), "●··", "·○·")
    ring = State.of(bytes([E | S, E | W, S | W, N | E, E | W, N | W]))
    shaded = board(named("simpleloop"), "■··", "···")
    documents = [svg(circles, ring, rulers=False), svg(shaded, shaded.start, rulers=False)]
    for suffix in ("w", "cx", "my"):
        (puzzle,) = read(f"# game: net\n{WRAPS[suffix]}╺┓\n╹┗")
        documents.append(svg(puzzle, puzzle.start, rulers=False))
    approve(__file__, "svg_others", "\n\n".join(map(opened, documents)))


def test_a_document_in_svg_brings_its_style() -> None:
    puzzle, state = walled()
    alone = svg(puzzle, state, rulers=False)
    assert svg_document(puzzle, state) == alone.replace("<title>", f"<style>{STYLE}</style><title>", 1)


def test_a_board_in_pipes_as_svg_is_drawn_as_approved() -> None:
    (puzzle,) = read("# game: net\n# wrap: x\n# pins: 2,1\n╸╺\n┻╸")
    approve(__file__, "svg_pipes", opened(pipes_document(puzzle, puzzle.start, "dark")))


def test_a_page_of_boards_has_sheets_and_solutions() -> None:
    (small,) = read("# game: net\n╺╸")
    (large,) = read(f"infinity:31x2:{'5' * 62}")
    empty = svg(small, small.start, rulers=False)

    def shape(text: str) -> str:
        short = text.replace(empty, "[board]").replace(svg(large, large.start, rulers=False), "[large board]")
        return re.sub("<style>.*?</style>", "<style/>", short, flags=re.DOTALL)

    plain = [Sheet(small, f"Board <{number}>", "easy & quick", small.start) for number in range(1, 4)]
    pages = [
        page(plain, 2, "a4"),
        page([*plain, Sheet(small, "")], 4, "letter"),
        page([Sheet(large, "Large", "", large.start), *plain], 3, "a4"),
        page(plain[:1], 12, "a4"),
        page(plain[:1], 20, "a4"),
        page([Sheet(small, "", "", small.start)] * 7, 2, "a4"),
        page(plain, 1, "a4"),
    ]
    approve(__file__, "pages", "\n\n".join(map(shape, pages)))
    for paper, size, height in (("a4", "210mm 297mm", 262), ("letter", "8.5in 11in", 245)):
        text = page(plain, 2, paper)
        assert f"@page{{size:{size};" in text
        assert f"height:{height}mm;" in text
        assert STYLE in text
