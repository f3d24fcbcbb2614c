"""The program plays on with a Textual in which a private name that it uses is another one."""

from pathlib import Path

import pytest

from termpuzzles.tui.adapter.inside import NAMES
from tests.data import sweep
from tests.tui.inside.playing import MOST, played


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> float:
    """The milliseconds of CPU that a key takes with Textual as it is."""
    return played((), tmp_path_factory.mktemp("usual") / "home")


@pytest.mark.parametrize("name", sweep.sample(NAMES, 9))
def test_the_game_goes_on_without_a_private_name_of_textual(name: str, usual: float, tmp_path: Path) -> None:
    assert played((name,), tmp_path / "home") <= MOST * usual
