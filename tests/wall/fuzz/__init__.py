"""Random inputs and kills for the Wall Game: `.venv/bin/python -m tests.fuzz half-turns --count 100`."""

from tests.wall.fuzz import half_turns, records

KINDS = {"half-turns": half_turns.run, "wall": records.run}
