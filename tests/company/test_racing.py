"""Races with cuts, returns, restarts of the service and switches between app and lines, against a referee."""

from __future__ import annotations

import pytest

from tests.company.racing import run_in_memory, run_on_two_hosts


@pytest.mark.parametrize("seed", range(3))
async def test_every_result_is_that_of_a_referee_and_nobody_is_shut_out(seed: int) -> None:
    course = await run_in_memory(seed)
    assert course.cuts


async def test_two_hosts_and_a_database_come_to_the_same() -> None:
    from tests.company.postgres import fresh_address  # skips without PostgreSQL

    course = await run_on_two_hosts(0, fresh_address("two_hosts_race"))
    assert course.restarts + course.cuts
