"""Small texts of our own in every form that other programs write, and the board that each of them is."""

from __future__ import annotations

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, decode, read, read_each
from termpuzzles.games.model import Puzzle

RING = "infinity:2x2:9c36"  # ┏┓ above ┗┛
PEARL = "https://puzz.link/p?mashu/3/2/96"  # ○·· above ·●·
OPEN = "https://puzz.link/p?simpleloop/2/2/"

NUMBERS = (
    "6 12\n3 9",
    "6 12 \n3 9 \n\n",
    "  6  12\n  3   9\n",
    "6\t12\n3\t9",
    "6,12\n3,9\n",
    "6, 12,\n3, 9\n",
    "6;12\r\n3;9\r\n",
    "2 2\n6 12\n3 9",
    "2\n2\n6 12\n3 9",
    "2\n2\n0\n6 12\n3 9",
    "2 2\n0\n6 12\n3 9",
    "# level 7\n6 12\n3 9",
    "06 12\n03 09",
    "[[6, 12], [3, 9]]",
    "[[6,12],[3,9]]\n",
    "[\n  [6, 12],\n  [3, 9]\n]",
    "[\n  [\n    6,\n    12\n  ],\n  [\n    3,\n    9\n  ]\n]",
    "[6, 12, 3, 9]",
    "[6, 12]\n[3, 9]",
    "[[ 6 12]\n [ 3  9]]",
    "array([[ 6, 12],\n       [ 3,  9]])",
    "array([[ 6, 12],\n       [ 3,  9]], dtype=int8)",
    "np.array([[6, 12], [3, 9]])",
    "6c\n39",
    "6C\n39\n",
)

PICTURES = (
    "┏┓\n┗┛",
    "┌┐\n└┘",
    "╔╗\n╚╝",
    "╭╮\n╰╯",
    "  ┏┓  \n  ┗┛\n",
    "\n\n┏┓\n┗┛\n   \n",
    "\ufeff┏┓\r\n┗┛\r\n",
)

KINDS = (  # how a tile is turned is not said, so another board of the same tiles will do
    ("LI\nT-\n", "infinity:2x2:3ad2"),
    ("L +\n-.T", "infinity:3x2:30f20d"),
    ("LL\nLL", "infinity:2x2:3333"),
    ("2\n2\n5 2\n5 0\n5 1\n5 3\n", "infinity:2x2:c396"),
    ("1\n2\n1 0\n0 3", "infinity:2x1:20"),
    ("1\n6\n0 0\n1 1\n2 1\n3 2\n4 0\n5 3", "infinity:6x1:015df6"),
)

NET = "4x3:121264518341"
IDS = (
    (NET, NET),
    ("net:" + NET, NET),
    ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#" + NET, NET),
    ("http://example.org/net.html#4x3%3A121264518341", NET),
    ("sgtpuzzles:net:" + NET, NET),
    ("4x3b0.25a:121264518341", NET),
    ("3x2:WcBa", PEARL),
    ("3x2dt:WcBa", PEARL),
    ("3x2dtn:WcBa", PEARL),
    ("3x2dhu:WcBa", PEARL),
    ("pearl:3x2dt:WcBa", PEARL),
    ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pearl.html#3x2dt:WcBa", PEARL),
    ("https://example.org/pearl.html#3x2%3AWcBa", PEARL),
    ("sgtpuzzles:pearl:3x2dt:WcBa", PEARL),
    ("2x1:BB", "https://puzz.link/p?mashu/2/1/o"),
    ("2x1:aB", "https://puzz.link/p?mashu/2/1/6"),
    ("2x1:5B", "2x1:5b"),
    ("2x1:EB", "2x1:eb"),
    ("7:zw", "https://puzz.link/p?mashu/7/7/00000000000000000"),
)

