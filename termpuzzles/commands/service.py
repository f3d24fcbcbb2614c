"""`service`: what an operator does with the data of the SSH service, while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import BAD, NO, Answer
from termpuzzles.commands.command import Command, Parser
from termpuzzles.commands.serve import service_folder
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.ssh.administration import backup, ban, players, restore, revoke

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from termpuzzles.commands.output import Console


def _backup(data: Path, options: argparse.Namespace) -> Iterator[Answer]:
    (file,) = options.words
    count = backup(data, Path(file))
    yield Answer(f"{count} journal{'s' * (count != 1)} written to {file}")


def _restore(data: Path, options: argparse.Namespace) -> Iterator[Answer]:
    (file,) = options.words
    try:
        found = restore(data, Path(file))
    except PuzzleError as error:
        yield Answer("", BAD, f"{shortened(file)}: {error}")
        return
    yield Answer(f"{found.journals} journal{'s' * (found.journals != 1)} restored", words="; ".join(found.refused))


def _ban(data: Path, options: argparse.Namespace) -> Iterator[Answer]:
    try:
        for line in ban(data, options.words, options.lift):
            yield Answer(line)
    except ValueError as error:
        yield Answer("", BAD, str(error))


def _revoke(data: Path, options: argparse.Namespace) -> Iterator[Answer]:
    for fingerprint in options.words:
        owner = revoke(data, fingerprint)
        known = Answer(f"{fingerprint} is taken off {owner}")
        yield known if owner else Answer("", NO, f"{shortened(fingerprint)}: no player has this key")


def _players(data: Path, options: argparse.Namespace) -> Iterator[Answer]:
    yield Answer("id\tname\tkeys\tboards\tbytes")
    for each in players(data):
        if not options.words or {each.id, each.name} & set(options.words):
            yield Answer("\t".join(map(str, each)))


_ACTS: dict[str, tuple[Callable[[Path, argparse.Namespace], Iterator[Answer]], int]] = {
    "backup": (_backup, 1),
    "restore": (_restore, 1),
    "ban": (_ban, 0),
    "revoke": (_revoke, 0),
    "players": (_players, 0),
}  # what each does, and how many words it takes, 0 for any number


def _run(options: argparse.Namespace, console: Console) -> int:
    act, words = _ACTS[options.what]
    if words and len(options.words) != words:
        return console.refuse(f"service {options.what}: expected the name of a file")
    data = service_folder(options.data, console.environment)
    if not data.is_dir() and options.what not in ("restore", "ban"):
        return console.refuse(f"{data}: there is no service here (see --data)")
    return console.show(act(data, options))


def _arguments(parser: Parser) -> None:
    parser.add_argument("what", choices=tuple(_ACTS), help="what to do")
    parser.add_argument(
        "words", metavar="WORD", nargs="*", help="a file; or keys, addresses, nets or players to ban, revoke or list"
    )
    parser.add_argument("--lift", action="store_true", help="ban: let them come in again")
    parser.add_argument("--data", metavar="FOLDER", help="the folder of the service")


SERVICE = Command(
    "service",
    _run,
    (
        "service ban 192.0.2.0/24",
        "service ban 192.0.2.0/24 --lift",
        "service players",
        "service backup service.zip",
        "service restore service.zip",
    ),
    arguments=_arguments,
    more="It may run meanwhile; bans and revoked keys hold within seconds.",
)
