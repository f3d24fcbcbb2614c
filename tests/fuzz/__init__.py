"""Random inputs by the hundred thousand: `python3 -m tests.fuzz journals --count 100000`."""
