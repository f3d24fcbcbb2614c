"""Inputs that nobody wrote on purpose, by the hundred thousand: `python3 -m tests.fuzz journals --count 100000`."""
