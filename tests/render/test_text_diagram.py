"""Positions as text diagrams: columns and rows are numbered, cells are marked, walls are shown."""

from termpuzzles.formats import read
from termpuzzles.games.model import Move, State
from termpuzzles.render.picture import BECAUSE, TARGET
from termpuzzles.render.text_diagram import IN_ASCII, chart


def lines(text: str, hints: dict[int, int]) -> list[str]:
    (puzzle,) = read(text)
    return chart(puzzle, puzzle.start, hints)


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
    assert chart(puzzle, state, {})[1] == "1  ╺╾╴"
    noted = puzzle.game.play(puzzle, State.of(bytes(2)), Move.parse("cross 1,1 E", puzzle))
    assert chart(puzzle, noted, {})[1] == "1   ×"


def test_a_text_diagram_can_be_written_in_ascii() -> None:
    diagram = lines("infinity:2x2:3h3v33", {0: TARGET, 3: BECAUSE})
    assert all(line.translate(IN_ASCII).isascii() for line in diagram)
    assert diagram[1].translate(IN_ASCII) == "1 >L<L<"
