"""The order of the rooms of the logic: each file imports only from its own room and from those before it."""

from __future__ import annotations

import ast
from pathlib import Path

import termpuzzles.logic

LOGIC = Path(termpuzzles.logic.__file__).parent
ORDER = ("problem", "task", "bitboards", "explain", "checkerboard", "engine", "rules", "counting", "answers")


def room(file: Path) -> str:
    """The room of a file, or its own name if it lies in none."""
    return file.relative_to(LOGIC).with_suffix("").parts[0]


def rooms_imported(file: Path) -> set[str]:
    """The rooms from which a file imports anywhere in it, also inside functions and for typing only."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("termpuzzles.logic"):
            found |= {f"{node.module}.{alias.name}".split(".")[2] for alias in node.names}
    return found


def test_no_file_of_the_logic_imports_from_a_later_room() -> None:
    files = [file for file in LOGIC.rglob("*.py") if file.parent != LOGIC or file.stem != "__init__"]
    assert {room(file) for file in files} == {*ORDER}
    upward = {
        str(file.relative_to(LOGIC)): late
        for file in files
        if (late := rooms_imported(file) - {*ORDER[: ORDER.index(room(file)) + 1]})
    }
    assert upward == {}
