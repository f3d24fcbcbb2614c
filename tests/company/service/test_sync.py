"""`sync` against a real service: what was played comes and goes, and each thing that can go wrong has its sentence."""

from __future__ import annotations

import asyncio
import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import asyncssh
import pytest

from termpuzzles.company.service.host_keys import host_key
from termpuzzles.company.service.limits import Limits
from termpuzzles.storage.library import Library
from tests.commands.shell import Shell
from tests.company.service.openssh import made_key, ssh
from tests.company.service.service import Running, running
from tests.company.test_sync import machine, state
from tests.play.storage.test_transfer import play, turns

TERMPUZZLES = (sys.executable, "-m", "termpuzzles")


class Machine(NamedTuple):
    """A player's machine: a folder with the home in it, the library, and what was played there."""

    folder: Path
    library: Library

    @property
    def environment(self) -> dict[str, str]:
        """The variables of its commands."""
        own = {"HOME": str(self.folder), "TERMPUZZLES_DATA": str(self.library.where.data), "SSH_AUTH_SOCK": ""}
        return {**os.environ, **own}

    @property
    def known_hosts(self) -> Path:
        """The file of OpenSSH."""
        return self.folder / ".ssh" / "known_hosts"

    async def sync(self, port: int, *more: str, data: str = "") -> tuple[int, str, str]:
        """Sync, and return the exit status, standard output and what was said beside it."""
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.environment.items():
                patch.setenv(name, value)
            words = shlex.join(["sync", "localhost", "-p", str(port), *more])
            done = await asyncio.to_thread(Shell(patch, self.folder).run, words, data)
        return done.status, done.out, done.err


def a_machine(folder: Path, with_key: bool = True) -> Machine:
    (folder / ".ssh").mkdir(parents=True, mode=0o700)
    if with_key:
        made_key(folder / ".ssh", "id_ed25519")
    return Machine(folder, machine(folder))


@pytest.fixture
def mine(tmp_path: Path) -> Machine:
    return a_machine(tmp_path / "mine")


def trust(mine: Machine, service: Running, key: asyncssh.SSHKey) -> None:
    """Let the machine know the service by this key."""
    line = f"[localhost]:{service.port} {key.export_public_key().decode()}"
    mine.known_hosts.write_text(line, encoding="ascii")


def players(data: Path) -> list[Library]:
    """What each player has at the service."""
    return [machine_of_player(folder) for folder in sorted((data / "players").iterdir())]


def machine_of_player(folder: Path) -> Library:
    found = machine(folder)
    return Library(found.where._replace(data=folder))


