"""What is known of a terminal: from its answers, else from the environment."""

import pytest

from termpuzzles.tui.terminal import detect
from termpuzzles.tui.terminal.detect import Terminal, find_out, is_utf8


def answered(monkeypatch: pytest.MonkeyPatch, answer: bytes, **environment: str) -> Terminal:
    monkeypatch.setattr(detect, "_ask", lambda limit: answer)
    return find_out(environment)


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        (b"\x1b[5;2R\x1b]11;rgb:ffff/ffff/dddd\x1b\\\x1b[?62;c", True),
        (b"\x1b[5;2R\x1b]11;rgb:1e/1e/2e\x07\x1b[?1;2c", False),
        (b"\x1b[?1;2c", False),
        (b"", False),
    ],
)
def test_a_light_background_is_told_by_the_terminal(
    monkeypatch: pytest.MonkeyPatch, answer: bytes, light: bool
) -> None:
    assert answered(monkeypatch, answer) == Terminal(light, False)


def test_a_terminal_that_says_nothing_is_light_where_the_environment_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(monkeypatch, b"", COLORFGBG="0;15").light
    assert not answered(monkeypatch, b"", COLORFGBG="15;0").light
    assert not answered(monkeypatch, b"\x1b]11;rgb:00/00/00\x07", COLORFGBG="0;15").light


@pytest.mark.parametrize(("column", "ascii_only"), [(2, False), (3, True), (4, True)])
def test_a_terminal_that_draws_lines_wide_gets_ascii(
    monkeypatch: pytest.MonkeyPatch, column: int, ascii_only: bool
) -> None:
    assert answered(monkeypatch, b"\x1b[9;%dR\x1b[?1c" % column).ascii_only == ascii_only


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
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_ALL": "C.UTF-8"}, True),
    ],
)
def test_a_locale_without_utf8_gets_ascii(environment: dict[str, str], utf8: bool) -> None:
    assert is_utf8(environment) == utf8
