"""Errors of every command: a sentence on stderr in one style, and on stdout nothing that looks like an answer."""

from __future__ import annotations

import json
import os
import pty
import shlex
import subprocess
from collections.abc import Callable
from datetime import date
from itertools import count
from pathlib import Path

import pytest

from termpuzzles.catalogue.daily import daily_games
from termpuzzles.commands import reading
from termpuzzles.logic import task
from tests.cli.program import COMMAND, ROOT, termpuzzles
from tests.commands.shell import Done, Shell
from tests.data import sweep

UNIQUE = "infinity:2x2:3333"
BAD = "infinity:2x2:33g3"
NOTHING = "infinity:2x1:35"
LONG = "z" * 100_000
MOST = 300  # characters of an error, whatever is wrong

WITH_JSON = ("solve", "check", "hint", "convert")
READERS = (*WITH_JSON, "render")
WRONG = {
    "id": (BAD, "character 16: expected a hex digit, v or h, found 'g'"),
    "file": ("nothing.loops", "nothing.loops: no such file or directory"),
    "folder": ("empty", "empty: expected a folder with puzzles in a known format, found none"),
    "text": ("bad.loops", "bad.loops:2:2: expected a tile, found '?'"),
    "bytes": ("latin.loops", "latin.loops:1:1: expected text in UTF-8, found byte 0xe9"),
    "nothing": ("-", "-: expected a puzzle, found nothing"),
    "long": (LONG, "zzz…zzz"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files that cannot be read as puzzles, and the player's own folders in it."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.loops").write_text("┏┓\n┗?\n", encoding="utf-8")
    (tmp_path / "latin.loops").write_bytes(b"\xe9\n")
    for name in ("TERMPUZZLES_DATA", "TERMPUZZLES_CONFIG"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


Ask = Callable[..., Done]


@pytest.fixture
def ask(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Runs a command line in that folder, in this process, which is quicker than in one of its own."""
    shell = Shell(monkeypatch, folder)
    return lambda *words, stdin="": shell.run(shlex.join(words), stdin)


def told(err: str) -> str:
    """The only error on stderr, without the name of the program; no traceback, and nothing long."""
    lines = err.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("termpuzzles: ")
    assert len(lines[0]) < MOST
    return lines[0].removeprefix("termpuzzles: ")


@pytest.mark.parametrize(
    ("command", "wrong"), sweep.sample([(command, wrong) for command in [*READERS, "play"] for wrong in WRONG], 4)
)
def test_of_one_puzzle_that_cannot_be_read_only_a_sentence_on_stderr_is_left(
    command: str, wrong: str, ask: Ask
) -> None:
    argument, sentence = WRONG[wrong]
    done = ask(command, argument)
    assert (done.status, done.out) == (2, "")
    assert sentence in told(done.err)


@pytest.mark.parametrize(
    ("command", "wrong"), sweep.sample([(command, wrong) for command in WITH_JSON for wrong in WRONG], 3)
)
def test_with_json_an_object_with_the_error_stands_on_stdout_as_well(command: str, wrong: str, ask: Ask) -> None:
    argument, sentence = WRONG[wrong]
    done = ask(command, argument, "--json")
    assert done.status == 2
    assert sentence in told(done.err)
    (line,) = done.out.splitlines()
    assert json.loads(line) == {"error": told(done.err)}


@pytest.mark.parametrize("command", WITH_JSON)
def test_among_several_puzzles_a_comment_line_keeps_the_place_as_well(command: str, ask: Ask) -> None:
    done = ask(command, BAD, UNIQUE, "nothing.loops")
    assert done.status == 2
    errors = [line.removeprefix("termpuzzles: ") for line in done.err.splitlines()]
    assert len(errors) == 2
    assert [line for line in done.out.splitlines() if line[2:] in errors] == [f"# {error}" for error in errors]
    whole = ask(command, UNIQUE).out
    assert whole.splitlines()[-1] in done.out


@pytest.mark.parametrize("command", WITH_JSON)
def test_the_lines_of_standard_input_are_several_puzzles(command: str, ask: Ask) -> None:
    done = ask(command, stdin=f"{BAD}\n{BAD}\n")
    assert done.out.count("# -:") == done.err.count("termpuzzles: -:") == 2


@pytest.mark.parametrize("command", WITH_JSON)
def test_with_json_each_of_several_puzzles_has_its_object(command: str, ask: Ask) -> None:
    done = ask(command, "--json", BAD, UNIQUE, "nothing.loops")
    facts = [json.loads(line) for line in done.out.splitlines()]
    assert ["error" in fact for fact in facts] == [True, False, True]


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["hint", "--why-not", LONG, UNIQUE], 2, f"{UNIQUE}: expected a cell of the 2x2 board"),
        (["generate", "net", LONG, "--seed", "1"], 2, "unknown word 'zzz"),
        (["generate", "net", "5x5", "--seed", "1", "--rating", LONG], 2, "unknown rating 'zzzz"),
        (["generate", "net", "--seed", "1", "-o", f"none/{LONG}"], 2, "zzz: no such file or directory"),
        (["play", "--pack", LONG], 2, "expected one of the packs "),
        ([LONG], 2, "is not a command, file or puzzle"),
        (["solve", "--to", LONG], 2, "found 'zzz"),
        (["solve", f"--limit={LONG}"], 2, "expected a number of seconds above 0, found 'zzz"),
        (["solve", f"--{LONG}"], 2, "unrecognized arguments: --zzz"),
        (["serve", "--metrics", LONG], 2, "--metrics: expected an address such as 127.0.0.1:9100"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_whatever_is_wrong_is_said_in_one_style(arguments: list[str], status: int, sentence: str, ask: Ask) -> None:
    if "--metrics" in arguments:
        pytest.importorskip("asyncssh")
    done = ask(*arguments)
    assert (done.status, done.out) == (status, "")
    lines = done.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("termpuzzles: ")
    assert sentence in lines[0]
    assert "z" * 61 not in lines[0]


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (["generate", "net", "5x5", "--seed", "1", "--count", "2"], ()),
        (["generate", "simpleloop", "5x5", "--seed", "1", "--to", "picture", "--count", "2"], ("format", "text")),
        (["generate", "net", "5x5", "--seed", "1", "--any", "--jobs", "2", "--count", "2"], ()),
        (["daily", "--date", "2026-11-21"], ("date", "name")),
        (["daily", "net", "--date", "2026-11-21", "--to", "picture"], ("date", "name", "format", "text")),
    ],
    ids=lambda value: " ".join(value),
)
def test_new_boards_and_those_of_the_day_come_as_the_objects_of_check(
    arguments: list[str], keys: tuple[str, ...], ask: Ask
) -> None:
    shares = "--jobs" in arguments  # which begins processes like its own
    made = termpuzzles(*arguments, "--json").stdout.decode() if shares else ask(*arguments, "--json").out
    facts = [json.loads(line) for line in made.splitlines()]
    every = len([*daily_games(date(2026, 11, 21))])
    assert len(facts) == (2 if "--count" in arguments else 1 if "net" in arguments else every)
    checked = ask("check", "--json", stdin="\n".join(fact["id"] for fact in facts)).out
    for fact, line in zip(facts, checked.splitlines(), strict=True):
        assert {key: value for key, value in fact.items() if key not in keys} == json.loads(line)
        assert set(keys) <= set(fact)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["generate", "net", "2x5w", "--seed", "1"], 1),
        (["generate", "net", "0x0", "--seed", "1"], 2),
        (["generate", "net", "5x5", "--seed", "1", "--rating", "guess"], 2),
        (["generate", "net", "2000x2000", "--seed", "1", "--limit", "0.1"], 3),
        (["daily", "net", "--to", "pzprv3"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_without_a_board_the_object_holds_the_error(arguments: list[str], status: int, ask: Ask) -> None:
    done = ask(*arguments, "--json")
    assert done.status == status
    (line,) = done.out.splitlines()
    assert list(json.loads(line)) == ["error"]
    assert json.loads(line)["error"] in told(done.err)


def test_of_several_boards_that_were_asked_for_each_keeps_its_place(ask: Ask) -> None:
    done = ask("generate", "net", "2000x2000", "--seed", "1", "--count", "2", "--limit", "0.1")
    assert (done.status, done.out) == (3, f"# {told(done.err)}\n")


def test_the_limit_runs_out_over_what_cannot_be_read_but_not_over_a_puzzle_after_it(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = count()
    for module in (task, reading):
        monkeypatch.setattr(module, "monotonic", lambda: float(next(looks)))  # each look at the clock takes a second
    done = ask("check", "--limit", "500", "-", stdin="5x5:\n" * 20 + UNIQUE)
    assert done.status == 2
    assert len(done.err.splitlines()) == 20
    assert len(done.out.splitlines()) == 22
    (tmp_path / "list.ids").write_text("5x5:\n" * 1_000, encoding="ascii")
    done = ask("check", "--limit", "500", str(tmp_path / "list.ids"))
    assert done.status == 2
    assert done.err.splitlines()[-1].endswith(": the limit of 500 s ran out")
    assert 20 < len(done.err.splitlines()) < 600


def test_a_lesson_of_a_board_without_a_solution_does_not_end_with_the_error(ask: Ask) -> None:
    alone = ask("solve", "--explain", NOTHING)
    assert "no solution: no turn" in alone.err
    assert "# no solution" not in alone.out
    lesson = alone.out
    both = ask("solve", "--explain", NOTHING, NOTHING).out
    place = f"# {told(alone.err).removeprefix(f'{NOTHING}: ')}\n"
    assert both == f"{lesson}{place}---\n{lesson}{place}"


def board(size: int) -> str:
    """A board of corners, whose solution is made of loops around four cells."""
    return f"infinity:{size}x{size}:{'3' * (size * size)}"


@pytest.mark.parametrize(("columns", "rows"), [(40, 12), (200, 60)])
def test_the_size_of_the_terminal_counts(columns: int, rows: int) -> None:
    shown, stdout = pty.openpty()
    subprocess.run(["stty", "cols", str(columns), "rows", str(rows)], stdin=stdout, check=True)
    with subprocess.Popen([*COMMAND, "hint", board(50)], stdout=stdout, cwd=ROOT) as program:
        os.close(stdout)
        output = b""
        while data := read(shown):
            output += data
        program.wait()
    os.close(shown)
    lines = output.decode().splitlines()
    cut = any(line.startswith("Columns ") for line in lines)
    assert cut == (rows < 50)
    assert len(lines) <= rows
    assert all(len(line) <= columns for line in lines if line[:3].strip().isdigit())


def read(terminal: int) -> bytes:
    """What the program has printed, or nothing once it has ended."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