LINKS = (
    ("https://puzz.link/p?mashu/3/2/96", PEARL),
    ("http://pzv.jp/p.html?mashu/3/2/96", PEARL),
    ("puzz.link/p?mashu/3/2/96/", PEARL),
    ("https://puzz.link/p?mashu/3/2/96//", PEARL),
    ("https://puzz.link/p?masyu/3/2/96#top", PEARL),
    ("https://puzz.link/p?mashu/3/2/96 # a remark", PEARL),
    ("https://puzz.link/p?pearl/3/2/96", PEARL),
    ("mashu/3/2/96", PEARL),
    ("masyu/3/2/96", PEARL),
    ("https://puzz.link/p?mashu_edit/3/2/96", PEARL),
    ("https://puzz.link/p?type=player&mashu/3/2/96", PEARL),
    ("https://puzz.link/p?type=editor&mashu%2F3%2F2%2F96", PEARL),
    ("https://puzz.link/p?pzprv3/mashu/2/3/1 . ./. 2 ./0 0/0 0/0 0 0//", PEARL),
    (
        "https://puzz.link/p?type=player&pzprv3/mashu/2/3/1%20.%20.%20/.%202%20.%20/0%200%20/0%200%20/0%200%200%20//",
        PEARL,
    ),
    ("http://www.kanpen.net/masyu.html?problem=2/3/1_._._/._2_._/", PEARL),
    ("http://www.kanpen.net/masyu.html?pzpr=3/2/96", PEARL),
    ("http://indi.s58.xrea.com/mashu/sa/q.html?/3/2/96", PEARL),
    ("https://puzz.link/p?simpleloop/2/2//", OPEN),
    ("https://puzz.link/p?type=player&pzprv3/simpleloop/2/2/. ./. ./0/0/0 0//#1", OPEN),
)

BOARD = "pzprv3\nmashu\n2\n3\n1 . . \n. 2 . \n0 0 \n0 0 \n0 0 0 \n"
TEXTS = (
    BOARD,
    BOARD.replace("\n", "\r\n"),
    BOARD.replace(" \n", "\t\n").replace("pzprv3", "pzprv3\t"),
    BOARD.replace("\n", "/"),
    BOARD.rstrip(),
    "\n \n" + BOARD,
    "\ufeff" + BOARD,
    BOARD + "TrialData(1)\n1 . . \n. 2 . \n1 1 \n0 0 \n0 0 0 \n",
    BOARD + '\nhistory:{\n "type": "pzpr",\n "datas": [["BL,2,1,0,1"]]\n}',
    BOARD + "http://indi.s58.xrea.com/mashu/sa/q.html?/3/2/96\n",
    BOARD + '\ninfo:{"metadata": {"hard": "2"}}\n',
    "2\n3\n1 . .\n. 2 .\n0 0\n0 0\n0 0 0\n",
    "2\n3\n1 . . \n. 2 . \n",
)


def names(text: str) -> list[str]:
    """The ids of the puzzles in the text."""
    return [canonical_id(puzzle) for puzzle in read(text)]


@pytest.mark.parametrize("text", [*NUMBERS, *PICTURES])
def test_the_same_ring_is_read_from_every_grid(text: str) -> None:
    assert names(text) == [RING]
    assert [each.game.name for each in read(text, game="net")] == ["net"]


@pytest.mark.parametrize(("text", "name"), [*KINDS, *IDS, *LINKS])
def test_a_text_is_the_board_that_stands_beside_it(text: str, name: str) -> None:
    assert names(text) == [name]


@pytest.mark.parametrize("text", TEXTS)
def test_the_same_circles_are_read_from_every_text_of_the_editor(text: str) -> None:
    assert names(text) == [PEARL]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("L T L\nL L .\n", "infinity:3x2:3d3330"),
        ("  LIL\n  LIL\n", "infinity:3x2:3a33a3"),
        ("L IL\nL IL\n", "infinity:4x2:30a330a3"),
        ("# game: masyu\n● ·\n· ○\n", "https://puzz.link/p?mashu/2/2/i9"),
        ("# game: masyu\n○ ●\n● ○\n", "https://puzz.link/p?mashu/3/2/bj"),
        ("■ · ·\n. · ·\n", "https://puzz.link/p?simpleloop/3/2/g0"),
        ("■ ■\n■ ■\n", "https://puzz.link/p?simpleloop/3/2/mg"),
    ],
)
def test_spaces_between_all_cells_are_none_unless_they_may_be_open_cells(text: str, name: str) -> None:
    assert names(text) == [name]


