"""Plain mode for a player of a service, whom a socket joins to the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from socket import socket
from typing import IO

from termpuzzles.company.meetings import Company
from termpuzzles.company.parts import SERVED
from termpuzzles.company.plain.pipe import MatchesPlace, PipeExchange
from termpuzzles.company.plain.race import OtherPlayers
from termpuzzles.company.records import RaceRecords
from termpuzzles.company.slots import COMPANY
from termpuzzles.plain.conversation import Conversation, PlainContext, talk
from termpuzzles.plain.menus import home
from termpuzzles.storage.library import Library


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
