"""The keys by which visitors know the service: in its folder, or in the store that several processes share."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import asyncssh

from termpuzzles.storage.journal_text import read_all

HOST_KEY, NEXT_KEY = "host_key", "host_key.next"  # files of a folder, or of a store


def host_key(data: Path) -> asyncssh.SSHKey:
    """The service's own key, made at the first start and readable by nobody else."""
    file = data / HOST_KEY
    if not file.exists():
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        made = asyncssh.generate_private_key("ssh-ed25519", "termpuzzles")
        with suppress(FileExistsError):
            number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "wb") as opened:
                opened.write(made.export_private_key())
    return _read(file)


def _read(file: Path) -> asyncssh.SSHKey:
    return asyncssh.import_private_key(read_all(file))


def host_keys(data: Path) -> list[asyncssh.SSHKey]:
    """The service's own key, and the one that will replace it, if there is one."""
    following = data / NEXT_KEY
    return [host_key(data), *([_read(following)] if following.exists() else [])]
