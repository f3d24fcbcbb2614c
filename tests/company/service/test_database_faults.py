"""Each fault of a database is said by its name: to whoever starts a service, moves one, or asks it, on one line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# what follows needs it
import psycopg

from termpuzzles.company.postgres import migrations
from termpuzzles.company.postgres.database import AwayError, Database
from termpuzzles.company.postgres.faults import known_fault
from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.server import serve
from tests.company.postgres import USER, Server, new_server
from tests.company.service.service import free_port

SETUP = """
    CREATE ROLE locked LOGIN PASSWORD 'secret';
    CREATE ROLE nobody LOGIN;
    CREATE ROLE crowd LOGIN CONNECTION LIMIT 0;
    CREATE ROLE shut LOGIN;
    CREATE DATABASE standby;
    ALTER DATABASE standby SET default_transaction_read_only = on;
    CREATE DATABASE foreign_steps;
    CREATE DATABASE foreign_journals;
    CREATE DATABASE slow;
    CREATE DATABASE closed ALLOW_CONNECTIONS false;
    CREATE DATABASE full_disk
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with users and databases that each lack something."""
    made = new_server()
    rules = made.folder / "data" / "pg_hba.conf"
    rules.write_text("local all locked scram-sha-256\nlocal all shut reject\n" + rules.read_text())
    made.stop("fast")
    made.start()
    with psycopg.connect(made.address, autocommit=True) as connection:
        for statement in SETUP.split(";"):
            connection.execute(statement.encode())
    for name, table in (("foreign_steps", "steps (step text)"), ("foreign_journals", "journals (title text)")):
        with psycopg.connect(at(made, name), autocommit=True) as connection:
            connection.execute(f"CREATE TABLE {table}".encode())
    yield made
    made.end()


def at(server: Server, database: str, user: str = USER) -> str:
    """The address of a database there, as that user."""
    return f"postgresql:///{database}?host={server.folder}&user={user}"


FAULTS = {  # the database, the user, and what is said
    "read-only": ("standby", USER, "the database is read-only"),
    "no such database": ("nowhere", USER, "there is no such database"),
    "no such user": ("postgres", "stranger", "the database has no such user"),
    "no password": ("postgres", "locked", "the database asks for a password"),
    "a wrong password": ("postgres", "locked&password=wrong", "the password for the database is wrong"),
    "not let in": ("postgres", "shut", "this user may not connect"),
    "no tables allowed": ("postgres", "nobody", "this user may not make tables"),
    "too many connections": ("postgres", "crowd", "the database takes no more connections"),
    "foreign steps": ("foreign_steps", USER, "the database has tables of another program"),
    "foreign journals": ("foreign_journals", USER, "the database has tables of another program"),
    "a misspelt option": ("postgres", f"{USER}&pasword=x", "the address of the database cannot be read"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_whoever_starts_a_service_is_told_what_is_wrong_and_where(
    tmp_path: Path, server: Server, fault: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSFILE", "/dev/null")
    name, user, said = FAULTS[fault]
    address = at(server, name, user)
    assert serve(ServiceConfig("127.0.0.1", 0, tmp_path, (), store=address)) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{address.replace('=wrong', '=…')}: {said}")


def test_a_command_about_a_database_says_what_is_wrong_with_that_and_not_with_its_output(server: Server) -> None:
    address = at(server, "standby")
    argv = [sys.executable, "-m", "termpuzzles", "service", "players", "--store", address]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("termpuzzles: ")
    assert ": the database is read-only: " in done.stderr
    assert "the output" not in done.stderr


def test_a_port_at_which_nothing_listens_is_said() -> None:
    with pytest.raises(AwayError, match="no database listens there"):
        Database(f"postgresql://{USER}@127.0.0.1:{free_port()}/postgres")


def test_a_host_that_is_not_there_is_said() -> None:
    with pytest.raises(AwayError, match="there is no such host"):
        Database("postgresql://nobody@nowhere.invalid/x")


def test_an_old_server_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "OLDEST", 99_00_00)
    with pytest.raises(OSError, match=r"the database needs PostgreSQL 99 or later, and this is \d\d\b"):
        Database(at(server, "postgres"))


RAISED = {"53100": "the disk of the database is full", "53200": "out of memory", "58030": "the disk .* fails"}


@pytest.mark.parametrize("code", RAISED)
def test_what_fails_while_it_runs_is_said(server: Server, code: str) -> None:
    database = Database(at(server, "full_disk"))
    with pytest.raises(AwayError, match=RAISED[code]):
        database.rows(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}', MESSAGE = 'no space'; END $$")
    database.close()


def test_a_statement_that_takes_too_long_is_said(server: Server) -> None:
    database = Database(at(server, "slow"))
    with pytest.raises(AwayError, match="the database took too long"):
        database.rows("SET statement_timeout = 20; SELECT pg_sleep(5)")
    database.close()


def test_a_server_that_shuts_down_is_said_and_one_that_is_down_too(server: Server) -> None:
    database = Database(at(server, "slow"))
    server.stop("fast")
    try:
        with pytest.raises(AwayError):
            database.rows("SELECT 1")
        with pytest.raises(AwayError, match="the database does not answer"):
            Database(at(server, "slow"))
    finally:
        server.start()
    assert database.rows("SELECT 1") == [(1,)]
    database.close()


def test_what_is_not_known_is_quoted() -> None:
    assert known_fault(ValueError("novel")) == ""
    assert str(AwayError(psycopg.OperationalError("novel\nand long"))) == "the database does not answer (novel)"
