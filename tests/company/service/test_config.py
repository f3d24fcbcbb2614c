"""`serve.toml`: what is refused, what is in force, and that a running service reads it again."""

from __future__ import annotations

import shlex
import signal
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from termpuzzles.company.service.config import ServiceConfig, in_force, memory_needed, read_config
from termpuzzles.company.service.limits import Limits
from tests.commands.shell import Shell
from tests.company.service.openssh import serving

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


def test_sighup_reads_the_file_and_ends_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.end() == 0
