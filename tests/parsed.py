"""The rules of a stylesheet parsed once for all tests of a process: each app parses them anew, a fifth of its test."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet

_init, _set_variables = Stylesheet.__init__, Stylesheet.set_variables


@lru_cache
def _parsed(variables: frozenset[tuple[str, str]]) -> LRUCache[tuple[Any, ...], list[Any]]:
    return LRUCache(1024)


def _init_sharing(self: Stylesheet, *, variables: dict[str, str] | None = None) -> None:
    _init(self, variables=variables)
    self._parse_cache = _parsed(frozenset((variables or {}).items()))


def _set_variables_sharing(self: Stylesheet, variables: dict[str, str]) -> None:
    self._parse_cache = LRUCache(1)  # which is cleared in the place of what others use
    _set_variables(self, variables)
    self._parse_cache = _parsed(frozenset(variables.items()))


def share_parsed() -> None:
    """Let all apps of this process share the rules that one of them has parsed: they never change."""
    Stylesheet.__init__ = _init_sharing  # type: ignore[method-assign]
    Stylesheet.set_variables = _set_variables_sharing  # type: ignore[method-assign]
