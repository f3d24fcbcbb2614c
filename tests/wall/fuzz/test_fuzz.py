"""A small number of what `.venv/bin/python -m tests.fuzz` tries by the hundred."""

from pathlib import Path

from tests.data import sweep
from tests.wall.fuzz import half_turns


def test_players_killed_in_mid_turn_lose_no_action(tmp_path: Path) -> None:
    assert half_turns.run(tmp_path, sweep.share(100, 10)).endswith(" 0 with an action lost")
