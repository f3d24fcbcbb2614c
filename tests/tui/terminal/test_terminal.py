"""What the program knows about a terminal from the environment and from answers, whenever they come."""

import locale

import pytest

from termpuzzles.terminal.capabilities import ColourDepth, Terminal, colour_depth_of, is_installed, is_utf8, terminal_of


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        ("\x1b]11;rgb:ffff/ffff/dddd\x1b\\", True),
        ("\x1b]11;rgba:ffff/ffff/dddd/ffff\x07", True),
        ("\x1b]11;rgb:1e/1e/2e\x07", False),
        ("\x1b[?1;2c", False),
        ("\x1b]11;rgb:8/8/8\x07", True),
        ("\x1b]11;rgb:7/7/7\x07", False),
        ("\x1b]11;rgb:ffff/0000/0000\x07", False),
        ("\x1b]11;rgb:0000/ffff/0000\x07", True),
        ("\x1b]11;rgb:0000/0000/ffff\x07", False),
        ("\x1b]11;rgb:00/d9/ff\x07", True),
        ("\x1b]11;rgb:fff/570/000\x07", False),
        ("\x1b]11;rgb:fff/580/000\x07", True),
    ],
)
def test_a_light_background_is_told_by_the_terminal(answer: str, light: bool) -> None:
    terminal = Terminal()
    assert terminal.on_answer(answer) == light
    assert terminal.light == light


def test_until_the_terminal_says_so_the_environment_tells_whether_it_is_light() -> None:
    terminal = terminal_of({"COLORFGBG": "0;15"})
    assert terminal.light
    assert terminal.on_answer("\x1b]11;rgb:00/00/00\x07")
    assert not terminal.light
    assert not terminal_of({"COLORFGBG": "15;0"}).light


@pytest.mark.parametrize(("column", "utf8"), [(2, True), (3, False), (4, False)])
def test_a_terminal_that_draws_lines_wide_gets_ascii(column: int, utf8: bool) -> None:
    terminal = Terminal()
    assert terminal.on_answer(f"\x1b[1;{column}R") != utf8
    assert terminal.utf8 == utf8


@pytest.mark.parametrize(
    ("answer", "colours"),
    [
        ("\x1bP1$r0;48:2::1:2:3m\x1b\\", ColourDepth.TRUECOLOR),
        ("\x1bP1$r48;2;1;2;3m\x1b\\", ColourDepth.TRUECOLOR),
        ("\x1bP1$r0;48:2:1:2:3m\x1b\\", ColourDepth.TRUECOLOR),
        ("\x1bP1$r0;48:5:16m\x1b\\", ColourDepth.EIGHT_BIT),
        ("\x1bP1$r0;48;2;0;0;0m\x1b\\", ColourDepth.EIGHT_BIT),
        ("\x1bP1$r0m\x1b\\", ColourDepth.STANDARD),
        ("\x1bP0$r\x1b\\", ColourDepth.STANDARD),
    ],
)
def test_a_terminal_of_a_modest_name_tells_its_colours_by_what_becomes_of_one(
    answer: str, colours: ColourDepth
) -> None:
    terminal = terminal_of({"TERM": "xterm"})
    assert terminal.colours == ColourDepth.STANDARD
    assert terminal.on_answer(answer) == (colours != ColourDepth.STANDARD)
    assert terminal.colours == colours
    colourless = terminal_of({"TERM": "xterm", "NO_COLOR": "1"})
    assert not colourless.on_answer(answer)
    many = terminal_of({"TERM": "xterm-kitty"})
    many.on_answer(answer)
    assert many.colours == ColourDepth.TRUECOLOR


def test_an_answer_that_says_nothing_new_changes_nothing() -> None:
    terminal = Terminal()
    assert not terminal.on_answer("\x1b]11;rgb:00/00/00\x07")
    assert not terminal.on_answer("\x1b[?2026;2$y")
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
        ({"TERM": "XTERM-256color", "COLORTERM": "24BIT"}, ColourDepth.TRUECOLOR),
        ({"TERM": "xterm-256color", "COLORTERM": "yes"}, ColourDepth.EIGHT_BIT),
        ({"WT_SESSION": "x"}, ColourDepth.TRUECOLOR),
        ({"TERM": "WezTerm"}, ColourDepth.TRUECOLOR),
        ({"TERM": "xterm-mono"}, ColourDepth.NONE),
        ({"TERM": "ansi-m"}, ColourDepth.NONE),
        ({"TERM": "cons25-m", "COLORTERM": "truecolor"}, ColourDepth.NONE),
        ({}, ColourDepth.STANDARD),
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


def test_depths_are_numbers_of_colours() -> None:
    assert [int(depth) for depth in ColourDepth] == [0, 16, 256, 256**3]


@pytest.mark.parametrize("answer", ["\x1b[?2026;1$y", "\x1b[?2026;2$y", "\x1b[?2026;3$y"])
def test_a_terminal_that_knows_the_mode_shows_updates_at_once(answer: str) -> None:
    terminal = Terminal()
    assert not terminal.shows_at_once
    assert not terminal.on_answer(answer)
    assert terminal.shows_at_once


@pytest.mark.parametrize("answer", ["\x1b[?2026;0$y", "\x1b[?2026;4$y", "\x1b[?2027;1$y"])
def test_a_terminal_that_does_not_know_the_mode_never_does(answer: str) -> None:
    terminal = Terminal()
    terminal.on_answer(answer)
    assert not terminal.shows_at_once


def test_a_wide_terminal_stays_wide_whatever_it_answers_later() -> None:
    terminal = Terminal()
    assert terminal.on_answer("\x1b[1;3R")
    assert not terminal.on_answer("\x1b[1;2R")
    assert not terminal.utf8


def test_what_is_known_of_a_terminal_before_anything_is() -> None:
    terminal = Terminal()
    assert (terminal.colours, terminal.light, terminal.utf8) == (ColourDepth.TRUECOLOR, False, True)
    assert (terminal.erases_in_colour, terminal.shows_at_once, terminal.over_ssh) == (True, False, False)


@pytest.mark.parametrize(
    ("environment", "over_ssh"),
    [({}, False), ({"SSH_CONNECTION": "1.2.3.4"}, True), ({"SSH_TTY": "/dev/pts/1"}, True), ({"SSH_TTY": ""}, False)],
)
def test_a_shell_that_was_reached_over_ssh_is_told_by_the_environment(
    environment: dict[str, str], over_ssh: bool
) -> None:
    assert terminal_of(environment).over_ssh == over_ssh


@pytest.mark.parametrize(("value", "light"), [("0;7", True), ("0;default;15", True), ("0;8", False), ("", False)])
def test_the_last_colour_in_the_environment_is_the_ground(value: str, light: bool) -> None:
    assert terminal_of({"COLORFGBG": value}).light == light


def test_only_locales_of_this_machine_are_installed_and_asking_changes_none() -> None:
    before = locale.setlocale(locale.LC_CTYPE)
    assert is_installed("C")
    assert not is_installed("xx_XX.ISO-8859-1")
    assert locale.setlocale(locale.LC_CTYPE) == before
