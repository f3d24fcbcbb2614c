"""The page for operators: every command on it runs, and its promises about limits and files hold."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import asyncssh
import pytest

import termpuzzles.company
import termpuzzles.company.service
from termpuzzles.company.service.config import ServiceConfig, read_config
from termpuzzles.company.service.limits import SENTENCES, Limits
from termpuzzles.company.service.monitoring import Log
from termpuzzles.company.service.service import Service
from tests.commands.shell import Shell
from tests.company.service.openssh import serving
from tests.company.service.service import free_port, running

PROGRAM = "/opt/termpuzzles/bin/termpuzzles serve"
DEPLOY = Path(termpuzzles.company.__file__).parent / "deploy"
PAGE = (DEPLOY.parents[1] / "docs" / "ssh.md").read_text(encoding="utf-8")
README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
BOARD = "5x5w:78a2ab47ad541418beb984d39\n"


def commands(word: str) -> list[str]:
    """The commands of the page that begin with that word."""
    return [line for line in COMMANDS if line.startswith(word)]


def test_every_command_of_the_page_is_run_here() -> None:
    assert commands("termpuzzles sync") == ["termpuzzles sync HOST -p 2222"]  # which test_sync runs
    run = (
        "termpuzzles serve",
        "termpuzzles service",
        "termpuzzles sync",
        "ssh -p 2222 HOST",
        "curl ",
        "systemd-analyze ",
        "ssh-keygen ",
    )
    as_root = (
        "python3 -m pip install ",
        "python3 -m venv /opt/",
        "/opt/termpuzzles/bin/pip ",
        "install -m 0644",
        "systemctl ",
        "mv DATA/host_key.",
    )
    assert [line for line in COMMANDS if not line.startswith(run + as_root)] == []


async def test_what_visitors_do_is_answered(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with running(tmp_path) as service:
        shown = [line.replace("7x7w:…", BOARD.strip()) for line in re.findall(r"`(ssh -p 2222 HOST[^`]*)`", README)]
        assert len(shown) > 1
        assert "ssh -p 2222 HOST zone Europe/Zurich" in commands("ssh ")
        for line in (*commands("ssh "), *shown):
            words, _, data = line.removeprefix("ssh -p 2222 HOST").strip().partition(" < ")
            async with service.client(key) as connection:
                given = BOARD if data else "quit\n"
                done = await connection.run(words.strip() or None, input=given)
            assert (done.exit_status, bool(done.stdout)) == (0, True), (line, done.stderr)


def test_the_service_starts_as_the_page_says_and_tells_how_it_is(tmp_path: Path) -> None:
    port, metrics = free_port(), free_port()
    check, start = commands("termpuzzles serve ")
    for line in (check, start):
        line = line.replace("DATA", str(tmp_path / "data")).replace("2222", str(port)).replace("9100", str(metrics))
        argv = [sys.executable, "-m", *line.replace("0.0.0.0", "127.0.0.1").split()]
        server = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        if line.startswith("termpuzzles serve --check"):
            assert server.wait() == 0
        else:
            assert server.stdout.readline().startswith("host key SHA256:")
            assert server.stdout.readline() == f"listening on 127.0.0.1:{port}\n"
            pages = [line.split()[-1].replace("9100", str(metrics)) for line in commands("curl ")]
            texts = [urllib.request.urlopen(page).read().decode() for page in pages]
            assert texts[0] == "ok\n"
            assert 'termpuzzles_loop_lag_seconds_bucket{le="0.03"}' in texts[1]
            server.send_signal(signal.SIGTERM)
            assert server.wait() == 0
        server.stdout.close()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit_and_its_security(tmp_path: Path) -> None:
    unit = (DEPLOY / "termpuzzles.service").read_text(encoding="utf-8")
    true = str(shutil.which("true"))
    (tmp_path / "termpuzzles.service").write_text(re.sub(r"(?m)^(Exec\w+=)\S+", rf"\1{true}", unit))
    for line in commands("systemd-analyze "):
        done = subprocess.run(line.split(), cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "verify" not in line or not done.stderr, done.stderr


def test_the_unit_has_every_line_that_it_needs() -> None:
    unit = (DEPLOY / "termpuzzles.service").read_text(encoding="utf-8")
    for line in (
        *("DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "StateDirectory=termpuzzles"),
        *("PrivateTmp=yes", "PrivateDevices=yes", "CapabilityBoundingSet=", "MemoryMax=4G", "Restart=on-failure"),
        "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
        *(
            f"ExecStartPre={PROGRAM} --check-config",
            "ExecReload=kill -HUP $MAINPID",
            "ConfigurationDirectory=termpuzzles",
        ),
    ):
        assert line in unit.splitlines(), line


def test_the_container_keeps_its_host_key_in_its_one_volume_and_is_not_root() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert re.findall(r"^VOLUME (.*)$", text, re.MULTILINE) == ["/data"]
    assert re.findall(r"^USER (.*)$", text, re.MULTILINE) == ["termpuzzles"]
    assert '"--data", "/data"' in text
    assert "--read-only" in text


def test_what_the_page_says_of_order_and_backups_works_while_the_service_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, shell = tmp_path / "data", Shell(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)
    with serving(data):
        for line in (*commands("termpuzzles service"), *commands("ssh-keygen")):
            words = [word.strip("'").replace("DATA", str(data)) for word in line.split()]
            if words[0] == "termpuzzles":
                done = shell.run(shlex.join(words[1:]))
                assert (done.status, "revoke" in words) in ((0, False), (1, True)), done
            else:
                subprocess.run(words, check=True, capture_output=True)


def test_the_config_on_the_page_can_be_used(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "serve.toml").write_text(shown)
    config, doubts = read_config(ServiceConfig("127.0.0.1", 0, tmp_path, (), file=tmp_path / "serve.toml"))
    assert (doubts, config.limits.journals, len(config.bans.nets)) == ([], 1_000, 2)


def test_the_page_says_what_each_metric_means(tmp_path: Path) -> None:
    service = Service(ServiceConfig("127.0.0.1", 0, tmp_path, ()), Log(io.StringIO()))
    service.reports.refuse("keys", "x")
    sources = "".join(file.read_text() for file in Path(termpuzzles.company.service.__file__).parent.glob("*.py"))
    counted = {f"termpuzzles_{name}_total" for name in re.findall(r'metrics\.count\("(\w+)"', sources)}
    shown = {name.removesuffix("_bucket") for name in re.findall(r"^(termpuzzles_\w+)", service.metrics.page(), re.M)}
    wanted = counted | {name for name in shown if not name.endswith(("_sum", "_count"))}
    assert wanted == set(re.findall(r"^\| `(termpuzzles_\w+)`", PAGE, re.M))


def test_the_page_names_every_limit_and_its_numbers() -> None:
    names = set(re.findall(r"`(\w+)`", PAGE))
    assert set(SENTENCES) - names <= {"shutdown", "subsystem", "request_output"}
    usual = Limits()
    numbers = f"{usual.sessions_an_address} connections, {usual.connections_a_minute:.0f} new ones a minute"
    assert numbers in " ".join(PAGE.split())
