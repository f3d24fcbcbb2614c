"""A bare Python can run the program as one file, with no other packages than those inside it."""

import os
import subprocess
import sys
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
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


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
        timeout=120,
    )
    assert done.stdout.strip() == str(unpacked / "termpuzzles" / "tui" / "app.py"), done.stderr
    assert (unpacked / "termpuzzles" / "tui" / "app.tcss").exists()


def test_it_runs_where_nothing_can_be_kept(single_file: Path, tmp_path: Path) -> None:
    barred = tmp_path / "no folder"
    barred.write_text("a file stands where the cache would be", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(single_file), "--version"],
        env={"PATH": os.defpath, "HOME": str(barred), "XDG_CACHE_HOME": str(barred), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.startswith("termpuzzles 0"), done.stderr
    assert list(tmp_path.iterdir()) == [barred], "the unpacked files were not removed"
