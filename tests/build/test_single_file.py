"""A bare Python can run the program as one file, with no other packages than those inside it."""

import fcntl
import os
import shutil
import subprocess
import sys
import time
import zipfile
from importlib import metadata
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

import pytest

from tests.build.single_file import build


@pytest.fixture(scope="module")
def single_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


def run(single_file: Path, *words: str, cache: Path, stdin: str = "") -> str:
    """What the file prints when run by a Python that sees no other package: `-I` and `-S` hide those installed."""
    environment = {"PATH": os.defpath, "HOME": str(cache), "XDG_CACHE_HOME": str(cache), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(single_file), *words],
        env=environment,
        cwd=cache,
        input=stdin,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_the_same_from_the_same_commit_whatever_the_dates_and_permissions_of_the_files(
    single_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0o077)
    try:
        again = build(tmp_path)
    finally:
        os.umask(before)
    assert again.read_bytes() == single_file.read_bytes()
    with zipfile.ZipFile(single_file) as archive:
        entries = archive.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert len({(entry.date_time, entry.external_attr, entry.create_system) for entry in entries}) == 1
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    with zipfile.ZipFile(build(tmp_path)) as archive:
        assert archive.infolist()[0].date_time == (2001, 9, 9, 1, 46, 40)


@pytest.mark.parametrize("missing", ["platformdirs", "markdown-it-py"])
def test_without_one_of_its_dependencies_it_is_not_made(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = metadata.distribution

    def distribution(name: str) -> Distribution:
        if name == missing:
            raise PackageNotFoundError(name)
        return found(name)

    monkeypatch.setattr("tests.build.single_file.distribution", distribution)
    with pytest.raises(SystemExit, match=f"needs {missing}, which is not installed"):
        build(tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_an_older_version_or_a_killed_start_left_is_removed_unless_it_is_in_use(
    single_file: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "termpuzzles"
    left = [cache / name for name in ("0123456789abcdef", "fedcba9876543210.part", "tmpabcd_123")]
    used, foreign = cache / "00000000ffffffff", cache / "of-the-player"
    for folder in (*left, used, foreign):
        (folder / "inside").mkdir(parents=True)
    holder = os.open(used, os.O_RDONLY)
    fcntl.flock(holder, fcntl.LOCK_SH)
    run(single_file, "--version", cache=tmp_path)
    assert not any(folder.exists() for folder in left)
    assert used.exists()
    assert foreign.exists()
    os.close(holder)
    run(single_file, "--version", cache=tmp_path)
    assert not used.exists()
    assert foreign.exists()
    assert len(list(cache.iterdir())) == 2


def test_a_start_that_was_killed_while_it_unpacked_is_made_up_for(single_file: Path, tmp_path: Path) -> None:
    run(single_file, "--version", cache=tmp_path)
    (unpacked,) = (tmp_path / "termpuzzles").iterdir()
    half = unpacked.with_name(f"{unpacked.name}.part")
    unpacked.rename(half)
    shutil.rmtree(half / "termpuzzles" / "cli")
    assert run(single_file, "--version", cache=tmp_path).startswith("termpuzzles 0")
    assert list((tmp_path / "termpuzzles").iterdir()) == [unpacked]


def test_it_solves_plays_and_makes_boards_on_many_processes(single_file: Path, tmp_path: Path) -> None:
    solved = run(single_file, "solve", "5x5w:78a2ab47ad541418beb984d39", cache=tmp_path)
    assert solved == "5x5w:d4a15e175da88822bebc42b63\n"
    assert "Levels of Net" in run(single_file, "play", "--plain", cache=tmp_path)
    command = ("generate", "net", "4x4", "--seed", "1", "--count", "2")
    assert run(single_file, *command, "--jobs", "2", cache=tmp_path) == run(single_file, *command, cache=tmp_path)
    unpacked = list((tmp_path / "termpuzzles").iterdir())
    assert len(unpacked) == 1, "the file was unpacked more than once"


def test_the_app_finds_its_style_sheet_and_all_that_it_loads(single_file: Path, tmp_path: Path) -> None:
    run(single_file, "--version", cache=tmp_path)
    (unpacked,) = (tmp_path / "termpuzzles").iterdir()
    loads = "import termpuzzles.tui.app, textual.widgets, rich, sys; print(termpuzzles.tui.app.__file__)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(unpacked)!r}); {loads}"],
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == str(unpacked / "termpuzzles" / "tui" / "app.py"), done.stderr
    assert (unpacked / "termpuzzles" / "tui" / "app.tcss").exists()


def test_it_runs_where_nothing_can_be_kept_and_removes_what_a_killed_run_left(
    single_file: Path, tmp_path: Path
) -> None:
    barred = tmp_path / "no folder"
    barred.write_text("a file stands where the cache would be", encoding="utf-8")
    environment = {"PATH": os.defpath, "HOME": str(barred), "XDG_CACHE_HOME": str(barred), "TMPDIR": str(tmp_path)}
    asked = [sys.executable, "-I", "-S", str(single_file), "solve", "-"]
    with subprocess.Popen(asked, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as waiting:
        assert waiting.stdin is not None
        assert waiting.stdout is not None
        waiting.stdin.write(b"infinity:2x2:3333\n---\n")  # and then nothing: it waits for more
        waiting.stdin.flush()
        other = subprocess.run([*asked[:-2], "--version"], env=environment, capture_output=True, text=True)
        assert other.stdout.startswith("termpuzzles 0"), other.stderr
        while not (left := list(tmp_path.glob("termpuzzles-*/termpuzzles/levels"))):
            time.sleep(0.01)
        waiting.kill()
    assert left
    done = subprocess.run([*asked[:-2], "--version"], env=environment, capture_output=True, text=True)
    assert done.stdout.startswith("termpuzzles 0"), done.stderr
    assert list(tmp_path.iterdir()) == [barred], "the unpacked files were not removed"
