"""The command line and what depends on it: help, the manual page, completions."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from termpuzzles.cli import main
from termpuzzles.cli.parser import command_names, command_parser, make_parser, parse
from termpuzzles.commands.shell import SHELLS, manual
from tests.data import sweep

ROOT = Path(__file__).parents[2]
NAMES = command_names()


def test_no_command_and_no_puzzle_is_a_command_line() -> None:
    assert parse([]).command is None


def test_a_puzzle_may_stand_before_and_after_the_options() -> None:
    options = parse(["solve", "one", "--to", "picture", "two"])
    assert (options.puzzles, options.to) == (["one", "two"], "picture")


@pytest.mark.parametrize(
    "place",
    [
        ["--config", "here"],
        ["--config", "here", "play"],
        ["play", "--config", "here"],
        ["stats", "--config", "here"],
        ["data", "export", "file", "--config", "here"],
    ],
)
def test_the_settings_may_be_named_before_or_after_a_command_that_reads_them(place: list[str]) -> None:
    assert parse(place).config == "here"


@pytest.mark.parametrize("command", NAMES)
def test_every_help_has_examples_and_says_what_is_known_of_a_wrong_option(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["help", command]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: termpuzzles {command}")
    assert f"examples:\n  termpuzzles {command}" in shown
    assert main([command, "--bogus\x1b[31m"]) == 2
    output = capsys.readouterr().err
    assert output.startswith("termpuzzles: ")
    assert f"See `termpuzzles {command} --help`." in output
    assert "\x1b" not in output


@pytest.mark.parametrize("words", [["--help"], ["--config", "here", "-h"], ["-h", "solve"], ["help"]], ids=" ".join)
def test_the_help_of_the_program_names_every_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert shown == make_parser().format_help()
    assert set(NAMES) <= set(re.findall(r"^    (\w+) ", shown, re.MULTILINE))


def examples(text: str) -> list[str]:
    """The lines of a help or a page that are command lines of ours."""
    return re.findall(r"^ +(termpuzzles(?: .*)?)$", text, re.MULTILINE)


def all_helps() -> list[str]:
    return [command_parser(make_parser(), name).format_help() for name in (None, *NAMES)]


_TAKES_SECONDS = "9x9 --rating four-together"


@pytest.mark.parametrize("name", sweep.sample([None, *NAMES], 3), ids=str)
def test_the_examples_of_every_help_run_as_they_stand_wherever_the_program_is_installed(
    name: str | None, tmp_path: Path
) -> None:
    shown = examples(command_parser(make_parser(), name).format_help())
    assert shown
    program = tmp_path / "bin" / "termpuzzles"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m termpuzzles "$@"\n')
    program.chmod(0o755)
    environment = {"PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    (folder := tmp_path / "anywhere").mkdir()
    for line in shown:
        if line.startswith(("termpuzzles serve --port", "termpuzzles service move", "termpuzzles sync")):
            assert parse(line.split()[1:]).command in ("serve", "service", "sync")  # which tests/company really do
            continue
        if _TAKES_SECONDS in line:
            assert parse(line.split("|")[0].split(">")[0].split()[1:])
            line = line.replace(_TAKES_SECONDS, "6x6 --rating small-pocket")
        script = f"set -o pipefail; {{ {line}; }} < /dev/null"  # without a terminal the app is lines of text, and ends
        done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == (1 if "--witness" in line else 0), done.stderr
        assert "Traceback" not in done.stderr


def test_the_manual_page_has_the_examples_of_every_help() -> None:
    page = manual(make_parser()).replace(r"\-", "-").replace(" \\e\n    ", " ")
    shown = [line for line in page.splitlines() if line.startswith("termpuzzles")]
    assert {line for text in all_helps() for line in examples(text)} <= set(shown)


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_the_manual_page_is_clean_at_80_columns_and_tells_rules_keys_files_and_environment(tmp_path: Path) -> None:
    (tmp_path / "termpuzzles.6").write_text(manual(make_parser()), encoding="utf-8")
    environment = os.environ | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MAN_KEEP_FORMATTING": ""}
    argv = ["man", "--warnings", "-l", str(tmp_path / "termpuzzles.6")]
    done = subprocess.run(argv, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80
    for heading in ("RULES", "KEYS", "FILES", "ENVIRONMENT"):
        assert f"\n{heading}\n" in done.stdout


def test_every_help_fits_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for text in all_helps():
        assert not [line for line in text.splitlines() if len(line) > 80 and "termpuzzles" not in line], text


@pytest.mark.parametrize(
    "words",
    [
        ["levels"],
        ["-"],
        ["7x7w:1"],
        ["13"],
        ["13x11w"],
        ["net 9x9, rating block"],
        ["simpleloop/6/4/00036", "--game", "net"],
    ],
)
def test_a_puzzle_in_the_place_of_a_command_is_played(words: list[str]) -> None:
    options = parse(words)
    assert (options.command, options.puzzles) == ("play", words[:1])
    assert parse(["--config", "solve", *words]).puzzles == words[:1]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["genrate"], "generate"),
        (["nett 9x9"], "Net 9x9"),
        (["help", "sovle"], "solve"),
        (["solve", "--game", "Infinty"], "∞ Loop"),
        (["generate", "simplelop"], "Simple Loop"),
        (["daily", "nett"], "Net"),
        (["convert", "--to", "pictrue"], "picture"),
        (["render", "--to", "hmtl"], "html"),
        (["generate", "net", "--rating", "no-lop"], "net --rating no-loop"),
        (["generate", "net", "--at-most", "wat if"], "net --at-most what-if"),
        (["generate", "net", "--styel=uniform"], "--style"),
        (["play", "--pack", "net/frist-turns"], "net/first-turns"),
        (["play", "--pac", "net/first-turns"], "--pack"),
        (["play", "nett", "9x9"], "Net 9x9"),
        (["play", "net 9x9, rating blok"], "net 9x9, rating Four together"),
        (["play", "net 9x9, ratin block"], "net 9x9, rating block"),
        (["completions", "fsh"], "fish"),
        (["data", "exprt", "all.zip"], "export"),
    ],
    ids=" ".join,
)
def test_every_mistyped_name_is_answered_with_the_one_that_was_meant(
    words: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    output = capsys.readouterr()
    assert len(re.findall(rf"\. Did you mean '{re.escape(meant)}'\?[ \n]", output.err)) == 1
    assert not output.out


@pytest.mark.parametrize("words", [["help", "zzz"], ["solve", "--to", "p" * 200_000]], ids=["unlike", "endless"])
def test_nothing_is_suggested_for_a_word_that_is_like_no_name(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert "Did you mean" not in capsys.readouterr().err


def test_the_wheel_ships_completions_for_every_shell_and_the_manual_page() -> None:
    hook = (Path(__file__).parents[2] / ".build" / "share.py").read_text(encoding="utf-8")
    assert all(f'"{shell}")' in hook for shell in SHELLS)
    assert "share/man/man6/termpuzzles.6" in hook


def test_groff_reads_the_manual_page_without_a_warning(tmp_path: Path) -> None:
    if not shutil.which("groff"):
        pytest.skip("groff is not installed here")
    page = tmp_path / "termpuzzles.6"
    page.write_text(manual(make_parser()), encoding="utf-8")
    argv = ["groff", "-man", "-ww", "-rLL=80n", "-Tutf8", str(page)]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert not done.stderr
    shown = re.sub(r".\x08|\x1b\[\d*m", "", done.stdout)  # without what makes it bold
    assert max(map(len, shown.splitlines())) <= 80
    assert "SYNOPSIS" in done.stdout.replace("\b", "") or "S\bSY\bY" in done.stdout
