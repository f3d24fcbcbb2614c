"""A small number of what `.venv/bin/python -m tests.fuzz` tries by the hundred."""

from pathlib import Path

from tests.data import sweep
from tests.wall.fuzz import half_turns, records


def test_players_killed_in_mid_turn_lose_no_action(tmp_path: Path) -> None:
    assert half_turns.run(tmp_path, sweep.share(100, 10)).endswith(" 0 with an action lost")


def test_damaged_records_of_a_duel_are_replayed_or_refused_in_a_sentence(tmp_path: Path) -> None:
    assert records.run(tmp_path, 500).endswith("no traceback")
