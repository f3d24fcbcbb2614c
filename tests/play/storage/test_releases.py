"""The files that earlier releases left mean the same to this one: journals, settings, identities, JSON.

The releases themselves wrote the folders of `tests/data/releases`; these are never altered.
"""

import json
import shlex
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from termpuzzles.formats import canonical_id, read
from termpuzzles.games.model import Puzzle
from termpuzzles.play.opening import open_session
from termpuzzles.session.attempt import HINT
from termpuzzles.session.session import Session
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Folders, Library
from tests.commands.shell import Shell
from tests.play.storage.opened import opened, resumed
from tests.play.test_session import Time

RELEASES = sorted(
    path for path in (Path(__file__).parents[2] / "data" / "releases").iterdir() if path.name[0].isdigit()
)


def _journals() -> Iterator[tuple[Path, str, dict[str, Any]]]:
    for release in RELEASES:
        for name, kept in json.loads((release / "journals.json").read_text(encoding="utf-8")).items():
            yield release, name, kept


def _answers() -> Iterator[tuple[Path, dict[str, Any]]]:
    for release in RELEASES:
        for kept in json.loads((release / "answers.json").read_text(encoding="utf-8")):
            yield release, kept


every_release = pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
every_journal = pytest.mark.parametrize(
    ("release", "name", "kept"),
    [pytest.param(*journal, id=f"{journal[0].name} {journal[2]['puzzle']}") for journal in _journals()],
)
every_answer = pytest.mark.parametrize(
    ("release", "kept"),
    [pytest.param(*answer, id=f"{answer[0].name} {' '.join(answer[1]['arguments'])}") for answer in _answers()],
)


def _library(release: Path, folder: Path) -> Library:
    """A copy of the library of a player of that release."""
    copytree(release, folder, dirs_exist_ok=True)
    return Library(Folders(folder / "data", folder / "config"))


def _reopened(library: Library, name: str) -> tuple[Session, list[str]]:
    """The session reopened, and a digest of the state after each of its events."""
    (entry,) = (entry for entry in library.journals() if entry.path.name == name)
    puzzle, journal = resumed(library, entry)
    session, states = Session(puzzle, now=Time()), []
    for event in journal.events:
        assert session.restore([event]) == 1
        states.append(sha256(_state(session).encode()).hexdigest()[:12])
    journal.close()
    return session, states


def _state(session: Session) -> str:
    return "/".join(part.hex() for part in session.state)


def _puzzle(release: Path, name: str) -> Puzzle:
    """The puzzle of the journal: an id, or a file and the number of the puzzle in it."""
    if not name.startswith("puzzles/"):
        return read(name)[0]
    path, index = name.split(" ")
    return read(_text(release / path), source=str(release / path))[int(index)]


def _text(path: Path) -> str:
    """The text of a file of puzzles; a header of a player's own, which needed no mark then, begins with x- now."""
    return path.read_text(encoding="utf-8").replace("# colour:", "# x-colour:")


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


DIGESTS = {
    "0.1.0": "e4bfd82a1780a2e2",
    "0.2.0": "a22e96e8a23a617b",
}  # of all files of each release, to detect later changes


def test_what_each_release_wrote_lies_there_unaltered() -> None:
    found = {}
    for release in RELEASES:
        files = sorted(_bytes(release).items())
        found[release.name] = sha256(b"".join(name.encode() + content for name, content in files)).hexdigest()[:16]
    assert found == DIGESTS


@every_journal
def test_a_journal_passes_through_the_same_states_to_the_same_end(
    release: Path, name: str, kept: dict[str, Any], tmp_path: Path
) -> None:
    session, states = _reopened(_library(release, tmp_path), name)
    assert states == kept["states"]
    assert _state(session) == kept["state"]
    assert session.clock.seconds == kept["seconds"]
    assert (session.attempt.hints, session.turns, session.state.pins.count(1)) == (
        kept["hints"],
        kept["turns"],
        kept["pins"],
    )
    assert session.solved == kept["solved"]
    assert session.attempt.marks.get("") == kept["marked"]
    assert [None if move is None else str(move) for move in session.moves] == kept["moves"]


@every_journal
def test_what_was_done_in_a_journal_can_be_undone_and_redone(
    release: Path, name: str, kept: dict[str, Any], tmp_path: Path
) -> None:
    session, _ = _reopened(_library(release, tmp_path), name)
    assert (session.attempt.can_undo, session.attempt.can_redo) == (kept["can undo"], kept["can redo"])
    done = len(session.moves)
    while session.undo():
        pass
    assert session.state == session.puzzle.beginning
    for _ in range(done):
        assert session.redo()
    assert _state(session) == kept["state"]
    assert session.attempt.can_redo == kept["can redo"]


