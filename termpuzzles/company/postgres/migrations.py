"""The tables of a service's database, as numbered steps that only go forward: a step that was released never changes.

A journal is a row with its size and generation, and a row for each append, which is numbered by the byte at which it
begins. `holder` names the connection of the process that holds it, which counts while the database knows it. Each
process says now and then that it lives, in `processes`, so that what was left by one that does not can be removed.
"""

from __future__ import annotations

from typing import Any

from psycopg import Connection

STEPS = (
    """
    CREATE TABLE journals (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        player text NOT NULL,
        name text NOT NULL,
        generation bigint NOT NULL DEFAULT 1,
        holder text,
        claimed boolean NOT NULL DEFAULT false,
        size integer NOT NULL DEFAULT 0,
        modified timestamptz NOT NULL DEFAULT clock_timestamp(),
        summary text,
        summary_of text,
        UNIQUE (player, name)
    );
    CREATE TABLE events (
        journal bigint NOT NULL REFERENCES journals ON DELETE CASCADE,
        at integer NOT NULL,
        data bytea NOT NULL,
        PRIMARY KEY (journal, at)
    );
    CREATE TABLE asides (
        player text NOT NULL,
        name text NOT NULL,
        data bytea NOT NULL,
        PRIMARY KEY (player, name)
    );
    CREATE TABLE choices (player text PRIMARY KEY, saved text NOT NULL);
    """,
    """
    CREATE TABLE keys (fingerprint text PRIMARY KEY, player text NOT NULL);
    CREATE INDEX ON keys (player);
    CREATE TABLE names (skeleton text PRIMARY KEY, player text NOT NULL UNIQUE, name text NOT NULL);
    CREATE TABLE tokens (token text PRIMARY KEY, player text NOT NULL, ends timestamptz NOT NULL);
    CREATE TABLE files (name text PRIMARY KEY, data bytea NOT NULL);
    """,
    """
    CREATE TABLE processes (holder text PRIMARY KEY, seen timestamptz NOT NULL DEFAULT clock_timestamp());
    CREATE TABLE guests (
        name text PRIMARY KEY,
        holder text NOT NULL,
        gone boolean NOT NULL DEFAULT false
    );
    CREATE TABLE visits (
        id text PRIMARY KEY,
        player text NOT NULL,
        holder text NOT NULL,
        began timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX ON visits (player);
    CREATE INDEX ON tokens (player);
    """,
)
OLDEST = 15_00_00  # PostgreSQL's version, as a number
_ALONE = 7_382_611  # the number of the lock under which one process after the other migrates


def migrate(connection: Connection[Any], to: int = len(STEPS)) -> int:
    """Take the steps that are missing, up to that many, all or none; returns how many the database has now.

    Raises psycopg.Error, and OSError if the server is too old.
    """
    if connection.info.server_version < OLDEST:
        found = connection.info.server_version // 10_000
        raise OSError(None, f"the database needs PostgreSQL {OLDEST // 10_000} or later, and this is {found}")
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ALONE,))
        connection.execute("CREATE TABLE IF NOT EXISTS steps (number integer PRIMARY KEY)")
        ((done,),) = connection.execute("SELECT count(number) FROM steps").fetchall()
        for number, step in enumerate(STEPS[done:to], start=done + 1):
            connection.execute(step.encode())
            connection.execute("INSERT INTO steps VALUES (%s)", (number,))
    return max(int(done), to)
