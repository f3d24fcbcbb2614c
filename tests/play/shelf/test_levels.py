"""The shipped levels as a list shows them."""

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.catalogue.suggestions import following
from termpuzzles.formats import read
from termpuzzles.games import named


def test_every_pack_lists_its_puzzles_by_the_titles_and_sizes_that_they_have() -> None:
    found = packs()
    assert {pack.game for pack in found} >= {"infinity", "net"}
    for pack in found:
        puzzles = pack.puzzles()
        listed = [(level.size, level.title) for level in pack.levels]
        numbered = [(str(puzzle.grid), puzzle.title or f"{number}") for number, puzzle in enumerate(puzzles, 1)]
        assert listed == numbered
        assert {puzzle.game for puzzle in puzzles} == {named(pack.game)}


def test_packs_of_a_folder_are_listed_game_by_game(tmp_path: Path) -> None:
    for name in ("net/b-side.loops", "infinity/02-a.loops", "net/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# title: Bar\n╺╸\n---\n╻ \n╹ \n", encoding="utf-8")
    assert [(pack.game, pack.name) for pack in packs(tmp_path)] == [("infinity", "a"), ("net", "b side")]
    assert [level[:2] for level in packs(tmp_path)[0].levels] == [("Bar", "2x1"), ("2", "1x2")]
    assert not any(pack.is_earlier for pack in packs(tmp_path))


def test_without_a_folder_there_are_no_packs(tmp_path: Path) -> None:
    assert packs(tmp_path / "missing") == []


def test_a_pack_with_a_board_that_cannot_be_read_lists_its_boards_by_number(tmp_path: Path) -> None:
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "broken.loops").write_text("╺╸\n---\n╺x\n---\n╺╸\n", encoding="utf-8")
    (pack,) = packs(tmp_path)
    assert [(level.title, level.size) for level in pack.levels] == [("1", "0x0"), ("2", "0x0"), ("3", "0x0")]


NAMES = [
    ("", "Small"),
    ("0", "Small"),
    ("1", "Small (easy, short)"),
    ("400", "Small (fiendish)"),
    ("-1", "Small"),
    ("4e2", "Small"),
    ("٤", "Small"),
    ("9" * 5_000, "Small"),
]


@pytest.mark.parametrize(("effort", "name"), NAMES)
def test_the_effort_that_a_board_names_is_read_if_it_is_a_plain_number(effort: str, name: str, tmp_path: Path) -> None:
    text = f"┏┓\n┗┛\n---\n# title: Small\n# effort: {effort}\n┏┓\n┗┛\n"
    found = following(Levels([]), read(text), 0, ())
    assert found is not None
    assert (found.puzzles, found.place, found.name) == (None, 1, name)
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "own.loops").write_text(text, encoding="utf-8")
    (pack,) = packs(tmp_path)
    assert [level.effort for level in pack.levels] == [0, {"1": 1, "400": 400}.get(effort, 0)]
