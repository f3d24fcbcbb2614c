"""Errors for bad texts: the place, what was expected there and what was found."""

import json
from collections.abc import Iterable
from itertools import count
from pathlib import Path

import pytest

from termpuzzles import games
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, read, read_each
from termpuzzles.games import named, names
from termpuzzles.games.model import Game, Puzzle
from tests.approved import approve


def listed(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def speakers(form: str) -> list[Game]:
    """The games that have this text form, Net first: it is the one for which every such text may stand."""
    found = [named(name) for name in names() if form in named(name).formats]
    return sorted(found, key=lambda game: game.name != "net")


WRAPS = "one of both, x, y, x-twisted, y-twisted, x-twisted y, x y-twisted"
PREFIXES = listed([*(f"{game.name}:" for game in speakers("gameid")), "pearl:"])
TITLES = listed(game.title for game in speakers("gameid"))
TURNED = listed(game.name for game in speakers("hexapipes"))
ADDRESSED = listed(sorted(game.formats["puzzlink"].rpartition("?")[2] for game in speakers("puzzlink")))
EDITED = listed(game.formats["pzprv3"] for game in speakers("pzprv3"))
HELP = "`termpuzzles help formats` explains all formats"
NO_ID = f"expected a puzzle id such as 7x7w:… (this looks most like ids of Net; {HELP})"
SAVE = (Path(__file__).parent / "game.sav").read_text(encoding="utf-8")

SHEETS = (
    ("", None, " expected a puzzle, found nothing"),
    ("\n\n", None, " expected a puzzle, found nothing"),
    ("# only\n# comments", None, " expected a puzzle, found only comments"),
    ("---\n---", None, " expected a puzzle, found only comments"),
    ("# game: net\n", None, "1: expected rows after the header, found none"),
    ("# title: x\n\n\n---\n┏┓", None, "1: expected rows after the header, found none"),
    ("┏┓\n┗┛━━━━━g", None, "2:8: expected a tile, found 'g'"),
    ("┏┓\n┗┛\n\n   x", None, "4:4: expected a tile, found 'x'"),
    (" ┏┓\n┗\t┛", None, "2:2: expected a tile, found '\\t'"),
    ("  ┏┓\n  ┗x", None, "2:4: expected a tile, found 'x'"),
    ("┏\r┓\n┗┛", None, "1:2: expected a tile, found '\\r'"),
    ("┏┓\n--- \n┗┛", None, "2:1: expected a tile, found '-'"),
    ("■┓", "net", "1:1: expected a tile, found '■'"),
    ("┏■", None, "1:1: expected a line that goes on in the next cell, found '┏'"),
    ("# game: net\n■┏", None, "2:1: expected a tile, found '■'"),
    ("┏#┓", None, "1:2: expected a tile, found '#'"),
    ("\x00┏", None, "1:1: expected a tile, found '\\x00'"),
    ("┏😀", None, "1:2: expected a tile, found '😀'"),
    ("┏", None, "1: expected a board of at least two cells, found 1x1"),
    (" ", None, "1: expected a board of at least two cells, found 1x1"),
    ("  \n  ", None, " expected a puzzle, found nothing"),
    ("·", None, "1: expected a board of at least two cells, found 1x1"),
    ("# game: chess\n┏┓", None, f"1:9: expected one of {', '.join(names())}, found 'chess'"),
    ("# game: net\n┏┓", "infinity", "1:9: expected a puzzle of the game infinity, found 'net'"),
    ("# game: net\n# game: net\n┏┓", None, "2:1: expected one line '# game:', found a second one"),
    (
        "# wrap: z\n┏┓",
        None,
        f"1:9: expected {WRAPS}, found 'z'",
    ),
    ("# wrap:\n┏┓", None, f"1:8: expected {WRAPS}, found ''"),
    ("# walls: 1,1\n┏┓", None, "1:10: expected a wall such as 3,1v or 4,2h, found '1,1'"),
    ("# walls: 1,1v 3,1h\n┏┓", None, "1:15: expected a cell of the 2x1 board, found '3,1'"),
    ("# walls: 0,1v\n┏┓", None, "1:10: expected a cell of the 2x1 board, found '0,1'"),
    ("# walls: 1,0v\n┏┓", None, "1:10: expected a cell of the 2x1 board, found '1,0'"),
    ("# walls: v\n┏┓", None, "1:10: expected a column and a row such as 3,1, found ''"),
    ("# walls: 1;1v\n┏┓", None, "1:10: expected a column and a row such as 3,1, found '1;1'"),
    ("# pins: 1,1 1,2\n┏┓", None, "1:13: expected a cell of the 2x1 board, found '1,2'"),
    ("# pins: 1.1\n┏┓", None, "1:9: expected a column and a row such as 3,1, found '1.1'"),
    ("# walls: 1,1v\n# walls: 2,1v\n┏┓\n┗┛", None, "2:1: expected one line '# walls:', found a second one"),
    ("# title: a\x1b[31m\n┏┓", None, "1:11: expected text that can be printed, found '\\x1b'"),
    (
        "# game: simpleloop\n# wrap: x\n··",
        None,
        "2:3: expected a board without wrap and walls, as Simple Loop has, found 'wrap'",
    ),
    ("# walls: 1,1v\n■·", None, "1:3: expected a board without wrap and walls, as Simple Loop has, found 'walls'"),
    ("# pins: 1,1\n■·", None, "1:3: expected a board without pins, as Simple Loop has, found 'pins'"),
    ("╺━■", None, "1:2: expected a line that goes on in the next cell, found '━'"),
    ("╺╸■\n╻", None, "2:1: expected a line that goes on in the next cell, found '╻'"),
    ("■╹\n·╻", None, "1:2: expected a line that goes on in the next cell, found '╹'"),
    ("■╺\n╸·", None, "1:2: expected a line that goes on in the next cell, found '╺'"),
    ("■·\n·╻", None, "2:2: expected a line that goes on in the next cell, found '╻'"),
    ("■·\n╸·", None, "2:1: expected a line that goes on in the next cell, found '╸'"),
    ("■╺", None, "1:2: expected a line that goes on in the next cell, found '╺'"),
    ("# game: simpleloop\n#·a\n··", None, "2:3: expected a tile, found 'a'"),
    ("■·\n#■x", None, "2:3: expected a tile, found 'x'"),
    ("1 2\n3 4", "simpleloop", "1: expected a picture of Simple Loop, found a number grid"),
    ("1 2 3\n4 5", None, "2:1: expected 3 numbers, as in the first row, found 2"),
    ("1 2 3\n4 5 6\n7 8", None, "3:1: expected 3 numbers, as in the first row, found 2"),
    ("1 2 3\n4 16 5", None, "2:3: expected a number from 0 to 15, found '16'"),
    ("1 2 3\n4 x 5", None, "2:3: expected a number from 0 to 15, found 'x'"),
    ("1 2 3\n\n4 5 6", None, "2: expected a row of numbers, found an empty line"),
    ("1 2\n3\v4", None, "2:2: expected numbers separated by spaces, found '\\x0b'"),
    ("17 2\n1 2\n3 4", None, "1:1: expected a number from 0 to 15, found '17'"),
    ("-1 2\n3 4", None, "1:1: expected a number from 0 to 15, found '-1'"),
    ("2\n1\n1 0\nx 1", None, "4:1: expected a kind of tile and its turn, such as 5 2, found 'x 1'"),
    ("2\n1\n1 0\n1 x", None, "4:1: expected a kind of tile and its turn, such as 5 2, found '1 x'"),
    ("13", None, "1: expected a board of at least two cells, found 1x1"),
    ("1:0", None, "1:1: expected a board of at least two cells, found 1x1"),
    ("[1]", None, "1: expected a board of at least two cells, found 1x1"),
    ("# walls: 1,1v\n# game: net\n┏x", None, "3:2: expected a tile, found 'x'"),
    ("1 2 3\n4 5 6\n---\n┏┓\n┗?", None, "5:2: expected a tile, found '?'"),
    ("#■\n##\n#?", None, "3:2: expected a tile, found '?'"),
    ("é", None, "1: expected a board of at least two cells, found 1x1"),
    ("┏┓\n# c\n┗x", None, "3:2: expected a tile, found 'x'"),
)

IDS = (
    ("7x7", None, "1:1: '7x7' is only a size: `play` makes a new puzzle of it, anything else needs a whole id, 7x7:…"),
    (
        "13x11w",
        None,
        "1:1: '13x11w' is only a size: `play` makes a new puzzle of it, anything else needs a whole id, 13x11w:…",
    ),
    (
        "7x7#123",
        None,
        "1:1: '7x7#123' names a seed of another program's random generator: give the descriptive id, 7x7:…, instead",
    ),
    (
        "net:7x7wb0.3#12",
        None,
        "1:5: '7x7wb0.3#12' names a seed of another program's random generator: "
        "give the descriptive id, 7x7w:…, instead",
    ),
    ("foo:2x1:44", None, f"1:1: expected the prefix {PREFIXES}, found 'foo:'"),
    ("net:2x1:44", "infinity", "1:1: expected a puzzle of the game infinity, found 'net:'"),
    ("infinity:2x1:44", "net", "1:1: expected a puzzle of the game net, found 'infinity:'"),
    ("net.html#2x1:4", None, "1:15: expected 2 tiles, found 1"),
    (
        "https://x.org/loopy.html#2x1:44",
        None,
        "1:15: expected an address of net.html or pearl.html, found 'loopy.html'",
    ),
    ("x/net.html#2x1:44", "infinity", "1:12: expected a puzzle of the game infinity, found an address of Net"),
    (
        "x/net.html#2x1#44",
        None,
        "1:12: '2x1#44' names a seed of another program's random generator: give the descriptive id, 2x1:…, instead",
    ),
    (
        "https://x/net.html#2x1%2344",
        None,
        "1:20: '2x1#44' names a seed of another program's random generator: give the descriptive id, 2x1:…, instead",
    ),
    ("x/net.html#2x1%3A4%67", None, "1:19: expected a hex digit, v or h, found 'g'"),
    ("x/net.html#2x1%3A44%20from", None, "1:20: expected a hex digit, v or h, found ' '"),
    ("https://x/net.html", None, "1:19: expected # and a puzzle id after the page, found nothing"),
    ("2x1:44", "simpleloop", f"1:1: expected a puzzle of the game simpleloop, found an id of {TITLES}"),
    ("2x1:4", None, "1:6: expected 2 tiles, found 1"),
    ("2x1:444", None, "1:7: expected 2 tiles, found 3"),
    ("2x1:4g", None, "1:6: expected a hex digit, v or h, found 'g'"),
    ("2x1:v44", None, "1:5: expected a tile before its barriers, found 'v'"),
    ("2x1:44é", None, "1:7: expected a hex digit, v or h, found 'é'"),
    ("2x1:4V4", None, "1:6: expected a hex digit, v or h, found 'V'"),
    ("2x1q:44", None, "1:4: expected one of the letters w, b and a, found 'q'"),
    ("0x1:44", None, "1:1: expected a width of at least 1, found '0'"),
    ("x1:44", None, f"1:1: {NO_ID}, found 'x1:44'"),
    ("2x:44", None, "1:3: expected a height of at least 1, found ''"),
    ("1x1:0", None, "1:1: expected a board of at least two cells, found 1x1"),
    ("99999999x99999999:0", None, "1:1: expected a board of at most 4,000,000 cells, found 99999999x99999999"),
    ("99999999999x2:0", None, "1:1: expected a width of at most 4,000,000, found '99999999999'"),
    ("2x1b2:44", None, "1:5: expected a share of barriers from 0 to 1, found '2'"),
    ("2x1b:44", None, "1:5: expected a share of barriers from 0 to 1, found ''"),
    ("2x1:4v4v4", None, "1:9: expected 2 tiles, found 3"),
    ("hello", None, f"1:1: {NO_ID}, found 'hello'"),
    ("  2x1:4 4", None, "1:8: expected a hex digit, v or h, found ' '"),
    ("5x5", None, "1:1: '5x5' is only a size: `play` makes a new puzzle of it, anything else needs a whole id, 5x5:…"),
    ("simpleloop", None, f"1:1: {NO_ID}, found 'simpleloop'"),
    ("SAVEFILE", None, "1:1: expected a field such as 'GAME    :3:Net', found 'SAVEFILE'"),
    ("Net:2x1:44", None, f"1:1: expected the prefix {PREFIXES}, found 'Net:'"),
    ("2x1:", None, "1:5: expected 2 tiles, found 0"),
    ("# c\n\n 2x1:4", None, "3:7: expected 2 tiles, found 1"),
    ("2x1:44\n2x1:4", None, "2:6: expected 2 tiles, found 1"),
    ("\ufeff2x1:4\r\n", None, "1:6: expected 2 tiles, found 1"),
)

UNKNOWN = (
    ("TI", None, f"1:1: expected more rows than one (this looks most like grids of letters; {HELP}), found 'TI'"),
    (
        "# c\n6a57\n",
        None,
        f"2:1: expected more rows than one (this looks most like grids of hexadecimal digits; {HELP}), found '6a57'",
    ),
    (
        "x = [[6, 12], [3, 99",
        None,
        f"1:1: expected nothing before what looks most like arrays of numbers ({HELP}), found 'x ='",
    ),
    (
        "see pearl:3x2:WcBa",
        None,
        f"1:1: expected nothing before what looks most like ids of Pearl ({HELP}), found 'see'",
    ),
    (
        "https://x.org/y",
        None,
        "1:1: expected an address that holds a puzzle, such as https://puzz.link/p?… or …/net.html#… "
        f"({HELP}), found 'https://x.org/y'",
    ),
    (
        "one\ntwo\n",
        None,
        f"1:1: expected a puzzle in a known format (this looks like none of them; {HELP}), found 'one'",
    ),
    ('[["a"]]', None, "1:3: expected a number from 0 to 15, found '\"a\"'"),
)

NUMBERS = (
    ("1\n2\n9 0\n1 0", None, "3:1: expected a kind from 0 to 5, found 9"),
    ("1\n2\n1 0\n1 4", None, "4:3: expected a turn from 0 to 3, found 4"),
    ("[1,2,3]", None, "1:1: expected a list of rows, or as many numbers as a square has, found 3"),
    ("[[1,2],[]]", None, "1:9: expected a number, found ']'"),
    ("[[1,4],[3]]", None, "1:9: expected 2 numbers, as in the first row, found 1"),
)

NOTED = (
    ("# game: net\n# crosses: 1,1q\n╺╸", None, "2:12: expected a cross such as 3,1v or 4,2h, found '1,1q'"),
    ("# game: net\n# crosses: 1,1h\n╺╸", None, "2:12: expected a side that leads to another cell, found '1,1h'"),
    ("# game: net\n# crosses: 3,1v\n╺╸", None, "2:12: expected a cell of the 2x1 board, found '3,1'"),
    ("# game: net\n# lines: 2,1v\n╺╸", None, "2:10: expected a side that leads to another cell, found '2,1v'"),
    (
        "# game: simpleloop\n# crosses: 1,1v\n┌┐\n└┘",
        None,
        "2:12: expected a cross where no line is drawn, found '1,1v'",
    ),
    (
        "# game: simpleloop\n# lines: 1,1v\n┌┐\n└┘",
        None,
        "2:3: expected lines drawn in the rows, as in Simple Loop, found 'lines'",
    ),
)

OTHER_SITES = (
    (
        "http://www.kanpen.net/masyu.html",
        None,
        "1:1: expected an address of a board, www.kanpen.net/masyu.html?problem=ROWS/COLUMNS/…, "
        "found 'http://www.kanpen.net/masyu.html'",
    ),
    (
        "https://kanpen.net/slither.html?problem=2/2/._._/1_._/",
        None,
        "1:1: expected the page masyu.html of kanpen.net, found 'slither.html'",
    ),
    (
        "https://puzz.link/list.html",
        None,
        "1:1: expected an address of a board, puzz.link/p?NAME/COLUMNS/ROWS/… "
        f"(NAME is {ADDRESSED}), found 'https://puzz.link/list.html'",
    ),
    (
        "https://pzv.jp/p.html?",
        None,
        "1:1: expected an address of a board, pzv.jp/p?NAME/COLUMNS/ROWS/… "
        f"(NAME is {ADDRESSED}), found 'https://pzv.jp/p.html?'",
    ),
    (
        "https://hexapipes.vercel.app/square/5?wrap=true",
        None,
        "1:1: an address of hexapipes does not hold the board: save it there with Download, and read the file",
    ),
    ("https://x.org/net.html?x#ID", None, f"1:26: {NO_ID}, found 'ID'"),
    ("https://x.org/net.html?x", None, "1:25: expected # and a puzzle id after the page, found nothing"),
    ("https://x.org/pearl.html?x#3x2:W", None, "1:33: expected 6 cells, found 1"),
    (
        "https://sgtatham.org/loopy.html?x#3x2:W",
        None,
        "1:22: expected an address of net.html or pearl.html, found 'loopy.html'",
    ),
)

SIMPLE_LOOP = (
    ("simpleloop/6", None, "1:12: expected columns, rows and cells separated by /, found '6'"),
    ("simpleloop/", None, "1:12: expected columns, rows and cells separated by /, found ''"),
    ("simpleloop/6/4/0003G", None, "1:20: expected a digit 0 to 9 or a to v, found 'G'"),
    ("simpleloop/6/4/000360", None, "1:21: expected at most 5 digits of cells, found 6"),
    ("simpleloop/6/4/00037", None, "1:20: expected no shaded cell past the 24 of the board, found '7'"),
    ("simpleloop/12/4/!", None, "1:17: expected a digit 0 to 9 or a to v, found '!'"),
    ("simpleloop/4/12/!", None, "1:17: expected a digit 0 to 9 or a to v, found '!'"),
    ("simpleloop/12/x/", None, "1:15: expected a height of at least 1, found 'x'"),
    ("simpleloop_edit/4/12/0!", None, "1:23: expected a digit 0 to 9 or a to v, found '!'"),
    ("a?type=editor&simpleloop_play/4/12/!", None, "1:36: expected a digit 0 to 9 or a to v, found '!'"),
    ("https://puzz.link/p?mashu/12/3/r", None, "1:32: expected a digit 0 to 9 or a to q, found 'r'"),
    ("https://puzz.link/p?mashu/2/2/000", None, "1:33: expected at most 2 digits of cells, found 3"),
    ("rails/3/2/05", None, "1:12: expected no clue but a station, found '5'"),
    ("rails/2/2/01", None, "1:12: expected no station past the 4 cells of the board, found '1'"),
    ("https://puzz.link/p?mashu/2/2/01", None, "1:32: expected no circle past the 4 cells of the board, found '1'"),
    ("pearl:1x1:a", None, "1:7: expected a board of at least two cells, found 1x1"),
    ("pearl:2001x2000:a", None, "1:7: expected a board of at most 4,000,000 cells, found 2001x2000"),
    ("pearl:3x2:WcBb", None, "1:14: expected 6 cells, found more"),
    ("pearl:3x2:WcB", None, "1:14: expected 6 cells, found 5"),
    ("3x2:WcBX", None, "1:8: expected one of W, B and a to z, found 'X'"),
    ("pearl:3x2", None, "1:7: expected an id of the kind 6x6:bBcWaWd, found '3x2'"),
    (
        "pearl:3x2#1:aW",
        None,
        "1:7: '3x2#1' names a seed of another program's random generator: give the descriptive id, 3x2:…, instead",
    ),
    (
        "3x2dt#1",
        None,
        "1:1: '3x2dt#1' names a seed of another program's random generator: give the descriptive id, 3x2:…, instead",
    ),
    ("pearl:0x2:aW", None, "1:7: expected a width of at least 1, found '0'"),
    ("pearl:12x0:aW", None, "1:10: expected a height of at least 1, found '0'"),
    ("1x1:W", None, "1:1: expected a board of at least two cells, found 1x1"),
    ("pearl:3x2:WcBa", "net", "1:1: expected a puzzle of the game net, found an id of Masyu"),
    ("simpleloop/4/4/0001", None, "1:19: expected no shaded cell past the 16 of the board, found '1'"),
    ("simpleloop/4/4/000g4", None, "1:20: expected no shaded cell past the 16 of the board, found '4'"),
    ("simpleloop/4/4/00000", None, "1:20: expected at most 4 digits of cells, found 5"),
    ("simpleloop/6/4/00036/x", None, "1:22: expected the end of the address, found 'x'"),
    (
        "simpleloop/v:bordered/6/4/00036",
        None,
        "1:12: the variant 'v:bordered' has another rule that the address does not state, so it is not read",
    ),
    (
        "https://puzz.link/p?slither/6/4/00036",
        None,
        f"1:21: expected an address of {ADDRESSED}, found 'slither'",
    ),
    (
        "https://puzz.link/p?mahsu/3/2/96",
        None,
        f"1:21: expected an address of {ADDRESSED}, found 'mahsu'. Did you mean 'mashu'?",
    ),
    (
        "pzprv3\nmahsu\n1\n2\n. .\n0\n",
        None,
        f"2:1: expected {EDITED}, found 'mahsu'. Did you mean 'mashu'?",
    ),
    ("simpleloop/0/4/0", None, "1:12: expected a width of at least 1, found '0'"),
    ("simpleloop/1/1/", None, "1:12: expected a board of at least two cells, found 1x1"),
    ("simpleloop/a/4/", None, "1:12: expected a width of at least 1, found 'a'"),
    ("simpleloop/6/4/00036", "net", "1:1: expected a puzzle of the game net, found an address of Simple Loop"),
    ("simpleloop/5000/5000/", None, "1:12: expected a board of at most 4,000,000 cells, found 5000x5000"),
    ("https://puzz.link/p?simpleloop/6/4/0003!", None, "1:40: expected a digit 0 to 9 or a to v, found '!'"),
    ("pzprv3/slither/1/2/. . /0 /", None, f"1:8: expected {EDITED}, found 'slither'"),
    ("pzprv3.1/simpleloop/1/2/. . /0 /", None, "1:1: expected pzprv3, found 'pzprv3.1'"),
    ("pzprv3/simpleloop/1/2/. . /0 /", "net", "1:1: expected a puzzle of the game net, found 'simpleloop'"),
    ("pzprv3/simpleloop/1/x/. . /0 /", None, "1:21: expected a number of columns of at least 1, found 'x'"),
    ("pzprv3/simpleloop/1/2/. ? /0 /", None, "1:25: expected one of . *, found '?'"),
    (
        "https://puzz.link/p?mashu/f/2/2/0",
        None,
        "1:27: Masyu through all cells (the flag f) is another puzzle, which is not played here",
    ),
    ("pzprv3/simpleloop/1/2/. . . /0 /", None, "1:23: expected a row of 2, found 3"),
    ("pzprv3/simpleloop/1/2/. . /2 /", None, "1:28: expected one of 0 1 -1, found '2'"),
    ("pzprv3/simpleloop/1/2/. . /", None, "1:28: expected a row of 1, found 0"),
    ("pzprv3/simpleloop/1/2/. * /1 /", None, "1:28: expected no line at a shaded cell, found '1'"),
    ("pzprv3/simpleloop/1/2/. . /0 /0 /", None, "1:31: expected the end of the puzzle, found '0 '"),
    ("pzprv3\nsimpleloop\n2\n2\n. . \n. . \n0 \n0 \n0 0 0 \n", None, "9:1: expected a row of 2, found 3"),
    ("pzprv3/simpleloop/1/1/. //", None, "1: expected a board of at least two cells, found 1x1"),
    ("pzprv3", None, f"1:1: expected {EDITED}, found ''"),
)

OBJECTS = (
    ('{"grid": "square"', None, "1:18: this is not JSON: Expecting ',' delimiter"),
    (
        '{"grid": "hexagonal", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]}',
        None,
        "1: expected the grid 'square', found 'hexagonal'",
    ),
    ('{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1]}', None, "1: expected 2 tiles, found 1"),
    (
        '{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 16]}',
        None,
        "1: expected a number from 0 to 15 as tile 2, found 16",
    ),
    (
        '{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, true]}',
        None,
        "1: expected a number from 0 to 15 as tile 2, found true",
    ),
    (
        '{"grid": "square", "width": 2.5, "height": 1, "wrap": false, "tiles": [1, 4]}',
        None,
        "1: expected a width of at least 1, found 2.5",
    ),
    (
        '{"grid": "square", "width": 2, "height": 1, "tiles": [1, 4]}',
        None,
        "1: expected true or false as wrap, found nothing",
    ),
    (
        '{"grid": "square", "width": 2, "height": 1, "wrap": false, "walls": []}',
        None,
        "1: expected a list of tiles, found nothing",
    ),
    (
        '{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": "14"}',
        None,
        "1: expected a list of tiles, found '14'",
    ),
    (
        '{"grid": "square", "width": 1, "height": 1, "wrap": false, "tiles": [1]}',
        None,
        "1: expected a board of at least two cells, found 1x1",
    ),
    ('{"game": "simpleloop", "grid": "square"}', None, f"1: expected the game {TURNED}, found 'simpleloop'"),
    (
        '{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]}',
        "simpleloop",
        "1: expected a puzzle of the game simpleloop, found a board of hexapipes",
    ),
    (
        '{"tiles": ' + "[" * 100_000,
        None,
        "1: this JSON cannot be read: it is nested too deeply or a number is too long",
    ),
    (
        '{"width": ' + "9" * 5000 + "}",
        None,
        "1: this JSON cannot be read: it is nested too deeply or a number is too long",
    ),
)

SAVES = (
    ("GAME    :3:Net", "GAME    :5:Loopy", "3:12: expected the game Net or Pearl, found 'Loopy'"),
    ("VERSION :1:1", "VERSION :1:2", "2:12: expected the version 1, found '2'"),
    (
        "Simon",
        "Fimon",
        "1:13: expected Simon Tatham's Portable Puzzle Collection, found \"Fimon Tatham's Portable Puzzle Collection\"",
    ),
    ("DESC    :8:12481248", "DESC    :8:1248124g", "7:19: expected a hex digit, v or h, found 'g'"),
    ("DESC    :8:12481248", "DESC    :6:124812", "7:18: expected 8 tiles, found 6"),
    ("CPARAMS :3:4x2", "CPARAMS :3:4y2", "5:13: expected one of the letters w, b and a, found 'y'"),
    ("NSTATES :1:6", "NSTATES :1:7", "10:12: expected 6, one more than there are moves, found '7'"),
    ("STATEPOS:1:4", "STATEPOS:1:7", "11:12: expected a state from 1 to 6, found '7'"),
    ("STATEPOS:1:4", "STATEPOS:1:0", "11:12: expected a state from 1 to 6, found '0'"),
    ("STATEPOS:1:4\n", "", " expected a field STATEPOS, found none"),
    ("GAME    :3:Net\n", "", " expected a field GAME, found none"),
    ("C0,0", "R0,0", "12:12: expected a move such as C3,1, found 'R0,0'"),
    ("C0,0", "C0,x", "12:12: expected a move such as C3,1, found 'C0,x'"),
    ("C0,0", "Cx,0", "12:12: expected a move such as C3,1, found 'Cx,0'"),
    ("C0,0", "C0.0", "12:12: expected a move such as C3,1, found 'C0.0'"),
    ("C0,0", "C0,2", "12:12: expected a cell of the 4x2 board, found 'C0,2'"),
    ("C0,0", "L0,2", "12:12: expected a cell of the 4x2 board, found 'L0,2'"),
    ("C0,0", ";C0,", "12:12: expected a move such as C3,1, found ''"),
    ("J;F1,0;A2,0;L3,1", "J;F1,0;A2,0;L4,1", "14:25: expected a cell of the 4x2 board, found 'L4,1'"),
    ("J;F1,0;A2,0;L3,1", "F1,0;A2,0;L3,1;F", "14:28: expected a move such as C3,1, found 'F'"),
    (
        "CPARAMS :3:4x2",
        "CPARAMS :5:4x2mx",
        "5:12: expected the size of a board of the collection, with or without w, found '4x2mx'",
    ),
    ("CPARAMS :3:4x2", "CPARAMS :3:4x0", "5:14: expected a height of at least 1, found '0'"),
    ("CPARAMS :3:4x2", "CPARAMS :3:x42", "5:12: expected a width of at least 1, found ''"),
    ("CPARAMS :3:4x2\n", "", "6:20: expected 81 tiles, found 8"),
    ("RESTART :8:12481248", "RESTART :8:1248124x", "16:19: expected a hex digit, v or h, found 'x'"),
    ("NSTATES :1:6", "NSTATES :1:x", "10:12: expected 6, one more than there are moves, found 'x'"),
    ("STATEPOS:1:4", "STATEPOS:1:x", "11:12: expected a state from 1 to 6, found 'x'"),
    ("C0,0", "C4,0", "12:12: expected a cell of the 4x2 board, found 'C4,0'"),
    ("C0,0", "C-1,", "12:12: expected a move such as C3,1, found 'C-1,'"),
    ("S;L0,0;", "S;F0,0;", "15:15: expected a tile that is not locked, found 'F0,0'"),
    ("S;L0,0;", "S;;L0,0", "15:15: expected a move such as C3,1, found ''"),
    ("RESTART :8:12481248", "RESTART :8:12481247", "16:12: expected a board of the same tiles, found '12481247'"),
    ("RESTART :8:12481248", "RESTART :9:12v481248", "16:12: expected a board with the same walls, found '12v481248'"),
    ("DESC    :8", "DESC    :9", "7:12: expected a value of 9 bytes and the end of the line, found '12481248'"),
    (
        "UI      :9",
        "UI      :99999",
        "9:16: expected a value of 99999 bytes and the end of the line, found 'O0,0;C2,1'",
    ),
    ("RESTART :8:12481248\n", "RESTART", "16:1: expected a field such as 'GAME    :3:Net', found 'RESTART'"),
    ("NSTATES", "GAME    :3:Net\nNSTATES", "10:1: expected one field GAME, found a second one"),
    ("MOVE    :4:C0,0", "MOVE:4:C0,0", "12:1: expected a field such as 'GAME    :3:Net', found 'MOVE:4:C0,0'"),
)


OBJECT = {"game": "net", "grid": "square", "width": 2, "height": 1, "wrap": False, "tiles": [1, 4]}
VALUES = ("square", "9", 0, 1, 2, 15, 16, -1, 1.0, True, None, [1], {"a": 1})


def test_an_object_with_one_other_value_is_the_board_or_the_error_that_was_approved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "_registered", {})
    monkeypatch.setattr(games, "GAMES", ("infinity", "net", "simpleloop"))
    lines = []
    for key in OBJECT:
        lines += [f"{key}", f"  (none): {outcome({each: OBJECT[each] for each in OBJECT if each != key})}"]
        lines += [f"  {json.dumps(value)}: {outcome(OBJECT | {key: value})}" for value in VALUES]
    for value in VALUES:
        lines.append(f"tiles 1, {json.dumps(value)}: {outcome(OBJECT | {'tiles': [1, value]})}")
    approve(__file__, "faulty-objects", "\n".join([*lines, ""]))


