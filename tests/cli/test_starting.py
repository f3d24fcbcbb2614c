"""A start rarely collects garbage, and an end collects none; in between all is as usual."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from termpuzzles.cli import main
from termpuzzles.cli.startup import collect_as_usual, collecting_rarely


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
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


AFTERWARDS = """
import dataclasses, inspect, ssl, sys
@dataclasses.dataclass(frozen=True)
class Documented:
    'A class with a docstring.'
    number: int = 1
@dataclasses.dataclass
class Bare:
    number: int = 1
print(dataclasses.replace(Documented(), number=2), Bare.__doc__)
print(inspect is sys.modules["inspect"], inspect.isclass(Bare), ssl.create_default_context().check_hostname)
"""


@pytest.mark.parametrize("words", [["solve", "infinity:2x2:3333"], ["play", "--plain"]], ids=" ".join)
def test_a_program_that_has_run_a_command_finds_the_standard_library_whole(words: list[str], tmp_path: Path) -> None:
    program = f"from termpuzzles.cli import main; main({words!r}){AFTERWARDS}"
    environment = os.environ | {"TERMPUZZLES_DATA": str(tmp_path), "TERMPUZZLES_CONFIG": str(tmp_path)}
    command, empty = [sys.executable, "-c", program], subprocess.DEVNULL
    done = subprocess.run(command, env=environment, stdin=empty, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["Documented(number=2) Bare(number: int = 1)", "True True True"]
