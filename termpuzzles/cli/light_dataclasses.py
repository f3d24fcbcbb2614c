"""Dataclasses without `inspect`, which takes longer to load than all else that `solve` and `hint` need of Python.

The standard library's `dataclasses` loads it for the docstrings of classes that have none; ours have one each.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType


class _Inspect(ModuleType):
    """Stands for `inspect` where only `dataclasses` sees it; the real one is loaded when something of it is wanted."""

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self.__name__), name)


def load_dataclasses() -> None:
    """Load `dataclasses` alone, unless it is loaded already; everybody else gets the real `inspect`."""
    if "inspect" in sys.modules or "dataclasses" in sys.modules:
        return
    sys.modules["inspect"] = _Inspect("inspect")
    try:
        import_module("dataclasses")
    finally:
        del sys.modules["inspect"]
