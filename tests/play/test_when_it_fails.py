"""What play, sessions and journals do where something is gone, forged, held elsewhere or makes no sense."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import pytest

from termpuzzles.catalogue.suggestions import Following
from termpuzzles.formats import read
from termpuzzles.play.controller import Controller
from termpuzzles.session.attempt import BEGIN_TRIAL, DROP_TRIAL
from termpuzzles.session.session import Session
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import event_line, head_line, parse
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.settings import option_named
from termpuzzles.storage.store import MemoryLog, MemoryStore
from tests.play.desk import Desk, context

NET = "5x5w:78a2ab47ad541418beb984d39"


def failing(error: Exception) -> Any:
    """A function that fails so."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


def test_a_trial_is_ended_before_one_starts_again() -> None:
    (puzzle,) = read(NET)
    session = Session(puzzle)
    session.restore([(1.0, "move turn 1,1 1")])
    assert session.apply(BEGIN_TRIAL)
    session.restore([(2.0, "move turn 1,2 1")])
    before = session.state
    assert not session.restart()
    assert session.state == before
    assert session.apply(DROP_TRIAL)
    assert session.restart()
    assert session.state == puzzle.beginning


def test_the_next_puzzle_that_cannot_be_read_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(context(), read("infinity:2x2:9c3c"))
    desk.controller.begin()
    desk.cursor = 3
    desk.act("tile.turn")
    gone = Following(failing(OSError("the file is gone")), 0, "Next")
    monkeypatch.setattr(Controller, "following", lambda controller: gone)
    desk.act("play.unsolved")
    message = desk.controller.message
    assert (message.code, message.text) == ("unreadable", "The next puzzle cannot be read: the file is gone.")


def test_where_no_way_is_left_what_is_possible_says_so() -> None:
    desk = Desk(context(), read("infinity:2x1:35"))
    desk.controller.begin()
    desk.act("play.possible")
    message = desk.controller.message
    assert message.code == "impossible"
    assert message.text == "What you have settled cannot all be right: no way is left."


@pytest.mark.parametrize(
    ("version", "played", "kept", "rewritten"), [(2, 3, 3, False), (2, 1, 1, True), (2, 0, 0, True), (3, 1, 3, False)]
)
def test_a_journal_is_cut_where_its_events_make_no_sense_unless_a_newer_version_wrote_it(
    version: int, played: int, kept: int, rewritten: bool
) -> None:
    (puzzle,) = read(NET)
    store, name, whole = MemoryStore(), "a" * 24, head_line(puzzle, {"termpuzzles": version})
    whole += b"".join(event_line(float(number), "undo") for number in (1, 2, 3))
    store.journals = {name: whole}
    store.modified = {name: 0.0}
    log = store.open(name)
    replaced, replace = list[bytes](), log.replace

    def replacing(data: bytes, aside: bytes = b"") -> str:
        replaced.append(data)
        return replace(data, aside)

    log.replace = replacing  # type: ignore[method-assign]
    journal = Journal(log, lambda: b"")
    journal.replay(lambda events: played)
    assert len(journal.events) == kept
    assert len(parse(store.journals[name]).events) == kept
    assert bool(replaced) == rewritten
    assert (store.journals[name] == whole) != rewritten
    assert b"".join([store.journals[name], *store.aside.values()]) == whole
    assert bool(journal.notice) == rewritten
    journal.close()


def test_a_journal_that_cannot_be_closed_says_that_moves_may_be_lost() -> None:
    class Log(MemoryLog):
        def close(self) -> None:
            raise OSError(None, "no space left")

    journal = Journal(Log(MemoryStore(), "a" * 24), lambda: b"")
    journal.close()
    assert journal.trouble == "Moves may not have been kept: no space left."


def test_a_warning_about_a_setting_whose_line_is_not_found_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('"play".marks = 3\n', encoding="utf-8")
    warnings = Library(Folders(tmp_path / "data", tmp_path)).settings().warnings
    assert warnings == (f"{tmp_path / 'settings.toml'}: play.marks takes true or false, not 3",)
    with pytest.raises(KeyError, match="no such option"):
        option_named("no such option")
