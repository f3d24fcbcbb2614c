"""Journals in the current form, written on the day it was introduced: their meaning never changes.

The program wrote the files in `tests/data/journals`; neither they nor their meaning may ever change.
"""

import json
from pathlib import Path
from shutil import copytree

import pytest

from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import open_session
from termpuzzles.storage.library import Folders, Library
from tests.play.test_session import Time

KEPT = Path(__file__).parents[2] / "data" / "journals"
FACTS = json.loads((KEPT / "facts.json").read_text(encoding="utf-8"))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    copytree(KEPT, tmp_path / "data" / "journals")
    return Library(Folders(tmp_path / "data", tmp_path / "config"))


@pytest.mark.parametrize("name", FACTS)
def test_a_list_shows_the_same_as_on_the_day_the_journal_was_written(library: Library, name: str) -> None:
    (entry,) = (entry for entry in library.journals() if entry.path.name == name)
    facts = FACTS[name]
    for field in ("game", "title", "size", "finished", "rating", "wrong"):
        assert getattr(entry, field) == facts[field], field
    assert round(entry.seconds, 3) == facts["seconds"]
    assert [list(solve) for solve in entry.solves] == facts["solves"]
    assert [list(hint) for hint in entry.hints] == facts["hints"]


@pytest.mark.parametrize("name", FACTS)
def test_a_journal_goes_on_where_it_ended_and_keeps_its_contents(library: Library, name: str) -> None:
    (entry,) = (entry for entry in library.journals() if entry.path.name == name)
    before = entry.path.read_bytes()
    kept = open_session(library, library.puzzle(entry), Time())
    assert kept.session.state.lines.hex() == FACTS[name]["lines"]
    assert kept.session.state.pins.hex() == FACTS[name]["pins"]
    assert kept.session.turns == FACTS[name]["turns"]
    kept.session.restart()
    kept.session.resume()
    cell = next(cell for cell, mask in enumerate(kept.session.state.lines) if mask not in (15, 5, 10) or mask == 0)
    kept.session.do(Gesture("turn", cell))
    kept.leave()
    assert entry.path.read_bytes().startswith(before)


def test_all_kinds_of_events_are_among_them() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in KEPT.glob("*.journal"))
    for word in ("opened", "move", "undo", "redo", "hint", "checked", "finished", "attempt"):
        assert f" {word}" in text
