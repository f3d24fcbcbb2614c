"""Positions as text diagrams and as SVG, with all that can be in them, as a person has approved them."""

from __future__ import annotations

import re
from random import Random

import pytest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.surface import SURFACES
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.explain.parts import Role
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET
from termpuzzles.render.svg import STYLE, Sheet, page, svg, svg_document
from termpuzzles.render.text_diagram import IN_ASCII, text_diagram
from tests.approved import approve
from tests.data import sweep
from tests.games.boards import board
from tests.render.looks import in_columns, side_by_side
from tests.render.test_all_thumbnails import WRAPS

ROLES = {"t": TARGET, "b": BECAUSE, "c": CUT_OFF, "a": ASSUMED}


def marked(letters: str) -> dict[int, int]:
    """The marks of the cells, a letter for each: target, because, cut off, assumed."""
    return {cell: ROLES[letter] for cell, letter in enumerate(letters.replace("/", "")) if letter in ROLES}


MARKS = ("..../..../....", "t..t/bb.b/cc.c", "tbca/btba/.t.c", "bbbb/tttt/aaaa", "b..b/.t../c..a")


def test_marks_in_a_text_diagram_on_each_surface_are_written_as_approved() -> None:
    lines = []
    for suffix in SURFACES:
        (puzzle,) = read(f"# game: net\n{WRAPS[suffix]}# pins: 2,1\n┗╋┻╻\n╸┫┏┣\n┗┻┳╹")
        blocks = [[letters, *text_diagram(puzzle, puzzle.start, marked(letters))] for letters in MARKS]
        lines += [suffix or "plane", *side_by_side(blocks), ""]
    approve(__file__, "diagrams", "\n".join(lines))


def walled() -> tuple[Puzzle, State]:
    """A board with walls, pins and notes."""
    puzzle = board(named("net"), "╺┳╸╻", "┏┛┏┛", "╹╺┻╸", walls=[(0, S), (1, E), (6, E), (6, S), (7, S)])
    notes = bytes([0, E, 0, S, 0, 0, W << 4, 0, 0, 0, 0, N << 4])
    return puzzle, State(puzzle.start.lines, bytes([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]), notes)


def numbers(width: int, height: int) -> Puzzle:
    (puzzle,) = read(f"infinity:{width}x{height}:{'35c9' * (width * height // 4)}")
    return puzzle


def test_what_a_text_diagram_can_hold_is_written_as_approved() -> None:
    puzzle, state = walled()
    drawn = board(named("masyu"), "●···", "··○·", "·○·●")
    ring = State.of(bytes([E | S, E | W, E | W, S | W, N | S, 0, 0, N | S, N | E, E | W, E | W, N | W]))
    shaded = board(named("simpleloop"), "■···", "···■")
    blocks = []
    for name, diagram in (
        ("walls, pins and notes", text_diagram(puzzle, state, marked("t.../.b../c..a"))),
        ("circles", text_diagram(drawn, ring, {5: TARGET})),
        ("shaded", text_diagram(shaded, shaded.start, {3: TARGET})),
    ):
        blocks += [[name, *diagram], [f"{name}, in ascii", *(line.translate(IN_ASCII) for line in diagram)]]
    large = numbers(20, 12)
    for room, marks, above in (
        ((43, 14), {45: TARGET}, 0),
        ((30, 10), {45: TARGET, 47: BECAUSE}, 0),
        ((30, 10), {100: BECAUSE, 239: BECAUSE}, 3),
        ((30, 8), {5: BECAUSE, 185: TARGET}, 0),
    ):
        blocks.append(
            [f"in {room}, {above} rows above, {marks}", *text_diagram(large, large.start, marks, room, above)]
        )
    approve(__file__, "diagrams_of_parts", "\n".join(in_columns(blocks)))


def large_and_walled() -> Puzzle:
    rows = ["".join(chr(0x2501) for _ in range(12))] * 12
    return board(named("net"), *rows, walls=[(12 * y + x, S) for y in range(11) for x in (4, 5, 6)])


