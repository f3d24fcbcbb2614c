"""A few of the inputs that `python3 -m tests.fuzz` tries by the hundred thousand."""

from pathlib import Path

from tests.fuzz import driver, journals, settings


def test_damaged_journals_are_listed_or_skipped_and_lose_nothing(tmp_path: Path) -> None:
    assert journals.run(tmp_path, 600).endswith("no traceback")


def test_damaged_settings_leave_settings_that_can_be_used(tmp_path: Path) -> None:
    assert settings.run(tmp_path, 300).endswith("no traceback")


def test_random_bytes_from_a_terminal_are_events_or_nothing(tmp_path: Path) -> None:
    assert driver.run(tmp_path, 2000).endswith("no traceback")