def outcome(data: dict[str, object]) -> str:
    """The board that is read from the object below a board that is right, or what is wrong with it."""
    right, reading = read_each(f"{json.dumps(OBJECT)}\n{json.dumps(data)}\n")
    assert isinstance(right.puzzle, Puzzle)
    return canonical_id(reading.puzzle) if isinstance(reading.puzzle, Puzzle) else str(reading.puzzle)


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [*SHEETS, *IDS, *UNKNOWN, *NUMBERS, *NOTED, *OTHER_SITES, *SIMPLE_LOOP, *OBJECTS],
    ids=count(),
)
def test_a_bad_text_gives_an_error_that_says_what_is_wrong_and_where(text: str, game: str | None, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        read(text, source="in", game=game)
    assert str(error.value) == "in:" + message


@pytest.mark.parametrize(("right", "wrong", "message"), SAVES, ids=count())
def test_a_bad_save_file_gives_an_error_that_says_what_is_wrong_and_where(right: str, wrong: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        read(SAVE.replace(right, wrong), source="in")
    assert str(error.value) == "in:" + message


def test_a_bad_save_file_of_drawn_lines_gives_an_error_that_says_what_is_wrong_and_where() -> None:
    pearl = SAVE.replace("GAME    :3:Net", "GAME    :5:Pearl")
    for right, wrong, message in (
        ("CPARAMS :3:4x2", "CPARAMS :3:4x0", "5:14: expected a height of at least 1, found '0'"),
        ("", "", "7:12: expected one of W, B and a to z, found '1'"),
        ("DESC    :8:12481248", "DESC    :3:BaW", "7:15: expected 8 cells, found 3"),
    ):
        with pytest.raises(PuzzleError) as error:
            read(pearl.replace(right, wrong), source="in")
        assert str(error.value) == "in:" + message


def test_a_save_file_of_net_is_no_other_game() -> None:
    with pytest.raises(PuzzleError, match=r"^in:3:12: expected a puzzle of the game infinity, found 'Net'$"):
        read(SAVE, source="in", game="infinity")
