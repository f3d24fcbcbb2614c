"""The order of the rooms of the logic: each file imports only from its own room and from those before it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from pathlib import Path

import termpuzzles.logic

LOGIC = Path(termpuzzles.logic.__file__).parent
ORDER = (
    "problem",
    "task",
    "bitboards",
    "explain",
    "checkerboard",
    "engine",
    "rules",
    "learning",
    "counting",
    "answers",
)


def rooms(folder: Path) -> dict[Path, str]:
    """The files of a folder, each with the room in which it lies, or its own name if it lies in none."""
    files = (file for file in folder.rglob("*.py") if file != folder / "__init__.py")
    return {file: file.relative_to(folder).with_suffix("").parts[0] for file in files}


def imported(file: Path, folder: Path) -> set[str]:
    """The rooms of the folder from which a file imports anywhere in it, also inside functions and for typing only."""
    package, found = f"termpuzzles.{folder.name}", set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.".startswith(f"{package}."):
            found |= {f"{node.module}.{alias.name}".split(".")[2] for alias in node.names}
    return found


def imported_from_later(folder: Path, order: Sequence[str]) -> dict[str, Collection[str]]:
    """For each file of the folder that imports from a room after its own, those rooms."""
    files = rooms(folder)
    assert {*files.values()} == {*order}
    later = {file: imported(file, folder) - {*order[: order.index(room) + 1]} for file, room in files.items()}
    return {str(file.relative_to(folder)): late for file, late in later.items() if late}


def test_no_file_of_the_logic_imports_from_a_later_room() -> None:
    assert imported_from_later(LOGIC, ORDER) == {}
