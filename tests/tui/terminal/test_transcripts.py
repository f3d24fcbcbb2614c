"""What is sent for what is wanted, byte by byte, and what is understood of what comes; a person has approved both."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from termpuzzles.terminal.cells import PLAIN, Pen, Run, change_pen, go_to, move_cost, move_cursor
from termpuzzles.terminal.input import LONGEST_PASTE, Input, Token
from termpuzzles.terminal.painter import Painter, ScreenMove
from tests.approved import approve
from tests.tui.terminal.strict_screen import StrictScreen


def spelled(text: str) -> str:
    """The text with its control characters as escapes, and each code in a form that can be read."""
    return text.replace("\x1b", "^").encode("unicode_escape").decode() if text.isascii() else _all_spelled(text)


def _all_spelled(text: str) -> str:
    return "".join(each if each > "\x9f" else spelled(each) for each in text)


# --- pens and the cursor ---

PENS = {
    "plain": PLAIN,
    "red": Pen("31"),
    "red on blue": Pen("31", "44"),
    "on blue": Pen("", "44"),
    "on red": Pen("", "41"),
    "on green": Pen("", "42"),
    "bold": Pen("", "", 1),
    "dim": Pen("", "", 2),
    "bold dim": Pen("", "", 3),
    "italic": Pen("", "", 4),
    "underlined": Pen("", "", 8),
    "reverse": Pen("", "", 64),
    "struck bold red": Pen("31", "", 257),
    "concealed": Pen("", "", 128),
    "double underlined": Pen("", "", 512),
    "framed, circled, overlined": Pen("", "", 7 << 10),
    "blinking": Pen("", "", 16),
    "blinking fast": Pen("", "", 32),
    "many colours": Pen("38;2;1;2;3", "48;5;17", 1),
}


ON = {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7, 9: 8, 21: 9, 51: 10, 52: 11, 53: 12}  # the bit that a code sets
OFF = {
    22: (0, 1),
    23: (2,),
    24: (3, 9),
    25: (4, 5),
    27: (6,),
    28: (7,),
    29: (8,),
    54: (10, 11),
    55: (12,),
}  # by ECMA-48


def drawn_with(pen: Pen, code: str) -> Pen:
    """The pen of a terminal that drew with this one, after the code."""
    if not code:
        return pen
    ink, ground, marks = pen.ink, pen.ground, pen.marks
    numbers = iter(code.removeprefix("\x1b[").removesuffix("m").split(";"))
    for text in numbers:
        number = int(text or 0)
        if number == 0:
            ink, ground, marks = "", "", 0
        elif number in ON:
            marks |= 1 << ON[number]
        elif number in OFF:
            marks &= ~sum(1 << bit for bit in OFF[number])
        else:
            whole = text
            if text in ("38", "48"):
                kind = next(numbers)
                whole = ";".join([text, kind, *(next(numbers) for _ in range({"5": 1, "2": 3}[kind]))])
            if number in (39, 49):
                whole = ""
            if number // 10 in (3, 9):
                ink = whole
            else:
                ground = whole
    return Pen(ink, ground, marks)


def test_the_code_between_two_pens_leads_from_one_to_the_other_and_is_no_longer_than_to_begin_anew() -> None:
    for pen in PENS.values():
        anew = change_pen(None, pen)
        assert drawn_with(Pen("35", "46", (1 << 13) - 1), anew) == pen
        for before in PENS.values():
            code = change_pen(before, pen)
            assert drawn_with(before, code) == pen
            assert (code == "") == (before == pen)
            assert len(code) <= len(anew)


def test_the_codes_of_pens_are_as_approved() -> None:
    lines = [f"first {name}: {spelled(change_pen(None, pen))}" for name, pen in PENS.items()]
    for name in ("red", "struck bold red"):
        codes = (f"{after}: {spelled(change_pen(PENS[name], pen))}" for after, pen in PENS.items() if after != name)
        lines += [f"from {name}", *(f"  {code}" for code in codes)]
    approve(__file__, "terminal_pens", "\n".join(lines))


def test_a_pen_leaves_blanks_bare_unless_it_draws_on_them() -> None:
    for bit in range(13):
        pen = Pen("31", "44", 1 << bit)
        seen = bit in (3, 6, 8, 9, 10, 11, 12)  # lines, frames and reversal
        assert pen.leaves_blanks_bare != seen
        assert pen.for_blanks == (pen if seen else Pen("", "44"))


PLACES = [(0, 0), (0, 1), (1, 0), (5, 5), (5, 6), (5, 4), (5, 9), (5, 20), (4, 5), (6, 5), (8, 5), (9, 5), (20, 5)]
PLACES += [(3, 5), (2, 5), (6, 0), (7, 0), (4, 0), (4, 2), (9, 9), (9, 99), (98, 98), (99, 99), (100, 5), (5, 120)]


def test_the_cursor_is_placed_in_no_more_characters_than_by_its_place_and_as_many_as_are_counted() -> None:
    screen = StrictScreen(130, 130)
    for at in ((5, 5), (0, 0), (99, 99), (12, 0)):
        for place in PLACES:
            code = move_cursor(at, *place)
            screen.feed(go_to(*at) + code)
            assert screen.at == place
            assert len(code) == move_cost(at, *place) <= len(go_to(*place))


def test_an_unknown_place_is_reached_by_the_place_alone() -> None:
    screen = StrictScreen(120, 120)
    for y in (0, 1, 9, 10, 99):
        for x in (0, 1, 9, 10, 99):
            screen.feed(go_to(y, x))
            assert screen.at == (y, x)
            assert move_cursor(None, y, x) == go_to(y, x)


# --- the painter ---


class Told:
    """A painter with a terminal that shows what it sends; each step is written down."""

    def __init__(self, width: int, height: int, erases: bool = True) -> None:
        self.painter = Painter(width, height, erases_in_colour=erases)
        self.screen = StrictScreen(width, height, erases_in_colour=erases)
        self.lines: list[str] = []
        self.wanted = [[" "] * width for _ in range(height)]  # what was put where

    def put(self, y: int, x: int, text: str, pen: str = "plain") -> None:
        self.painter.put(y, x, [Run(text, len(text), PENS[pen])])
        if 0 <= y < len(self.wanted):
            self.wanted[y][x : x + len(text)] = text
        self.lines.append(f"put {text!r} {pen} at {y}, {x}")

    def paint(self, cursor: tuple[int, int] | None = (0, 0), rows: int | None = None) -> str:
        sent = self.painter.paint(cursor, rows)
        self.screen.feed(sent)
        behind = ", behind" if self.painter.is_behind else ""
        self.lines.append(f"  sent {len(sent.encode())} bytes{behind}: {spelled(sent)}")
        return sent

    def shows(self) -> list[str]:
        return ["".join(cell.text for cell in row) for row in self.screen.rows]

    def is_right(self) -> bool:
        """Whether the terminal shows just what was put."""
        return self.shows() == ["".join(row) for row in self.wanted] and not self.painter.is_behind


def text_and_blanks(erases: bool) -> Told:
    told = Told(20, 4, erases)
    told.paint()
    told.put(0, 0, "hello world", "red")
    told.put(1, 3, "ab", "bold")
    told.paint()
    told.put(0, 2, "y", "red")
    told.put(0, 6, "W", "red")
    told.paint()
    told.put(0, 0, "                    ", "on blue")
    told.paint((3, 19))
    told.put(1, 3, "  ")
    told.put(2, 0, "x    y     z      w ", "red on blue")
    told.paint()
    told.put(2, 1, "    ", "underlined")
    told.put(2, 6, "     ", "reverse")
    told.paint(None)
    told.put(3, 16, "edge", "red")
    told.paint(None)
    told.put(3, 16, "    ")
    told.put(2, 0, "x" * 20)
    told.paint(None)
    return told


@pytest.mark.parametrize("erases", [True, False])
def test_what_is_sent_for_text_and_blanks_is_as_approved(erases: bool) -> None:
    told = text_and_blanks(erases)
    assert told.shows() == [" " * 20, " " * 20, "x" * 20, " " * 20]
    approve(__file__, f"terminal_blanks_{'erasing' if erases else 'writing'}", "\n".join(told.lines))


def test_gaps_are_leapt_over_or_painted_again_and_nothing_else_changes() -> None:
    told = Told(30, 3)
    told.put(0, 0, "abcdefghijklmnopqrstuvwxyz", "red")
    told.put(1, 0, "▀▄─│▀▄─│▀▄─│▀▄─│▀▄─│", "red")
    told.paint()
    for gap in range(1, 7):
        told.put(0, 2, "A" if gap % 2 else "B", "red")
        told.put(0, 3 + gap, "C" if gap % 2 else "D", "red")
        told.paint()
        told.put(1, 2, "A" if gap % 2 else "B", "red")
        told.put(1, 3 + gap, "C" if gap % 2 else "D", "red")
        told.paint()
        assert told.is_right()
    told.put(0, 5, "x", "bold")
    told.put(0, 7, "y", "bold")
    told.put(0, 6, " ", "on blue")
    told.paint()
    told.put(2, 0, "≈a", "red")
    told.put(2, 4, "©b", "red")
    told.paint()
    told.put(2, 1, "c", "red")
    told.put(2, 5, "d", "red")
    told.paint()
    assert told.is_right()


def test_of_many_pieces_those_of_one_pen_are_sent_one_after_the_other() -> None:
    told = Told(40, 8)
    told.paint()
    for y in range(8):
        told.put(y, 5, "one", "red")
        told.put(y, 20 - y, "two", "bold")
        told.put(y, 30, "   ", "on blue")
    words = re.findall("one|two", told.paint((4, 4)))
    assert words in (["one"] * 8 + ["two"] * 8, ["two"] * 8 + ["one"] * 8)
    assert told.is_right()
    for y in range(0, 8, 3):
        told.put(y, 5, "ONE", "red")
        told.put(y, 30, "3 3", "red on blue")
    told.paint((4, 4))
    assert told.is_right()


def test_the_nearest_of_the_next_twelve_pieces_is_painted_first() -> None:
    for cursor, first in ((0, 0), (10, 10), (11, 11), (12, 0)):
        painter = Painter(120, 3)
        painter.put(1, 0, [Run("." * 120, 120, PLAIN)])
        painter.paint((1, 7 * cursor))
        for place in range(16):
            painter.put(1, 7 * place, [Run(chr(0xC0 + place), 1, PLAIN)])
        sent = painter.paint(None)
        assert next(each for each in sent if each >= chr(0xC0)) == chr(0xC0 + first)


def test_what_is_sent_for_a_new_screen_lays_the_most_common_grounds_first() -> None:
    told = Told(16, 5)
    for y in range(5):
        told.put(y, 0, " " * 16, "on blue")
    told.put(1, 4, "        ", "many colours")
    told.put(2, 4, "  text  ", "many colours")
    told.put(3, 2, "words", "red")
    told.paint((4, 15))
    told.painter.forget()
    told.screen.resize(16, 5)
    told.screen.pen = None
    told.lines.append("forgotten")
    told.paint((4, 15))
    told.lines.append(f"left: {spelled(told.painter.leave())}")
    told.screen.resize(16, 5)
    told.screen.pen = None
    told.paint(None)
    told.painter.resize(6, 2)
    told.screen.resize(6, 2)
    told.lines.append("6x2")
    told.put(0, 4, "cut off", "red")
    told.put(-1, 0, "above")
    told.put(2, 0, "below")
    told.paint()
    assert told.shows() == ["    cu", "      "]
    approve(__file__, "terminal_new_screen", "\n".join(told.lines))


def test_rows_of_several_grounds_are_painted_with_each_ground_in_its_place() -> None:
    told = Told(16, 9)
    letters = {"b": "on blue", "m": "many colours", "r": "on red", "g": "on green"}
    rows = (
        *("bbbbbbbbbbbbbbbb", "brmmmrmmmmrbbbbb", "rrmmmrmmmmrrrrrr", "mmmrmmmmmmmmmrmm", "bmmmmmmmmmmmmmmb"),
        *("bbmmmmrbbbrmmmbb", "bgmmgmmbbbbbbbbb", "brrbbbbbbbrmmrmm", "bbbbbbbbbbbbbbmr"),
    )
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            told.put(y, x, " ", letters[letter])
    told.lines = list(rows)
    told.paint((8, 15))
    seen = {letter: PENS[name].ground for letter, name in letters.items()}
    for y, row in enumerate(rows):
        shown = [";".join(map(str, cell.pen.ground)) for cell in told.screen.rows[y]]
        assert shown == [seen[letter].removeprefix("48;") for letter in row]


def test_wide_characters_and_accents_are_sent_as_approved() -> None:
    told = Told(12, 2)
    told.paint()
    painter = told.painter
    for y, x, text, columns in (
        (0, 0, "漢", 2),
        (0, 4, "e\u0301", 1),
        (0, 6, "👍", 2),
        (1, 11, "漢", 2),
        (1, 0, "\x1b\x07", 2),
    ):
        painter.put(y, x, [Run(text, columns, PLAIN)])
        told.lines.append(f"put {text!a} at {y}, {x}")
    told.paint()
    told.put(0, 1, "x")
    told.put(0, 6, "y")
    told.paint()
    painter.put(0, 2, [Run("", 0, PLAIN), Run("字", 2, PENS["bold"])])
    told.paint()
    painter.put(0, 1, [Run("漢", 2, PLAIN)])
    told.paint()
    approve(__file__, "terminal_wide", "\n".join(told.lines))


def test_moves_of_the_screen_are_coded_and_applied_as_approved() -> None:
    rows = [(chr(97 + y) * 2 + "0123456", "p" * 9) for y in range(5)]
    lines = []
    for move in (
        ScreenMove(0, 1, 9, 3, 0, 1),
        ScreenMove(0, 1, 9, 3, 0, -2),
        ScreenMove(2, 0, 7, 5, 3, 0),
        ScreenMove(2, 3, 5, 2, -2, 0),
    ):
        moved = move.applied(rows[move.y : move.y + move.height])
        lines += [str(tuple(move)), f"  {spelled(move.code())}"]
        lines += [f"  {cells} {pens}".replace("\0", "?") for cells, pens in moved]
    approve(__file__, "terminal_moves", "\n".join(lines))


def test_an_update_in_parts_ends_with_the_last_row_that_differs() -> None:
    told = Told(10, 6)
    told.paint()
    for y in (0, 2, 3, 5):
        told.put(y, 0, "abc")
    told.paint((1, 1), 2)
    assert [row.strip() for row in told.shows()] == ["abc", "", "abc", "", "", ""]
    told.put(0, 4, "x")
    for _ in range(2):
        told.paint((1, 1), 2)
    assert told.is_right()
    assert told.paint((1, 1), 2) == ""


# --- input ---


def token_text(token: Token) -> str:
    fields = ", ".join(ascii(field) if len(ascii(field)) < 60 else f"{len(str(field))} characters" for field in token)
    return f"{type(token).__name__}({fields})"


def heard(sent: Sequence[tuple[float, bytes]], asked: int = 0) -> list[str]:
    """The tokens, each with the time at which it was understood; deadlines are kept."""
    lines: list[str] = []
    source, now = Input(), 0.0
    for _ in range(asked):
        source.expect_answers()

    def until(end: float) -> None:
        while source.deadline is not None and source.deadline <= end:
            at = source.deadline
            lines.extend(f"  {at:g} s, expired: {token_text(token)}" for token in source.expire(at))

    for after, data in sent:
        until(now + after)
        now += after
        shown = ascii(data) if len(data) < 60 else f"{len(data)} bytes"
        lines.append(f"{'; ' if lines else ''}{now:g} s: {shown}")
        lines += [f"  {token_text(token)}" for token in source.feed(data, now)]
        if source.deadline is not None:
            lines.append(f", waits until {source.deadline:g} s")
    until(now + 100)
    assert source.deadline is None
    return lines


CHARACTERS = [
    b"abc",
    "é∞𐀀".encode(),
    b"\x00\x01\x7f\r\n\t",
    b"\xc3",
    b"a\xffb",
    b"\xc2\x9b",
    b"\x1ba",
    b"\x1b\x1b",
    b"\x1b\x1ba",
    b"\x1b\xc3\xa9",
    b"\x1b\xc1",
    b"\x1b\xc2",
    b"\x1b\xdf\xbf",
    b"\x1b\xe0\xa0\x80",
    b"\x1b\xef\xbf\xbf",
    b"\x1b\xf0\x90\x80\x80",
    b"\x1b\xc2\x9b",
]
SEQUENCES = [
    b"\x1b[A",
    b"\x1b[1;5A",
    b"\x1bOP",
    b"\x1bO5P",
    b"\x1b[200~pasted\x00 text\x1b[201~x",
    b"\x1b[I\x1b[O",
    b"\x1b[@\x1b[~\x1b[\x7f",
    b"\x1b[?\x1b[A",
    b"\x1b[1;\xc3\xa9",
    b"\x1b[1114111u\x1b[1114112u\x1b[55295u\x1b[55296u\x1b[57343u\x1b[57344u",
    b"\x1b[" + b"1" * 253 + b"u",
    b"\x1b[" + b"1" * 254 + b"u",
    b"\x1b[" + b"1" * 255 + b"u",
    b"\x1b[" + b";" * 254 + b"u",
    b"\x1b[" + b";" * 255 + b"u",
    b"\x1b]11;" + b"0" * 251 + b"\x07a",
    b"\x1b]11;" + b"0" * 252 + b"\x07a",
    b"\x1b]12;ab\x1b\\x",
    b"\x1b]10;rgb:ff/ff/ff\x07x",
    b"\x1b]9;words\x07x",
    b"\x1bPab\x1b\\x",
    b"\x1bXab\x1b\\\x1b^c\x1b\\\x1b_d\x07",
    b"\x1bPab\x1b",
    b"\x1bPab\x1bc",
    b"\x1bPab\rc",
]
CLICKS = [
    b"\x1b[<0;1;1M\x1b[<0;1;1m",
    b"\x1b[<35;1000000;2M",
    b"\x1b[<35;999999;2M",
    b"\x1b[<0;0;1M\x1b[<0;1;0M\x1b[<0;-1;1M",
    b"\x1b[<64;3;4M\x1b[<10000;3;4M\x1b[<9999;3;4M",
    b"\x1b[M !!\x1b[M#!!",
    b"\x1b[M!!!\x1b[M#!!\x1b[M#!!",
    b'\x1b[M"\xff\xff\x1b[M#\xff\xff',
    b"\x1b[M`!!\x1b[Mc!!\x1b[M\x1f!!",
    b"\x1b[M@!!\x1b[MC!!\x1b[M? !",
    b"\x1b[M!!!\x1b[M`!!\x1b[M#!!",
    b"\x1b[M#!!",
    b"\x1b[M !",
]
ANSWERS = [
    b"\x1b[?62;22c",
    b"\x1b[?2026;2$y",
    b"\x1b[1;2R",
    b"\x1b[R\x1b[1R\x1b[1;2;3R",
    b"\x1b[?1;2R",
    b"\x1b[>0;1c\x1b[=1c\x1b[0n\x1b[8;24;80t",
    b"\x1b]11;rgb:00/00/00\x1b\\",
]


def test_characters_sequences_and_clicks_are_understood_as_approved() -> None:
    lines = []
    for title, group in (("characters", CHARACTERS), ("sequences", SEQUENCES), ("clicks", CLICKS)):
        lines.append(f"--- {title}")
        for data in group:
            lines.append("".join(heard([(0, data)])))
    approve(__file__, "terminal_input", "\n".join(lines))


def test_answers_are_understood_as_approved_also_where_they_come_late_and_in_parts() -> None:
    lines = []
    for data in ANSWERS:
        lines.append("".join(heard([(0, data + b"x")], asked=1)))
    for first, second in (
        ((0, b"\x1b"), (0.05, b"[?62c")),
        ((0, b"\x1b"), (0.11, b"[?62c")),
        ((0, b"\x1b"), (0.11, b"d")),
        ((0, b"\x1b"), (1.4, b"[?62c")),
        ((0, b"\x1b"), (1.6, b"[?62c")),
        ((0, b"\x1b"), (1.6, b"]11;rgb:00/00/00\x07")),
        ((0, b"\x1b"), (1.6, b"]11;rgb:0")),
        ((0, b"\x1b"), (1.6, b"[1;2R")),
        ((0, b"\x1b"), (1.6, b"[A")),
        ((0, b"\x1b"), (1.6, b"[")),
        ((0, b"\x1b["), (0.2, b"?62c")),
        ((0, b"\x1b["), (4.9, b"?62c")),
        ((0, b"\x1b["), (5.1, b"?62c")),
        ((0, b"\x1b[?6"), (5.1, b"2c")),
        ((0, b"a\x1bb\x1b"), (0.3, b"[?62cc")),
    ):
        for asked in (0, 1):
            lines.append("".join([f"{asked} asked, ", *heard([first, second, (0.01, b"z")], asked=asked)]))
    approve(__file__, "terminal_answers", "\n".join(lines))


def test_pastes_are_understood_as_approved() -> None:
    begin, end = b"\x1b[200~", b"\x1b[201~"
    lines = []
    for sent in (
        [(0, begin + b"one" + end + begin + b"two" + end)],
        [(0, begin + b"one"), (0.9, b"two"), (0.9, end + b"x")],
        [(0, begin + b"one"), (1.1, b"two")],
        [(0, begin), (0.5, end)],
        [(0, begin + b"a\x1b[20"), (0.1, b"1"), (0.1, b"~b")],
        [(0, begin + b"x" * (LONGEST_PASTE - 1)), (0.1, b"yz"), (0.1, b"more"), (0.1, end + b"k")],
        [(0, begin + b"x" * (LONGEST_PASTE + 1) + end + b"k")],
        [(0, begin + b"\xff\xc3\xa9\x1b[A\r" + end)],
    ):
        lines.append("".join(heard(sent)))
    approve(__file__, "terminal_pastes", "\n".join(lines))


def test_keys_wait_no_longer_than_they_must() -> None:
    lines = []
    for sent in (
        [(0.0, b"\x1b")],
        [(0.0, b"\x1b"), (0.05, b"\x1b")],
        [(0.0, b"\x1b"), (0.2, b"[A")],
        [(0.0, b"\x1b["), (0.05, b"A")],
        [(0.0, b"\x1b["), (0.2, b"A")],
        [(0.0, b"\x1bO"), (0.2, b"P")],
        [(0.0, b"\x1b[1"), (0.2, b";5A")],
        [(0.0, b"\x1b[1"), (5.2, b";5A")],
        [(0.0, b"\xc3"), (1.0, b"\xa9")],
        [(0.0, b"\x1b\xc3"), (1.0, b"\xa9")],
        [(0.0, b"\x1b[A\x1b"), (0.05, b"[B")],
        [(0.0, b"\x1bP"), (0.2, b"q")],
    ):
        for asked in (0, 1, 2):
            lines.append("".join([f"{asked} asked, ", *heard(sent, asked)]))
    approve(__file__, "terminal_waiting", "\n".join(lines))


def test_nothing_expires_before_its_deadline() -> None:
    source = Input()
    assert source.expire(100.0) == []
    source.feed(b"\x1b", 1.0)
    assert source.deadline is not None
    assert source.expire(source.deadline - 0.001) == []
    assert len(source.expire(source.deadline)) == 1


def sent_for(shown: str, wanted: str) -> str:
    """What is sent where this row of a plain screen becomes that one, from the first column that differs on."""
    painter = Painter(len(shown), 4)
    painter.put(1, 0, [Run(shown, len(shown), PLAIN)])
    first = next(place for place, (one, other) in enumerate(zip(shown, wanted, strict=True)) if one != other)
    painter.paint((1, first))
    painter.put(1, 0, [Run(wanted, len(wanted), PLAIN)])
    return painter.paint(None)


@pytest.mark.parametrize(
    ("gap", "painted_again"),
    [("│", True), ("ññ", True), ("│ñ", False), ("aañ", True), ("aññ", False), ("aaaa", True), ("aaañ", False)],
)
def test_a_gap_is_painted_again_if_that_takes_no_more_bytes_than_to_leap_over_it(gap: str, painted_again: bool) -> None:
    leap = f"\x1b[{len(gap)}C" if len(gap) > 1 else "\x1b[C"
    assert sent_for(f"..x{gap}y....", f"..A{gap}B....") == f"A{gap if painted_again else leap}B"


def test_few_blanks_are_written_and_more_erased() -> None:
    assert sent_for("..abc", "..   ") == "   "
    assert sent_for("..abcd", "..    ") == "\x1b[K"
    assert sent_for("..abcd.....", "..    .....") == "    "
    assert sent_for("..abcde.....", "..     .....") == "\x1b[5X"
    assert sent_for("..abcd.x....", "..    .B....") == "    .B"
    assert sent_for("..abcde.x....", "..     .B....") == "\x1b[5X\x1b[6CB"
