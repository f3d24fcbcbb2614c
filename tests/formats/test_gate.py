"""The gate: how it finds the format and game of a text, and errors in place of puzzles."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from termpuzzles.errors import ArgumentError, PuzzleError
from termpuzzles.formats import FORMATS, canonical_id, decode, gate, is_puzzle, read, read_each, write
from termpuzzles.formats.format import Assumed, Format
from termpuzzles.formats.number_grid import NUMBER_GRID
from termpuzzles.formats.picture import PICTURE
from termpuzzles.games import names

HOME = Path(gate.__file__).parent
SAVE = (Path(__file__).parent / "game.sav").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("┏┓\n┗┛", "picture"),
        ("  ", "picture"),
        ("# title: 7x7:1\n\n ┏", "picture"),
        ("1 2 3", "numbers"),
        ("# game: net\n\n\n2x1:14", "gameid"),
        ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#2x1:14", "gameid"),
        ("net.html#2x1:14", "gameid"),
        ("  infinity:2x1:14  ", "gameid"),
        ("simpleloop/6/4/00036", "puzzlink"),
        ("simpleloops/6/4/00036", "puzzlink"),
        ("https://puzz.link/p?simpleloop/6/4/00036\tnotes", "puzzlink"),
        ("pzprv3/simpleloop/1/2/. . /0 /", "pzprv3"),
        ("pzprv3\nsimpleloop\n1\n2\n. . \n0 \n", "pzprv3"),
        ('{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]}', "hexapipes"),
        (SAVE, "save"),
    ],
)
def test_a_text_tells_its_format(text: str, form: str) -> None:
    (reading,) = read_each(text)
    assert not isinstance(reading.puzzle, Exception), reading.puzzle
    assert reading.format == form


def test_a_first_row_that_is_no_tile_does_not_make_a_picture_a_list_of_ids() -> None:
    with pytest.raises(PuzzleError, match=r"^in:1:1: expected a tile, found 'x'$"):
        read("x┓\n┗┛", source="in")
    with pytest.raises(PuzzleError, match=r"^in:1:1: expected a tile, found 'x'$"):
        read("x\n┗┛", source="in")


@pytest.mark.parametrize(
    ("source", "game"),
    [
        ("levels/net/first.loops", "net"),
        ("levels/infinity/first.loops", "infinity"),
        ("net/infinity/packs/first.loops", "infinity"),
        ("simpleloop/first.loops", "simpleloop"),
        ("levels/net.loops", "infinity"),
        ("levels/networks/first.loops", "infinity"),
        ("standard input", "infinity"),
    ],
)
def test_a_picture_is_of_the_game_that_its_nearest_folder_names(
    source: str, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "infinity").mkdir()
    monkeypatch.chdir(tmp_path / "infinity")
    (puzzle,) = read("··\n··", source=source)
    assert puzzle.game.name == game


def test_a_file_named_alone_is_of_the_folder_where_it_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "first.loops").write_text("╺╸", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "net")
    assert read("╺╸", source="first.loops")[0].game.name == "net"
    assert read("╺╸", source="standard input")[0].game.name == "infinity"


def test_the_header_comes_before_the_game_asked_for_and_that_before_the_folder() -> None:
    assert read("# game: net\n╺╸", source="infinity/a")[0].game.name == "net"
    assert read("╺╸", source="infinity/a", game="net")[0].game.name == "net"
    assert read("1 2", source="net/a")[0].game.name == "net"
    assert read("2x1:14", source="infinity/a")[0].game.name == "net"


def test_one_bad_line_of_ids_does_not_stop_the_others() -> None:
    text = "# comment\n2x1:14\tsolution\n\n2x1:1\ninfinity:2x1:14\nsimpleloop/v:x/1/2/\nsimpleloop/1/2/\n"
    results = [(each.format, str(each.puzzle)) for each in read_each(text, source="in") if _is_error(each.puzzle)]
    assert results == [
        ("gameid", "in:4:6: expected 2 tiles, found 1"),
        ("puzzlink", "in:6:12: the variant 'v:x' has another rule that the address does not state, so it is not read"),
    ]
    names = [each.puzzle.game.name for each in read_each(text) if not isinstance(each.puzzle, Exception)]
    assert names == ["net", "infinity", "simpleloop"]


def _is_error(puzzle: object) -> bool:
    return isinstance(puzzle, PuzzleError)


def test_one_bad_picture_does_not_stop_the_others() -> None:
    text = "┏┓\n---\n# title: second\n┏x\n---\n---\n# game: net\n╺╸\n---\n"
    first, second, third = read_each(text, source="in")
    assert not _is_error(first.puzzle)
    assert str(second.puzzle) == "in:4:2: expected a tile, found 'x'"
    assert not isinstance(third.puzzle, Exception)
    assert third.puzzle.game.name == "net"


def test_read_raises_the_first_error() -> None:
    with pytest.raises(PuzzleError, match=r"^2:6: expected 2 tiles, found 1$"):
        read("2x1:14\n2x1:1\n2x1:2")


def test_a_file_that_is_not_utf_8_is_told_where() -> None:
    assert decode("┏┓".encode()) == "┏┓"
    with pytest.raises(PuzzleError, match=r"^in:2:3: expected text in UTF-8, found byte 0xff$"):
        decode("┏┓\n┗┛".encode() + b"\xff", "in")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ArgumentError, match=rf"^expected one of the games {', '.join(names())}, found 'chess'$"):
        read("2x1:14", game="chess")


@pytest.mark.parametrize("form", [PICTURE, NUMBER_GRID])
def test_a_sheet_of_comments_alone_is_no_puzzle(form: Format) -> None:
    assert form.read("# only\n# comments", Assumed()) is None


def test_an_unknown_format_is_refused() -> None:
    (puzzle,) = read("2x1:14")
    with pytest.raises(PuzzleError, match=f"^expected one of the formats {', '.join(FORMATS)}, found 'png'$"):
        write(puzzle, "png")


@pytest.mark.parametrize(("form", "instead"), [("letters", "numbers"), ("ghost", "picture")])
def test_a_format_that_is_only_read_is_refused_with_the_reason_and_another(form: str, instead: str) -> None:
    (puzzle,) = read("2x1:14")
    with pytest.raises(PuzzleError, match=rf"^{form} is only read, as .*: use {instead}$"):
        write(puzzle, form)


def test_every_record_of_a_format_is_in_the_registry_and_each_that_is_written_may_be_asked_for() -> None:
    modules = [".".join(path.relative_to(HOME).with_suffix("").parts) for path in HOME.rglob("*.py")]
    assert {f"{module}.{name}" for module in modules for name in records(module)} == set(gate.REGISTRY)
    found = {record.name: record for module in modules for record in records(module).values()}
    assert {name for name, record in found.items() if record.write} == {
        *FORMATS,
        "puzzlink",
        "pearl",
    }  # the last two as ids
    assert all(bool(record.instead and record.only_read) for record in found.values() if not record.write)
    assert not any(record.only_read for record in found.values() if record.write)


def records(module: str) -> dict[str, Format]:
    """The format records defined in a module of this floor, by dotted name."""
    home = import_module(f"termpuzzles.formats.{module}")
    return {name: value for name, value in vars(home).items() if isinstance(value, Format)}


def test_what_a_word_on_the_command_line_means_does_not_hang_on_a_file_of_that_name() -> None:
    words = (
        "7x7w:1",
        "infinity:2x1:14",
        "foo:2x1:14",
        "7x7#3",
        "13x11w",
        "simpleloop/6/4/0",
        "a?slither/1",
        "pzprv3/x",
    )
    assert all(map(is_puzzle, (*words, "https://x/net.html#2x1:14")))
    assert not any(
        map(is_puzzle, ("levels/net/a.loops", "levels/simpleloop/a.loops", "a#b", "C:", "notes: more", "12"))
    )


def test_the_canonical_id_of_any_text_of_a_puzzle_is_the_same() -> None:
    (puzzle,) = read("2x2w:1248")
    for form in ("picture", "numbers", "hexapipes", "gameid"):
        assert canonical_id(read(write(puzzle, form))[0]) == "2x2w:1248"


def test_reading_an_id_loads_no_other_format() -> None:
    program = "import sys; from termpuzzles.formats import read; read('2x1:14'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "termpuzzles.formats.net_id" in loaded
    unwanted = {
        "json",
        *(f"termpuzzles.formats.{name}" for name in ("picture", "save_file", "hexapipes", "puzzlink")),
    }
    assert not unwanted & set(loaded)


@pytest.mark.parametrize("form", ["{}", "0{}", "000{}"])
def test_every_number_of_a_grid_is_its_lines_with_zeros_before_it_or_without(form: str) -> None:
    sides = ((1, 8), (2, 4), (4, 2), (8, 1))  # the bit of a number, and that of the mask: up, right, down, left
    rows = [" ".join(form.format(number) for number in range(start, start + 4)) for start in (0, 4, 8, 12)]
    (puzzle,) = read("# game: infinity\n" + "\n".join(rows))
    assert list(puzzle.tiles) == [sum(mask for bit, mask in sides if number & bit) for number in range(16)]


@pytest.mark.parametrize(
    "text",
    [
        "# c\n# game: infinity\n2x2:3333\n2x1:14\n",
        '\n# wrap: both\n{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]}\n',
        "1\n# game: net\n2\n. .\n",
    ],
)
def test_a_header_line_in_a_text_without_a_header_is_told_once(text: str) -> None:
    told = [remark for reading in read_each(text) for remark in reading.remarks]
    assert [remark[:7] for remark in told] == ["line 2,"]
    assert not any(reading.remarks for reading in read_each(text, own=True))
    assert not any(reading.remarks for reading in read_each(text.replace("# ", "# about: ")))


@pytest.mark.parametrize(
    ("line", "key"), [("# gmae: net", "game"), ("# Wrap : both", "wrap"), ("# wals: 1,1v", "walls")]
)
def test_a_comment_of_a_list_that_is_much_like_a_header_line_is_told_with_the_key(line: str, key: str) -> None:
    (reading,) = read_each(f"{line}\n2x2:6c39\n")
    (told,) = reading.remarks
    assert told.startswith("line 1, ")
    assert ("such as" not in told) == (key in line.lower())
    assert key in told.lower()


def test_other_comments_of_a_list_are_passed_over() -> None:
    for line in ("# a: b", "# from the club: 12 boards", "# game over", "## game: net", "#! game: net"):
        assert not any(reading.remarks for reading in read_each(f"{line}\n2x2:6c39\n")), line


OBJECT = '{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]}\n'
EDITED = "pzprv3\nmashu\n1\n2\n. .\n0\n"


@pytest.mark.parametrize(("line", "key"), [("# gmae: net", "game"), ("# Wrap : both", "wrap"), ("# titel: x", "title")])
@pytest.mark.parametrize("text", [OBJECT, EDITED, "1\n2\n. .\n", SAVE])
def test_a_misspelt_header_line_above_a_text_without_a_header_is_an_error_with_the_right_one(
    text: str, line: str, key: str
) -> None:
    (reading,) = read_each(f"{line}\n{text}", source="in")
    assert str(reading.puzzle).startswith("in:1:")
    assert f"{key!r}?" in str(reading.puzzle)
    assert not _is_error(next(read_each(text)).puzzle)


@pytest.mark.parametrize(
    "text", ["https://puzz.link/p?mashu/2/2/10\n", "pearl:3x2:WcBa\n", "pzprv3/mashu/1/2/. ./0/\n"]
)
def test_a_misspelt_header_line_above_one_address_is_an_error_and_in_a_list_a_comment(text: str) -> None:
    (reading,) = read_each(f"# gmae: net\n{text}")
    assert str(reading.puzzle).startswith("1:3: ")
    assert "'game'?" in str(reading.puzzle)
    assert not any(_is_error(each.puzzle) for each in read_each(f"# gmae: net\n{text}{text}"))
    assert not any(_is_error(each.puzzle) for each in read_each(f"# from: me\n{text}"))


def test_lines_may_end_in_carriage_returns_alone() -> None:
    for text in ("┏┓\n┗┛\n", "2x2:9c36\n2x1:14\n", "6 12\n3 9\n", OBJECT, EDITED, SAVE):
        assert [each.puzzle for each in read_each(text.replace("\n", "\r"))] == read(text)
    with pytest.raises(PuzzleError, match=r"^2:2: expected a tile, found 'x'$"):
        read("┏┓\r┗x\r")


def test_all_texts_of_the_editor_in_a_file_are_read() -> None:
    info = 'info:{\n "metadata": {"author": "me"}\n}'  # no newline follows it
    variant = "v:bordered\n" + EDITED
    text = f"\n# c\n{EDITED}{info}{EDITED}\n\n{EDITED}{variant}{EDITED}"
    found = [each.puzzle for each in read_each(text, source="in")]
    assert [_is_error(each) for each in found] == [False, False, False, True, False]
    assert [getattr(each, "title", "-") for each in found] == ["me", "", "", "-", ""]
    assert str(found[3]).startswith("in:25:1: the variant 'v:bordered'")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[a board](https://puzz.link/p?mashu/2/2/10)", "https://puzz.link/p?mashu/2/2/10"),
        ("[](2x2:9c36)", "2x2:9c36"),
        ("SGTPUZZLES:net:2x2:9c36", "2x2:9c36"),
        ("PZPRV3/mashu/1/2/. ./0/", "https://puzz.link/p?mashu/2/1/0"),
        ("PZPRV3\nmashu\n1\n2\n. .\n0", "https://puzz.link/p?mashu/2/1/0"),
        ("https://x.org/net.html?from=mail#2x2:9c36", "2x2:9c36"),
    ],
)
def test_a_link_of_markdown_capitals_and_what_others_append_are_read(text: str, name: str) -> None:
    assert canonical_id(read(text)[0]) == name


@pytest.mark.parametrize("word", ["[a](https://x.org/y)", "SGTPUZZLES:net:2x2:9", "PZPRV3/mashu"])
def test_links_and_capitals_are_no_names_of_files(word: str) -> None:
    assert is_puzzle(word)


def test_the_column_of_an_error_in_a_link_of_markdown_is_that_in_the_line() -> None:
    with pytest.raises(PuzzleError, match=r"^2:12: expected 4 tiles, found 1$"):
        read("2x2:9c36\n [xy](2x2:1)\n")