def test_lines_that_part_grids_of_letters_are_three_ends_among_rows_of_three() -> None:
    assert names("LL\nLL\n---\nL L\nL L\n") == ["infinity:2x2:3333"] * 2
    assert names("LTL\n---\nLTL\n") == ["infinity:3x3:3d32223d3"]


def test_a_line_of_a_list_may_begin_with_a_tab() -> None:
    assert names("2x2:9c36\n\t2x1:14\tsecond\n") == ["2x2:9c36", "2x1:14"]
    with pytest.raises(PuzzleError, match=r"^2:8: expected a hex digit"):
        read("2x2:9c36\n\t 2x1:1x\n")


def test_an_array_has_the_header_of_a_grid() -> None:
    (puzzle,) = read("# game: net\n# wrap: both\n[[6, 12],\n## remark\n [3, 9]]\n")
    assert canonical_id(puzzle) == "2x2w:9c36"
    with pytest.raises(PuzzleError, match=r"^1:3: expected a header key .* Did you mean 'game'"):
        read("# gmae: net\n[[6, 12], [3, 9]]\n")


def test_braces_around_numbers_are_one_error() -> None:
    assert len(list(read_each("{6, 12},\n{3, 9}\n"))) == 1


def test_an_error_in_a_spaced_grid_of_letters_stands_where_the_letter_is() -> None:
    with pytest.raises(PuzzleError, match=r"^2:7: expected L, I, T, \+ or -"):
        read("  L T L\n  L T X\n")


def test_utf_16_is_read_by_its_mark() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        mark = b"" if encoding == "utf-16" else "\ufeff".encode(encoding)
        assert names(decode(mark + "┏┓\r\n┗┛\r\n".encode(encoding))) == [RING]
    with pytest.raises(PuzzleError, match=r"^in:2:1: expected text in UTF-8, found byte 0xff$"):
        decode(b"\xef\xbb\xbfa\n\xff", "in")
    with pytest.raises(PuzzleError, match=r"^in:2:2: expected text in UTF-16, found byte"):
        decode("\ufeff12\n3".encode("utf-16-le") + b"\x00\xd8", "in")


def test_author_and_comment_of_the_editor_are_kept_and_nothing_else() -> None:
    info = 'info:{"metadata": {"author": "A. N.\\nOther", "comment": "a {b} / \\"c\\"", "source": "x"}, "history": {}}'
    for text in (BOARD + "\n" + info, BOARD.replace("\n", "/") + info):
        (puzzle,) = read(text)
        assert puzzle.title == "A. N. Other"
        assert puzzle.header == (("note", 'a {b} / "c"'),)


def test_a_damaged_info_is_skipped_and_that_is_said() -> None:
    (reading,) = read_each(BOARD + '\ninfo:{"metadata": {"author": ')
    assert isinstance(reading.puzzle, Puzzle)
    assert reading.remarks == ("what follows info: is damaged; it was skipped",)


def test_lines_and_crosses_of_the_editor_are_kept() -> None:
    (puzzle,) = read("https://puzz.link/p?pzprv3/mashu/2/3/. . ./. . ./1 -1/0 0/0 0 1//")
    assert puzzle.start.lines == bytes((4, 1, 2, 0, 0, 8))
    assert puzzle.start.notes == bytes((0, 4, 1, 0, 0, 0))


def test_a_circle_of_unknown_colour_must_be_passed_and_no_more() -> None:
    text = "pzprv3/mashu/2/2/- ./. ./0/0/0 0/"
    (puzzle,) = read(text)
    assert puzzle.clues == bytes((3, 0, 0, 0))
    assert canonical_id(puzzle) == "https://puzz.link/p?pzprv3/mashu/2/2/-%20.%20/.%20.%20/0%20/0%20/0%200%20/"
    assert read(canonical_id(puzzle)) == read("# game: masyu\n◌·\n··") == [puzzle]


HEXAPIPES = '{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]'


def test_other_keys_of_hexapipes_are_skipped_and_named() -> None:
    (reading,) = read_each(HEXAPIPES + ', "comment": "", "solution": [1, 4]}')
    assert isinstance(reading.puzzle, Puzzle)
    assert canonical_id(reading.puzzle) == "2x1:14"
    assert [remark.split("'")[1] for remark in reading.remarks] == ["comment", "solution"]


