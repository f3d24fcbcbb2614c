"""The program as a player meets it: on a terminal, from the first screen to the last."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tui.screen import DARK_ANSWER, Start

COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


def test_a_level_is_opened_from_the_list_played_to_its_end_and_left(start: Start) -> None:
    player = start("play", "ring.loops")
    assert "solved" not in player.see("Ring").lower()
    player.press("l")
    player.press("h")
    player.press("d")
    assert "1 move" in player.see("Solved")
    player.press("u")
    player.until(lambda text: "Solved" not in text, "the end to be taken back")
    player.press("q")
    assert player.wait() == 0


def test_the_list_of_levels_opens_one_and_comes_back(start: Start) -> None:
    player = start()
    player.see("Space turns")
    player.press("jj\r")
    player.see("Levels")
    player.press("/1\r")
    player.see("moves  0")
    player.press("dldldld\x1b")
    player.see("Esc close")
    player.press("\x1b")
    player.see("Enter open")
    player.press("\x1b")
    player.see("Continue")
    player.press("q")
    assert player.wait() == 0


def draw_lines(folder: Path) -> None:
    """Have boards drawn in lines, whose text tells tiles and not the cursor."""
    (folder / "config").mkdir()
    (folder / "config" / "settings.toml").write_text('look = "lines"\n', encoding="utf-8")


def test_killed_at_any_time_the_board_its_past_and_its_clock_are_where_they_were(start: Start, tmp_path: Path) -> None:
    draw_lines(tmp_path)
    player = start("play", "small.loops")
    player.see("moves  0")
    player.press(" l ajsu")
    player.see("moves  3")
    player.press("u")
    player.see("moves  2")
    player.until(lambda text: "0:00" not in text, "the clock to tick")
    before = player.settle()
    seconds = int(player.text.split("time  0:")[1][:2])
    player.kill()
    again = start("play", "small.loops")
    again.see("moves  2")
    assert again.settle() == before
    assert seconds <= int(again.text.split("time  0:")[1][:2])
    again.press("r")
    again.see("moves  3")
    again.press("uuu")
    again.see("moves  0")


def test_a_trial_survives_whatever_ends_the_program_as_a_trial(start: Start) -> None:
    player = start("play", "small.loops")
    player.see("moves  0")
    player.press("t")
    player.see("This is a trial")
    player.press(" l ")
    player.see("moves  2")
    player.kill()
    again = start("play", "small.loops")
    again.see("moves  2")
    again.press("\x1b")
    again.see("dropped")
    again.see("moves  0")


def test_only_what_changed_was_drawn_and_yet_the_whole_screen_is_right(start: Start) -> None:
    player = start("play", "small.loops", size=(60, 20))
    player.see("Small")
    for keys in ("  ls ", "jd da", "jjhh  u", "sllf", "kk  rs u"):
        player.press(keys)
        player.settle()
    drawn = player.settle()
    player.press("-")
    player.until(lambda _: player.still != drawn, "a smaller board")
    player.press("+")
    player.until(lambda _: player.still == drawn, f"what was drawn piece by piece:\n{drawn}")


def test_a_burst_of_keys_is_played_whole_and_leaving_restores_the_terminal(start: Start) -> None:
    player = start("play", "small.loops")
    player.see("moves  0")
    player.press("dldldldjdhdhdhdjdldldld" + "u" * 3 + "r")
    player.see("moves  9")  # the tile in the middle is a cross, three turns are taken back and one is played again
    player.written = b""
    player.press("\x03")
    player.see("ctrl+c again leaves")
    player.press("\x03")
    assert player.wait() == 0
    assert b"\x1b[?1049l" in player.written
    assert b"\x1b[?25h" in player.written


def test_no_colour_is_sent_where_none_is_wanted_and_a_locale_without_utf8_gets_ascii(start: Start) -> None:
    player = start("play", "small.loops", NO_COLOR="1", LANG="C", LC_ALL="C")
    player.see("moves  0")
    player.press("l s?")
    player.see("Ten keys")
    assert player.text.replace("▂", "").isascii()
    player.press("?")
    player.see("moves  1")
    player.press("q")
    player.wait()
    assert COLOUR.findall(player.written) == []
    coloured = start("play", "ring.loops", NO_COLOR="")
    coloured.see("Ring")
    assert COLOUR.findall(coloured.written)


def test_the_mouse_turns_a_tile(start: Start, tmp_path: Path) -> None:
    draw_lines(tmp_path)
    player = start("play", "small.loops")
    lines = player.see("moves  0").splitlines()
    row = next(number for number, line in enumerate(lines) if "□" in line)
    column = lines[row].index("□")
    player.press(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
    player.see("moves  1")


def test_a_terminal_that_draws_lines_wide_gets_ascii_and_a_light_one_light_colours(start: Start) -> None:
    wide = DARK_ANSWER.replace(b";2R", b";3R").replace(b"1e1e/1e1e/2e2e", b"ffff/ffff/ffff")
    player = start("play", "small.loops", answer=wide, COLORTERM="truecolor")
    player.see("moves  0")
    assert player.settle().isascii()
    assert b"48;2;251;251;252" in player.written
