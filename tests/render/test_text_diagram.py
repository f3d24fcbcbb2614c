"""Positions as text diagrams: columns and rows are numbered, cells are marked, walls are shown."""

from termpuzzles.formats import read
from termpuzzles.games.model import Move, State
from termpuzzles.render.picture import BECAUSE, TARGET
from termpuzzles.render.text_diagram import IN_ASCII, text_diagram


def lines(text: str, hints: dict[int, int]) -> list[str]:
    (puzzle,) = read(text)
    return text_diagram(puzzle, puzzle.start, hints)


def test_columns_and_rows_are_numbered() -> None:
    diagram = lines("infinity:10x1:1555555555", {})
    assert diagram[0] == " " * 21 + "1"
    assert diagram[1] == "   1 2 3 4 5 6 7 8 9 0"


def test_a_hinted_cell_stands_between_triangles_and_a_run_it_rests_on_in_brackets() -> None:
    assert lines("infinity:4x1:1551", {0: TARGET, 2: BECAUSE, 3: BECAUSE})[1] == "1 ▸╶◂─(─╴╶)"


def test_a_wall_below_is_drawn_under_its_cell() -> None:
    assert lines("infinity:2x2:3h333", {})[2] == "   ▔"


def test_a_wrapped_row_goes_on_at_both_ends() -> None:
    assert lines("infinity:3x1w:555", {})[1] == "1 ───────"


def test_pins_are_heavy_and_notes_stand_between_cells() -> None:
    (puzzle,) = read("# pins: 1,1\n╺╸\n")
    state = puzzle.start
    assert text_diagram(puzzle, state, {})[1] == "1  ╺╾╴"
    noted = puzzle.game.play(puzzle, State.of(bytes(2)), Move.parse("cross 1,1 E", puzzle))
    assert text_diagram(puzzle, noted, {})[1] == "1   ×"


def test_a_text_diagram_can_be_written_in_ascii() -> None:
    diagram = lines("infinity:2x2:3h3v33", {0: TARGET, 3: BECAUSE})
    assert all(line.translate(IN_ASCII).isascii() for line in diagram)
    assert diagram[1].translate(IN_ASCII) == "1 >L<L<"


def test_of_a_large_board_the_part_around_the_targets_is_drawn_with_its_own_numbers() -> None:
    (puzzle,) = read(f"infinity:30x30:{'3' * 900}")
    target = puzzle.grid.cell(19, 14)
    lines = text_diagram(puzzle, puzzle.start, {target: TARGET, target + 1: BECAUSE}, (20, 10))
    assert lines == [
        "Columns 17 to 24, rows 12 to 18 of 30x30:",
        "    1 1 1 2 2 2 2 2",
        "    7 8 9 0 1 2 3 4",
        *lines[3:],
    ]
    assert [line.split()[0] for line in lines[3:]] == [str(row) for row in range(12, 19)]
    assert [line for line in lines if "▸" in line] == ["15 ╴└╴└╴└▸└◂└)└╴└╴└╴"]


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
