"""What a service answers to everything that needs no process of its own, what it logs, and what it counts."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import asyncssh
import pytest

from termpuzzles.company.service.limits import Limits
from tests.approved import approve
from tests.company.service.service import Running, running

COMMANDS = (
    *(
        "who",
        "name",
        "name Anna",
        "name a@b",
        "keys",
        "link nonsense",
        "link a b",
        "claim nonsense",
        "unlink",
        "unlink SHA256:x",
    ),
    *("watch", "watch Anna", "race", "race nobody", "race Anna", "race bob 0x0", "race bob 99x99", "wall list"),
    *(
        "wall matches",
        "wall ratings",
        "wall ratings nobody",
        "wall challenge",
        "wall nonsense",
        "daily table",
        "daily table x",
    ),
    *("help", "help wall", "rm -rf /", "hnit", "hint 'a", "sh"),
)


class Transcript:
    """Lines in which what is drawn at random is replaced by numbers, in the order in which it came."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[str, str] = {}

    def add(self, text: str) -> None:
        found = re.sub(r"(player|guest)-[0-9a-f]{8,12}|SHA256:[A-Za-z0-9+/]{43}", self._name, text)
        self.lines.append(re.sub(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?", "DATE", found).replace("\r", ""))

    def _name(self, found: re.Match[str]) -> str:
        kind = found[1] or "key"
        number = sum(name.startswith(kind) for name in self._names.values()) + 1
        return f"[{self._names.setdefault(found[0], f'{kind} {number}')}]"


async def asked(service: Running, told: Transcript, key: asyncssh.SSHKey | None, commands: tuple[str, ...]) -> None:
    """Ask all of these by one connection."""
    async with service.client(key) as connection:
        for command in commands:
            done = await connection.run(command, input="", check=False)
            said = [f"{done.stdout or ''}", *[f"! {line}" for line in f"{done.stderr or ''}".splitlines()]]
            answer = "\n    ".join("\n".join(said).strip().splitlines()[:4])
            told.add(f"{command} → {done.exit_status}\n    {answer}")


async def test_what_is_answered_logged_and_counted(tmp_path: Path) -> None:
    told, key = Transcript(), asyncssh.generate_private_key("ssh-ed25519")
    limits = Limits(processes_ready=0, connections_at_once=1000, connections_a_minute=60_000)
    async with running(tmp_path, limits) as service:
        told.add("# A player")
        await asked(service, told, key, COMMANDS)
        told.add("# A guest")
        await asked(
            service, told, None, ("who", "name Gast", "keys", "link", "unlink x", "sync 1 list", "wall matches")
        )
        async with service.client(key) as connection:
            await connection.run("who", check=True)
            for ask in (
                connection.create_process(subsystem="sftp"),
                connection.open_connection("localhost", 22),
                connection.forward_remote_port("", 0, "localhost", 22),
                connection.open_unix_connection("/tmp/x"),
            ):
                with pytest.raises((asyncssh.Error, asyncssh.misc.ChannelListenError)) as refused:
                    await ask
                told.add(f"refused: {type(refused.value).__name__}")
        while service.service.connections or service.service.visits:
            await asyncio.sleep(0.01)
        gone = [line for line in service.log.splitlines() if "listening" not in line]
        told.add("# The log")
        for line in gone:
            told.add(re.sub(r"127\.0\.0\.1:\d+|port=\d+", "PORT", line.partition(" ")[2]))
        told.add("# Counted")
        for line in service.service.metrics.page().splitlines():
            if "lag" not in line:
                told.add(line)
    approve(__file__, "service-transcript", "\n".join(told.lines) + "\n")