def test_the_address_behind_the_button_of_hexapipes_holds_the_board() -> None:
    address = "data:text/json;charset=utf-8," + (HEXAPIPES + "}").replace(" ", "%20").replace('"', "%22")
    assert names(address) == ["2x1:14"]
    with pytest.raises(PuzzleError, match="save it there with Download"):
        read("https://hexapipes.vercel.app/square/5")


def save(game: str, params: str, desc: str, *moves: str, position: int = -1) -> str:
    """A save file of the collection after these moves; `position` counts states from 0, or -1 for the last."""
    states = len(moves) + 1
    fields = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        *(("VERSION", "1"), ("GAME", game), ("PARAMS", "9x9de"), ("CPARAMS", params), ("SEED", "1"), ("DESC", desc)),
        *(("UI", "O0,0;C1,1"), ("FUTURE", "x"), ("NSTATES", str(states))),
        ("STATEPOS", str(states if position < 0 else position + 1)),
        *(("RESTART" if move == desc else "SOLVE" if move[0] == "S" else "MOVE", move) for move in moves),
    ]
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in fields)


def test_a_game_of_pearl_goes_on_here() -> None:
    moves = ("F1,0,0;F4,1,0", "M8,1,0;M2,1,1", "F8,0,0;F2,0,1", "S;R9,0,0;R12,1,0;R3,0,1;R6,1,1")
    (puzzle,) = read(save("Pearl", "3x2dt", "BdB", *moves, position=3))
    assert canonical_id(puzzle) == "https://puzz.link/p?mashu/3/2/i2"
    assert puzzle.start.lines == bytes((4 | 2, 1, 0, 8, 0, 0))
    assert puzzle.start.notes == bytes((0, 2, 0, 0, 8, 0))
    assert [str(move) for move in puzzle.moves] == [
        "line 1,1 E",
        "cross 2,1 S",
        "line 1,1 S",
        "line 2,1 S; line 1,2 E",
    ]
    assert puzzle.position == 3


def test_a_game_of_pearl_may_be_begun_again() -> None:
    (puzzle,) = read(save("Pearl", "3x2", "BdB", "F1,0,0;F4,1,0", "BdB", "F1,1,0;F4,2,0"))
    assert [str(move) for move in puzzle.moves] == ["line 1,1 E", "clear 1,1 E", "line 2,1 E"]
    assert puzzle.start.lines == bytes((0, 4, 1, 0, 0, 0))


def test_a_hint_of_pearl_ends_what_can_be_read_of_a_game() -> None:
    (reading,) = read_each(save("Pearl", "3x2", "BdB", "F1,0,0;F4,1,0", "H", "F1,1,0;F4,2,0"))
    assert isinstance(reading.puzzle, Puzzle)
    assert [str(move) for move in reading.puzzle.moves] == ["line 1,1 E"]
    assert any("follow a hint" in remark for remark in reading.remarks)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("F1,0,0", "lines that go on in the next cell"),
        ("F4,0,0", "lines on the board, found one that leaves it"),
        ("F1,0,0;F4,1,0;M1,0,0;M4,1,0", "a line or a cross, found both at"),
        ("F16,0,0", "a move such as F1,0,0"),
        ("F1,3,0", "a cell of the 3x2 board"),
        ("X1,0,0", "a move such as F1,0,0"),
    ],
)
def test_a_move_of_pearl_that_cannot_be_made_is_told(move: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=f"^12:[0-9]+: expected {reason}"):
        read(save("Pearl", "3x2", "BdB", move))


def test_a_game_of_net_goes_on_here_whatever_its_version() -> None:
    text = save("Net", "2x1w", "14", "C0,0", "L1,0", "A0,0", position=2)
    without = text.replace("PARAMS  :5:9x9de\nC", "").replace("PARAMS :4", "PARAMS  :4")
    for form in (text, text.replace("\n", "\r\n"), text + "\n\n", without):
        (puzzle,) = read(form)
        assert [str(move) for move in puzzle.moves] == ["turn 1,1 1", "pin 2,1", "turn 1,1 3"]
        assert puzzle.position == 2
