"""What a visitor's client sends about the visitor's terminal, and how little of it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TOLD = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR", "COLORFGBG")
_LONGEST = 80  # the most characters of a value


class FewNames(dict[Any, Any]):
    """Replaces the dict in which a channel keeps everything a client sends, and drops what nobody asks for."""

    def __setitem__(self, name: Any, value: Any) -> None:
        if _text(name) in TOLD:
            super().__setitem__(name, value[:_LONGEST])


def keep_few_names(channel: Any) -> None:
    """Let the channel keep only the names that we ask for; the library would keep everything, however much."""
    if isinstance(getattr(channel, "_env", None), dict):
        channel._env = FewNames()


def environment_of(term: str, sent: Mapping[Any, Any]) -> dict[str, str]:
    """The visitor's terminal as environment variables."""
    found = {_text(name): _text(value)[:_LONGEST] for name, value in sent.items() if _text(name) in TOLD}
    return {"TERM": term, **found}


def _text(part: str | bytes) -> str:
    return part[:_LONGEST].decode("ascii", "replace") if isinstance(part, bytes) else part
