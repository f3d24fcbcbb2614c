"""`serve`: the SSH service, from the command line; `service`: what an operator does with its data, while it runs."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import BAD, NO, Answer, Console
from termpuzzles.commands.command import Command, Parser, expecting
from termpuzzles.company.service.administration import Home, backup, ban, players, restore, revoke
from termpuzzles.company.service.config import EXAMPLE, NAME, ServiceConfig, in_force, is_address, read_config
from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.storage.library import folders

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Mapping


def run(options: argparse.Namespace, console: Console) -> int:
    """Serve until a signal comes; returns the exit status."""
    try:
        from termpuzzles.company.service.processes import serve_with_processes
        from termpuzzles.company.service.server import config_doubts
    except ModuleNotFoundError as missing:
        if missing.name == "resource":
            return console.refuse("the service needs Linux, macOS or another Unix system")
        if missing.name != "asyncssh":
            raise
        return console.refuse("the service needs asyncssh: python3 -m pip install 'termpuzzles[ssh]'")
    metrics = None
    if options.metrics:
        host, colon, port = options.metrics.rpartition(":")
        if not colon or not port.isdecimal():
            shown = repr(shortened(options.metrics))
            return console.refuse(f"--metrics: expected an address such as 127.0.0.1:9100, found {shown}")
        metrics = host.strip("[]"), int(port)
    command = (sys.executable, "-m", "termpuzzles.company.remote")
    data = service_folder(options.data, console.environment)
    file = Path(options.config) if options.config else _etc(console.environment, data) / NAME
    if options.config and not file.exists():
        return console.refuse(f"{shortened(options.config)}: there is no such file")
    config, found = read_config(ServiceConfig(options.host, options.port, data, command, metrics, file=file))
    if options.store:
        config = replace(config, store=options.store)
    if config.store and not find_spec("psycopg"):
        return console.refuse("a database needs psycopg: python3 -m pip install 'termpuzzles[postgres]'")
    if options.processes > 1 and not config.store:
        return console.refuse(f"--processes {options.processes}: several processes need a database, see --store")
    found = found or config_doubts(config)
    for doubt in found:
        console.say(doubt)
    if found:
        return console.refuse("the service cannot run like this")
    if options.check_config:
        return console.show([Answer(in_force(config))])
    return serve_with_processes(config, options.processes)


def _etc(environment: Mapping[str, str], data: Path) -> Path:
    """The folder of the config: where the system keeps it for a service, or that of the data."""
    given = environment.get("CONFIGURATION_DIRECTORY", "").partition(":")[0]  # systemd's
    return Path(given) if given else data


def service_folder(asked: str | None, environment: Mapping[str, str]) -> Path:
    """The folder for players, journals and the host key: as asked for, or where the system lets a service write."""
    if asked:
        return Path(asked)
    if given := environment.get("STATE_DIRECTORY"):  # systemd's
        return Path(given.partition(":")[0])

    return folders(environment).data / "service"


@expecting("a port from 0 to 65535")
def port(text: str) -> int:
    """A port; 0 for a free one."""
    value = int(text)
    if not 0 <= value <= 65535:
        raise ValueError
    return value


@expecting("the address of a database, such as postgresql://termpuzzles@db.example/termpuzzles")
def store(text: str) -> str:
    """The address of a database."""
    if not is_address(text):
        raise ValueError
    return text


@expecting("a number of processes from 1 to 64")
def processes(text: str) -> int:
    """A number of processes."""
    value = int(text)
    if not 1 <= value <= 64:
        raise ValueError
    return value


def _serve_arguments(parser: Parser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=port, default=2222, help="the port; 0 takes a free one (default 2222)")
    parser.add_argument("--data", metavar="FOLDER", help="folder for players, their journals and the host key")
    parser.add_argument(
        "--metrics", metavar="ADDRESS", help="serve /metrics and /health on this address, such as 127.0.0.1:9100"
    )
    parser.add_argument("--store", metavar="ADDRESS", type=store, help="keep everything in this PostgreSQL database")
    parser.add_argument(
        "--processes", type=processes, default=1, help="how many processes share the port, with a database (default 1)"
    )
    parser.add_argument(
        "--config", metavar="FILE", help="file of limits, bans and so on (default: serve.toml in the data folder)"
    )
    parser.add_argument("--check-config", action="store_true", help="print the settings in force, and exit")


SERVE = Command(
    "serve",
    run,
    ("serve --port 2222", "serve --check-config --data service"),
    arguments=_serve_arguments,
    more="It prints the address it listens on once it accepts connections, and ends on SIGTERM or Ctrl-C.",
)


def _backup(home: Home, options: argparse.Namespace) -> Iterator[Answer]:
    (file,) = options.words
    count = backup(home.data, Path(file))
    yield Answer(f"{counted(count, 'journal')} written to {file}")


def _restore(home: Home, options: argparse.Namespace) -> Iterator[Answer]:
    (file,) = options.words
    try:
        found = restore(home.data, Path(file))
    except PuzzleError as error:
        yield Answer("", BAD, f"{shortened(file)}: {error}")
        return
    yield Answer(f"{counted(found.journals, 'journal')} restored", words="; ".join(found.refused))


def _ban(home: Home, options: argparse.Namespace) -> Iterator[Answer]:
    try:
        for line in home.ban(options.words, options.lift):
            yield Answer(line)
    except ValueError as error:
        yield Answer("", BAD, str(error))


def _revoke(home: Home, options: argparse.Namespace) -> Iterator[Answer]:
    if not options.words:
        yield Answer("", BAD, "service revoke: expected the fingerprint of a key (SHA256:…)")
    for fingerprint in options.words:
        owner = home.revoke(fingerprint)
        known = Answer(f"{fingerprint} is taken off {owner}")
        yield known if owner else Answer("", NO, f"{shortened(fingerprint)}: no player has this key")


def _players(home: Home, options: argparse.Namespace) -> Iterator[Answer]:
    yield Answer("id\tname\tkeys\tboards\tbytes")
    for each in home.players():
        if not options.words or {each.id, each.name} & set(options.words):
            yield Answer("\t".join(map(str, each)))


def _move(home: Home, options: argparse.Namespace) -> Iterator[Answer]:
    """Move everything from a folder into a database, or back."""
    source, target = options.words
    if is_address(source) == is_address(target):
        yield Answer("", BAD, f"service move: expected a folder and {EXAMPLE}, in either order")
        return
    from termpuzzles.company.service.moving import move_everything  # with psycopg, which the extra `postgres` brings

    try:
        moved = move_everything(source, target)
    except PuzzleError as error:
        yield Answer("", BAD, f"service move: {error}")
        return
    counts = f"{moved.journals} journals, {moved.keys} keys, {moved.names} names and {moved.files} other files moved"
    yield Answer(counts, words="; ".join(moved.refused))


_ACTS: dict[str, tuple[Callable[[Home, argparse.Namespace], Iterator[Answer]], int]] = {
    "backup": (_backup, 1),
    "restore": (_restore, 1),
    "ban": (_ban, 0),
    "revoke": (_revoke, 0),
    "players": (_players, 0),
    "move": (_move, 2),
}  # what each does, and how many words it takes, 0 for any number


def _administer(options: argparse.Namespace, console: Console) -> int:
    act, words = _ACTS[options.what]
    if words and len(options.words) != words:
        expected = "a folder and a database" if words == 2 else "the name of a file"
        return console.refuse(f"service {options.what}: expected {expected}")
    data = service_folder(options.data, console.environment)
    if (options.store or options.what == "move") and not find_spec("psycopg"):
        return console.refuse("a database needs psycopg: python3 -m pip install 'termpuzzles[postgres]'")
    if options.store:
        if options.what not in ("ban", "revoke", "players"):
            return console.refuse(f"service {options.what}: this is for a folder; see `service move`, and pg_dump")
        from termpuzzles.company.postgres.administration import home_at

        return console.show(act(home_at(options.store, data), options))
    if not data.is_dir() and options.what not in ("restore", "ban", "move"):
        return console.refuse(f"{data}: there is no service here (see --data)")
    home = Home(data, partial(ban, data), partial(revoke, data), partial(players, data))
    return console.show(act(home, options))


def _service_arguments(parser: Parser) -> None:
    parser.add_argument("what", choices=tuple(_ACTS), help="what to do")
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="a file; keys, addresses, nets or players to ban, revoke or list; where to move from and to",
    )
    parser.add_argument("--lift", action="store_true", help="ban: let them in again")
    parser.add_argument("--data", metavar="FOLDER", help="the folder of the service")
    parser.add_argument("--store", metavar="ADDRESS", type=store, help="the PostgreSQL database of the service")


SERVICE = Command(
    "service",
    _administer,
    (
        "service ban 192.0.2.0/24",
        "service ban 192.0.2.0/24 --lift",
        "service players",
        "service backup service.zip",
        "service restore service.zip",
        "service move service postgresql://termpuzzles@db.example/termpuzzles",
    ),
    arguments=_service_arguments,
    more="The service may be running; bans and revoked keys take effect within seconds.",
)
