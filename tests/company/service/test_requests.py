"""Commands without a screen give the same answers and exit statuses as at home, and nothing else runs."""

from __future__ import annotations

import re
import shlex
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import asyncssh
import pytest
import pytest_asyncio

from termpuzzles.company.service.host_keys import host_key
from termpuzzles.company.service.limits import Limits
from termpuzzles.company.service.requests import COMMANDS, HERE, LONGEST, split, words_of
from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import Budget
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


async def test_help_names_everything_that_can_be_asked_here_and_nothing_else(service: Running) -> None:
    status, told, _ = await service.ask("help")
    assert status == 0
    assert {word for word in (*COMMANDS, *HERE) if not re.search(rf"\b{word}\b", told)} == set()
    assert not {"serve", "play", "manual", "completions"} & {*told.split()}
    assert (await service.ask("help name"))[:2] == (0, told)
    assert "--why-not" in (await service.ask("help hint"))[1]
    assert "Watching" in (await service.ask("help ssh"))[1]


async def test_nothing_else_is_run(service: Running) -> None:
    programs = ("sh", "bash -c id", "cat /etc/passwd", "hint;id", "'")
    for command in (*programs, "play", "serve", "data export", "manual", "completions bash"):
        status, out, err = await service.ask(command)
        assert (status, out, "expected" in err) == (2, "", True), command


async def test_what_no_process_can_be_given_is_a_bad_request_and_no_crash(service: Running) -> None:
    for command, said in (
        ("solve a\0b", "expected a command in text, found '\\x00'"),
        ("name a\0b", "expected a command in text, found '\\x00'"),
        ("\0", "expected a command in text, found '\\x00'"),
        ("solve 7x7:" + "1" * 140_000, "expected a command of at most 16,384 bytes"),
        ("solve " + "é" * 60_000, "expected a command of at most 16,384 bytes"),
        ("solve " + "a " * 70_000, "expected a command of at most 16,384 bytes"),
        ("solve '7x7", "expected a command whose quotes are closed"),
        ('solve "7x7', "expected a command whose quotes are closed"),
        ("solve 7x7\\", "expected a command whose quotes are closed"),
        (" ", "found nothing"),
        ("\t \r\n", "found nothing"),
        ("''", "expected one of the commands"),
    ):
        status, out, err = await service.ask(command)
        assert (status, out, said in err) == (2, "", True), command[:20]
    assert "crash" not in service.log
    assert not any(name == "crashes" for name, _ in service.service.metrics.counts)


async def test_a_command_of_nearly_the_most_bytes_is_answered(service: Running) -> None:
    status, out, err = await service.ask("check " + "1" * (LONGEST - 6))
    assert status == 2
    assert "expected a" in out + err
    assert "crash" not in service.log


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


async def test_too_much_input_and_too_long_an_answer_cost_the_asker_alone(tmp_path: Path) -> None:
    limits = Limits(request_input=50_000, processes_ready=0)
    async with running(tmp_path / "data", limits) as service:
        status, _, err = await service.ask("check", "7x7:" + "1" * 200_000)
        assert status != 0
        config = service.service.config
        service.service.use(replace(config, limits=replace(limits, request=Budget(seconds=0.5))))
        status, _, err = await service.ask("generate net 300x300 --count 5000 --seed 1")
        assert (status, "longer than the 0.5 s" in err) == (3, True)
        service.service.use(config)
        assert (await service.ask(f"solve {UNIQUE}"))[0] == 0
        assert "limit=request_input" in service.log


async def test_a_key_is_a_player_and_a_token_joins_another(service: Running) -> None:
    first, second, third = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(3))
    _, me, _ = await service.ask("who", key=first)
    assert "known by the key SHA256:" in me
    _, link, _ = await service.ask("link", key=first)
    token = link.split()[-1]
    _, joined, _ = await service.ask(f"link {token}", key=second)
    assert joined.startswith("This key now belongs to player-")
    assert (await service.ask("who", key=second))[1].split(",")[0] == me.split(",")[0]
    status, again, why = await service.ask(f"link {token}", key=third)
    assert (status, again, "unknown" in why) == (2, "", True)
    _, keys, _ = await service.ask("keys", key=first)
    assert len(keys.split()) == 2
    other = next(key for key in keys.split() if key not in me)
    assert (await service.ask(f"unlink {other}", key=first))[1].startswith("That key is no longer yours")
    assert (await service.ask("who", key=second))[1].split(",")[0] != me.split(",")[0]


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
