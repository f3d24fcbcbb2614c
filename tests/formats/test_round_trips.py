"""Writing and reading back gives the same puzzle, and any text is either a puzzle or an error with its place."""

from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termpuzzles.board.grid import E, Grid, S, turn
from termpuzzles.board.surface import PLANE, TORUS, Surface
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import FORMATS, PARTED, canonical_id, read, read_each, write
from termpuzzles.games import named, names
from termpuzzles.games.masyu import UNKNOWN
from termpuzzles.games.model import Game, Puzzle, State
from tests.board.surfaces import ALL
from tests.data import sweep
from tests.formats.random_puzzles import drawn, turned

SAVE = (Path(__file__).parent / "game.sav").read_text(encoding="utf-8")


@given(turned())
def test_pictures_of_tiles_read_back(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "picture")) == [puzzle]


@given(turned())
def test_number_grids_read_back(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "numbers")) == [puzzle]


@given(turned(plain=True))
def test_ids_read_back(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "gameid")) == [puzzle]


@pytest.mark.parametrize("surface", ALL, ids=str)
def test_tiny_boards_read_back_on_every_surface_and_no_two_share_an_id(surface: Surface) -> None:
    """All sizes up to 4x4, without walls, with any one of them, and with some: a seam may join two cells twice."""
    rng, ids = Random(7), dict[str, Puzzle]()
    for width, height in product(range(1, 5), repeat=2):
        walls = list(product(range(width * height), (E, S)))
        some = [{wall for wall in walls if rng.random() < share} for share in (0.2, 0.5, 0.8, 1)]
        for chosen in ((), *((wall,) for wall in walls), *some) if width * height > 1 else ():
            grid = Grid.make(width, height, surface, chosen)
            puzzle = Puzzle(named("net"), grid, bytes(rng.randrange(16) for _ in range(grid.size)))
            name = canonical_id(puzzle)
            assert ids.setdefault(name, puzzle) == puzzle
            for text in (name, write(puzzle, "picture"), write(puzzle, "numbers")):
                (again,) = read(text, game="net")
                assert again == puzzle
                assert again.grid.ways == puzzle.grid.ways
                assert canonical_id(again) == name


@given(turned(plain=True))
def test_hexapipes_objects_read_back_where_they_can_say_the_board(puzzle: Puzzle) -> None:
    if fits_hexapipes(puzzle):
        assert read(write(puzzle, "hexapipes")) == [puzzle]
    else:
        with pytest.raises(PuzzleError, match="hexapipes JSON has no place for"):
            write(puzzle, "hexapipes")


@pytest.mark.parametrize("name", names())
@given(st.data())
def test_every_format_that_a_game_speaks_gives_that_game_back(name: str, data: st.DataObject) -> None:
    game = named(name)
    puzzle = data.draw((drawn if game.draws else turned)(plain=True, games=[name]))
    for form in (*FORMATS, "puzzlink"):
        if not speaks(game, form):
            with pytest.raises(PuzzleError, match=f"cannot be written as {form}, only as"):
                write(puzzle, form)
        elif form == "pearl" and UNKNOWN in puzzle.clues:
            with pytest.raises(PuzzleError, match="cannot hold a circle of unknown colour"):
                write(puzzle, form)
        elif form in UNABLE and (reason := UNABLE[form](puzzle)):
            with pytest.raises(PuzzleError, match=reason):
                write(puzzle, form)
        elif form != "hexapipes" or fits_hexapipes(puzzle):
            text = write(puzzle, form)
            assert read(text) == read(text, game=name) == [puzzle]
            for other in (named(other) for other in names() if other != name):
                twin = Puzzle(other, puzzle.grid, puzzle.tiles)
                unable = not speaks(other, form) or (form in UNABLE and UNABLE[form](twin))
                assert unable or write(twin, form) != text


def speaks(game: Game, form: str) -> bool:
    """Whether the format can hold boards of the game; `gameid` counts as `address` if the game's id is an address."""
    if form in ("array", "hex", "pieces"):
        return "numbers" in game.formats
    return form in game.formats or (form == "gameid" and "puzzlink" in game.formats)


_MISREAD = "would be misread"


def why_no_save(puzzle: Puzzle) -> str:
    """The collection has no such board."""
    if not puzzle.game.draws:
        return "twisted board" if puzzle.grid.is_twisted else ""
    if min(puzzle.grid.width, puzzle.grid.height) < 5:
        return "no boards of fewer than 5 columns or rows"
    return "cannot hold a circle of unknown colour" if UNKNOWN in puzzle.clues else ""


def why_no_hex(puzzle: Puzzle) -> str:
    """Rows of hexadecimal digits could be numbers: one row or column, or two columns of decimal digits."""
    width, height = puzzle.grid.width, puzzle.grid.height
    reverse = [int(f"{mask:04b}"[::-1], 2) for mask in puzzle.tiles]
    return _MISREAD * (width < 2 or height < 2 or (width == 2 and max(reverse) < 10))


def why_no_pencilbox(puzzle: Puzzle) -> str:
    """No cell of the first row or at the left border is empty, or there is one column."""
    width = puzzle.grid.width
    return _MISREAD * (width < 2 or all((*puzzle.clues[:width], *puzzle.clues[::width])))


UNABLE = {"hex": why_no_hex, "pencilbox": why_no_pencilbox, "save": why_no_save}  # by name, the reason or ""


def fits_hexapipes(puzzle: Puzzle) -> bool:
    """Whether hexapipes can represent the board: it has no walls, and wraps in both directions or in none."""
    return not puzzle.grid.walls and puzzle.grid.surface in (PLANE, TORUS)


