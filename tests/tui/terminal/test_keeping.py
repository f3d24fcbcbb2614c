"""What the program keeps of play on real terminals: with two windows at one puzzle, on a full disk, and in a pack."""

from __future__ import annotations

import re
import signal

import pytest

from tests.tui.screen import Start

FULL = ["bash", "-c", 'ulimit -f 1; exec "$@"', "bash"]  # no file may grow past 1,024 bytes


@pytest.mark.parametrize("frozen", [False, True], ids=["alive", "frozen"])
def test_the_newcomer_goes_on_at_the_same_move_and_the_holder_leaves(start: Start, frozen: bool) -> None:
    holder = start("play", "small.loops")
    holder.see("moves  0")
    holder.press("l  ")
    holder.see("moves  2")
    if frozen:
        holder.signal(signal.SIGSTOP)
    newcomer = start("play", "small.loops")
    newcomer.see("This puzzle is open in another window.")
    newcomer.press("\r")
    newcomer.see("moves  2")
    newcomer.press(" ")
    newcomer.see("moves  3")
    if frozen:
        holder.signal(signal.SIGCONT)
    holder.wait()
    assert b"Another window has taken this puzzle over." in holder.written
    newcomer.press("q")
    assert newcomer.wait() == 0
    start("play", "small.loops").see("moves  3")


def test_what_a_full_disk_does_not_keep_is_said_for_as_long_as_that_is_so(start: Start) -> None:
    player = start("play", "small.loops", before=FULL)
    player.see("moves  0")
    player.press("l" + 80 * " ")
    player.see("Moves are not being kept")
    player.press("lh  jk")
    assert "Moves are not being kept" in player.settle()
    player.press("q")
    player.wait()
    kept = int(re.findall(r"moves +(\d+)", start("play", "small.loops").see("moves"))[0])
    assert 0 < kept < 80


def test_a_level_that_is_gone_on_with_knows_its_pack_and_its_place(start: Start) -> None:
    player = start()
    player.see("Space turns")
    player.press("jj\r")
    player.see("Levels")
    player.press("/first turns 10\r")
    player.see("moves  0")
    player.press("d")
    heading = player.see("moves  1").splitlines()[0]
    player.kill()
    again = start()
    again.see("Continue")
    again.press("\r")
    assert again.see("moves  1").splitlines()[0] == heading
    again.press("]")
    again.see("moves  0")
    assert again.text.splitlines()[0] != heading
