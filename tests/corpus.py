"""Real boards with known answers, from the folder that `TERMPUZZLES_CORPUS` names; tests skip where it is absent."""

import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("TERMPUZZLES_CORPUS", Path(__file__).parents[1] / ".." / "shared" / "corpus"))


def path(name: str) -> Path:
    """The corpus file of that name (such as `net/unique.tsv`); skips the calling test if it is missing."""
    found = FOLDER / name
    if not found.exists():
        pytest.skip(f"the corpus is not here: {found} does not exist (set TERMPUZZLES_CORPUS)")
    return found


def rows(name: str) -> list[list[str]]:
    """The tab-separated rows of a corpus table, without comments; skips the calling test if it is missing."""
    lines = path(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]
