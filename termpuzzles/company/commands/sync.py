"""`sync`: the data of this machine, and of one's player at a service, merged into both."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import NO, YES, Answer, Console
from termpuzzles.commands.command import Command, Parser, expecting, take_config
from termpuzzles.company.sync import ExchangeError
from termpuzzles.errors import shortened
from termpuzzles.storage.library import Library, folders

if TYPE_CHECKING:
    import argparse

    from termpuzzles.company.client import NewHostError


def run(options: argparse.Namespace, console: Console) -> int:
    try:
        from termpuzzles.company.client import Destination, NewHostError, sync  # which the extra `ssh` brings
    except ModuleNotFoundError as missing:
        if missing.name != "asyncssh":
            raise
        return console.refuse("sync needs asyncssh: python3 -m pip install 'termpuzzles[ssh]'")
    library = Library(folders(console.environment, options.config))
    to = Destination(options.host, options.port, options.identity)
    host = shortened(options.host)
    while True:
        try:
            exchanged = asyncio.run(sync(library, to))
        except NewHostError as new:
            if not _is_trusted(new, options.fingerprint, console):
                return console.refuse(f"{host}: its key is not trusted, so nothing was sent")
            new.trust()
        except ExchangeError as error:
            return console.refuse(f"{host}: {error}")
        else:
            break
    left = exchanged.refusals(host)
    return console.show([Answer(f"{host}: {exchanged.sentence()}", NO if left else YES, "; ".join(left))])


def _is_trusted(new: NewHostError, fingerprint: str | None, console: Console) -> bool:
    """Whether the player trusts a host that is new: by option, or asked at a terminal."""
    if fingerprint:
        return fingerprint == new.fingerprint
    console.say(f"{new.name} is new here. Its key is {new.fingerprint} ({new.kind}).")
    if not console.stdin.isatty():
        console.say(f"if that is right: --fingerprint {new.fingerprint}")
        return False
    print(
        "Type yes to trust it from now on, or the fingerprint that you know: ", end="", file=console.stderr, flush=True
    )
    return console.stdin.readline().strip() in ("yes", new.fingerprint)


@expecting("a port from 1 to 65535")
def _port(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 65535:
        raise ValueError
    return value


def _arguments(parser: Parser) -> None:
    parser.add_argument("host", metavar="HOST", help="the host of the service, as for ssh")
    parser.add_argument("-p", "--port", type=_port, help="its port (default: as for ssh)")
    parser.add_argument("-i", "--identity", metavar="FILE", help="the file of your key (default: as for ssh)")
    parser.add_argument("--fingerprint", metavar="SHA256:…", help="trust a new host if its key has this fingerprint")
    take_config(parser)


SYNC = Command(
    "sync",
    run,
    ("sync puzzles.example.org -p 2222",),
    arguments=_arguments,
    more="Nothing is lost on either side: of two games of one board the longer one opens, and the other is kept beside "
    "it. If it is interrupted, run it again: it goes on from there. Exit status 1 means that something was left out.",
)
