"""A bug of ours: its traceback is in the file that the message names."""

import re
import tempfile
from pathlib import Path

import pytest

from termpuzzles.cli.run import report


@pytest.fixture(autouse=True)
def no_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERMPUZZLES_DATA", raising=False)


class OurBugError(Exception):
    """An error that the program does not expect."""


def make_bug(words: str) -> OurBugError:
    """A bug with these words and a traceback."""
    with pytest.raises(OurBugError) as found:
        raise OurBugError(words)
    return found.value


def log_of(capsys: pytest.CaptureFixture[str], words: str) -> Path:
    """Report a bug with these words and return the file that the message names."""
    assert report(make_bug(words)) == 70
    out, err = capsys.readouterr()
    found = re.search(r"\(OurBugError: (.*)\); the details are in (.*)\n", err)
    assert found
    assert (found[1], out) == (words, "")
    return Path(found[2])


def test_every_bug_is_added_to_the_log_in_the_players_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    logs = {log_of(capsys, words) for words in ("the first", "the second")}
    (log,) = logs
    assert tmp_path in log.parents
    text = log.read_text(encoding="utf-8")
    assert text.index("OurBugError: the first\n") < text.index("OurBugError: the second\n")
    assert text.count("Traceback (most recent call last)") == 2


def test_the_log_is_kept_with_the_data_where_the_environment_names_a_folder_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path / "data"))
    assert log_of(capsys, "a bug") == tmp_path / "data" / "bugs.log"
    assert not (tmp_path / "state").exists()


def test_where_the_log_cannot_be_written_a_bug_has_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in the way").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "in the way"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    logs = {words: log_of(capsys, words) for words in ("the first", "the second")}
    assert len(set(logs.values())) == 2
    for words, log in logs.items():
        assert log.read_text(encoding="utf-8").endswith(f"OurBugError: {words}\n")


def test_a_bug_about_any_text_at_all_can_be_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    report(make_bug("\udcff"))
    (log,) = tmp_path.rglob("*.log")
    assert "\\udcff" in log.read_text(encoding="utf-8")
