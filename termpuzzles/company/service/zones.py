"""When a day begins for a visitor: at midnight where the visitor is, as `TZ` tells, else at that of the server.

OpenSSH sends it with `SendEnv TZ`, or as `ssh -o SetEnv=TZ=Europe/Zurich HOST`. Only names of zones are known
(Europe/Zurich), as they are what systems keep; rules (CET-1CEST) count as none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

Now = Callable[[], datetime]


def zone_of(environment: Mapping[str, str]) -> ZoneInfo | None:
    """The zone that a visitor's `TZ` names; None if it names none that is known here."""
    try:
        return ZoneInfo(environment.get("TZ", "").removeprefix(":"))
    except (ValueError, KeyError, OSError):  # no name, no zone of that name, a folder of zones
        return None


def now_in(zone: ZoneInfo | None) -> Now:
    """What tells the date and time in the zone, or else where the server is."""
    return lambda: datetime.now(zone) if zone else datetime.now()


def whose_midnight(zone: ZoneInfo | None) -> str:
    """Whose midnight it is, after the word `midnight`."""
    return f"in {zone.key}" if zone else f"of the server ({time.tzname[0]})"
