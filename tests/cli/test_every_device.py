"""Systems that are not Unix: nothing that only Unix has is needed to play, to ask and to keep what was played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from termpuzzles.storage.library import Folders, Library
from tests.cli.program import ROOT


def test_boards_are_played_and_kept_where_nothing_is_that_only_unix_has(tmp_path: Path) -> None:
    data, config = tmp_path / "data", tmp_path / "config"
    places = {"TERMPUZZLES_DATA": str(data), "TERMPUZZLES_CONFIG": str(config)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.other_system", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, **places, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "the service needs Linux, macOS or another Unix system" in done.stderr
    assert "The board is solved" in done.stdout
    solved = [entry.size for entry in Library(Folders(data, config)).journals() if entry.finished]
    assert sorted(solved) == ["1x3", "3x1"], done.stdout
