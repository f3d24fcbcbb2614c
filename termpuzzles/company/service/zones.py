"""When a day begins for a visitor: at midnight in the zone that the player has chosen, or that `TZ` names, or at that
of the server.

OpenSSH sends it with `SendEnv TZ`, or as `ssh -o SetEnv=TZ=Europe/Zurich HOST`. Only names of zones are known
(Europe/Zurich), as they are what systems keep; rules (CET-1CEST) count as none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

from termpuzzles.company.service.players import Player, Players, RefusedError
from termpuzzles.errors import did_you_mean, shortened

CHOICE = "zone"  # the player's, by this name among the choices that are kept
NO_CHOICE = "auto"
Now = Callable[[], datetime]


def zone_named(name: str) -> ZoneInfo | None:
    """The zone of that name; None if none is known here."""
    try:
        return ZoneInfo(name.removeprefix(":"))
    except (ValueError, KeyError, OSError):  # no name, no zone of that name, a folder of zones
        return None


def zone_of(environment: Mapping[str, str], choices: Mapping[str, object] | None = None) -> ZoneInfo | None:
    """The zone that the player has chosen, else the one that a visitor's `TZ` names; None if it is the server's."""
    return zone_named(str((choices or {}).get(CHOICE, ""))) or zone_named(environment.get("TZ", ""))


def zone_for(players: Players, player: Player, environment: Mapping[str, str]) -> ZoneInfo | None:
    """The same for somebody whose choices are kept here."""
    return zone_of(environment, players.library(player).store.saved_choices())


def choose_zone(players: Players, player: Player, name: str) -> None:
    """Keep the player's choice; `auto` for none. Raises RefusedError for a zone that is not known."""
    if name != NO_CHOICE and zone_named(name) is None:
        known = {NO_CHOICE, *available_timezones()}
        raise RefusedError(
            f"Expected a zone such as Europe/Zurich, found {shortened(name)!r}{did_you_mean(name, known)}"
        )
    store = players.library(player).store
    store.save_choices(store.saved_choices(), store.saved_choices() | {CHOICE: "" if name == NO_CHOICE else name})


def now_in(zone: ZoneInfo | None) -> Now:
    """What tells the date and time in the zone, or else where the server is."""
    return lambda: datetime.now(zone) if zone else datetime.now()


def whose_midnight(zone: ZoneInfo | None) -> str:
    """Whose midnight it is, after the word `midnight`."""
    return f"in {zone.key}" if zone else f"of the server ({time.tzname[0]})"
