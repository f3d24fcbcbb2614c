"""Sittings and settings that survive the program: killed, cut short, on a full disk, opened twice."""

import json
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from termpuzzles.formats import read
from termpuzzles.games import named, names
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.play.opening import open_session
from termpuzzles.session.attempt import MARK
from termpuzzles.session.session import RecordedSession, Session
from termpuzzles.storage.folder_store import FolderStore, JournalPaths
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import VERSION, identity
from termpuzzles.storage.library import Folders, Library, folders
from tests.games.boards import board, random_puzzle
from tests.play.storage.opened import resumed
from tests.play.test_session import Time


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(Folders(tmp_path / "data", tmp_path / "config"))


def ring() -> Puzzle:
    return board(named("infinity"), "┓┓", "┗┛")


def paths(library: Library) -> JournalPaths:
    """Where the journal of the ring lies."""
    return FolderStore(library.where.data).paths(identity(ring()))


def session_at(library: Library, puzzle: Puzzle) -> RecordedSession:
    return open_session(library, puzzle, Time())


def only_file(library: Library) -> Path:
    (path,) = (library.where.data / "journals").glob("*.journal")
    return path


@pytest.mark.parametrize("name", names())
def test_a_sitting_left_and_taken_up_again_stands_where_it_stood(name: str, library: Library) -> None:
    rng = Random(1)
    drawn = (random_puzzle(rng, named(name)) for _ in range(100))
    puzzle = next(puzzle for puzzle in drawn if not Session(puzzle).solved)
    kept = session_at(library, puzzle)
    for _ in range(100):
        action = rng.choice(("turn", "turn half", "pin", "line", "cross"))
        kept.session.do(Gesture(action, rng.randrange(puzzle.grid.size), rng.choice((8, 4, 2, 1))))
    kept.session.undo()
    kept.session.clock = kept.session.clock.at(75.0)
    kept.leave()
    again = session_at(library, puzzle)
    assert again.session.state == kept.session.state
    assert again.session.clock.seconds == 75.0
    assert again.session.attempt.can_redo
    again.leave()


def test_nothing_is_kept_of_a_puzzle_that_was_only_looked_at(library: Library) -> None:
    session_at(library, ring()).leave()
    assert library.journals() == []


