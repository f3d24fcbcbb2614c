"""When a day begins for visitors: where they are, if they say so in a way that is known, else where the server is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import available_timezones

import pytest

from termpuzzles.company.service.zones import now_in, whose_midnight, zone_of
from tests.company.service.service import running, window

pytestmark = pytest.mark.skipif("Europe/Zurich" not in available_timezones(), reason="needs zones, as tzdata brings")


@pytest.mark.parametrize("name", ["Europe/Zurich", "Pacific/Kiritimati", "UTC", ":America/St_Johns", "Etc/GMT+5"])
def test_a_zone_that_is_named_tells_the_time(name: str) -> None:
    zone = zone_of({"TZ": name})
    assert zone is not None
    assert abs(now_in(zone)() - datetime.now(UTC)) < timedelta(seconds=5)
    assert now_in(zone)().tzinfo is zone
    assert whose_midnight(zone) == f"in {name.removeprefix(':')}"


UNKNOWN = ("", ":", "Europe", "Europe/Nowhere", "../../etc/passwd", "/etc/passwd", "a\0b", "\x1b[31m", "ü", "x" * 80)


@pytest.mark.parametrize("name", [*UNKNOWN, "CET-1CEST", "Europe/../UTC", "tzdata.zi", "[red]"])
def test_without_a_zone_that_is_known_it_is_the_server_s(name: str) -> None:
    zone = zone_of({"TZ": name})
    assert zone is None
    assert now_in(zone)().tzinfo is None
    assert re.fullmatch(r"of the server \(.+\)", whose_midnight(zone))


@pytest.mark.parametrize("name", ["Pacific/Kiritimati", "Pacific/Niue"])
async def test_the_daily_screen_and_commands_go_by_the_day_where_the_visitor_is(tmp_path: Path, name: str) -> None:
    day = now_in(zone_of({"TZ": name}))().date()
    async with running(tmp_path) as service, service.client() as connection:
        done = await connection.run("daily net --json", env={"TZ": name})
        assert str(day) in str(done.stdout), done.stderr
        async with window(connection, env={"TZ": name}) as player:
            await player.until("termpuzzles")
            player.type("d")
            await player.until(f"until midnight in {name}")
            await player.until(f"{day:%A} {day.day} {day:%B}")
