"""What is wrong with a database, in a sentence: by the code that the server gives, else by the words of libpq.

While a connection is made there are no codes, only words, and the server's may be in its own language. What is not
known is quoted. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
"""

from __future__ import annotations

import re

_OTHERS = "the database has tables of another program: name a database, or an owner, of its own"
_BY_CODE = {
    "25006": "the database is read-only: a standby, perhaps; name the server that is in charge",
    "28000": "this user may not connect to the database: see pg_hba.conf on its host",
    "28P01": "the password for the database is wrong",
    "3D000": "there is no such database: `createdb` makes it",
    "42501": "this user may not make tables in the database: let the user own it",
    "42P01": _OTHERS,
    "42P07": _OTHERS,
    "42703": _OTHERS,
    "53100": "the disk of the database is full",
    "53200": "the database is out of memory",
    "53300": "the database takes no more connections: raise max_connections, or the limit of this user",
    "55P03": "the database waits for too long",
    "57014": "the database took too long",
    "57P01": "the database is shutting down",
    "57P02": "the database has crashed, and is starting again",
    "57P03": "the database is starting, or shutting down",
    "58030": "the disk of the database fails",
}
_BY_WORDS = {
    "password authentication failed": _BY_CODE["28P01"],
    "no password supplied": "the database asks for a password: put it into ~/.pgpass, or into PGPASSWORD",
    r"no pg_hba\.conf entry|pg_hba\.conf rejects|Peer authentication failed": _BY_CODE["28000"],
    r"role .* does not exist": "the database has no such user: `createuser` makes one",
    r"database .* does not exist": _BY_CODE["3D000"],
    "permission denied for database": _BY_CODE["28000"],
    "too many connections|too many clients|remaining connection slots": _BY_CODE["53300"],
    "the database system is (starting|not yet)|consistent recovery state": _BY_CODE["57P03"],
    "the database system is shutting down": _BY_CODE["57P01"],
    "failed to resolve host|could not translate host name|Name or service not known": "there is no such host",
    "SSL was required|does not support SSL|certificate": "no TLS connection can be trusted: see sslmode",
    "invalid (URI|connection|port|.*parameter)|unexpected character": "the address of the database cannot be read",
    "(connection|timeout) .*timed? ?out|timeout expired": "the host of the database does not answer",
    "Connection refused": "no database listens there: is PostgreSQL running?",
}


def known_fault(error: BaseException) -> str:
    """What is wrong, if the fault is known; else ""."""
    known = _BY_CODE.get(getattr(error, "sqlstate", None) or "", "")
    text = str(error)
    return known or next((said for words, said in _BY_WORDS.items() if re.search(words, text)), "")


def said_of(what: str, error: object) -> str:
    """The sentence of a known fault, and what the server says on its first line; of others `what` is said."""
    said = next(iter(str(error).splitlines()), "")
    known = known_fault(error) if isinstance(error, BaseException) else ""
    if known:
        return f"{known} ({said})"
    return f"{what} ({said})" if said else what
