"""Random inputs by the hundred thousand: `.venv/bin/python -m tests.fuzz journals --count 100000`."""
