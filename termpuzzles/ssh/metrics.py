"""What the service counts, and a page of it in Prometheus's text form, for loopback alone."""

from __future__ import annotations

import asyncio
from collections import Counter

_PAGE = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n\r\n"
_NONE = "HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n"
_EVERY = 0.1  # seconds between two looks at how late the loop is
_KEPT = 600  # looks that are kept


class Metrics:
    """Counters by name and label, gauges, and how late the loop has been."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.sessions = 0
        self._lags: list[float] = []

    def count(self, name: str, label: str = "", number: int = 1) -> None:
        """Count an event."""
        self.counts[name, label] += number

    async def watch_the_loop(self) -> None:
        """Measure how late the loop comes back, for as long as it runs."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(_EVERY)
            self._lags = [*self._lags[-_KEPT:], max(0.0, loop.time() - before - _EVERY)]

    def lag(self, share: float) -> float:
        """The seconds that so large a share of the last minute's looks did not exceed."""
        ordered = sorted(self._lags)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def page(self) -> str:
        """All of it as text."""
        lines = [f"termpuzzles_sessions {self.sessions}"]
        lines += [f'termpuzzles_loop_lag_seconds{{quantile="{share}"}} {self.lag(share):.6f}' for share in (0.5, 0.99)]
        for (name, label), number in sorted(self.counts.items()):
            lines.append(
                f'termpuzzles_{name}_total{{what="{label}"}} {number}'
                if label
                else f"termpuzzles_{name}_total {number}"
            )
        return "\n".join(lines) + "\n"

    async def serve(self, host: str, port: int) -> asyncio.Server:
        """Answer `/metrics` and `/health` there."""

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
