"""Commands without a screen give the same answers and exit statuses as at home, and nothing else runs."""

from __future__ import annotations

import shlex
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import asyncssh
import pytest
import pytest_asyncio

from termpuzzles.company.service.host_keys import host_key
from termpuzzles.company.service.requests import help_with, split, words_of
from termpuzzles.errors import PuzzleError
from termpuzzles.wall.service import WallPart
from tests.commands.shell import Shell
from tests.company.service.service import Running, running

UNIQUE = "5x5w:78a2ab47ad541418beb984d39"


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path / "data") as found:
        yield found


async def test_a_command_is_answered_as_at_home(
    service: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(monkeypatch, tmp_path)
    for command, data in (
        ("hint -", "┏┓\n┗┛\n"),
        (f"solve {UNIQUE} --to picture", ""),
        ("check --json", UNIQUE + "\n"),
        ("generate net 5x5w --count 2 --seed 1", ""),
        ("solve", "this is no puzzle"),
        ("check --bogus", ""),
    ):
        status, out, err = await service.ask(command, data)
        home = shell.run(command, data)
        assert (out, err, status) == home, command


def test_nothing_else_is_run() -> None:
    offered = help_with(WallPart.words)
    for word in ("play", "serve", "data", "manual", "completions"):
        assert word not in offered.split()
    for command in ("sh", "bash -c id", "cat /etc/passwd", "hint;id", "play", "serve", "data export", "manual"):
        with pytest.raises(PuzzleError, match=r"^expected one of the commands"):
            words_of(command, WallPart.words)


async def test_a_command_that_is_no_utf8_or_without_measure_costs_the_asker_alone(service: Running) -> None:
    for command in (b"solve \xff\xfe", b"\xed\xa0\x80", b"solve " + b"a" * (1 << 20)):
        async with service.client() as connection:
            with pytest.raises(asyncssh.Error):  # the library itself refuses to open the session
                await connection.run(command, encoding=None)
    assert (await service.ask("who"))[0] == 0
    assert "crash" not in service.log


def test_words_are_those_that_a_shell_would_find() -> None:
    rng = Random(1)
    for _ in range(20_000):
        line = "".join(rng.choices("ab ' \" \\ \t\n é #", k=rng.randrange(12)))
        try:
            wanted = shlex.split(line)
        except ValueError:
            with pytest.raises(PuzzleError):
                split(line)
        else:
            assert split(line) == wanted, repr(line)


def test_any_command_is_either_words_or_refused_in_a_sentence() -> None:
    rng = Random(2)
    letters = [*"abc hint solve \0\t\n'\"\\-|;$`", "\ud800", "\udcff", "é", "\U0001f9e9", "\x1b", "\x7f", "\u202e"]
    for _ in range(20_000):
        line = rng.choice(("", "solve ", "name ")) + "".join(rng.choices(letters, k=rng.randrange(20)))
        try:
            answer = " ".join(words_of(line, ()))
        except PuzzleError as error:
            answer = str(error)
        assert "\0" not in answer
        answer.encode()  # a process takes it, and a visitor can read it


async def test_no_file_of_the_server_is_read_or_written(service: Running, tmp_path: Path) -> None:
    made = tmp_path / "made"
    writes = (f"generate net 5x5 -o {made}", "generate net 5x5 --scheduler tcp://a:1")
    for command in ("solve /etc/passwd", "check .", "hint levels", *writes):
        status, out, err = await service.ask(command)
        assert (status, "root:" in out + err) == (2, False), command
    assert not made.exists()


async def test_without_terminal_and_command_plain_mode_is_spoken(service: Running) -> None:
    async with service.client() as connection:
        done = await connection.run(input=b"2\n1\n1\nturn 1 1\nquit\n", encoding=None)
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("Plain mode, because there is no terminal")
    assert any(line.startswith("column 1 row 1: ") for line in lines)
    assert done.exit_status == 0


async def test_the_log_begins_with_the_fingerprint_by_which_the_service_is_known(
    service: Running, tmp_path: Path
) -> None:
    first, *_ = service.log.splitlines()
    assert first.endswith(f"host key fingerprint={host_key(tmp_path / 'data').get_fingerprint()}")
    async with service.client() as connection:
        assert connection.get_server_host_key().get_fingerprint() in first
