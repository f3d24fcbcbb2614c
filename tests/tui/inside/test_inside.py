"""The program plays on with a Textual in which a private name that it uses is another one."""

from pathlib import Path

import pytest

from termpuzzles.tui.adapter.inside import NAMES
from tests.data import sweep
from tests.tui.inside.playing import played

MOST = 2.0  # times the CPU that a key takes otherwise
FAILS: set[str] = {
    *("textual._compositor", "textual._xterm_parser", "textual._styles_cache", "_background_screens", "_batch_count"),
    *("_bindings", "_closed", "_closing", "_compositor", "_dirty_widgets", "_driver", "_filters", "_keymap"),
    *("_message_queue", "_next_callbacks", "_running", "_screen_stack", "_size", "_variables"),
}


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> float:
    """The milliseconds of CPU that a key takes with Textual as it is."""
    return played((), tmp_path_factory.mktemp("usual") / "home")


@pytest.mark.parametrize("name", sweep.sample(NAMES, 14))
def test_the_game_goes_on_without_a_private_name_of_textual(name: str, usual: float, tmp_path: Path) -> None:
    if name in FAILS:
        pytest.xfail("ends the program, or makes it deaf")
    assert played((name,), tmp_path / "home") <= MOST * usual
