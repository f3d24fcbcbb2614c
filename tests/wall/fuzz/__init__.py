"""Random inputs and kills for the Wall Game: `.venv/bin/python -m tests.fuzz half-turns --count 100`."""
