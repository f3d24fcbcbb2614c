"""Sentences are made and never read: what a program would look for in one, its maker says as data."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import termpuzzles

PACKAGE = Path(termpuzzles.__file__).parent
ROOMS = ("logic", "hints", "play")
SENTENCES = {"sentence", "plain", "shown", "text", "before", "after", "then", "moral", "claim", "reason", "conclusion"}
CUTTING = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "replace"}


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """Every node of every file of these rooms, with the file's name."""
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield str(path.relative_to(PACKAGE)), node


def is_sentence(node: ast.expr) -> bool:
    """Whether an expression is called as sentences are."""
    return (node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")) in SENTENCES


def reads(node: ast.AST) -> bool:
    """Whether a sentence is cut, compared with another, or looked through."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in CUTTING and is_sentence(node.func.value)
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        texts = [side for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str)]
        return any(map(is_sentence, sides)) and (bool(texts) or any(isinstance(op, ast.In) for op in node.ops))
    return False


def test_no_pattern_is_matched_in_the_logic_the_hints_or_in_play() -> None:
    imported = {
        file
        for file, node in nodes()
        if (isinstance(node, ast.Import) and "re" in [alias.name for alias in node.names])
        or (isinstance(node, ast.ImportFrom) and node.module == "re")
    }
    assert imported == set()


def test_no_sentence_is_cut_or_compared() -> None:
    assert [(file, ast.unparse(node)) for file, node in nodes() if reads(node)] == []