@every_journal
def test_a_journal_is_found_again_by_the_puzzle_that_was_played(
    release: Path, name: str, kept: dict[str, Any], tmp_path: Path
) -> None:
    puzzle = _puzzle(release, kept["puzzle"])
    assert identity(puzzle) == kept["identity"]
    assert canonical_id(puzzle) == kept["id"]
    journal = opened(_library(release, tmp_path), puzzle)
    assert len(journal.events) == kept["events"]
    journal.close()
    session = Session(puzzle, now=Time())
    assert "/".join(part.hex() for part in session.state) == kept["begun"]
    session.restore(journal.events)
    assert _state(session) == kept["state"]


@every_journal
def test_a_list_of_journals_shows_what_it_showed(
    release: Path, name: str, kept: dict[str, Any], tmp_path: Path
) -> None:
    (entry,) = (entry for entry in _library(release, tmp_path).journals() if entry.path.name == name)
    shown = (entry.game, entry.title, entry.size, entry.finished, entry.seconds)
    assert shown == (kept["game"], kept["title"], kept["size"], kept["finished"], kept["listed seconds"])


@every_release
def test_reading_what_an_earlier_release_kept_changes_nothing_of_it(release: Path, tmp_path: Path) -> None:
    library, before = _library(release, tmp_path), _bytes(tmp_path)
    for entry in library.journals():
        _reopened(library, entry.path.name)
    library.settings()
    assert _bytes(tmp_path) == before == _bytes(release)


@every_journal
def test_a_journal_goes_on_with_the_first_new_event_and_loses_nothing(
    release: Path, name: str, kept: dict[str, Any], tmp_path: Path
) -> None:
    library, before = _library(release, tmp_path), _bytes(tmp_path)
    resumed = open_session(library, _puzzle(release, kept["puzzle"]), Time())
    assert _bytes(tmp_path) == before
    resumed.session.apply(HINT)
    resumed.leave()
    for file, content in _bytes(tmp_path).items():  # a journal goes on in its own file, after its last whole line
        whole = before.get(file, b"")
        assert content == whole or (file.endswith(".journal") and content.startswith(whole[: whole.rfind(b"\n") + 1]))
    assert before.keys() <= _bytes(tmp_path).keys()
    (entry,) = (entry for entry in library.journals() if entry.identity == Path(name).stem)
    session, states = _reopened(library, entry.path.name)
    assert entry.path.suffix == ".journal"
    assert states[: len(kept["states"])] == kept["states"]
    assert (_state(session), session.attempt.hints) == (kept["state"], kept["hints"] + 1)


@every_release
def test_settings_are_read_as_they_were_kept(release: Path, tmp_path: Path) -> None:
    (file,) = (path for path in release.glob("*/*.json") if path.name in ("settings.json", "remembered.json"))
    kept = json.loads(file.read_text(encoding="utf-8"))
    found = _library(release, tmp_path).settings()
    assert {name: found[name] for name in kept} == kept != {}
    assert not found.fixed


@every_release
def test_puzzles_keep_their_identities_and_the_ids_by_which_they_are_shared(release: Path) -> None:
    lines = (release / "identities.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line[0] != "#"]
    assert len(rows) > 20
    for path, index, game, size, told_identity, shared in rows:
        puzzle = _puzzle(release, f"{path} {index}")
        assert (puzzle.game.name, str(puzzle.grid)) == (game, size)
        assert identity(puzzle) == told_identity
        assert canonical_id(puzzle) == shared
        assert read(shared)[0].tiles == puzzle.tiles


FACTS = ("id", "game", "width", "height", "solutions", "format", "text", "kind", "mistake")  # as true now as then


@every_answer
def test_json_answers_have_the_keys_that_they_had_and_tell_the_same_facts(
    release: Path, kept: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(release / "puzzles", tmp_path / "puzzles")
    monkeypatch.chdir(tmp_path)
    headers = tmp_path / "puzzles" / "headers.loops"
    headers.write_text(_text(headers), encoding="utf-8")
    if "puzzles" in kept["arguments"]:  # of a folder, they read files of these two endings alone
        for other in (tmp_path / "puzzles").rglob("*.*"):
            if other.suffix not in (".loops", ".ids"):
                other.unlink()
    done = Shell(monkeypatch, tmp_path).run(shlex.join(kept["arguments"]))
    answers = [json.loads(line) for line in done.out.splitlines()]
    if kept["arguments"][0] != "hint":
        assert done.status == kept["status"]
        assert len(answers) == len(kept["answers"])
    if "--all" in kept["arguments"]:
        answers = []  # the hints that follow a hint may differ from those of that release
    for answer, before in zip(answers, kept["answers"], strict=False):
        assert before.keys() <= answer.keys()
        assert {key: answer[key] for key in FACTS if key in before} == {k: before[k] for k in FACTS if k in before}
        if "solution" in before:  # the only one of each puzzle asked for
            assert answer["solution"] == before["solution"]
