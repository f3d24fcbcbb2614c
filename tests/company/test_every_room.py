"""The way through the rooms of the service, in every run."""

from pathlib import Path

import pytest


async def test_a_hint_is_asked_for_over_ssh(tmp_path: Path) -> None:
    pytest.importorskip("asyncssh")
    from tests.company.service.service import running  # needs asyncssh

    async with running(tmp_path) as service:
        status, shown, _ = await service.ask("hint 5x5w:78a2ab47ad541418beb984d39")
    assert status == 0
    assert shown.startswith("Small pocket: The straight at (4, 2) runs left and right.")
