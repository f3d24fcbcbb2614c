"""Moving journals and settings between machines: whatever both sides hold is merged, and nothing is lost."""

import zipfile
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import open_session
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.transfer import export, merge
from tests.fuzz.mutate import mutated
from tests.play.storage.test_library import full_disk, paths, ring
from tests.play.test_session import Time


def machine(folder: Path) -> Library:
    return Library(Folders(folder / "data", folder / "config"), lambda: datetime(2026, 11, 21))


def play(library: Library, *cells: int) -> None:
    kept = open_session(library, ring(), Time())
    for cell in cells:
        kept.session.do(Gesture("turn", cell))
    kept.leave()


def turns(library: Library) -> int:
    kept = open_session(library, ring(), Time())
    kept.leave()
    return kept.session.turns


def contents(library: Library) -> bytes:
    return b"".join(path.read_bytes() for path in sorted((library.where.data / "journals").iterdir()))


def files(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def here(tmp_path: Path) -> Library:
    return machine(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> Library:
    return machine(tmp_path / "there")


def move(one: Library, other: Library, tmp_path: Path) -> str:
    export(one.where, tmp_path / "all.zip")
    return merge(other, tmp_path / "all.zip").sentence()


def test_everything_arrives_on_an_empty_machine(here: Library, there: Library, tmp_path: Path) -> None:
    play(here, 0, 1)
    here.keep_settings(here.settings() | {"zoom": {"9x9": 2}})
    here.where.config.mkdir()
    (here.where.config / "settings.toml").write_text('theme = "light"\n')
    assert move(here, there, tmp_path).startswith("1 new, 0 longer")
    assert turns(there) == 2
    assert there.settings()["zoom"] == {"9x9": 2}
    assert there.settings()["theme"] == "light"


def test_importing_twice_changes_nothing(here: Library, there: Library, tmp_path: Path) -> None:
    play(here, 0)
    move(here, there, tmp_path)
    before = contents(there)
    assert "1 already here" in move(here, there, tmp_path)
    assert contents(there) == before


def test_the_longer_of_two_journals_of_one_course_stays(here: Library, there: Library, tmp_path: Path) -> None:
    play(here, 0)
    move(here, there, tmp_path)
    play(here, 1)
    assert "1 longer" in move(here, there, tmp_path)
    assert turns(there) == 2
    assert "1 already here" in move(there, here, tmp_path)


@pytest.mark.parametrize("longer_here", [False, True])
def test_two_courses_are_both_kept_and_the_longer_opens(
    here: Library, there: Library, tmp_path: Path, longer_here: bool
) -> None:
    play(here, 0, 1, 2) if longer_here else play(here, 0)
    play(there, 2) if longer_here else play(there, 2, 1, 0)
    lines = set(contents(here).splitlines()) | set(contents(there).splitlines())
    assert "1 kept beside" in move(here, there, tmp_path)
    assert turns(there) == 3
    assert lines <= set(contents(there).splitlines())
    assert len(there.journals()) == 2
    assert len({entry.identity for entry in there.journals()}) == 1
    assert "1 already here" in move(here, there, tmp_path)


def test_settings_of_the_players_own_are_never_written_over(here: Library, there: Library, tmp_path: Path) -> None:
    for library, text in ((here, 'theme = "light"\n'), (there, 'theme = "dark"\n')):
        library.where.config.mkdir(parents=True)
        (library.where.config / "settings.toml").write_text(text)
    for _ in range(2):
        move(here, there, tmp_path)
    assert (there.where.config / "settings.toml").read_text() == 'theme = "dark"\n'
    assert (there.where.config / "settings-imported-1.toml").read_text() == 'theme = "light"\n'
    assert len(list(there.where.config.iterdir())) == 2


def test_a_journal_that_is_open_is_left_alone(here: Library, there: Library, tmp_path: Path) -> None:
    play(here, 0)
    move(here, there, tmp_path)
    play(here, 1)
    kept = open_session(there, ring(), Time())
    assert "1 refused" in move(here, there, tmp_path)
    kept.leave()
    assert "1 longer" in move(here, there, tmp_path)


def test_an_import_that_a_full_disk_ends_leaves_no_half_file(here: Library, there: Library, tmp_path: Path) -> None:
    play(here, 0, 1)
    here.where.config.mkdir()
    (here.where.config / "settings.toml").write_text('theme = "light"\n' * 20)
    export(here.where, tmp_path / "all.zip")
    for room in (0, 10, 200):
        with full_disk(room), pytest.raises(OSError, match=r"the disk is full|File too large"):
            merge(there, tmp_path / "all.zip")
        assert files(tmp_path / "there").items() <= files(tmp_path / "here").items()
    merge(there, tmp_path / "all.zip")
    assert turns(there) == 2


def test_the_course_that_a_longer_one_replaces_is_kept_before_it_is_replaced(
    here: Library, there: Library, tmp_path: Path
) -> None:
    play(here, 2, 1, 0)
    play(there, 0, 1)
    own = set(contents(there).splitlines())
    export(here.where, tmp_path / "all.zip")
    with full_disk(len(contents(there)) + 5), pytest.raises(OSError, match=r"the disk is full|File too large"):
        merge(there, tmp_path / "all.zip")
    assert turns(there) == 2
    assert own <= set(contents(there).splitlines())
    assert merge(there, tmp_path / "all.zip").beside == 1
    assert turns(there) == 3
    assert own <= set(contents(there).splitlines())


@pytest.mark.parametrize("bad", [b"nonsense\n", b"nonsense\n1.0 undo\n"])
def test_what_cannot_be_read_is_kept_aside_when_a_journal_is_imported_in_its_place(
    here: Library, there: Library, tmp_path: Path, bad: bytes
) -> None:
    play(here, 0, 1)
    path = paths(there).path
    path.parent.mkdir(parents=True)
    path.write_bytes(bad)
    assert "1 new" in move(here, there, tmp_path)
    assert turns(there) == 2
    assert path.with_suffix(".damaged").read_bytes() == bad
    assert "1 already here" in move(here, there, tmp_path)


def test_a_second_course_that_cannot_be_read_does_not_cost_the_first(
    here: Library, there: Library, tmp_path: Path
) -> None:
    play(here, 0, 1)
    play(there, 2, 3)
    own = paths(there).path.read_bytes()
    other = paths(there).path.with_name(f"{paths(there).path.stem}-2.journal")
    other.write_bytes(b"nonsense\n")
    assert "1 kept beside" in move(here, there, tmp_path)
    assert paths(there).path.read_bytes() == own
    assert other.read_bytes() == b"nonsense\n"


def test_a_file_that_is_no_export_is_refused_in_a_sentence(here: Library, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(PuzzleError, match="data export"):
        merge(here, tmp_path / "x")


def test_names_that_lead_elsewhere_are_not_written(here: Library, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as out:
        for name in ("../evil", "journals/../../evil.journal", "/tmp/evil", "journals/" + "g" * 24 + ".journal"):
            out.writestr(name, b"x")
    assert merge(here, tmp_path / "x").sentence().startswith("0 new")
    assert not list(tmp_path.rglob("evil*"))


def test_damaged_exports_end_in_a_sentence_or_merge_what_is_whole(here: Library, tmp_path: Path) -> None:
    play(here, 0, 1)
    export(here.where, tmp_path / "all.zip")
    rng, whole = Random(1), (tmp_path / "all.zip").read_bytes()
    for number in range(200):
        (tmp_path / "damaged").write_bytes(mutated(rng, whole, [whole]))
        try:
            merge(machine(tmp_path / f"machine {number}"), tmp_path / "damaged")
        except (PuzzleError, OSError):
            continue
