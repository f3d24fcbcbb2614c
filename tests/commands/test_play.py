"""`play`: what plain mode says stands on the screen before anything is waited for, and why the app is not drawn."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from errno import ENXIO
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.cli.parser import parse
from termpuzzles.commands import play
from termpuzzles.commands.answers import Console
from termpuzzles.formats import read
from termpuzzles.plain import conversation


class Screen(StringIO):
    """A stream of which only what was flushed can be seen, on a terminal or not."""

    seen = ""

    def __init__(self, is_terminal: bool = False) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    def flush(self) -> None:
        self.seen = self.getvalue()


@pytest.mark.parametrize("warnings", [0, 1])
def test_each_line_of_plain_mode_stands_on_the_screen_before_the_next_is_looked_for(
    warnings: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.toml").write_text('colour = "red"\n' * warnings, encoding="utf-8")
    screen, says = Screen(), list[Callable[[str], None]]()
    console = Console({"TERMPUZZLES_DATA": str(tmp_path / "data")}, StringIO("quit\n"), screen, Screen(), True)
    made, talked = conversation.PlainContext, conversation.talk

    def context(*given: Any, **more: Any) -> conversation.PlainContext:
        assert screen.seen == ""
        says.append(more["print_line"])
        return made(*given, **more)

    def talk(*given: Any) -> Iterator[str]:
        assert screen.seen.startswith("Plain mode, because I say so.\n")
        assert screen.seen.count("there is no setting 'colour'") == screen.seen.count("\n") - 1 == warnings
        says[0]("One moment.")
        assert screen.seen.endswith("One moment.\n")
        for line in talked(*given):
            yield line
            assert screen.seen.endswith(f"{line}\n")

    monkeypatch.setattr(conversation, "PlainContext", context)
    monkeypatch.setattr(conversation, "talk", talk)
    assert play.play_plainly(console, read("infinity:2x2:3333"), "I say so", str(tmp_path)) == 0
    assert "Infinity Loop, 2 by 2." in screen.seen


def test_what_is_said_to_a_person_is_seen_at_once() -> None:
    err = Screen()
    Console({}, StringIO(), Screen(), err, True).say("this cannot be done")
    assert err.seen == "termpuzzles: this cannot be done\n"


ON_A_TERMINAL = {"TERM": "xterm"}
NO_NAME = "the terminal cannot place the cursor (TERM is dumb or not set)"
NO_SSH = "ssh has given this command no terminal (`ssh -t` does)"


@pytest.mark.parametrize(
    ("environment", "terminals", "reason"),
    [
        (ON_A_TERMINAL, "in out err", ""),
        (ON_A_TERMINAL, "out err", "the input is not a terminal"),
        (ON_A_TERMINAL, "in err", "the output is not a terminal"),
        (ON_A_TERMINAL, "in out", "the output is not a terminal"),
        ({"TERM": "dumb"}, "in out err", NO_NAME),
        ({"TERM": ""}, "in out err", NO_NAME),
        ({}, "in out err", NO_NAME if os.name == "posix" else ""),
        ({**ON_A_TERMINAL, "SSH_CONNECTION": "here"}, "err", NO_SSH),
        ({**ON_A_TERMINAL, "SSH_CONNECTION": "here"}, "in err", "the output is not a terminal"),
        ({**ON_A_TERMINAL, "SSH_CONNECTION": "here"}, "out err", "the input is not a terminal"),
        ({**ON_A_TERMINAL, "SSH_CONNECTION": "here"}, "in out err", ""),
        ({**ON_A_TERMINAL, "ACCESSIBLE": "1"}, "in out err", "ACCESSIBLE is set"),
        ({**ON_A_TERMINAL, "ACCESSIBLE": "yes"}, "", "ACCESSIBLE is set"),
        ({**ON_A_TERMINAL, "ACCESSIBLE": "0"}, "in out err", ""),
        ({**ON_A_TERMINAL, "ACCESSIBLE": ""}, "in out err", ""),
    ],
)
def test_the_app_opens_on_a_terminal_and_anywhere_else_plain_mode_says_why(
    environment: dict[str, str], terminals: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, out, err = (Screen(name in terminals.split()) for name in ("in", "out", "err"))
    console = Console({**environment, "TERMPUZZLES_DATA": str(tmp_path)}, keys, out, err, files=True)
    opened = list[str]()

    def run_app(*given: Any, **more: Any) -> int:
        opened.append("app")
        return 0

    monkeypatch.setattr("termpuzzles.tui.app.run_app", run_app)
    options = parse(["--config", str(tmp_path), "play"])
    assert play.open_player(options, console, read("infinity:2x2:3333")) == 0
    assert out.getvalue().startswith(f"Plain mode, because {reason}.\n" if reason else "")
    assert opened == ([] if reason else ["app"])


@pytest.mark.parametrize(("text", "reason"), [("plain = true\n", "the settings ask for it"), ("plain = false\n", "")])
def test_the_settings_may_ask_for_plain_mode(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("termpuzzles.tui.app.run_app", lambda *given, **more: 0)
    out = Screen(True)
    console = Console({**ON_A_TERMINAL, "TERMPUZZLES_DATA": str(tmp_path)}, Screen(True), out, Screen(True), True)
    assert play.open_player(parse(["--config", str(tmp_path), "play"]), console, []) == 0
    assert out.getvalue().startswith(f"Plain mode, because {reason}.\n" if reason else "")
    assert bool(out.getvalue()) == bool(reason)


@pytest.mark.parametrize("has_keys", [True, False])
@pytest.mark.parametrize("options", [[], ["--plain"]])
def test_after_puzzles_from_standard_input_keys_and_words_come_from_the_terminal_if_there_is_one(
    options: list[str], has_keys: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "input").touch()
    (tmp_path / "terminal").write_text("typed\n", encoding="utf-8")
    opening, app = os.open, list[str]()

    def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if path == "/dev/tty" and not has_keys:
            raise OSError(ENXIO, "No such device or address")
        return opening(tmp_path / "terminal" if path == "/dev/tty" else path, flags, *more, **named)

    def run_app(*given: Any, **more: Any) -> int:
        app.append(console.stdin.readline())
        return 0

    monkeypatch.setattr("os.open", opened)
    monkeypatch.setattr("termpuzzles.tui.app.run_app", run_app)
    out = Screen(True)
    with (tmp_path / "input").open(encoding="utf-8") as file:
        console = Console({**ON_A_TERMINAL, "TERMPUZZLES_DATA": str(tmp_path)}, file, out, Screen(True), True)
        typed = parse(["--config", str(tmp_path), "play", *options, "-"])
        assert play.open_player(typed, console, read("infinity:2x2:3333")) == 0
    reason = "--plain was given" if options else "there is no terminal for the keys"
    is_plain = bool(options) or not has_keys
    assert out.getvalue().startswith(f"Plain mode, because {reason}.\n" if is_plain else "")
    assert app == ([] if is_plain else ["typed\n"])
    assert ('Unknown command "typed".' in out.getvalue()) == (is_plain and has_keys)
