"""The programs beside the tests say what they are for, and do nothing while they do."""

import os
import re
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.programs import programs

ROOT = Path(__file__).parents[1]
CALLED = re.compile(r"[\w./]*python3? -m (tests\.\w[.\w]*)")
PAGES = (ROOT / "README.md", ROOT / ".github" / "CONTRIBUTING.md", *(ROOT / "termpuzzles" / "docs").glob("*.md"))


@contextmanager
def unchanged(*folders: Path) -> Iterator[None]:
    """Check that nothing in these folders is made or written meanwhile."""

    def state() -> dict[str, int]:
        found = (path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts)
        return {str(path): 0 if path.is_dir() else path.stat().st_mtime_ns for path in found}

    before = state()
    yield
    assert state() == before


def test_each_answers_help_and_touches_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    for name in programs():
        file = ROOT.joinpath(*name.split(".")).with_suffix(".py")
        monkeypatch.setattr(sys, "argv", [name, "--help"])
        with unchanged(tmp_path, ROOT / "tests"), pytest.raises(SystemExit) as ended:
            runpy.run_path(str(file if file.is_file() else file.with_suffix("") / "__main__.py"), run_name="__main__")
        shown = capsys.readouterr().out
        assert (ended.value.code, shown.split("[")[0].split()) == (0, ["usage:", ".venv/bin/python", "-m", name]), shown


def test_pages_and_docstrings_call_them_as_a_newcomer_can() -> None:
    sources = [path for room in ("termpuzzles", "tests") for path in (ROOT / room).rglob("*.py")]
    wrong = {
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in (*PAGES, *sources)
        if path != Path(__file__)
        for found in CALLED.finditer(path.read_text(encoding="utf-8"))
        if not found[0].startswith(".venv/bin/python -m ") or not known(found[1])
    }
    assert not wrong


def known(name: str) -> bool:
    """Whether a program has that name; a full stop after it ends a sentence, and NAME stands for any."""
    return name.rstrip(".") in (*programs(), "tests.NAME")


def test_each_has_its_line_for_contributors() -> None:
    page = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [name for name in programs() if f"`{name.removeprefix('tests.')}`" not in page] == []
