"""What the painter sends makes a terminal show what is wanted: read back by pyte, and by a stricter reader."""

from __future__ import annotations

import re
from itertools import chain, product
from random import Random

import pyte
import pytest

from termpuzzles.terminal.cells import PLAIN, Pen, Run, change_pen, move_cost, move_cursor
from termpuzzles.terminal.painter import Painter, ScreenMove
from tests.data import sweep
from tests.tui.terminal import strict_screen
from tests.tui.terminal.strict_screen import StrictScreen

BOLD, DIM, UNDERLINE, REVERSE, STRIKE = 1, 2, 8, 64, 256
MARKS = {BOLD: "bold", DIM: "dim", UNDERLINE: "underline", REVERSE: "reverse", STRIKE: "strike"}
COLOURS = {
    "none": ("",),
    "16": ("", "31", "94"),
    "256": ("", "38;5;16", "38;5;231"),
    "all": ("", "38;2;1;2;3", "38;2;250;0;7"),
}
TEXTS = ("a", " ", "     ", "─┐", "╬═╬", "漢字"[0], "é", "e\u0301", "▸", "≈", "👍", "               ", "word and word")


def as_seen(run: Run) -> list[strict_screen.Cell]:
    """The cells that a run should show, computed without the painter."""
    ink, ground = (
        [int(number) for number in code.split(";")] if code else [] for code in (run.pen.ink, run.pen.ground)
    )
    colours = [tuple(code[1:]) if len(code) > 1 else tuple(code) for code in (ink, ground)]
    marks = frozenset(name for bit, name in MARKS.items() if run.pen.marks & bit)
    pen = strict_screen.Pen(colours[0], colours[1], marks)
    texts = list(run.text) if len(run.text) == run.columns else [run.text] + [""] * (run.columns - 1)
    return [strict_screen.Cell(text, pen).seen for text in texts]


def random_run(chance: Random, colours: tuple[str, ...]) -> Run:
    text = chance.choice(TEXTS)
    columns = {"漢": 2, "👍": 2, "e\u0301": 1}.get(text, len(text))
    ground = chance.choice(colours)
    ground = {"3": "4", "9": "10"}.get(ground[:1], "") + ground[1:]
    marks = chance.choice((0, 0, 0, BOLD, DIM, BOLD | DIM, UNDERLINE, REVERSE, STRIKE, BOLD | UNDERLINE))
    return Run(text, columns, Pen(chance.choice(colours), ground, marks))


