"""One line for each event: what happened, and facts as `key=value`, without control characters or key material."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TextIO

MOST = 120  # the most characters of a fact from outside


def clean(text: str, most: int = MOST) -> str:
    """The text with `?` for characters that are not printable, cut after `most`."""
    kept = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return kept if len(kept) <= most else kept[:most] + "…"


class Log:
    """Writes lines to a stream, by default standard error."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.__stderr__

    def __call__(self, event: str, **facts: object) -> None:
        """Write one line."""
        if self._stream is not None:
            stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            text = " ".join(f"{key}={_value(value)}" for key, value in facts.items())
            print(f"{stamp} {event} {text}".rstrip(), file=self._stream, flush=True)


def _value(value: object) -> str:
    text = clean(f"{value:.3f}" if isinstance(value, float) else str(value))
    return repr(text) if " " in text or not text else text
