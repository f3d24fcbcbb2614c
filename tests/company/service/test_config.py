"""`serve.toml`: what is refused, what is in force, and that a running service reads it again."""

from __future__ import annotations

import shlex
import signal
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path

import asyncssh
import pytest

from termpuzzles.company.service.config import ServiceConfig, in_force, memory_needed, read_config
from termpuzzles.company.service.limits import SENTENCES, Limits
from termpuzzles.company.service.server import read_again
from tests.commands.shell import Shell
from tests.company.service.openssh import serving
from tests.company.service.service import running, window

ALL = """\
message = "Closed on Sunday."
daily_table = true
log = "refusals"
proxies = ["10.0.0.0/8"]
bans = ["SHA256:abc", "192.0.2.7", "2001:db8::/32"]
[limits]
sessions = 7
journals = 30
request_seconds = 5
question_cells = 900
"""


def config_at(folder: Path, text: str | None) -> ServiceConfig:
    """A config whose file holds this text."""
    if text is not None:
        (folder / "serve.toml").write_text(text)
    return ServiceConfig("127.0.0.1", 0, folder, (), file=folder / "serve.toml")


def test_a_file_chooses_and_what_is_in_force_can_be_read_back(tmp_path: Path) -> None:
    config, doubts = read_config(config_at(tmp_path, ALL))
    assert not doubts
    assert config.daily_table
    assert (config.message, config.log, config.limits.sessions) == ("Closed on Sunday.", "refusals", 7)
    assert (config.limits.request.seconds, config.limits.question.cells) == (5, 900)
    assert [config.bans.hold("192.0.2.7", ""), config.bans.hold("::1", "SHA256:abc")] == [True, True]
    assert not config.bans.hold("192.0.2.8", "SHA256:x")
    shown = in_force(config)
    assert tomllib.loads(shown)["limits"]["journals"] == 30
    again, doubts = read_config(replace(config_at(tmp_path, shown), limits=Limits(sessions=1)))
    assert not doubts
    assert replace(again, file=None) == replace(config, file=None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mesage = 'x'", "there is no 'mesage'. Did you mean 'message'?"),
        ("[limits]\nsesions = 3", "there is no limit 'sesions'. Did you mean 'sessions'?"),
        ("[limits]\nkeys_a_second = 3", "limits.keys_a_second is no longer needed"),
        ("[limits]\nsessions = 'many'", "limits.sessions: expected a number, found 'many'"),
        ("[limits]\nsessions = 0", "limits.sessions: expected a number above 0"),
        ("[limits]\nsessions = 1.5", "limits.sessions: expected a whole number"),
        ("daily_table = 1", "daily_table: expected true or false, found '1'"),
        ("limits = 3", "limits: expected a table"),
        ("bans = ['300.1.1.1']", "expected a fingerprint (SHA256:…), an address or a net, found '300.1.1.1'"),
        ("proxies = 'x'", "proxies: expected a list of texts"),
        ("log = 'much'", "log: expected one of all, refusals, crashes"),
        ("message = '\\u001b'", "message: expected a text"),
        ("message = ", "Invalid value"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    _, doubts = read_config(config_at(tmp_path, text.replace("'\\u001b'", '"\\u001b"')))
    assert len(doubts) == 1
    assert said in doubts[0]
    assert "serve.toml" in doubts[0]


def test_the_processes_of_the_usual_limits_fit_in_what_the_unit_grants() -> None:
    usual = Limits()
    assert memory_needed(usual) + usual.sessions * (5 << 19) + (150 << 20) < 4 << 30


def test_what_would_be_in_force_is_printed_and_a_misspelt_file_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = partial(Shell(monkeypatch, tmp_path).run, shlex.join(["serve", "--check-config", "--data", str(tmp_path)]))

    (tmp_path / "serve.toml").write_text("[limits]\nsessions = 7\n")
    fine = check()
    assert fine.status == 0
    assert "\nsessions = 7\n" in fine.out
    assert f"# data {tmp_path}\n" in fine.out
    (tmp_path / "serve.toml").write_text("[limits]\nsesions = 7\n")
    bad = check()
    assert (bad.status, bad.out, "Did you mean 'sessions'?" in bad.err) == (2, "", True)


async def test_a_running_service_reads_its_file_again_and_bans_take_effect(tmp_path: Path) -> None:
    mine = asyncssh.generate_private_key("ssh-ed25519")
    file = tmp_path / "serve.toml"
    async with running(tmp_path, file=file) as service:
        file.write_text("message = 'Hello.'\n[limits]\nprocesses_ready = 0\n")
        read_again(service.service)
        async with service.client(mine) as connection, window(connection) as shown:
            await shown.until("Hello.")
            file.write_text("mesage = 'x'")
            read_again(service.service)
            assert "Did you mean 'message'?" in service.log
            assert service.service.config.message == "Hello."
            (tmp_path / "bans").write_text(mine.get_fingerprint() + "\n")
            service.service.check_timeouts()
            await connection.wait_closed()
        with pytest.raises((asyncssh.Error, OSError)):
            await service.ask("who", key=mine)
        assert "limit=banned" in service.log
        assert (await service.ask("who"))[0] == 0
        file.write_text("bans = ['127.0.0.0/8']")
        read_again(service.service)
        with pytest.raises(asyncssh.DisconnectError, match=SENTENCES["banned"][:10]):
            await service.ask("who")


def test_sighup_reads_the_file_and_ends_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.end() == 0
