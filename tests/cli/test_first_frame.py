"""What `play` has loaded by the first frame: the code for the board, and none that is needed only later."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.program import ROOT, on_a_terminal

PLAY = """
import os, sys
before = set(sys.modules)
from termpuzzles.cli import main
from termpuzzles.tui.adapter.app import TerminalApp

def drawn(app):
    if app.output.is_at_start:
        return
    with open("loaded", "w") as file:
        print(*sys.modules.keys() - before, file=file)
    os._exit(0)

TerminalApp._drawn = drawn
main(["play", "--game", "net", "board.loops"])
"""
MOST = 123  # modules of ours; each takes at least a tenth of a millisecond

# Modules of ours that are not needed yet.
LATER = (
    *("hints", "generator", "company", "wall", "logic.bitboards", "logic.explain.parts"),
    *("games.infinity", "games.simpleloop", "commands.solve", "commands.hint", "plain"),
    *(
        "formats.puzzlink",
        "catalogue.lessons",
        "catalogue.practice",
        "catalogue.levels",
        "catalogue.daily",
        "catalogue.suggestions",
        "render.svg",
    ),
    *("tui.screens.home", "tui.screens.help", "tui.screens.options", "tui.screens.learn", "tui.screens.dialogs"),
    *("tui.screens.overview", "tui.framed", "tui.warnings", "tui.widgets.choices"),
)
# Modules of others that load slowly and that most players do not need.
HEAVY = {
    *("tomllib", "statistics", "multiprocessing", "concurrent.futures.thread"),
    *("importlib.metadata", "zipfile", "textual._xterm_parser", "textual.drivers.linux_driver"),
}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules that are loaded after the first frame was sent; not those that measuring coverage needs."""
    folder = tmp_path_factory.mktemp("start")
    (folder / "board.loops").write_text("╹┳╸\n╺╋╸\n╺┻╸\n", encoding="utf-8")
    home = {"TERMPUZZLES_DATA": str(folder / "data"), "TERMPUZZLES_CONFIG": str(folder / "config")}
    environment = os.environ | home | {"TERM": "xterm-256color", "ACCESSIBLE": "0", "PYTHONPATH": str(ROOT)}
    program, terminal = on_a_terminal([sys.executable, "-c", PLAY], folder, environment)
    _read_all(terminal)
    os.close(terminal)
    assert program.wait() == 0
    return set(Path(folder, "loaded").read_text(encoding="utf-8").split())


def _read_all(terminal: int) -> None:
    """Read until the program has ended."""
    with suppress(OSError):  # the other end of the terminal is closed
        while os.read(terminal, 65536):
            pass


def test_the_first_frame_needs_few_modules(loaded: set[str]) -> None:
    ours = sorted(name for name in loaded if name.startswith("termpuzzles"))
    assert "termpuzzles.tui.widgets.board" in ours
    assert len(ours) <= MOST, ours


@pytest.mark.parametrize("part", LATER)
def test_what_nobody_has_asked_for_is_not_loaded_yet(loaded: set[str], part: str) -> None:
    assert not [name for name in loaded if name.startswith(f"termpuzzles.{part}")]
    assert any(found.exists() for found in (_file(part), _file(part).with_suffix("")))


def _file(part: str) -> Path:
    return ROOT / "termpuzzles" / (part.replace(".", "/") + ".py")


def test_no_heavy_module_is_loaded_that_the_board_does_not_need(loaded: set[str]) -> None:
    assert "textual.app" in loaded
    assert loaded & HEAVY == set()