class Wanted:
    """A screen as a plain list of cells, changed beside the painter; half a wide character is a blank."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [[strict_screen.Cell(" ", strict_screen.Pen())] * width for _ in range(height)]

    def put(self, y: int, x: int, run: Run) -> None:
        row, width = self.rows[y], len(self.rows[y])
        cells = as_seen(run)[: width - x]
        if len(run.text) < run.columns and len(cells) == 1:
            cells = [cells[0]._replace(text=" ").seen]
        row[x : x + len(cells)] = cells
        for at, cell in enumerate(row):
            wide = cell.text in ("漢", "👍")
            if (cell.text == "" and row[at - 1].text not in ("漢", "👍")) or (
                wide and (at + 1 == width or row[at + 1].text != "")
            ):
                row[at] = cell._replace(text=" ").seen


def texts(cells: list[list[strict_screen.Cell]]) -> list[list[str]]:
    return [[cell.text for cell in row] for row in cells]


@pytest.mark.parametrize("erases", [True, False], ids=["erases in colour", "erases without"])
@pytest.mark.parametrize("depth", COLOURS)
def test_whatever_is_put_resized_or_forgotten_both_readers_show_what_is_wanted(depth: str, erases: bool) -> None:
    chance = Random(f"{depth} {erases}")
    width, height = 24, 6
    painter, wanted = Painter(width, height, erases_in_colour=erases), Wanted(width, height)
    strict = StrictScreen(width, height, erases_in_colour=erases)
    for _ in range(sweep.share(250, 8)):
        match chance.randrange(40):
            case 0:
                width, height = chance.randint(1, 40), chance.randint(1, 9)
                painter.resize(width, height)
                strict.resize(width, height)
                wanted = Wanted(width, height)
            case 1:
                painter.forget()
                strict.resize(width, height)
                strict.pen = None
            case 2:
                strict.feed(painter.leave())
                assert strict.pen == strict_screen.Pen()
                strict.resize(width, height)
            case _:
                for _ in range(chance.choice((1, 1, 2, 5, 30))):
                    y, x, run = chance.randrange(height), chance.randrange(width), random_run(chance, COLOURS[depth])
                    painter.put(y, x, [run])
                    wanted.put(y, x, run)
        painter.synchronized = chance.random() < 0.5
        cursor = chance.randrange(height), chance.randrange(width)
        strict.feed(painter.paint(cursor, chance.choice((None, 1, 3))))
        if painter.is_behind and chance.random() < 0.5:
            continue  # something else is wanted before all is painted
        while painter.is_behind:
            strict.feed(painter.paint(cursor, 2))
        assert texts(strict.seen()) == texts(wanted.rows)
        if width > 1:  # a wide character without room becomes a blank, whose pen is not checked
            assert strict.at == cursor
        assert pens(strict, wanted) == []


def test_an_update_in_parts_is_shown_at_once_where_the_terminal_can_do_that() -> None:
    painter = Painter(20, 6)
    painter.synchronized = True
    for y in range(6):
        painter.put(y, 0, [Run("some words", 10, PLAIN)])
    parts = [painter.paint((0, 0), 2)]
    while painter.is_behind:
        parts.append(painter.paint((0, 0), 2))
    assert [("\x1b[?2026h" in part, "\x1b[?2026l" in part) for part in parts] == [
        (True, False),
        (False, False),
        (False, True),
    ]
    assert painter.paint((0, 0), 2) == ""


def test_an_update_of_more_than_1000_characters_is_shown_at_once_and_a_shorter_one_as_it_comes() -> None:
    at_once, lengths = dict[int, bool](), range(980, 1000)
    for length in lengths:
        painter = Painter(1100, 1)
        painter.synchronized = True
        painter.paint((0, 0))
        painter.put(0, 0, [Run("x" * length, length, Pen("31"))])
        sent = painter.paint((0, 0))
        bare = sent.removeprefix("\x1b[?2026h").removesuffix("\x1b[?2026l")
        assert len(sent) - len(bare) in (0, 16)
        at_once[len(bare)] = len(sent) > len(bare)
    assert {1000, 1001} <= at_once.keys()
    assert all(shown == (length > 1000) for length, shown in at_once.items())


@pytest.mark.parametrize("y", [-2, -1, 3, 4])
def test_what_is_put_in_a_row_that_is_not_on_the_screen_shows_nowhere(y: int) -> None:
    painter = Painter(8, 3)
    painter.paint((0, 0))
    painter.put(y, 0, [Run("nowhere", 7, PLAIN)])
    assert painter.paint((0, 0)) == ""


def pens(strict: StrictScreen, wanted: Wanted) -> list[tuple[strict_screen.Cell, strict_screen.Cell]]:
    """The cells that show another pen than the wanted one."""
    pairs = zip(chain(*strict.seen()), chain(*wanted.rows), strict=True)
    return [(seen, cell) for seen, cell in pairs if seen != cell]


def test_pyte_reads_the_same() -> None:
    chance = Random(3)
    painter, wanted = Painter(30, 8), Wanted(30, 8)
    screen = pyte.Screen(30, 8)
    stream = pyte.Stream(screen)
    for _ in range(120):
        run = random_run(chance, COLOURS["256"])
        if run.text.isascii() or run.text[0] in "─╬▸":
            y, x = chance.randrange(8), chance.randrange(30)
            painter.put(y, x, [run])
            wanted.put(y, x, run)
        cursor = chance.randrange(8), chance.randrange(30)
        stream.feed(painter.paint(cursor))
        assert screen.display == ["".join(row) for row in texts(wanted.rows)]
        assert (screen.cursor.y, screen.cursor.x) == cursor
        bold = [[screen.buffer[y][x].bold for x in range(30)] for y in range(8)]
        for y, row in enumerate(wanted.rows):
            assert all(bold[y][x] == ("bold" in cell.pen.marks) for x, cell in enumerate(row) if cell.text != " ")


def test_nothing_is_sent_for_what_is_shown_already() -> None:
    painter = Painter(10, 2)
    painter.put(0, 3, [Run("abc", 3, Pen("31"))])
    assert painter.paint((0, 0))
    painter.put(0, 3, [Run("abc", 3, Pen("31"))])
    painter.put(1, 0, [Run("  ", 2, Pen("31", "", BOLD))])  # a blank shows neither ink nor weight
    assert painter.paint((0, 0)) == ""


def test_no_code_that_text_holds_reaches_the_terminal() -> None:
    painter = Painter(30, 1)
    painter.put(0, 0, [Run("a\x1b]0;owned\x07b\x9b2J\x85\r\n", 17, PLAIN), Run("\x1b[2J漢", 2, PLAIN)])
    sent = painter.paint()
    assert "\x07" not in sent
    assert "\x9b" not in sent
    assert sent.count("\x1b") == sent.count("\x1b[")
    assert sent.count("\x1b[2J") == 1  # our own, at the start


def test_more_pens_than_are_kept_do_no_harm() -> None:
    painter, strict = Painter(20, 1), StrictScreen(20, 1)
    wanted = [strict_screen.Cell(" ", strict_screen.Pen())] * 20
    for number in range(4200):
        run = Run("x", 1, Pen(f"38;2;{number % 250};{number // 250};7"))
        painter.put(0, number % 19, [run])
        wanted[number % 19] = as_seen(run)[0]
        if number % 60 == 0:
            strict.feed(painter.paint((0, 0)))
            assert strict.seen()[0] == wanted
    assert len(painter._cells._pens) <= 4002
    assert len(painter._changes) <= 401


def test_the_pen_changes_in_the_fewest_bytes() -> None:
    red = Pen("38;5;9")
    assert change_pen(None, PLAIN) == "\x1b[m"
    assert change_pen(red, red) == ""
    assert change_pen(red, Pen("38;5;9", "", BOLD)) == "\x1b[1m"
    assert change_pen(Pen("", "", BOLD | DIM), Pen("", "", DIM)) in ("\x1b[22;2m", "\x1b[0;2m")
    assert change_pen(Pen("31", "48;5;17", UNDERLINE), Pen("31", "48;5;17")) == "\x1b[24m"


def checkered(painter: Painter, erases: bool) -> StrictScreen:
    """Paint tiles of two grounds, with a line in each, and return the terminal that shows them."""
    strict = StrictScreen(painter.width, painter.height, erases_in_colour=erases)
    for y in range(9):
        for x in range(8):
            ground = ("48;5;234", "48;5;235")[(x + y // 3) % 2]
            painter.put(3 + y, 10 + 5 * x, [Run("  │  " if y % 3 else "     ", 5, Pen("38;5;248", ground))])
    strict.feed(painter.paint((0, 0)))
    return strict


@pytest.mark.parametrize("erases", [True, False], ids=["erases in colour", "erases without"])
def test_tiles_of_two_grounds_are_shown(erases: bool) -> None:
    painter = Painter(60, 14, erases_in_colour=erases)
    strict = checkered(painter, erases)
    for y in range(9):
        for x in range(40):
            cell = strict.rows[3 + y][10 + x]
            assert cell.pen.ground == (5, 234 + (x // 5 + y // 3) % 2)
            assert cell.text == ("│" if y % 3 and x % 5 == 2 else " ")


def test_one_of_two_grounds_is_laid_in_one_piece_a_row() -> None:
    painter = Painter(60, 14)
    checkered(painter, True)
    painter.forget()
    sent = painter.paint((0, 0))
    assert sent.count("\x1b[40X") + sent.count("\x1b[35X") == 9
    assert len(sent.encode()) < 640  # 48 lines of three bytes, 24 pieces of five columns, nine of the other ground


def test_a_screen_of_which_little_stays_is_cleared_first() -> None:
    painter, strict = Painter(40, 10), StrictScreen(40, 10)
    for y in range(10):
        painter.put(y, 2, [Run(f"line {y} of a long text", 21, Pen("31", "44"))])
    strict.feed(painter.paint((0, 0)))
    for y in range(10):
        painter.put(y, 0, [Run(" " * 40, 40, PLAIN)])
    painter.put(4, 7, [Run("gone", 4, Pen("32"))])
    sent = painter.paint((0, 0))
    strict.feed(sent)
    assert sent.encode() == b"\x1b[m\x1b[2J\x1b[5;8H\x1b[32mgone\x1b[H"
    assert "".join(cell.text for row in strict.seen() for cell in row).split() == ["gone"]


def test_no_screen_is_cleared_first_where_erasing_leaves_no_colour() -> None:
    painter = Painter(40, 10, erases_in_colour=False)
    for text in ("first", "other"):
        for y in range(10):
            painter.put(y, 0, [Run(f"{text} line".ljust(40), 40, Pen("31", "44"))])
        sent = painter.paint((0, 0))
    assert "\x1b[2J" not in sent


@pytest.mark.parametrize("ways", [(1, 0), (-1, 0), (0, 1), (0, -1)], ids=["left", "right", "up", "down"])
def test_what_has_moved_is_moved_by_the_terminal(ways: tuple[int, int]) -> None:
    chance = Random(str(ways))
    for _ in range(sweep.share(100, 12)):
        width, height = chance.randint(30, 60), chance.randint(6, 12)
        x, y = chance.randint(0, 5), chance.randint(0, 2)
        wide, high = width - x - chance.choice((0, 4)), height - y - chance.choice((0, 2))
        left, up = ways[0] * chance.randint(1, wide // 2), ways[1] * chance.randint(1, high // 2)
        cells = [[(chance.choice("ab▀"), chance.choice("123")) for _ in range(width)] for _ in range(height)]
        fresh = [[(chance.choice("cd "), chance.choice("123")) for _ in range(width)] for _ in range(height)]
        after = [list(row) for row in cells]
        for row, column in product(range(y, y + high), range(x, x + wide)):
            inside = y <= row + up < y + high and x <= column + left < x + wide
            after[row][column] = (cells[row + up] if inside else fresh[row])[column + left if inside else column]
        sent = {}
        for moves in (False, True):
            painter, strict, screen = Painter(width, height), StrictScreen(width, height), pyte.Screen(width, height)
            readers = strict, pyte.Stream(screen)
            put_all(painter, cells)
            first = painter.paint()
            put_all(painter, after)
            if moves:
                painter.moved(ScreenMove(x, y, wide, high, left, up))
            sent[moves] = painter.paint()
            for reader in readers:
                reader.feed(first)
                reader.feed(sent[moves])
            wanted = [[as_seen(Run(text, 1, Pen("3" + ink)))[0] for text, ink in row] for row in after]
            assert strict.seen() == wanted
            assert screen.display == ["".join(text for text, _ in row) for row in after]
            assert painter.paint() == ""
        assert len(sent[True]) <= len(sent[False])


@pytest.mark.parametrize("width", range(12, 30))
def test_the_terminal_moves_what_it_shows_where_that_mends_as_many_cells_as_it_takes_characters(width: int) -> None:
    painter, move = Painter(width, 1), ScreenMove(0, 0, width, 1, 1, 0)
    shown = [("ab"[x % 2], "1") for x in range(width)]
    put_all(painter, [shown])
    painter.paint()
    put_all(painter, [[*shown[1:], ("c", "1")]])
    painter.moved(move)
    assert ("\x1b[1P" in painter.paint()) == (width - 1 >= len(move.code()))


@pytest.mark.parametrize(
    ("move", "is_within"),
    [
        ((0, 0, 9, 5, 1, 0), True),  # the whole screen
        ((0, 0, 9, 5, 0, 1), True),
        ((0, 0, 9, 5, -8, 0), True),  # of which one column stays
        ((0, 0, 9, 5, 9, 0), False),
        ((0, 0, 9, 5, -9, 0), False),
        ((0, 0, 9, 5, 0, 4), True),
        ((0, 0, 9, 5, 0, 5), False),
        ((0, 0, 9, 5, 0, -5), False),
        ((0, 0, 9, 5, 0, 0), False),
        ((0, 0, 9, 5, 1, 1), False),  # both ways
        ((3, 2, 6, 3, 1, 0), True),  # up to the lower right corner
        ((3, 2, 7, 3, 1, 0), False),
        ((3, 2, 6, 4, 0, 1), False),
        ((-1, 0, 6, 3, 1, 0), False),
        ((0, -1, 6, 3, 1, 0), False),
        ((0, 0, 1, 5, 1, 0), False),  # of a single column nothing stays
        ((0, 0, 9, 1, 0, 1), False),
    ],
)
def test_a_part_has_moved_only_if_it_is_on_the_screen_and_some_of_it_stays(
    move: tuple[int, int, int, int, int, int], is_within: bool
) -> None:
    assert ScreenMove(*move).is_within(9, 5) == is_within


def put_all(painter: Painter, cells: list[list[tuple[str, str]]]) -> None:
    for y, row in enumerate(cells):
        painter.put(y, 0, [Run(text, 1, Pen("3" + ink)) for text, ink in row])


@pytest.mark.parametrize("moves", [(5, 0, 5, 4, 2, 0), (0, 3, 8, 3, 0, 1), (0, 0, 8, 4, 1, 1), (0, 0, 8, 4, 8, 0)])
def test_what_cannot_have_moved_is_painted_as_ever(moves: tuple[int, int, int, int, int, int]) -> None:
    painter = Painter(8, 4)
    painter.paint()
    put_all(painter, [[("a", "1")] * 8] * 4)
    painter.moved(ScreenMove(*moves))
    assert not re.search("\x1b\\[[0-9;]*[rLMP@]", painter.paint())


def test_the_cursor_moves_in_the_fewest_bytes() -> None:
    assert move_cursor((5, 5), 5, 5) == ""
    assert move_cursor((5, 5), 5, 3) == "\b\b"
    assert move_cursor((5, 5), 5, 0) == "\r"
    assert move_cursor((5, 5), 6, 0) == "\r\n"
    assert move_cursor((5, 5), 5, 8) == "\x1b[3C"
    assert move_cursor((5, 5), 4, 5) == "\x1bM"
    assert move_cursor((5, 5), 6, 4) == "\v\b"
    assert move_cursor((5, 5), 8, 5) == "\v\v\v"
    assert move_cursor((5, 5), 9, 5) == "\x1b[4B"
    assert move_cursor((5, 5), 5, 0) == "\r"
    assert move_cursor((15, 75), 3, 5) == "\x1b[4;6H"
    assert move_cursor(None, 0, 0) == "\x1b[H"


def test_the_length_of_a_code_that_places_the_cursor_is_told_without_it() -> None:
    edges = [0, 1, 2, 4, 7, 8, 9, 10, 60, 97, 98, 99, 100, 110, 997, 998, 999, 1000]
    for y, x in product(edges, repeat=2):
        steps = ((y + far, x + far) for far in (2, 12, 50, 98, 99, 100))
        for at in (
            None,
            (y, x),
            (0, 0),
            (8, 9),
            (y, x + 3),
            (y + 12, x),
            *steps,
            *((abs(y - 1), abs(x - d)) for d in edges),
        ):
            assert move_cost(at, y, x) == len(move_cursor(at, y, x)), (at, y, x)


def bytes_sent(depth: str, erases: bool) -> int:
    """How much is sent for fifty updates of a small screen: text, blanks, tiles, and parts that have moved."""
    chance, width, height = Random(f"bytes {depth}"), 60, 12
    painter, sent = Painter(width, height, erases_in_colour=erases), 0
    for number in range(50):
        ground = Pen("", COLOURS[depth][-1].replace("38;", "48;").replace("94", "104"))
        for _ in range(chance.choice((1, 1, 3, 12, 40))):
            run = random_run(chance, COLOURS[depth])
            painter.put(chance.randrange(height), chance.randrange(width), [run])
        if number % 10 == 5:
            y, x = chance.randrange(height - 4), chance.randrange(width - 20)
            for row in range(y, y + 4):
                painter.put(row, x, [Run(" " * 18, 18, ground)])
        if number % 10 == 8:
            before = list(painter.rows())
            for row in range(2, height - 1):
                painter.put(row, 0, before[row + 1])
            painter.moved(ScreenMove(0, 2, width, height - 2, 0, 1))
        sent += len(
            painter.paint((chance.randrange(height), chance.randrange(width)), chance.choice((None, 5))).encode()
        )
    return sent


@pytest.mark.parametrize(
    ("depth", "sent", "without_erasing"),
    [("none", 9001, 8954), ("16", 14831, 15203), ("256", 19850, 20193), ("all", 15338, 15626)],
)
def test_as_many_bytes_are_sent_as_were_recorded(depth: str, sent: int, without_erasing: int) -> None:
    assert (bytes_sent(depth, True), bytes_sent(depth, False)) == (sent, without_erasing), (
        "whoever changes what the painter sends records anew how much that is"
    )
