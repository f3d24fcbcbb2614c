"""A game of a few keys in a program whose Textual has other names, and what a key costs there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from tests.tui.screen import PROJECT, Player

SIZE = 100, 30
BOARD = "╻┳╸\n╺╋╸\n╺┻╻\n"  # in which two tiles are turned wrongly, so that turns of one do not solve it
TURNED = "╶───□"  # the first tile after a turn
KEYS = "ljhkd" * 2
MOST = 2.0  # times the CPU of a key with Textual as it is, that one may take without a name
PATIENCE = 200.0  # seconds for what a key draws, after which the program hangs


def played(names: Iterable[str], folder: Path, program: str = "termpuzzles", packages: str = "") -> float:
    """The milliseconds of CPU that a key takes. A game that does not go as it should is an AssertionError.

    `packages` is a folder with another Textual, if it is not the one that is installed.
    """
    (folder / "config").mkdir(parents=True)
    (folder / "config" / "settings.toml").write_text('look = "lines"\n', encoding="utf-8")
    (folder / "board.loops").write_text(BOARD, encoding="utf-8")
    renaming = [sys.executable, "-m", "tests.tui.inside.renaming", program, *names, "--"]
    path = {"PYTHONPATH": f"{packages}{os.pathsep}{PROJECT}"} if packages else {}
    player = Player(["play", "--game", "net", "board.loops"], folder, SIZE, path, before=renaming)
    with closing(player):
        player.see("moves  0")
        assert TURNED not in player.settle()
        player.press("d")
        player.see("moves  1")
        player.see(TURNED)
        player.settle()
        spent = _spent(player)
        player.press("?")
        player.see("Ten keys")
        player.press("q")
        player.see("moves")
        player.press("?q?q?")  # in one write
        player.see("Ten keys")
        player.press("q")
        player.see("moves")
        player.press("\x10")
        player.see("What would you like to do?")
        player.press("\x1b")
        player.until(lambda text: "What would you" not in text, "the palette to close")
        player.press("q")
        assert player.wait() == 0
    return spent


def _spent(player: Player) -> float:
    before = _milliseconds(player.process)
    for key in KEYS:
        player.press(key)
        assert player.look(PATIENCE), f"nothing is drawn for {key!r}"
        player.settle()
    return (_milliseconds(player.process) - before) / len(KEYS)


def _milliseconds(process: int) -> float:
    """The CPU that a process has used."""
    return int(Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()[0]) / 1e6