@settings(max_examples=sweep.share(100))
@given(drawn(), drawn(crosses=True))
def test_pictures_of_drawn_lines_and_crosses_read_back(puzzle: Puzzle, crossed: Puzzle) -> None:
    assert read(write(puzzle, "picture")) == [puzzle]
    assert read(write(crossed, "picture")) == [crossed]


@given(drawn(crosses=True))
def test_pzprv3_texts_read_back_with_lines_and_crosses(puzzle: Puzzle) -> None:
    text = write(puzzle, "pzprv3")
    assert read(text) == [puzzle]
    assert read(text.replace("/", "\n")) == [puzzle]


@given(drawn(plain=True))
def test_addresses_read_back(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "gameid")) == [puzzle]


@given(st.lists(st.one_of(turned(), drawn()), min_size=1, max_size=4))
def test_several_pictures_read_back_when_parted(puzzles: list[Puzzle]) -> None:
    text = "\n---\n".join(write(puzzle, "picture") for puzzle in puzzles)
    for variant in (text, text + "\n", "\ufeff" + text.replace("\n", "\r\n") + "\r\n", text + "\n\n---\n"):
        assert read(variant) == puzzles


@given(st.lists(turned(plain=True), min_size=1, max_size=4), st.integers(0, 3))
def test_a_position_reads_back_as_a_puzzle_that_begins_there(puzzles: list[Puzzle], quarters: int) -> None:
    for puzzle in puzzles:
        state = State.of(bytes(turn(mask, quarters) for mask in puzzle.tiles))
        for form in ("picture", "numbers", "gameid"):
            assert read(write(puzzle, form, state)) == [Puzzle(puzzle.game, puzzle.grid, state.lines)]


TEXTS = (
    "┏┓\n┗┛",
    "# game: net\n# wrap: x\n# walls: 1,1v 2,2h\n# pins: 1,1\n╺┓ \n ╹╻",
    "# game: simpleloop\n##··\n┏┓■ \n┗┛··",
    "■··\n·┏┓\n·┗┛\n---\n2 3\n1 2 3\n4 5 6",
    "9 12 12 6\n10 13 13 5\n3 3 9 3",
    "# game: simpleloops\n┏┓■\n┗┛·",
    "simpleloops/6/4/00036\nweb:2x1:14\nhttps://a.b/net.html#2x1:14",
    "# an id\n4x2w:12v48h1248\tand more\ninfinity:2x2:3c69\nsimpleloop/6/4/00036\npzprv3/simpleloop/1/2/. . /0 /",
    "7x7wb0.3#123456",
    "https://puzz.link/p?simpleloop/5/5/sg020",
    "pzprv3\nsimpleloop\n2\n2\n. . \n. * \n1 \n0 \n-1 0 \n",
    '{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]}',
    SAVE,
)


def _check_any(text: str, game: str | None) -> None:
    for reading in read_each(text, source="a/b.loops", game=game):
        puzzle = reading.puzzle
        if isinstance(puzzle, Exception):
            assert str(puzzle).startswith("a/b.loops")
            assert "\n" not in str(puzzle)
        else:
            assert read(write(puzzle, reading.format)) == [puzzle]


GAMES = st.sampled_from((None, None, *names()))


@settings(max_examples=sweep.share(300))
@given(st.sampled_from(TEXTS), st.data(), GAMES)
def test_mutated_texts_are_puzzles_or_errors_with_a_place(text: str, data: st.DataObject, game: str | None) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 3)))
        letters = st.text(st.sampled_from(text or " ") | st.characters(), max_size=2)
        text = text[:start] + data.draw(letters) + text[end:]
    _check_any(text, game)


@settings(max_examples=sweep.share(150))
@given(st.text(), GAMES)
def test_random_texts_are_puzzles_or_errors_with_a_place(text: str, game: str | None) -> None:
    _check_any(text, game)


@settings(max_examples=sweep.share(150))
@given(st.text("0123456789abxvhw:#/ \n\t┏┓━■·-,?{}"), GAMES)
def test_texts_of_the_letters_of_puzzles_are_puzzles_or_errors(text: str, game: str | None) -> None:
    _check_any(text, game)


def test_parted_formats_are_the_ones_of_several_lines() -> None:
    (puzzle,) = read("2x2:9c36")
    for form in ("picture", "numbers", "gameid", "hexapipes", "array", "pieces", "save"):
        assert ("\n" in write(puzzle, form)) == (form in PARTED)


def test_several_puzzles_of_a_parted_format_are_read_whatever_their_sizes() -> None:
    for names_of_some in (
        ("2x2:9c36", "infinity:3x2:6cc95e", "2x2w:eeee", "3x3w:9cv8ah36354"),
        (CIRCLES, CIRCLES_BELOW),
        ("pearl:6x6:BhBhBaBaWWfBdB", "pearl:5x7:zi"),
    ):
        puzzles = [read(name)[0] for name in names_of_some]
        for form in PARTED:
            able = [each for each in puzzles if speaks(each.game, form) and not (form in UNABLE and UNABLE[form](each))]
            if able:
                texts = [write(puzzle, form) for puzzle in able]
                assert len(texts) > 1
                assert [write(puzzle, form) for puzzle in read("\n---\n".join(texts))] == texts


CIRCLES, CIRCLES_BELOW = "https://puzz.link/p?mashu/3/2/3i", "https://puzz.link/p?mashu/4/3/0i63"
