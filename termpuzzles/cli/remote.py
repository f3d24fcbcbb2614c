"""Commands of visitors of the SSH service without a screen: the same commands, but without files.

Each runs in a process of its own, so that it can be killed: `python3 -m termpuzzles.cli.remote hint 7x7w:…`.
"""

from __future__ import annotations

import os
import resource
import sys
from importlib import import_module

from termpuzzles.cli.run import run, standard_console
from termpuzzles.commands.play import play_plainly
from termpuzzles.ssh.config import STORE
from termpuzzles.storage.library import Library

ALLOWED = ("hint", "solve", "check", "generate", "daily", "help")
REFUSED = ("--output", "-o", "--scheduler", "--jobs", "--config")  # options that reach beyond the process
SECONDS = 120  # of processor time
NICE = 10
_MEMORY = "--memory="  # the first word may be this with a number of bytes


def main(words: list[str]) -> int:
    """Answer one visitor's command; returns the exit status."""
    os.nice(NICE)
    if words and words[0].startswith(_MEMORY):
        most = int(words.pop(0).removeprefix(_MEMORY))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))  # for good: a command that holds its own has no more
    if words[:1] == ["plain"]:
        reason = "there is no terminal (ssh -t gives one, and the boards are drawn)"
        return play_plainly(standard_console(), [], reason, library=_library())
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    if not words or words[0] not in ALLOWED:
        return standard_console().refuse(f"expected one of {', '.join(ALLOWED)}")
    for word in words[1:]:
        if word.startswith(REFUSED):
            return standard_console().refuse(f"{word.partition('=')[0]} is not for visitors")
    return run(words, files=False)


def _library() -> Library | None:
    """What the visitor has played, if the service keeps it in a database."""
    if STORE not in os.environ:
        return None
    by_database = import_module("termpuzzles.ssh.postgres_players")  # and psycopg, which no other command needs
    library: Library = by_database.library_of(os.environ)
    return library


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