def test_every_move_is_in_the_file_as_soon_as_it_is_made(library: Library) -> None:
    kept = session_at(library, ring())
    kept.session.do(Gesture("turn", 0))
    assert only_file(library).read_text().endswith("0.0 move turn 1,1 1\n")
    kept.session.undo()
    assert only_file(library).read_text().endswith("0.0 undo\n")
    kept.leave()


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """A disk on which no file may grow beyond that many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    kept = session_at(Library(Folders(tmp_path / "data", tmp_path)), ring())
    kept.session.do(Gesture("turn", 0))
    assert kept.session.turns == 1
    assert kept.trouble.startswith("moves are not being kept: ")


def test_sittings_are_listed_latest_first_and_finished_ones_as_finished(library: Library) -> None:
    first, second = board(named("infinity"), "┗┓", "┗┛"), ring()
    for puzzle, when in ((first, 1000), (second, 2000)):
        kept = session_at(library, puzzle)
        kept.session.do(Gesture("turn", 0))
        kept.leave()
        path = library.where.data / "journals" / f"{identity(puzzle)}.journal"
        os.utime(path, (when, when))
    assert [(entry.size, entry.finished) for entry in library.journals()] == [("2x2", False), ("2x2", True)]


def test_the_identity_of_a_puzzle_does_not_depend_on_its_title_but_on_all_that_is_played() -> None:
    puzzle = ring()
    renamed = Puzzle(puzzle.game, puzzle.grid, puzzle.tiles, title="Ring", source="somewhere")
    assert identity(puzzle) == identity(renamed)
    others = [
        board(named("net"), "┓┓", "┗┛"),
        board(named("infinity"), "┓┓", "┗┗"),
        board(named("infinity"), "┓┓┗┛"),
        board(named("infinity"), "┓┓", "┗┛", wrap=True),
        board(named("infinity"), "┓┓", "┗┛", walls=[(0, 4)]),
        Puzzle(puzzle.game, puzzle.grid, puzzle.tiles, start=puzzle.start._replace(pins=bytes([1, 0, 0, 0]))),
    ]
    assert len({identity(other) for other in (puzzle, *others)}) == 7


def test_the_environment_and_the_option_say_where_things_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMPUZZLES_DATA", "/some/data")
    monkeypatch.setenv("TERMPUZZLES_CONFIG", "/some/config")
    assert folders(os.environ) == Folders(Path("/some/data"), Path("/some/config"))
    assert folders(os.environ, "/other").config == Path("/other")


def test_a_game_begun_elsewhere_goes_on_here_with_its_past(library: Library) -> None:
    (puzzle,) = read((Path(__file__).parents[2] / "formats" / "game.sav").read_text(encoding="utf-8"))
    kept = session_at(library, puzzle)
    session = kept.session
    assert session.state == puzzle.start
    assert len(session.moves) == puzzle.position
    assert session.redo()
    while session.undo():
        pass
    assert session.state.lines == puzzle.tiles
    kept.leave()
    (entry,) = library.journals()
    again, sitting = resumed(library, entry)
    assert (again.moves, again.position, again.start) == (puzzle.moves, puzzle.position, puzzle.start)
    kept = session_at_sitting(again, sitting)
    session = kept.session
    assert session.state.lines == puzzle.tiles
    assert all(session.redo() for _ in puzzle.moves)
    assert session.undo()
    assert session.state != puzzle.beginning
    assert session.restart()
    assert session.state == puzzle.beginning
    kept.leave()


@pytest.mark.parametrize(
    "text",
    [
        "pzprv3/simpleloop/2/3/. . . /. . . /0 -1 /0 0 /0 0 0 /",
        "# game: net\n# lines: 1,1h\n# crosses: 1,1v\n╸┗\n╸╸",
        "# game: infinity\n# pins: 1,1\n# crosses: 1,1v\n╺╸\n╸╸",
    ],
)
def test_lines_and_crosses_that_came_with_the_level_are_kept(library: Library, text: str) -> None:
    (puzzle,) = read(text)
    assert any(puzzle.start.notes)
    kept = session_at(library, puzzle)
    kept.session.apply(MARK)
    kept.leave()
    (entry,) = library.journals()
    again, sitting = resumed(library, entry)
    sitting.close()
    assert again.start == puzzle.start


def session_at_sitting(puzzle: Puzzle, sitting: Journal) -> RecordedSession:
    return RecordedSession(Session(puzzle, now=Time()), sitting, datetime(2026, 11, 21, 18, 3))


def test_boards_and_games_of_guests_are_listed_apart(library: Library) -> None:
    facts = {"termpuzzles": VERSION, "game": "duel:chess", "size": "8x8", "title": "", "text": ""}
    head: Callable[[], bytes] = lambda: json.dumps(facts).encode() + b"\n"  # noqa: E731
    library.open_named("d" * 24, head).close()
    assert library.journal_list().entries == ()
    for name in ("e" * 24, "f" * 24):
        journal = library.open_named(name, head)
        journal.record(1.0, "resignation red")
        journal.close()
    assert (library.journal_list().entries, len(library.others("duel:"))) == ((), 2)
    session_at(library, ring()).leave()
    kept = session_at(library, ring())
    kept.session.do(Gesture("turn", 0))
    kept.leave()
    (entry,) = library.journal_list().entries
    assert (entry.identity, {each.name for each in library.others("duel:")}) == (identity(ring()), {"e" * 24, "f" * 24})
    assert library.journal_list() is library.journal_list()
