"""What a visitor's client tells of the visitor's side, and how little of it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TOLD = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR", "COLORFGBG")
_LONGEST = 80  # characters of a value


class FewNames(dict[Any, Any]):
    """Takes the place of the dict that a channel keeps all in that a client sends: drops what nobody asks for."""

    def __setitem__(self, name: Any, value: Any) -> None:
        if _text(name) in TOLD:
            super().__setitem__(name, value[:_LONGEST])


def keep_few_names(channel: Any) -> None:
    """Let the channel keep only the names that we ask for; the library keeps whatever is sent, however much."""
    if isinstance(getattr(channel, "_env", None), dict):
        channel._env = FewNames()


def environment_of(term: str, told: Mapping[Any, Any]) -> dict[str, str]:
    """What the terminal is said to be, as an environment would say it."""
    found = {_text(name): _text(value)[:_LONGEST] for name, value in told.items() if _text(name) in TOLD}
    return {"TERM": term, **found}


def _text(part: str | bytes) -> str:
    return part[: 4 * _LONGEST].decode("ascii", "replace") if isinstance(part, bytes) else part
