"""A start rarely collects garbage, and an end collects none; in between all is as usual."""

import gc
from collections.abc import Iterator

import pytest

from termpuzzles.cli import main
from termpuzzles.commands.startup import collect_as_usual, collecting_rarely


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    with collecting_rarely():
        pass  # which leaves Python's own threshold: that of a run of the tests is another one
    yield
    gc.unfreeze()


def test_the_collector_does_not_search_what_the_start_makes() -> None:
    usual = gc.get_threshold()
    collections = gc.get_stats()[0]["collections"]
    with collecting_rarely():
        kept = [[number] for number in range(20 * usual[0])]
        assert gc.get_stats()[0]["collections"] == collections
    assert gc.get_threshold() == usual
    assert kept


def test_a_command_leaves_the_collector_as_it_was(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)  # it would affect all later tests
    usual = gc.get_threshold()
    assert main(["solve", "infinity:2x2:3333"]) == 0
    assert gc.get_threshold() == usual
    assert capsys.readouterr().out


def test_a_program_collects_no_garbage_as_it_ends_but_a_caller_of_the_command_line_goes_on_collecting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)  # it would affect all later tests
    gc.unfreeze()
    assert main(["--version"]) == 0
    assert gc.get_freeze_count() == 0
    monkeypatch.setattr("sys.argv", ["termpuzzles", "--version"])
    assert main() == 0
    assert gc.get_freeze_count() > 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_the_collector_never_searches_again_what_the_start_has_made() -> None:
    usual = gc.get_threshold()
    with collecting_rarely():
        started = [[number] for number in range(100)]
        collect_as_usual()
        assert gc.get_threshold() == usual
        assert not [found for found in gc.get_objects() if found is started]
