"""What the program knows about a terminal from the environment and from answers, whenever they come."""

import pytest

from termpuzzles.terminal.capabilities import ColourDepth, Terminal, colour_depth_of, is_utf8, terminal_of


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        ("\x1b]11;rgb:ffff/ffff/dddd\x1b\\", True),
        ("\x1b]11;rgba:ffff/ffff/dddd/ffff\x07", True),
        ("\x1b]11;rgb:1e/1e/2e\x07", False),
        ("\x1b[?1;2c", False),
    ],
)
def test_a_light_background_is_told_by_the_terminal(answer: str, light: bool) -> None:
    terminal = Terminal()
    assert terminal.hear(answer) == light
    assert terminal.light == light


def test_until_the_terminal_says_so_the_environment_tells_whether_it_is_light() -> None:
    terminal = terminal_of({"COLORFGBG": "0;15"})
    assert terminal.light
    assert terminal.hear("\x1b]11;rgb:00/00/00\x07")
    assert not terminal.light
    assert not terminal_of({"COLORFGBG": "15;0"}).light


@pytest.mark.parametrize(("column", "utf8"), [(2, True), (3, False), (4, False)])
def test_a_terminal_that_draws_lines_wide_gets_ascii(column: int, utf8: bool) -> None:
    terminal = Terminal()
    assert terminal.hear(f"\x1b[1;{column}R") != utf8
    assert terminal.utf8 == utf8


def test_an_answer_that_says_nothing_new_changes_nothing() -> None:
    terminal = Terminal()
    assert not terminal.hear("\x1b]11;rgb:00/00/00\x07")
    assert not terminal.hear("\x1b[?2026;2$y")
    assert terminal.shows_at_once


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColourDepth.TRUECOLOR),
        ({"TERM": "xterm-kitty", "SSH_CONNECTION": "a"}, ColourDepth.TRUECOLOR),
        ({"TERM": "alacritty"}, ColourDepth.TRUECOLOR),
        ({"TERM": "foot-extra"}, ColourDepth.TRUECOLOR),
        ({"TERM": "xterm-direct"}, ColourDepth.TRUECOLOR),
        ({"TERM": "xterm-256color"}, ColourDepth.EIGHT_BIT),
        ({"TERM": "xterm"}, ColourDepth.STANDARD),
        ({"TERM": "linux"}, ColourDepth.STANDARD),
        ({"TERM": "vt220"}, ColourDepth.NONE),
        ({"TERM": "xterm-kitty", "COLORTERM": "truecolor", "NO_COLOR": "1"}, ColourDepth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, ColourDepth.EIGHT_BIT),
    ],
)
def test_the_number_of_colours_is_told_by_the_environment(environment: dict[str, str], colours: ColourDepth) -> None:
    assert colour_depth_of(environment) == colours


def test_screen_and_tmux_do_not_erase_in_colour() -> None:
    assert not terminal_of({"TERM": "screen-256color"}).erases_in_colour
    assert not terminal_of({"TERM": "tmux-256color"}).erases_in_colour
    assert terminal_of({"TERM": "xterm-256color"}).erases_in_colour


@pytest.mark.parametrize(
    ("environment", "utf8"),
    [
        ({}, True),
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "en_US.utf8"}, True),
        ({"LANG": "en_US"}, True),
        ({"LANG": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
        ({"LANG": "xx_XX.ISO-8859-1"}, True),
        ({"LANG": "xx_XX.ISO-8859-1", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "xx_XX.UTF-8"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_ALL": "C.UTF-8"}, True),
    ],
)
def test_a_locale_without_utf8_gets_ascii_and_one_that_is_not_here_says_nothing(
    environment: dict[str, str], utf8: bool
) -> None:
    assert is_utf8(environment, lambda name: not name.startswith("xx")) == utf8
