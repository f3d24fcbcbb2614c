"""The program from outside: exit statuses, which stream gets which output, pipes, interrupts, bugs."""

import os
import re
import runpy
import shlex
import subprocess
from pathlib import Path
from unittest.mock import Mock

import pytest

from termpuzzles.errors import shortened
from tests.cli.program import COMMAND, ROOT, interrupt, termpuzzles

TURNED, SOLVED = "┛┗\n┓┏\n", "┏┓\n┗┛\n"
UNIQUE = "infinity:2x2:3333"
NOTHING = "infinity:2x1:35"  # a bar and a corner: whichever way they turn, an end is loose


def test_a_picture_by_standard_input_is_answered_by_the_solved_picture() -> None:
    done = termpuzzles("solve", stdin=TURNED)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, SOLVED, b"")


def test_the_module_is_the_program_and_a_process_that_only_loads_it_starts_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = Mock(return_value=7)
    monkeypatch.setattr("termpuzzles.cli.main", program)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("termpuzzles", run_name="__main__")
    assert ended.value.code == 7
    runpy.run_module("termpuzzles.__main__", run_name="__mp_main__")
    assert program.call_count == 1


def test_the_version_is_that_of_the_newest_changes() -> None:
    changes = (ROOT / "termpuzzles/docs/changes.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)$", changes, re.MULTILINE)
    assert newest
    assert termpuzzles("--version").stdout.decode() == f"termpuzzles {newest[1]}\n"


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    done = termpuzzles("solve", str(tmp_path / "level.loops"), UNIQUE)
    assert done.stdout.decode().splitlines() == [
        f"# {shortened(f'{tmp_path}/level.loops')}: no such file or directory",
        "infinity:2x2:9c36",
    ]
    assert done.returncode == 2


def test_what_is_not_utf_8_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes("┏┓\n┗é\n".encode()[:-3] + b"\xe9\n")
    done = termpuzzles("solve", str(tmp_path / "latin"))
    assert b"latin:2:2: expected text in UTF-8, found byte 0xe9" in done.stderr
    assert not done.stdout
    assert done.returncode == 2


def test_output_is_utf_8_whatever_the_terminal_says() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "solve"], input=TURNED.encode(), capture_output=True, cwd=ROOT, env=environment)
    assert done.stdout.decode() == SOLVED


def test_help_is_printed_even_where_the_terminal_lacks_its_letters() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "generate", "--help"], capture_output=True, cwd=ROOT, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"usage: termpuzzles generate")


@pytest.mark.parametrize(
    ("encoding", "typed", "escaped"),
    [
        ("ascii", b"n\xc3\xa9", rb'"n\xc3\xa9"'),
        ("utf-8", b"n\xc3\xa9", b'"n\xc3\xa9"'),
        ("utf-8", b"n\xff", rb'"n\xff"'),
    ],
)
def test_text_that_the_terminal_cannot_encode_is_printed_escaped(
    encoding: str, typed: bytes, escaped: bytes, tmp_path: Path
) -> None:
    places = {"TERMPUZZLES_DATA": str(tmp_path), "TERMPUZZLES_CONFIG": str(tmp_path)}
    environment = os.environ | places | {"PYTHONIOENCODING": encoding}
    words = ["play", "--plain", "infinity:2x2:3333"]
    done = subprocess.run([*COMMAND, *words], input=typed + b"\n", capture_output=True, cwd=ROOT, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Unknown command " + escaped + b"." in done.stdout


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (f"solve {UNIQUE} >&-", 2),
        ("solve 0>/dev/null", 2),
        (f"check {NOTHING} >&-", 2),
        ("solve <&-", 2),
        ("solve no-such-file 2>&-", 2),
        (f"hint {UNIQUE} <&- >&- 2>&-", 2),
        ("generate net 3x3 2>&-", 0),
        ("--help >&-", 2),
        ("play <&- >&- 2>&-", 2),
    ],
)
def test_a_closed_stream_gets_nothing_and_answers_meant_for_it_are_an_error(words: str, status: int) -> None:
    program = shlex.join(COMMAND)
    done = subprocess.run(f"{program} {words}", shell=True, capture_output=True, cwd=ROOT)
    assert done.returncode == status
    assert b"termpuzzles" not in done.stdout, "nor into another stream"
    assert b"bug" not in done.stderr


@pytest.mark.parametrize("arguments", [["solve", UNIQUE], ["--help"], ["help", "solve"], ["-V"], ["manual"]], ids=str)
def test_a_full_disk_is_reported_in_words(arguments: list[str]) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no device that is always full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, cwd=ROOT)
    assert (done.returncode, done.stderr) == (2, b"termpuzzles: the output: no space left on device\n")


def test_a_reader_who_has_had_enough_is_no_error(tmp_path: Path) -> None:
    ids = tmp_path / "many.ids"
    ids.write_text(f"{UNIQUE}\n" * 20_000, encoding="ascii")  # of which it reads no more than it answers
    with (
        ids.open("rb") as file,
        subprocess.Popen(
            [*COMMAND, "convert"], stdin=file, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        ) as program,
    ):
        assert program.stdout
        assert program.stderr
        program.stdout.readline()
        program.stdout.close()
        error_text = program.stderr.read()
        assert program.wait() == 0
    assert not error_text


def test_a_hint_needs_no_terminal_at_either_end() -> None:
    done = termpuzzles("hint", "-", stdin=TURNED)
    assert (done.returncode, done.stderr) == (0, b"")
    sentence, *board = done.stdout.decode().splitlines()
    assert sentence.startswith("Only fit: ")
    assert any("▸" in row for row in board)


def test_an_interrupt_keeps_what_was_answered_and_says_so_without_a_traceback() -> None:
    with subprocess.Popen(
        [*COMMAND, "solve", UNIQUE, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as program:
        assert program.stdout
        assert program.stderr
        assert program.stdout.readline() == b"infinity:2x2:9c36\n"  # and now it waits for standard input
        assert interrupt(program) == 130
        assert program.stderr.read() == b"termpuzzles: interrupted\n"


def test_where_there_is_no_terminal_the_game_is_played_in_lines_of_text() -> None:
    for arguments in ([], ["play"], ["play", UNIQUE], [UNIQUE]):
        done = termpuzzles(*arguments, stdin="quit\n")
        assert done.returncode == 0
        assert b"\x1b" not in done.stdout
        assert done.stdout.startswith(b"Plain mode")


def test_a_bug_is_written_to_a_log_whose_path_is_shown(tmp_path: Path) -> None:
    code = (
        "import sys, termpuzzles.cli.run as run, termpuzzles.commands.solve as solve\n"
        "def broken(options, console): raise RuntimeError('out of tiles')\n"
        "solve.SOLVE = solve.SOLVE._replace(run=broken)\n"
        "sys.exit(run.run(['solve']))"
    )
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [*COMMAND[:1], "-c", code], capture_output=True, cwd=ROOT, env=environment, text=True, encoding="utf-8"
    )
    assert done.returncode == 70
    assert "Traceback" not in done.stderr
    assert "RuntimeError: out of tiles" in done.stderr
    log = Path(done.stderr.strip().rpartition(" ")[2])
    assert log.is_relative_to(tmp_path)
    assert "in broken" in log.read_text(encoding="utf-8")
