"""Which test files are likely to notice a fault of a module first: those fewest imports away from it."""

from __future__ import annotations

import ast
from collections import deque
from functools import cache
from pathlib import Path

NEAR = 6  # test files that are tried before any others
MOST = 24  # test files that are tried at all
SLOW = ("tests/tui", "tests/bench", "tests/fuzz", "tests/generator", "tests/data/releases")  # tried only for their own


class Nearest:
    """The imports of a checkout, package and tests, lazy ones included."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = {
            _module(path.relative_to(root)): path
            for folder in ("termpuzzles", "tests")
            for path in sorted((root / folder).rglob("*.py"))
        }
        self._imported = cache(self._imports)

    def tests(self, module: Path) -> tuple[list[str], list[str]]:
        """The test files for a module, given by its path in the checkout: those nearest, and the others."""
        found = []
        for name, path in self.files.items():
            place = path.relative_to(self.root).as_posix()
            if path.name.startswith("test_") and (place.split("/")[1] == module.parts[1] or not place.startswith(SLOW)):
                away = self._away(name, _module(module))
                if away is not None:
                    apart = len(module.parts) - _shared(module.parts[1:], Path(place).parts[1:])
                    named = path.stem == f"test_{module.stem}"
                    found.append((not named, away + apart, path.stat().st_size, place))
        places = [place for *_, place in sorted(found)][:MOST]
        return places[:NEAR], places[NEAR:]

    def _away(self, start: str, goal: str) -> int | None:
        """How many imports lie between the two."""
        away, queue = {start: 0}, deque([start])
        while queue:
            name = queue.popleft()
            if name == goal:
                return away[name]
            for other in self._imported(name):
                if other not in away:
                    away[other] = away[name] + 1
                    queue.append(other)
        return None

    def _imports(self, name: str) -> list[str]:
        """The modules of the checkout that a module imports anywhere in it; by name: all that lie beside it."""
        names: list[str] = []
        text = self.files[name].read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        if "import_module(" in text:
            beside = self.files[name].parent
            names += [module for module, path in self.files.items() if path.parent == beside]
        if '"-m", "termpuzzles"' in text:
            names.append("termpuzzles.__main__")
        return [found for found in dict.fromkeys(names) if found in self.files]


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many folders two paths begin with in common."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
