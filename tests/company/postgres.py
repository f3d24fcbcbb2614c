"""A real PostgreSQL for tests: the server that the environment names, or one of Debian's package, started here."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.after import AFTER_EACH

if TYPE_CHECKING:
    from termpuzzles.company.postgres.database import Database

NAMED = "TERMPUZZLES_TEST_POSTGRES"  # in the environment: the address of a server, whose tables the tests may change
HURRIED = pytest.MonkeyPatch()
OPENED: list[Database] = []
USER = "postgres"  # who runs a server where root runs the tests, as it refuses root


class Server:
    """A server of its own in a new folder, reached by a socket in it."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="tp-pg-", dir="/tmp"))  # short, as a socket's path must be
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8")
        self.start()
        atexit.register(self.end)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"postgresql:///postgres?host={self.folder}&user={USER}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=200"
        self._control("start", "-o", options, "-l", str(self.folder / "log"))

    def stop(self, mode: str = "immediate") -> None:
        """Stop it, as a crash does unless told otherwise."""
        self._control("stop", "-m", mode)

    def end(self) -> None:
        """Stop it for good."""
        atexit.unregister(self.end)
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _control(self, what: str, *words: str) -> None:
        self._run("pg_ctl", what, "-w", "-D", str(self.folder / "data"), *words)

    def _run(self, program: str, *words: str) -> None:
        command: Sequence[str] = (str(self._programs / program), *words)
        user = USER if os.geteuid() == 0 else None
        subprocess.run(command, check=True, user=user, stdout=subprocess.DEVNULL, cwd=self.folder)


def new_server() -> Server:
    """A server that only one test uses; skips the test where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    at = shutil.which("initdb") or (found and str(found[-1]))
    if not at:
        pytest.skip(f"needs PostgreSQL (Debian's postgresql), or its address in {NAMED}")
    return Server(Path(at).parent)


@cache
def address() -> str:
    """The address of a server that all tests of this process share."""
    return os.environ.get(NAMED) or new_server().address


@cache
def database(name: str) -> Database:
    """A database as one process of a service has it; another name is another process."""
    pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")
    from termpuzzles.company.postgres.database import Database

    made = Database(address())
    atexit.register(made.close)
    return made


def fresh_address(name: str) -> str:
    """The address of a new database of the shared server, which is closed soon after it is told to."""
    psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")
    from termpuzzles.company.postgres import database

    usual = database.Database.__init__

    def remembered(made: Database, *given: Any, **named: Any) -> None:
        usual(made, *given, **named)
        OPENED.append(made)

    HURRIED.setattr(database, "_LISTENS", 0.02)
    HURRIED.setattr(database.Database, "__init__", remembered)
    with psycopg.connect(address(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    found = urlsplit(address())
    return f"postgresql://{found.netloc}/{name}?{found.query}"


def fresh_database(name: str) -> Callable[[], Database]:
    """Makes a new database of the shared server, and opens it anew for each process of a service."""
    where = fresh_address(name)
    from termpuzzles.company.postgres.database import Database

    return lambda: Database(where)


def let_go() -> None:
    """After each test, close what it has opened, and let what stays open look for its end at leisure again.

    Threads that look fifty times a second would keep the pilots of all later tests waiting.
    """
    while OPENED:
        OPENED.pop().close()
    HURRIED.undo()


AFTER_EACH.append(let_go)
