"""Texts whose boards are written down here, side by side; and what becomes of a text with one fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random
from typing import NamedTuple

import pytest

from termpuzzles.board.surface import SURFACES
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, form_for, is_puzzle, read, read_each, web_address, write
from termpuzzles.formats.format import check_size
from termpuzzles.formats.ghost import Ghost, GhostMove, ghost_line, ghost_of
from termpuzzles.formats.net_id import bare
from termpuzzles.games.model import Puzzle, State
from tests.approved import approve

BITS = {"N": 8, "E": 4, "S": 2, "W": 1}


class Known(NamedTuple):
    """A board as a person sees it: the sides with lines of each cell, `-` for none, and what else there is."""

    cells: str
    width: int
    surface: str = ""
    walls: str = ""  # `3E`: a wall east of cell 3
    pins: str = ""  # numbers of cells
    crosses: str = ""  # sides of each cell
    shaded: str = ""  # numbers of cells
    circles: str = ""  # `3w`: a white circle in cell 3


def masks(cells: str) -> bytes:
    """The masks of cells such as `NE - W`."""
    return bytes(sum(BITS[side] for side in cell if side != "-") for cell in cells.split())


def check(puzzle: Puzzle, known: Known) -> None:
    """Assert that the puzzle is this board."""
    size, grid = len(known.cells.split()), puzzle.grid
    assert (grid.width, grid.size, grid.surface) == (known.width, size, SURFACES[known.surface])
    assert grid.walls == {(int(wall[:-1]), BITS[wall[-1]]) for wall in known.walls.split()}
    assert puzzle.start.lines == masks(known.cells)
    assert [cell for cell, pin in enumerate(puzzle.start.pins) if pin] == [*map(int, known.pins.split())]
    if puzzle.game.draws:
        assert [cell for cell, tile in enumerate(puzzle.tiles) if not tile] == [*map(int, known.shaded.split())]
        assert puzzle.start.notes == (masks(known.crosses) if known.crosses else bytes(size))
        circles = {int(each[:-1]): {"w": 1, "b": 2}[each[-1]] for each in known.circles.split()}
        assert {cell: clue for cell, clue in enumerate(puzzle.clues) if clue} == circles
    else:
        assert puzzle.tiles == masks(known.cells)
        assert puzzle.start.notes == bytes(size)


ALL_MASKS = Known("- W S SW E EW ES ESW N NW NS NSW NE NEW NES NESW", 4)
RING = Known("ES SW NE NW", 2)
WALLED = Known("E W S NE NW NS", 3, walls="1E 2S")
WRAPPED = Known("EW EW EW N E W", 3, "w", walls="0S 2E 5S")
STRIP = Known("E W N S", 2, "mx", walls="0E")
PINNED = Known("ES SW NE NW", 2, pins="1 2")
SHADED = Known("- ES SW - NE NW", 3, shaded="0 3")
DRAWN = Known("E W - -", 2, crosses="S - N -")
CIRCLED = Known("- - - - - -", 3, circles="0w 4b")
HIDDEN = Known("E EW SW - - N", 3, circles="0b 2w")

TEXTS = [
    ("infinity:4x4:048c159d26ae37bf", ALL_MASKS, "infinity"),
    (" ╸╻┓\n╺━┏┳\n╹┛┃┫\n┗┻┣╋", ALL_MASKS, "infinity"),
    ("·╴╷╮\n╶─╭┬\n╵╯│┤\n╰┴├┼", ALL_MASKS, "infinity"),
    (" ╸╻╗\n╺═╔╦\n╹╝║╣\n╚╩╠╬", ALL_MASKS, "infinity"),
    ("0 8 4 12\n2 10 6 14\n1 9 5 13\n3 11 7 15", ALL_MASKS, "infinity"),
    ("4 4\n0 8 4 12\n2 10 6 14\n1 9 5 13\n3 11 7 15", ALL_MASKS, "infinity"),
    (
        '{"grid": "square", "width": 4, "height": 4, "wrap": false, "game": "infinity",'
        ' "tiles": [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]}',
        ALL_MASKS,
        "infinity",
    ),
    ("2x2:9c36", RING, "net"),
    ("2:9C36", RING, "net"),
    ("net:2x2:9c36", RING, "net"),
    ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#2x2:9c36", RING, "net"),
    ("┏┓\n┗┛", RING, "infinity"),
    ("6 12\n3 9", RING, "infinity"),
    ("3x2:14v8h36a", WALLED, "net"),
    ("# game: net\n# walls: 2,1v 3,1h\n╺╸╻\n┗┛┃", WALLED, "net"),
    ("# walls: 2,1v 3,1h\n2 8 4\n3 9 5", WALLED, "infinity"),
    ("3x2w:5h55v214h", WRAPPED, "net"),
    ("# wrap: both\n# walls: 1,1h 3,1v 3,2h\n━━━\n╹╺╸", WRAPPED, "infinity"),
    ("2x2mx:1v428", STRIP, "net"),
    ("# wrap: x-twisted\n# walls: 1,1v\n╺╸\n╹╻", STRIP, "infinity"),
    ("# pins: 2,1 1,2\n┏┓\n┗┛", PINNED, "infinity"),
    ("# pins: 2,1 1,2\n6 12\n3 9", PINNED, "infinity"),
    ("■┏┓\n■┗┛", SHADED, "simpleloop"),
    ("# game: simpleloops\n#┏┓\n■┗┛", SHADED, "simpleloops"),
    ("pzprv3/simpleloop/2/3/* . . /* . . /0 1 /0 1 /0 1 1 /", SHADED, "simpleloop"),
    ("pzprv3\nsimpleloop\n2\n3\n* . . \n* . . \n0 1 \n0 1 \n0 1 1 \n", SHADED, "simpleloop"),
    ("pzprv3/simpleloop/2/2/. . /. . /1 /0 /-1 0 /", DRAWN, "simpleloop"),
    ("simpleloop/3/2/i", SHADED._replace(cells="- - - - - -"), "simpleloop"),
    ("https://puzz.link/p?simpleloop/3/2/i0", SHADED._replace(cells="- - - - - -"), "simpleloop"),
    ("https://puzz.link/p?type=editor&simpleloop_edit/3/2/i", SHADED._replace(cells="- - - - - -"), "simpleloop"),
    ("simpleloops/3/2/i", SHADED._replace(cells="- - - - - -"), "simpleloops"),
    ("pearl:3x2:WcBa", CIRCLED, "masyu"),
    ("3x2:WcBa", CIRCLED, "masyu"),
    ("https://puzz.link/p?mashu/3/2/96", CIRCLED, "masyu"),
    ("# game: masyu\n○··\n·●·", CIRCLED, "masyu"),
    ("# game: masyu\n# clues: 1,1● 3,1○\n╺━┓\n··╹", HIDDEN, "masyu"),
    ("pzprv3/mashu/2/3/2 . 1 /. . . /1 1 /0 0 /0 0 1 /", HIDDEN, "masyu"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "known", "game"), TEXTS, ids=[text.split("\n")[-1][:30] for text, _, _ in TEXTS])
def test_a_known_text_is_read_as_the_board_that_a_person_sees(text: str, known: Known, game: str) -> None:
    (puzzle,) = read(text)
    assert puzzle.game.name == game
    check(puzzle, known)


WRITTEN = {
    "infinity:4x4:048c159d26ae37bf": "gameid picture numbers hexapipes",
    "3x2:14v8h36a": "gameid picture numbers hexapipes",
    "3x2w:5h55v214h": "gameid picture numbers",
    "2x2w:9c36": "gameid hexapipes",
    "3x3w:123v456v789v": "gameid picture hexapipes",
    "2x2mx:1v428": "gameid picture",
    "2x2ky:1v428": "gameid picture hexapipes",
    "# title: One\n# author: me\n# game: net\n# pins: 2,1 1,2\n┏┓\n┗┛": "gameid picture numbers hexapipes",
    "infinity:3x2:21aaaa": "numbers",
    "infinity:2x2:2222": "numbers",
    "infinity:2x3:114444": "numbers",
    "pzprv3/simpleloop/2/2/. . /. . /1 /0 /-1 0 /": "gameid picture pzprv3",
    "■┏┓\n■┗┛": "gameid picture pzprv3 numbers",
    "simpleloops/3/2/i": "gameid picture pzprv3 pearl",
    "simpleloop/6/5/": "gameid",
    "simpleloop/6/5/000001": "gameid",
    "# game: masyu\n# clues: 1,1● 3,1○\n╺━┓\n··╹": "gameid picture pzprv3 pearl",
    "pearl:8x8:WzBzbWfB": "gameid picture pearl",
    "https://puzz.link/p?mashu/3/3/96a": "gameid pearl",
}


def test_a_known_board_is_written_as_approved() -> None:
    approve(
        __file__, "written-texts", "\n".join(part for text, forms in WRITTEN.items() for part in _written(text, forms))
    )


NEWLINE = "\n"


def _written(text: str, forms: str) -> Iterator[str]:
    (puzzle,) = read(text)
    yield f"{text}\n  id {canonical_id(puzzle)}; web {web_address(puzzle) or '-'}"
    before = ""
    for form in forms.split():
        instead = [form_for(puzzle, form, with_lines) for with_lines in (False, True)]
        blank = [State.of(bytes(puzzle.grid.size))] if puzzle.game.draws else []
        for state in (None, puzzle.start, *blank):
            try:
                shown = write(puzzle, form, state)
            except PuzzleError as error:
                shown = f"! {error}"
            yield f"{form} ({', '.join(instead)}):{' the same' if shown == before else NEWLINE + shown}"
            before = shown
    yield ""


FAULTY = (
    "3x2w:1v24h3b7",
    "infinity:2x2:3c69",
    "x/net.html#2x1%3A14",
    "2x2kxb0.5a:1234",
    "# walls: 1,1v 2,2h\n┏┓\n┗┛",
    "# wrap: x-twisted y\n# pins: 1,2\n╺╸\n╻╹",
    "2 2\n9 12\n3 6",
    "■┏┓\n·┗┛",
    "# game: masyu\n# clues: 1,1○\n╺━╸\n·●·",
    "simpleloop/5/2/4g",
    "https://puzz.link/p?mashu/3/2/96",
    "pearl:3x2:WcBa",
    "pzprv3/simpleloop/2/2/. * /. . /0 /1 /1 0 /",
    '{"grid": "square", "width": 2, "height": 1, "wrap": true, "tiles": [1, 4]}',
    "ghost:infinity:2x1:14@1AAA",
)


_PLACE = re.compile(r"in(:\d+){0,2}: \S")


@pytest.mark.parametrize("text", FAULTY, ids=range(len(FAULTY)))
def test_a_text_with_one_letter_less_or_another_one_is_a_board_that_reads_back_or_an_error_with_a_place(
    text: str,
) -> None:
    for place in range(len(text)):
        for put in ("", "?"):
            faulty = f"{text[:place]}{put}{text[place + 1 :]}"
            is_puzzle(faulty)  # a word is one thing or the other, and no error
            for reading in read_each(faulty, source="in"):
                if isinstance(reading.puzzle, Puzzle):
                    (again,) = read(canonical_id(reading.puzzle))
                    assert (again.tiles, again.clues) == (reading.puzzle.tiles, reading.puzzle.clues)
                else:
                    assert _PLACE.match(str(reading.puzzle)), reading.puzzle


GHOSTS = {
    "infinity:2x2:9c36": (),
    "infinity:2x2:3333": (GhostMove(5, 0, 6), GhostMove(12, 1, 3), GhostMove(200, 3, 9)),
    "2x1:11": (GhostMove(3000, 1, 1), GhostMove(3000, 1, 2), GhostMove(9_999_999, 1, 1)),
    "simpleloop/2/2/": (GhostMove(1, 0, 6), GhostMove(2, 1, 3), GhostMove(2, 3, 9), GhostMove(40, 2, 12)),
}


def test_a_ghost_is_one_line_that_is_read_as_it_was_written() -> None:
    lines = []
    for text, steps in GHOSTS.items():
        (puzzle,) = read(text)
        line = ghost_line(puzzle, Ghost(steps, 2))
        lines.append(line)
        (again,) = read(line)
        found = ghost_of(again)
        assert found == Ghost(steps, 2)
        assert found.seconds == (steps[-1].tenths / 10 if steps else 0.0)
        assert again.tiles == puzzle.tiles
        assert ghost_of(puzzle) is None
    approve(__file__, "ghosts", "\n".join([*lines, ""]))


def unjoined(puzzle: Puzzle, ghost: Ghost) -> int:
    """The number of characters of the line that names every step."""
    numbers, before = [ghost.help], 0
    for tenths, cell, lines in ghost.steps:
        numbers += [tenths - before, 16 * cell + lines]
        before = tenths
    size = sum(max(1, -(-number.bit_length() // 7)) for number in numbers)
    return len("ghost:") + len(canonical_id(puzzle)) + len("@1") + -(-8 * size // 6)


@pytest.mark.parametrize(
    ("text", "most"), [("infinity:2x1:11", 1200), ("2x1:11", 1200), ("infinity:10x7:" + "1" * 70, 1714)]
)
def test_a_ghost_says_less_only_where_its_line_would_be_too_long(text: str, most: int) -> None:
    (puzzle,) = read(text)
    lengths = set()
    for helped, number in (
        (helped, number) for helped in (0, 200, 20_000) for number in range(most // 3, most * 3 // 8)
    ):
        steps = tuple(GhostMove(at + 1, at % 2, (1, 4)[at // 2 % 2]) for at in range(number))
        ghost = Ghost(steps, helped)
        length = unjoined(puzzle, ghost)
        if abs(length - most) > 4:
            continue
        line = ghost_line(puzzle, ghost)
        assert (len(line) == length) == (length <= most)
        assert len(line) <= most
        lengths.add(length)
    assert lengths & {most - 1, most}
    assert lengths & {most + 1, most + 2}


def joined(begin: bytes, steps: Sequence[GhostMove], tenths: int) -> list[GhostMove]:
    """The steps, with those of each span of so many tenths made one: what has changed in it, at its last moment."""
    kept, now = list[GhostMove](), list(begin)
    spans = [list(span) for _, span in groupby(steps, lambda step: step.tenths // tenths)]
    for span in spans:
        before = now.copy()
        for step in span:
            now[step.cell] = step.lines
        cells = dict.fromkeys(step.cell for step in span)
        changed = [GhostMove(span[-1].tenths, cell, now[cell]) for cell in cells if now[cell] != before[cell]]
        kept += changed if changed or span is not spans[-1] else span[-1:]
    return kept


@pytest.mark.parametrize(
    ("number", "seed"), [(number, seed) for number in (250, 380, 420, 700, 1500, 4000) for seed in range(3)]
)
def test_a_long_ghost_says_what_has_changed_in_spans_no_longer_than_need_be(number: int, seed: int) -> None:
    (puzzle,) = read("infinity:4x1:1111")
    random, tenths, steps = Random(seed), 0, list[GhostMove]()
    for _ in range(number):
        tenths += random.choice((0, 0, 1, 2, 9, 40))
        steps.append(GhostMove(tenths, random.randrange(4), random.choice((1, 2, 4, 8))))
    steps += [GhostMove(tenths, cell, (4, 1)[cell % 2]) for cell in range(4)]
    steps += [GhostMove(tenths + 9999, 0, 4)] * (seed % 2)  # long after, and nothing changes
    ways = [steps, *(joined(puzzle.tiles, steps, 1 << power) for power in range(1, 20))]
    expected = next(way for way in ways if unjoined(puzzle, Ghost(tuple(way), seed)) <= 1200)
    (again,) = read(ghost_line(puzzle, Ghost(tuple(steps), seed)))
    assert ghost_of(again) == Ghost(tuple(expected), seed)


@pytest.mark.parametrize(
    ("tenths", "is_read"),
    [(127, True), (128, True), (129, True), (1 << 14, True), (1 << 21, True), ((1 << 28) - 1, True), (1 << 28, False)],
)
def test_a_number_of_a_ghost_has_four_bytes_at_most(tenths: int, is_read: bool) -> None:
    (puzzle,) = read("infinity:2x1:14")
    line = ghost_line(puzzle, Ghost((GhostMove(tenths, 0, 4),)))
    if is_read:
        assert ghost_of(read(line)[0]) == Ghost((GhostMove(tenths, 0, 4),))
    else:
        with pytest.raises(PuzzleError, match="expected a whole ghost, found one that is cut short"):
            read(line)


@pytest.mark.parametrize(
    ("size", "may_be"), [((2000, 2000), True), ((2001, 2000), False), ((1, 2), True), ((1, 1), False)]
)
def test_a_board_has_two_cells_to_four_million(size: tuple[int, int], may_be: bool) -> None:
    if may_be:
        check_size(*size)
        assert bare("{}x{}".format(*size))
    else:
        with pytest.raises(PuzzleError, match="expected a board of at"):
            check_size(*size)


def test_a_grid_that_is_too_large_is_told_at_its_first_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.formats.format.MOST_CELLS", 8)
    with pytest.raises(PuzzleError, match="2: expected a board of at most 8 cells, found 3x3"):
        read("# a comment\n6ec\n7fd\n3b9")


def test_a_header_line_has_a_key_that_begins_with_a_letter() -> None:
    (puzzle,) = read(
        "# x-1: one\n# note: two\n# 1c: three\n## four: no\n#! five: no\n# x-:\n# see: none\n┏┓\n┗┛".replace(
            "# see: none\n", ""
        )
    )
    assert puzzle.header == (("x-1", "one"), ("note", "two"), ("x-", ""))


@pytest.mark.parametrize(
    ("source", "game"),
    [
        ("net/a.loops", "net"),
        ("levels/net/more/and/more/a.loops", "net"),
        ("net/infinity/a.loops", "infinity"),
        ("/net/a.loops", "net"),
        ("/a.loops", "infinity"),
        ("levels/nets/a.loops", "infinity"),
        ("", "infinity"),
        ("net", "infinity"),
    ],
)
def test_the_nearest_folder_named_as_a_game_tells_the_game(source: str, game: str) -> None:
    (puzzle,) = read("┏┓\n┗┛", source=source)
    assert puzzle.game.name == game
    assert read("# game: masyu\n··\n··", source=source)[0].game.name == "masyu"