async def test_what_was_played_comes_and_goes_once_the_host_is_trusted(tmp_path: Path, mine: Machine) -> None:
    play(mine.library, 0, 1)
    data = tmp_path / "service"
    async with running(data) as service:
        fingerprint = host_key(data).get_fingerprint()
        status, out, said = await mine.sync(service.port)
        assert (status, out) == (2, "")
        assert f"[localhost]:{service.port} is new here. Its key is {fingerprint}" in said
        assert (await mine.sync(service.port, "--fingerprint", "SHA256:0"))[:2] == (2, "")
        assert not mine.known_hosts.exists()
        assert not list((data / "players").glob("*"))
        given = "--fingerprint", fingerprint
        assert await mine.sync(service.port, *given) == (0, "localhost: 0 boards came, 1 board went\n", "")
        (there,) = players(data)
        assert turns(there) == 2
        play(there, 2)
        assert await mine.sync(service.port) == (0, "localhost: 1 board came, 0 boards went\n", "")
        assert turns(mine.library) == 3
        options = [
            "-o",
            "StrictHostKeyChecking=yes",
            "-o",
            f"UserKnownHostsFile={mine.known_hosts}",
            "localhost",
            "who",
        ]
        argv = ssh(service.port, *options, key=mine.folder / ".ssh" / "id_ed25519")
        argv = [word for word in argv if word not in ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null")]
        argv = [
            word for word, following in zip(argv, [*argv[1:], ""], strict=True) if (word, following) != ("-o", "-o")
        ]
        done = await asyncio.to_thread(subprocess.run, argv, capture_output=True, text=True)
        assert done.stdout.startswith(there.where.data.name), done.stderr


async def test_a_terminal_is_asked_whether_a_new_host_is_trusted(tmp_path: Path, mine: Machine) -> None:
    async with running(tmp_path / "service") as service:
        for typed, status in ((b"no\n", 2), (b"yes\n", 0)):
            master, slave = pty.openpty()
            os.write(master, typed)
            argv = [*TERMPUZZLES, "sync", "localhost", "-p", str(service.port)]
            process = await asyncio.create_subprocess_exec(
                *argv, stdin=slave, stderr=subprocess.PIPE, env=mine.environment
            )
            _, said = await process.communicate()
            os.close(master)
            os.close(slave)
            assert process.returncode == status
            assert b"Type yes to trust it from now on" in said


async def test_a_host_that_openssh_knows_is_trusted_and_a_changed_key_is_not(tmp_path: Path, mine: Machine) -> None:
    data = tmp_path / "service"
    async with running(data) as service:
        trust(mine, service, host_key(data))
        subprocess.run(["ssh-keygen", "-q", "-H", "-f", str(mine.known_hosts)], check=True, capture_output=True)
        assert "localhost" not in mine.known_hosts.read_text()
        assert (await mine.sync(service.port))[0] == 0
        trust(mine, service, asyncssh.generate_private_key("ssh-ed25519"))
        status, _, said = await mine.sync(service.port, "--fingerprint", host_key(data).get_fingerprint())
        assert status == 2
        assert f"is not the one in your known hosts but {host_key(data).get_fingerprint()}" in said
        command = said.strip().rpartition(": ")[2]
        assert command == f"ssh-keygen -R '[localhost]:{service.port}' -f {mine.known_hosts}"
        subprocess.run(["sh", "-c", command], check=True, capture_output=True, env=mine.environment)
        assert "is new here" in (await mine.sync(service.port))[2]
        trust(mine, service, asyncssh.generate_private_key("ecdsa-sha2-nistp256"))
        assert "is not the one in your known hosts" in (await mine.sync(service.port))[2]


async def test_without_a_key_that_is_accepted_nothing_is_sent(tmp_path: Path) -> None:
    nobody = a_machine(tmp_path / "nobody", with_key=False)
    async with running(tmp_path / "service") as service:
        trust(nobody, service, host_key(tmp_path / "service"))
        status, _, said = await nobody.sync(service.port)
        assert (status, "It accepts none of your keys." in said) == (2, True)
        status, _, said = await service.ask("sync 1 list")
        assert (status, "You came without a key" in said) == (2, True)
    assert not list((tmp_path / "service" / "players").glob("*"))


async def test_what_a_service_has_no_room_for_is_said(tmp_path: Path, mine: Machine) -> None:
    play(mine.library, 0)
    async with running(tmp_path / "service", Limits(processes_ready=0, journals=0)) as service:
        trust(mine, service, host_key(tmp_path / "service"))
        status, out, said = await mine.sync(service.port)
        assert (status, out) == (1, "localhost: 0 boards came, 0 boards went\n")
        assert said == "termpuzzles: 1 board left out on localhost: no room left\n"


class Way:
    """A way to a port that is cut after so many bytes have come from there."""

    def __init__(self, to: int, left: int) -> None:
        self.left = left
        self._to = to

    async def open(self) -> asyncio.Server:
        """Listen for those who go this way."""
        return await asyncio.start_server(self._pass_on, "127.0.0.1", 0)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)

        async def answers() -> None:
            while self.left > 0 and (data := await there.read(min(self.left, 1 << 16))):
                writer.write(data)
                self.left -= len(data)
            writer.close()
            back.close()

        async def questions() -> None:
            while data := await reader.read(1 << 16):
                back.write(data)
            back.close()

        await asyncio.gather(answers(), questions(), return_exceptions=True)


async def test_a_connection_that_is_cut_anywhere_loses_nothing_and_the_next_sync_goes_on(
    tmp_path: Path, mine: Machine
) -> None:
    data = tmp_path / "service"
    async with running(data) as service:

        async def by_way(left: int) -> tuple[int, int]:
            """The exit status of a sync that is cut after so many bytes, and how many were left."""
            way = Way(service.port, left)
            async with await way.open() as server:
                port = server.sockets[0].getsockname()[1]
                mine.known_hosts.write_text(f"[localhost]:{port} {host_key(data).export_public_key().decode()}")
                return (await mine.sync(port))[0], way.left

        play(mine.library, 0)
        status, left = await by_way(1 << 20)
        used = (1 << 20) - left
        assert status == 0
        (there,) = players(data)
        play(mine.library, 1, 2)
        play(there, 3)
        for share in (0.05, 0.7, 0.85, 0.99):
            assert (await by_way(int(share * used)))[0] == 2
            assert turns(mine.library) == 3
        assert await by_way(1 << 20) > (0, 0)
        assert state(mine.library) == state(there)
        assert len(next(iter(state(there).values()))[1]) == 1


def test_without_the_extra_a_sentence_says_how_to_get_it(capfd: pytest.CaptureFixture[str]) -> None:
    code = "import sys; sys.modules['asyncssh'] = None; from termpuzzles.cli import main; sys.exit(main(['sync', 'x']))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 2
    assert capfd.readouterr().err == "termpuzzles: sync needs asyncssh: python3 -m pip install 'termpuzzles[ssh]'\n"
