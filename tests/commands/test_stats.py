"""`stats` and `data`: what was played, in rows, in JSON and in counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termpuzzles import games
from termpuzzles.commands.answers import Answer
from termpuzzles.commands.data import export_data, import_data
from termpuzzles.commands.stats import stats
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import JournalList, Solve, Summary
from tests.approved import approve
from tests.play.storage.test_transfer import machine, play


class Played(Library):
    """A player with these journals."""

    def __init__(self, entries: list[Summary], skipped: int) -> None:
        super().__init__(Folders(Path("nowhere"), Path("nowhere")))
        self._entries, self._skipped = entries, skipped

    def journal_list(self) -> JournalList:
        return JournalList.of(self._entries, self._skipped)


def entry(name: str, game: str, size: str, rating: str, *solves: tuple[float, bool]) -> Summary:
    found = tuple(Solve(seconds, unaided, f"2026-11-{day:02}") for day, (seconds, unaided) in enumerate(solves, 1))
    return Summary(f"{name}.journal", game, "", size, 9.0, bool(solves), float(name), rating, found)


ENTRIES = [
    entry("1", "net", "7x7", "no loop", (61.5, True), (59.5, True)),
    entry("2", "net", "7x7", "no loop", (3600.0, False)),
    entry("3", "net", "13x11", "colouring", (754.0, True)),
    entry("4", "infinity", "100x100", "", (86400.0, False)),
    entry("5", "gone", "5x5", "a rule of old", (5.0, True)),
    entry("6", "simpleloops", "5x5", "degree"),
]


def shown(answers: list[Answer]) -> list[str]:
    lines = (line for each in answers for line in (each.text, f"! {each.words}" if each.words else ""))
    return [line for line in lines if line]


def test_statistics_are_as_approved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_registered", {})
    lines = []
    for entries, skipped in (([], 0), ([], 1), (ENTRIES, 0), (ENTRIES[:2], 2)):
        for json in (False, True):
            found = list(stats(Played(entries, skipped), json))
            assert {answer.status for answer in found} <= {0}
            lines += [f"$ {len(entries)} journals, {skipped} others{', as JSON' * json}", *shown(found), ""]
    approve(__file__, "statistics", "\n".join(lines))


@pytest.mark.parametrize("number", [0, 1, 2])
def test_what_was_written_to_a_file_is_counted(number: int, tmp_path: Path) -> None:
    here, there = machine(tmp_path / "here"), machine(tmp_path / "there")
    for each in range(number):
        library = here if not each else there
        play(library, *range(each + 1))
    file = str(tmp_path / "all.zip")
    written = export_data(here, file)
    assert written == Answer(f"{min(1, number)} journal{'s' * (number == 0)} written to {file}")
    merged = (
        "0 new, 0 longer than here, 0 kept beside a different game, 0 already here",
        "1 new, 0 longer than here, 0 kept beside a different game, 0 already here",
        "0 new, 0 longer than here, 0 kept beside a different game, 1 already here",
    )
    assert import_data(there, file) == Answer(merged[number])


def test_a_file_that_cannot_be_written_is_named_as_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> int:
        raise OSError(28, "No space left on device", "all.zip.123.part")

    monkeypatch.setattr("termpuzzles.commands.data.export", full)
    with pytest.raises(OSError, match="No space left on device") as error:
        export_data(machine(tmp_path), "all.zip")
    assert error.value.filename == "all.zip"
