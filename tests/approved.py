"""What the program says and draws as a person has read and approved it: `approved/NAME.txt` beside the tests.

    APPROVE=1 .venv/bin/python -m pytest tests/tui/screens/test_every_screen.py

writes the files of these tests anew. Read what has changed in them before it is committed: that reading is the test.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

import pytest


def approve(test: str, name: str, text: str) -> None:
    """Compare a text with the approved one of that name beside the file of the test."""
    path = Path(test).with_name("approved") / f"{name}.txt"
    if os.environ.get("APPROVE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    approved = path.read_text(encoding="utf-8") if path.exists() else ""
    if text != approved:
        changed = "\n".join(unified_diff(approved.splitlines(), text.splitlines(), "approved", "now", lineterm=""))
        pytest.fail(f"not as approved in {path.name}; if it should be so now: {__doc__}\n{changed}", pytrace=False)