@pytest.mark.parametrize(
    "puzzle", [numbers(20, 12), numbers(12, 40), large_and_walled()], ids=["20x12", "12x40", "walled"]
)
def test_a_part_of_a_board_fits_its_room_and_shows_what_the_whole_shows_around_its_targets(puzzle: Puzzle) -> None:
    grid, chance = puzzle.grid, Random(str(puzzle.grid))
    margin, parts = len(str(grid.height)) + 1, 0
    for _ in range(sweep.share(300)):
        room, above = (chance.randint(7, 46), chance.randint(7, 30)), chance.choice((0, 0, 3))
        target = chance.randrange(grid.size)
        marks = {target: TARGET} | {cell: BECAUSE for cell in chance.sample(range(grid.size), chance.choice((0, 1, 3)))}
        marks[target] = TARGET
        whole = [line.ljust(50) for line in text_diagram(puzzle, puzzle.start, marks)]
        lines = text_diagram(puzzle, puzzle.start, marks, room, above)
        assert max(map(len, lines[1:])) <= room[0]
        if [line.ljust(50) for line in lines] == whole:
            assert len(lines) <= room[1]
            continue
        parts += 1
        numbered = [line for line in lines[1:] if line[: margin - 1].strip()]
        assert len(lines) <= max(room[1] // 2, room[1] - above) or len(numbered) == 1
        first, last, top, bottom = map(int, re.findall(r"\d+", lines[0])[:4])
        assert lines[0] == f"Columns {first} to {last}, rows {top} to {bottom} of {grid}:"
        x, y = grid.place(target)
        assert first <= x + 1 <= last
        assert top <= y + 1 <= bottom
        assert [int(line[: margin - 1]) for line in numbered] == [*range(top, bottom + 1)]
        rows = {int(line[: margin - 1]): line for line in whole if line[: margin - 1].strip()}
        for line in numbered:
            left = margin + 2 * (first - 1) + 1
            inside = rows[int(line[: margin - 1])][left : left + 2 * (last - first) + 1]
            assert line[margin + 1 :].ljust(len(inside))[: len(inside)] == inside
        if len(marks) == 1:  # as near the middle as the borders let it be
            assert abs((first + last) - 2 * (x + 1)) <= 1 or first == 1 or last == grid.width
            if not grid.walls:
                assert abs((top + bottom) - 2 * (y + 1)) <= 1 or top == 1 or bottom == grid.height
            spare = room[0] - max(len(line.rstrip()) for line in numbered)
            assert spare < 2 + 2 or (first, last) == (1, grid.width)
    assert parts > 20


def test_walls_take_rows_from_the_part_of_a_board_that_is_shown() -> None:
    puzzle = large_and_walled()
    blocks = [
        [f"{marks} in {room}", *text_diagram(puzzle, puzzle.start, marks, room)]
        for room, marks in (
            ((40, 20), {76: TARGET}),
            ((14, 9), {76: TARGET}),
            ((14, 15), {41: TARGET, 113: TARGET}),
        )
    ]
    approve(__file__, "diagrams_with_walls", "\n".join(in_columns(blocks)))


def test_a_part_at_the_seam_shows_that_lines_go_on_beyond_it() -> None:
    (puzzle,) = read(f"infinity:30x30w:{'5' * 900}")
    part = text_diagram(puzzle, puzzle.start, {0: TARGET}, (20, 10))
    whole = text_diagram(puzzle, puzzle.start, {0: TARGET})
    assert part[1] == whole[1][: len(part[1])]
    assert part[2] == whole[2][: len(part[2])]


def test_a_board_that_fits_is_drawn_whole_whatever_stands_above() -> None:
    (puzzle,) = read(f"infinity:8x8:{'3' * 64}")
    whole = text_diagram(puzzle, puzzle.start, {})
    assert text_diagram(puzzle, puzzle.start, {}, (20, 10), above=5) == whole
    assert len(text_diagram(puzzle, puzzle.start, {}, (20, 8), above=2)) == 6


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
    approve(__file__, "svg_others", "\n\n".join(map(opened, documents)))


def test_a_document_in_svg_brings_its_style() -> None:
    puzzle, state = walled()
    alone = svg(puzzle, state, rulers=False)
    assert svg_document(puzzle, state) == alone.replace("<title>", f"<style>{STYLE}</style><title>", 1)


@pytest.mark.parametrize("suffix", SURFACES)
def test_a_board_in_svg_has_a_border_where_it_ends_and_a_seam_where_it_goes_on(suffix: str) -> None:
    (puzzle,) = read(f"# game: net\n{WRAPS[suffix]}╺┓\n╹┗")
    frames = re.findall(r'<path class="(frame[^"]*)" d="(M0 0[HV])', svg(puzzle, puzzle.start, rulers=False))
    seams = {"M0 0H": puzzle.grid.surface.down, "M0 0V": puzzle.grid.surface.across}
    assert dict((way, kind) for kind, way in frames) == {
        way: "frame wraps" if seam else "frame" for way, seam in seams.items()
    }


def test_a_page_of_boards_has_sheets_and_solutions() -> None:
    (small,) = read("# game: net\n╺╸")
    (large,) = read(f"infinity:31x2:{'5' * 62}")
    empty = svg(small, small.start, rulers=False)

    def shape(text: str) -> str:
        short = text.replace(empty, "[board]").replace(svg(large, large.start, rulers=False), "[large board]")
        return re.sub("<style>.*?</style>", "<style/>", short, flags=re.DOTALL)

    plain = [Sheet(small, f"Board <{number}>", "easy & quick", small.start) for number in range(1, 4)]
    pages = [
        page([*plain, Sheet(small, "")], 2, "a4"),
        page([Sheet(large, "Large", "", large.start), *plain[:2]], 3, "a4"),
    ]
    approve(__file__, "pages", "\n\n".join(map(shape, pages)))
    for paper, size, height in (("a4", "210mm 297mm", 262), ("letter", "8.5in 11in", 245)):
        text = page(plain, 2, paper)
        assert f"@page{{size:{size};" in text
        assert f"height:{height}mm;" in text
        assert STYLE in text


@pytest.mark.parametrize(
    ("boards", "rows", "columns"),
    [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 2, 2), (5, 3, 2), (6, 3, 2), (7, 3, 3), (9, 3, 3), (12, 4, 3), (13, 4, 4)],
)
def test_so_many_boards_share_a_page_in_rows_and_columns(boards: int, rows: int, columns: int) -> None:
    puzzle = numbers(2, 2)
    found = re.findall(r"grid-template:repeat\((\d+),.*?repeat\((\d+),", page([Sheet(puzzle, "")], boards, "a4"))
    assert found == [(str(rows), str(columns))]


@pytest.mark.parametrize(("shape", "rows"), [((30, 2), "3"), ((31, 2), "1"), ((2, 30), "3"), ((2, 31), "1")])
def test_up_to_six_solutions_share_a_page_unless_a_board_has_more_than_thirty_cells_on_a_side(
    shape: tuple[int, int], rows: str
) -> None:
    width, height = shape
    (puzzle,) = read(f"infinity:{width}x{height}:{'5' * width * height}")
    text = page([Sheet(puzzle, "", "", puzzle.start)], 1, "a4")
    assert re.findall(r"grid-template:repeat\((\d+),", text) == ["1", rows]
