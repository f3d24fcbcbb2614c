"""What a list shows for a board in progress."""

from pathlib import Path

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.catalogue.suggestions import Preview, preview
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.play.opening import open_session
from termpuzzles.storage.journal_text import head_line
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import Summary
from tests.games.boards import board
from tests.play.test_session import Time


def seen(tmp_path: Path, puzzle: Puzzle, *gestures: Gesture) -> Preview:
    """The preview of a board after these gestures."""
    library = Library(Folders(tmp_path, tmp_path))
    kept = open_session(library, puzzle, Time())
    for gesture in gestures:
        assert kept.session.do(gesture)
    kept.leave()
    (entry,) = library.journal_list().entries
    return preview(library, entry)


def test_a_glance_shows_the_board_as_it_stands_and_how_much_is_pinned(tmp_path: Path) -> None:
    puzzle = board(named("net"), "╻━━━━━━┓", "┗━━━━━━┛", "┗━━━━━━╸")
    found = seen(tmp_path, puzzle, Gesture("turn", 8), Gesture("pin", 8), Gesture("pin", 0))
    assert found.picture is not None
    assert found.picture.state.lines[8] != puzzle.start.lines[8]
    assert (found.share, found.done) == (2 / 24, "2 of 24 pinned")


@pytest.mark.parametrize(("sides", "done"), [([4, 4], "0 lines"), ([4], "1 line"), ([4, 2], "2 lines")])
def test_the_glance_at_a_drawing_game_counts_the_lines(tmp_path: Path, sides: list[int], done: str) -> None:
    found = seen(tmp_path, board(named("simpleloop"), "··", "··"), *(Gesture("line", 0, side) for side in sides))
    assert found.done == done


@pytest.mark.parametrize(("width", "height", "shown"), [(50, 50, True), (61, 41, False)])
def test_boards_of_more_than_2500_cells_are_not_played_again_for_a_glance(
    tmp_path: Path, width: int, height: int, shown: bool
) -> None:
    puzzle = Puzzle(named("infinity"), Grid(width, height), b"\1" * (width * height))
    assert (seen(tmp_path, puzzle, Gesture("turn", 0)) != Preview()) == shown


def test_a_damaged_or_lost_journal_shows_nothing(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path, tmp_path))
    (tmp_path / "journals").mkdir()
    (tmp_path / "journals" / "here.journal").write_text("nonsense\n", encoding="utf-8")
    for name in ("here", "gone"):
        entry = Summary(str(tmp_path / "journals" / f"{name}.journal"), "net", "", "2x2", 0.0, False, 0.0)
        assert preview(library, entry) == Preview()


def test_of_a_board_without_anything_to_do_nothing_is_done(tmp_path: Path) -> None:
    (turned,) = read("# game: infinity\n╋╋\n")
    (drawn,) = read("simpleloop/2/2/u")
    for number, puzzle in enumerate((turned, drawn)):
        file = tmp_path / "journals" / f"{number}.journal"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(head_line(puzzle, {}) + b"0.0 opened 2026-11-22\n")
    library = Library(Folders(tmp_path, tmp_path))
    found = {entry.game: preview(library, entry) for entry in library.journal_list().entries}
    assert (found["infinity"].share, found["infinity"].done) == (0, "0 of 0 pinned")
    assert (found["simpleloop"].share, found["simpleloop"].done) == (0, "0 lines")
