"""Commands of visitors of the SSH service without a screen: the same commands, but without files.

Each runs in a process of its own, so that it can be killed: `python3 -m termpuzzles.company.remote hint 7x7w:…`.
"""

from __future__ import annotations

import os
import resource
import sys
from contextlib import suppress
from datetime import date
from importlib import import_module
from io import BytesIO, TextIOWrapper
from socket import socket

from termpuzzles.cli.run import run, standard_console
from termpuzzles.company.service.config import CLOSED, STORE
from termpuzzles.company.sync import ExchangeError, answer, refusal_line
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.storage.courses import Bounds
from termpuzzles.storage.folder_store import FolderStore
from termpuzzles.storage.journal_text import Content, identity
from termpuzzles.storage.library import Library, folders

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
        from termpuzzles.company.plain import process  # 60 ms, which no other command needs

        descriptor, player, *race = words[1:]
        connection, (library, races) = socket(fileno=int(descriptor)), process.library_and_races()
        process.talk_in_company(sys.stdin, sys.stdout, connection, library, races, player, race)
        return 0
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    if words[:1] == ["sync"]:
        journals, size, largest, cells = map(int, words[1].split(","))
        return _exchange(Bounds(journals, size, largest, cells), words[2:])
    if not words or words[0] not in ALLOWED:
        return standard_console().refuse(f"expected one of {', '.join(ALLOWED)}")
    for word in words[1:]:
        if word.startswith(REFUSED):
            return standard_console().refuse(f"{word.partition('=')[0]} is not for visitors")
    if _asks_about_a_race(words):
        return standard_console().refuse("this board is being raced: it is answered once the race is over")
    return run(words, files=False)


def _asks_about_a_race(words: list[str]) -> bool:
    """Whether a puzzle among the arguments, or in the input, is one of which nothing is said now."""
    if not (closed := {*os.environ.get(CLOSED, "").split()}):
        return False
    texts = [word for word in words[1:] if not word.startswith("-")]
    if not texts or "-" in words:
        data = sys.stdin.buffer.read()
        sys.stdin = TextIOWrapper(BytesIO(data), encoding="utf-8")
        texts += [data.decode("utf-8", "replace"), *data.decode("utf-8", "replace").splitlines()]
    for text in texts:
        with suppress(PuzzleError):
            if closed & {identity(puzzle) for puzzle in read(text)}:
                return True
    return False


def _library() -> Library | None:
    """What the visitor has played, if the service keeps it in a database."""
    if STORE not in os.environ:
        return None
    by_database = import_module("termpuzzles.company.postgres.players")  # and psycopg, which no other command needs
    library: Library = by_database.library_of(os.environ)
    return library


def _own_library() -> Library:
    """What the visitor has played, in the visitor's folder."""
    where = folders(os.environ)
    store = FolderStore(where.data)
    store.drop_leftovers()
    return Library(where, store=store)


def _exchange(bounds: Bounds, words: list[str]) -> int:
    """Answer what the other side of a sync asks about the player's journals."""
    from termpuzzles.company.daily_table import remember_arrival  # 70 ms, which no other command needs

    try:
        library = _library() or _own_library()

        def arrives(board: str, content: Content) -> None:
            remember_arrival(library.store, date.today(), board, content.events)

        bounds.arrives = arrives
        found = answer(library, words, sys.stdin.buffer.read(), bounds)
    except (ExchangeError, PuzzleError) as error:
        return _refuse("exchange", str(error))
    except OSError as error:
        return _refuse("disk", f"the service cannot keep this: {(error.strerror or str(error)).lower()}")
    except MemoryError:
        return _refuse("memory", "this takes more memory than the service has for one player")
    sys.stdout.buffer.write(found)
    return 0


def _refuse(code: str, sentence: str) -> int:
    """Refuse a sync: by a code for the program, and a sentence for its player."""
    sys.stdout.buffer.write(refusal_line(code))
    sys.stdout.buffer.flush()
    return standard_console().refuse(sentence)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
