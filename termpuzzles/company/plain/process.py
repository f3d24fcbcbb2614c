"""Plain mode for a player of a service, whom a socket joins to the others."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from socket import socket
from typing import IO

from termpuzzles.company.growing import FolderGrowingFile
from termpuzzles.company.meetings import Company
from termpuzzles.company.parts import RACES, SERVED
from termpuzzles.company.plain.pipe import MatchesPlace, PipeExchange
from termpuzzles.company.plain.race import OtherPlayers
from termpuzzles.company.records import RaceRecords
from termpuzzles.company.service.config import STORE, TOGETHER
from termpuzzles.company.slots import COMPANY
from termpuzzles.plain.conversation import Conversation, PlainContext, talk
from termpuzzles.plain.menus import home
from termpuzzles.storage.folder_store import FolderStore
from termpuzzles.storage.library import Library, folders


def library_and_races() -> tuple[Library, RaceRecords]:
    """What the visitor has played, and the races of the service."""
    if STORE in os.environ:
        by_database = import_module("termpuzzles.company.postgres.players")
        found: tuple[Library, RaceRecords] = by_database.library_and_races(os.environ)
        return found
    together = Path(os.environ[TOGETHER])
    races = RaceRecords(lambda name: FolderGrowingFile(together / name), FolderStore(together / RACES))
    return Library(folders(os.environ)), races


def talk_in_company(
    lines: Iterable[str],
    out: IO[str],
    connection: socket,
    library: Library,
    races: RaceRecords,
    player: str,
    race: Sequence[str],
) -> None:
    """Play in plain mode as this player of a service, whose others a socket reaches; perhaps invite them to a race."""
    say = partial(print, file=out, flush=True)
    exchange = PipeExchange(connection)
    with exchange.turn:
        exchange.hear_of_matches(say)
        company = Company(player, exchange, exchange.find, races)
        library.why_closed = partial(races.why_closed, player=player)
        matches = MatchesPlace(exchange)
        context = PlainContext(library, library.settings(), print_line=say, every=exchange.every)
        COMPANY.fill(context, company)
        SERVED.fill(context, matches)
        others = OtherPlayers(context, company, matches)
        say("Plain mode, because there is no terminal (ssh -t gives one, and the boards are drawn).")
        for line in others.begin():
            say(line)
        conversation = Conversation(home(context), others.answer)
        typed = chain([f"race {' '.join(race)}"] if race else [], exchange.between(lines))
        for line in talk(conversation, typed):
            say(line)
