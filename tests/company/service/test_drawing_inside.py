"""A visitor plays on with a Textual in which a private name that is used for visitors is another one."""

from pathlib import Path

import pytest

from termpuzzles.company.service.drawing import NAMES
from termpuzzles.tui.adapter import inside
from tests.data import sweep
from tests.tui.inside.playing import MOST, played

PROGRAM = "tests.company.service.visiting"


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> float:
    """The milliseconds of CPU that a key takes with Textual as it is."""
    return played((), tmp_path_factory.mktemp("usual") / "home", PROGRAM)


@pytest.mark.parametrize("name", sweep.sample(sorted({*NAMES, *inside.NAMES}), 15))
def test_a_visitor_plays_on_without_a_private_name_of_textual(name: str, usual: float, tmp_path: Path) -> None:
    assert played((name,), tmp_path / "home", PROGRAM) <= MOST * usual
