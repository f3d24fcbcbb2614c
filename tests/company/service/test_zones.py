"""When a day begins for visitors: where they are, if they say so in a way that is known, else where the server is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import available_timezones

import asyncssh
import pytest

from termpuzzles.company.daily_table import table
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


async def test_a_zone_that_is_chosen_holds_whatever_the_client_says_until_another_or_none_is(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with running(tmp_path) as service, service.client(key) as connection:

        async def said(command: str, **env: str) -> tuple[int, str]:
            done = await connection.run(command, check=False, env=env)
            return done.exit_status, done.stdout + done.stderr

        status, words = await said("zone")
        assert (status, words.startswith("Your day begins at midnight of the server (")) == (0, True)
        assert await said("zone", TZ="Asia/Tokyo") == (0, "Your day begins at midnight in Asia/Tokyo.\n")
        assert await said("zone Pacific/Niue") == (0, "Your day begins at midnight in Pacific/Niue.\n")
        assert await said("zone", TZ="Asia/Tokyo") == (0, "Your day begins at midnight in Pacific/Niue.\n")
        expected = "Expected a zone such as Europe/Zurich, found 'Europe/Zürich'. Did you mean 'Europe/Zurich'?\n"
        assert await said("zone Europe/Zürich") == (2, expected)
        assert await said("zone a b") == (2, "Type zone, and perhaps the name of one such as Europe/Zurich.\n")
        async with window(connection) as player:
            await player.until("termpuzzles")
            player.type("d")
            await player.until("until midnight in Pacific/Niue")
        assert (await said("zone auto", TZ="Asia/Tokyo"))[1] == "Your day begins at midnight in Asia/Tokyo.\n"


@pytest.mark.parametrize("name", ["Pacific/Kiritimati", "Pacific/Niue"])
async def test_the_daily_table_without_a_date_is_that_of_the_visitor_s_day(tmp_path: Path, name: str) -> None:
    day = now_in(zone_of({"TZ": name}))().date()
    async with running(tmp_path, daily_table=True) as service, service.client() as connection:
        assert (await connection.run("daily table", env={"TZ": name})).stdout == f"{table(day, [])}\n"
