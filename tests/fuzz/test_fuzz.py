"""A small number of the inputs that `.venv/bin/python -m tests.fuzz` tries by the hundred thousand."""

from pathlib import Path

from tests.data import sweep
from tests.fuzz import driver, foreign, gate, journals, settings


def test_damaged_journals_are_listed_or_skipped_and_lose_nothing(tmp_path: Path) -> None:
    assert journals.run(tmp_path, 600).endswith("no traceback")


def test_damaged_settings_leave_settings_that_can_be_used(tmp_path: Path) -> None:
    assert settings.run(tmp_path, 300).endswith("no traceback")


def test_random_bytes_from_a_terminal_are_events_or_nothing(tmp_path: Path) -> None:
    assert driver.run(tmp_path, 2000).endswith("no traceback")


def test_damaged_texts_are_read_or_refused_in_a_sentence(tmp_path: Path) -> None:
    assert gate.run(tmp_path, 500).endswith("no traceback")


def test_damaged_texts_of_circles_are_read_or_refused_in_a_sentence(tmp_path: Path) -> None:
    assert gate.run(tmp_path, sweep.share(100_000, 100), texts=gate.CIRCLES).endswith("no traceback")


def test_damaged_texts_of_other_programs_are_read_or_refused_in_a_sentence_with_a_place(tmp_path: Path) -> None:
    assert foreign.run(tmp_path, sweep.share(20_000, 50)).endswith("no traceback")
