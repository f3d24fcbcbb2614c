"""While the program starts, Python hardly ever looks for garbage; once it has started, it does as it always did."""

import gc
from collections.abc import Iterator

import pytest

from termpuzzles.cli import main
from termpuzzles.cli.collecting import collect_as_usual, collecting_rarely


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_a_start_makes_is_not_looked_through() -> None:
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
    monkeypatch.setattr("termpuzzles.logic.budget.hold_memory", lambda number: None)  # it would hold all tests after it
    usual = gc.get_threshold()
    assert main(["solve", "infinity:2x2:3333"]) == 0
    assert gc.get_threshold() == usual
    assert capsys.readouterr().out


def test_what_is_there_after_the_start_is_never_looked_through_again() -> None:
    usual = gc.get_threshold()
    with collecting_rarely():
        started = [[number] for number in range(100)]
        collect_as_usual()
        assert gc.get_threshold() == usual
        assert not [found for found in gc.get_objects() if found is started]
