"""What the service says of itself: a line for each event, and counters on a page for loopback alone."""

from __future__ import annotations

import asyncio
import logging
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TextIO

from termpuzzles.company.service.limits import Bucket

MOST = 120  # the most characters of a fact from outside


def clean(text: str, most: int = MOST) -> str:
    """The text with `?` for characters that are not printable, cut after `most`."""
    kept = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return kept if len(kept) <= most else kept[:most] + "…"


LEVELS = ("all", "refusals", "crashes")  # what is logged: everything, or from there on only what is worse
_WORSE = {"refused": 1, "no answer": 1, "library": 1, "config": 2, "crash": 2}  # the others are ordinary


class Log:
    """Writes lines to a stream, by default standard error; only those of its `level` and of worse ones."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.level = LEVELS[0]
        self._stream = stream or sys.__stderr__

    def __call__(self, event: str, **facts: object) -> None:
        """Write one line."""
        if self._stream is not None and _WORSE.get(event, 0) >= LEVELS.index(self.level):
            stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            text = " ".join(f"{key}={_value(value)}" for key, value in facts.items())
            print(f"{stamp} {event} {text}".rstrip(), file=self._stream, flush=True)


class LibraryLog(logging.Handler):
    """Writes what libraries warn of as lines of our log: their own are several lines, in forms of their own."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        error = record.exc_info[1] if record.exc_info else None
        facts = {"error": f"{type(error).__name__}: {error}", "at": _place(error)} if error else {}
        self._log("library", name=record.name, says=record.getMessage(), **facts)


def _value(value: object) -> str:
    text = clean(f"{value:.3f}" if isinstance(value, float) else str(value))
    return repr(text) if " " in text or not text else text


_PAGE = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n\r\n"
_NONE = "HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n"
_EVERY = 0.1  # seconds between two measurements of how late the loop is
_LATE = (0.001, 0.003, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds; the bounds of the histogram


class Metrics:
    """Counters by name and label, gauges read on demand, and how late the loop has been."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}
        self._late = [0] * (len(_LATE) + 1)
        self._late_in_all = 0.0

    def count(self, name: str, label: str = "", number: int = 1) -> None:
        """Count an event."""
        self.counts[name, label] += number

    def was_late(self, seconds: float) -> None:
        """Record that the loop came back this many seconds late."""
        self._late[bisect_left(_LATE, seconds)] += 1
        self._late_in_all += seconds

    async def watch_the_loop(self) -> None:
        """Measure how late the loop comes back, for as long as it runs."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(_EVERY)
            self.was_late(max(0.0, loop.time() - before - _EVERY))

    def page(self) -> str:
        """All metrics as text."""
        lines = [f"termpuzzles_{name} {value():g}" for name, value in self.gauges.items()]
        lines += self._histogram()
        for (name, label), number in sorted(self.counts.items()):
            what = f'{{what="{label}"}}' if label else ""
            lines.append(f"termpuzzles_{name}_total{what} {number}")
        return "\n".join(lines) + "\n"

    def _histogram(self) -> Iterator[str]:
        yield "# TYPE termpuzzles_loop_lag_seconds histogram"
        below = 0
        for bound, number in zip((*map(str, _LATE), "+Inf"), self._late, strict=True):
            below += number
            yield f'termpuzzles_loop_lag_seconds_bucket{{le="{bound}"}} {below}'
        yield f"termpuzzles_loop_lag_seconds_sum {self._late_in_all:.6f}"
        yield f"termpuzzles_loop_lag_seconds_count {below}"

    async def serve(self, host: str, port: int) -> asyncio.Server:
        """Answer `/metrics` and `/health` at this address."""

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                request = await asyncio.wait_for(reader.readline(), 2.0)
                path = request.split(b" ")[1] if request.count(b" ") >= 2 else b""
                pages = {b"/metrics": _PAGE + self.page(), b"/health": _PAGE + "ok\n"}
                writer.write(pages.get(path, _NONE).encode())
                await asyncio.wait_for(writer.drain(), 2.0)
            except (TimeoutError, OSError, ValueError):
                pass
            finally:
                writer.close()

        return await asyncio.start_server(answer, host, port, limit=4096)


_TOLD_A_SECOND, _TOLD_AT_ONCE = 1.0, 20.0  # refusals of each kind that are logged


class Reports:
    """Counts and logs what did not go well."""

    def __init__(self, log: Log, metrics: Metrics, now: Callable[[], float]) -> None:
        self._log, self._metrics, self._now = log, metrics, now
        self._told: dict[str, Bucket] = {}
        self._untold: Counter[str] = Counter()

    def refuse(self, limit: str, who: str, why: str = "") -> None:
        """Count a refusal and log the limit that was hit; of many only some, with the number of those left out."""
        self._metrics.count("refusals", limit)
        if self._told.setdefault(limit, Bucket(_TOLD_A_SECOND, _TOLD_AT_ONCE, self._now)).take():
            untold = self._untold.pop(limit, 0)
            facts = {name: fact for name, fact in (("why", why), ("unlogged", untold)) if fact}
            self._log("refused", limit=limit, who=who, **facts)
        else:
            self._untold[limit] += 1

    def crashed(self, error: Exception) -> None:
        """Log a bug that has ended one visit."""
        self._metrics.count("crashes")
        self._log("crash", error=f"{type(error).__name__}: {error}", at=_place(error))

    def came_late(self, error: Exception) -> None:
        """Log what failed because its screen was leaving: visitors may cause that, so it is no crash."""
        self._metrics.count("late")
        if self._told.setdefault("late", Bucket(_TOLD_A_SECOND, _TOLD_AT_ONCE, self._now)).take():
            self._log("late", error=f"{type(error).__name__}: {error}", at=_place(error))

    def question_failed(self, why: str) -> None:
        """Log a question that found no answer."""
        self._metrics.count("questions_failed")
        self._log("no answer", why=why)


def _place(error: BaseException) -> str:
    """Where the error was raised, `?` if nowhere."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    return f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else "?"
